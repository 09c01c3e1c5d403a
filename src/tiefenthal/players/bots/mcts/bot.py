"""The mcts bot, as the registry knows it."""

from typing import ClassVar, Final

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.mcts.player import MctsPlayer, Settings

SETTINGS: Final = Settings(seconds=0.25)
"""The time it has under its plain name."""


class MctsBot(Bot):
    """A player who tries out in thought what a decision leads to."""

    name: ClassVar[str] = "mcts"

    def __init__(self, seed: int | str = 0, settings: Settings = SETTINGS) -> None:
        super().__init__(seed)
        self.player: MctsPlayer = MctsPlayer(seed, settings)

    @classmethod
    def with_seconds(cls, seed: int | str, seconds: float) -> "MctsBot":
        """The same with another time for a decision."""
        return cls(seed, SETTINGS._replace(seconds=seconds))

    def choose(self, view: View, legal: list[Action]) -> Action:
        """The action that did best."""
        return self.player.choose(view, legal)
