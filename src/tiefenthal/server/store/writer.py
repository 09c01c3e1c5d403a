"""The one thread that writes, with group commit.

Whatever has been queued while the last transaction went to the disk is written in the next one, so a hundred moves
that arrive together cost one fsync. Answers are given only after the commit.
"""

import asyncio
import contextlib
import itertools
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tiefenthal.server.store.append import append_all
from tiefenthal.server.store.base import Conflict, Figures, StoreClosed
from tiefenthal.server.store.checks import Append
from tiefenthal.server.store.presence import Presence, begin_journal
from tiefenthal.server.store.sqlite_errors import is_data_error, store_error

Work = Append | Callable[[sqlite3.Connection], object]
"""An append, which is written together with others, or any other operation."""

Observer = Callable[[int, float], None]
"""Told after each commit how many operations it held and how many seconds it took; called in the writer's thread."""

_MOST_JOBS = 1000
PROBE_SECONDS = 1.0
"""After a failure, how long to wait for an operation before trying to write all the same."""
"""Operations in one transaction: more would keep the first of them waiting."""

_CHANGES_BEFORE_CHECKPOINT = 1000
"""Rows changed before the write-ahead log is copied into the database, so that it does not grow forever."""


@dataclass(slots=True, eq=False)
class _Job:
    """An operation, and the future that waits for it."""

    work: Work
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    result: object = None
    error: Exception | None = None


