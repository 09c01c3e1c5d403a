"""The random bot: every legal action is as likely as any other."""

from typing import ClassVar

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots.base import Bot


class RandomBot(Bot):
    """Plays legally and without a thought."""

    name: ClassVar[str] = "random"

    def choose(self, view: View, legal: list[Action]) -> Action:
        return legal[self.rng.randrange(len(legal))]
