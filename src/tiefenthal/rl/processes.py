"""A batch spread over processes that write into shared memory."""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import weakref
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.rules.changes import CHANGES
from tiefenthal.players.workers import starting
from tiefenthal.rl.episodes import checked_limit, checked_setup
from tiefenthal.rl.observation import Floats, Layout, Mask
from tiefenthal.rl.vector import Actions, Arrays, Batch, BatchBase, BatchError, check_batch, empty_arrays

PATIENCE: Final = 10.0  # seconds a process may take to end by itself
ALIGNED: Final = 64
STEP: Final = b"step"
RESET: Final = b"reset "
QUIT: Final = b"quit"
DONE: Final = b""


def _sizes(template: list[npt.NDArray[Any]]) -> list[int]:
    """How much memory each array takes."""
    return [-(-array.nbytes // ALIGNED) * ALIGNED for array in template]


def _laid_out(memory: Any, template: list[npt.NDArray[Any]]) -> list[npt.NDArray[Any]]:
    """Arrays like these, one after the other in shared memory."""
    placed: list[npt.NDArray[Any]] = []
    at = 0
    for array, size in zip(template, _sizes(template)):
        placed.append(np.ndarray(array.shape, array.dtype, memory, at))
        at += size
    return placed


def _template(count: int, players: int, size: int, form: str) -> list[npt.NDArray[Any]]:
    """What is shared: the arrays of a batch, and the actions."""
    return [*empty_arrays(count, players, size, form), np.zeros(count, np.int32)]


def work(pipe: Connection, memory: Any, shape: tuple[int, int, int, str], part: slice, options: dict[str, Any]) -> None:
    """A process of the batch: steps its part of the games whenever the parent says so, until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    arrays = [array[part] for array in _laid_out(memory, _template(*shape))]
    actions = arrays.pop()
    try:
        batch = Batch(part.stop - part.start, first=part.start, arrays=Arrays(*arrays), **options)
        pipe.send_bytes(DONE)
        while True:
            order = pipe.recv_bytes()
            if order == QUIT:
                return
            if order == STEP:
                batch.step(actions)
            else:
                batch.reset(order.removeprefix(RESET).decode())
            pipe.send_bytes(DONE)
    except EOFError:
        return
    except Exception as error:
        with contextlib.suppress(OSError):
            pipe.send_bytes(f"{type(error).__name__}: {error}".encode())


def _end(processes: list[BaseProcess], pipes: list[Connection]) -> None:
    """Tell the processes to end, and end those that do not."""
    for pipe in pipes:
        with contextlib.suppress(OSError):
            pipe.send_bytes(QUIT)
        pipe.close()
    for process in processes:
        process.join(PATIENCE)
        if process.is_alive():
            process.terminate()
            process.join()
        process.close()


class ProcessBatch(BatchBase):
    """A number of games, spread over processes. A script that uses it must be importable, with its own work behind
    `if __name__ == "__main__"`; and it should be closed, best by `with`."""

    def __init__(
        self,
        count: int,
        players: int = 2,
        modules: int = 1,
        edition: Edition | str | Path | None = None,
        *,
        processes: int | None = None,
        reward: str = "win",
        dense: bool = False,
        changes: int | None = CHANGES,
        observation: str = "float32",
        records: str | Path | None = None,
    ) -> None:
        """`processes`: how many; as many as the machine has cores unless told otherwise. See docs/rl.md."""
        check_batch(count, observation, reward, dense)
        checked_limit(changes)
        if processes is not None and processes < 1:
            raise ValueError(f"at least one process must play, not {processes}")
        setup = checked_setup(players, modules, edition)
        shape = (count, players, Layout(players, setup.edition).size, observation)
        template = _template(*shape)
        context = multiprocessing.get_context("spawn")
        memory = context.RawArray(ctypes.c_char, sum(_sizes(template)))
        arrays = _laid_out(memory, template)
        self._actions: npt.NDArray[np.int32] = arrays.pop()
        super().__init__(count, setup, observation, Arrays(*arrays))
        options = {
            "players": players, "modules": modules, "edition": setup.edition, "reward": reward, "dense": dense,
            "changes": changes, "observation": observation, "records": records,
        }  # fmt: skip
        workers = min(processes if processes is not None else os.cpu_count() or 1, count)
        self._pipes: list[Connection] = []
        self._processes: list[BaseProcess] = []
        self._finish = weakref.finalize(self, _end, self._processes, self._pipes)
        self._rows = np.arange(count)
        for number in range(workers):
            part = slice(count * number // workers, count * (number + 1) // workers)
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(theirs, memory, shape, part, options), daemon=True)
            with starting():
                process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        try:
            self._wait()
        except KeyboardInterrupt:  # nothing has been played yet that they should bring to an end
            for starter in self._processes:
                starter.terminate()
            raise

    def reset(self, seed: int | str) -> tuple[npt.NDArray[Any], Mask]:
        """Start all games again, the same as those of a `Batch` with this seed."""
        self._order(RESET + str(seed).encode())
        return self.observations, self.masks

    def step(self, actions: Actions) -> tuple[npt.NDArray[Any], Mask, Floats, npt.NDArray[np.bool_]]:
        """One action for each game, of the seat to act. If any is illegal, none is carried out."""
        numbers = np.asarray(actions, np.int32)
        if numbers.shape != (self.count,):
            raise ValueError(f"one action for each of the {self.count} games is needed, not {numbers.shape}")
        fits = (numbers >= 0) & (numbers < self.masks.shape[1])
        legal = fits & (self.masks[self._rows, np.where(fits, numbers, 0)] == 1)
        if not legal.all():
            index = int(np.argmin(legal))
            raise ValueError(f"action {numbers[index]} is not legal in game {index}; the mask says what is")
        self._actions[:] = numbers
        self._order(STEP)
        return self.observations, self.masks, self.rewards, self.dones

    def sample(self, generator: np.random.Generator) -> npt.NDArray[np.intp]:
        """A legal action for each game, every one as likely as any other."""
        games, numbers = np.nonzero(self.masks.view(np.bool_))
        ends = np.searchsorted(games, self._rows, side="right")
        starts = np.concatenate([[0], ends[:-1]])
        chosen: npt.NDArray[np.intp] = numbers[
            starts + (generator.random(self.count) * (ends - starts)).astype(np.intp)
        ]
        return chosen

    def _order(self, order: bytes) -> None:
        if not self._finish.alive:
            raise BatchError("the batch is closed")
        try:
            for pipe in self._pipes:
                pipe.send_bytes(order)
        except OSError:
            self.close()
            raise BatchError("a process of the batch has died; the batch is closed") from None
        self._wait()

    def _wait(self) -> None:
        """Wait until every process has answered."""
        said = ""
        try:
            for pipe in self._pipes:
                answer = pipe.recv_bytes()
                said = said or answer.decode()
        except (EOFError, OSError):
            said = "it died without a word"
        if said:
            self.close()
            raise BatchError(f"a process of the batch has failed, and the batch is closed: {said}")

    def close(self) -> None:
        """End the processes. The arrays keep what they hold."""
        self._finish()
