"""Who plays and who teaches: bots, analysis and reviews, puzzles and lessons."""
