"""Tables for the tests of the neural bot: states after turns, from the golden records of every set-up."""

from functools import cache
from pathlib import Path

from tests.setups import ALL_SETUPS
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.game import Game
from tiefenthal.engine.record.notation import read_record
from tiefenthal.engine.rules.actions import END_SERVING
from tiefenthal.engine.rules.state import State

GOLDEN = Path(__file__).resolve().parents[2] / "records" / "golden"


@cache
def ended_turns(players: int, modules: int, edition: str = "") -> tuple[tuple[State, int], ...]:
    """True states (not views) just before a seat ends its serving, one for each seat and round; of the edition of the
    tests, or of another one by the beginning of its digest."""
    name = f"{edition}-" if edition else ""
    record = read_record((GOLDEN / f"{name}{players}-players-module-{modules}.txt").read_text(encoding="utf-8"))
    game = Game.new(Game.from_record(record).state.setup, record.seed, SeededChance(record.seed))
    found: list[tuple[State, int]] = []
    for seat, action in record.decisions:
        if action is END_SERVING:
            found.append((game.state.clone(), seat))
        game.play(seat, action)
    return tuple(found)


def some_turns() -> list[tuple[State, int]]:
    """A few of every set-up."""
    return [turn for players, modules in ALL_SETUPS for turn in ended_turns(players, modules)[:: players + 1]]
