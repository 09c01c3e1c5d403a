"""The edition whose figures the tests repeat: that of the archive under this digest, whatever edition is built in now.

A test that types a card ("r3.2"), a price or a score means these figures and lays out its table with `FIGURES`. What is
to hold for the built-in edition, whichever it is, asks `load_edition()`.
"""

from tiefenthal.engine.components.loader import built_in_edition

DIGEST = "c414a1888cd847befacd1375f1a6143d2f92858bd306b0eda7fe15e780d82b3e"

_found = built_in_edition(DIGEST)
assert _found is not None, "the archive has lost the edition of the tests"
FIGURES = _found
