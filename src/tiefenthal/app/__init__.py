"""What somebody starts: the command `tiefenthal`, and the game in the terminal."""
