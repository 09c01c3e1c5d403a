"""The planner: a search bot as it is, with a hand-made judge (players/bots/search/heuristic.py)."""

from typing import ClassVar, Final

from tiefenthal.players.bots.search import Effort, SearchBot
from tiefenthal.players.bots.search.heuristic import HeuristicJudge
from tiefenthal.players.bots.search.weights import HeuristicWeights

EFFORT: Final = Effort(seconds=1.0)


class PlannerBot(SearchBot):
    """A player who thinks a whole evening through."""

    name: ClassVar[str] = "planner"

    def __init__(self, seed: int | str = 0, weights: HeuristicWeights | None = None, effort: Effort = EFFORT) -> None:
        super().__init__(HeuristicJudge(weights), effort, seed, weights)
