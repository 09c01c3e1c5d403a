"""Random games at the core of the environments."""

import random
from collections.abc import Iterator

from tests.figures import FIGURES
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.state import Setup
from tiefenthal.rl.core.stepped_game import SteppedGame

SOME_SETUPS = [(players, modules) for players in (2, 3, 4) for modules in (1, 5)]


def setup_of(players: int, modules: int) -> Setup:
    return make_setup(players, modules, FIGURES)


def random_play(table: SteppedGame, seed: int | str) -> Iterator[None]:
    """A random game from its beginning to its end; yields at every decision, and once when it is over."""
    rng = random.Random(str(seed))
    table.begin(str(seed))
    while table.seat >= 0:
        yield
        table.step(rng.choice(table.legal).id)
    yield
