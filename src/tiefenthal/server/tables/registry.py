"""All tables of a server: opening, finding (in memory or on disk) and unloading them, and removing old ones."""

import asyncio
import contextlib
import hashlib
import itertools
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from tiefenthal.engine.fairness import new_seed
from tiefenthal.server import logs
from tiefenthal.server.bots.pool import BotPool
from tiefenthal.server.config import CleanUp, TableLimits
from tiefenthal.server.garbage import GarbageCollector
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.protocol import frames
from tiefenthal.server.protocol.http import TableSummary
from tiefenthal.server.store import deleted
from tiefenthal.server.store.base import Head, Opening, Store, StoreError
from tiefenthal.server.store.peers import ENDED, LOST, News
from tiefenthal.server.tables import log
from tiefenthal.server.tables.clock_check import ClockCheck
from tiefenthal.server.tables.cluster import Cluster
from tiefenthal.server.tables.following import TableGoneError
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.moderation import Moderation
from tiefenthal.server.tables.opening import Openings
from tiefenthal.server.tables.quotas import TableQuotas
from tiefenthal.server.tables.slices import Slices
from tiefenthal.server.tables.snapshots import Snapshots
from tiefenthal.server.tables.table import Place
from tiefenthal.server.tables.unreadable import Unreadable

MOST_SHOWN: Final = 50
TRY_AGAIN: Final = 0.2
"""Seconds between checks whether another process has finished something that only one may do."""
COUNTED: Final = "counted"
"""News: a table may count as waiting or as listed, or no longer. The key is its id; the body is the process."""
MOST_TO_COUNT: Final = 1_000
"""Tables that wait to be looked at; more news of this kind are dropped."""
ONLY_OPENING: Final = 1 << 40
"""More entries than any log has."""
UPKEEP: Final = "upkeep"
"""The lease held during clean-up, and while somebody is forgotten."""


