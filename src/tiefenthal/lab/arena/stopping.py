"""When is it decided who is better? A rule that may look after every deal and still errs no more often than it says.

Somebody bets against "this bot is not above its fair share": before every deal a fixed part of the money is put on the
next result. If the claim is true the money can only shrink on average, whatever the results are distributed like, so it
never grows twentyfold in more than one tournament of twenty (Ville's inequality). When it does, the claim is given up.
Bets of several sizes run side by side, because nobody knows beforehand how different the bots are; the same is done for
"not below". The unit is a deal: its seatings share their luck, so they are one observation, between 0 and 1.
(Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, 2024.)
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tiefenthal.lab.arena.stats import Estimate

ERROR: Final = 0.05
"""How often, at most, a wrong decision may be made, for each question asked."""
BETS: Final = (0.03, 0.06, 0.1, 0.2, 0.3, 0.4, 0.55, 0.7, 0.85, 0.97)
"""Parts of the most that could be bet without going into debt."""


class Evidence:
    """How strongly results speak for a mean above, or below, a given one."""

    def __init__(self, mean: float, error: float = ERROR) -> None:
        self.mean: float = mean
        self.needed: float = math.log(2 / error)  # half of the error for each direction
        """The log of what the money must have grown to."""
        self._above: list[float] = [0.0] * len(BETS)  # log money, by bet
        self._below: list[float] = [0.0] * len(BETS)
        self.verdict: int = 0
        """1: above, -1: below, 0: open. A verdict stands, whatever comes later."""

    def add(self, result: float) -> int:
        """One more result, from 0 to 1; the verdict after it."""
        up = result / self.mean - 1
        down = (1 - result) / (1 - self.mean) - 1
        for i, bet in enumerate(BETS):
            self._above[i] += math.log1p(bet * up)
            self._below[i] += math.log1p(bet * down)
        if self.verdict == 0:
            if _money(self._above) >= self.needed:
                self.verdict = 1
            elif _money(self._below) >= self.needed:
                self.verdict = -1
        return self.verdict


def _money(logs: Sequence[float]) -> float:
    """The log of the mean over the bets."""
    most = max(logs)
    return most + math.log(math.fsum([math.exp(one - most) for one in logs]) / len(logs))


def anytime_interval(results: Sequence[float], error: float = ERROR) -> Estimate:
    """The mean of results from 0 to 1, with the means that the bets do not rule out.

    It may be asked after any number of results, chosen by looking at them, and still holds the true mean in 95 % of
    cases. That costs some width.
    """
    if not results:
        return Estimate(0.5, 0.0, 1.0)
    mean = math.fsum(results) / len(results)
    needed = math.log(2 / error)
    counts = Counter(results)  # few different ones
    low = _lowest(counts, mean, needed)
    high = 1 - _lowest({1 - result: count for result, count in counts.items()}, 1 - mean, needed)
    return Estimate(mean, min(mean, low), max(mean, high))


def _lowest(results: Mapping[float, int], mean: float, needed: float) -> float:
    """The lowest mean not ruled out. The money won against a mean shrinks as that mean grows, so halving finds it."""
    low, high = 0.0, mean
    if mean == 0:
        return 0.0
    for _ in range(40):
        tried = (low + high) / 2
        money = [
            math.fsum([count * math.log1p(bet * (result / tried - 1)) for result, count in results.items()])
            for bet in BETS
        ]
        if _money(money) >= needed:
            low = tried
        else:
            high = tried
    return low
