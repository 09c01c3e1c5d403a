"""Getting to know the judge at the beginning of an evening: a few evenings are dreamt up, each searched with another
leaning by chance, so that the judge is shown turns of every kind."""

import random
from typing import Final, NamedTuple

from tiefenthal.bots.neural.dreams import EFFORT, Dreamer, servers_come
from tiefenthal.bots.neural.follower import Follower
from tiefenthal.bots.turn import Effort
from tiefenthal.bots.turn.leaning import (
    AREAS,
    AT_RING,
    AT_TRACK,
    BEER,
    BOOK,
    COLUMNS,
    COUNTER,
    KINDS,
    RING,
    SCHNAPPS,
    SITTERS,
    THALERS,
    TRACK,
    TRAITS,
    Leaning,
)
from tiefenthal.bots.turn.tavern import survey
from tiefenthal.chance import SeededChance
from tiefenthal.components.kinds import AREA_COUNT, FIRST_REGULAR
from tiefenthal.rules.luck import WHITE
from tiefenthal.rules.state import State

# By how many points a leaning by chance leans, usually.
SPREADS: Final = (
    (SITTERS, 1, 3.0), (SCHNAPPS, 1, 1.5), (COUNTER, 1, 2.0), (THALERS, 1, 0.5), (BEER, 1, 0.7),
    (KINDS, FIRST_REGULAR, 4.0), (AREAS, AREA_COUNT, 5.0), (AT_TRACK, TRACK, 3.0), (AT_RING, RING, 3.0),
    (BOOK, COLUMNS, 3.0),
)  # fmt: skip

Evening = tuple[object, ...]


class Probing(NamedTuple):
    """How well the guide gets to know the judge."""

    searches: int = 8
    """Evenings dreamt up when one begins."""
    effort: Effort = EFFORT
    """For the best turn of each."""


def any_leaning(rng: random.Random) -> Leaning:
    """A leaning by chance."""
    points = [0.0] * TRAITS
    for first, count, spread in SPREADS:
        for trait in range(first, first + count):
            points[trait] = rng.gauss(0.0, spread)
    return Leaning(points)


class Guidance:
    """Keeps the guide of a player's searches close to its judge, from evening to evening."""

    def __init__(self, follower: Follower, probing: Probing, seed: str) -> None:
        self._follower: Follower = follower
        self._searches: int = probing.searches
        self._dreamer: Dreamer = Dreamer(follower, probing.effort)
        self._seed: str = seed
        self._evening: Evening = ()

    def look_around(self, s: State, seat: int) -> Leaning | None:
        """The leaning for a moment between the arrival of the guests and the end of the serving; while serving it stays
        as it is. None where the outlook is right (in the last evening) or nothing is known."""
        follower = self._follower
        follower.attentive = s.round < s.setup.edition.rounds
        if not follower.attentive:
            follower.forget()
            return None
        letter = s.setup.flow.steps[s.step].letter
        if letter == "F":
            return follower.leaning if self._evening[:2] == (seat, s.round) else None
        t = survey(s, seat)
        evening = (seat, s.round, tuple(t.kinds), t.points, t.pay)
        if evening != self._evening:
            self._evening = evening
            follower.forget()
            for number in range(self._searches):
                self._probe(s, seat, letter, number)
        return follower.leaning

    def _probe(self, s: State, seat: int, letter: str, number: int) -> None:
        luck = SeededChance(f"{self._seed} {s.round} probe {number}")
        state = s.clone()
        p = state.players[seat]
        leaning = any_leaning(random.Random(f"{self._seed} {s.round} leaning {number}")) if number else None
        if letter == "D":
            p.faces = [*p.faces, *luck.roll(WHITE, seat, len(p.coaster))]
        elif letter != "E":
            servers_come(state, seat, luck)
            self._dreamer.draft(state, seat, luck)
        self._dreamer.worth(state, seat, luck, leaning)
