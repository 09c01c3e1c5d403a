"""An attempt judged against the stored answer."""

from typing import Final, Literal

import msgspec

from tiefenthal.engine.rules.state import State
from tiefenthal.players.analysis.data import Reason
from tiefenthal.players.analysis.judge import OutlookJudge
from tiefenthal.players.analysis.reasons import differences, lost_by
from tiefenthal.players.bots.neural.weights import find_networks
from tiefenthal.players.bots.search.solo_turn import key_of
from tiefenthal.players.puzzles.attempt import Attempt, UnfinishedError
from tiefenthal.players.puzzles.data import DRAFT, Puzzle

BEST: Final = "best"
NEARLY: Final = "nearly"
NOT: Final = "not"
NEAR: Final = 4.0
"""A try that costs up to this many points is nearly right: in a review it would be an inaccuracy, not a mistake."""


class Verdict(msgspec.Struct, frozen=True):
    """What is said about an attempt."""

    result: Literal["best", "nearly", "not"]
    cost: float
    """In points, against the answer; 0 for the best."""
    reasons: list[Reason]
    """For the answer: against what was played; where that is the best, against the second best."""


def end_of(puzzle: Puzzle, actions: list[str]) -> Attempt:
    """The attempt these actions make. Raises IllegalActionError, UnfinishedError."""
    attempt = Attempt(puzzle)
    for text in actions:
        attempt.play(text)
    if not attempt.over:
        raise UnfinishedError("the turn is not finished")
    return attempt


def same_end(one: State, other: State, seat: int) -> bool:
    """Whether two turns have the same result, whatever their order."""
    return key_of(one, seat) == key_of(other, seat)


def judge_attempt(puzzle: Puzzle, actions: list[str]) -> Verdict:
    """The verdict on a whole turn, or on a take. Raises IllegalActionError, UnfinishedError."""
    attempt = end_of(puzzle, actions)
    if puzzle.kind == DRAFT:
        return _take(puzzle, actions[0])
    answer = end_of(puzzle, puzzle.answer)
    seat = puzzle.seat
    if same_end(attempt.state, answer.state, seat):
        return Verdict(BEST, 0.0, puzzle.reasons)
    for ending in (attempt.state, answer.state):
        ending.guest_deck = sorted(attempt.start.guest_deck)
    mine, best = judge().judge([attempt.state, answer.state], seat)
    # Even if the network cannot tell it from the answer, it is not the answer.
    cost = round(max(0.1, best - mine), 1)
    lost = (lost_by(attempt.start, seat, answer.actions), lost_by(attempt.start, seat, attempt.actions))
    reasons = differences(attempt.start, answer.state, attempt.state, seat, lost)
    return Verdict(NEARLY if cost <= NEAR else NOT, cost, reasons)


def _take(puzzle: Puzzle, taken: str) -> Verdict:
    if taken == puzzle.answer[0]:
        return Verdict(BEST, 0.0, puzzle.reasons)
    cost = round(puzzle.costs[taken], 1)
    return Verdict(NEARLY if cost <= NEAR else NOT, cost, puzzle.against[taken])


def judge() -> OutlookJudge:
    """The strongest bot's judge."""
    return OutlookJudge(find_networks())
