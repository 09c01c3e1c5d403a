"""The daily evening."""
