"""The figures of a review agree with each other: points lost are the one scale, and everything follows from them. Held
over sixty whole games, as the server sends them and as the terminal shows them (the page: browser/test_review.py).
"""

import contextlib
import io
import re
from decimal import Decimal
from itertools import pairwise

import pytest

from tests.analysis.reviewed import GAMES, make
from tiefenthal.app.cli.review import show_review
from tiefenthal.i18n import CODES, catalogue
from tiefenthal.players.analysis import Review, Reviewer
from tiefenthal.players.analysis.grading import GOOD, GRADES, accuracy_of, grade_of
from tiefenthal.players.analysis.review import COSTLIEST, in_percents
from tiefenthal.server.analysis.answers import _reviewed
from tiefenthal.server.protocol.review import Reviewed, ReviewedSeat

Told = tuple[Reviewer, Review, Reviewed]


@pytest.fixture(scope="module")
def told() -> list[Told]:
    """Every game: its review, and what the server sends of it."""
    found = []
    for number in range(GAMES):
        reviewer, parts = make(number)
        review = reviewer.gather(parts)
        found.append((reviewer, review, _reviewed(reviewer, review)))
    return found


def exact(value: float) -> Decimal:
    """A figure as it is sent and shown."""
    return Decimal(str(value))


def total(seat: ReviewedSeat, kinds: list[str]) -> Decimal:
    return sum((exact(one.cost) for one in seat.accuracy if one.of in kinds), Decimal(0))


PARTS = ["opening", "middle", "end"]


def test_there_are_enough_games_of_all_kinds(told: list[Told]) -> None:
    assert len(told) >= 50
    assert {(one.players, one.modules) for _, one, _ in told} == {(n, m) for n in (2, 3, 4) for m in range(1, 6)}
    assert all(review.complete and review.over for _, review, _ in told)
    assert {one.grade for _, review, _ in told for one in review.decisions} == {name for name, _ in GRADES}


def test_the_parts_add_up_to_the_total(told: list[Told]) -> None:
    """Decisions, evenings, phases and parts of the game, each to the tenth that is shown."""
    for _, _, sent in told:
        for seat in sent.seats:
            own = [exact(one.cost) for one in sent.decisions if one.seat == seat.seat]
            assert all(cost == round(cost, 1) for cost in own)
            phases = [one.of for one in seat.accuracy if one.of not in ("all", *PARTS)]
            assert exact(seat.cost) == sum(own) == total(seat, ["all"]) == total(seat, phases) == total(seat, PARTS)
            assert sum(one.decisions for one in seat.accuracy if one.of in phases) == len(own)


def test_nothing_good_is_among_what_cost_most(told: list[Told]) -> None:
    listed = 0
    for _, _, sent in told:
        for seat in sent.seats:
            costs = sorted((one.cost for one in sent.decisions if one.seat == seat.seat), reverse=True)
            costly = [one.decision for one in seat.costliest]
            assert [one.cost for one in costly] == [cost for cost in costs if cost > GOOD][:COSTLIEST]
            assert not {one.grade for one in costly} & {"best", "good"}
            listed += len(costly)
        for one in sent.decisions:
            assert one.grade == grade_of(one.cost)
            assert (one.grade == "best") == (one.cost == 0.0)
    assert listed > 100


def test_the_more_was_lost_the_lower_the_accuracy(told: list[Told]) -> None:
    """Over all seats of all games: who lost more has no better accuracy, and a worse one if it shows in tenths."""
    seats = sorted(((seat.cost, seat.accuracy[0].accuracy) for _, _, sent in told for seat in sent.seats))
    assert seats[0][0] < 40
    assert seats[-1][0] > 100
    for (less, high), (more, low) in pairwise(seats):
        assert high >= low
        assert high > low or more - less < 0.25 or low == 0.0
    for _, _, sent in told:
        for seat in sent.seats:
            assert all(one.accuracy == accuracy_of(one.cost) for one in seat.accuracy)


def test_chances_are_whole_percents_of_one_whole(told: list[Told]) -> None:
    for _, review, sent in told:
        for one in sent.standings:
            percents = [exact(chance) * 100 for chance in one.chances]
            assert all(percent == int(percent) for percent in percents)
            assert sum(percents) == 100 or len(set(percents) - {Decimal(0)}) == 1
        last = sent.standings[-1].chances
        assert {seat for seat, chance in enumerate(last) if chance} == set(review.winners)


@pytest.mark.parametrize(
    ("chances", "percents"),
    [
        ([0.506, 0.494], [0.51, 0.49]),
        ([0.505, 0.495], [0.51, 0.49]),
        ([1 / 3 + 0.001, 1 / 3, 1 / 3 - 0.001], [0.34, 0.33, 0.33]),
        ([0.001, 0.998, 0.0006, 0.0004], [0.0, 1.0, 0.0, 0.0]),
    ],
)  # fmt: skip
def test_percents(chances: list[float], percents: list[float]) -> None:
    assert in_percents(chances) == percents


def test_the_terminal_shows_the_same(told: list[Told]) -> None:
    for reviewer, review, sent in told:
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            show_review(catalogue("en"), reviewer, review)
        lines = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in text.getvalue().splitlines()
            if "|" in line
        ]
        for number, seat in enumerate(sent.seats):
            name = f"p{number + 1}"
            chances, skill = [line for line in lines if line[0] == name]
            assert chances[1:] == [f"{exact(one.chances[number]) * 100:.0f}" for one in sent.standings]
            assert [skill[1], skill[3]] == [str(seat.score), f"{seat.cost:.1f}"]
            losses = {line[0]: line[number + 1] for line in lines if line[0] in ("in all", *PARTS)}
            assert losses["in all"] == skill[3]
            assert sum(Decimal(losses[part]) for part in PARTS if losses.get(part)) == Decimal(skill[3])
        decisions = [line for line in text.getvalue().splitlines() if line.startswith(" • ")]
        assert all(re.search(r"^ • (Inaccuracy|Mistake|Blunder), ", line) for line in decisions)
        assert "%" not in "".join(decisions)


def test_the_scale_is_explained_as_it_is() -> None:
    for code in CODES:
        words = catalogue(code)
        grades = words.say("rv.decisions.about")
        for name, most in GRADES[1:-1]:
            assert re.search(
                rf"{words.say(f'rv.grade.{name}')}\s?: \D+{words.number(most, decimals=int(most % 1 > 0))}\b", grades
            )
        about = words.say("rv.skill.about")
        assert re.findall(r"\d+", about) == ["100", "1", "2"]
    assert accuracy_of(0.0) - accuracy_of(2.0) == 1.0
