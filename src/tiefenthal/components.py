"""Public: editions with every printed figure (docs/editions.md)."""

from tiefenthal.engine.components import (
    Edition,
    EditionError,
    Problem,
    built_in_edition,
    load_edition,
    parse_edition,
    unpinned_edition,
)

__all__ = [
    "Edition",
    "EditionError",
    "Problem",
    "built_in_edition",
    "load_edition",
    "parse_edition",
    "unpinned_edition",
]
