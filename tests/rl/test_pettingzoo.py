"""PettingZoo's own conformance tests, unmodified, and what they do not ask."""

import pickle
import random
import time
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's tests import its games by their old names
    from pettingzoo.test import (
        api_test,
        parallel_api_test,
        parallel_seed_test,
        performance_benchmark,
        render_test,
        seed_test,
    )

from tests.rl.helpers import SOME_SETUPS
from tiefenthal import IllegalActionError, new_game, verify
from tiefenthal.rl import ACTION_COUNT, action_number, tiefenthal_v0
from tiefenthal.rl.pettingzoo_parallel import PASS

# api_test says this of every game with an action mask whose name it does not know.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


def played(env: Any, seed: int, choices: str = "x") -> list[dict[str, float]]:
    """A random game to the end of every agent; the rewards of each step."""
    rng = random.Random(choices)
    env.reset(seed=seed)
    rewards = []
    for _ in env.agent_iter():
        _, _, terminated, _, _ = env.last(observe=False)
        env.step(None if terminated else rng.choice(env.legal_actions()))
        if not terminated:
            rewards.append(dict(env.rewards))
    return rewards


# --- conformance


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_api(players: int, modules: int) -> None:
    api_test(tiefenthal_v0.env(players=players, modules=modules, changes=2), num_cycles=400)


@pytest.mark.parametrize("form", ["uint8", "dict"])
def test_api_in_other_forms(form: str) -> None:
    api_test(tiefenthal_v0.env(observation=form, reward="margin", dense=True, changes=0), num_cycles=200)


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_seed(players: int, modules: int) -> None:
    seed_test(partial(tiefenthal_v0.env, players=players, modules=modules), num_cycles=50)


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_render(players: int, modules: int) -> None:
    env = partial(tiefenthal_v0.env, players=players, modules=modules)
    render_test(env, custom_tests={"svg": lambda picture: picture.startswith("<svg")})


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_parallel_api(players: int, modules: int) -> None:
    parallel_api_test(tiefenthal_v0.parallel_env(players=players, modules=modules, changes=0), num_cycles=400)


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_parallel_seed(players: int, modules: int) -> None:
    """Its actions are not masked, so an illegal one must end the episode rather than raise an error."""
    env = partial(tiefenthal_v0.parallel_env, players=players, modules=modules, illegal="end")
    parallel_seed_test(env, num_cycles=100)