class Writer:
    """Takes operations from event loops and writes them in the order in which they came.

    `connect` opens the connection, which nobody else uses.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], path: Path, observe: Observer | None = None) -> None:
        self._connect = connect
        self._path = path
        self._observe = observe
        self._connection = connect()
        try:
            begin_journal(self._connection)
            self.presence = Presence(path)
        except BaseException:
            self._connection.close()
            raise
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._gate = threading.Lock()
        """Holds closing and submitting apart: nothing is queued behind the end."""
        self._closing = False
        self._lost = False
        self._changes_at_checkpoint = 0
        self._commits = 0
        self._operations = 0
        self._failures = 0
        self.healthy = True
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def figures(self) -> Figures:
        """What has been counted so far."""
        return Figures(self._commits, self._operations, self._failures, self._queue.qsize())

    def submit(self, work: Work) -> asyncio.Future[Any]:
        """Queue an operation. The future is done when it is on disk, or has failed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        with self._gate:
            if self._closing:
                raise closed(self._path)
            self._queue.put(_Job(work, loop, future))
        return future

    def finish(self) -> None:
        """Write what is queued, then end the thread and close the connection. Blocks until that is done."""
        with self._gate:
            if not self._closing:
                self._closing = True
                self._queue.put(None)
        self._thread.join()

    # --- in the thread

    def _run(self) -> None:
        going = True
        while going:
            batch, going = self._take()
            if batch:
                self._write(batch)
                _answer(batch)
                self._checkpoint_when_due()
        # At the end: without a write-ahead log the database is one plain file.
        with contextlib.suppress(sqlite3.Error, OSError):
            busy, frames, copied = self._connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
            if not busy and frames == copied:
                self.presence.closed()
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._connection.close()

    def _take(self) -> tuple[list[_Job], bool]:
        """Wait for an operation and take all that are there. The second value says whether more may come."""
        batch: list[_Job] = []
        try:
            job = self._queue.get(timeout=None if self.healthy else PROBE_SECONDS)
        except queue.Empty:
            self._probe()
            return batch, True
        while job is not None:
            batch.append(job)
            if len(batch) == _MOST_JOBS:
                return batch, True
            try:
                job = self._queue.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def _write(self, batch: list[_Job]) -> None:
        """Write a batch in one transaction: all of it, less the operations that failed by themselves, or nothing."""
        began = time.perf_counter()
        try:
            self._begin()
            for is_append, group in itertools.groupby(batch, lambda job: isinstance(job.work, Append)):
                if is_append:
                    jobs = list(group)
                    self._append(jobs, alone=len(jobs) == len(batch))
                else:
                    for job in group:
                        self._operate(job)
            self._connection.execute("COMMIT")
        except Exception as error:
            self._roll_back()
            self.healthy = False
            self._failures += 1
            for job in batch:
                job.error = store_error(error, self._path)
            return
        self.healthy = True
        self._commits += 1
        self._operations += len(batch)
        if self._observe is not None:
            with contextlib.suppress(Exception):  # a mistake in the metrics must not stop the writer
                self._observe(len(batch), time.perf_counter() - began)

    def _probe(self) -> None:
        """Write something small: while the server reports itself unhealthy, it may get no requests that would show that
        it has recovered."""
        try:
            self._begin()
            begin_journal(self._connection)
            self._connection.execute("COMMIT")
        except Exception:
            self._roll_back()
        else:
            self.healthy = True

    def _begin(self) -> None:
        if self._lost:
            self._connection = self._connect()
            self._lost = False
            self._changes_at_checkpoint = 0
        self.presence.check()
        self._connection.execute("BEGIN IMMEDIATE")

    def _append(self, jobs: list[_Job], *, alone: bool = False) -> None:
        """Write appends together; when one of them cannot be written, each by itself."""
        conflicts: list[Conflict | None] = []

        def work(connection: sqlite3.Connection) -> None:
            conflicts.extend(append_all(connection, [job.work for job in jobs if isinstance(job.work, Append)]))

        error = self._apart(work, alone=alone)
        if error is None:
            for job, conflict in zip(jobs, conflicts, strict=True):
                job.error = conflict
        elif len(jobs) == 1:
            jobs[0].error = error
        else:
            for job in jobs:
                self._append([job])

    def _operate(self, job: _Job) -> None:
        """Carry out what is not an append."""

        def work(connection: sqlite3.Connection) -> None:
            if not isinstance(job.work, Append):
                job.result = job.work(connection)

        job.error = self._apart(work)

    def _apart(self, work: Callable[[sqlite3.Connection], None], *, alone: bool = False) -> Exception | None:
        """Do something in such a way that a failure leaves no trace, and return the error. Errors that affect all
        operations are raised.

        If it is `alone` in its transaction, as most appends are, no savepoint is needed: two statements fewer.
        """
        if not alone:
            self._connection.execute("SAVEPOINT operation")
        failure: Exception | None = None
        try:
            work(self._connection)
        except Exception as error:
            if not is_data_error(error) or not self._connection.in_transaction:
                raise
            failure = store_error(error, self._path) if isinstance(error, sqlite3.Error) else error
            if alone:
                self._connection.execute("ROLLBACK")
                self._connection.execute("BEGIN IMMEDIATE")
            else:
                self._connection.execute("ROLLBACK TO operation")
        if not alone:
            self._connection.execute("RELEASE operation")
        return failure

    def _roll_back(self) -> None:
        """Roll back an open transaction; if the connection does not recover, the next write opens another."""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._lost = True
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()

    def _checkpoint_when_due(self) -> None:
        """Copy the write-ahead log into the database now and then, after the answers and not before them.

        Only this connection ever does it. If it fails nothing is lost: the log stays and the next time comes.
        """
        with contextlib.suppress(sqlite3.Error):
            changes = self._connection.total_changes
            if changes - self._changes_at_checkpoint >= _CHANGES_BEFORE_CHECKPOINT:
                self._changes_at_checkpoint = changes
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def closed(path: Path) -> StoreClosed:
    """The error for operations after the end."""
    return StoreClosed(f"The store {path} has been closed.")


def _answer(batch: list[_Job]) -> None:
    """Tell those who wait, one call for each event loop."""
    for loop in {job.loop for job in batch}:
        with contextlib.suppress(RuntimeError):  # the event loop has ended, and everybody who waited with it
            loop.call_soon_threadsafe(_settle, [job for job in batch if job.loop is loop])


def _settle(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.future.done():  # the waiting task was cancelled; what was written stays
            continue
        if job.error is None:
            job.future.set_result(job.result)
        else:
            job.future.set_exception(job.error)
