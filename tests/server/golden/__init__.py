"""Stores of earlier versions, and what stood in them."""
