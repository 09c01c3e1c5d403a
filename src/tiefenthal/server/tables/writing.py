"""How a live table changes: entries are written to disk, then applied, one change at a time; and its row of the index.

If another process has written first, its entries are applied, and the change is checked again.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol, TypeVar

import msgspec

from tiefenthal.server.bots.pool import BotPool
from tiefenthal.server.garbage import GarbageCollector
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.store.base import Conflict, Head, Row, Store, StoredRecord
from tiefenthal.server.tables import log
from tiefenthal.server.tables.attendance import Attendance
from tiefenthal.server.tables.broadcast import Broadcast
from tiefenthal.server.tables.cluster import Cluster
from tiefenthal.server.tables.following import Following, OvertakenError, TableGoneError
from tiefenthal.server.tables.messages import Change
from tiefenthal.server.tables.moderation import Moderation
from tiefenthal.server.tables.quotas import TableQuotas
from tiefenthal.server.tables.slices import Slices
from tiefenthal.server.tables.snapshots import Snapshots
from tiefenthal.server.tables.table import Table

MOST_TRIES: Final = 50  # of a command, when other processes keep writing first
_encode = msgspec.json.Encoder().encode
T = TypeVar("T")


class Registry(Protocol):
    """What all live tables of a server share."""

    store: Store
    pool: BotPool
    metrics: Metrics
    slices: Slices
    garbage: GarbageCollector
    quotas: TableQuotas
    cluster: Cluster
    snapshots: Snapshots
    moderation: Moderation
    bot_names: tuple[str, ...]
    clock: Callable[[], float]
    running: Callable[[], float]
    new_seed: Callable[[], str]
    days_over: set[str]

    @property
    def closed(self) -> bool:
        """Whether the server stops."""

    def forget(self, live: Any) -> None:
        """Read it from the disk again when somebody wants it."""


class WrittenTable:
    """The part of a live table that writes."""

    following: Following

    def __init__(self, table: Table, registry: Registry) -> None:
        self.table = table
        self.registry = registry
        self.attendance = Attendance(registry.running)
        self.lock = asyncio.Lock()
        """Held from the check of a change until it is sent."""
        self.gone = False
        self.broadcast = Broadcast(table)
        self._last_head: Head | None = None

    async def write(self, entries: Sequence[log.Entry], record: StoredRecord | None = None) -> list[Change]:
        """Write entries to disk, then apply them. The caller holds the lock. Raises StoreError, and then nothing has
        happened; OvertakenError, when another process was first, and its entries have been applied (`again`)."""
        if self.gone:
            raise TableGoneError
        task = asyncio.ensure_future(self._commit(entries, record))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])  # pending writes are applied before the lock is released
            raise

    async def write_through(self, entries: Sequence[log.Entry]) -> list[Change]:
        """The same, for a task that is not cancelled meanwhile."""
        if self.gone:
            raise TableGoneError
        return await self._commit(entries, None)

    async def _commit(self, entries: Sequence[log.Entry], record: StoredRecord | None) -> list[Change]:
        table = self.table
        now = self.registry.clock()
        rows = [Row(table.length + i, now, log.to_bytes(entry)) for i, entry in enumerate(entries)]
        self.following.writing = table.length + len(rows)
        try:
            await self.registry.store.append(table.id, table.length, rows, self._head(entries, now), record)
        except Conflict as conflict:
            if not table.length:
                raise  # somebody else has opened it
            if not await self.following.catch_up():
                self.lose()  # memory and disk differ: the table is read from disk again
                raise
            raise OvertakenError(str(conflict)) from None
        finally:
            self.following.writing = 0
        changes = [table.apply(entry, now) for entry in entries]
        self._carried_out(entries)
        if self.registry.snapshots.due(table, entries):
            self.registry.snapshots.soon(self)
        return [change for change in changes if change is not None]

    def _carried_out(self, entries: Sequence[log.Entry]) -> None:
        """What follows after entries were applied, no matter which process wrote them."""
        self.broadcast.state_changed()
        self._count()
        for entry in entries:
            if isinstance(entry, log.Placed | log.Returned):
                self.attendance.count_from_now([entry.seat])
            elif isinstance(entry, log.Began):  # absence before the game does not count
                self.attendance.count_from_now(range(len(self.table.places)))

    async def again(self, work: Callable[[], Awaitable[T]]) -> T:
        """Check and do something, and again whenever another process was first; the caller holds the lock."""
        for _ in range(MOST_TRIES - 1):
            with contextlib.suppress(OvertakenError):
                return await work()
            if self.gone:
                raise TableGoneError
        return await work()

    async def judged(self, work: Callable[[], Awaitable[T]]) -> T:
        """The same, under the lock."""
        async with self.lock:
            return await self.again(work)

    def lose(self) -> None:
        """Read the table from the disk again when somebody wants it."""
        self.registry.forget(self)

    def _count(self) -> None:
        """Count the table for its host as waiting, listed or played. A full table is as good as played: were it none of
        these for a moment, the address that opened it would be forgotten."""
        table = self.table
        waiting = table.state == "waiting" and not table.full and not table.closed
        listed = table.listed and table.state != "over" and not table.closed
        playing = (table.state == "playing" or (table.state == "waiting" and table.full)) and not table.closed
        self.registry.quotas.note(
            table.id, table.host, waiting=waiting, listed=listed, touched=table.touched, playing=playing
        )

    def _head(self, entries: Sequence[log.Entry], now: float) -> Head:
        if not entries or not all(is_move(entry) for entry in entries):
            self._last_head = None
            return self._new_head(entries, now)
        if self._last_head is None:  # moves change only the time
            self._last_head = self._new_head(entries, now)
        table, state, listed, created, _, summary, sessions = self._last_head
        return Head(table, state, listed, created, now, summary, sessions)

    def _new_head(self, entries: Sequence[log.Entry], now: float) -> Head:
        table = self.table
        seating = table.seating
        state = table.state
        modules, edition, listed = table.modules, table.edition.name, table.listed
        for entry in entries:
            seating.apply(entry)
            if isinstance(entry, log.Opened):
                modules, listed, edition = entry.modules, entry.listed, entry.edition
            elif isinstance(entry, log.Unlisted):
                listed = False
            elif isinstance(entry, log.Began):
                state = "playing"
            elif isinstance(entry, log.Ended):
                state = "over"
        summary = _encode([len(seating.now), modules, edition, seating.names])
        listed = listed and not seating.closed
        return Head(table.id, state, listed, table.created or now, now, summary, seating.sessions)


def is_move(entry: log.Entry) -> bool:
    """Whether it is a decision, or an undo."""
    return isinstance(entry, log.Played | log.Ahead | log.Undone)
