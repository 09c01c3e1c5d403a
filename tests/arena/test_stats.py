"""Means, spreads and the intervals of victory shares, against figures worked out by hand."""

import random

import pytest

from tiefenthal.lab.arena.stats import mean_of_clusters, share_of_clusters, spread_of, student, wilson


def test_spread() -> None:
    spread = spread_of([2, 4, 4, 4, 5, 5, 7, 9])
    assert (spread.size, spread.mean, spread.least, spread.most) == (8, 5.0, 2, 9)
    assert spread.deviation == pytest.approx((32 / 7) ** 0.5)
    assert spread_of([3]) == (1, 3.0, 0.0, 3, 3)
    assert spread_of([]) == (0, 0.0, 0.0, 0.0, 0.0)


def test_wilson_of_half() -> None:
    """50 of 100: centre 0.5; half-width 1.96 / 1.0384 * sqrt(0.0025 + 3.8415 / 40000) = 0.0962."""
    share = wilson(50, 100)
    assert share.share == 0.5
    assert share.low == pytest.approx(0.4038, abs=1e-4)
    assert share.high == pytest.approx(0.5962, abs=1e-4)


def test_wilson_near_the_ends() -> None:
    """0 of 10: from 0 to z² / (n + z²) = 3.8415 / 13.8415 = 0.2775. 9 of 10: 0.5958 to 0.9821."""
    none = wilson(0, 10)
    assert none.low == 0.0
    assert none.high == pytest.approx(0.27753, abs=1e-5)
    every = wilson(10, 10)
    assert every.low == pytest.approx(1 - 0.27753, abs=1e-5)
    assert every.high == 1.0
    nine = wilson(9, 10)
    assert nine.low == pytest.approx(0.5958, abs=1e-4)
    assert nine.high == pytest.approx(0.9821, abs=1e-4)


def test_shared_victories_count_in_equal_parts() -> None:
    """2.5 of 10: centre (0.25 + 0.192073) / 1.384146 = 0.319384; half-width by the formula."""
    share = wilson(2.5, 10)
    assert share.share == 0.25
    assert (share.low + share.high) / 2 == pytest.approx(0.319384, abs=1e-5)
    z, n, p = 1.959964, 10, 0.25
    half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    assert (share.high - share.low) / 2 == pytest.approx(half, abs=1e-5)
    assert wilson(2, 10).low < share.low < wilson(3, 10).low


def test_no_games_no_knowledge() -> None:
    assert wilson(0, 0) == (0.0, 0, 0.0, 0.0, 1.0)


def test_student() -> None:
    """From any table of the t distribution, two-sided 5 %."""
    for freedom, point in ((1, 12.706), (2, 4.303), (5, 2.571), (6, 2.447), (10, 2.228), (30, 2.042), (120, 1.980)):
        assert student(freedom) == pytest.approx(point, abs=0.002)


def test_a_mean_of_clusters_of_one_is_students() -> None:
    """1 to 5: mean 3, deviation sqrt(2.5), t(4) = 2.776, half-width 2.776 * sqrt(2.5 / 5) = 1.963."""
    found = mean_of_clusters([(number, 1) for number in (1, 2, 3, 4, 5)])
    assert found.value == 3
    assert found.high - 3 == pytest.approx(1.963, abs=0.001)
    assert 3 - found.low == pytest.approx(1.963, abs=0.001)
    assert mean_of_clusters([(6, 2), (3, 1)]).value == 3
    assert mean_of_clusters([(6, 2)])[1:] == (float("-inf"), float("inf"))


def test_clusters_of_one_game_are_games() -> None:
    """60 of 100 alone: nearly Wilson's own interval; the difference is Student and the doubting cluster."""
    found = share_of_clusters([(1, 1)] * 60 + [(0, 1)] * 40)
    wanted = wilson(60, 100)
    assert found.value == 0.6
    assert found.low == pytest.approx(wanted.low, abs=0.01)
    assert found.high == pytest.approx(wanted.high, abs=0.01)


def test_clusters_that_go_the_same_way_count_once() -> None:
    twice = share_of_clusters([(2, 2)] * 60 + [(0, 2)] * 40)
    once = share_of_clusters([(1, 1)] * 60 + [(0, 1)] * 40)
    assert twice == pytest.approx(once)
    apart = share_of_clusters([(1, 2)] * 80 + [(2, 2)] * 20)
    assert apart.value == pytest.approx(0.6)
    assert apart.high - apart.low < (twice.high - twice.low) / 2


def test_few_and_unanimous_clusters_are_not_certain() -> None:
    assert share_of_clusters([(2, 2)]) == (1.0, 0.0, 1.0)
    assert share_of_clusters([]) == (0.0, 0.0, 1.0)
    unanimous = share_of_clusters([(2, 2)] * 100)
    assert unanimous.high == 1.0
    assert 0.95 < unanimous.low < wilson(200, 200).low
    level = share_of_clusters([(1, 2)] * 5)
    assert level.high - level.low > 0.2


@pytest.mark.parametrize(("chance", "alike"), [(0.5, 0.0), (0.7, 0.9), (0.95, 0.5), (0.97, 0.0), (0.25, 1.0)])
def test_intervals_of_shares_hold(chance: float, alike: float) -> None:
    """Deals of two games, alike or not: at least 93 of 100 intervals of 95 % hold the truth (one in 40 samples of a
    perfect 95 % would miss that; the seed is fixed)."""
    rng = random.Random(2)
    inside = 0
    for _ in range(200):
        clusters: list[tuple[float, float]] = []
        for _ in range(50):
            first = rng.random() < chance
            second = first if rng.random() < alike else rng.random() < chance
            clusters.append((float(first + second), 2))
        found = share_of_clusters(clusters)
        inside += found.low <= chance <= found.high
    assert inside >= 0.93 * 200
