"""Many games in one call play what single games play, on one process or on several."""

import os
import random
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.figures import FIGURES
from tests.rl.helpers import SOME_SETUPS, setup_of
from tiefenthal import IllegalActionError, verify
from tiefenthal.rl import ACTION_COUNT, Batch, BatchError, Layout, ProcessBatch, action_number
from tiefenthal.rl.core.stepped_game import SteppedGame
from tiefenthal.rl.rewards import worth


@pytest.mark.parametrize(("players", "modules"), SOME_SETUPS)
def test_every_game_is_the_one_it_would_be_alone(players: int, modules: int) -> None:
    """Over the ends of games, too: observations, masks, seats, scores and rewards."""
    count = 3
    setup = setup_of(players, modules)
    batch = Batch(count, players, modules, edition=setup.edition, changes=2, observation="uint8", reward="margin")
    tables = [SteppedGame(setup, 2) for _ in range(count)]
    episodes = [0] * count
    for index, table in enumerate(tables):
        table.begin(f"x/{index}/0")
    batch.reset("x")
    rng = random.Random(1)
    ended = 0
    while ended < 3:
        for index, table in enumerate(tables):
            assert batch.observations[index].tobytes() == table.row(table.seat)
            assert batch.masks[index].tobytes() == bytes(table.mask)
            assert batch.seats[index] == table.seat
        actions = [rng.choice(table.legal).id for table in tables]
        batch.step(actions)
        for index, table in enumerate(tables):
            table.step(actions[index])
            assert batch.scores[index].tolist() == table.scores()
            assert batch.dones[index] == (table.seat < 0)
            expected = worth("margin", table.scores(), []) if table.seat < 0 else [0.0] * players
            assert batch.rewards[index].tolist() == expected
            if table.seat < 0:
                ended += 1
                episodes[index] += 1
                table.begin(f"x/{index}/{episodes[index]}")


def test_floats_are_the_bytes_scaled() -> None:
    floats, numbers = Batch(2, 2, 5), Batch(2, 2, 5, observation="uint8")
    generator = np.random.default_rng(1)
    floats.reset(3)
    numbers.reset(3)
    for _ in range(50):
        actions = floats.sample(generator)
        floats.step(actions)
        numbers.step(np.array(actions))
        assert np.array_equal(floats.observations, numbers.layout.floats(numbers.observations))
    assert floats.observations.dtype == np.float32


def test_the_arrays_are_made_once() -> None:
    batch = Batch(4)
    observations, masks = batch.reset(1)
    for _ in range(5):
        again = batch.step(batch.sample(np.random.default_rng(1)))
        assert again[0] is observations is batch.observations
        assert again[1] is masks is batch.masks
        assert again[2] is batch.rewards
        assert again[3] is batch.dones


@pytest.mark.parametrize("reward", ["score", "margin"])
def test_dense_rewards_add_up_to_the_final_ones(reward: str) -> None:
    batch = Batch(2, 3, 5, reward=reward, dense=True, changes=0)
    batch.reset(1)
    generator = np.random.default_rng(1)
    total = np.zeros((2, 3))
    ended = 0
    while ended < 4:
        _, _, rewards, dones = batch.step(batch.sample(generator))
        total += rewards
        for end in batch.ended:
            assert dones[end.index]
            assert total[end.index].tolist() == worth(reward, end.scores, end.win_shares)
            total[end.index] = 0
            ended += 1


def test_one_illegal_action_refuses_them_all() -> None:
    batch = Batch(3, observation="uint8")
    batch.reset(1)
    before = batch.observations.copy()
    legal = batch.sample(np.random.default_rng(1))
    with pytest.raises(IllegalActionError, match=r"Game 2: First decide .*B-6"):
        batch.step([legal[0], legal[1], action_number("buy server")])
    for wrong in (-1, ACTION_COUNT):
        with pytest.raises(IllegalActionError, match="Game 1: There is no action"):
            batch.step([legal[0], wrong, legal[2]])
    with pytest.raises(ValueError, match="for each of the 3 games"):
        batch.step(legal[:2])
    assert (batch.observations == before).all()
    batch.step(legal)


