"""The figures of the heuristic: all are read, and they follow from the edition's."""

from typing import ClassVar

import pytest

from scripts.fit_planner import Fit
from tests.bots.neural.tables import ended_turns
from tests.figures import FIGURES
from tiefenthal.engine.components import built_in_edition, load_edition, parse_edition
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.summary import survey
from tiefenthal.players.bots.search.weights import (
    LEAN,
    RICH,
    RICH_BY_MODULES,
    RICH_WEIGHTS,
    RING_WEIGHTS,
    WEIGHTS,
    HeuristicWeights,
    guest_points,
    weights_for,
)

GUESTS_COUNT = "76abffb74a5078c12ad639e685efeaacc8ac5108ba92d7e6a851fe879e7aaffb"
"""The edition that the weights for guests who bring points were fitted to."""


def test_every_weight_matters_or_is_a_choice() -> None:
    """No figure of the heuristic is left over: each is read when an heuristic is made. The test looks inside, where
    only the pure build lets it."""

    class Asked(HeuristicWeights):
        """Notes which figures are read."""

        seen: ClassVar[set[str]] = set()

        def __getattribute__(self, name: str) -> object:
            if name in HeuristicWeights._fields:
                Asked.seen.add(name)
            return super().__getattribute__(name)

    HeuristicValue(make_setup(2, 5, load_edition()), Asked(*WEIGHTS))
    assert Asked.seen == set(HeuristicWeights._fields)


def test_the_weights_follow_what_guests_bring() -> None:
    """Each of the two editions they were made for has its own, exactly; what lies between is between."""
    rich = built_in_edition(GUESTS_COUNT)
    assert rich is not None
    assert guest_points(FIGURES) == LEAN
    assert guest_points(rich) == RICH
    assert weights_for(1, FIGURES) == WEIGHTS
    assert weights_for(3, FIGURES) == RING_WEIGHTS
    for modules, weights in enumerate(RICH_BY_MODULES, 1):
        assert weights_for(modules, rich) == pytest.approx(weights)
    points = "points_by_cost = { 3 = 8, 4 = 10, 5 = 11, 6 = 11, 7 = 12, 8 = 15 }"
    text = rich.text.replace('name = "reference"', 'name = "changed"')
    assert points in text
    between = weights_for(
        1, parse_edition(text.replace(points, "points_by_cost = { 3 = 5, 4 = 5, 5 = 5, 6 = 5, 7 = 5, 8 = 5 }"))
    )
    assert sorted([WEIGHTS.beer, between.beer, RICH_WEIGHTS.beer])[1] == between.beer
    assert WEIGHTS.first_beer < between.first_beer < RICH_WEIGHTS.first_beer
    high = "points_by_cost = { 3 = 20, 4 = 20, 5 = 20, 6 = 20, 7 = 20, 8 = 20 }"
    assert weights_for(1, parse_edition(text.replace(points, high))) == pytest.approx(RICH_WEIGHTS)


def test_a_fit_finds_the_weights_that_judged() -> None:
    """scripts/fit_planner.py, with the heuristic itself in the place of the network."""
    setup = make_setup(2, 1, FIGURES)
    meant = WEIGHTS._replace(beer=1.8, crowd=0.6)
    judge = HeuristicValue(setup, meant)
    ends = [survey(s, seat) for s, seat in ended_turns(2, 1) if s.round < 8]
    turns = [[(judge.value(end), end) for end in ends[i::4]] for i in range(4)]
    found = Fit(setup, turns, WEIGHTS, prior=1e-4).run(8)
    after = HeuristicValue(setup, found)
    for turn in turns:
        (one, first), (other, second) = turn[:2]
        assert after.value(first) - after.value(second) == pytest.approx(one - other, abs=0.3)
