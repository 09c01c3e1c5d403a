"""Whole games of all set-ups with a cost for every decision, as a review of them would have. The games and standings
are real, the costs are drawn: the test is about what a review makes of costs, and grading sixty games takes long.
"""

import random
from typing import Final

from tests.figures import FIGURES
from tests.setups import ALL_SETUPS
from tiefenthal.engine.game import new_game
from tiefenthal.players.analysis import Reviewer
from tiefenthal.players.analysis.data import GradedDecision
from tiefenthal.players.analysis.grading import grade_of
from tiefenthal.players.analysis.moments import Moment
from tiefenthal.players.analysis.review import Part
from tiefenthal.players.bots import make_bot

GAMES: Final = 60
BUDGET: Final = 1


def make(number: int) -> tuple[Reviewer, list[Part]]:
    """Play one, its seats differently well."""
    players, modules = ALL_SETUPS[number % len(ALL_SETUPS)]
    game = new_game(players, modules, f"reviewed {number}", FIGURES)
    bots = [make_bot(("greedy", "random")[(number + seat) % 2], f"{number} {seat}") for seat in range(players)]
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, bots[seat].choose(game.view(seat), game.legal_actions(seat)))
    reviewer = Reviewer(game.record, BUDGET)
    rng = random.Random(number)
    often = [rng.choice((0.0, 0.1, 0.5, 0.9)) for _ in range(players)]
    parts = []
    for unit in reviewer.units():
        own = reviewer.moments.evenings[unit].decisions
        graded = [_graded(one, unit[1], rng.expovariate(0.4) if rng.random() < often[unit[1]] else 0.0) for one in own]
        parts.append(Part(*unit, graded, None))
    return reviewer, parts


def _graded(one: Moment, seat: int, cost: float) -> GradedDecision:
    cost = round(cost, 1)
    return GradedDecision(seat, one.state.round, one.phase, one.kind, one.ply, [], [], cost, grade_of(cost), [])
