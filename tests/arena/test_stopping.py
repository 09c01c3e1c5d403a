"""The early stop errs no more often than it says, however often one looks; simulated with fixed seeds."""

import random
from collections.abc import Callable

import pytest

from tiefenthal.lab.arena.stopping import Evidence, anytime_interval

Draw = Callable[[random.Random], float]


def wins(chance: float) -> Draw:
    """Two seatings with the same luck: both won, one each, or both lost."""
    return lambda rng: ((rng.random() < chance) + (rng.random() < chance)) / 2


def same(chance: float) -> Draw:
    """Two seatings that always go the same way."""
    return lambda rng: float(rng.random() < chance)


def verdicts(draw: Draw, fair: float, runs: int, deals: int) -> list[tuple[int, int]]:
    """How each of many tournaments was decided, and after how many deals (all of them where it was not)."""
    rng = random.Random(11)
    found: list[tuple[int, int]] = []
    for _ in range(runs):
        evidence = Evidence(fair)
        number = 0
        while number < deals and not evidence.verdict:
            evidence.add(draw(rng))
            number += 1
        found.append((evidence.verdict, number))
    return found


@pytest.mark.parametrize(("draw", "fair"), [(wins(0.5), 0.5), (same(0.5), 0.5), (wins(0.25), 0.25)])
def test_among_equals_it_is_wrong_in_at_most_one_of_twenty(draw: Draw, fair: float) -> None:
    """Although it looks after each of 120 deals. A test of 95 % at each look would be wrong in about 40 %."""
    found = verdicts(draw, fair, 250, 120)
    wrong = len([verdict for verdict, _ in found if verdict])
    assert wrong <= 250 * 0.05


def test_it_decides_and_for_the_right_one() -> None:
    better = verdicts(wins(0.7), 0.5, 60, 400)
    assert {verdict for verdict, _ in better} == {1}
    assert sorted([deals for _, deals in better])[30] < 60
    worse = verdicts(wins(0.15), 0.25, 60, 600)
    assert [verdict for verdict, _ in worse].count(-1) >= 57
    assert [verdict for verdict, _ in worse].count(1) == 0


def test_the_clearer_the_sooner() -> None:
    middle = [sorted([deals for _, deals in verdicts(wins(chance), 0.5, 40, 400)])[20] for chance in (1.0, 0.8, 0.6)]
    assert middle == sorted(middle)
    assert middle[0] <= 8


def test_a_verdict_stands() -> None:
    evidence = Evidence(0.5)
    while not evidence.add(1.0):
        pass
    for _ in range(500):
        evidence.add(0.0)
    assert evidence.verdict == 1


def test_results_at_the_ends_are_no_trouble() -> None:
    evidence = Evidence(0.25)
    for _ in range(5000):
        evidence.add(0.0)
    assert evidence.verdict == -1


def test_the_interval_fits_the_verdict() -> None:
    rng = random.Random(3)
    for chance in (0.35, 0.5, 0.62):
        evidence = Evidence(0.5)
        results: list[float] = []
        while len(results) < 200 and not evidence.verdict:
            results.append(wins(chance)(rng))
            evidence.add(results[-1])
        found = anytime_interval(results)
        assert found.low <= found.value <= found.high
        assert (found.low > 0.5, found.high < 0.5) == (evidence.verdict == 1, evidence.verdict == -1)


def test_the_interval_holds_when_one_stops_as_soon_as_it_pleases() -> None:
    """Stopped at the first moment the interval leaves out the truth, within 60 deals: at most one of twenty may."""
    rng = random.Random(8)
    missed = 0
    for _ in range(40):
        results: list[float] = []
        for number in range(60):
            results.append(same(0.6)(rng))
            if number % 10 == 9:
                found = anytime_interval(results)
                if not found.low <= 0.6 <= found.high:
                    missed += 1
                    break
    assert missed <= 2


def test_intervals_of_nothing_and_of_unanimity() -> None:
    assert anytime_interval([]) == (0.5, 0.0, 1.0)
    every = anytime_interval([1.0] * 100)
    assert every.value == every.high == 1.0
    assert 0.9 < every.low < 1.0
    assert anytime_interval([0.0] * 100).high == pytest.approx(1 - every.low)
