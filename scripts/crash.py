"""Kill the server with SIGKILL at random moments of busy play, again and again: no move it has acknowledged may be
lost, every game must continue as the same game, and all tables must answer again within two seconds. Behind `make
crash`.
"""

import argparse
import asyncio
import functools
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence

import msgspec
from rich.progress import Progress

from harness.server import (
    PATIENCE,
    Failure,
    Server,
    Shadow,
    Tool,
    carry_out,
    fresh_server,
    insist,
    machine,
    percentile,
    progress,
)
from scripts.cluster import add_cluster
from tiefenthal import verify
from tiefenthal.client import Client, CommandRefused, Connection, ConnectionLost, RawUpdate, here, http_pool
from tiefenthal.engine.record.notation import read_record
from tiefenthal.server.protocol.frames import Play

SLOWEST_RESUME = 2.0
MOST_REPLAYED = 8  # plies of one game that are looked up in its record; each is a replay from the beginning
OVERTAKEN = {"stale", "illegal", "too-fast", "stopping", "not-playing"}


class BusyTable:
    """A table where everyone decides as quickly as the server lets them."""

    def __init__(self, client: Client, table: str, rng: random.Random) -> None:
        self.client = client
        self.rng = rng
        self.shadow = Shadow(table)
        self.seats: list[Connection[RawUpdate]] = []
        self.lost = 0
        self.unseen: dict[int, bytes] = {}
        """By ply: views from before a kill that nobody was shown again after it."""
        self._checked = 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.shadow.over is not None

    async def play(self, seat: Connection[RawUpdate]) -> None:
        """Decide at random until the connection is lost or the game is over."""
        shadow, number = self.shadow, seat.seat or 0
        try:
            while await seat.asked():
                assert seat.update is not None
                before = seat.ply
                action = self.rng.choice(seat.update.legal).action
                shadow.unsure[number, action] += 1
                try:
                    done = await seat.command(Play(before, action))
                    shadow.unsure[number, action] -= 1
                except CommandRefused as refusal:
                    shadow.unsure[number, action] -= 1
                    if refusal.code not in OVERTAKEN:
                        raise Failure(f"seat {number}, {action!r}: {refusal.code}: {refusal}") from None
                    if refusal.code == "too-fast" or seat.ply == before:
                        await asyncio.sleep(0.02)
                    continue
                shadow.accepted[done] = (number, action)
                await seat.reached(done)
        except ConnectionLost:
            return

    def after_kill(self, before: int, seen: bytes | None) -> None:
        """Everything acknowledged must be there again. `before` and `seen` are what was last shown before the kill."""
        shadow = self.shadow
        now = self.seats[0].ply
        for ply in sorted(shadow.accepted):
            if ply > now or (ply > self._checked and shadow.decided.get(ply) != shadow.accepted[ply]):
                self.lost += 1
                shadow.problems.append(
                    f"the move {shadow.accepted[ply]} acknowledged at ply {ply} is not there; the game is at ply {now}"
                )
        if now < before:
            shadow.problems.append(f"the game was shown at ply {before}, and is at ply {now} after the kill")
        elif now > before and seen is not None:
            self.unseen[before] = seen
        self._checked = now

    async def check_record(self, server: Server, compared: Counter[str], persons: Sequence[int] = range(1, 5)) -> None:
        """The record of the finished game verifies and has every acknowledged move at its ply."""
        table, shadow = self.shadow.table, self.shadow
        shadow.check(persons)
        text = await insist(server, lambda: self.client.record_text(table), "the record")
        verdict = verify(text)
        over = shadow.over
        assert over is not None
        if not (verdict.over and verdict.follows_seed and verdict.scores == over.ending.scores):
            raise Failure(f"the record of {table} does not verify: {verdict}")
        decisions = [(seat + 1, str(action)) for seat, action in read_record(text).decisions]
        for ply, accepted in shadow.accepted.items():  # nobody takes anything back here, so plies count decisions
            if decisions[ply - 1] != accepted:
                raise Failure(f"{table}: {accepted} was acknowledged at ply {ply}, the record has {decisions[ply - 1]}")
        for ply, view in self.rng.sample(sorted(self.unseen.items()), min(MOST_REPLAYED, len(self.unseen))):
            step = await insist(server, functools.partial(self.client.replay_step, table, ply), "the replay")
            if step.view != msgspec.json.decode(view):
                raise Failure(f"{table}: ply {ply} was shown differently before the kill")
            compared["views compared in the record"] += 1
        compared["records verified"] += 1


