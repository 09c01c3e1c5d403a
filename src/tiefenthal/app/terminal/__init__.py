"""The game in the terminal: `Session` plays it; the table, the menu and the story of a game as lines of text."""
