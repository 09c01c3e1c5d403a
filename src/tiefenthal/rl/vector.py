"""Many games in one call, on one core (`Batch`) or on several (`ProcessBatch`), in arrays that are made once.

Row i of every array belongs to game i. After `reset` and after each `step` they hold what the seats to act see and may
do; a game that ends begins again within the same step. Both classes look the same from outside, and play the same games
for the same seed, however many processes there are.
"""

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.rules.changes import CHANGES
from tiefenthal.engine.rules.state import Setup
from tiefenthal.rl.codec import ACTION_COUNT
from tiefenthal.rl.ended import Ended
from tiefenthal.rl.episodes import checked_limit, checked_setup
from tiefenthal.rl.games import Games, Numbers, games_of
from tiefenthal.rl.observation import Floats, Layout, Mask
from tiefenthal.rl.records import RecordFolder, replayed
from tiefenthal.rl.rewards import check_reward, worth

FLAT_FORMS: Final = ("float32", "uint8")

Actions = npt.NDArray[Any] | Sequence[int]


class BatchError(RuntimeError):
    """The batch cannot go on: it was closed, or a process of it has died."""


class Arrays(NamedTuple):
    """Everything a batch tells, one row for each game."""

    observations: npt.NDArray[Any]
    """What the seat to act sees (docs/rl.md)."""
    masks: Mask
    """1 for each action it may do. Belongs to the batch and changes with the next step."""
    seats: npt.NDArray[np.uint8]
    """Which seat it is."""
    rewards: Floats
    """What the last step brought each seat."""
    dones: npt.NDArray[np.bool_]
    """Whether the last step ended the game; the other arrays are then of the next game."""
    scores: npt.NDArray[np.int16]
    """The points of each seat if the game ended now; of a game that has just ended, its final points."""


def empty_arrays(count: int, players: int, size: int, form: str) -> Arrays:
    """Arrays for this many games."""
    return Arrays(
        np.zeros((count, size), np.uint8 if form == "uint8" else np.float32),
        np.zeros((count, ACTION_COUNT), np.int8),
        np.zeros(count, np.uint8),
        np.zeros((count, players), np.float32),
        np.zeros(count, np.bool_),
        np.zeros((count, players), np.int16),
    )


class BatchBase:
    """What both kinds of batch have in common: the arrays, and choosing at random."""

    def __init__(self, count: int, setup: Setup, observation: str, arrays: Arrays) -> None:
        self.count: int = count
        self.players: int = setup.players
        self.layout: Layout = Layout(setup.players, setup.edition)
        self.form: str = observation
        self.observations: npt.NDArray[Any] = arrays.observations
        self.masks: Mask = arrays.masks
        self.seats: npt.NDArray[np.uint8] = arrays.seats
        self.rewards: Floats = arrays.rewards
        self.dones: npt.NDArray[np.bool_] = arrays.dones
        self.scores: npt.NDArray[np.int16] = arrays.scores

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give back what is held."""


def check_batch(count: int, observation: str, reward: str, dense: bool) -> None:
    """Refuse what there is not."""
    if count < 1:
        raise ValueError(f"a batch has at least one game, not {count}")
    if observation not in FLAT_FORMS:
        raise ValueError(f"a batch gives observations as {' or '.join(FLAT_FORMS)}, not {observation!r}")
    check_reward(reward, dense)


class Batch(BatchBase):
    """Several games, stepped together in this process."""

    def __init__(
        self,
        count: int,
        players: int = 2,
        modules: int = 1,
        edition: Edition | str | Path | None = None,
        *,
        reward: str = "win",
        dense: bool = False,
        changes: int | None = CHANGES,
        observation: str = "float32",
        records: str | Path | None = None,
        first: int = 0,
        arrays: Arrays | None = None,
    ) -> None:
        """`first` is the number of the first game, where the batch is a part of a larger one; `arrays` are written to
        if given. See docs/rl.md for the other options."""
        check_batch(count, observation, reward, dense)
        self.setup: Setup = checked_setup(players, modules, edition)
        self._copied: bool = arrays is not None
        if arrays is None:
            size = Layout(players, self.setup.edition).size
            arrays = empty_arrays(count, players, size, observation)
        games, why = games_of(self.setup, checked_limit(changes), first, arrays.observations, arrays.scores)
        self._games: Games = games
        self.why_no_kernel: str = why
        """Why the games are played by the Python rules; empty where the kernel plays them (`rl.games`)."""
        if not self._copied:
            arrays = arrays._replace(masks=self._games.masks, seats=self._games.seats)
        super().__init__(count, self.setup, observation, arrays)
        self.ended: list[Ended] = []
        """The games that ended with the last step: their number, seed, points, shares of the win, decisions."""
        self._reward: str = reward
        self._dense: bool = dense
        self._paid: Floats = np.zeros((count, players), np.float32)
        self._folder: RecordFolder | None = RecordFolder(records, f"game-{first}") if records is not None else None
        self._paying: bool = False  # whether `rewards` and `dones` hold anything

    def reset(self, seed: int | str) -> tuple[npt.NDArray[Any], Mask]:
        """Start all games again. Game i plays the seeds seed/i/0, seed/i/1 and so on."""
        self._games.begin(str(seed))
        self.ended = []
        self.rewards[:] = 0
        self.dones[:] = False
        self._paid[:] = 0
        self._paying = False
        self._show()
        return self.observations, self.masks

    def step(self, actions: Actions) -> tuple[npt.NDArray[Any], Mask, Floats, npt.NDArray[np.bool_]]:
        """One action for each game, of the seat to act. If any is illegal, none is carried out."""
        ended = self._games.step(self._numbers(actions))
        self.ended = ended
        self._show()
        if self._paying:
            self.rewards[:] = 0
            self.dones[:] = False
            self._paying = False
        for end in ended:
            self.scores[end.index] = end.scores
        if self._dense:
            self._pay_changes()
        for end in ended:
            self.dones[end.index] = True
            if not self._dense:
                self.rewards[end.index] = worth(self._reward, end.scores, end.win_shares)
            if self._folder is not None:
                self._folder.write(self.setup, end.seed, end.log)
        self._paying = self._dense or len(ended) > 0
        return self.observations, self.masks, self.rewards, self.dones

    def _numbers(self, actions: Actions) -> Numbers:
        """Actions as whole numbers, one for each game, or ValueError."""
        numbers = np.asarray(actions)
        if numbers.shape != (self.count,):
            raise ValueError(f"one action for each of the {self.count} games is needed, not {len(actions)}")
        if numbers.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {numbers.dtype}")
        return np.ascontiguousarray(numbers, np.int64)

    def _show(self) -> None:
        if self._copied:
            self.masks[:] = self._games.masks
            self.seats[:] = self._games.seats

    def _pay_changes(self) -> None:
        """What the points are worth now, less what has been paid; nothing has been paid yet of a game just begun."""
        now = self.scores.astype(np.float32)
        if self._reward == "margin":
            others = np.repeat(now[:, None, :], self.players, axis=1)
            others[:, range(self.players), range(self.players)] = -np.inf
            now -= others.max(axis=2)
        np.subtract(now, self._paid, out=self.rewards)
        self._paid[:] = now
        for end in self.ended:
            self._paid[end.index] = 0

    def sample(self, generator: np.random.Generator) -> list[int]:
        """A legal action for each game, every one as likely as any other."""
        return self._games.choose(generator.random(self.count))

    def record(self, index: int) -> str:
        """The record of a game so far (docs/notation.md)."""
        return replayed(self.setup, self._games.seed_of(index), self._games.log_of(index)).record
