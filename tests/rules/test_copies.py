"""A copy of the table: whatever is played on one of the two leaves the other as it was."""

from collections.abc import Callable

import pytest

from tests.table import Table
from tiefenthal.engine.rules.state import State


def everything_on(s: State) -> list[list[int]]:
    """All that lies on the table in lists, copied."""
    lists = [s.piles, s.removed, s.start_cards, s.pile, s.guest_deck, s.row, [len(s.tasks), s.signed]]
    for p in s.players:
        lists += [p.deck, p.discard, p.seated, p.drawn, p.coaster, p.faces, p.places, p.required, p.fits]
        lists += [p.entertainers, p.steps, p.book]
    return [numbers[:] for numbers in lists]


def arriving() -> Table:
    """One of the two may start again."""
    return Table().counter_guests(0, 1).arrival()


def planning() -> Table:
    """A plan under way, with the juggler's help."""
    return Table(modules=2).entertainer(0, "juggler", 2).stores(0, schnapps=2).plan(0, "3 -", "5 monk").planning()


def serving() -> Table:
    """A serving with all there is."""
    t = Table(modules=5).tavern(0, "r3.2", "dishwasher", "bard").plan(0, "3 t1", "6 brewer", "5 monk", "2 -")
    t.row("g4.2.4", "g5.3.5", "g6.4.6", "g7.2.7").entertainer(0, "fire", 2)
    return t.stores(0, thalers=20, beer=20, schnapps=4).serving(0)


@pytest.mark.parametrize(
    ("lay_out", "text"),
    [
        (lambda: Table(modules=4).start_cards(1, 3, 5), "start 3"),
        (lambda: Table().evening(2).do(1, "choose barback"), "choose guest"),
        (lambda: Table(modules=2).evening(2).do(1, "choose side-1"), "choose side-2"),
        (lambda: Table().evening(8).do(1, "decline"), "flip safe"),
        (arriving, "again"),
        (lambda: Table().white(0, 1, 2, 3, 4).draft(), "take 2"),
        (planning, "place 3 cashbox"),
        (planning, "back monk:5"),
        (planning, "turn 3 6"),
        (serving, "use t1"),
        (serving, "move monk:5 cashbox"),
        (serving, "buy server"),
        (serving, "upgrade dishwasher 1"),
        (serving, "recruit pile"),
        (serving, "recruit row1"),
        (serving, "nobles 2"),
        (serving, "bard"),
        (lambda: serving().do(0, "use t1"), "entertain-remove t1"),
        (serving, "end"),
        (
            lambda: Table(modules=2).entertainer(0, "juggler", 1).tavern(0, "r3.2").stores(0, schnapps=1).closing(),
            "keep t1",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_played_on_leaves_a_copy_as_it_was(lay_out: Callable[[], Table], text: str) -> None:
    t = lay_out()
    copy = t.state.clone()
    before = everything_on(copy)
    assert before == everything_on(t.state)
    t.do(0, text)
    assert everything_on(t.state) != before
    assert everything_on(copy) == before
