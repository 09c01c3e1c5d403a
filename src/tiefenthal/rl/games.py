"""What plays the games of a batch: the kernel (`kernel/`, in C) if it was built, else the Python rules.

Both play the same games and show the same numbers; the kernel is several times as fast. The Python rules are the
reference: tests compare the two decision by decision.
"""

from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from tiefenthal.engine.rules.state import Setup
from tiefenthal.rl.codec import ACTION_COUNT
from tiefenthal.rl.core.batch import Tables
from tiefenthal.rl.ended import Ended
from tiefenthal.rl.kernel.figures import KernelRefusal
from tiefenthal.rl.kernel.games import KernelGames
from tiefenthal.rl.kernel.library import library, why_not
from tiefenthal.rl.observation import Mask, sheet_array

FLOATS: Final = np.float32
Numbers = npt.NDArray[np.int64]


class Games(Protocol):
    """Several games of one kind. Observations and scores are written where the caller wants them."""

    masks: Mask
    """One row for each game, 1 for each legal action of the seat to act; cannot be written to."""
    seats: npt.NDArray[np.uint8]
    """Whose decision it is; cannot be written to."""

    def begin(self, seed: str) -> None:
        """Start all games again. Game i plays seed/i/0, then seed/i/1 and so on, whatever other games run beside it."""

    def step(self, actions: Numbers) -> list[Ended]:
        """One action for each game; those that ended have begun again. When one is illegal all are refused."""

    def choose(self, draws: npt.NDArray[np.float64]) -> list[int]:
        """For each game the legal action at this share (0 to below 1) of its list: random play from random numbers."""

    def seed_of(self, index: int) -> str:
        """The seed of a game."""

    def log_of(self, index: int) -> list[int]:
        """Its decisions so far: seat << 16 | number of the action."""


class TableGames:
    """Games played by the Python rules."""

    def __init__(
        self, setup: Setup, limit: int, first: int, observations: npt.NDArray[Any], scores: npt.NDArray[np.int16]
    ) -> None:
        """`first` is the number of the first game, for their seeds."""
        count = len(scores)
        self._tables: Tables = Tables(setup, count, limit, first, floats=observations.dtype == FLOATS)
        self._observations: npt.NDArray[Any] = observations
        self._scores: npt.NDArray[np.int16] = scores
        self._sheet: npt.NDArray[Any] = sheet_array(self._tables.sheet)
        self._rows = np.frombuffer(memoryview(self._tables.rows), np.int64)
        self._score_view = np.frombuffer(memoryview(self._tables.scores), np.int16).reshape(count, setup.players)
        self.masks: Mask = np.frombuffer(memoryview(self._tables.masks), np.int8).reshape(count, ACTION_COUNT)
        self.seats: npt.NDArray[np.uint8] = np.frombuffer(memoryview(self._tables.seats), np.uint8)

    def begin(self, seed: str) -> None:
        """Start all games again."""
        self._tables.begin(seed)
        self._show()

    def step(self, actions: Numbers) -> list[Ended]:
        """One action for each game."""
        ended = self._tables.step(actions.tolist())
        self._show()
        return ended

    def _show(self) -> None:
        self._sheet.take(self._rows, 0, self._observations, "clip")  # "raise" would copy once more
        self._scores[:] = self._score_view

    def choose(self, draws: npt.NDArray[np.float64]) -> list[int]:
        """A legal action for each game."""
        return self._tables.choose(draws.tolist())

    def seed_of(self, index: int) -> str:
        """The seed of a game."""
        return self._tables.tables[index].seed

    def log_of(self, index: int) -> list[int]:
        """Its decisions so far."""
        return self._tables.tables[index].log


def games_of(
    setup: Setup, limit: int, first: int, observations: npt.NDArray[Any], scores: npt.NDArray[np.int16]
) -> tuple[Games, str]:
    """Games played by the kernel, or else by the Python rules, and why."""
    kernel, reason = library(), why_not()
    if kernel is not None:
        try:
            return KernelGames(kernel, setup, limit, first, observations, scores), ""
        except KernelRefusal as refusal:
            reason = str(refusal)
    return TableGames(setup, limit, first, observations, scores), reason
