"""Means, spreads and the intervals of victory shares, against figures worked out by hand."""

import pytest

from tiefenthal.arena.stats import spread_of, wilson


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
