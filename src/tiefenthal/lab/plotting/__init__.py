"""Plots drawn by hand, as SVG: `drawing` has lines, words and scales, `curves` what grows over time."""
