"""The processes that play. Each takes the next number, plays that game, and sends what came of it."""

import contextlib
import multiprocessing
import os
import queue
import signal
import time
import traceback
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final

from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.episodes import Played, play_episode
from tiefenthal.lab.train.settings import Settings
from tiefenthal.players.bots.neural.network import Network, WeightsError, load_network
from tiefenthal.players.workers import starting

PATIENCE: Final = 5.0  # seconds a worker has to stop by itself
WAITING: Final = 512  # games that may wait for the learner


def _work(
    settings: Settings,
    weights: Path,
    results: "Queue[Played]",
    next_game: "Synchronized[int]",
    version: "Synchronized[int]",
    stop: Event,
    parent: int,
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    network: Network | None = None
    mine = 0
    while not stop.is_set() and os.getppid() == parent:
        if version.value != mine:
            newest = version.value
            with contextlib.suppress(WeightsError):  # then with the one before
                network = load_network(weights)
                mine = newest
        with next_game.get_lock():
            number = next_game.value
            next_game.value += 1
        try:
            played = play_episode(number, network, mine, settings)
        except Exception as error:
            reason = f"game {number}: {type(error).__name__}: {error}".splitlines()[0]
            played = Played(mine, [], None, f"{reason}\n{traceback.format_exc()}")
        while not stop.is_set() and os.getppid() == parent:
            with contextlib.suppress(queue.Full):
                results.put(played, timeout=1.0)
                break
    results.cancel_join_thread()  # what nobody reads any more must not keep the process


class Workers:
    """A number of playing processes."""

    def __init__(self, count: int, settings: Settings, weights: Path, first_game: int, version: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.results: Queue[Played] = context.Queue(WAITING)
        self._stop: Event = context.Event()
        self._next: Synchronized[int] = context.Value("q", first_game)
        self._version: Synchronized[int] = context.Value("q", version)
        self._processes: list[BaseProcess] = []
        with starting():
            for _ in range(count):
                process = context.Process(
                    target=_work,
                    args=(settings, weights, self.results, self._next, self._version, self._stop, os.getpid()),
                    daemon=True,
                )
                process.start()
                self._processes.append(process)

    @property
    def next_game(self) -> int:
        """The number of the next game to be begun."""
        return self._next.value

    def publish(self, version: int) -> None:
        """A new network lies in the weights file."""
        self._version.value = version

    def collect(self, wait: float) -> list[Played]:
        """What has been played; waits a moment when there is nothing."""
        found: list[Played] = []
        with contextlib.suppress(queue.Empty):
            found.append(self.results.get(timeout=wait) if wait > 0 else self.results.get_nowait())
            while len(found) < WAITING:
                found.append(self.results.get_nowait())
        return found

    def check(self) -> None:
        """Complain when the processes have died."""
        if not any(process.is_alive() for process in self._processes):
            raise TrainingError("the processes that play have ended unexpectedly; is there enough memory?")

    def close(self) -> None:
        """Stop playing; games in progress are dropped."""
        self._stop.set()
        end = time.monotonic() + PATIENCE
        for process in self._processes:
            while process.is_alive() and time.monotonic() < end:
                self.collect(0.0)
                process.join(0.05)
            if process.is_alive():
                process.terminate()
                process.join(1.0)
        self.results.close()
        self.results.cancel_join_thread()
