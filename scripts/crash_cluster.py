"""`make crash ARGS=--cluster`: three servers on one PostgreSQL behind a proxy, and thinkers for the bots. Whichever of
them, or the database, is killed at random while everyone plays on: no acknowledged move is lost, no bot moves twice,
and every screen shows what the log makes within two seconds of everything being there again."""

import asyncio
import contextlib
import random
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from typing import Final, NamedTuple

from rich.progress import Progress

from harness.server import PATIENCE, Failure, Server, Tool, digest, insist, machine, percentile, progress
from scripts.cluster import Cluster, fresh_cluster, kind_of
from scripts.crash import OVERTAKEN, BusyTable
from tiefenthal.client import Client, CommandRefused, Connection, ConnectionLost, RawUpdate, bot, here, http_pool
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots.registry import make_bot
from tiefenthal.server.protocol.frames import Play
from tiefenthal.server.store.base import Row, Store
from tiefenthal.server.store.opening import open_database
from tiefenthal.server.tables import log
from tiefenthal.server.tables.bounds import offered
from tiefenthal.server.tables.state_frames import StateFrames
from tiefenthal.server.tables.table import Table

SLOWEST_EQUAL: Final = 2.0
BOTS: Final = ("random", "greedy")
TOGETHER: Final = (0.75, 0.2, 0.05)
"""How often one, two or three are killed in the same moment."""


class Asked(NamedTuple):
    """What a bot may have been asked."""

    luck: str
    view: View
    legal: list[Action]


class Mirror:
    """A table as the log in the database makes it, folded by no server."""

    def __init__(self, table: str) -> None:
        self.table = Table(table)
        self.decided: dict[int, tuple[int, str]] = {}
        """By ply: whose decision (from 1), and which."""
        self.bot_moves = 0
        self.strange: list[str] = []
        """What a bot decided though nothing it could be asked since its last decision leads to it."""
        self._asked: dict[int, list[Asked]] = defaultdict(list)
        self._chosen: list[tuple[str, log.Played, list[Asked]]] = []
        self._shown: tuple[int, bytes] = (-1, b"")

    def fold(self, rows: list[Row]) -> None:
        """Carry out more of the log."""
        table = self.table
        for row in rows:
            if row.number != table.length:
                raise Failure(f"{table.id}: entry {row.number} of the log after {table.length} of them")
            entry = log.from_bytes(row.body)
            if isinstance(entry, log.Played):
                name, asked = table.places[entry.seat].player, self._asked.pop(entry.seat, [])
                if name is not None:
                    self._chosen.append((name, entry, asked))
            before = table.ply
            table.apply(entry, row.at, tell=False)
            if table.ply > before and isinstance(entry, log.Played | log.Ahead) and entry.action is not None:
                self.decided[table.ply] = (entry.seat + 1, entry.action)
            if table.ply > before or isinstance(entry, log.Began):
                self._note()

    def _note(self) -> None:
        game = self.table.game
        if game is None or game.over:
            return
        for seat in self.table.asked():
            if self.table.places[seat].player is not None:
                luck = self.table.bot_luck(seat)
                self._asked[seat].append(Asked(luck, game.view(seat), offered(game, seat)))

    def judge(self) -> None:
        """Bots choose the same from the same view and seed. Whatever a bot has decided must be what it chooses at a
        moment after its last decision: a choice that was carried out twice is not."""
        for name, entry, moments in self._chosen:
            self.bot_moves += 1
            chosen = (make_bot(name, one.luck).choose(one.view, list(one.legal)).text for one in reversed(moments))
            if entry.action not in chosen:
                self.strange.append(f"{self.table.id}: {name} at seat {entry.seat + 1} decided {entry.action!r} again")
        self._chosen.clear()

    def shown(self) -> bytes:
        """What every screen must show."""
        game, ply = self.table.game, self.table.ply
        if game is None:
            return b""
        if self._shown[0] != ply:
            self._shown = (ply, digest(StateFrames(game).view))
        return self._shown[1]


