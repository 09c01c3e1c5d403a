"""A series of games between bots, on as many processes as wanted. The results do not depend on how many."""

import multiprocessing
import secrets
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from pathlib import Path
from types import FrameType
from typing import Final

from tiefenthal.arena.games import Failure, GameResult, check_bots, game_seed, play_numbered, seating
from tiefenthal.arena.report import Report
from tiefenthal.bots.registry import check_bot
from tiefenthal.components.edition import Edition
from tiefenthal.components.loader import load_edition
from tiefenthal.rules.round import make_setup

Progress = Callable[[int, int], None]
"""Called by the parent process with the games done and the games wanted."""
Played = list[GameResult | Failure]

LARGEST_CHUNK: Final = 16
PROCESS_DIED: Final = "the process that played this game ended unexpectedly"


class _Job:
    """What every game of a series has in common; sent to each process once."""

    def __init__(self, bots: tuple[str, ...], players: int, modules: int, master: str, edition: Edition) -> None:
        self.bots: tuple[str, ...] = bots
        self.players: int = players
        self.modules: int = modules
        self.master: str = master
        self.edition: Edition = edition

    def play(self, number: int) -> GameResult | Failure:
        return play_numbered(number, self.bots, self.players, self.modules, self.master, self.edition)

    def lost(self, number: int, error: str) -> Failure:
        names = seating(self.bots, self.players, number)
        return Failure(number, game_seed(self.master, number), names, error, error, "")


class _Worker:
    """The one series a worker process works on."""

    job: _Job | None = None
    stop: Event | None = None


def _start_worker(job: _Job, stop: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    _Worker.job = job
    _Worker.stop = stop


def _play_chunk(first: int, last: int) -> Played:
    job, stop = _Worker.job, _Worker.stop
    assert job is not None
    assert stop is not None
    played: Played = []
    for number in range(first, last):
        if stop.is_set():
            break
        played.append(job.play(number))
    return played


def simulate(
    games: int,
    players: int = 2,
    modules: int = 1,
    bots: Sequence[str] = ("greedy", "random"),
    seed: int | str | None = None,
    jobs: int = 1,
    edition: Edition | str | Path | None = None,
    on_progress: Progress | None = None,
) -> Report:
    """Play a series of games and report on it.

    Bot i of the list sits at seat (i + game) % players; fewer bots than players repeat in their order. Interrupted
    (Ctrl-C), it stops and reports on the games finished so far. With `jobs` above 1 the games are spread over so many
    processes; a script that asks for that must be importable, with its own work behind `if __name__ == "__main__"`.
    """
    if games < 1:
        raise ValueError(f"at least one game must be played, not {games}")
    if jobs < 1:
        raise ValueError(f"at least one process must play, not {jobs}")
    figures = edition if isinstance(edition, Edition) else load_edition(edition)
    make_setup(players, modules, figures)
    check_bots(bots, players)
    for name in bots:
        check_bot(name)
    master = secrets.token_hex(8) if seed is None else str(seed)
    job = _Job(tuple(bots), players, modules, master, figures)
    played: Played = []
    began = time.perf_counter()
    interrupted = False
    try:
        if jobs == 1 or games == 1:
            _play_here(job, games, played, on_progress)
        else:
            _play_there(job, games, min(jobs, games), played, on_progress)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - began
    finished = [game for game in played if isinstance(game, GameResult)]
    failed = [game for game in played if isinstance(game, Failure)]
    return Report(finished, failed, games, players, modules, bots, master, figures.name, seconds, interrupted)


def _play_here(job: _Job, games: int, played: Played, on_progress: Progress | None) -> None:
    for number in range(games):
        played.append(job.play(number))
        if on_progress is not None:
            on_progress(len(played), games)


def _play_there(job: _Job, games: int, jobs: int, played: Played, on_progress: Progress | None) -> None:
    """Spread the games over processes; what is finished is in `played`, whatever happens."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    size = max(1, min(LARGEST_CHUNK, games // (jobs * 8)))
    chunks = deque([range(first, min(games, first + size)) for first in range(0, games, size)])
    at_work: dict[Future[Played], range] = {}
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_start_worker, initargs=(job, stop))
    with _Interrupts() as interrupts:
        try:
            while (chunks or at_work) and not interrupts.came:
                while chunks and len(at_work) < 2 * jobs:
                    numbers = chunks.popleft()
                    try:
                        with _without_interrupts():
                            at_work[pool.submit(_play_chunk, numbers.start, numbers.stop)] = numbers
                    except BrokenProcessPool:
                        played.extend([job.lost(number, PROCESS_DIED) for number in numbers])
                done = wait(at_work, timeout=0.1, return_when=FIRST_COMPLETED).done
                for future in done:
                    _collect(job, future, at_work.pop(future), played)
                if done and on_progress is not None:
                    on_progress(len(played), games)
        except KeyboardInterrupt:  # from on_progress
            interrupts.came = True
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            for future, numbers in at_work.items():
                if not future.cancelled():
                    _collect(job, future, numbers, played)
    if interrupts.came:
        raise KeyboardInterrupt


class _Interrupts:
    """While games are played elsewhere, Ctrl-C is only noted: raised in the middle of the pool's own work, it could
    leave a lock behind that nobody opens again."""

    def __init__(self) -> None:
        self.came: bool = False
        self._before: object = None

    def __enter__(self) -> "_Interrupts":
        if threading.current_thread() is threading.main_thread() and callable(signal.getsignal(signal.SIGINT)):
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self.came = True

    def __exit__(self, *_error: object) -> None:
        if callable(self._before):
            signal.signal(signal.SIGINT, self._before)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes started in here never see Ctrl-C, not even while they start. Where there is no such thing as a signal
    mask, their first action is to ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _collect(job: _Job, future: Future[Played], numbers: range, played: Played) -> None:
    try:
        played.extend(future.result())
    except BrokenProcessPool:
        played.extend([job.lost(number, PROCESS_DIED) for number in numbers])
