"""The little statistics the arena needs."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

Z_95: Final = 1.959963984540054  # the 97.5 % point of the normal distribution


class Spread(NamedTuple):
    """A handful of numbers told in five."""

    size: int
    """How many numbers."""
    mean: float
    deviation: float
    """Standard deviation of the sample (n - 1); 0 with fewer than two numbers."""
    least: float
    most: float


def spread_of(numbers: Sequence[float]) -> Spread:
    """Mean, standard deviation, least and most."""
    count = len(numbers)
    if count == 0:
        return Spread(0, 0.0, 0.0, 0.0, 0.0)
    mean = math.fsum(numbers) / count
    squares = math.fsum([(number - mean) ** 2 for number in numbers])
    return Spread(count, mean, math.sqrt(squares / (count - 1)) if count > 1 else 0.0, min(numbers), max(numbers))


class Share(NamedTuple):
    """A share of the victories with its 95 % interval."""

    wins: float
    """Victories; a shared one counts in equal parts."""
    games: int
    share: float
    low: float
    high: float


def wilson(wins: float, games: int, z: float = Z_95) -> Share:
    """The share of the games won, with Wilson's score interval.

    A shared victory counts in equal parts, so `wins` need not be whole. The interval is then Wilson's with the mean
    share in the place of the proportion and the number of games as the count: a share between 0 and 1 with mean p never
    varies more than p (1 - p), so the interval is never too narrow, and without shared victories it is Wilson's own.
    """
    if games == 0:
        return Share(0.0, 0, 0.0, 0.0, 1.0)
    share = wins / games
    square = z * z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = z / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    low = 0.0 if wins == 0 else max(0.0, middle - half)
    high = 1.0 if wins == games else min(1.0, middle + half)
    return Share(wins, games, share, low, high)
