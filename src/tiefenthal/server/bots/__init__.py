"""Bots at tables: the processes they think in, and who gets how much of their time."""