class ClusterTable(BusyTable):
    """A busy table whose people come back by themselves, and pause when they are told to."""

    def __init__(self, client: Client, table: str, rng: random.Random, going: asyncio.Event) -> None:
        super().__init__(client, table, rng)
        self.mirror = Mirror(table)
        self.going = going
        self.deciding = 0
        self.back: list[float] = []
        """How long those who lost their connection took to be back, in seconds."""
        self.problems: Counter[str] = Counter()
        self._known = 0

    async def stay(self, server: Server, seat: Connection[RawUpdate]) -> None:
        """Play to the end, whatever happens to the connection."""
        while not self.over or seat.over is None:
            try:
                await self.play_on(seat)
                return
            except ConnectionLost:
                lost = time.monotonic()
                await insist(server, seat.reconnect, "come back")
                self.back.append(time.monotonic() - lost)

    async def play_on(self, seat: Connection[RawUpdate]) -> None:
        """Decide at random until the game is over; raises ConnectionLost."""
        number = seat.seat or 0
        while await seat.asked():
            if not self.going.is_set():
                await self.going.wait()
                continue
            await self.decide(seat, number)

    async def decide(self, seat: Connection[RawUpdate], number: int) -> None:
        """One decision."""
        assert seat.update is not None
        shadow, before = self.shadow, seat.ply
        action = self.rng.choice(seat.update.legal).action
        shadow.unsure[number, action] += 1
        self.deciding += 1
        try:
            done = await seat.command(Play(before, action))
            shadow.unsure[number, action] -= 1
        except CommandRefused as refusal:
            if refusal.code == "disk":  # it may have been stored
                self.problems["moves refused with `disk`"] += 1
            elif refusal.code in OVERTAKEN:
                shadow.unsure[number, action] -= 1
            else:
                raise Failure(f"seat {number}, {action!r}: {refusal.code}: {refusal}") from None
            if refusal.code in {"too-fast", "disk"} or seat.ply == before:
                await asyncio.sleep(0.02)
            return
        finally:
            self.deciding -= 1
        shadow.accepted[done] = (number, action)
        await seat.reached(done)

    @property
    def equal(self) -> bool:
        """Whether every screen shows what the log makes."""
        return not self.behind()

    def behind(self) -> str:
        """Who does not show it; empty: everyone does."""
        ply, wanted = self.mirror.table.ply, self.mirror.shown()
        for seat in self.seats:
            if (not seat.open and seat.over is None) or seat.update is None:  # whoever saw the end may go
                return f"seat {seat.seat} has no line"
            if seat.ply != ply or digest(seat.update.view) != wanted:
                return f"seat {seat.seat} shows ply {seat.ply}, the log makes {ply}"
        return ""

    def compare(self) -> int:
        """How many acknowledged moves are not in the log."""
        lost = 0
        for ply, accepted in self.shadow.accepted.items():
            if ply > self._known and self.mirror.decided.get(ply) != accepted:
                lost += 1
                found = self.mirror.decided.get(ply)
                self.shadow.problems.append(f"{accepted} was acknowledged at ply {ply}, the log has {found}")
        self._known = self.mirror.table.ply
        return lost


