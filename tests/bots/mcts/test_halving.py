"""Sequential halving: finds the better one, listens to what was thought before, and keeps to its time."""

import random

import pytest

from tests.bots.mcts.clock import CountedClock
from tiefenthal.players.bots.mcts.halving import Budget, best_of, phases_for


def endless() -> Budget:
    return Budget(1e9, CountedClock())


@pytest.mark.parametrize(("count", "phases"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4)])
def test_phases(count: int, phases: int) -> None:
    assert phases_for(count) == phases


def test_the_best_is_found_through_the_noise() -> None:
    """Worth 0.0, 0.5, ... 3.5, seen through noise of 3 that half of them share."""
    right = 0
    for seed in range(40):
        rng = random.Random(seed)
        shared = [rng.gauss(0, 3) for _ in range(1000)]
        own = {(i, n): rng.gauss(0, 1.5) for i in range(8) for n in range(1000)}

        def trial(i: int, n: int, shared: list[float] = shared, own: dict[tuple[int, int], float] = own) -> float:
            return 0.5 * i + shared[n] + own[i, n]

        found, worlds = best_of([0.0] * 8, trial, 240, 9.0, endless())
        right += found >= 6
        assert worlds > 50
    assert right >= 36


def test_the_last_two_are_seen_most() -> None:
    seen = [0] * 8

    def trial(i: int, n: int) -> float:
        seen[i] += 1
        return float(i)

    assert best_of([0.0] * 8, trial, 240, 9.0, endless())[0] == 7
    assert seen[0] == min(seen) == 10
    assert seen[7] == seen[6] == max(seen) == 10 + 20 + 40
    assert sum(seen) <= 240


def test_what_was_thought_before_counts_for_less_the_less_noise_there_is() -> None:
    """Candidate 1 was thought 1 better, and does 1 worse on average; in every world it is 3 off that, up or down."""

    def noisy(i: int, n: int) -> float:
        return (1.0 if n % 2 else -1.0) * 3.0 if i else 1.0

    def clear(i: int, n: int) -> float:
        return 0.0 if i else 1.0

    assert best_of([0.0, 1.0], clear, 40, 1.0, endless()) == (0, 20)
    assert best_of([0.0, 1.0], noisy, 4, 1.0, endless()) == (1, 2)
    assert best_of([0.0, 1.0], noisy, 40, 1.0, endless()) == (0, 20)
    assert best_of([0.0, 1.0], noisy, 40, 0.2, endless()) == (1, 20)  # hardly any doubt
    assert best_of([0.0, 1.0], clear, 40, 0.0, endless()) == (1, 20)  # who has no doubt listens to nobody


def test_without_time_the_thought_before_decides() -> None:
    def trial(i: int, n: int) -> float:
        raise AssertionError("there was no time for this")

    assert best_of([1.0, 3.0, 2.0], trial, 100, 5.0, Budget(0.0, CountedClock())) == (1, 0)


def test_a_single_candidate_needs_no_trial() -> None:
    def trial(i: int, n: int) -> float:
        raise AssertionError("nothing is to be found out")

    assert best_of([1.0], trial, 100, 5.0, endless()) == (0, 0)


def test_a_world_that_not_all_have_seen_compares_nothing() -> None:
    """The time is up in the second world after the first candidate did well there."""

    def trial(i: int, n: int) -> float | None:
        if n == 0:
            return float(i)
        return 100.0 if i == 0 and n == 1 else None

    found, worlds = best_of([0.0, 0.0], trial, 100, 1.0, endless())
    assert (found, worlds) == (1, 1)


def test_every_phase_gets_its_share_of_the_time() -> None:
    """Eight candidates in time for few trials: the halving still happens, and the time is kept."""
    ticking = _Ticking()
    seen = [0] * 8

    def timed(i: int, n: int) -> float:
        ticking.now += 0.001
        seen[i] += 1
        return float(i)

    found, _ = best_of([0.0] * 8, timed, 10**6, 9.0, Budget(0.12, ticking))
    assert found == 7
    assert seen[7] > seen[4] > seen[0] > 0
    assert ticking.now <= 0.12 + 0.008  # one world of the first phase at most


class _Ticking:
    """A clock moved on by hand."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now
