"""Ratings against figures worked out by hand, and their intervals against many tournaments with known strengths."""

import math
import random

import pytest

from tiefenthal.lab.arena.ratings import ANCHOR, ELO, Tallies, Tally, add_up, comparable, elo, strengths


def test_two_bots_have_the_odds_of_their_victories() -> None:
    """75 to 25: three times the strength, 400 log10(3) = 190.85 points."""
    found = strengths(2, {(1, 1): Tally(100, (25, 75))})
    assert found[0] == 0.0
    assert found[1] == pytest.approx(math.log(3))
    assert ELO * found[1] == pytest.approx(190.848502)


def test_draws_count_half() -> None:
    assert strengths(2, {(1, 1): Tally(10, (5, 5))})[1] == pytest.approx(0)
    assert strengths(2, {(1, 1): Tally(40, (10 + 5, 20 + 5))})[1] == pytest.approx(math.log(25 / 15))


def test_three_bots_that_fit_exactly() -> None:
    """Strengths 1, 2, 4: the victories expected of them give them back."""
    tallies: Tallies = {
        (1, 1, 0): Tally(300, (100, 200, 0)),
        (1, 0, 1): Tally(300, (60, 0, 240)),
        (0, 1, 1): Tally(300, (0, 100, 200)),
    }
    assert [math.exp(value) for value in strengths(3, tallies)] == pytest.approx([1, 2, 4])


def test_three_bots_that_do_not_fit() -> None:
    """Agresti's home-and-away-less example in small: the slope must vanish, so expected victories equal real ones."""
    tallies: Tallies = {
        (1, 1, 0): Tally(10, (7, 3, 0)),
        (1, 0, 1): Tally(12, (5, 0, 7)),
        (0, 1, 1): Tally(8, (0, 6, 2)),
    }
    weights = [math.exp(value) for value in strengths(3, tallies)]
    for bot in range(3):
        real = sum([tally.wins[bot] for tally in tallies.values()])
        expected = sum(
            [
                tally.games * weights[bot] / sum([weights[other] for other in range(3) if mixture[other]])
                for mixture, tally in tallies.items()
                if mixture[bot]
            ]
        )
        assert expected == pytest.approx(real)


def test_a_table_of_four_and_several_seats_of_one_bot() -> None:
    """One against three equals wins a quarter; with strength 3 it wins 3 of 6. Two against two: 6 of 8."""
    assert strengths(2, {(1, 3): Tally(40, (10, 30))})[1] == pytest.approx(0)
    assert math.exp(-strengths(2, {(1, 3): Tally(60, (30, 30))})[1]) == pytest.approx(3)
    assert math.exp(-strengths(2, {(2, 2): Tally(80, (60, 20))})[1]) == pytest.approx(3)
    four = strengths(4, {(1, 1, 1, 1): Tally(100, (10, 20, 30, 40))})
    assert [math.exp(value) for value in four] == pytest.approx([1, 2, 3, 4])


def test_without_a_defeat_there_is_no_rating_without_a_draw() -> None:
    tallies: Tallies = {(1, 1): Tally(10, (0.0, 10.0))}
    with pytest.raises(ValueError, match="drawn"):
        strengths(2, tallies)
    assert strengths(2, tallies, drawn=1.0)[1] == pytest.approx(math.log(10.5 / 0.5))
    with pytest.raises(ValueError, match="drawn"):
        strengths(3, {(1, 1, 0): Tally(10, (5.0, 5.0, 0.0))})


def test_who_can_be_compared() -> None:
    beaten: Tallies = {(1, 1, 0): Tally(10, (10, 0, 0)), (0, 1, 1): Tally(10, (0, 4, 6))}
    assert comparable(3, beaten) == [{0}, {1, 2}]
    circle: Tallies = {(1, 1, 0): Tally(1, (1, 0, 0)), (0, 1, 1): Tally(1, (0, 1, 0)), (1, 0, 1): Tally(1, (0, 0, 1))}
    assert comparable(3, circle) == [{0, 1, 2}]
    assert comparable(2, {}) == [{0}, {1}]


def test_bounds_where_nobody_can_tell() -> None:
    deals: list[Tallies] = [{(1, 1, 0): Tally(2, (0, 2, 0)), (0, 1, 1): Tally(2, (0, 1, 1))} for _ in range(30)]
    anchor, found = elo(3, [deals], resamples=50)
    assert anchor == 1  # the first of those that can be compared
    assert found[1].value == ANCHOR
    assert found[0].low == -math.inf
    assert found[0].high == found[0].value < ANCHOR
    assert found[2] == pytest.approx((ANCHOR, ANCHOR, ANCHOR))


def test_bots_that_never_met() -> None:
    """A tournament that was stopped early has ratings too; those apart are bounds."""
    _, found = elo(4, [[{(1, 1, 0, 0): Tally(2, (1.5, 0.5, 0, 0)), (0, 0, 1, 1): Tally(2, (0, 0, 2, 0))}]], resamples=5)
    assert all(math.isfinite(one.value) for one in found)
    assert [math.isinf(one.low) or math.isinf(one.high) for one in found] == [False, False, True, True]


def test_the_order_of_deals_and_how_they_are_grouped_change_no_rating() -> None:
    one: Tallies = {(1, 1): Tally(2, (2, 0))}
    two: Tallies = {(1, 1): Tally(2, (0.5, 1.5))}
    assert add_up([one, two]) == {(1, 1): Tally(4, (2.5, 1.5))}
    values = [elo(2, groups, resamples=2)[1][1].value for groups in ([[one, two]], [[two, one]], [[one], [two]])]
    assert values[0] == pytest.approx(values[1]) == pytest.approx(values[2])


def test_intervals_hold_the_true_rating_although_seatings_share_their_luck() -> None:
    """Deals of two games that nearly always go the same way: 40 tournaments, intervals of 95 %. Were games drawn again
    and not deals, about one interval of six would miss."""
    rng = random.Random(5)
    truth = ELO * math.log(0.7 / 0.3)
    inside = 0
    for number in range(40):
        deals: list[Tallies] = []
        for _ in range(60):
            first = rng.random() < 0.7
            second = first if rng.random() < 0.9 else rng.random() < 0.7
            wins = float(first + second)
            deals.append({(1, 1): Tally(2, (2 - wins, wins))})
        _, found = elo(2, [deals], number, resamples=100)
        inside += found[1].low <= ANCHOR + truth <= found[1].high
    assert 35 <= inside <= 40