def key_digest(key: str) -> str:
    """The stored form of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_key() -> str:
    """The secret of a link: 192 random bits."""
    return secrets.token_urlsafe(24)


class TableRegistry(Openings):
    """The tables of a server."""

    def __init__(
        self,
        store: Store,
        pool: BotPool,
        metrics: Metrics,
        clean_up: CleanUp,
        clock: Callable[[], float] = time.time,
        new_seed: Callable[[], str] = new_seed,
        folder: Path | None = None,
        clock_check: ClockCheck | None = None,
        running: Callable[[], float] = time.monotonic,
        tables: TableLimits | None = None,
    ) -> None:
        self.store = store
        self.pool = pool
        self.metrics = metrics
        self.clock = clock
        self.running = running
        """A clock nobody can set."""
        self.new_seed = new_seed
        self.slices = Slices()
        self.garbage = GarbageCollector()
        self.bot_names: tuple[str, ...] = tuple(bot.name for bot in pool.describe())
        self.unreadable = Unreadable(store, metrics, self.slices)
        self.snapshots = Snapshots(store, metrics, self.slices, self.unreadable)
        self._policy = clean_up
        self.folder = folder
        self._clock_check = clock_check or ClockCheck(folder, clock)
        self._live: dict[str, LiveTable] = {}
        self.cluster = Cluster(store, self._live)
        self.cluster.on(ENDED, lambda news: self.cluster.spawn(self._look_at_session(news.number)))
        self.moderation = Moderation(self)
        self.quotas = TableQuotas(tables or TableLimits(), clock, self._tell_counted)
        self.cluster.on(COUNTED, self._hear_counted)
        self.cluster.on(LOST, lambda _: self.cluster.spawn(self._look_over()))
        self._to_count: dict[str, None] = {}
        self._counting = asyncio.Lock()
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._work: set[asyncio.Task[None]] = set()
        self._upkeep = asyncio.Lock()
        self._closed = False
        self.days_over: set[str] = set()
        """The daily evenings whose seeds may be revealed; those of all others stay secret, even after a game."""

    # --- finding tables

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    @property
    def in_memory(self) -> list[LiveTable]:
        """The tables that this process has loaded."""
        return list(self._live.values())

    @property
    def sockets(self) -> int:
        """How many connections there are."""
        return sum(len(live.sockets) for live in self._live.values())

    @property
    def closed(self) -> bool:
        """Whether the server stops."""
        return self._closed

    async def live(self, table: str) -> LiveTable | None:
        """A table, from memory or from its log, with everything that is in the log now; None when there is none, or it
        is one of the `unreadable`."""
        found = self._live.get(table)
        if found is not None:
            found.idle_since = time.monotonic()
            try:
                await found.following.freshen()
                return found
            except TableGoneError:
                pass  # it is read again
        return await self._find(table)

    async def _find(self, table: str) -> LiveTable | None:
        """The same, but perhaps behind its log."""
        found = self._live.get(table)
        if found is not None:
            found.idle_since = time.monotonic()
            return found
        if table in self.unreadable:
            return None
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def loaded_table(self, table: str) -> LiveTable | None:
        """A table if it is in memory, or being loaded."""
        loading = self._loading.get(table)
        return self._live.get(table) if loading is None else await asyncio.shield(loading)

    async def _load(self, table: str) -> LiveTable | None:
        loaded = await self.snapshots.load(table)
        if loaded is None or self._closed:
            return None
        live = LiveTable(loaded.table, self)
        live.following.rewrites = loaded.rewrites
        self._live[table] = live
        if loaded.due:
            self.snapshots.soon(live)
        if not self.cluster.exclusive:  # from now on it gets news, but it has missed those while it was read
            try:
                await live.following.freshen()
                await live.presence.read()
            except TableGoneError:
                return None
            except StoreError:
                self.forget(live)
                raise
            live.presence.announce()
        return live

    async def mine(self, session: int) -> list[TableSummary]:
        """The tables a session sits at, the most recently active first."""
        heads = await self.store.heads_of(session, MOST_SHOWN)
        await self._freshen(heads)
        return [await self._summary(head, session) for head in heads]

    async def listed(self, session: int | None) -> list[TableSummary]:
        """The tables open to everyone."""
        heads = await self.store.listed(MOST_SHOWN)
        await self._freshen(heads)
        found: list[TableSummary] = []
        for head in heads:
            if not self.quotas.still_listed(head.touched):
                break  # the most recently active come first
            live = await self._find(head.table)
            if live is None or live.table.may_see(session):
                found.append(await self._summary(head, session))
        return [summary for summary in found if summary.readable]  # nobody can enter the others

    async def _freshen(self, heads: Sequence[Head]) -> None:
        """Bring several tables up to date at once; it takes a moment."""
        loaded = [head.table for head in heads if head.table in self._live]
        if loaded and not self.cluster.exclusive:
            extents = await self.store.extents(loaded)
            for name in loaded:
                if name in self._live:
                    self._live[name].following.compare(extents.get(name))

    async def _summary(self, head: Head, session: int | None) -> TableSummary:
        players, modules, edition, names = msgspec.json.decode(head.summary, type=tuple[int, int, str, list[str]])
        live = await self._find(head.table) if head.state != "over" else self._live.get(head.table)
        seats: list[int] = []
        turn, evening = False, 0
        places: list[Place] = []
        if live is not None:
            seats = live.table.seats_of(session)
            places = live.table.places
            able = {*live.table.asked(), *live.table.choices_ahead().missing}
            turn = any(seat in able and places[seat].player is None for seat in seats)
            evening = live.table.game.round if live.table.game is not None else 0
        return TableSummary(
            id=head.table,
            state=head.state,
            players=players,
            modules=modules,
            edition=edition,
            names=names,
            seats=[seat + 1 for seat in seats],
            my_turn=turn,
            round=evening,
            touched=head.touched,
            bots=[place.player for place in places],
            characters=[place.character for place in places],
            readable=head.table not in self.unreadable,
            lesson=msgspec.UNSET if live is None or live.table.lesson is None else live.table.lesson.lesson.name,
            expected=[seat + 1 for seat, place in enumerate(places) if place.kept],
            kept=[] if live is None else [seat + 1 for seat in live.table.kept_for(session)],
            follows=None if live is None else live.table.follows,
        )

    # --- upkeep

    def start(self) -> None:
        """Check existing tables, and start the periodic clean-up."""
        self._sweeper = asyncio.create_task(self._sweep_for_ever(), name="clean-up")

    def _recall(self, found: Opening, opened: log.Opened) -> None:
        waiting, playing = found.state == "waiting", found.state == "playing"
        self.quotas.recall(
            found.table, opened.host, waiting=waiting, listed=found.listed, touched=found.touched, playing=playing
        )

    async def _look_over(self) -> None:
        await self.unreadable.look_over(self.live, self._recall)

    def _tell_counted(self, table: str) -> None:
        if not self.cluster.exclusive:
            self.cluster.spawn(self.cluster.tell(News(COUNTED, table, body=self.cluster.me)))

    def _hear_counted(self, news: News) -> None:
        if news.body != self.cluster.me and len(self._to_count) < MOST_TO_COUNT:
            self._to_count[news.key] = None
            self.cluster.spawn(self._count())

    async def _count(self) -> None:
        """Look at the tables that others say have come, changed or gone, one after the other."""
        async with self._counting:
            while self._to_count:
                table, _ = self._to_count.popitem()
                await self._count_one(table)

    async def _count_one(self, table: str) -> None:
        head = await self.store.head(table)
        rows = await self.store.read_log(table, ONLY_OPENING, opening=True) if head is not None else []
        opened = log.from_bytes(rows[0].body) if rows else None
        if head is None or not isinstance(opened, log.Opened):
            self.quotas.forget(table)
            return
        waiting = head.state == "waiting" and bool(head.sessions)  # of a closed table nobody is left
        listed = head.listed and head.state != "over"
        playing = head.state == "playing"
        self.quotas.hear(table, opened.host, waiting=waiting, listed=listed, touched=head.touched, playing=playing)

    async def _look_at_session(self, session: int) -> None:
        """Somebody says that a session has ended."""
        if any(socket.session == session for live in self._live.values() for socket in live.sockets):
            if not await self.store.has_session(session):
                self.forget_session(session)

    async def _sweep_for_ever(self) -> None:
        policy = self._policy
        due = 0.0
        with contextlib.suppress(StoreError):
            await self._look_over()
        while True:
            with contextlib.suppress(StoreError, OSError):  # what cannot be written to the file is not removed
                for live in list(self._live.values()):
                    await live.write_absences()
                self.unload_idle(policy.asleep)
                self._clock_check.compare()
                if time.monotonic() >= due:
                    due = time.monotonic() + policy.every
                    await self.clean_up()
            await asyncio.sleep(min(policy.every, max(1.0, policy.asleep / 4)))

    def unload_idle(self, after: float) -> int:
        """Unload tables that nobody uses. Returns how many."""
        now = time.monotonic()
        idle = [name for name, live in self._live.items() if live.idle and now - live.idle_since >= after]
        for name in idle:
            self.forget(self._live[name])
        return len(idle)

    def forget(self, live: LiveTable) -> None:
        """Unload a table; connected clients reconnect to it as it is on disk."""
        if not live.gone and not self.cluster.exclusive and not self._closed:
            self.cluster.spawn(self._hand_over(live))
        live.gone = True
        if self._live.get(live.table.id) is live:
            del self._live[live.table.id]
        for socket in list(live.sockets):
            socket.close(frames.DISK, "the table is read again; connect again")

    async def _hand_over(self, live: LiveTable) -> None:
        """Let other processes take over what this process did for a table, unless it is loaded again."""
        if live.table.id not in self._live and live.table.id not in self._loading:
            await live.hand_over()

    async def clean_up(self) -> None:
        """Remove old data by the documented policy, a part at a time, and only when the clock can be trusted. Tables in
        memory stay; what is removed is kept in a file for a while.
        """
        if self._clock_check.may_remove and await self.cluster.claim(UPKEEP):  # else another process does
            async with self.upkeep_lease():
                await self._clean_up()

    @contextlib.asynccontextmanager
    async def upkeep_lease(self) -> AsyncIterator[None]:
        """Held while old tables are removed and while somebody is forgotten: only one of both happens at a time, in all
        processes together."""
        async with self._upkeep:
            while not await self.cluster.claim(UPKEEP):
                await asyncio.sleep(TRY_AGAIN)
            try:
                yield
            finally:
                await self.cluster.release(UPKEEP)

    async def _clean_up(self) -> None:
        now, policy = self.clock(), self._policy
        elsewhere = await self.cluster.loaded_anywhere()
        gone = await self.store.expire(
            waiting_before=now - policy.waiting,
            playing_before=now - policy.playing,
            bots_before=now - policy.bots,
            over_before=now - policy.over,
            sessions_before=now - policy.sessions,
            keep=_Any(self._live, self.unreadable.kept, elsewhere),
            may_go=self.unreadable.may_go,
            shares=policy.shares,
            kept_in=deleted.new_file(self.folder, now) if self.folder is not None else None,
        )
        if self.folder is not None:
            await asyncio.to_thread(deleted.forget_old, self.folder, now, policy.deleted)
        if any(gone):
            self._clock_check.note_removal()
            logs.event("cleaned up", tables=gone.waiting + gone.playing + gone.over, sessions=gone.sessions)

    def forget_session(self, session: int) -> None:
        """Close the connections of a session that has ended."""
        for live in self._live.values():
            for socket in list(live.sockets):
                if socket.session == session:
                    socket.close(frames.GONE, "your session has ended")

    async def to_the_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Complete what was begun, even if the requester disconnects meanwhile."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        await asyncio.shield(task)

    async def close(self) -> None:
        """Close all tables; everything that was acknowledged is on disk."""
        self._closed = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        await self.moderation.stop()
        if self._work:
            await asyncio.wait(self._work)
        await asyncio.gather(*(live.store_departures() for live in self._live.values()))
        for live in list(self._live.values()):
            await live.close(frames.GOING_AWAY, "the server stops; come back in a moment")
        await self.snapshots.finish()
        await self.cluster.stop()


class _Any(Collection[str]):
    """A live view of several changing collections."""

    def __init__(self, *parts: Collection[str]) -> None:
        self._parts = parts

    def __contains__(self, table: object) -> bool:
        return any(table in part for part in self._parts)

    def __iter__(self) -> Iterator[str]:
        return itertools.chain(*self._parts)

    def __len__(self) -> int:
        return sum(map(len, self._parts))
