"""What one believes of a box: the built-in figures keep every bound, and each bound refuses what breaks it."""

import tomllib
from typing import Any

import pytest

from scripts.adopt_edition import adopted_text
from scripts.adopt_edition import main as adopt
from tiefenthal.engine.components import load_edition
from tiefenthal.engine.components.loader import built_in_edition, read_tables
from tiefenthal.engine.components.plausible import implausible

VERSION_1 = "995b271f61ba19658a1e1b93d0154e32bb43fb235afb769d4a34e5951687541d"
"""Frozen: lessons, puzzles and networks hang on these figures. Others get the next number (`make adopt`)."""


def doubts(changes: dict[str, Any]) -> list[str]:
    """What is said of the built-in edition with some figures changed; a key is a path, elements of a list counted from
    0."""
    tables: Any = tomllib.loads(load_edition().text)
    for key, figure in changes.items():
        *path, last = [int(part) if part.isdecimal() and "cards" in key else part for part in key.split(".")]
        holder = tables
        for part in path:
            holder = holder[part]
        holder[last] = figure
    edition, page = read_tables(tables, {})
    assert not page.problems
    return [f"{doubt.key}: {doubt.reason}" for doubt in implausible(edition)]


def test_the_built_in_figures_are_frozen() -> None:
    edition = load_edition()
    assert (edition.version, edition.digest) == (1, VERSION_1)


def test_the_built_in_edition_is_one_that_a_box_could_have() -> None:
    assert doubts({}) == []


@pytest.mark.parametrize("digest", ["363fb2c0f023a61e", "76abffb74a5078c1"])
def test_editions_whose_guests_bring_points_and_no_money_are_not(digest: str) -> None:
    edition = built_in_edition(digest)
    assert edition is not None
    reasons = " ".join([doubt.reason for doubt in implausible(edition)])
    assert "guests are wealthy" in reasons
    assert "points rise with the price and stay below a noble's" in reasons


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"regulars.cards.0.die": 6}, "regulars want dice of"),
        ({f"regulars.cards.{n}.die": 2 for n in range(7)}, "one of them a 3"),
        ({"guests.cards.0.pays": 1}, "must pay at least 2"),
        ({"guests.cards.7.pays": 2}, "must pay at least 3"),
        ({"guests.cards.4.pays": 6}, "pays more than the dearer"),
        ({"guests.cards.7.pays": 4}, "costs no pay"),
        ({"guests.points_by_cost": {"3": 3, "4": 4, "5": 4, "6": 6, "7": 8, "8": 9}}, "points rise with the price"),
        ({"guests.points_by_cost": {"3": 3, "4": 4, "5": 5, "6": 6, "7": 8, "8": 10}}, "below a noble's"),
        ({"guests.cards.33.pays": 7}, "one guest pays 5 and one 6"),
        ({"guests.cards.26.bonus": "2 thalers"}, "a 7-beer guest brings 3 thalers"),
        ({"areas.server.discount": 3}, "3 returned cards make it free"),
        ({"areas.cashbox.price": 12}, "from 8 to 11"),
        ({"areas.beer_storage.price": 7}, "from 3 to 6"),
        ({"areas.safe.price": 10}, "what only keeps things is cheaper"),
        ({"areas.safe.price": 5}, "beer the cheapest"),
        ({"areas.barrel.price": 13}, "worth more than the die of the server"),
        ({"monastery.21": "2 thalers"}, "there was more of it nearer by"),
        ({"monastery.9": "service denied", "monastery.11": "3 thalers"}, "the bonus before it is the same"),
        ({"guests.cards.7.bonus": "5 thalers"}, "brings what no rulebook lists"),
        ({"guests.cards.36.bonus": "2 thalers"}, "come with white dice"),
        ({"monastery.4": "1 thalers"}, "it gives what no rulebook lists"),
        ({"monastery.22": "nothing", "guests.cards.30.bonus": "table"}, "neither it nor a guest gives a noble"),
        ({"guest_book.3": ["table", "server", "3 reputation", "brewer"]}, "not those of the rulebooks"),
        ({"guest_book.1": ["nothing", "1 reputation", "nothing", "nothing"]}, "neighbours give the same"),
    ],
)
def test_each_bound_refuses_what_breaks_it(changes: dict[str, Any], said: str) -> None:
    found = doubts(changes)
    assert any(said in one for one in found), found


def test_other_figures_are_adopted_only_under_the_next_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    text = load_edition().text.replace("cashbox      = { price = 10", "cashbox      = { price = 11")
    file = tmp_path / "edition.toml"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["adopt_edition.py", str(file), "1"])
    assert adopt() == 1
    assert "version 1 are frozen" in capsys.readouterr().err
    assert "\nformat = 1\nversion = 2\n" in adopted_text(text, 2)
