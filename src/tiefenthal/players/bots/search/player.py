"""A player of whole turns: finds the best one for its judge, follows it, and thinks again when something new shows."""

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import AGAIN, READY_NOW, STAY, TAKE, Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import PLANNING, SERVING, phase_of
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.players.bots.greedy import GreedyBot
from tiefenthal.players.bots.search.choices import best_choice
from tiefenthal.players.bots.search.draft_value import best_take, stay_or_go
from tiefenthal.players.bots.search.effort import STEADY, Effort
from tiefenthal.players.bots.search.followed_turn import FollowedTurn
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.judge import Judge
from tiefenthal.players.bots.search.search import best_turns
from tiefenthal.players.bots.search.weights import HeuristicWeights


class TurnPlayer:
    """Answers every decision of the game; where the search has no answer, the greedy bot does."""

    def __init__(
        self, judge: Judge, effort: Effort = STEADY, seed: int | str = 0, weights: HeuristicWeights | None = None
    ) -> None:
        self.judge: Judge = judge
        self.effort: Effort = effort
        self._plain: GreedyBot = GreedyBot(seed)
        self._weights: HeuristicWeights | None = weights
        self._heuristic: HeuristicValue | None = None
        self._seed: str = str(seed)
        self._luck: Luck = SeededChance(self._seed)
        self._line: FollowedTurn = FollowedTurn()

    def heuristic(self, s: State) -> HeuristicValue:
        """The ordering's judgement for this set-up."""
        found = self._heuristic
        if found is None or found.setup is not s.setup:
            found = HeuristicValue(s.setup, self._weights)
            self._heuristic = found
        return found

    def choose(self, view: View, legal: list[Action]) -> Action:
        """One of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        action = self._answer(view, legal)
        if action is not None and action in legal:
            return action
        return self._plain.choose(view, legal)

    def _answer(self, view: View, legal: list[Action]) -> Action | None:
        s = view.state
        seat = view.seat
        phase = phase_of(s)
        if (phase == PLANNING and READY_NOW in legal) or (phase == SERVING and s.turn == seat):
            return self._turn(s, seat, legal)
        kind = legal[0].kind
        heuristic = self.heuristic(s)
        if kind == TAKE:
            return best_take(view, legal, heuristic)
        luck = SeededChance(f"{self._seed} {s.round} {s.setup.flow.steps[s.step].letter}")
        if kind in (STAY, AGAIN):
            if not self.effort.samples:
                return None
            return stay_or_go(view, heuristic, self.effort, luck)
        return best_choice(s, seat, legal, heuristic, luck)

    def _turn(self, s: State, seat: int, legal: list[Action]) -> Action | None:
        known = self._line.next_action(s, seat, legal)
        if known is not None:
            return known
        turns = best_turns(s, seat, self.judge, self.effort, self._luck, self.heuristic(s))
        return self._line.begin(s, seat, turns[0].actions, self._luck) if turns else None
