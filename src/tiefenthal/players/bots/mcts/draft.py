"""The draft lies open: all coasters are rolled before the first die is taken. So it can be thought through to its end.

Every sequence of own takes is tried; each leads to a hand of dice, and a hand is worth what the best turn with it is
worth. What the others will take is thought of twice: what helps them most, and, less likely, what one wants oneself.
A die that leads to the best hand in both cases is not left lying.
"""

from typing import Final

from tiefenthal.engine.rules.actions import TAKE, TAKE_DIE, Action
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import PLANNING, phase_of
from tiefenthal.engine.rules.play import apply, legal_actions
from tiefenthal.engine.rules.state import State
from tiefenthal.players.bots.mcts.halving import Budget
from tiefenthal.players.bots.search.draft_value import DraftValue
from tiefenthal.players.bots.search.effort import Effort
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.judge import Judge
from tiefenthal.players.bots.search.search import best_turns

LIKELY: Final = 0.75  # how often the others take what helps them, not what would help us
ROUGHLY: Final = 0.6  # of the time: until then hands are rated in passing
CLOSELY: Final = 0.8  # of the time: until then the most promising are looked at

Hand = tuple[int, ...]


class DraftTree:
    """One draft, from when a seat has to take a die, with others who take what helps them or what would help us."""

    def __init__(self, s: State, seat: int, dice_value: list[DraftValue], envious: bool, luck: Luck) -> None:
        self.seat: int = seat
        self.luck: Luck = luck
        self.envious: bool = envious
        self._dice_value: list[DraftValue] = dice_value
        self.hands: dict[Hand, int] = {}
        """What can be had in the end, and the faces that can be taken first for it, as bits."""
        self.tables: dict[Hand, State] = {}
        """The table when a hand has been taken."""
        self._collect(s.clone(), 0)

    def _collect(self, s: State, first: int) -> None:
        """All hands that can be had from here; the state is changed."""
        self._others(s)
        if phase_of(s) == PLANNING:
            hand = tuple(sorted(s.players[self.seat].faces))
            self.hands[hand] = self.hands.get(hand, 0) | first
            self.tables[hand] = s
            return
        for action in legal_actions(s, self.seat):
            after = s.clone()
            apply(after, self.seat, action, self.luck)
            self._collect(after, first or 1 << action.a)

    def _others(self, s: State) -> None:
        """The others take, up to the seat's turn."""
        while s.turn != self.seat and phase_of(s) != PLANNING:
            faces = [action.a for action in legal_actions(s, s.turn) if action.kind == TAKE]
            whose = self.seat if self.envious else s.turn
            dice_value = self._dice_value[whose]
            ways = dice_value.fussy.layers(sorted(s.players[whose].faces))[-1]
            apply(s, s.turn, TAKE_DIE[dice_value.pick(ways, faces) - 1], self.luck)


def best_take(
    s: State,
    seat: int,
    plain: Action,
    heuristic: HeuristicValue,
    judge: Judge,
    effort: Effort,
    luck: Luck,
    budget: Budget,
) -> Action:
    """The die to take: the first on the way to the best hands. `plain` is taken when there is no time, or no better."""
    dice_value = [DraftValue(s, other, heuristic) for other in range(len(s.players))]
    worths: dict[Hand, float] = {}
    total = [0.0] * 7
    for envious in (False, True):
        draft = DraftTree(s, seat, dice_value, envious, luck)
        found = _first_takes(draft, dice_value[seat], worths, judge, effort, heuristic, budget)
        if not found:
            break
        for face in range(1, 7):
            total[face] += found[face] * (1.0 - LIKELY if envious else LIKELY)
    best = plain
    for action in legal_actions(s, seat):
        if total[action.a] > total[best.a] + 1e-6:
            best = action
    return best


def _first_takes(
    draft: DraftTree,
    dice_value: DraftValue,
    worths: dict[Hand, float],
    judge: Judge,
    effort: Effort,
    heuristic: HeuristicValue,
    budget: Budget,
) -> list[float]:
    """By the face taken first: the worth of the best hand it leads to. Empty when there was no time to find out."""
    rough: list[tuple[float, Hand]] = []
    for hand in draft.hands:
        if budget.spent(ROUGHLY):
            return []
        rough.append((-dice_value.exact(dice_value.hand(list(hand))), hand))
    rough.sort()
    nothing = -1e6
    found = [nothing] * 7
    for _, hand in rough:
        if hand not in worths:
            if budget.spent(CLOSELY):
                break
            worths[hand] = best_turns(draft.tables[hand], draft.seat, judge, effort, draft.luck, heuristic)[0].worth
        for face in range(1, 7):
            if draft.hands[hand] >> face & 1 and worths[hand] > found[face]:
                found[face] = worths[hand]
    return found if max(found) > nothing else []
