"""The cluster: all processes with the same store. This one sends heartbeats, receives news from the others, polls for
missed news, and holds leases. If only one process can write to the store, none of this is needed.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any, Final, Protocol

from tiefenthal.server import logs
from tiefenthal.server.store.base import Extent, Store, StoreError
from tiefenthal.server.store.peers import FREE, GONE, HERE, LEFT, LOG, LOST, REWRITTEN, Announced, News

POLL_EVERY: Final = 1.0
"""Seconds between two polls of the logs' lengths, for missed news."""
BEAT_EVERY: Final = 2.0
ALIVE: Final = 6.0
"""Seconds after its last heartbeat until a process is presumed dead, and others drive its bots."""
CHECK_PEOPLE_EVERY: Final = 10.0
"""Seconds between two checks of who is connected where and which bots nobody drives; also done when a process starts or
ends.
"""
BOTS: Final = "bots "
"""The prefix of the lease to drive the bots of a table; the table's id follows."""


class Follows(Protocol):
    """What `following` does for a table."""

    def hear(self, length: int, rewritten: bool = False) -> None: ...
    def compare(self, found: Extent | None) -> None: ...
    def soon(self) -> None: ...


class Attends(Protocol):
    """What `presence` does for a table."""

    def heed(self, said: Sequence[Announced]) -> None: ...
    def soon(self) -> None: ...
    def announce(self, again: bool = False) -> None: ...


class Drives(Protocol):
    """What `bot_seats` does for a table."""

    def may_drive(self) -> None: ...
    def lost(self) -> None: ...


class Held(Protocol):
    """What is needed here of a table in memory."""

    @property
    def following(self) -> Follows: ...
    @property
    def presence(self) -> Attends: ...
    @property
    def bots(self) -> Drives: ...
    def finish_for_others(self) -> None:
        """Complete what a process left unfinished when it died."""


class Cluster:
    """The cluster, as one process sees it."""

    def __init__(self, store: Store, tables: Mapping[str, Held], running: Callable[[], float] = time.monotonic) -> None:
        """`tables`: those in memory, by id."""
        self.me: Final = secrets.token_hex(8)
        self._store = store
        self._peers = store.peers
        self._tables = tables
        self._running = running
        self._end: Callable[[], None] | None = None
        self._polling: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._work: set[asyncio.Task[None]] = set()
        self._told: dict[str, list[Callable[[News], None]]] = {}
        self._beaten: float | None = None
        self._living: list[str] = []
        self._people_checked: float | None = None

    @property
    def exclusive(self) -> bool:
        """Whether only this process can write, or it does not watch the others (yet, or any more)."""
        return self._end is None or self._peers.exclusive

    @property
    def living(self) -> int:
        """How many processes there were at the last check, this one included."""
        return max(1, len(self._living))

    def on(self, kind: str, hear: Callable[[News], None]) -> None:
        """Call `hear` with all news of this kind."""
        self._told.setdefault(kind, []).append(hear)

    # --- start and end

    async def start(self) -> None:
        """Watch the others, and send heartbeats."""
        self._end = self._peers.watch(self.hear)
        try:
            await self._beat()
        except StoreError as error:
            logs.event("other processes not reached", level="error", exception=error)
        self._polling = asyncio.create_task(self._poll_forever(), name="cluster")

    async def stop(self) -> None:
        """Leave the cluster, and release all leases."""
        if self._end is None:
            return
        if self._polling is not None:
            self._polling.cancel()
            await asyncio.gather(self._polling, return_exceptions=True)
        if self._work:
            await asyncio.wait(self._work)
        self._end()
        self._end = None
        try:
            await self._peers.leave(self.me)
        except StoreError as error:
            logs.event("other processes not reached", level="warning", exception=error)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this work in the background; after a store error the next poll tries again."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._work.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StoreError):
            logs.event("work beside failed", level="error", exception=error)

    # --- leases

    async def claim(self, what: str) -> bool:
        """Take a lease; whether this process has it now. Raises StoreError."""
        if self.exclusive:
            return True
        return await self._peers.claim(what, self.me)

    async def release(self, what: str) -> None:
        """Give a lease back."""
        if not self.exclusive:
            await self._peers.release(what, self.me)

    async def tell(self, news: News) -> None:
        """Tell all processes."""
        if not self.exclusive:
            await self._peers.tell(news)

    # --- news

    def hear(self, news: News) -> None:
        """Handle news from a process, perhaps from this one."""
        live = self._tables.get(news.key)
        if news.kind == LOG:
            if live is not None:
                live.following.hear(news.number)
        elif news.kind == REWRITTEN:
            if live is not None:
                live.following.hear(news.number, rewritten=True)
        elif news.kind == GONE:
            if live is not None:
                live.following.soon()
        elif news.kind == HERE:
            if live is not None:
                live.presence.soon()
        elif news.kind == FREE:
            driven = self._tables.get(news.key.removeprefix(BOTS))
            if driven is not None:
                driven.bots.may_drive()
        elif news.kind in (LEFT, LOST):
            self.poll_soon()
        for hear in self._told.get(news.kind, ()):
            hear(news)

    def poll_soon(self) -> None:
        """Check everything now."""
        self._people_checked = None
        self._wake.set()

    async def _poll_forever(self) -> None:
        while True:
            try:
                await self.poll()
            except StoreError:
                pass  # the store reports its own health
            except Exception as error:  # whatever it is, the next poll may succeed
                logs.event("look at other processes failed", level="error", exception=error)
            self._wake.clear()
            try:
                async with asyncio.timeout(POLL_EVERY):
                    await self._wake.wait()
            except TimeoutError:
                pass

    async def poll(self) -> None:
        """Send a heartbeat when due, and catch up on missed news."""
        if self.exclusive:
            return
        now = self._running()
        if self._beaten is None or now - self._beaten >= BEAT_EVERY:
            await self._beat()
        tables = dict(self._tables)
        if tables:
            extents = await self._store.extents(tables.keys())
            for name, live in tables.items():
                live.following.compare(extents.get(name))
                live.finish_for_others()
        living = await self._peers.living()
        asked = self._people_checked
        if living != self._living or asked is None or now - asked >= CHECK_PEOPLE_EVERY:
            self._living = living
            self._people_checked = now
            await self._check_people(tables)

    async def _check_people(self, tables: Mapping[str, Held]) -> None:
        by_table: dict[str, list[Announced]] = {}
        for one in await self._peers.announced(tables.keys()) if tables else ():
            by_table.setdefault(one.table, []).append(one)
        for name, live in tables.items():
            said = by_table.get(name, ())
            live.presence.heed(said)
            live.presence.announce(again=len(self.others(said)) == len(said))
            live.bots.may_drive()

    async def _beat(self) -> None:
        known = await self._peers.beat(self.me, ALIVE)
        first, self._beaten = self._beaten is None, self._running()
        if not known and not first:  # it was presumed dead: others may drive its bots now
            logs.event("taken for dead by other processes", level="warning")
            for live in list(self._tables.values()):
                live.bots.lost()
                live.presence.announce(again=True)

    def others(self, said: Collection[Announced]) -> list[Announced]:
        """What other processes announce, without this one."""
        return [one for one in said if one.holder != self.me]

    async def announced(self, table: str) -> list[Announced]:
        """What other processes announce about a table."""
        return self.others(await self._peers.announced([table]))

    async def announce(self, table: str, body: bytes | None) -> None:
        """Announce something about a table."""
        await self._peers.announce(table, self.me, body)

    async def loaded_anywhere(self) -> set[str]:
        """The tables that are in the memory of any process."""
        return set() if self.exclusive else await self._peers.all_announced()
