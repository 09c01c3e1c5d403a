"""Tests of the words for what happens."""
