"""How hard to search, and for how long."""

from typing import Final, NamedTuple

from tiefenthal.players.bots.clock import Clock, now


class Effort(NamedTuple):
    """Limits of one search. All but the time decide what is found; that only cuts it short."""

    plans: int = 8
    """Plans of the dice that are looked at more closely."""
    nodes: int = 160
    """Moments of a serving at which something is chosen."""
    ends: int = 64
    """Whole turns shown to the judge."""
    sets: int = 10
    """Sets of purchases for the thalers at the end of one serving."""
    samples: int = 8
    """Pairs of evenings sampled to decide whether the guests stay; 0 decides that by a rule of thumb."""
    margin: float = 14.0
    """A line whose promise is this many points below the best end so far is given up. The promise is the ordering's
    estimate: a judge that disagrees with the ordering needs a wider margin."""
    seconds: float = 0.0
    """Time for one decision; 0 means no limit."""
    clock: Clock = now


QUICK: Final = Effort(plans=4, nodes=60, ends=24, sets=6, samples=4)
"""For playing tens of thousands of games."""
STEADY: Final = Effort()
THOROUGH: Final = Effort(plans=24, nodes=800, ends=300, sets=24, samples=32)


class Deadline:
    """Whether the time of a decision is up; with 0 seconds it never is."""

    __slots__ = ("_clock", "_end")

    def __init__(self, seconds: float, clock: Clock) -> None:
        self._clock: Clock = clock
        self._end: float = clock() + seconds if seconds > 0.0 else 0.0

    def passed(self) -> bool:
        """Whether to stop now."""
        return self._end > 0.0 and self._clock() >= self._end
