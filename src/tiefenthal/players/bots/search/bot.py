"""How a bot that searches decides: `SearchBot.choose`, read from top to bottom.

Planner, mcts and neural are search bots. Each is a judge of what a turn leaves, an effort, and those of the four steps
below it that it takes in a way of its own (mcts/bot.py, neural/bot.py). Here they are quick ones.
"""

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import AGAIN, STAY, TAKE, Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import phase_of
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.greedy import GreedyBot
from tiefenthal.players.bots.search.choices import quick_choice
from tiefenthal.players.bots.search.draft_value import best_take, stay_or_go
from tiefenthal.players.bots.search.effort import STEADY, Effort
from tiefenthal.players.bots.search.followed_turn import FollowedTurn
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.judge import Judge, Turn
from tiefenthal.players.bots.search.search import best_turns
from tiefenthal.players.bots.search.solo_turn import OWN_TURN
from tiefenthal.players.bots.search.weights import HeuristicWeights


class SearchBot(Bot):
    """Finds its best turn, follows it, and thinks again when something new shows."""

    def __init__(
        self, judge: Judge, effort: Effort = STEADY, seed: int | str = 0, weights: HeuristicWeights | None = None
    ) -> None:
        super().__init__(seed)
        self.judge: Judge = judge
        """Of what a turn leaves."""
        self.effort: Effort = effort
        self._seed: str = str(seed)
        self._weights: HeuristicWeights | None = weights
        self._heuristic: HeuristicValue | None = None
        self._followed: FollowedTurn = FollowedTurn()
        self._greedy: GreedyBot = GreedyBot(seed)

    def choose(self, view: View, legal: list[Action]) -> Action:
        """One of the legal actions; should the step's answer be none of them, what the greedy bot does."""
        if len(legal) == 1:
            return legal[0]
        s = view.state
        kind = legal[0].kind
        if phase_of(s) in OWN_TURN:
            action = self._followed.next_action(s, view.seat, legal)
            if action is None:
                action = self._followed.begin(s, view.seat, self.find_turn(view).actions, self._luck(s))
        elif kind == TAKE:
            action = self.take_die(view, legal)
        elif kind in (STAY, AGAIN):
            action = self.stay_or_go(view, legal)
        else:
            action = self.answer(view, legal)
        return action if action in legal else self._greedy.choose(view, legal)

    def find_turn(self, view: View) -> Turn:
        """In planning and serving: all that is still to be done in this turn."""
        s = view.state
        return best_turns(s, view.seat, self.judge, self.effort, self._luck(s), self.heuristic(s))[0]

    def take_die(self, view: View, legal: list[Action]) -> Action:
        """In the draft: the die with the best plan in sight."""
        return best_take(view, legal, self.heuristic(view.state))

    def stay_or_go(self, view: View, legal: list[Action]) -> Action:
        """At the arrival: whether the guests stay, by sampled dice and guests."""
        s = view.state
        if not self.effort.samples:
            return self._greedy.choose(view, legal)
        return stay_or_go(view, self.heuristic(s), self.effort, self._luck(s))

    def answer(self, view: View, legal: list[Action]) -> Action:
        """To any other question: what leads to the best table."""
        s = view.state
        return quick_choice(s, view.seat, legal, self.heuristic(s), self._luck(s))

    def heuristic(self, s: State) -> HeuristicValue:
        """What guides the search, in this set-up."""
        if self._heuristic is None or self._heuristic.setup is not s.setup:
            self._heuristic = HeuristicValue(s.setup, self._weights)
        return self._heuristic

    def _luck(self, s: State) -> Luck:
        """The bot's own, for this phase of this evening."""
        return SeededChance(f"{self._seed} {s.round} {s.setup.flow.steps[s.step].letter}")
