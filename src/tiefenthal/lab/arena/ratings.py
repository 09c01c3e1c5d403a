"""Ratings: from who won how often against whom to one number for each bot.

The model is Luce's: at a table every seat has a strength, and wins with a chance in proportion to it. For two players
that is the model of Bradley and Terry; for more it is the same idea, and a bot may hold several seats. A shared victory
counts in equal parts. On Elo's scale 400 points are ten times the strength.
"""

import math
import random
from collections.abc import Hashable, Mapping, Sequence
from operator import mul
from typing import Final, NamedTuple

from tiefenthal.lab.arena.linear import solve
from tiefenthal.lab.arena.stats import Estimate

ELO: Final = 400 / math.log(10)
"""Points of Elo's scale to a unit of log strength."""
ANCHOR: Final = 1000.0
"""The rating of the bot the others are compared with."""
RESAMPLES: Final = 1000
DRAWN_BEFORE: Final = 1.0
"""Games every two bots that meet are taken to have drawn beforehand. Without them a bot that never lost would be
infinitely strong; beside hundreds of games one draw does not matter."""

Mixture = tuple[int, ...]
"""How many seats each bot holds at a table, in the order of the bots."""


class Tally(NamedTuple):
    """Games at tables of one mixture, and the victories of each bot in them."""

    games: float
    wins: tuple[float, ...]


Tallies = Mapping[Mixture, Tally]


def strengths(bots: int, tallies: Tallies, drawn: float = 0.0, start: Sequence[float] | None = None) -> list[float]:
    """The log strengths that make the results likeliest, the first bot's being 0.

    `drawn` games are added between every two bots that met, one against one. The likelihood is concave, so Newton's
    steps, halved where they would overshoot, find its only maximum. Raises ValueError if it has none: a bot that
    won or lost everything, or bots that never met, without `drawn`.
    """
    tables = _with_draws(bots, tallies, drawn)
    found = [0.0] * bots if start is None else [value - start[0] for value in start]
    likely = _likelihood(found, tables)
    for _ in range(200):
        slope, curve = _derivatives(found, tables)
        solved = solve(curve, [slope])
        if solved is None or max([abs(value) for value in found]) > 60:
            raise ValueError("these results fit infinitely different strengths best; add a drawn game")
        step = solved[0]
        size = 1.0
        while size > 1e-9:
            tried = [found[0], *[value + size * change for value, change in zip(found[1:], step, strict=True)]]
            now = _likelihood(tried, tables)
            if now >= likely - 1e-12:
                break
            size /= 2
        found, likely = tried, now
        if max([abs(change) for change in step], default=0.0) < 1e-10:
            return found
    raise ValueError("these results fit infinitely different strengths best; add a drawn game")


def _with_draws(bots: int, tallies: Tallies, drawn: float) -> list[tuple[Mixture, Tally]]:
    """The games, and a draw between every two bots that have met; where that leaves some apart, between all."""
    tables = [(mixture, tally) for mixture, tally in tallies.items() if tally.games]
    if not drawn:
        return tables
    pairs = [(one, other) for one in range(bots) for other in range(one)]
    met = [pair for pair in pairs if any(mixture[pair[0]] and mixture[pair[1]] for mixture, _ in tables)]
    for one, other in met if _connected(bots, met) else pairs:
        mixture = tuple([int(bot in (one, other)) for bot in range(bots)])
        tables.append((mixture, Tally(drawn, tuple([drawn / 2 * seats for seats in mixture]))))
    return tables


def _connected(bots: int, pairs: Sequence[tuple[int, int]]) -> bool:
    group = {0}
    for _ in range(bots):
        group |= {bot for pair in pairs if group & set(pair) for bot in pair}
    return len(group) == bots


def _chances(found: Sequence[float], mixture: Mixture) -> list[float]:
    """How likely each bot is to win a game at such a table, with all its seats together."""
    most = max([value for value, seats in zip(found, mixture, strict=True) if seats])
    weights = [seats * math.exp(value - most) if seats else 0.0 for value, seats in zip(found, mixture, strict=True)]
    total = math.fsum(weights)
    return [weight / total for weight in weights]


def _likelihood(found: Sequence[float], tables: Sequence[tuple[Mixture, Tally]]) -> float:
    likely = 0.0
    for mixture, tally in tables:
        for wins, chance in zip(tally.wins, _chances(found, mixture), strict=True):
            if wins:
                likely += wins * math.log(max(chance, 1e-300))
    return likely


