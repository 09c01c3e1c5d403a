"""Many four-seat tables at once, moves at a fixed rate: how long a move takes to be acknowledged and to reach everyone,
and how much memory the server needs. Behind `make load`.

The pacing is an open loop: every move has a time at which it is due, and its latency counts from then, so that a server
that stalls is not flattered by moves that were never sent.
"""

import argparse
import asyncio
import gc
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import psutil
from rich.progress import Progress

from scripts.server_tools import (
    PATIENCE,
    Failure,
    Server,
    Tool,
    carry_out,
    fresh_server,
    insist,
    machine,
    percentile,
    progress,
)
from tiefenthal.client import Client, CommandRefused, Connection, LightUpdate, by_link, here, http_pool
from tiefenthal.protocol.frames import Done, Play

PAGE = Path(__file__).resolve().parent.parent / "docs" / "load.md"
SEATS = 4
SLOWEST_BROADCAST = 0.100  # p99, seconds
LARGEST_SERVER = 400.0  # MB
AT_ONCE = 16  # requests under way while everyone comes in


class Figures:
    """Latencies of a stretch of time, in seconds."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.broadcast: list[float] = []
        self.refused: Counter[str] = Counter()

    def line(self, values: list[float]) -> str:
        """p50, p99 and the longest, in milliseconds."""
        longest = max(values, default=0.0)
        return " / ".join(
            f"{value * 1000:.1f}" for value in (percentile(values, 0.5), percentile(values, 0.99), longest)
        )


class PacedTable:
    """A table of four sockets where somebody decides whenever a move is due."""

    def __init__(self, clients: list[Client], table: str, rng: random.Random) -> None:
        self.clients = clients
        self.table = table
        self.rng = rng
        self.seats: list[Connection[LightUpdate]] = []
        self.moves = 0
        self._plies = [0] * SEATS
        self._awaited = 0  # the ply everyone has to be told of
        self._told: asyncio.Future[float] | None = None
        self._answered = 0.0

    async def connect(self) -> None:
        """All four seats."""
        for index, client in enumerate(self.clients):
            mine = index + 1 if self.clients.count(client) > 1 else None
            seat = await client.connect(self.table, mine, updates=LightUpdate, keep_alive=None)
            self.seats.append(seat)
            self._plies[index] = seat.ply
            seat.listen(self._listener(index))

    def _listener(self, index: int) -> Callable[[object], None]:
        plies = self._plies
        clock = asyncio.get_running_loop().time

        def look(frame: object) -> None:
            if isinstance(frame, LightUpdate):
                plies[index] = frame.ply
            elif isinstance(frame, Done):
                self._awaited = frame.ply
                self._answered = clock()
            else:
                return
            told = self._told
            if told is not None and not told.done() and self._awaited and min(plies) >= self._awaited:
                told.set_result(clock())

        return look

    async def move(self, due: float, figures: Figures | None) -> bool:
        """Decide something that was due at this moment; False when the game is over."""
        loop = asyncio.get_running_loop()
        asked = [seat for seat in self.seats if seat.is_asked]
        if not asked:
            if any(seat.over is not None for seat in self.seats):
                return False
            raise Failure(f"nobody is asked at ply {self._plies}, and the game is not over")
        seat = self.rng.choice(asked)
        assert seat.update is not None
        action = self.rng.choice(seat.update.legal).action
        self._awaited, self._told = 0, loop.create_future()
        try:
            async with asyncio.timeout(PATIENCE):
                await seat.command(Play(seat.ply, action))
                told = await self._told
        except TimeoutError:
            raise Failure(f"a move was not answered, or not told to everyone, within {PATIENCE:.0f} s") from None
        except CommandRefused as refusal:
            if figures is None:
                raise Failure(f"refused: {refusal.code}: {refusal}") from None
            figures.refused[refusal.code] += 1
            return True
        self.moves += 1
        if figures is not None:
            figures.acknowledged.append(self._answered - due)
            figures.broadcast.append(told - due)
        return True

    async def close(self) -> None:
        """Everyone hangs up."""
        for client in dict.fromkeys(self.clients):
            await client.close()


class Disk:
    """How long the disk itself takes, beside the server: a stall of the machine is not the server's."""

    def __init__(self, folder: Path) -> None:
        self.seconds: list[float] = []
        self._path = folder.with_name("disk-probe")

    async def watch(self) -> None:
        """Write and wait for the disk, ten times a second."""
        with self._path.open("wb") as file:
            while True:
                self.seconds.append(await asyncio.to_thread(self._write, file.fileno()))
                await asyncio.sleep(0.1)

    @staticmethod
    def _write(file: int) -> float:
        os.pwrite(file, bytes(4096), 0)
        began = time.perf_counter()
        os.fsync(file)
        return time.perf_counter() - began


