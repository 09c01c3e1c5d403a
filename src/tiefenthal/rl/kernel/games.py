"""Many games played by the kernel, into arrays that are allocated once."""

import ctypes
import weakref
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tiefenthal.engine.rules.refusal import IllegalActionError
from tiefenthal.engine.rules.state import Setup
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.rl.codec import ACTION_COUNT
from tiefenthal.rl.core.fields import observation_size
from tiefenthal.rl.core.stepped_game import SteppedGame
from tiefenthal.rl.ended import Ended
from tiefenthal.rl.kernel.figures import KernelRefusal, figures_of
from tiefenthal.rl.kernel.library import Buffers
from tiefenthal.rl.observation import Mask

NO_MEMORY: Final = -(2**31)  # as batch.c says it
NO_ROOM: Final = NO_MEMORY + 1
Numbers = npt.NDArray[np.int64]


def _read_only(array: Any) -> Any:
    """A view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


class KernelGames:
    """Games played by the kernel (`rl.games.Games`)."""

    def __init__(
        self,
        kernel: Any,
        setup: Setup,
        limit: int,
        first: int,
        observations: npt.NDArray[Any],
        scores: npt.NDArray[np.int16],
    ) -> None:
        """`first` is the number of the first game, for their seeds."""
        count, players = len(scores), setup.players
        size = observation_size(players, setup.edition)
        if observations.shape != (count, size) or scores.shape != (count, players) or scores.dtype != np.int16:
            raise KernelRefusal("the arrays do not fit the games")
        if observations.dtype not in (np.uint8, np.float32):
            raise KernelRefusal(f"the kernel shows bytes or floats, not {observations.dtype}")
        if not (observations.flags.c_contiguous and scores.flags.c_contiguous):
            raise KernelRefusal("the kernel writes to whole arrays")
        masks = np.zeros((count, ACTION_COUNT), np.int8)
        seats = np.zeros(count, np.uint8)
        self.masks: Mask = _read_only(masks)
        self.seats: npt.NDArray[np.uint8] = _read_only(seats)
        self._setup: Setup = setup
        self._limit: int = limit
        self._first: int = first
        self._base: str | None = None
        self._episodes = np.zeros(count, np.int64)
        self._ended = np.zeros(count, np.int32)
        self._ended_scores = np.zeros((count, players), np.int32)
        self._winners = np.zeros(count, np.uint8)
        self._chosen = np.zeros(count, np.int64)
        # in the order of `Buffers`, and kept as long as the kernel writes to them
        self._written = [
            observations,
            masks,
            seats,
            scores,
            self._episodes,
            self._ended,
            self._ended_scores,
            self._winners,
        ]
        buffers = Buffers(*[array.ctypes.data for array in self._written])
        wanted: bytes = kernel.tiefenthal_figures()
        figures = np.array(figures_of(setup, limit, wanted.decode()), np.int32)
        reason = ctypes.c_char_p()
        floats = observations.dtype == np.float32
        self._kernel: Any = kernel
        self._batch: int | None = kernel.tiefenthal_new(
            figures.ctypes.data, len(figures), count, first, floats, ctypes.byref(buffers), ctypes.byref(reason)
        )
        if not self._batch:
            raise KernelRefusal((reason.value or b"").decode())
        weakref.finalize(self, kernel.tiefenthal_free, self._batch)

    def begin(self, seed: str) -> None:
        """All games begin again. Game i plays seed/i/0, then seed/i/1 and so on, whatever other games run beside it."""
        self._base = seed
        text = seed.encode()
        self._check(self._kernel.tiefenthal_begin(self._batch, text, len(text)))

    def step(self, actions: Numbers) -> list[Ended]:
        """One action for each game, as `Batch` has checked them; those that ended have begun again. When one is illegal
        all are refused."""
        found: int = self._kernel.tiefenthal_step(self._batch, actions.ctypes.data)
        if found < 0:
            self._check(found)
            raise self._illegal(-1 - found, int(actions[-1 - found]))
        return [self._end(number) for number in range(found)]

    def _check(self, found: int) -> None:
        if found == NO_MEMORY:
            raise MemoryError("there is no memory left for the decisions of these games")
        if found == NO_ROOM:
            raise RuntimeError("a game has grown beyond what the kernel has room for; reset begins again")

    def _illegal(self, index: int, action: int) -> IllegalActionError:
        """Why this action is illegal: asks the Python rules in the same state."""
        table = SteppedGame(self._setup, self._limit)
        if self._base is not None:
            table.begin(self.seed_of(index))
            for entry in self.log_of(index):
                table.carry_out(entry >> 16, entry & 0xFFFF)
        refusal = table.why_not(table.seat, action)
        return IllegalActionError(refusal, f"Game {index}: {refusal_words(refusal)}")

    def _end(self, number: int) -> Ended:
        index = int(self._ended[number])
        won = int(self._winners[number])
        share = 1.0 / won.bit_count()
        shares = [share if won >> seat & 1 else 0.0 for seat in range(self._setup.players)]
        seed = f"{self._base}/{self._first + index}/{self._episodes[index] - 1}"
        log = self._log(index, finished=True)
        return Ended(index, seed, self._ended_scores[number].tolist(), shares, log.tolist)

    def _log(self, index: int, finished: bool) -> npt.NDArray[np.int32]:
        entries = ctypes.POINTER(ctypes.c_int32)()
        count = self._kernel.tiefenthal_log(self._batch, index, finished, ctypes.byref(entries))
        return np.ctypeslib.as_array(entries, (count,)).copy() if count else np.zeros(0, np.int32)

    def choose(self, draws: npt.NDArray[np.float64]) -> list[int]:
        """For each game the legal action at this share (0 to below 1) of its list: random play from random numbers."""
        self._kernel.tiefenthal_choose(self._batch, draws.ctypes.data, self._chosen.ctypes.data)
        chosen: list[int] = self._chosen.tolist()
        return chosen

    def seed_of(self, index: int) -> str:
        """The seed of a game."""
        return f"{self._base}/{self._first + index}/{self._episodes[index]}"

    def log_of(self, index: int) -> list[int]:
        """Its decisions so far: seat << 16 | number of the action."""
        log: list[int] = self._log(index, finished=False).tolist()
        return log
