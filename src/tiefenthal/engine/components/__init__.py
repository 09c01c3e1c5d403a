"""What is in the box: the words of the game as numbers, and editions with every printed figure."""

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import built_in_edition, load_edition, parse_edition, unpinned_edition
from tiefenthal.engine.components.problems import EditionError, Problem

__all__ = [
    "Edition",
    "EditionError",
    "Problem",
    "built_in_edition",
    "load_edition",
    "parse_edition",
    "unpinned_edition",
]
