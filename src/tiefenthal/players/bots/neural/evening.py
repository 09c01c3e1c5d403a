"""Choices that depend on dice and guests still to come, decided by the best turn of the evening: which die to take, by
thinking the draft through to its end; and whether the guests may stay, by sampling both evenings with the same luck."""

from typing import Final, NamedTuple

from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.actions import AGAIN_PLEASE, STAY_HERE, TAKE_DIE, Action
from tiefenthal.engine.rules.state import State
from tiefenthal.players.bots.clock import Clock, now
from tiefenthal.players.bots.neural.rollouts import Rollouts, arrive_again, servers_come
from tiefenthal.players.bots.search.draft import Hand, OpenDraft, Taker, Worth
from tiefenthal.players.bots.search.effort import Deadline
from tiefenthal.players.bots.search.followed_turn import moment_of
from tiefenthal.players.bots.search.solo_turn import Key, copy

ENOUGH: Final = 4  # evenings to begin with
CLEARLY: Final = 3.0  # standard errors from nothing


class Care(NamedTuple):
    """How long to think about it."""

    hands: int = 48
    """Hands of dice a draft may lead to that are judged by their best turn, at each take."""
    arrivals: int = 20
    """Evenings sampled for staying and for starting again, as long as it is not clear which is better."""
    seconds: float = 0.3
    """The time for one decision; 0 for as long as it takes."""
    clock: Clock = now
    envy: float = 1.0
    """With two players: what a point counts for that the dice left to the other would bring there."""


class Hands:
    """What hands of dice were found to be worth in one evening, from the first die taken to the last."""

    def __init__(self) -> None:
        self._evening: Key = ()
        self.worths: dict[Hand, float] = {}

    def of(self, s: State, seat: int) -> dict[Hand, float]:
        """For this evening of the seat; what was found in another one is forgotten."""
        without = copy(s, seat)
        without.players[seat].faces = []
        without.players[seat].places = []
        evening = (s.round, *moment_of(without, seat))
        if evening != self._evening:
            self._evening = evening
            self.worths = {}
        return self.worths


class RatedTakes(NamedTuple):
    """What was thought of a draft before a take."""

    takes: dict[int, float]
    """By face on the coaster: what taking it is worth."""
    draft: OpenDraft
    value: Worth
    """What a hand is worth, less what it leaves to the other."""


def best_take(s: State, seat: int, rollouts: Rollouts, care: Care, hands: Hands) -> Action | None:
    """The die to take from the coaster; None when there was no time to think."""
    rated = rated_takes(s, seat, rollouts, care, hands)
    return TAKE_DIE[max(sorted(rated.takes), key=rated.takes.__getitem__) - 1] if rated is not None else None


def rated_takes(s: State, seat: int, rollouts: Rollouts, care: Care, hands: Hands) -> RatedTakes | None:
    """What each die on the coaster is worth; None when there was no time to think."""
    deadline = Deadline(care.seconds, care.clock)
    heuristic = rollouts.heuristic(s.setup)
    draft = OpenDraft(s, seat, heuristic)
    taker = Taker(s, seat, heuristic)
    rated: dict[Hand, float] = {}

    def roughly(hand: Hand) -> float:
        if hand not in rated:  # a hand comes about in hundreds of ways
            rated[hand] = taker.worth(hand)
        return rated[hand]

    worths = hands.of(s, seat)
    possible = draft.hands()
    new = [hand for hand in possible if hand not in worths]
    if len(new) > care.hands:
        new.sort(key=roughly, reverse=True)
    for hand in new[: care.hands]:
        if deadline.passed():
            break
        state = s.clone()
        state.players[seat].faces = list(hand)
        worths[hand] = rollouts.worth(state, seat, SeededChance("none is needed"))
    known = [hand for hand in possible if hand in worths]
    if not known:
        return None
    # The others are not worth a turn's search, or there is no time for it; they are rated in passing.
    level = sum([worths[hand] - roughly(hand) for hand in known]) / len(known) if len(known) < len(possible) else 0.0

    def value(hand: Hand) -> float:
        own = worths[hand] if hand in worths else roughly(hand) + level
        return own - care.envy * draft.left(hand)

    return RatedTakes(draft.takes(value), draft, value)


def stay_or_go(s: State, seat: int, rollouts: Rollouts, care: Care, seed: str) -> Action | None:
    """Whether other guests promise more than these and the counter guest; None when there was no time to think."""
    pairs = sampled_arrivals(s, seat, rollouts, care, seed)
    if not pairs:
        return None
    return AGAIN_PLEASE if sum([again - staying for staying, again in pairs]) > 0.0 else STAY_HERE


def sampled_arrivals(s: State, seat: int, rollouts: Rollouts, care: Care, seed: str) -> list[tuple[float, float]]:
    """Evenings with the guests at hand and with others, each two with the same luck: what they are worth."""

    def rollout(answer: int, number: int) -> float:
        luck = SeededChance(f"{seed} {s.round} arrival {s.players[seat].counter_guests} {number}")
        state = arrive_again(s, seat, luck) if answer else s.clone()
        servers_come(state, seat, luck)
        rollouts.draft(state, seat, luck)
        return rollouts.worth(state, seat, luck)

    deadline = Deadline(care.seconds, care.clock)
    gains: list[float] = []  # of starting again
    pairs: list[tuple[float, float]] = []
    while len(gains) < care.arrivals and not deadline.passed() and not is_clear(gains):
        staying = rollout(0, len(gains))
        if deadline.passed():
            break
        again = rollout(1, len(gains))
        gains.append(again - staying)
        pairs.append((staying, again))
    return pairs


def is_clear(gains: list[float]) -> bool:
    """Whether the mean of these is so far from 0 that more of them would change nothing."""
    count = len(gains)
    if count < ENOUGH:
        return False
    mean = sum(gains) / count
    variance = sum([(gain - mean) * (gain - mean) for gain in gains]) / (count - 1)
    return mean * mean * count > CLEARLY * CLEARLY * variance
