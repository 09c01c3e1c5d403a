"""Playing on: what comes of a decision, in one world that agrees with what the seat may know.

The seat goes on with whole turns at small effort, everybody else as the greedy bot does, each for itself. A
simulation ends when the seat has dice in hand again, with what the best turn then found is worth to the judge; or
with the end of the game, and its score.
"""

from typing import Final

from tiefenthal.engine.rules.actions import AGAIN, RECRUIT, STAY, TAKE, TAKE_DIE, Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.market import guest_at
from tiefenthal.engine.rules.phases import PLANNING, phase_of
from tiefenthal.engine.rules.play import acting, apply, legal_actions, why_not
from tiefenthal.engine.rules.scoring import score, stored
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View, determinize
from tiefenthal.players.bots.greedy import GreedyBot
from tiefenthal.players.bots.mcts.halving import Budget
from tiefenthal.players.bots.search.choices import quick_choice
from tiefenthal.players.bots.search.draft_value import DraftValue
from tiefenthal.players.bots.search.effort import Effort
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.judge import Judge
from tiefenthal.players.bots.search.search import best_turns
from tiefenthal.players.bots.search.solo_turn import OWN_TURN

TIE: Final = 0.01  # what a thaler or beer kept counts beside points, which it only parts when they are equal


class Playout:
    """Those who play on, for the decisions of one seat."""

    def __init__(
        self, view: View, heuristic: HeuristicValue, judge: Judge, effort: Effort, blend: float, budget: Budget
    ) -> None:
        self.view: View = view
        self.seat: int = view.seat
        self.heuristic: HeuristicValue = heuristic
        self.judge: Judge = judge
        self.effort: Effort = effort
        self.blend: float = blend
        """How much of a judgement is left to the next one."""
        self.budget: Budget = budget
        self._greedy: list[GreedyBot] = [GreedyBot() for _ in view.state.players]

    def value(self, line: list[Action], plannings: int, luck: Luck) -> float | None:
        """What a decision is worth in the world of this luck; the line is what the seat does first, as far as it can.
        The seat plays on until it plans for the n-th time from now. What the best turn is worth to the judge each time
        it plans is blended: later judgements see more of what came, and more of its luck. None when the time is up."""
        s = determinize(self.view, luck)
        seat = self.seat
        expected = self.view.state
        dice_value: DraftValue | None = None
        evening = 0
        at = 0
        total = 0.0
        share = 1.0
        while not s.over:
            if self.budget.spent(1.0):
                return None
            asked = acting(s)
            if not asked >> seat & 1:
                other = 0
                while not asked >> other & 1:
                    other += 1
                legal = legal_actions(s, other)
                action = legal[0] if len(legal) == 1 else self._greedy[other].choose(View(other, s), legal)
                apply(s, other, action, luck)
                continue
            if at < len(line):
                action = line[at]
                at += 1
                if self._possible(s, action, expected):
                    apply(s, seat, action, luck)
                    continue
                line = []
                at = 0
            phase = phase_of(s)
            if phase in OWN_TURN:
                turn = best_turns(s, seat, self.judge, self.effort, luck, self.heuristic)[0]
                if phase == PLANNING:
                    plannings -= 1
                    if plannings <= 0:
                        return total + share * turn.worth
                    total += share * (1.0 - self.blend) * turn.worth
                    share *= self.blend
                line = turn.actions
                expected = s.clone()
                at = 0
                continue
            legal = legal_actions(s, seat)
            kind = legal[0].kind
            if len(legal) == 1:
                action = legal[0]
            elif kind == TAKE:
                if dice_value is None or evening != s.round:
                    dice_value = DraftValue(s, seat, self.heuristic)
                    evening = s.round
                ways = dice_value.fussy.layers(sorted(s.players[seat].faces))[-1]
                action = TAKE_DIE[dice_value.pick(ways, [take.a for take in legal]) - 1]
            elif kind in (STAY, AGAIN):
                action = self._greedy[seat].choose(View(seat, s), legal)
            else:
                action = quick_choice(s, seat, legal, self.heuristic, luck)
            apply(s, seat, action, luck)
        return total + share * (score(s, seat) + TIE * stored(s, seat))

    def _possible(self, s: State, action: Action, expected: State) -> bool:
        """Whether the line goes on as it was thought: the action is legal, and the guest still lies there."""
        if why_not(s, self.seat, action) is not None:
            return False
        return action.kind != RECRUIT or guest_at(s, action.a) == guest_at(expected, action.a)
