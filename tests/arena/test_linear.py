"""Least squares within tables, against figures worked out by hand and against made-up games."""

import math
import random

import pytest

from tiefenthal.lab.arena.linear import Row, correlation, solve, within_games


def test_equations() -> None:
    """2x + y = 5, x + 3y = 10: x = 1, y = 3. The inverse of [[2, 1], [1, 3]] is [[3, -1], [-1, 2]] / 5."""
    assert solved([[2, 1], [1, 3]], [[5, 10]]) == pytest.approx([1, 3])
    assert solved([[2, 1], [1, 3]], [[1, 0], [0, 1]]) == pytest.approx([0.6, -0.2, -0.2, 0.4])
    assert solved([[0, 1], [1, 0]], [[3, 4]]) == pytest.approx([4, 3])
    assert solve([[1, 2], [2, 4]], [[1, 2]]) is None


def solved(matrix: list[list[float]], rights: list[list[float]]) -> list[float]:
    found = solve(matrix, rights)
    assert found is not None
    return [value for solution in found for value in solution]


def test_only_differences_at_a_table_count() -> None:
    """Who has the feature scores 4 more; tables differ by 100, which must not matter."""
    games: list[list[Row]] = [[({0: 1.0}, 14.0), ({}, 10.0)], [({}, 110.0), ({0: 1.0}, 114.0)]]
    assert within_games(games, 1)[0].value == pytest.approx(4, abs=1e-4)
    always: list[list[Row]] = [[({0: 1.0}, 10.0), ({0: 1.0}, 20.0)]] * 3
    assert within_games(always, 1)[0] == (0.0, -math.inf, math.inf)


def test_values_are_found_again_and_intervals_hold() -> None:
    truth = [5.0, -3.0, 0.0, 8.0]
    rng = random.Random(4)
    inside = 0
    for _ in range(25):
        games: list[list[Row]] = []
        for _ in range(60):
            table = rng.gauss(100, 20)
            seats: list[Row] = []
            for _ in range(3):
                row = {feature: 1.0 for feature in range(4) if rng.random() < 0.4}
                seats.append((row, table + sum([truth[feature] for feature in row]) + rng.gauss(0, 10)))
            games.append(seats)
        found = within_games(games, 4)
        inside += sum([one.low <= value <= one.high for one, value in zip(found, truth, strict=True)])
    assert 88 <= inside <= 100


def test_correlation() -> None:
    games = [[(1.0, 1.0), (0.0, 0.0)], [(5.0, 0.0), (7.0, 1.0)]] * 10
    assert correlation(games).value == pytest.approx(0.948683, abs=1e-5)  # 3 / sqrt(5 * 2)
    opposite = correlation([[(a, 1 - b) for a, b in game] for game in games])
    assert opposite.value == pytest.approx(-0.948683, abs=1e-5)
    assert opposite.low < opposite.value < opposite.high < 0
    assert correlation([[(1.0, 1.0), (1.0, 0.0)]] * 10) == (0.0, -1.0, 1.0)
