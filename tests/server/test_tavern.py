"""The declared dependencies of a tavern field are all that is read while it is made; else changes would be missed."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.setups import ALL_SETUPS
from tiefenthal.engine.game import new_game
from tiefenthal.engine.view import SPECTATOR, view_of
from tiefenthal.server.protocol.board import SeatOn
from tiefenthal.server.tables.tavern import EVERYTHING, NEEDED, SHOWN, seat_of

WAITS = ("waiting", "tasks", "over")


class Reading:
    """Wraps an object, and records which of its attributes are read."""

    def __init__(self, thing: object, read: set[str], instead: dict[str, object] | None = None) -> None:
        self.thing = thing
        self.read = read
        self.instead = {} if instead is None else instead

    def __getattr__(self, name: str) -> Any:
        if name in self.instead:
            return self.instead[name]
        self.read.add("waits" if name in WAITS else name)
        return getattr(self.thing, name)


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_fields_are_made_of_what_is_said(players: int, modules: int) -> None:
    luck = random.Random(players * 10 + modules)
    game = new_game(players, modules, seed=f"tavern {players} {modules}")
    moved = 0
    while not game.over and moved < 160:
        game.play(seat := luck.choice(game.to_act), luck.choice(game.legal_actions(seat)))
        moved += 1
        s = view_of(game.state, SPECTATOR).state
        seat = luck.randrange(players)
        read: set[str] = set()
        taverns: list[Any] = [None] * players  # no other tavern is read
        p = taverns[seat] = Reading(s.players[seat], read)
        state = Reading(s, read, {"players": taverns, "setup": s.setup})
        needed: Any = SimpleNamespace()
        tavern: Any = Reading(needed, read, {"s": state, "seat": seat, "p": p})
        for cell in (*NEEDED, *SHOWN):
            if cell.parts != EVERYTHING:
                read.clear()
                found = cell.make(tavern)
                assert read <= set(cell.parts.split()), f"{cell.name} also depends on {read - set(cell.parts.split())}"
                if cell in NEEDED:
                    setattr(needed, cell.name, found)


def test_every_field_is_there_in_its_order() -> None:
    assert tuple(cell.name for cell in SHOWN) == SeatOn.__struct_fields__
    assert isinstance(seat_of(new_game(2, 1, seed=1).state, 0), SeatOn)
