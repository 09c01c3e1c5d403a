"""What counts as new information: draws, rolls and reveals, and nothing else. Undo never crosses it."""

import pytest

from tests.table import Table


def news(t: Table, seat: int, text: str) -> int:
    """How much an action brings to light that nobody knew."""
    before = t.state.reveals
    t.do(seat, text)
    return t.state.reveals - before


def test_a_new_arrival_is_new() -> None:
    t = Table().counter_guests(0, 2).counter_guests(1, 1).arrival()
    assert news(t, 0, "again") == 1
    assert news(t, 0, "stay") == 0


def test_start_cards_are_new() -> None:
    t = Table(modules=4)
    before = t.state.reveals
    t.start_cards(1, 3, 5)
    assert t.state.reveals - before == 1
    assert news(t, 0, "start 1") == 0


def test_the_guests_laid_out_are_new() -> None:
    assert Table().state.reveals == 4


def test_a_fifth_place_is_new_like_any_other() -> None:
    t = Table().stores(0, beer=20).guest_pile("g3.2.3").serving(0)
    assert news(t, 0, "recruit pile") == 1


def test_a_die_rolled_in_the_evening_is_new() -> None:
    t = Table().counter_guests(0, 1).evening(3)
    before = t.state.reveals
    assert news(t, 0, "choose die") == 0
    t.do(1, "choose dishwasher")
    assert t.state.reveals - before == 1 + 1 + 2  # the choices, the die, and two arrivals


def test_dice_of_servers_and_coasters_are_new() -> None:
    t = Table().tavern(0, "server")
    before = t.state.reveals
    t.servers()
    assert t.state.reveals - before == 1 + 1


def test_taking_dice_shows_nothing_new() -> None:
    t = Table().draft()
    while t.phase == "D":
        assert news(t, t.acting[0], t.legal(t.acting[0])[0]) == 0


def test_planning_shows_nothing_new() -> None:
    t = Table().dice(0, 3, 6).planning()
    for text in (
        "place 3 cashbox",
        "move cashbox barrel",
        "back barrel",
        "place 6 brewer",
        "ready",
        "unready",
        "ready",
    ):
        assert news(t, 0, text) == 0
    assert news(t, 1, "ready") == 0


@pytest.mark.parametrize(
    ("text", "new"),
    [("recruit pile", 1), ("recruit row1", 1), ("nobles 1", 0), ("buy barback", 0),
     ("upgrade safe", 0), ("use monk:5", 0), ("counter-guest", 0), ("move monk:5 barrel", 0)],
)  # fmt: skip
def test_serving_shows_the_guests_that_refill_the_display(text: str, new: int) -> None:
    t = Table().stores(0, thalers=20, beer=20).counter_guests(0, 1).plan(0, "5 monk").serving(0)
    assert news(t, 0, text) == new


def test_a_display_that_is_not_refilled_shows_nothing() -> None:
    t = Table().stores(0, beer=20).guest_deck().guest_pile("g3.2.3").serving(0)
    assert news(t, 0, "recruit pile") == 0
    t = Table().stores(0, beer=20).guest_deck().serving(0)
    assert news(t, 0, "recruit row2") == 0