class Crash(Tool):
    """Many busy tables, many kills."""

    def __init__(self, kills: int, tables: int, seed: int, longest: float) -> None:
        self.kills_wanted = kills
        self.tables_wanted = tables
        self.rng = random.Random(seed)
        self.longest = longest
        self.kills = 0
        self.resumes: list[float] = []
        self.everyone_back: list[float] = []
        self.tally: Counter[str] = Counter()
        self.tables: list[BusyTable] = []
        self.lost = 0

    async def run(self) -> None:
        """Kill as often as requested, then play every game to its end."""
        with fresh_server(["--address-rate", "100000"]) as server, progress() as bar:
            await server.start()
            async with http_pool(server.url) as self.http:
                task = bar.add_task("kills", total=self.kills_wanted)
                for _ in range(self.tables_wanted):
                    await self.open_table(server)
                while self.kills < self.kills_wanted:
                    await self.one_kill(server)
                    bar.advance(task)
                await self.play_out(server, bar)
                for table in self.tables:
                    await table.client.close()
            server.check_log()
        if max(self.resumes, default=0.0) > SLOWEST_RESUME:
            raise Failure(f"a restart took {max(self.resumes):.2f} s; {SLOWEST_RESUME:g} s are allowed")

    async def open_table(self, server: Server) -> None:
        """Another table, all seats connected."""
        client = Client(server.url, http=self.http)
        await client.introduce("Crash")
        players = self.rng.choice([2, 3, 4, 4, 4])
        info = await client.new_table([here(f"P{n}") for n in range(players)], modules=self.rng.randint(1, 5))
        table = BusyTable(client, info.id, self.rng)
        for seat in range(1, players + 1):
            connection = await client.connect(info.id, seat, updates=RawUpdate)
            table.shadow.watch(connection)
            table.seats.append(connection)
        self.tables.append(table)

    async def one_kill(self, server: Server) -> None:
        """Play for a moment, kill, start again, look."""
        for table in [table for table in self.tables if table.over]:
            self.tables.remove(table)
            await self.close_table(server, table)
            await self.open_table(server)
        before = sum(len(table.shadow.accepted) for table in self.tables)
        playing = [asyncio.create_task(table.play(seat)) for table in self.tables for seat in table.seats]
        await asyncio.sleep(self.rng.uniform(0.05, self.longest))
        server.check_alive()
        server.kill()
        self.kills += 1
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)
        self.tally["moves acknowledged"] += sum(len(table.shadow.accepted) for table in self.tables) - before
        last = {table: self.last_shown(table) for table in self.tables}
        server.launch()
        await self.port_open(server)
        resumed = await asyncio.gather(*(self.first_back(server, table) for table in self.tables))
        self.resumes.append(max(resumed) - server.started)
        await asyncio.gather(*(self.others_back(server, table) for table in self.tables))
        self.everyone_back.append(time.monotonic() - server.started)
        for table, (ply, seen) in last.items():
            grown = table.seats[0].ply > ply
            self.tally["resumed further than anybody was told" if grown else "resumed at the very ply last told"] += 1
            table.after_kill(ply, seen)
            self.lost += table.lost
            if table.shadow.problems:
                raise Failure("\n".join(table.shadow.problems[:10]))

    def last_shown(self, table: BusyTable) -> tuple[int, bytes | None]:
        """The latest ply anybody at the table was shown, and its view."""
        best = max(table.seats, key=lambda seat: seat.ply)
        return best.ply, bytes(best.update.view) if best.update is not None else None

    async def port_open(self, server: Server) -> None:
        """Wait until the server listens; asking all the time for every table would only slow it down."""
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            except OSError:
                server.check_alive()
                if time.monotonic() - server.started > PATIENCE:
                    raise Failure(f"the server did not come back:\n{server.log_end()}") from None
                await asyncio.sleep(0.005)
            else:
                writer.close()
                return

    async def first_back(self, server: Server, table: BusyTable) -> float:
        """The first seat of a table comes back; when it had its hello and its update."""
        await insist(server, table.seats[0].reconnect, "come back")
        return time.monotonic()

    async def others_back(self, server: Server, table: BusyTable) -> None:
        """The other seats, too."""
        for seat in table.seats[1:]:
            await insist(server, seat.reconnect, "come back")
            self.tally["sockets resumed"] += 1

    async def close_table(self, server: Server, table: BusyTable) -> None:
        """A game has ended: check its record."""
        for seat in table.seats:
            await seat.close()
        await table.check_record(server, self.tally)
        await table.client.close()

    async def play_out(self, server: Server, bar: Progress) -> None:
        """No more kills: every game to its end, so that its record can be checked."""
        task = bar.add_task("to the end", total=len(self.tables))

        async def finish(table: BusyTable) -> None:
            async with asyncio.timeout(PATIENCE * 10):
                await asyncio.gather(*(table.play(seat) for seat in table.seats))
            if not table.over:
                raise Failure(f"{table.shadow.table}: the game did not end")
            await self.close_table(server, table)
            bar.advance(task)

        await asyncio.gather(*(finish(table) for table in self.tables))

    def report(self) -> str:
        """The results."""
        lines = [f"{self.kills} kills, {self.tables_wanted} tables at a time; acknowledged moves lost: {self.lost}"]
        lines += [f"  {what:40} {count:,}" for what, count in sorted(self.tally.items())]
        for what, values in (("every table answered", self.resumes), ("every socket resumed", self.everyone_back)):
            figures = [percentile(values, 0.5), percentile(values, 0.99), max(values, default=0.0)]
            lines.append(f"  start → {what}: median {figures[0]:.2f} s, p99 {figures[1]:.2f} s, max {figures[2]:.2f} s")
        return "\n".join([*lines, f"  {machine()}"])


def main() -> int:
    """Run it and report."""
    parser = argparse.ArgumentParser(description="Kill the server during play; nothing acknowledged may be lost.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=20, help="tables alive at a time")
    parser.add_argument("--longest", type=float, default=1.0, help="longest play between kills, in seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=40.0, help="give up after this")
    parser.add_argument("--quick", action="store_true", help="ten kills, six tables")
    add_cluster(parser)
    options = parser.parse_args()
    kills, tables = max(1, options.kills), max(1, options.tables)
    if options.quick:
        kills, tables = 10, 6
    if options.cluster:
        from scripts.crash_cluster import ClusterCrash

        crash = ClusterCrash(kills, tables, options.seed, options.longest, options.proxy)
        return carry_out(crash, options.minutes)
    return carry_out(Crash(kills, tables, options.seed, options.longest), options.minutes)


if __name__ == "__main__":
    sys.exit(main())
