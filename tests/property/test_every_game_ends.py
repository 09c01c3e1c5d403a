"""Every game ends: random play through all set-ups, with sound states all the way."""

import random

import pytest

from tests.setups import ALL_SETUPS
from tiefenthal import new_game
from tiefenthal.engine.rules.invariants import problems

LONGEST = 20_000  # decisions; random games of four take about 800


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_random_games_end_after_eight_rounds(players: int, modules: int) -> None:
    """Whatever is chosen, seats in any order, the game ends, and nothing was lost on the way."""
    for seed in range(3):
        rng = random.Random(seed)
        game = new_game(players=players, modules=modules, seed=seed)
        while not game.over:
            assert game.ply < LONGEST
            seat = rng.choice(game.to_act)
            game.play(seat, rng.choice(game.legal_actions(seat)))
            if game.ply % 10 == 0:
                assert problems(game.state) == []
        assert game.round == 8
        assert problems(game.state) == []
        assert game.outcome is not None
        assert max(game.outcome.scores) == game.outcome.scores[game.outcome.winners[0]]


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_always_taking_the_first_action_ends_the_game(players: int, modules: int) -> None:
    """The example of the README, for every set-up: the order of legal actions leads on, never in circles."""
    game = new_game(players=players, modules=modules, seed=7)
    while not game.over:
        assert game.ply < LONGEST
        seat = game.to_act[0]
        game.play(seat, game.legal_actions(seat)[0])
    assert game.round == 8