def test_performance(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's benchmark takes five seconds by the clock; a quick clock makes them short."""
    now = time.time
    monkeypatch.setattr(time, "time", lambda: 10 * now())
    performance_benchmark(tiefenthal_v0.env(players=2, modules=1))
    assert "turns per second" in capsys.readouterr().out


# --- one agent after the other


def test_a_seed_gives_the_game_of_new_game_and_later_episodes_follow_from_it() -> None:
    env = tiefenthal_v0.env(players=3, modules=5)
    env.reset(seed=7)
    game = new_game(3, 5, seed=7)
    assert env.episodes.game().digest == game.digest
    assert env.agent_selection == f"player_{game.to_act[0]}" or len(game.to_act) > 1
    env.reset()
    assert env.episodes.table.seed == "7/1"
    env.reset()
    assert env.episodes.table.seed == "7/2"
    env.reset(seed=7)
    assert env.episodes.table.seed == "7"


def test_pettingzoo_can_make_it_by_name() -> None:
    import pettingzoo

    assert isinstance(pettingzoo.make("aec", "tiefenthal_v0", players=4), tiefenthal_v0.env)
    assert isinstance(pettingzoo.make("parallel", "tiefenthal_v0", modules=5), tiefenthal_v0.parallel_env)


def test_without_a_seed_games_differ() -> None:
    first, second = tiefenthal_v0.env(), tiefenthal_v0.env()
    first.reset()
    second.reset()
    assert first.episodes.table.seed != second.episodes.table.seed


def test_nobody_acts_out_of_turn() -> None:
    env = tiefenthal_v0.env(players=2)
    env.reset(seed=1)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(other)["action_mask"].any()
    assert env.observe(env.agent_selection)["action_mask"].sum() == len(env.legal_actions())


def test_illegal_actions_raise_with_the_rule() -> None:
    env = tiefenthal_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection
    with pytest.raises(IllegalActionError, match="B-6"):
        env.step(action_number("buy server"))
    assert env.agent_selection == agent
    env.step(env.legal_actions()[0])  # the game goes on


def test_illegal_actions_can_end_the_episode() -> None:
    env = tiefenthal_v0.env(illegal="end", players=3)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(action_number("buy server"))
    assert all(env.terminations.values())
    assert env.rewards == {name: -1.0 if name == agent else 0.0 for name in env.agents}
    assert env.infos[agent] == {"illegal": True}
    for _ in range(3):
        seen: Any = env.last()[0]
        assert not seen["action_mask"].any()
        env.step(None)
    assert env.agents == []


def test_calls_out_of_order_are_refused() -> None:
    env = tiefenthal_v0.env()
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="has to decide"):
        env.step(None)
    played(env, 1)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    with pytest.raises(ValueError, match="render_mode="):
        env.render()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 5}, "2 to 4 players"),
        ({"modules": 0}, "modules 1 to 5"),
        ({"reward": "fame"}, "the rewards are win, margin, score"),
        ({"dense": True}, "can only be paid at the end"),
        ({"observation": "image"}, "the forms are float32, uint8, dict"),
        ({"changes": -1}, "0 times or more"),
        ({"illegal": "ignore"}, "'raise' an error or 'end'"),
        ({"render_mode": "hologram"}, "the modes are human, ansi, rgb_array, svg"),
    ],
)
@pytest.mark.parametrize("make", [tiefenthal_v0.env, tiefenthal_v0.parallel_env])
def test_bad_options_are_refused_in_words(make: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make(**options)


def test_observations_are_the_callers_own() -> None:
    """Nothing that was given away changes later, and it may be written to."""
    env = tiefenthal_v0.env(observation="uint8")
    env.reset(seed=1)
    kept: Any = env.last()[0]
    before = {name: array.copy() for name, array in kept.items()}
    for _ in range(20):
        env.step(env.legal_actions()[0])
        env.last()
    assert all((kept[name] == before[name]).all() for name in kept)
    kept["observation"][:] = 0
    kept["action_mask"][:] = 0
    seen: Any = env.last()[0]
    assert seen["action_mask"].any()


# --- rewards


@pytest.mark.parametrize("reward", ["win", "margin", "score"])
def test_rewards_are_paid_at_the_end(reward: str) -> None:
    env = tiefenthal_v0.env(players=3, modules=5, reward=reward, changes=0)
    paid = played(env, 11)
    assert all(not any(step.values()) for step in paid[:-1])
    scores = env.episodes.table.scores()
    if reward == "win":
        assert sum(paid[-1].values()) == pytest.approx(1)
        assert paid[-1][f"player_{scores.index(max(scores))}"] > 0
    elif reward == "score":
        assert list(paid[-1].values()) == scores
    else:
        best = sorted(scores)
        assert [paid[-1][f"player_{seat}"] for seat in range(3)] == [
            own - (best[-2] if own == best[-1] else best[-1]) for own in scores
        ]


@pytest.mark.parametrize("reward", ["margin", "score"])
def test_dense_rewards_add_up_to_the_same(reward: str) -> None:
    whole = played(tiefenthal_v0.env(players=2, modules=5, reward=reward, changes=0), 12)
    dense = played(tiefenthal_v0.env(players=2, modules=5, reward=reward, changes=0, dense=True), 12)
    assert len(whole) == len(dense)
    for agent in ("player_0", "player_1"):
        assert sum(step[agent] for step in dense) == whole[-1][agent]
    assert sum(any(step.values()) for step in dense) > 5


# --- all agents at once


def test_agents_who_have_nothing_to_decide_pass() -> None:
    env = tiefenthal_v0.parallel_env(players=3, modules=1)
    observations, _ = env.reset(seed=2)
    together = 0
    rng = random.Random(1)
    steps = 0
    while env.agents:
        waiting = env.episodes.table.waiting
        together += len(waiting) == 3
        actions = {}
        for seat, agent in enumerate(env.agents):
            legal = np.flatnonzero(observations[agent]["action_mask"])
            assert (legal.tolist() == [PASS]) == (seat not in waiting)
            actions[agent] = int(rng.choice(legal))
        observations, rewards, terminated, _, _ = env.step(actions)
        steps += 1
    assert together > 20
    assert steps < len(env.episodes.table.log)
    assert all(terminated.values())
    assert sum(rewards.values()) == pytest.approx(1)
    with pytest.raises(RuntimeError, match="reset"):
        env.step({})


def test_parallel_actions_are_refused_together() -> None:
    env = tiefenthal_v0.parallel_env(players=2)
    env.reset(seed=1)
    stay = action_number("stay")
    for actions, words in (
        ({"player_0": stay, "player_1": action_number("buy server")}, "First decide whether"),
        ({"player_0": stay, "player_1": PASS}, "cannot pass"),
        ({"player_0": stay, "player_1": 99999}, "no action 99999"),
    ):
        with pytest.raises(IllegalActionError, match=words):
            env.step(actions)
    with pytest.raises(ValueError, match="player_1 has given no action"):
        env.step({"player_0": stay})
    assert env.episodes.table.log == []
    env.step({"player_0": stay, "player_1": stay})  # the draft begins: one takes, the other passes
    first = env.episodes.table.seat
    with pytest.raises(IllegalActionError, match="can only pass"):
        env.step(dict.fromkeys(env.agents, env.episodes.table.legal[0].id))
    env.step({agent: env.episodes.table.legal[0].id if at == first else PASS for at, agent in enumerate(env.agents)})


def test_the_parallel_environment_plays_the_same_game() -> None:
    """Its log, replayed one by one, comes to the same end."""
    env = tiefenthal_v0.parallel_env(players=2, modules=5, changes=0)
    observations, _ = env.reset(seed=3)
    rng = random.Random(3)
    while env.agents:
        observations, *_ = env.step(
            {a: int(rng.choice(np.flatnonzero(observations[a]["action_mask"]))) for a in env.agents}
        )
    game = env.episodes.game()
    assert game.over
    assert game.scores == env.episodes.table.scores()
    assert env.action_space("player_0").contains(ACTION_COUNT)
    assert not env.action_space("player_0").contains(ACTION_COUNT + 1)


# --- records, copies


@pytest.mark.parametrize("parallel", [False, True])
def test_records_of_every_episode_are_written_on_request(tmp_path: Path, parallel: bool) -> None:
    """They can be verified against their seed."""
    if parallel:
        both = tiefenthal_v0.parallel_env(records=tmp_path, changes=0)
        rng = random.Random(3)
        for _ in range(2):
            observations, _ = both.reset()
            while both.agents:
                observations, *_ = both.step(
                    {a: int(rng.choice(np.flatnonzero(observations[a]["action_mask"]))) for a in both.agents}
                )
    else:
        env = tiefenthal_v0.env(records=tmp_path, changes=0)
        for seed in range(2):
            played(env, seed)
    paths = sorted(tmp_path.iterdir())
    assert [path.name for path in paths] == ["episode-000001.txt", "episode-000002.txt"]
    for path in paths:
        assert verify(path.read_text(encoding="utf-8")).over


def test_the_record_can_be_asked_for_at_any_time() -> None:
    env = tiefenthal_v0.env(players=2)
    env.reset(seed=5)
    for _ in range(10):
        env.step(env.legal_actions()[0])
    assert "5" in env.record()
    assert len(env.episodes.game().to_act) >= 1


def test_environments_can_be_pickled() -> None:
    """As vectors of environments in processes need it: made again with the same options."""
    for make in (tiefenthal_v0.env, tiefenthal_v0.parallel_env):
        env = pickle.loads(pickle.dumps(make(players=3, modules=2, reward="score")))
        env.reset(seed=1)
        assert len(env.agents) == 3
        assert env.episodes.reward == "score"
