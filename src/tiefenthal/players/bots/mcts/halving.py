"""Which of some candidates is best, when each look at one costs time and tells little.

Sequential halving: all candidates are tried in the same worlds, then the better half goes on, until two are left or the
time is up. What was thought of a candidate before counts like some worlds more, so a few lucky ones do not overrule it;
like how many, follows from the noise.
"""

from collections.abc import Callable
from typing import Final

from tiefenthal.players.bots.clock import Clock

UNKNOWN: Final = 4.0  # worlds that a prior counts for, as long as nothing is known of the noise

Trial = Callable[[int, int], float | None]
"""(candidate, number of the world) -> its worth there, or None when the time was up."""


class Budget:
    """The time of one decision."""

    __slots__ = ("_began", "_clock", "seconds")

    def __init__(self, seconds: float, clock: Clock) -> None:
        self.seconds: float = seconds
        self._clock: Clock = clock
        self._began: float = clock()

    def left(self) -> float:
        """Seconds that are left; not below 0."""
        left = self.seconds - (self._clock() - self._began)
        return left if left > 0.0 else 0.0

    def spent(self, share: float) -> bool:
        """Whether this share of the time is gone."""
        return self._clock() - self._began >= share * self.seconds


class Tally:
    """What is known of one candidate."""

    __slots__ = ("apart", "apart_squared", "candidate", "prior", "total")

    def __init__(self, candidate: int, prior: float) -> None:
        self.candidate: int = candidate
        self.prior: float = prior
        self.total: float = 0.0
        self.apart: float = 0.0
        """From the middle of the candidates, summed over all worlds."""
        self.apart_squared: float = 0.0

    def add(self, value: float, middle: float) -> None:
        """Count the result of one more world."""
        self.total += value
        self.apart += value - middle
        self.apart_squared += (value - middle) * (value - middle)

    def estimate(self, worlds: int, trust: float) -> float:
        """Up to something that is the same for all who were tried in the same worlds."""
        return (self.prior * trust + self.total) / (worlds + trust) if worlds else self.prior


def noise_of(tallies: list[Tally], worlds: int) -> float:
    """The variance, from world to world, of how far a candidate is from the middle."""
    total = 0.0
    for tally in tallies:
        mean = tally.apart / worlds
        total += tally.apart_squared / worlds - mean * mean
    return total / len(tallies) * worlds / (worlds - 1)


def phases_for(count: int) -> int:
    """How often candidates are compared until two are left, and these once more."""
    phases = 1
    while count > 2:
        count = (count + 1) // 2
        phases += 1
    return phases


def best_of(priors: list[float], trial: Trial, trials: int, doubt: float, budget: Budget) -> tuple[int, int]:
    """The best candidate, and in how many worlds it was tried.

    `trials`: at most this many over all candidates. `doubt`: by how much the priors may be wrong between two
    candidates; how much the worlds differ says whether to believe priors or trials more. Each phase gets its share of
    the trials and of the time that is left. If not even one world could be tried, the prior decides.
    """
    alive = [Tally(i, prior) for i, prior in enumerate(priors)]
    if len(alive) == 1:
        return 0, 0
    alive.sort(key=_by_prior)
    phases = phases_for(len(alive))
    begun = 1.0 - budget.left() / budget.seconds if budget.seconds > 0.0 else 1.0
    worlds = 0
    for phase in range(phases):
        until = begun + (1.0 - begun) * (phase + 1) / phases
        for _ in range(max(1, trials // (phases * len(alive)))):
            if budget.spent(until):
                break
            found: list[float] = []
            for tally in alive:
                value = trial(tally.candidate, worlds)
                if value is None:
                    break
                found.append(value)
            if len(found) < len(alive):
                break  # a world that not all have seen compares nothing
            middle = sum(found, 0.0) / len(found)
            for i, tally in enumerate(alive):
                tally.add(found[i], middle)
            worlds += 1
        trust = UNKNOWN
        if worlds > 1:
            trust = noise_of(alive, worlds) / (doubt * doubt) if doubt > 0.0 else 1e9
        alive = _sorted(alive, worlds, trust)
        if phase + 1 < phases:
            alive = alive[: (len(alive) + 1) // 2]
    return alive[0].candidate, worlds


def _by_prior(tally: Tally) -> float:
    return -tally.prior


def _sorted(tallies: list[Tally], worlds: int, trust: float) -> list[Tally]:
    rated = [(-tally.estimate(worlds, trust), i) for i, tally in enumerate(tallies)]
    rated.sort()
    return [tallies[i] for _, i in rated]
