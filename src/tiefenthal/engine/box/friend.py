"""The figures of somebody else's box, out of their edition file, as answers to compare with one's own.

Cards may be entered in any order, so those of the file are first laid beside the cards that they look most like. A row
of the guest book has one mark, so one that was entered in part says nothing.
"""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tiefenthal.engine.box import choices
from tiefenthal.engine.box.fields import Field, Figure, Row, Sheet, sheet_of, steps
from tiefenthal.engine.components.loader import read_edition
from tiefenthal.engine.components.reader import BOX

_CARDS: Final = ("regular", "guest")
"""Rows that may be entered in any order."""

Face = Mapping[str, Figure]
"""What was entered of a card, by what it is: `die`, `pays` …"""


def read_box(text: str) -> dict[str, Figure]:
    """The figures of an edition file that were read off a box, by field. Raises EditionError."""
    _, page = read_edition(text, "edition")
    found = sheet_of(tomllib.loads(text), dict(page.marks))
    answers: dict[str, Figure] = {}
    for step in steps():
        for field in step.fields():
            answer = _answer(field, found)
            if answer is not None:
                answers[field.id] = answer
        _shorten(step.rows, answers)
    return answers


def _answer(field: Field, found: Sheet) -> Figure | None:
    """What the file says of a figure; None where it is not read off a box."""
    if not field.path or BOX not in (found.marks.get(field.path), found.marks.get(field.path[:-1])):
        return None
    at: Any = found.tables
    for part in field.path:
        if part not in (range(len(at)) if isinstance(at, list) else at):
            return 0 if field.what == "schnapps" else None
        at = at[part]
    return choices.canonical(field.choices, at) if field.choices else int(at)


def _shorten(rows: Sequence[Row], answers: dict[str, Figure]) -> None:
    """Where many figures follow one, say only those that differ from it; if it is not said, it is what most are."""
    for leader in [field for row in rows if row.what == "all" for field in row.fields]:
        followers = [field.id for row in rows for field in row.fields if field.follows == leader.id]
        said = [answers[one] for one in followers if one in answers]
        if leader.id not in answers and said:
            answers[leader.id] = max(said, key=said.count)
        for one in followers:
            if answers.get(one) == answers.get(leader.id):
                answers.pop(one, None)


def beside(theirs: Mapping[str, Figure], mine: Mapping[str, Figure]) -> dict[str, Figure]:
    """Their answers, with each card in the place of the card of mine that it looks most like."""
    found = dict(theirs)
    for step in steps():
        rows = [row for row in step.rows if row.what in _CARDS]
        cards = [_face(row, theirs) for row in rows]
        for row in rows:
            for field in row.fields:
                found.pop(field.id, None)
        for row, card in zip(rows, _laid([_face(row, mine) for row in rows], cards), strict=True):
            found |= {field.id: card[field.what] for field in row.fields if field.what in card}
    return found


def _face(row: Row, answers: Mapping[str, Figure]) -> Face:
    return {field.what: answers[field.id] for field in row.fields if field.id in answers}


def _laid(mine: Sequence[Face], theirs: Sequence[Face]) -> list[Face]:
    """The same cards of theirs in another order: beside each of mine the one that has most in common with it."""
    pairs = sorted((-_alike(one, other), i, j) for i, one in enumerate(mine) for j, other in enumerate(theirs))
    laid: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in laid and j not in laid.values():
            laid[i] = j
    return [theirs[laid[i]] for i in range(len(mine))]


def _alike(one: Face, other: Face) -> int:
    """In how many figures two cards are the same; one that differs counts as much as one that is."""
    both = one.keys() & other.keys()
    return sum([1 if one[what] == other[what] else -1 for what in both])
