"""The greedy bot: looks at this evening only, but at all of it. It takes what is worth most now by `worth.py`.

No action of the bot ever undoes another: in planning it walks straight to one plan, in serving every action spends
something (a die, thalers, beer, schnapps, a counter guest, a bard). So it cannot go round in circles.
"""

from typing import ClassVar

from tiefenthal.engine.rules.actions import DECLINE_IT, END_SERVING, READY_NOW, STAY_HERE, TAKE, Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.greedy import evening, planning, serving
from tiefenthal.players.bots.greedy.worth import WEIGHTS, GreedyWeights, Worth

_SAFE = (READY_NOW, END_SERVING, STAY_HERE, DECLINE_IT)


class GreedyBot(Bot):
    """A sensible player of one evening at a time."""

    name: ClassVar[str] = "greedy"

    def __init__(self, seed: int | str = 0, weights: GreedyWeights = WEIGHTS) -> None:
        super().__init__(seed)
        self.weights: GreedyWeights = weights
        self._plans: planning.Planner = planning.Planner()

    def choose(self, view: View, legal: list[Action]) -> Action:
        """The best answer to whatever is asked."""
        if len(legal) == 1:
            return legal[0]
        s, seat = view.state, view.seat
        if READY_NOW in legal:
            action = self._plans.next_action(s, seat, self.weights)
        elif END_SERVING in legal:
            action = serving.next_action(Worth(s, seat, self.weights), legal)
        elif legal[0].kind == TAKE:
            action = planning.take_die(Worth(s, seat, self.weights), legal)
        else:
            action = evening.answer(Worth(s, seat, self.weights), legal)
        return action if action in legal else next((safe for safe in _SAFE if safe in legal), legal[0])