def _derivatives(
    found: Sequence[float], tables: Sequence[tuple[Mixture, Tally]]
) -> tuple[list[float], list[list[float]]]:
    """The slope, and the curvature turned positive, in all strengths but the first."""
    size = len(found) - 1
    slope = [0.0] * size
    curve = [[0.0] * size for _ in range(size)]
    for mixture, tally in tables:
        chances = _chances(found, mixture)
        for i in range(size):
            chance = chances[i + 1]
            slope[i] += tally.wins[i + 1] - tally.games * chance
            curve[i][i] += tally.games * chance
            for j in range(size):
                curve[i][j] -= tally.games * chance * chances[j + 1]
    return slope, curve


# --- with intervals


def add_up(tallies: Sequence[Tallies]) -> dict[Mixture, Tally]:
    """All of them together."""
    total: dict[Mixture, Tally] = {}
    for one in tallies:
        for mixture, tally in one.items():
            before = total.get(mixture)
            if before is None:
                total[mixture] = tally
            else:
                wins = tuple([a + b for a, b in zip(before.wins, tally.wins, strict=True)])
                total[mixture] = Tally(before.games + tally.games, wins)
    return total


def comparable(bots: int, tallies: Tallies) -> list[set[int]]:
    """The bots in classes: within a class everybody has lost something to everybody, at least by way of others. Between
    classes there is no telling how far apart they are, only who is above; ratings are bounds there."""
    reached = [{bot} for bot in range(bots)]
    for mixture, tally in tallies.items():
        for bot, wins in enumerate(tally.wins):
            if wins:
                reached[bot] |= {other for other, seats in enumerate(mixture) if seats}
    for middle in range(bots):
        for bot in range(bots):
            if middle in reached[bot]:
                reached[bot] |= reached[middle]
    classes: list[set[int]] = []
    for bot in range(bots):
        found = {other for other in reached[bot] if bot in reached[other]}
        if found not in classes:
            classes.append(found)
    return classes


def elo(
    bots: int,
    groups: Sequence[Sequence[Tallies]],
    seed: Hashable = 0,
    resamples: int = RESAMPLES,
    drawn: float = DRAWN_BEFORE,
) -> tuple[int, list[Estimate]]:
    """Elo ratings with 95 % intervals, and which bot they are relative to: the first of the largest class of bots that
    can be compared. Where a rating is only a bound, the interval is open.

    A group holds what is alike (one set-up), and in it one entry for each deal: everything played with the same luck,
    which is not independent of itself. So whole deals are drawn again, with repeats, within each group; the middle 95 %
    of the ratings that come out are the interval.
    """
    total = add_up([deal for group in groups for deal in group])
    with_anchor = max(comparable(bots, total), key=len)
    anchor = min(with_anchor)
    whole = strengths(bots, total, drawn)
    columns = [_columns(bots, group) for group in groups]
    rng = random.Random(f"tiefenthal ratings {seed}")
    drawn_again: list[list[float]] = []
    for _ in range(resamples):
        tallies: list[Tallies] = []
        for group, held in zip(groups, columns, strict=True):
            times = [0] * len(group)
            for deal in rng.choices(range(len(group)), k=len(group)) if group else ():
                times[deal] += 1
            tallies.append(
                {
                    mixture: Tally(sum(map(mul, times, games)), tuple([sum(map(mul, times, wins)) for wins in won]))
                    for mixture, (games, won) in held.items()
                }
            )
        drawn_again.append(strengths(bots, add_up(tallies), drawn, whole))
    found: list[Estimate] = []
    for bot in range(bots):
        value = ANCHOR + ELO * (whole[bot] - whole[anchor])
        if bot in with_anchor:
            ratings = [ANCHOR + ELO * (again[bot] - again[anchor]) for again in drawn_again]
            low, high = _quantile(ratings, 0.025), _quantile(ratings, 0.975)
            found.append(Estimate(value, min(value, low), max(value, high)))
        else:
            found.append(Estimate(value, -math.inf, value) if value < ANCHOR else Estimate(value, value, math.inf))
    return anchor, found


def _columns(bots: int, group: Sequence[Tallies]) -> dict[Mixture, tuple[list[float], list[list[float]]]]:
    """The tallies of a group by mixture: a number for each deal, games first, then the victories of each bot."""
    none = Tally(0, (0.0,) * bots)
    found: dict[Mixture, tuple[list[float], list[list[float]]]] = {}
    for mixture in dict.fromkeys([mixture for deal in group for mixture in deal]):
        rows = [deal.get(mixture, none) for deal in group]
        found[mixture] = ([row.games for row in rows], [[row.wins[bot] for row in rows] for bot in range(bots)])
    return found


def _quantile(numbers: list[float], part: float) -> float:
    """Between the two nearest numbers."""
    if not numbers:
        return math.nan
    numbers.sort()
    place = part * (len(numbers) - 1)
    below = math.floor(place)
    above = min(below + 1, len(numbers) - 1)
    return numbers[below] + (place - below) * (numbers[above] - numbers[below])
