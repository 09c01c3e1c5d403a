"""Gymnasium's own check, unmodified, and playing against bots and policies."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env

import tiefenthal.rl
from tests.rl.helpers import SOME_SETUPS
from tiefenthal import IllegalActionError, new_game, verify
from tiefenthal.players.bots.registry import UnknownBotError
from tiefenthal.rl.codec import action_number
from tiefenthal.rl.gymnasium_env import TiefenthalEnv


def first_legal(observation: Any, mask: Any) -> int:
    return int(np.argmax(mask))


def played(env: Any, seed: int, policy: Any = None) -> tuple[float, dict[str, Any], int]:
    """A game to its end: what it brought, its last info, how many steps."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    total, steps, over = 0.0, 0, False
    while not over:
        mask = info["action_mask"]
        action = policy(observation, mask) if policy else int(rng.choice(np.flatnonzero(mask)))
        observation, reward, over, truncated, info = env.step(action)
        assert not truncated
        total += reward
        steps += 1
    return total, info, steps


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_check_env(players: int, modules: int) -> None:
    check_env(gymnasium.make("Tiefenthal-v0", players=players, modules=modules).unwrapped)


@pytest.mark.parametrize("form", ["uint8", "dict"])
def test_check_env_in_other_forms(form: str) -> None:
    env = gymnasium.make("Tiefenthal-v0", observation=form, opponents=("greedy",), reward="score", dense=True)
    check_env(env.unwrapped, skip_render_check=True)


def test_it_is_registered_and_vectors_can_be_made() -> None:
    space = gymnasium.make("Tiefenthal-v0").action_space
    assert isinstance(space, gymnasium.spaces.Discrete)
    assert space.n == tiefenthal.rl.ACTION_COUNT
    vector = gymnasium.make_vec("Tiefenthal-v0", num_envs=3, vectorization_mode="sync", modules=2)
    observations, infos = vector.reset(seed=1)
    assert observations.shape[0] == 3
    actions = np.argmax(infos["action_mask"], axis=1)
    observations, *_ = vector.step(actions)
    assert observations.shape[0] == 3
    vector.close()


def test_the_same_seed_gives_the_same_episode() -> None:
    one = played(TiefenthalEnv(players=3, modules=5, opponents=("random", "greedy")), 4)
    two = played(TiefenthalEnv(players=3, modules=5, opponents=("random", "greedy")), 4)
    assert one[0] == two[0]
    assert one[1]["scores"] == two[1]["scores"]
    assert one[2] == two[2]


def test_the_game_is_that_of_new_game() -> None:
    env = TiefenthalEnv(players=2, modules=1, seat=0)
    env.reset(seed=9)
    assert env.episodes.table.seed == "9"
    game = new_game(2, 1, seed=9)
    for entry in env.episodes.table.log:
        from tiefenthal.rl.codec import action_text

        game.play(entry >> 16, action_text(entry & 0xFFFF))
    assert game.digest == env.episodes.game().digest


def test_the_agent_decides_only_for_its_own_seat() -> None:
    env = TiefenthalEnv(players=4, modules=1, seat=2, opponents=("random",))
    total, info, steps = played(env, 3)
    assert info["seat"] == 2
    own = [entry for entry in env.episodes.table.log if entry >> 16 == 2]
    assert len(own) == steps
    assert total == info["win_share"]
    assert not info["action_mask"].any()


def test_without_a_seat_it_is_drawn() -> None:
    env = TiefenthalEnv(players=4)
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1, 2, 3}
    assert env.reset(seed=3)[1]["seat"] == env.reset(seed=3)[1]["seat"]


def test_policies_can_be_opponents() -> None:
    """The learner can play against itself; a policy sees its own seat's observation."""
    asked = []

    def policy(observation: Any, mask: Any) -> int:
        asked.append(observation.shape)
        return first_legal(observation, mask)

    env = TiefenthalEnv(players=2, opponents=[policy], seat=0, changes=0)
    played(env, 1, first_legal)
    assert len(asked) > 50
    assert set(asked) == {env.observation_space.shape}


def test_greedy_beats_always_taking_the_first() -> None:
    """The named bots really play."""
    env = TiefenthalEnv(opponents=("greedy",), reward="margin", seat=0)
    assert played(env, 2, first_legal)[0] < -20


def test_illegal_actions_end_the_episode_or_raise() -> None:
    env = TiefenthalEnv()
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(action_number("buy server"))
    assert (reward, terminated) == (-1.0, True)
    assert "First decide" in info["illegal"]
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    strict = TiefenthalEnv(illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalActionError):
        strict.step(action_number("buy server"))


def test_masks_as_sb3_contrib_wants_them() -> None:
    env = TiefenthalEnv()
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert (env.action_masks() == info["action_mask"]).all()


def test_dense_rewards_add_up_to_the_score() -> None:
    env = TiefenthalEnv(reward="score", dense=True, modules=5, changes=0)
    total, info, _ = played(env, 6)
    assert total == info["scores"][info["seat"]]


def test_records_name_who_sat_where(tmp_path: Path) -> None:
    env = TiefenthalEnv(players=3, opponents=("greedy", first_legal), records=tmp_path, seat=1, changes=0)
    played(env, 8)
    (path,) = tmp_path.iterdir()
    text = path.read_text(encoding="utf-8")
    assert verify(text).over
    assert [f'[Seat{n} "{name}"]' in text for n, name in ((1, "policy"), (2, "agent"), (3, "greedy"))] == [True] * 3
    assert env.record() == text


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"opponents": ("gredy",)}, UnknownBotError, "did you mean greedy"),
        ({"opponents": "greedy"}, ValueError, "a list of at least one"),
        ({"opponents": ()}, ValueError, "a list of at least one"),
        ({"seat": 2}, ValueError, "are 0 to 1, not 2"),
        ({"render_mode": "film"}, ValueError, "the modes are"),
    ],
)
def test_bad_options_are_refused_in_words(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        TiefenthalEnv(**options)
