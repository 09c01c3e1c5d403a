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


class Estimate(NamedTuple):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


class Share(NamedTuple):
    """A share of the victories with its 95 % interval."""

    wins: float
    """Victories; a shared one counts in equal parts."""
    games: int
    share: float
    low: float
    high: float


def wilson(wins: float, games: float, z: float = Z_95) -> Share:
    """The share of the games won, with Wilson's score interval.

    A shared victory counts in equal parts, so `wins` need not be whole. The interval is then Wilson's with the mean
    share in the place of the proportion and the number of games as the count: a share between 0 and 1 with mean p never
    varies more than p (1 - p), so the interval is never too narrow, and without shared victories it is Wilson's own.
    """
    if games == 0:
        return Share(0.0, 0, 0.0, 0.0, 1.0)
    share = min(1.0, wins / games)
    square = z * z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = z / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    low = 0.0 if wins == 0 else max(0.0, middle - half)
    high = 1.0 if wins == games else min(1.0, middle + half)
    return Share(wins, round(games), share, low, high)


# --- figures from clusters: games that share their luck, seats that share a game


_T_95: Final = (12.7062047, 4.3026527, 3.1824463, 2.7764451, 2.5705818)  # the 97.5 % points for 1 to 5 degrees


def student(freedom: int, z: float = Z_95) -> float:
    """The 97.5 % point of Student's distribution: what to use for `z` when the variance comes from few clusters."""
    if freedom < 1:
        return math.inf
    if freedom <= len(_T_95):
        return _T_95[freedom - 1]
    # The first terms of the expansion in 1 / freedom (Fisher and Cornish); from 6 degrees on exact to 0.001.
    a = (z**3 + z) / 4
    b = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    c = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + a / freedom + b / freedom**2 + c / freedom**3


def share_of_clusters(clusters: Sequence[tuple[float, float]]) -> Estimate:
    """A share with a 95 % interval when only clusters are independent: (won, played) of each, `won` from 0 to `played`.

    The interval is Wilson's, with the number of independent games that would tell as much as these clusters do (the
    effective sample size of Korn and Graubard), reduced because it is itself an estimate from these clusters.
    Clusters in which luck cancels out tell more than as many games, clusters of games that always go the same way less.
    To keep few or unanimous clusters from looking certain, the effective number is worked out as if one more cluster
    had gone wholly the other way.
    """
    size = math.fsum([played for _, played in clusters])
    count = len(clusters)
    if size == 0:
        return Estimate(0.0, 0.0, 1.0)
    share = min(1.0, max(0.0, math.fsum([won for won, _ in clusters]) / size))
    if count < 2:
        return Estimate(share, 0.0, 1.0)
    effective = _effective_size(clusters, size, share) * (Z_95 / student(count - 1)) ** 2
    found = wilson(share * effective, effective)
    return Estimate(share, found.low, found.high)


def _effective_size(clusters: Sequence[tuple[float, float]], size: float, share: float) -> float:
    typical = size / len(clusters)
    doubted = [*clusters, (0.0 if share >= 0.5 else typical, typical)]
    whole = size + typical
    mean = math.fsum([won for won, _ in doubted]) / whole
    squares = math.fsum([(won - mean * played) ** 2 for won, played in doubted])
    variance = len(doubted) / (len(doubted) - 1) * squares / (size * size)
    return mean * (1 - mean) / variance


def mean_of_clusters(clusters: Sequence[tuple[float, float]]) -> Estimate:
    """A mean with a 95 % interval when only clusters are independent: (sum, how many) of each. Student's interval with
    the linearised variance of a ratio."""
    size = math.fsum([number for _, number in clusters])
    count = len([number for _, number in clusters if number])
    if size == 0:
        return Estimate(0.0, -math.inf, math.inf)
    mean = math.fsum([total for total, _ in clusters]) / size
    if count < 2:
        return Estimate(mean, -math.inf, math.inf)
    squares = math.fsum([(total - mean * number) ** 2 for total, number in clusters])
    half = student(count - 1) * math.sqrt(count / (count - 1) * squares) / size
    return Estimate(mean, mean - half, mean + half)
