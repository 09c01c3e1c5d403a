"""Positions: a whole state as a JSON document that a person can read, write, check and play from (docs/position.md)."""

import hashlib

from tiefenthal.engine.record.position.read import state_from_position
from tiefenthal.engine.record.position.text import Document, canonical_json, parse_position
from tiefenthal.engine.record.position.words import FORMAT, PositionError
from tiefenthal.engine.record.position.write import position_of, seat_document, view_document
from tiefenthal.engine.rules.state import State

__all__ = [
    "FORMAT",
    "Document",
    "PositionError",
    "canonical_json",
    "digest",
    "parse_position",
    "position_of",
    "seat_document",
    "state_from_position",
    "view_document",
]


def digest(s: State) -> str:
    """A short name of a state: equal states have equal digests, in every build and on every machine."""
    return hashlib.sha256(canonical_json(position_of(s)).encode("ascii")).hexdigest()[:16]