class Lag:
    """How late this process itself is: the loop's overshoot when it wants to wake up."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.late: list[float] = []
        """How long after they were due moves were sent by tables that were ready."""

    async def watch(self) -> None:
        """Look fifty times a second."""
        loop = asyncio.get_running_loop()
        while True:
            wanted = loop.time() + 0.02
            await asyncio.sleep(0.02)
            self.seconds.append(loop.time() - wanted)


async def open_table(
    server: Server, http: httpx.AsyncClient, rng: random.Random, modules: int, one_session: bool
) -> PacedTable:
    """A four-seat table: one host and three who come by link, or all four at one client."""
    host = Client(server.url, http=http)
    await insist(server, lambda: host.introduce("Host"), "introduce")
    if one_session:
        plans = [here(f"P{seat}") for seat in range(SEATS)]
        info = await insist(server, lambda: host.new_table(plans, modules=modules), "open a table")
        table = PacedTable([host] * SEATS, info.id, rng)
    else:
        plans = [here(), *[by_link()] * (SEATS - 1)]
        info = await insist(server, lambda: host.new_table(plans, modules=modules), "open a table")
        join = await insist(server, lambda: host.link(info.id, "join"), "make a link")
        clients = [host]
        for number in range(1, SEATS):
            guest = Client(server.url, http=http)
            await insist(server, lambda c=guest, n=number: c.introduce(f"Guest {n}"), "introduce")  # type: ignore[misc]
            await insist(server, lambda c=guest: c.enter(info.id, join.key), "join")  # type: ignore[misc]
            clients.append(guest)
        table = PacedTable(clients, info.id, rng)
    await table.connect()
    return table


class Load(Tool):
    """Ramp up, spread the games out, then measure."""

    def __init__(self, tables: int, rate: float, seconds: float, depth: int, seed: int) -> None:
        self.tables_wanted = tables
        self.rate = rate
        self.seconds = seconds
        self.depth = depth
        self.rng = random.Random(seed)
        self.tables: list[PacedTable] = []
        self.figures = Figures()
        self.lag = Lag()
        self.disk: list[float] = []
        self.renewed = 0
        self.sockets = 0
        self.measured = 0.0
        self.peak: dict[str, float] = {}
        self.busy = {"server": 0.0, "load generator": 0.0}
        self.ramp_seconds = 0.0

    async def run(self) -> None:
        """Everything."""
        with fresh_server(["--address-rate", "1000000", "--log-level", "warning"]) as server, progress() as bar:
            await server.start()
            sampling = asyncio.create_task(self.sample(server))
            try:
                async with http_pool(server.url, AT_ONCE) as http:
                    self.http = http
                    await self.ramp_up(server, bar)
                    await self.measure(server, bar)
                    self.sockets = sum(seat.open for table in self.tables for seat in table.seats)
                    health = await self.tables[0].clients[0].health()
                    if health.status != "ok":
                        raise Failure(f"the server says it is {health.status}")
            finally:
                sampling.cancel()
            server.check_alive()
            server.check_log()
            for table in self.tables:
                for seat in table.seats:
                    seat.abort()
        self.judge()

    async def ramp_up(self, server: Server, bar: Progress) -> None:
        """Open all tables, and play each to another depth, so that all phases and rounds occur."""
        began = time.monotonic()
        task = bar.add_task("tables", total=self.tables_wanted)
        few = asyncio.Semaphore(AT_ONCE)

        async def one() -> None:
            async with few:
                table = await open_table(server, self.http, self.rng, 5, one_session=False)
                self.tables.append(table)
                for _ in range(self.rng.randrange(self.depth + 1)):
                    if not await table.move(0.0, None):
                        break
            bar.advance(task)

        await asyncio.gather(*(one() for _ in range(self.tables_wanted)))
        self.ramp_seconds = time.monotonic() - began

    async def measure(self, server: Server, bar: Progress) -> None:
        """Moves at the wanted rate, each table in its own rhythm."""
        gc.collect()
        gc.freeze()  # the generator's own pauses must not count as the server's
        loop = asyncio.get_running_loop()
        interval = self.tables_wanted / self.rate
        start = loop.time() + 0.5
        end = start + self.seconds
        task = bar.add_task("seconds", total=round(self.seconds))
        disk = Disk(server.folder)
        self.disk = disk.seconds
        watching = asyncio.gather(self.lag.watch(), disk.watch())
        used, own = server.processor_seconds(), psutil.Process().cpu_times()
        try:
            async with asyncio.TaskGroup() as group:
                for index in range(len(self.tables)):
                    group.create_task(self.pace(server, index, start + interval * self.rng.random(), interval, end))
                for _ in range(round(self.seconds)):
                    await asyncio.sleep(1)
                    bar.advance(task)
        except* Failure as failures:
            raise failures.exceptions[0] from None
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            self.measured = max(0.001, min(loop.time(), end) - start)
            mine = psutil.Process().cpu_times()
            self.busy["server"] = (server.processor_seconds() - used) / self.measured
            self.busy["load generator"] = (mine.user + mine.system - own.user - own.system) / self.measured

    async def pace(self, server: Server, index: int, due: float, interval: float, end: float) -> None:
        """One table's moves, each when it is due."""
        loop = asyncio.get_running_loop()
        while due < end:
            wait = due - loop.time()
            if wait > 0:
                await asyncio.sleep(wait)
                self.lag.late.append(loop.time() - due)
            if await self.tables[index].move(due, self.figures):
                due += interval
            else:
                await self.tables[index].close()
                self.tables[index] = await open_table(server, self.http, self.rng, 5, one_session=False)
                self.renewed += 1
                due = loop.time() + interval

    async def sample(self, server: Server) -> None:
        """The most memory the server has needed."""
        while True:
            for what, megabytes in server.memory().items():
                self.peak[what] = max(self.peak.get(what, 0.0), megabytes)
            await asyncio.sleep(0.5)

    # --- what came out

    @property
    def achieved(self) -> float:
        """Moves a second that were carried out."""
        return len(self.figures.broadcast) / self.measured if self.measured else 0.0

    def judge(self) -> None:
        """Raise Failure when something asked for does not hold."""
        wrong: list[str] = []
        if self.achieved < 0.97 * self.rate:
            wrong.append(f"{self.achieved:.0f} moves/s of {self.rate:.0f} wanted")
        if percentile(self.figures.broadcast, 0.99) > SLOWEST_BROADCAST:
            wrong.append(f"p99 of move to broadcast above {SLOWEST_BROADCAST * 1000:.0f} ms")
        if self.peak.get("server", 0.0) > LARGEST_SERVER:
            wrong.append(f"server memory {self.peak['server']:.0f} MB, above {LARGEST_SERVER:.0f} MB")
        if self.sockets < self.tables_wanted * SEATS:
            wrong.append(f"only {self.sockets} sockets are still connected")
        if self.figures.refused:
            wrong.append(f"refused: {dict(self.figures.refused)}")
        if wrong:
            raise Failure("; ".join(wrong))

    def rows(self) -> list[tuple[str, str]]:
        """The figures."""
        figures, lag = self.figures, self.lag
        return [
            ("tables × sockets", f"{len(self.tables)} × {SEATS} = {self.sockets or len(self.tables) * SEATS}"),
            ("moves a second, wanted / achieved", f"{self.rate:.0f} / {self.achieved:.1f}"),
            ("seconds measured, moves", f"{self.measured:.0f}, {len(figures.broadcast):,}"),
            ("move → done, p50 / p99 / max (ms)", figures.line(figures.acknowledged)),
            ("move → last of four updates, p50 / p99 / max (ms)", figures.line(figures.broadcast)),
            ("server memory, peak (MB)", f"{self.peak.get('server', 0.0):.0f}"),
            ("bot workers' memory, peak (MB)", f"{self.peak.get('bot workers', 0.0):.0f}"),
            ("processor: server / load generator (cores)", " / ".join(f"{cores:.2f}" for cores in self.busy.values())),
            ("load generator's own lag, p50 / p99 / max (ms)", figures.line(lag.seconds)),
            ("moves sent after they were due, p50 / p99 / max (ms)", figures.line(lag.late)),
            ("the disk's own fsync of 4 kB beside it, p50 / p99 / max (ms)", figures.line(self.disk)),
            ("games that ended and were followed by new ones", str(self.renewed)),
            ("refused", str(sum(figures.refused.values()))),
        ]

    def report(self) -> str:
        """As text."""
        rows = self.rows()
        width = max(len(what) for what, _ in rows)
        lines = [f"  {what:<{width}}  {value}" for what, value in rows]
        return "\n".join([machine(), *lines, f"  ({self.ramp_seconds:.0f} s to open the tables and spread the games)"])

    def write(self) -> None:
        """As a page of docs/."""
        table = "\n".join(f"| {what} | {value} |" for what, value in self.rows())
        PAGE.write_text(
            "# Load\n\nWritten by `make load`. Four players, modules 1 to 5, random legal moves; server and load "
            "generator share one machine.\nEvery move has a time at which it is due (an open loop), and latencies "
            "count from then; so the generator's own lag is in them.\nA move is done when it is on disk, and broadcast "
            f"when the last of the four sockets has its update.\n\n{machine()}\n\n"
            f"| figure | value |\n|---|---|\n{table}\n\n"
            f"Asked for: at least 300 moves a second at 300 tables, p99 of move to broadcast at most "
            f"{SLOWEST_BROADCAST * 1000:.0f} ms, server memory at most {LARGEST_SERVER:.0f} MB.\n",
            encoding="utf-8",
        )


def main() -> int:
    """Run it and report."""
    parser = argparse.ArgumentParser(description="Many tables at once, moves at a fixed rate.")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--rate", type=float, default=310.0, help="moves a second in all")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long is measured")
    parser.add_argument("--depth", type=int, default=160, help="moves a game may have had before, at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=15.0, help="give up after this")
    parser.add_argument("--write", action="store_true", help="write docs/load.md")
    parser.add_argument("--quick", action="store_true", help="30 tables, 10 seconds")
    options = parser.parse_args()
    tables, rate, seconds = options.tables, options.rate, options.seconds
    if options.quick:
        tables, rate, seconds = 30, 31.0, 10.0
    load = Load(max(1, tables), max(1.0, rate), max(1.0, seconds), max(0, options.depth), options.seed)
    status = carry_out(load, options.minutes)
    if options.write and status == 0:
        load.write()
    return status


if __name__ == "__main__":
    sys.exit(main())