class ClusterCrash(Tool):
    """Many busy tables, many kills of anything."""

    def __init__(self, kills: int, tables: int, seed: int, longest: float, proxy: str) -> None:
        self.kills_wanted = kills
        self.tables_wanted = tables
        self.rng = random.Random(seed)
        self.longest = longest
        self.proxy = proxy
        self.kills: Counter[str] = Counter()
        self.tally: Counter[str] = Counter()
        self.tables: list[ClusterTable] = []
        self.going = asyncio.Event()
        self.lost = 0
        self.whole: dict[str, list[float]] = defaultdict(list)
        self.equal: list[float] = []
        self.back: dict[str, list[float]] = defaultdict(list)
        self._playing: dict[ClusterTable, list[asyncio.Task[None]]] = {}

    async def run(self) -> None:
        """Kill as often as requested, then play every game to its end."""
        with fresh_cluster(["--address-rate", "100000"], self.proxy) as cluster, progress() as bar:
            await cluster.start()
            async with http_pool(cluster.url) as self.http, self.log_of(cluster) as self.store:
                task = bar.add_task("kills", total=self.kills_wanted)
                for _ in range(self.tables_wanted):
                    await self.open_table(cluster)
                try:
                    while self.kills.total() < self.kills_wanted:
                        await self.one_round(cluster)
                        bar.update(task, completed=self.kills.total())
                    await self.play_out(cluster, bar)
                finally:
                    for task_of_seat in [one for tasks in self._playing.values() for one in tasks]:
                        task_of_seat.cancel()
            self.tally["starts refused without a database"] = cluster.refused_starts
            cluster.check_log()
        if max(self.equal, default=0.0) > SLOWEST_EQUAL:
            raise Failure(f"screens were the same only after {max(self.equal):.2f} s; {SLOWEST_EQUAL:g} s are allowed")

    @contextlib.asynccontextmanager
    async def log_of(self, cluster: Cluster) -> AsyncIterator[Store]:
        """The database, read past the servers."""
        store = await asyncio.to_thread(open_database, cluster.address)
        try:
            yield store
        finally:
            await store.close()

    async def open_table(self, cluster: Cluster) -> None:
        """Another table: two to four seats, at most of them a bot or two."""
        client = Client(cluster.url, http=self.http)
        await insist(cluster, lambda: client.introduce("Crash"), "introduce")
        players = self.rng.choice([2, 3, 4, 4, 4])
        bots = self.rng.randrange(players)
        plans = [here(f"P{seat}") for seat in range(players - bots)] + [bot(self.rng.choice(BOTS)) for _ in range(bots)]
        modules = self.rng.randint(1, 5)
        info = await insist(cluster, lambda: client.new_table(plans, modules=modules, pace="instant"), "open a table")
        table = ClusterTable(client, info.id, self.rng, self.going)
        for seat in range(1, players - bots + 1):

            async def attempt(seat: int = seat) -> Connection[RawUpdate]:
                return await client.connect(info.id, seat, updates=RawUpdate)

            connection = await insist(cluster, attempt, "connect")
            table.shadow.watch(connection)
            table.seats.append(connection)
        self.tables.append(table)
        self._playing[table] = [asyncio.create_task(table.stay(cluster, seat)) for seat in table.seats]

    async def one_round(self, cluster: Cluster) -> None:
        """Play for a moment, kill one or more, play on without, bring it back, look."""
        for table in [table for table in self.tables if table.over]:
            await self.close_table(cluster, table)
            await self.open_table(cluster)
        cluster.check_alive()
        before = self.acknowledged()
        self.going.set()
        await asyncio.sleep(self.rng.uniform(0.05, self.longest))
        victims = self.victims(cluster)
        for victim in victims:
            self.kills[await cluster.strike(victim, self.rng)] += 1
        without = self.acknowledged()
        await asyncio.sleep(self.rng.uniform(0.0, self.longest))
        self.tally["moves acknowledged while something was down"] += self.acknowledged() - without
        began = time.monotonic()
        await asyncio.gather(*(cluster.restore(victim) for victim in victims))
        await cluster.whole()
        whole = time.monotonic()
        kinds = " + ".join(sorted({"database" if victim is None else kind_of(victim) for victim in victims}))
        self.whole[kinds].append(whole - began)
        self.going.clear()
        await self.settle(cluster, whole)
        self.tally["moves acknowledged"] += self.acknowledged() - before
        self.look(kinds)

    def victims(self, cluster: Cluster) -> list[Server | None]:
        """Whom it meets; None is the database."""
        wanted = self.rng.choices([1, 2, 3], TOGETHER)[0]
        wanted = min(wanted, self.kills_wanted - self.kills.total())
        found: list[Server | None] = []
        while len(found) < wanted:
            victim = cluster.one_of(self.rng)
            if victim not in found:
                found.append(victim)
        return found

    async def settle(self, cluster: Cluster, whole: float) -> None:
        """Wait until every screen shows what the log makes."""
        left = list(self.tables)
        while left:
            for table in left:
                table.mirror.fold(await self.store.read_log(table.shadow.table, table.mirror.table.length))
            left = [table for table in left if table.deciding or not table.equal]
            self.check_playing()
            if time.monotonic() - whole > 15 * SLOWEST_EQUAL:
                behind = [f"{table.shadow.table}: {table.behind()}" for table in left]
                raise Failure("\n".join(["not every screen shows what the log makes", *behind, cluster.log_end(20)]))
            if left:
                await asyncio.sleep(0.01)
        self.equal.append(time.monotonic() - whole)

    def check_playing(self) -> None:
        """Nobody has met something that must not be."""
        for tasks in self._playing.values():
            for task in tasks:
                if task.done():
                    task.result()

    def look(self, kinds: str) -> None:
        """After a round with these victims: is everything there that was acknowledged, and nothing twice?"""
        self.check_playing()
        for table in self.tables:
            table.mirror.judge()
            self.lost += table.compare()
            self.back[kinds] += table.back
            self.tally += table.problems
            table.back, table.problems = [], Counter()
            strange = table.mirror.strange
            if table.shadow.problems or strange:
                raise Failure("\n".join([*table.shadow.problems, *strange][:10]))
        self.tally["rounds"] += 1

    def acknowledged(self) -> int:
        """Moves that the servers said were done, at the tables of now."""
        return sum(len(table.shadow.accepted) for table in self.tables)

    async def close_table(self, cluster: Cluster, table: ClusterTable) -> None:
        """A game has ended: check its record."""
        self.tables.remove(table)
        await asyncio.gather(*self._playing.pop(table))
        table.mirror.fold(await self.store.read_log(table.shadow.table, table.mirror.table.length))
        self.lost += table.compare()
        table.mirror.judge()
        if table.mirror.strange:
            raise Failure("\n".join(table.mirror.strange[:10]))
        self.tally["moves of bots, each chosen at its own moment"] += table.mirror.bot_moves
        for seat in table.seats:
            await seat.close()
        await table.check_record(cluster, self.tally, range(1, len(table.seats) + 1))
        await table.client.close()

    async def play_out(self, cluster: Cluster, bar: Progress) -> None:
        """No more kills: every game to its end, so that its record can be checked."""
        task = bar.add_task("to the end", total=len(self.tables))
        self.going.set()

        async def finish(table: ClusterTable) -> None:
            async with asyncio.timeout(PATIENCE * 10):
                await asyncio.gather(*self._playing[table])
            await self.close_table(cluster, table)
            bar.advance(task)

        await asyncio.gather(*(finish(table) for table in list(self.tables)))

    def report(self) -> str:
        """The results."""
        lines = [f"{self.kills.total()} kills behind {self.proxy}, {self.tables_wanted} tables at a time"]
        lines += [f"  acknowledged moves lost: {self.lost}"]
        lines += [f"  {what:44} {count:,}" for what, count in sorted(self.kills.items())]
        lines += [f"  {what:44} {count:,}" for what, count in sorted(self.tally.items())]
        for kinds, values in sorted(self.whole.items()):
            lines.append(f"  start → whole again ({kinds}): {_figures(values)}")
        lines.append(f"  whole → every screen shows what the log makes: {_figures(self.equal)}")
        for kinds, values in sorted(self.back.items()):
            if values:
                lines.append(f"  line lost → back ({kinds}): {_figures(values)} ({len(values):,} lines)")
        return "\n".join([*lines, f"  {machine()}"])


def _figures(values: list[float]) -> str:
    figures = (percentile(values, 0.5), percentile(values, 0.99), max(values, default=0.0))
    return "median {:.2f} s, p99 {:.2f} s, max {:.2f} s".format(*figures)
