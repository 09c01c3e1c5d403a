"""A real browser, and somebody who plays in it by pressing what is lit."""
