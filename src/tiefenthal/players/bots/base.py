"""What a bot is: something that is shown a view and the legal actions, and answers with one of them.

A bot never sees the game itself. What it knows is in the view; what luck it needs comes from its own random source,
which follows from its seed. So the same bot with the same seed, shown the same views, plays the same game.

A bot does not catch its own errors: they would be mistakes nobody hears of. In tests, in the arena and in training an
error ends the game; at a table, where people want to play on, a stand-in moves, and the error is logged and counted.
"""

import random
from typing import ClassVar

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.view import View


class Bot:
    """A player. Subclasses give a name and `choose`."""

    name: ClassVar[str] = ""
    """The name by which the bot is called for."""

    def __init__(self, seed: int | str = 0) -> None:
        self.rng: random.Random = random.Random(str(seed))
        """The bot's own luck; no part of the game's."""

    def choose(self, view: View, legal: list[Action]) -> Action:
        """One of the legal actions of the view's seat. The view and the list belong to the bot until it answers."""
        raise NotImplementedError
