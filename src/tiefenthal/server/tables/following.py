"""Entries that other processes append to a table in memory here: they are read, applied and sent like its own.

A table is the fold of its log, and an append names the length that it follows. So an overtaken process has lost
nothing: it applies what the others wrote, and checks its own command again on the current table.
"""

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from tiefenthal.server import logs
from tiefenthal.server.store.base import Conflict, Extent, Row, Store, StoreError
from tiefenthal.server.tables import log
from tiefenthal.server.tables.cluster import Cluster
from tiefenthal.server.tables.messages import Change
from tiefenthal.server.tables.slices import Slices
from tiefenthal.server.tables.table import Table

MANY: Final = 32
"""Entries that are carried out in slices: others have their turn in between."""


class OvertakenError(Conflict):
    """Another process was first. Its entries are applied; the command must be checked again."""


class TableGoneError(StoreError):
    """The table was unloaded, or removed, while somebody was about to use it."""

    def __init__(self) -> None:
        super().__init__("The table is being read again. Try again.")


class Shared(Protocol):
    """What a followed table shares with others."""

    store: Store
    slices: Slices
    cluster: Cluster


class Followed(Protocol):
    """A live table, as far as it is needed here."""

    table: Table
    lock: asyncio.Lock
    gone: bool

    @property
    def registry(self) -> Shared:
        """What it shares with others."""

    def took(self, entries: Sequence[log.Entry], changes: list[Change], asked: bool) -> None:
        """Send what others did, and do what follows from it. `asked`: the open undo request has changed."""

    def said(self, entry: log.Said) -> None:
        """Send a new chat line."""

    def retold(self) -> None:
        """Send that something is shown differently now."""

    def lose(self) -> None:
        """Read it from the disk again when somebody needs it."""


class Following:
    """Keeps a table up with its log."""

    def __init__(self, live: Followed) -> None:
        self._live = live
        self.writing = 0
        """How long the log will be when what is being written is on disk: that is no news."""
        self.rewrites = 0
        """How often entries of the log were given other bodies, as far as that is in memory."""
        self._rewritten = False
        self._task: asyncio.Task[None] | None = None
        self._again = False

    @property
    def known_rewrites(self) -> int | None:
        """How often the log was rewritten; None while there is something of it that is not in memory yet."""
        return None if self._rewritten else self.rewrites

    # --- news

    def hear(self, length: int, rewritten: bool = False) -> None:
        """The log is said to have this length."""
        if length <= self.writing:
            return
        if rewritten:
            self._rewritten = True
        if rewritten or length > self._live.table.length:
            self.soon()

    def compare(self, found: Extent | None) -> None:
        """The log has this length; None: there is no such table any more."""
        if found is None:
            self.soon()
        else:
            self._note_rewrites(found)
            self.hear(found.length, self._rewritten)

    def soon(self) -> None:
        """Read the log as soon as nothing else is in progress."""
        if self._task is not None:
            self._again = True
        elif not self._live.gone:
            self._task = asyncio.create_task(self._follow(), name="following")

    async def _follow(self) -> None:
        try:
            self._again = True
            while self._again and not self._live.gone:
                async with self._live.lock:
                    self._again = False
                    with contextlib.suppress(StoreError, TableGoneError):  # then it is read again soon
                        await self.check()
        finally:
            self._task = None

    async def freshen(self) -> None:
        """Catch up with the log: for clients that have just done something at another process."""
        registry = self._live.registry
        if registry.cluster.exclusive:
            return
        found = (await registry.store.extents([self._live.table.id])).get(self._live.table.id)
        if found is not None:
            self._note_rewrites(found)
        if found is None or found.length > self._live.table.length or self._rewritten:
            async with self._live.lock:
                await self.check()

    def _note_rewrites(self, found: Extent) -> None:
        if found.rewrites > self.rewrites:
            self.rewrites = found.rewrites
            self._rewritten = True

    # --- folding in; the caller holds the lock

    async def check(self) -> None:
        """Apply new entries. Raises TableGoneError if the table no longer exists."""
        live = self._live
        if live.gone:
            raise TableGoneError
        if not await self.catch_up() and await live.registry.store.head(live.table.id) is None:
            live.lose()
            raise TableGoneError

    async def catch_up(self) -> bool:
        """Read and carry out what others have appended; whether there was anything."""
        live = self._live
        table = live.table
        if not self._rewritten:
            rows = await live.registry.store.read_log(table.id, table.length)
            return await self.fold(rows)
        self._rewritten = False
        try:
            rows = await live.registry.store.read_log(table.id)
        except StoreError:
            self._rewritten = True
            raise
        if not rows:
            return False
        await self.fold(rows[table.length :])
        table.retell((row.at, log.from_bytes(row.body)) for row in rows)
        live.retold()
        return True

    async def fold(self, rows: Sequence[Row]) -> bool:
        """Carry out entries that are on disk already; whether there were any. What this version cannot carry out is
        left to one that can: the table is given up here."""
        live = self._live
        if not rows:
            return False
        entries: list[log.Entry] = []
        changes: list[Change] = []
        request = live.table.request

        def steps() -> Iterator[None]:
            for row in rows:
                entry = log.from_bytes(row.body)
                change = live.table.apply(entry, row.at)
                entries.append(entry)
                if change is not None:
                    changes.append(change)
                if isinstance(entry, log.Said):
                    live.said(entry)
                yield

        try:
            if rows[0].number != live.table.length:
                raise ValueError(f"entry {rows[0].number} does not follow {live.table.length}")
            if len(rows) > MANY:
                await live.registry.slices.run(steps())
            else:
                for _ in steps():
                    pass
        except Exception as error:
            logs.event("table not followed", level="warning", table=live.table.id, exception=error)
            live.lose()
            raise TableGoneError from error
        live.took(entries, changes, asked=request is not live.table.request)
        return True
