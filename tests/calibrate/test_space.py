"""The search space moves house figures and nothing else, and every edition it makes is one."""

import random
import tomllib
from typing import Any

import pytest

from tests.figures import FIGURES
from tiefenthal.engine.box.differences import differences
from tiefenthal.engine.components.loader import load_edition, parse_edition, read_edition
from tiefenthal.engine.components.plausible import implausible
from tiefenthal.engine.components.reader import HOUSE
from tiefenthal.lab.calibrate import CalibrationError
from tiefenthal.lab.calibrate.space import Lever, Space, load_levers
from tiefenthal.lab.calibrate.writing import edition_text

BUILT_IN = load_edition()


@pytest.fixture(scope="module")
def space() -> Space:
    return Space(BUILT_IN)


def test_every_lever_moves_something_and_none_of_them_leaves_the_edition_as_it_is(space: Space) -> None:
    assert space.levers == load_levers()
    edition = space.edition_with(space.base)
    assert edition is not None
    assert edition.digest == BUILT_IN.digest
    for n, lever in enumerate(space.levers):
        for value in (lever.low, lever.high):
            values = [value if place == n else 0 for place in range(len(space.levers))]
            assert (space.tables_with(values) != space.tables) == (value != 0), lever.name


def test_only_house_figures_move(space: Space) -> None:
    """Everything with another mark, value by value; also where a lever asks for it."""
    firm = {path for path, mark in read_edition(BUILT_IN.text, "reference")[1].marks if mark != HOUSE}
    rng = random.Random(4)
    greedy = Lever("all prices", 0, 5, ("areas.*.price", "cards.*.price", "supply.nobles", "monastery.2"), {})
    wide = Space(BUILT_IN, [*load_levers(), greedy])
    for _ in range(20):
        tables = wide.tables_with([rng.randint(lever.low, lever.high) for lever in wide.levers])
        for path in firm:
            before: Any = wide.tables
            after: Any = tables
            for part in path[:-1]:
                before, after = before[part], after[part]
            assert after.get(path[-1]) == before.get(path[-1]), path
    assert wide.tables_with([*wide.base[:-1], 5])["areas"]["cashbox"]["price"] == 15
    assert wide.tables_with([*wide.base[:-1], 5])["areas"]["brewer"]["price"] == 18


def test_what_an_owner_entered_is_not_moved() -> None:
    text = BUILT_IN.text.replace("house", "box").replace('name = "reference"', 'name = "our-box"')
    with pytest.raises(CalibrationError, match="our-box has no house figures"):
        Space(parse_edition(text))


def test_a_drawn_edition_is_one_that_a_box_could_have(space: Space) -> None:
    rng = random.Random(2)
    drawn = [space.draw(rng)[0] for _ in range(10)]
    assert len({edition.digest for edition in drawn}) == 10
    assert not [doubt for edition in drawn for doubt in implausible(edition)]
    pays = Space(BUILT_IN, [Lever("pay", -2, 1, ("guests.cards[cost=3].pays",), {})])
    assert pays.edition_with([-2]) is None  # less than a farmer
    assert pays.nearest([-2.0]) == (-1,)


def test_a_box_that_is_unlike_what_one_expects_is_moved_all_the_same() -> None:
    """What its owner has entered is true, whatever one would believe."""
    assert implausible(FIGURES)
    assert Space(FIGURES).draw(random.Random(1))[0].digest != FIGURES.digest
    text = FIGURES.text.replace("3 = 1, 4 = 1, 5 = 2", "3 = 9, 4 = 1, 5 = 2")
    text = text.replace('name = "reference"', 'name = "ours"')
    assert Space(parse_edition(text)).draw(random.Random(1))[0].digest


def test_what_is_drawn_with_a_home_lies_around_it(space: Space) -> None:
    """A lever that is not moved stands as at home, not as in the edition of the space; all are moved at times."""
    rng = random.Random(9)
    home = space.draw(rng)[1]
    drawn = [space.draw(rng, home)[1] for _ in range(20)]
    moved = [n for n, value in enumerate(home) if value != 0]
    assert len(moved) > 5
    assert all(len({values[n] for values in drawn}) > 1 for n in moved)
    still = [values[n] == home[n] for values in drawn for n in moved]
    assert sum(still) / len(still) > 0.5  # 1 - MOVED of them, and those moved by less than half a step


def test_values_are_read_off_an_edition_that_was_found(space: Space) -> None:
    rng = random.Random(3)
    for _ in range(3):
        values = space.nearest([rng.uniform(lever.low, lever.high) for lever in space.levers])
        found = space.values_of(parse_edition(edition_text(space, values)))
        assert space.tables_with(found) == space.tables_with(values)
    assert space.values_of(BUILT_IN) == space.base


def test_the_file_of_an_edition_keeps_its_comments_and_marks(space: Space) -> None:
    rng = random.Random(7)
    for _ in range(3):
        values = space.nearest([rng.uniform(lever.low, lever.high) for lever in space.levers])
        text = edition_text(space, values)
        edition = parse_edition(text)
        assert edition.name == "calibrated"
        assert edition.digest == space.kept_edition(values).digest
        before, after = BUILT_IN.text.split("\n"), text.split("\n")
        assert len(before) == len(after)
        assert [line for line in before if line.startswith("#")] == [line for line in after if line.startswith("#")]
        changed = {mark for _, mark in read_edition(text, "found")[1].marks}
        assert changed == {mark for _, mark in read_edition(BUILT_IN.text, "reference")[1].marks}
        assert differences(edition, BUILT_IN)


def test_a_file_laid_out_otherwise_is_refused_with_a_reason() -> None:
    text = BUILT_IN.text.replace('12 = "server"\n', '"12" = "server"\n').replace("reference", "ours", 1)
    text = text.replace('name = "reference"', 'name = "ours"')
    assert tomllib.loads(text)["monastery"]["12"] == "server"
    odd = Space(parse_edition(text))
    cards = [lever.name for lever in odd.levers].index("cards in the monastery")
    with pytest.raises(CalibrationError, match="in a line of its own"):
        edition_text(odd, tuple([-2 if n == cards else 0 for n in range(len(odd.levers))]))