def test_records_of_games_that_end(tmp_path: Path) -> None:
    batch = Batch(2, records=tmp_path, changes=0)
    batch.reset(5)
    generator = np.random.default_rng(1)
    while len(list(tmp_path.iterdir())) < 2:
        batch.step(batch.sample(generator))
    for path in tmp_path.iterdir():
        assert verify(path.read_text(encoding="utf-8")).over
    assert "5/0/" in batch.record(0)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"count": 0}, "at least one game"),
        ({"count": 2, "observation": "dict"}, "float32 or uint8"),
        ({"count": 2, "players": 1}, "2 to 4 players"),
        ({"count": 2, "reward": "win", "dense": True}, "at the end"),
        ({"count": 2, "changes": -3}, "0 times or more"),
    ],
)
@pytest.mark.parametrize("make", [Batch, ProcessBatch])
def test_bad_options_are_refused_in_words(make: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make(**options)


# --- several processes


def test_processes_play_the_same_games() -> None:
    """Whatever their number; rewards, ends and all."""
    alone = Batch(5, 3, 5, reward="score", dense=True, changes=0)
    generator = np.random.default_rng(1)
    with ProcessBatch(5, 3, 5, reward="score", dense=True, changes=0, processes=2) as spread:
        for seed in (1, 2):
            alone.reset(seed)
            spread.reset(seed)
            ended = 0
            while not ended:
                assert (spread.observations == alone.observations).all()
                assert (spread.masks == alone.masks).all()
                assert (spread.seats == alone.seats).all()
                actions = spread.sample(generator)
                alone.step(actions)
                spread.step(actions)
                assert (spread.rewards == alone.rewards).all()
                assert (spread.dones == alone.dones).all()
                assert (spread.scores == alone.scores).all()
                ended = int(alone.dones.sum())
        legal = spread.sample(generator)
        for wrong in (ACTION_COUNT, -1, action_number("keep t20")):
            with pytest.raises(ValueError, match=f"action {wrong} is not legal in game 4"):
                spread.step([*legal[:4].tolist(), wrong])
        with pytest.raises(ValueError, match="for each of the 5 games"):
            spread.step(legal[:3])
        spread.step(legal)
        killed = spread._processes[0]
        assert killed.pid is not None
        os.kill(killed.pid, signal.SIGKILL)
        killed.join()
        with pytest.raises(BatchError, match="closed"):
            spread.step(spread.sample(generator))
    with pytest.raises(BatchError, match="the batch is closed"):
        spread.reset(1)
    spread.close()  # twice is no harm


def test_sampling_is_fair_in_both() -> None:
    """Every legal action comes up, none that is not legal, about equally often."""
    batch = Batch(1, 2, 1)
    batch.reset(1)
    batch.step([action_number("stay")])
    batch.step([action_number("stay")])  # the draft: some faces to choose from
    generator = np.random.default_rng(1)
    legal = np.flatnonzero(batch.masks[0]).tolist()
    assert len(legal) > 1
    drawn = [batch.sample(generator)[0] for _ in range(400)]
    spread: Any = ProcessBatch.__new__(ProcessBatch)
    spread.masks, spread.count, spread._rows = batch.masks, 1, np.arange(1)
    drawn_too = [int(ProcessBatch.sample(spread, generator)[0]) for _ in range(400)]
    for found in (drawn, drawn_too):
        counts = [found.count(action) for action in legal]
        assert sum(counts) == 400
        assert min(counts) > 400 / len(legal) / 2


def test_more_processes_than_games_are_not_started() -> None:
    with pytest.raises(ValueError, match="at least one process"):
        ProcessBatch(2, processes=0)
    with ProcessBatch(1, processes=3, edition=FIGURES) as batch:
        assert len(batch._processes) == 1
        batch.reset(1)
        assert batch.layout.size == Layout(2, FIGURES).size
