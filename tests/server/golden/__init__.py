"""Stores of earlier versions, and their contents."""
