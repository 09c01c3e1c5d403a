"""Measuring and training: tournaments, balance, the search for house figures, self-play. The game does not need it."""
