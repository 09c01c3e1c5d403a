"""Work done here or spread over processes: tasks go out, results come in, Ctrl-C loses only what is unfinished.

Every worker has a line of its own to the parent and one task at a time. So when a worker dies, whose task killed it is
known; the others go on. What is finished is kept before anything else happens, whatever interrupts.
"""

import gc
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Final, Generic, TypeVar

from tiefenthal.players.bots.threads import one_thread

T = TypeVar("T")
R = TypeVar("R")

PROCESS_DIED: Final = "the process that played this game ended unexpectedly"
DO_NOT_START: Final = (
    "the processes that should play do not start; a script that asks for several must do its own work behind  "
    "if __name__ == '__main__':"
)
LOOK_UP: Final = 0.2  # seconds between looks at whether someone pressed Ctrl-C
MOST_PROCESSES: Final = 60 if os.name == "nt" else 256  # Windows waits for no more than 63 things at once
SELDOM: Final = 100_000  # new objects between looks for circles: games make millions, but no circles
_READY: Final = "ready"


class WorkersError(RuntimeError):
    """The work cannot be spread as was asked."""


class Work(Generic[T, R]):
    """What workers do. It is sent to each of them once; tasks and results travel one by one."""

    def do(self, task: T) -> R:
        """Carry out a task. What goes wrong in it belongs into the result."""
        raise NotImplementedError

    def lost(self, task: T, why: str) -> R:
        """The result of a task nobody finished, because the worker itself was lost."""
        raise NotImplementedError


Keep = Callable[[R], None]
"""Takes a result in. It is never interrupted halfway, so it may write files."""
Progress = Callable[[], None]
"""Called after results were kept."""


class Interrupts:
    """Ctrl-C, for a while only noted: raised in the middle of keeping a result or of talking to a worker, it would
    leave half of it behind."""

    def __init__(self) -> None:
        self.came: int = 0
        """How often it was pressed."""
        self._at_once: bool = False
        self._before: object = None

    def __enter__(self) -> "Interrupts":
        if threading.current_thread() is threading.main_thread() and callable(signal.getsignal(signal.SIGINT)):
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self.came += 1
        if self._at_once:
            raise KeyboardInterrupt

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """In here it interrupts as usual."""
        self.check()
        self._at_once = True
        try:
            yield
        finally:
            self._at_once = False

    def check(self) -> None:
        """Raise what was noted."""
        if self.came:
            raise KeyboardInterrupt

    def come_within(self, seconds: float) -> bool:
        """Whether Ctrl-C was pressed, or is within this time: it reaches all processes at once, and a worker
        may die of it before this process hears of it."""
        end = time.monotonic() + seconds
        while not self.came and time.monotonic() < end:
            time.sleep(seconds / 10)
        return self.came > 0

    def __exit__(self, *_error: object) -> None:
        if callable(self._before):
            signal.signal(signal.SIGINT, self._before)


def run(work: Work[T, R], tasks: Iterator[T], processes: int, keep: Keep[R], progress: Progress | None = None) -> None:
    """Do all tasks, here or in processes of their own. Interrupted, it keeps what is finished and then raises
    KeyboardInterrupt. `tasks` is asked only when somebody is free, so it may depend on what has been kept."""
    if processes <= 1:
        _run_here(work, tasks, keep, progress)
    else:
        _Crew(work, min(processes, MOST_PROCESSES)).run(tasks, keep, progress)


def _run_here(work: Work[T, R], tasks: Iterator[T], keep: Keep[R], progress: Progress | None) -> None:
    with Interrupts() as interrupts:
        for task in tasks:
            with interrupts.at_once():
                result = work.do(task)
            keep(result)
            if progress is not None:
                with interrupts.at_once():
                    progress()
        interrupts.check()


# --- processes


def _serve(line: Connection, work: Work[T, R]) -> None:
    """A worker's life: it ends with its parent, which alone decides about Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(SELDOM)
    try:
        line.send(_READY)
        while True:
            line.send(work.do(line.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


class _Worker(Generic[T, R]):
    """A process, the line to it, and what it is doing."""

    def __init__(self, work: Work[T, R]) -> None:
        context = multiprocessing.get_context("spawn")
        self.line: Connection
        self.line, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_serve, args=(theirs, work))
        with starting():
            self.process.start()
        theirs.close()
        self.ready: bool = False
        self.task: list[T] = []  # the one it has, or none

    def give(self, task: T) -> None:
        self.task = [task]
        with suppress(BrokenPipeError, ConnectionResetError):  # it is dead, and its line will say so
            self.line.send(task)

    def end(self) -> None:
        self.process.terminate()
        self.process.join(1)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.line.close()


class _Crew(Generic[T, R]):
    """The workers of one run."""

    def __init__(self, work: Work[T, R], size: int) -> None:
        self._work = work
        self._size = size
        self._workers: list[_Worker[T, R]] = []
        self._interrupts = Interrupts()

    def run(self, tasks: Iterator[T], keep: Keep[R], progress: Progress | None) -> None:
        with self._interrupts as interrupts:
            try:
                while self._hand_out(tasks) and not interrupts.came:
                    if self._take_in(LOOK_UP, keep) and progress is not None:
                        progress()
            except KeyboardInterrupt:  # from progress
                interrupts.came += 1
            finally:
                try:
                    self._take_in(0, keep)
                finally:
                    for worker in self._workers:
                        worker.end()
            interrupts.check()

    def _hand_out(self, tasks: Iterator[T]) -> bool:
        """Everyone who is free gets a task; False when there are none left and nobody is at work."""
        for worker in self._workers:
            if not worker.task:
                for task in tasks:
                    worker.give(task)
                    break
        while len(self._workers) < self._size:
            for task in tasks:
                self._workers.append(_Worker(self._work))
                self._workers[-1].give(task)
                break
            else:
                break
        return any(worker.task for worker in self._workers)

    def _take_in(self, seconds: float, keep: Keep[R]) -> int:
        """Keep what has come, waiting for it at most so long; how much that was."""
        lines = {worker.line: worker for worker in self._workers if worker.task}
        kept = 0
        for line in wait(list(lines), seconds):
            assert isinstance(line, Connection)
            worker = lines[line]
            try:
                said = line.recv()
            except (EOFError, ConnectionResetError):
                self._bury(worker)
                if worker.ready:
                    keep(self._work.lost(worker.task[0], PROCESS_DIED))
                    kept += 1
                elif not self._interrupts.come_within(LOOK_UP):
                    raise WorkersError(DO_NOT_START) from None
                continue
            if not worker.ready:
                worker.ready = True
                continue
            worker.task = []
            keep(said)
            kept += 1
        return kept

    def _bury(self, worker: _Worker[T, R]) -> None:
        """A worker has died; its place is free again."""
        self._workers.remove(worker)
        worker.end()


@contextmanager
def starting() -> Iterator[None]:
    """Processes started in here never see Ctrl-C, not even while they start, and calculate in one thread each: there
    are as many of them as there is room for. Where there is no such thing as a signal mask, their first action should
    be to ignore it."""
    if hasattr(signal, "pthread_sigmask"):
        # Before the mask: it starts with the first process of all, and lets Ctrl-C through when it has.
        resource_tracker.ensure_running()
        masked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        with one_thread():
            yield
    finally:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)
