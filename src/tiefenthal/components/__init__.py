"""What is in the box: the words of the game as numbers, and editions with every printed figure."""

from tiefenthal.components.edition import Edition
from tiefenthal.components.loader import built_in_edition, load_edition, parse_edition, unpinned_edition
from tiefenthal.components.problems import EditionError, Problem

__all__ = [
    "Edition",
    "EditionError",
    "Problem",
    "built_in_edition",
    "load_edition",
    "parse_edition",
    "unpinned_edition",
]
