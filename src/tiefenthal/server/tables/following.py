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
"""More entries than this are applied in slices, so that other work can go on in between."""


class OvertakenError(Conflict):
    """Another process was first. Its entries are applied; the command must be checked again."""


class TableGoneError(StoreError):
    """The table was unloaded, or removed, while somebody was about to use it."""

    def __init__(self) -> None:
        super().__init__("The table is being read again. Try again.")


class Shared(Protocol):
    """What all tables share that follow their log."""

    store: Store
    slices: Slices
    cluster: Cluster


class Followed(Protocol):
    """What is needed here of a live table."""

    table: Table
    lock: asyncio.Lock
    gone: bool

    @property
    def registry(self) -> Shared:
        """What it shares with others."""

    def took(self, entries: Sequence[log.Entry], changes: list[Change], asked: bool) -> None:
        """Send what other processes did, and do what follows from it. `asked`: the open undo request has changed."""

    def said(self, entry: log.Said) -> None:
        """Send a new chat line."""

    def retold(self) -> None:
        """Send the table again, because names have changed."""

    def lose(self) -> None:
        """Read it from the disk again when somebody needs it."""


class Following:
    """Keeps a table up to date with its log."""

    def __init__(self, live: Followed) -> None:
        self._live = live
        self.writing = 0
        """The length of the log after the current write of this process, which is no news."""
        self.rewrites = 0
        """How often the log in memory had been rewritten."""
        self._rewritten = False
        self._task: asyncio.Task[None] | None = None
        self._again = False

    @property
    def known_rewrites(self) -> int | None:
        """How often the log was rewritten; None while entries are missing in memory."""
        return None if self._rewritten else self.rewrites

    # --- news

    def hear(self, length: int, rewritten: bool = False) -> None:
        """News: the log has this length."""
        if length <= self.writing:
            return
        if rewritten:
            self._rewritten = True
        if rewritten or length > self._live.table.length:
            self.soon()

    def compare(self, found: Extent | None) -> None:
        """A poll found this length of the log; None: the table no longer exists."""
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
        """Catch up with the log now: for clients that have just done something at another process."""
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
        """Read and apply what other processes have appended; whether there was anything."""
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
        """Apply entries that are already on disk; whether there were any. If this version cannot apply them, the table
        is unloaded and left to a process with another version."""
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
