"""Games and positions as text: records (the job PGN does in chess) and positions (the job FEN does)."""
