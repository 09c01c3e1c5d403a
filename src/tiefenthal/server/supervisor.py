"""Several processes that serve at one address: started one after the other, restarted when one dies, stopped together.

The parent only binds the socket and supervises; all children accept connections from that socket. A child whose parent
has died stops cleanly, so no process runs without a supervisor.
"""

import contextlib
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import FrameType
from typing import Final

from tiefenthal.server import logs
from tiefenthal.server.config import Config
from tiefenthal.server.http.connection_limits import TooFewFilesError
from tiefenthal.server.serve import PortError, listen, serve_on
from tiefenthal.server.store.base import StoreError

RESTART_DELAYS: Final = (0.0, 1.0, 2.0, 5.0, 10.0)
"""Seconds before a process that died soon after its start is restarted: the first time, the second and so on."""
STABLE_SECONDS: Final = 60.0
"""A process that dies after this many seconds is restarted at once."""
STOP_SECONDS: Final = 30.0
"""Seconds until processes that do not stop are killed."""

Log = tuple[logs.Form, logs.Level]


class ProcessesError(Exception):
    """The processes cannot be started; the message says why and what to do."""


def check(config: Config, processes: int) -> None:
    """Raises ProcessesError where there can be only one."""
    if processes > 1 and config.database is None:
        raise ProcessesError(
            "several processes need --database: a data folder belongs to one process. SQLite lets one write at a time, "
            "so several at it would be slower than one and hold up moves (docs/server.md, Several processes)"
        )


class _Child:
    """One of the numbered places, and the process that runs there now."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: SpawnProcess | None = None
        self.reports: Connection | None = None
        self.started = 0.0
        self.deaths = 0
        self.due = 0.0
        """When to start it."""


class Supervisor:
    """Runs in the parent process."""

    def __init__(self, config: Config, listening: socket.socket, host: str, processes: int, log: Log) -> None:
        self._config = config
        self._listening = listening
        self._host = host
        self._log = log
        self._context = multiprocessing.get_context("spawn")
        self._children = [_Child(number) for number in range(processes)]
        self._stopping = threading.Event()
        self._woken, self._waker = os.pipe()

    def run(self, ready: Callable[[str], None]) -> None:
        """Serve until a signal comes. Raises ProcessesError when the first start fails."""
        with self._signals():
            try:
                address = ""
                for child in self._children:  # one after the other: the first brings the database up to date
                    if not self._stopping.is_set():
                        address = self._start_and_wait(child) or address
                if not self._stopping.is_set():
                    ready(address)
                while not self._stopping.is_set():
                    self._watch()
            finally:
                self._stop()
                os.close(self._woken)
                os.close(self._waker)

    def _start(self, child: _Child) -> None:
        ours, theirs = self._context.Pipe(duplex=False)
        child.process = self._context.Process(
            target=_serve,
            args=(replace(self._config, number=child.number), self._listening, self._host, theirs, self._log),
            name=f"tiefenthal {child.number + 1}",
        )
        child.process.start()
        theirs.close()
        child.reports, child.started = ours, time.monotonic()

    def _start_and_wait(self, child: _Child) -> str:
        """Start a process and wait until it answers. Returns its address."""
        self._start(child)
        assert child.reports is not None
        while not self._stopping.is_set():
            if child.reports in wait([child.reports, self._woken]):
                try:
                    done, words = child.reports.recv()
                except EOFError:
                    raise ProcessesError("a process of the server ended while it was being started") from None
                if not done:
                    raise ProcessesError(words)
                return str(words)
        return ""

    def _watch(self) -> None:
        """Wait until a process dies or is due to be restarted, and deal with it."""
        now = time.monotonic()
        running = {child.process.sentinel: child for child in self._children if child.process is not None}
        due = min((child.due for child in self._children if child.process is None), default=now + 3600)
        for event in wait([*running, self._woken], timeout=max(0.0, due - now)):
            if isinstance(event, int) and event in running:
                self._died(running[event])
        for child in self._children:
            if child.process is None and child.due <= time.monotonic() and not self._stopping.is_set():
                self._start(child)

    def _died(self, child: _Child) -> None:
        assert child.process is not None
        child.process.join()
        logs.event("server process died", level="error", status=child.process.exitcode, count=child.number + 1)
        self._release(child)
        lived = time.monotonic() - child.started
        child.deaths = 1 if lived >= STABLE_SECONDS else child.deaths + 1
        child.due = time.monotonic() + RESTART_DELAYS[min(child.deaths, len(RESTART_DELAYS)) - 1]

    @staticmethod
    def _release(child: _Child) -> None:
        if child.process is not None:
            child.process.close()
            child.process = None
        if child.reports is not None:
            child.reports.close()
            child.reports = None

    def _stop(self) -> None:
        """Tell all to stop; they close their sockets and write what is pending."""
        there = [(child, child.process) for child in self._children if child.process is not None]
        for _, process in there:
            process.terminate()
        until = time.monotonic() + STOP_SECONDS
        for child, process in there:
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                logs.event("server process killed", level="error", count=child.number + 1)
                process.kill()
                process.join()
            self._release(child)

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        def stop(_: int, __: FrameType | None) -> None:
            self._stopping.set()
            with contextlib.suppress(OSError):
                os.write(self._waker, b"x")

        before = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def _serve(config: Config, listening: socket.socket, host: str, reports: Connection, log: Log) -> None:
    """A child: serve until told to stop, or until the parent is gone."""
    logs.set_up(*log)
    _stop_with_parent()

    def ready(address: str) -> None:
        with contextlib.suppress(OSError):
            reports.send((True, address))

    try:
        serve_on(config, listening, host, ready)
    except (PortError, StoreError, TooFewFilesError) as error:
        with contextlib.suppress(OSError):
            reports.send((False, str(error)))
        raise SystemExit(1) from None


def _stop_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel

    def watch() -> None:
        wait([sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent", daemon=True).start()


def run_processes(config: Config, host: str, port: int, processes: int, ready: Callable[[str], None], log: Log) -> None:
    """Serve with several processes until somebody stops them. Raises PortError and ProcessesError."""
    check(config, processes)
    listening = listen(host, port)
    try:
        with tempfile.TemporaryDirectory(prefix="tiefenthal-") as figures:
            Supervisor(replace(config, figures=Path(figures)), listening, host, processes, log).run(ready)
    finally:
        listening.close()
