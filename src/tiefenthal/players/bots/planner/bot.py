"""The planner: searches whole turns and judges them by a hand-made evaluation (players/bots/search/heuristic.py)."""

from typing import ClassVar, Final

from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.search.effort import Effort
from tiefenthal.players.bots.search.heuristic import HeuristicJudge
from tiefenthal.players.bots.search.player import TurnPlayer
from tiefenthal.players.bots.search.weights import HeuristicWeights

EFFORT: Final = Effort(seconds=1.0)


class PlannerBot(Bot):
    """A player who thinks a whole evening through."""

    name: ClassVar[str] = "planner"

    def __init__(self, seed: int | str = 0, weights: HeuristicWeights | None = None, effort: Effort = EFFORT) -> None:
        super().__init__(seed)
        self.player: TurnPlayer = TurnPlayer(HeuristicJudge(weights), effort, seed, weights)

    def choose(self, view: View, legal: list[Action]) -> Action:
        """The action the player of turns takes."""
        return self.player.choose(view, legal)
