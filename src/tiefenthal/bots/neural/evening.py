"""What hangs on dice and guests still to come, decided by dreaming the evening up to its best turn: which die to take,
and whether the guests may stay. Every answer meets the same luck."""

import random
from typing import Final, NamedTuple

from tiefenthal.bots.clock import Clock, now
from tiefenthal.bots.neural.dreams import Deadline, Dreamer, arrive_again, servers_come, totals_of
from tiefenthal.bots.turn.hopes import Hopes
from tiefenthal.chance import SeededChance
from tiefenthal.rules.actions import AGAIN_PLEASE, STAY_HERE, Action
from tiefenthal.rules.state import State

ENOUGH: Final = 4  # evenings to begin with
CLEARLY: Final = 3.0  # standard errors from nothing


class Care(NamedTuple):
    """How long to think about it."""

    drafts: int = 12
    """Ways the rest of a draft is dreamt up for each die one could take."""
    arrivals: int = 20
    """Evenings dreamt up for staying and for starting again, as long as it is not clear which is better."""
    seconds: float = 0.3
    """The time for one decision; 0 for as long as it takes."""
    clock: Clock = now


def coasters_to_come(s: State, seat: int) -> list[list[int]]:
    """The dice one will choose from after this pick, coaster by coaster, as far as they lie there now. Others will have
    taken some of them; the last entry is the next but last pick's, for the last die is left over anyway."""
    count = len(s.players)
    after = len(s.players[seat].coaster) - 1
    return [s.players[(seat - pick) % count].coaster for pick in range(1, after + 1)]


def rest_of_draft(hopes: Hopes, faces: list[int], coasters: list[list[int]], rng: random.Random) -> list[int]:
    """A whole hand: these dice, and from each coaster to come what adds most, the others having taken at random."""
    hand = faces[:]
    ways = hopes.fussy.layers(sorted(hand))[-1]
    left = len(coasters)
    for coaster in coasters:
        there = coaster[:]
        while len(there) > left:
            del there[rng.randrange(len(there))]
        left -= 1
        if there:
            face = hopes.pick(ways, there)
            hand.append(face)
            ways = hopes.fussy.add(ways, face)
    return hand


def best_take(s: State, seat: int, legal: list[Action], dreamer: Dreamer, care: Care, seed: str) -> Action | None:
    """The die to take from the coaster; None when there was no time to think."""
    p = s.players[seat]
    coasters = coasters_to_come(s, seat)
    hopes = Hopes(s, seat, dreamer.outlook(s.setup))
    known: dict[tuple[int, ...], float] = {}  # a hand that came before is not played out again

    def dream(answer: int, number: int) -> float:
        rng = random.Random(f"{seed} {s.round} draft {len(p.coaster)} {number}")
        face = legal[answer].a
        mine = p.coaster[:]
        mine.remove(face)
        ahead = [mine if coaster is p.coaster else coaster for coaster in coasters]
        hand = rest_of_draft(hopes, [*p.faces, face], ahead, rng)
        key = tuple(sorted(hand))
        if key not in known:
            state = s.clone()
            state.players[seat].faces = hand
            known[key] = dreamer.worth(state, seat, SeededChance("none is needed"))
        return known[key]

    totals = totals_of(len(legal), care.drafts, dream, Deadline(care.seconds, care.clock))
    return legal[max(range(len(legal)), key=totals.__getitem__)] if totals else None


def stay_or_go(s: State, seat: int, dreamer: Dreamer, care: Care, seed: str) -> Action | None:
    """Whether other guests promise more than these and the counter guest; None when there was no time to think."""

    def dream(answer: int, number: int) -> float:
        luck = SeededChance(f"{seed} {s.round} arrival {s.players[seat].counter_guests} {number}")
        state = arrive_again(s, seat, luck) if answer else s.clone()
        servers_come(state, seat, luck)
        dreamer.draft(state, seat, luck)
        return dreamer.worth(state, seat, luck)

    deadline = Deadline(care.seconds, care.clock)
    gains: list[float] = []  # of starting again
    while len(gains) < care.arrivals and not deadline.passed() and not is_clear(gains):
        staying = dream(0, len(gains))
        if deadline.passed():
            break
        gains.append(dream(1, len(gains)) - staying)
    if not gains:
        return None
    return AGAIN_PLEASE if sum(gains) > 0.0 else STAY_HERE


def is_clear(gains: list[float]) -> bool:
    """Whether the mean of these is so far from 0 that more of them would change nothing."""
    count = len(gains)
    if count < ENOUGH:
        return False
    mean = sum(gains) / count
    variance = sum([(gain - mean) * (gain - mean) for gain in gains]) / (count - 1)
    return mean * mean * count > CLEARLY * CLEARLY * variance
