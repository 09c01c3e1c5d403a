"""C. Here comes the server."""

import pytest

from tests.table import Table


@pytest.mark.rule("C-1")
@pytest.mark.parametrize("cards", [0, 1, 2, 3])
def test_each_server_card_brings_a_die_of_the_own_colour(cards: int) -> None:
    t = Table().tavern(0, *["server"] * cards).servers()
    assert t.player(0).coloured == cards
    assert len(t.player(0).faces) == cards
    assert t.player(1).coloured == 0


@pytest.mark.rule("C-1")
def test_the_dice_are_rolled_at_once_without_being_asked_for() -> None:
    t = Table().tavern(0, "server", "server").colour(0, 6, 2).servers()
    assert t.dice_of(0) == ["2 -", "6 -"]
    assert t.phase == "D"


@pytest.mark.rule("C-1")
def test_a_server_in_deck_or_discard_pile_brings_nothing() -> None:
    t = Table().deck(0, "server").discard(0, "server").servers()
    assert t.player(0).coloured == 0


@pytest.mark.rule("C-2")
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_an_upgraded_server_area_brings_one_more(cards: int) -> None:
    t = Table().upgraded(0, "server").tavern(0, *["server"] * cards).servers()
    assert t.player(0).coloured == cards + 1


@pytest.mark.rule("C-3")
def test_never_more_than_three() -> None:
    t = Table().tavern(0, *["server"] * 4).upgraded(1, "server").tavern(1, *["server"] * 3).servers()
    assert (t.player(0).coloured, t.player(1).coloured) == (3, 3)
    assert len(t.dice_of(0)) == len(t.dice_of(1)) == 3


@pytest.mark.rule("C-3")
@pytest.mark.parametrize(("number", "other"), [(3, "dishwasher"), (7, "barback")])
def test_a_die_kept_from_the_evening_counts(number: int, other: str) -> None:
    t = Table().evening(number).deck(0, *["server"] * 3, "r2.1", "r3.1", "r4.1").colour(0, 1).colour(0, 2, 3)
    t.do(0, "choose die").do(1, f"choose {other}")
    assert t.dice_of(0) == ["1 -", "2 -", "3 -"]


@pytest.mark.rule("C-3")
def test_a_full_hand_from_area_evening_and_cards() -> None:
    t = Table().upgraded(0, "server").dice(0, 4, coloured=1).tavern(0, "server").colour(0, 5, 6).servers()
    assert t.dice_of(0) == ["4 -", "5 -", "6 -"]
