"""OpenSpiel's own conformance tests, unmodified, and how luck comes into the tree."""

import importlib
import random
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel

from tests.rl.helpers import SOME_SETUPS
from tiefenthal import IllegalActionError
from tiefenthal.engine.rules.scoring import score
from tiefenthal.rl import openspiel
from tiefenthal.rl.codec import ACTION_COUNT, action_number
from tiefenthal.rl.core.writer import Writer
from tiefenthal.rl.observation import Layout
from tiefenthal.rl.tree import Node

EXPLICIT = "luck=explicit,outcomes=8"


def of_openspiel(name: str) -> Any:
    """A module of OpenSpiel's tests. Some list the registered games when they are imported: ours is among them now."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what they import is not ours to mend
        return importlib.import_module(f"open_spiel.{name}")


api_test = of_openspiel("integration_tests.api_test")
games_sim_test = of_openspiel("python.tests.games_sim_test")
sampled_stochastic_games_test = of_openspiel("python.tests.sampled_stochastic_games_test")


def load(players: int = 2, modules: int = 1, more: str = "rng_seed=1") -> Any:
    return pyspiel.load_game(f"tiefenthal(players={players},modules={modules},changes=0,{more})")


def walk(state: Any, steps: int, seed: int = 0) -> Any:
    """So many random steps on; luck is one of them."""
    rng = random.Random(seed)
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


# --- conformance


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_random_simulation(players: int, modules: int) -> None:
    """OpenSpiel's C++ test; it also writes games down where it can, which is with explicit luck."""
    pyspiel.random_sim_test(load(players, modules), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (3, 5)])
def test_random_simulation_with_serialisation(players: int, modules: int) -> None:
    pyspiel.random_sim_test(load(players, modules, EXPLICIT), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_python_simulation(players: int, modules: int) -> None:
    """OpenSpiel's Python test, with pickling."""
    test = games_sim_test.GamesSimTest("sim_game")
    test.sim_game(load(players, modules), check_pyspiel_serialization=False)


def test_python_simulation_with_serialisation() -> None:
    games_sim_test.GamesSimTest("sim_game").sim_game(load(2, 5, EXPLICIT))


def test_the_generator_of_a_pickled_game_goes_on() -> None:
    """OpenSpiel's test of sampled games."""
    names = [game.short_name for game in sampled_stochastic_games_test.SPIEL_SAMPLED_STOCHASTIC_GAMES_LIST]
    name = f"test_stateful_game_serialization{names.index('tiefenthal')}"
    getattr(sampled_stochastic_games_test.SampledStochasticGamesTest(name), name)()


def api_class(players: int, modules: int, more: str) -> type[Any]:
    name = f"TestApi{players}{modules}{'Explicit' if 'explicit' in more else ''}"
    return type(
        name,
        (api_test.EnforceAPIOnPartialTreeBase,),
        {"game": load(players, modules, more), "game_name": "tiefenthal", "__test__": True},
    )


globals().update(
    {
        made.__name__: made
        for made in [api_class(players, modules, "rng_seed=1") for players, modules in SOME_SETUPS]
        + [api_class(2, 5, EXPLICIT)]
    }
)


# --- what they do not ask


def test_it_is_registered_as_sampled_and_sequential() -> None:
    kind = pyspiel.load_game("tiefenthal").get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert load(2, 1, EXPLICIT).get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert pyspiel.load_game("tiefenthal").num_distinct_actions() == ACTION_COUNT


def test_a_state_can_be_played_again_from_its_history() -> None:
    game = load(3, 5)
    state = walk(game.new_initial_state(), 150)
    again = load(3, 5, "rng_seed=99").new_initial_state()
    for number in state.history():
        again.apply_action(number)
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()
    assert again.observation_tensor(1) == state.observation_tensor(1)


def test_copies_do_not_know_the_luck_to_come() -> None:
    """Luck is drawn when it is needed: two copies that get there get different luck, and so will the game itself."""
    state = load(2, 1).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    stay = action_number("stay")
    state.apply_action(stay)
    seen = set()
    for _ in range(5):
        copy = state.clone()
        copy.apply_action(stay)  # then the white dice are rolled
        assert copy.is_chance_node()
        copy.apply_action(copy.legal_actions()[0])
        seen.add(str(copy))
    assert len(seen) > 1


def test_the_seed_decides_the_luck() -> None:
    games = [str(walk(load(2, 5, f"rng_seed={seed}").new_initial_state(), 100)) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_returns_are_those_of_the_reward() -> None:
    for reward, most in (("win", 1.0), ("score", 2000.0), ("margin", 2000.0)):
        game = load(2, 1, f"rng_seed=1,reward={reward}")
        state = walk(game.new_initial_state(), 10000)
        table = state.node.state
        assert state.is_terminal()
        assert game.max_utility() == most
        points = [score(table, seat) for seat in range(2)]
        if reward == "score":
            assert state.returns() == points
        elif reward == "margin":
            assert state.returns() == [points[0] - points[1], points[1] - points[0]]
        else:
            assert sum(state.returns()) == 1.0
            assert state.returns()[points.index(max(points))] > 0


def test_observations_are_those_of_the_other_environments() -> None:
    """The same numbers as everywhere, in floats."""
    state = walk(load(3, 5).new_initial_state(), 120)
    node: Node = state.node
    assert node.state is not None
    row = Writer(node.setup).observe(node.state, 2)
    floats = Layout(3, node.setup.edition).floats(np.frombuffer(row, np.uint8))
    assert np.allclose(state.observation_tensor(2), floats)
    assert "player_2" in state.observation_string(2)


def test_moves_have_their_texts() -> None:
    state = load(2, 1).new_initial_state()
    luck = state.legal_actions()[0]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, luck) == f"luck {luck}"
    state.apply_action(luck)
    assert state.action_to_string(0, action_number("stay")) == "stay"


def test_no_random_game_comes_near_the_longest() -> None:
    game = load(2, 5, "rng_seed=1")
    state = walk(game.new_initial_state(), 100000)
    assert state.is_terminal()
    assert state.move_number() * 4 < game.max_game_length() == openspiel.most_decisions(state.node.setup, 0)


def test_what_cannot_be_is_refused() -> None:
    node = Node(load().new_initial_state().node.setup, 0)
    with pytest.raises(IllegalActionError):
        node.decide(0)
    node.luck(1)
    with pytest.raises(ValueError, match="no luck is needed"):
        node.luck(1)
    with pytest.raises(IllegalActionError, match="not legal here"):
        node.apply(0)
    for wrong in ("luck=bad", "outcomes=1", "changes=-1", "players=5", "reward=fame"):
        with pytest.raises((ValueError, pyspiel.SpielError)):
            pyspiel.load_game(f"tiefenthal({wrong})")
