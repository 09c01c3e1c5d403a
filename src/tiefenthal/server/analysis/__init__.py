"""Reviews and hints: the questions to a separate process, and its answers."""
