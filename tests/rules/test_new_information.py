"""What counts as new information: draws, rolls and reveals, and nothing else. Undo never crosses it."""

import pytest

from tests.table import Table


def news(t: Table, seat: int, text: str) -> bool:
    """Whether an action brings something to light that nobody knew."""
    before = t.state.reveals
    t.do(seat, text)
    return t.state.reveals > before


def test_a_new_arrival_is_new() -> None:
    t = Table().counter_guests(0, 2).counter_guests(1, 1).arrival()
    assert news(t, 0, "again")
    assert not news(t, 0, "stay")


def test_a_die_rolled_in_the_evening_is_new() -> None:
    t = Table().counter_guests(0, 1).evening(3)
    before = t.state.reveals
    assert not news(t, 0, "choose die")
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
        assert not news(t, t.acting[0], t.legal(t.acting[0])[0])


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
        assert not news(t, 0, text)
    assert not news(t, 1, "ready")


@pytest.mark.parametrize(
    ("text", "new"),
    [("recruit pile", True), ("recruit row1", True), ("nobles 1", False), ("buy barback", False),
     ("upgrade safe", False), ("use monk:5", False), ("counter-guest", False), ("move monk:5 barrel", False)],
)  # fmt: skip
def test_serving_shows_the_guests_that_refill_the_display(text: str, new: bool) -> None:
    t = Table().stores(0, thalers=20, beer=20).counter_guests(0, 1).plan(0, "5 monk").serving(0)
    assert news(t, 0, text) == new


def test_a_display_that_is_not_refilled_shows_nothing() -> None:
    t = Table().stores(0, beer=20).guest_deck().guest_pile("g3.2.3").serving(0)
    assert not news(t, 0, "recruit pile")
    t = Table().stores(0, beer=20).guest_deck().serving(0)
    assert not news(t, 0, "recruit row2")
