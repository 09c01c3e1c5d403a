"""What decisions cost: each is compared with the best one found in the same position, by its result.

The one scale of a review is points, in tenths, so that what is shown adds up. Grades, accuracy and the costliest
decisions all follow from it.
"""

import math
from typing import Final

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.phases import PLANNING
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.players.analysis.analyse import reasons_between
from tiefenthal.players.analysis.data import GradedDecision, Reason
from tiefenthal.players.analysis.judge import Raw
from tiefenthal.players.analysis.moments import Moment
from tiefenthal.players.analysis.thinker import ARRIVAL, DRAFT, TURN, Candidate, Thinker
from tiefenthal.players.bots.neural.features import table_part
from tiefenthal.players.bots.search.followed_turn import moment_of
from tiefenthal.players.bots.search.solo_turn import copy, open_table, serve_now

GOOD: Final = 1.5
GRADES: Final = (("best", 0.0), ("good", GOOD), ("inaccuracy", 4.0), ("mistake", 9.0), ("blunder", math.inf))
"""Each up to this many points."""
POINTS_A_PERCENT: Final = 2.0
"""This many lost points take 1 from the accuracy."""


def grade_of(cost: float) -> str:
    """The word for a cost."""
    return next(name for name, most in GRADES if cost <= most)


def accuracy_of(cost: float) -> float:
    """Of a game, or a part of one, that lost `cost` points: 100, less 1 for every two of them."""
    return round(max(0.0, 100.0 - cost / POINTS_A_PERCENT), 1)


class Grader:
    """Grades the decisions of one seat in one evening, in their order."""

    def __init__(self, thinker: Thinker, seat: int) -> None:
        self._thinker: Thinker = thinker
        self._seat: int = seat
        self._turns: dict[tuple[object, ...], Candidate] = {}
        thinker.start_afresh()

    def grade(self, moment: Moment) -> GradedDecision:
        """A decision beside the best one: what it cost, and why."""
        if moment.kind == TURN:
            best, mine = self._plan(moment) if moment.phase == PLANNING else self._serving(moment)
        else:
            best, mine = self._single(moment)
        cost = round(max(0.0, best.worth - mine.worth - mine.noise), 1)
        reasons: list[Reason] = []
        if cost and not (moment.phase == PLANNING and best.actions == mine.actions):
            reasons = reasons_between(moment.state, self._seat, moment.kind, best, mine)
        return GradedDecision(
            seat=self._seat,
            round=moment.state.round,
            phase=moment.phase,
            kind=moment.kind,
            ply=moment.ply,
            played=[action.text for action in moment.actions],
            best=[action.text for action in best.actions] if cost else [],
            cost=cost,
            grade=grade_of(cost),
            reasons=reasons,
        )

    def _single(self, moment: Moment) -> tuple[Candidate, Candidate]:
        """A die, an arrival, a choice."""
        s, seat, thinker = moment.state, self._seat, self._thinker
        if moment.kind == DRAFT:
            found = thinker.takes(s, seat)
        elif moment.kind == ARRIVAL:
            found = thinker.arrivals(s, seat)
        else:
            found = thinker.choices(s, seat, View(seat, s).legal_actions())
        mine = next(one for one in found if one.actions[0] is moment.actions[0])
        return found[0], mine

    def _best_turn(self, s: State) -> Candidate:
        """The best turn from a table; tables that are equal for search and judge are searched once."""
        key = (moment_of(s, self._seat), table_part(s, self._seat))
        found = self._turns.get(key)
        if found is None:
            found = self._turns[key] = self._thinker.plain_turn(s, self._seat)
        return found

    def _plan(self, moment: Moment) -> tuple[Candidate, Candidate]:
        """A plan is as good as the best turn it still allows."""
        assert moment.after is not None
        seat = self._seat
        best = self._best_turn(moment.state)
        laid = copy(open_table(moment.after, seat), seat)
        serve_now(laid, seat, SeededChance("none is needed"))
        laid.guest_deck = sorted(moment.state.guest_deck)
        with_it = self._best_turn(laid)
        mine = Candidate(moment.actions + with_it.actions, with_it.after, with_it.raw, with_it.worth)
        return (best, mine) if best.worth > mine.worth else (mine, mine)

    def _serving(self, moment: Moment) -> tuple[Candidate, Candidate]:
        """A serving, by what it leaves."""
        assert moment.after is not None
        best = self._best_turn(moment.state)
        mine = self._left(moment.actions, moment.after)
        return (best, mine) if best.worth > mine.worth else (mine, mine)

    def _left(self, actions: list[Action], after: State) -> Candidate:
        raw: Raw = self._thinker.judge.raws([after], self._seat)[0]
        return Candidate(actions, after, raw, self._thinker.judge.judge([after], self._seat)[0])
