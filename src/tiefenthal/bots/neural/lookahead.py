"""One evening further: the best few turns are compared by what the next evening makes of them.

For each of them some next evenings are dreamt up (`dreams`), the best turn of each is searched, quickly, and judged.
All turns meet the same luck, so that it tells them apart less than they differ. It is a judge like any other: what it
is shown are the ends of a search, and those it looks into come out on top of the others.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from tiefenthal.bots.neural.dreams import Deadline, Dreamer, means_of, next_evening
from tiefenthal.bots.turn import Judge
from tiefenthal.chance import SeededChance
from tiefenthal.rules.state import State


class Look(NamedTuple):
    """How far to look."""

    turns: int = 6
    """The best turns that are looked into."""
    evenings: int = 12
    """Next evenings dreamt up for each."""
    within: float = 6.0
    """Turns that seem worse than the best by more than this are not looked into."""
    doubt: float = 5.0
    """As many evenings as the plain judgement counts for beside those dreamt up: a few tell little."""
    seconds: float = 0.45
    """The time for it; 0 for as long as it takes."""
    clock: Callable[[], float] = time.perf_counter


class Lookahead:
    """Another judge's worths, the best ones corrected by a look at the next evening."""

    def __init__(self, judge: Judge, look: Look | None = None, seed: int | str = 0) -> None:
        self.plain: Judge = judge
        self.look: Look = look or Look()
        self._seed: str = str(seed)
        self._dreamer: Dreamer = Dreamer(judge)

    def judge(self, states: list[State], seat: int) -> list[float]:
        """The worths; those looked into first, in their new order."""
        worths = self.plain.judge(states, seat)
        look = self.look
        if len(states) < 2 or states[0].round >= states[0].setup.edition.rounds:
            return worths
        order = sorted(range(len(states)), key=worths.__getitem__, reverse=True)
        best = worths[order[0]]
        chosen = [number for number in order[: look.turns] if worths[number] >= best - look.within]
        if len(chosen) < 2:
            return worths
        dreams, evenings = self._dreams([states[number] for number in chosen], seat)
        if not dreams:
            return worths
        # What the dreams are on average above or below the plain judgement is no merit of any turn.
        level = sum([worths[number] - dream for number, dream in zip(chosen, dreams, strict=True)]) / len(chosen)
        least = worths[chosen[-1]]
        trust = evenings / (evenings + look.doubt)
        for number, dream in zip(chosen, dreams, strict=True):
            worths[number] += trust * (dream + level - worths[number])
        # Nobody who was not looked into comes before one who was.
        lowest = min([worths[number] for number in chosen])
        down = max(0.0, least - lowest)
        inside = set(chosen)
        return [worth if number in inside else worth - down for number, worth in enumerate(worths)]

    def _dreams(self, states: list[State], seat: int) -> tuple[list[float], int]:
        """For each state the mean worth after next evenings, and how many; nothing when there is no time for one."""
        look = self.look

        def dream(answer: int, number: int) -> float:
            luck = SeededChance(f"{self._seed} {states[0].round} dream {number}")
            s = next_evening(states[answer], seat, luck)
            self._dreamer.draft(s, seat, luck)
            return self._dreamer.worth(s, seat, luck)

        return means_of(len(states), look.evenings, dream, Deadline(look.seconds, look.clock))
