"""Somebody else's file: what it says of a box, and beside which of one's own cards each of its cards is laid."""

import random

import pytest

from tests.box.boxes import other_box
from tiefenthal.engine.box import beside, make_edition, read_box, steps
from tiefenthal.engine.box.fields import Figure
from tiefenthal.engine.components import EditionError, load_edition


def shuffled(answers: dict[str, Figure], seed: str) -> dict[str, Figure]:
    """The same box, its cards entered in another order."""
    luck, found = random.Random(seed), dict(answers)
    for step in steps():
        rows = [row for row in step.rows if row.what in ("regular", "guest")]
        order = luck.sample(rows, len(rows))
        for row, other in zip(rows, order, strict=True):
            for field, theirs in zip(row.fields, other.fields, strict=True):
                found.pop(field.id, None)
                if theirs.id in answers:
                    found[field.id] = answers[theirs.id]
    return found


def test_a_file_gives_the_answers_that_made_it() -> None:
    answers = other_box()
    theirs = read_box(make_edition("Anna’s", answers).text)
    assert beside(theirs, answers) == answers


def test_only_what_was_read_off_a_box_counts() -> None:
    answers: dict[str, Figure] = {"areas.safe.price": 8, "guests.4.1.die": 5, "monastery.4": "server"}
    theirs = read_box(make_edition("A little", answers).text)
    assert set(theirs.values()) == {8, 5, "server"}
    assert read_box(load_edition().text) == {}
    with pytest.raises(EditionError):
        read_box("nonsense")


def test_points_that_are_others_than_those_of_the_price_stay() -> None:
    answers = other_box() | {"guests.4.2.points": 19, "regulars.3.points": 7}
    theirs = read_box(make_edition("Odd", answers).text)
    assert beside(theirs, answers) == answers


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_order_of_cards_makes_no_difference_and_a_slip_is_one_difference(seed: str) -> None:
    mine = other_box()
    theirs = read_box(make_edition("Theirs", shuffled(mine, seed)).text)
    assert beside(theirs, mine) == mine
    mine["guests.5.2.pays"] = 0 if mine["guests.5.2.pays"] else 1
    mine["areas.safe.price"] = 1
    laid = beside(theirs, mine)
    assert {name for name in mine if laid[name] != mine[name]} == {"guests.5.2.pays", "areas.safe.price"}


def test_what_is_not_entered_gets_the_cards_that_are_left() -> None:
    whole = other_box()
    theirs = read_box(make_edition("Theirs", whole).text)
    some = {name: answer for name, answer in shuffled(whole, "d").items() if not name.startswith("guests.6.")}
    filled = beside(theirs, some) | some
    assert make_edition("Mine", filled).digest == make_edition("Mine", whole).digest
