"""Regulars are named by their die and their pay, so these must tell them apart."""

import pytest

from tests.figures import FIGURES
from tiefenthal.engine.components import EditionError, parse_edition
from tiefenthal.engine.components.describe import new_edition_text


def test_regulars_that_differ_only_in_points_are_refused() -> None:
    """Otherwise `dismiss r3.2` could not say which one is meant."""
    text = new_edition_text(FIGURES.text)
    first = text.index("{ die = 3, pays = 2")
    end = text.index("}", first)
    with pytest.raises(EditionError, match="must have the same points"):
        parse_edition(text[:end].rstrip() + ", points = 1 " + text[end:])
