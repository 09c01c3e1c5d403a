"""Writes moves, with group commit: everything that arrives while one transaction is written goes into the next one.

It has its own connection, so a move never waits for a read. When the connection breaks, the operation is retried on
another: an append names the length it follows, so it cannot be done twice; and when the log is longer than expected
after such a break, the entries themselves say whether they are ours.
"""

import asyncio
import contextlib
import itertools
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from tiefenthal.server.store.base import Conflict, Figures, StoreError
from tiefenthal.server.store.checks import Append, too_late
from tiefenthal.server.store.peers import LOG, News
from tiefenthal.server.store.postgres.append import Chain, Outcome, append_chains, holds, statement_of
from tiefenthal.server.store.postgres.connect import PATIENCE_SECONDS, Connection, Lines, connect, pause
from tiefenthal.server.store.postgres.errors import is_data_error, is_transient
from tiefenthal.server.store.postgres.news import Board

Observer = Callable[[int, float], None]
"""Told after each commit how many operations it held and how many seconds it took."""

_MOST_JOBS: Final = 200
"""Appends in one transaction: more would keep the first of them waiting."""


@dataclass(slots=True, eq=False)
class _Job:
    """An append, and the future that waits for it."""

    append: Append
    future: asyncio.Future[None]
    unsure: bool = field(default=False)
    """Whether an earlier try, whose answer was lost, may have written it."""


_Turn = tuple[Chain, list[_Job], list[_Job]]
"""What is written for a table, the futures that wait for it, and the appends that follow."""


class Writer:
    """Takes appends and writes them in the order in which they came. Also counts what else is written."""

    def __init__(self, lines: Lines, board: Board, observe: Observer | None = None) -> None:
        self._lines = lines
        self._board = board
        self.statement = statement_of(board.own)
        self._observe = observe
        self._connection: Connection = None
        self._queue: deque[_Job] = deque()
        self._task: asyncio.Task[None] | None = None
        self._others: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._commits = 0
        self._operations = 0
        self._failures = 0

    @property
    def figures(self) -> Figures:
        """What has been done so far."""
        return Figures(self._commits, self._operations, self._failures, len(self._queue) + len(self._others))

    def submit(self, append: Append) -> asyncio.Future[None]:
        """Queue an append. The future is done when it is on disk, or has failed."""
        if self._closing:
            raise self._lines.too_late()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._queue.append(_Job(append, future))
        if self._task is None:
            self._task = loop.create_task(self._run())
        return future

    async def carry_out(self, work: Callable[[], Any]) -> Any:
        """Do any other write, completely even if its caller is cancelled."""
        if self._closing:
            raise self._lines.too_late()
        task = asyncio.get_running_loop().create_task(self._counted(work))
        self._others.add(task)
        task.add_done_callback(self._others.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits for it
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Write what is queued, and disconnect."""
        self._closing = True
        while self._task is not None or self._others:
            await asyncio.gather(*self._others, *([self._task] if self._task else []), return_exceptions=True)
        await self._hang_up()

    # --- the task

    async def _run(self) -> None:
        try:
            while self._queue:
                batch = [self._queue.popleft() for _ in range(min(len(self._queue), _MOST_JOBS))]
                await self._write(batch)
        finally:
            self._task = None

    async def _write(self, batch: list[_Job]) -> None:
        """Write a batch, each append or none of it. One that is not the first for its table may need another turn."""
        waiting, tries, broke = batch, 0, 0.0
        while waiting:
            began = time.perf_counter()
            chains = _chains(waiting)
            try:
                outcomes = await self._attempt([chain for chain, _, _ in chains])
            except Exception as error:
                await self._hang_up()
                broke = broke or time.monotonic()
                if is_transient(error) and time.monotonic() - broke < PATIENCE_SECONDS:
                    for job in waiting:
                        job.unsure = True
                    await pause(tries)
                    tries += 1
                    continue
                if is_data_error(error) and len(waiting) > 1:
                    for job in waiting:  # each by itself: one of them cannot be written, the others can
                        await self._write([job])
                    return
                self._fail(waiting, error)
                return
            broke, tries = 0.0, 0
            self._lines.healthy = True
            before, waiting = len(waiting), await self._settle(chains, outcomes)
            self._count(before - len(waiting), time.perf_counter() - began)

    async def _attempt(self, chains: list[Chain]) -> dict[str, Outcome]:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._lines.address)
        if any(chain.record is not None for chain in chains):
            async with self._connection.transaction():
                return await append_chains(self._connection, self.statement, chains)
        return await append_chains(self._connection, self.statement, chains)

    async def _settle(self, chains: list[_Turn], outcomes: dict[str, Outcome]) -> list[_Job]:
        """Answer those whose append was written or came too late; return those that must be tried again."""
        again: list[_Job] = []
        for chain, jobs, rest in chains:
            outcome = outcomes[chain.table]
            if outcome.done:
                if chain.end > chain.first:
                    self._board.tell_here(News(LOG, chain.table, chain.end))
                for job in jobs:
                    _answer(job, None)
            expected = chain.end if outcome.done else outcome.length
            for job in rest if outcome.done else jobs + rest:
                if job.append.first == expected:
                    again.append(job)
                    expected += len(job.append.rows)
                elif job.unsure and await self._is_there(job.append):
                    self._board.tell_here(News(LOG, chain.table, job.append.first + len(job.append.rows)))
                    _answer(job, None)
                else:
                    _answer(job, too_late(job.append, expected))
        return again

    async def _is_there(self, append: Append) -> bool:
        return await self._lines.again(lambda connection: holds(connection, append))

    def _fail(self, jobs: list[_Job], error: Exception) -> None:
        """Nothing of this is stored, as far as is known. If the connection broke for good, the last try may have been
        stored; then the next append finds the log longer, and what is there is applied."""
        self._failures += 1
        found = self._lines.translated(error)
        if not isinstance(found, ValueError):
            self._lines.failed()
        for job in jobs:
            _answer(job, found if not isinstance(found, StoreError) else type(found)(*found.args))

    async def _counted(self, work: Callable[[], Any]) -> Any:
        began = time.perf_counter()
        try:
            found = await work()
        except (Conflict, ValueError):
            raise
        except Exception:
            self._failures += 1
            raise
        self._lines.healthy = True
        self._count(1, time.perf_counter() - began)
        return found

    def _count(self, operations: int, seconds: float) -> None:
        self._commits += 1
        self._operations += operations
        if self._observe is not None:
            with contextlib.suppress(Exception):  # a mistake in the metrics must not stop the writer
                self._observe(operations, seconds)

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.close(timeout=2)
            except Exception:
                connection.terminate()


def _chains(jobs: list[_Job]) -> list[_Turn]:
    """By table, the appends that follow each other; and the rest, which must wait for what becomes of those."""
    turns: list[_Turn] = []
    by_table = sorted(jobs, key=lambda job: job.append.table)  # stable: in the order in which they came
    for table, group in itertools.groupby(by_table, lambda job: job.append.table):
        chain: list[_Job] = []
        rest: list[_Job] = []
        end: int | None = None
        for job in group:
            if not rest and (end is None or job.append.first == end):
                chain.append(job)
                end = job.append.first + len(job.append.rows)
            else:
                rest.append(job)
        turns.append((Chain(table, [job.append for job in chain]), chain, rest))
    return turns


def _answer(job: _Job, error: Exception | None) -> None:
    if job.future.done():  # the waiting task was cancelled; what was written stays
        return
    if error is None:
        job.future.set_result(None)
    else:
        job.future.set_exception(error)
