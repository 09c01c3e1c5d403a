"""Small systems of linear equations, and a regression that allows for seats of one game not being independent."""

import math
from collections.abc import Sequence

from tiefenthal.lab.arena.stats import Z_95, Estimate, student

Row = tuple[dict[int, float], float]
"""One observation: the features that are not 0, by number, and the result."""


def solve(matrix: Sequence[Sequence[float]], rights: Sequence[Sequence[float]]) -> list[list[float]] | None:
    """The solutions for several right-hand sides, by Gauss and Jordan; None when the matrix is as good as singular."""
    size = len(matrix)
    rows = [[*matrix[i], *[right[i] for right in rights]] for i in range(size)]
    for i in range(size):
        best = max(range(i, size), key=lambda row: abs(rows[row][i]))
        if abs(rows[best][i]) < 1e-12:
            return None
        rows[i], rows[best] = rows[best], rows[i]
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for other in range(size):
            factor = rows[other][i]
            if other != i and factor:
                rows[other] = [value - factor * taken for value, taken in zip(rows[other], rows[i], strict=True)]
    return [[rows[i][size + j] for i in range(size)] for j in range(len(rights))]


def within_games(games: Sequence[Sequence[Row]], features: int, ridge: float = 1e-6) -> list[Estimate]:
    """What each feature is worth, other features being equal: least squares on the differences between the seats of a
    game, with 95 % intervals from game to game.

    Only differences at the same table count, so tables with much or little for everybody do not matter. A feature that
    all seats always have alike gets 0 with an open interval.
    """
    squares = [[0.0] * features for _ in range(features)]
    products = [0.0] * features
    tables = [_apart(game, features) for game in games]
    for seats in tables:
        for row, result in seats:
            used = [i for i in range(features) if row[i]]
            for i in used:
                products[i] += row[i] * result
                line = squares[i]
                for j in used:
                    line[j] += row[i] * row[j]
    known = [i for i in range(features) if squares[i][i] > 1e-9]
    size = len(known)
    small = [[squares[i][j] + (ridge if i == j else 0.0) for j in known] for i in known]
    unit = [[float(i == j) for j in range(size)] for i in range(size)]
    inverse = solve(small, unit)
    found = [Estimate(0.0, -math.inf, math.inf)] * features
    if inverse is None or len(games) < 2:
        return found
    worth = [math.fsum([inverse[i][j] * products[known[j]] for j in range(size)]) for i in range(size)]
    variance = [0.0] * size
    for seats in tables:
        pulls = [0.0] * size
        for row, result in seats:
            left = result - math.fsum([row[known[j]] * worth[j] for j in range(size)])
            for j in range(size):
                pulls[j] += row[known[j]] * left
        for i in range(size):
            variance[i] += math.fsum([inverse[i][j] * pulls[j] for j in range(size) if pulls[j]]) ** 2
    reach = student(len(games) - 1) * math.sqrt(len(games) / (len(games) - 1))
    for i, feature in enumerate(known):
        half = reach * math.sqrt(variance[i])
        found[feature] = Estimate(worth[i], worth[i] - half, worth[i] + half)
    return found


def _apart(game: Sequence[Row], features: int) -> list[tuple[list[float], float]]:
    """The seats of a game as differences from its means."""
    count = len(game)
    means = [0.0] * features
    for row, _ in game:
        for feature, value in row.items():
            means[feature] += value / count
    mean = math.fsum([result for _, result in game]) / count
    return [([row.get(i, 0.0) - means[i] for i in range(features)], result - mean) for row, result in game]


def correlation(games: Sequence[Sequence[tuple[float, float]]]) -> Estimate:
    """How two figures go together among the seats of a game, from -1 to 1; Fisher's 95 % interval, with the games as
    the count."""
    xs: list[float] = []
    ys: list[float] = []
    for game in games:
        middle_x = math.fsum([x for x, _ in game]) / len(game)
        middle_y = math.fsum([y for _, y in game]) / len(game)
        xs += [x - middle_x for x, _ in game]
        ys += [y - middle_y for _, y in game]
    spread = math.sqrt(math.fsum([x * x for x in xs]) * math.fsum([y * y for y in ys]))
    if spread == 0 or len(games) < 4:
        return Estimate(0.0, -1.0, 1.0)
    found = max(-0.999999, min(0.999999, math.fsum([x * y for x, y in zip(xs, ys, strict=True)]) / spread))
    half = Z_95 / math.sqrt(len(games) - 3)
    return Estimate(found, math.tanh(math.atanh(found) - half), math.tanh(math.atanh(found) + half))
