"""Snapshots of tables: one is stored every `EVERY` entries, and a table is loaded from the last one and the later
entries. If anything is wrong with a snapshot, or with storing one, only the owner notices: the whole log is applied, as
if there were none.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from tiefenthal.server import logs
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.store.base import Snapshot, Store, StoreError
from tiefenthal.server.tables import log, snapshot
from tiefenthal.server.tables.following import Following
from tiefenthal.server.tables.slices import Slices
from tiefenthal.server.tables.snapshot import UnfitSnapshotError
from tiefenthal.server.tables.table import BrokenTableError, Table
from tiefenthal.server.tables.unreadable import Unreadable

EVERY: Final = 128
"""Entries of a log from one snapshot to the next (docs/server.md has what was measured)."""


class Loaded(NamedTuple):
    """A table that was loaded."""

    table: Table
    rewrites: int
    """How often its log had been rewritten before it was read."""
    due: bool
    """Whether a snapshot would have helped."""


class Live(Protocol):
    """What is needed here of a live table."""

    table: Table
    lock: asyncio.Lock
    gone: bool
    following: Following


class Snapshots:
    """The snapshots of one server."""

    def __init__(
        self, store: Store, metrics: Metrics, slices: Slices, unreadable: Unreadable, every: int = EVERY
    ) -> None:
        self.every = every
        self._store = store
        self._metrics = metrics
        self._slices = slices
        self._unreadable = unreadable
        self._program = snapshot.version()  # now, before another version is installed over this one
        self._tasks: dict[str, asyncio.Task[None]] = {}

    # --- storing

    def due(self, table: Table, entries: Sequence[log.Entry]) -> bool:
        """Whether a snapshot is due after these entries, the last of a table's log. Only the process that wrote them
        takes it."""
        before = table.length - len(entries)
        return table.length // self.every > before // self.every or any(isinstance(one, log.Ended) for one in entries)

    def soon(self, live: Live) -> None:
        """Take and store a snapshot, as soon as nothing else is in progress at the table."""
        if live.table.id not in self._tasks and snapshot.may_have_one(live.table):
            task = asyncio.create_task(self._take(live), name="snapshot")
            self._tasks[live.table.id] = task
            task.add_done_callback(lambda _: self._tasks.pop(live.table.id, None))

    async def _take(self, live: Live) -> None:
        table = live.table
        try:
            async with live.lock:
                rewrites = live.following.known_rewrites
                last = await self._store.read_log(table.id, table.length - 1)
                if live.gone or rewrites is None or len(last) != 1:
                    return  # the table is behind its log; another process will take one, or this one the next time
                length, body = table.length, snapshot.taken(table, last[0])
            body = await asyncio.to_thread(snapshot.packed, body)
            if await self._store.keep_snapshot(Snapshot(table.id, length, self._program, body), rewrites):
                self._metrics.snapshots.labels("kept").inc()
        except StoreError as error:
            logs.event("snapshot not kept", level="warning", table=table.id, exception=error)

    async def finish(self) -> None:
        """Wait for snapshots in progress."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    # --- loading tables

    async def load(self, table: str) -> Loaded | None:
        """A table from its log; None when there is none, or it is one of the `unreadable`."""
        standing = await self._store.standing(table)
        if standing is None:
            return None
        outcome = "missing"
        if standing.snapshot is not None:
            outcome = "outdated"
            if standing.snapshot.program == self._program:
                try:
                    return await self._from(standing.snapshot, standing.extent.rewrites)
                except UnfitSnapshotError as error:
                    outcome = "broken"
                    logs.event("snapshot not used", level="warning", table=table, exception=error)
        rows = await self._store.read_log(table)
        found = await self._unreadable.load(table, rows) if rows else None
        if found is None:
            return None
        due = found.length >= self.every
        if due or outcome != "missing":
            self._metrics.snapshots.labels(outcome).inc()
        self._metrics.folded.inc(len(rows))
        return Loaded(found, standing.extent.rewrites, due)

    async def _from(self, found: Snapshot, rewrites: int) -> Loaded:
        """The table from a snapshot and the later entries; raises UnfitSnapshotError."""
        rows = await self._store.read_log(found.table, found.length - 1, opening=True)
        if len(rows) < 2 or rows[1].number != found.length - 1:
            raise UnfitSnapshotError("the log is shorter")
        table = snapshot.table_of(found.table, found.body, rows[0], rows[1])
        try:
            await self._slices.run(table.loading((row.at, row.body) for row in rows[2:]))
        except BrokenTableError as error:
            raise UnfitSnapshotError(str(error)) from error
        self._metrics.snapshots.labels("used").inc()
        self._metrics.folded.inc(len(rows) - 2)
        return Loaded(table, rewrites, due=len(rows) - 2 >= self.every)
