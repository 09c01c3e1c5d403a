"""Many four-seat tables at once, moves at a fixed rate: how long a move takes to be acknowledged and to reach everyone,
and how much processor time, memory and bandwidth it needs. Behind `make load`.

The pacing is an open loop: every move has a time at which it is due, and its latency counts from then, so that a server
that stalls is not flattered by moves that were never sent. Several servers (`--against`, `--also`) are measured
alternately for some seconds, so that other load affects them equally.
"""

import argparse
import asyncio
import gc
import os
import random
import re
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
from rich.progress import Progress

from harness.server import (
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
from tiefenthal.client import Client, CommandRefused, Connection, LightShown, LightUpdate, by_link, here, http_pool
from tiefenthal.server.protocol.frames import Done, Play

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "load.md"
GAME_SCRIPT = Path("src", "tiefenthal", "browser", "js", "core", "game.js")
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

    def __init__(self, clients: list[Client], table: str, rng: random.Random, board: int = 0) -> None:
        """`board`: what the sockets ask for, as in their address; 0: no board."""
        self.clients = clients
        self.table = table
        self.rng = rng
        self.board = board
        self.seats: list[Connection[Any]] = []
        self.moves = 0
        self._plies = [0] * SEATS
        self._awaited = 0  # the ply everyone has to be told of
        self._told: asyncio.Future[float] | None = None
        self._answered = 0.0

    async def connect(self) -> None:
        """All four seats."""
        for index, client in enumerate(self.clients):
            mine = index + 1 if self.clients.count(client) > 1 else None
            kind: type[Any] = LightShown if self.board > 1 else LightUpdate
            since = -1 if self.board else None  # browsers ask for all that has happened
            seat = await client.connect(
                self.table,
                mine,
                since,
                updates=kind,
                board=bool(self.board),
                keep_alive=None,
                compress=bool(self.board),
            )
            self.seats.append(seat)
            self._plies[index] = seat.ply
            seat.listen(self._listener(index))

    @property
    def received(self) -> int:
        """Bytes that came in over all four sockets."""
        return sum(seat.received for seat in self.seats)

    def _listener(self, index: int) -> Callable[[object], None]:
        plies = self._plies
        seat = self.seats[index]
        clock = asyncio.get_running_loop().time

        def look(frame: object) -> None:
            plies[index] = seat.ply
            if isinstance(frame, Done):
                self._awaited = frame.ply
                self._answered = clock()
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
    server: Server, http: httpx.AsyncClient, rng: random.Random, modules: int, one_session: bool, board: int = 0
) -> PacedTable:
    """A four-seat table: one host and three who come by link, or all four at one client."""
    host = Client(server.url, http=http)
    await insist(server, lambda: host.introduce("Host"), "introduce")
    if one_session:
        plans = [here(f"P{seat}") for seat in range(SEATS)]
        info = await insist(server, lambda: host.new_table(plans, modules=modules), "open a table")
        table = PacedTable([host] * SEATS, info.id, rng, board)
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
        table = PacedTable(clients, info.id, rng, board)
    await table.connect()
    return table


def asked_by_browsers(checkout: Path) -> int:
    """What the sockets of a checkout's own page ask for: its `board`."""
    found = re.search(r'URLSearchParams\(\{ board: "(\d)" \}\)', (checkout / GAME_SCRIPT).read_text(encoding="utf-8"))
    if found is None:
        raise Failure(f"{checkout / GAME_SCRIPT} does not say what its sockets ask for")
    return int(found[1])


@dataclass
class Contender:
    """A server that is measured."""

    label: str
    checkout: Path = ROOT
    options: Sequence[str] = ()
    board: int = 0
    """What its sockets ask for."""
    tables: list[PacedTable] = field(default_factory=list)
    figures: Figures = field(default_factory=Figures)
    peak: dict[str, float] = field(default_factory=dict)
    used: float = 0.0
    """Seconds of a processor while it was measured."""
    received: int = 0
    """Bytes that went out to sockets meanwhile."""
    measured: float = 0.0
    renewed: int = 0
    sockets: int = 0

    @property
    def moves(self) -> int:
        """Carried out while it was measured."""
        return len(self.figures.broadcast)

    @property
    def achieved(self) -> float:
        """Moves a second that were carried out."""
        return self.moves / self.measured if self.measured else 0.0

    @property
    def each(self) -> float:
        """Milliseconds of a processor for a move."""
        return 1000 * self.used / self.moves if self.moves else 0.0


class Load(Tool):
    """Ramp up, spread the games out, then measure."""

    def __init__(
        self, contenders: list[Contender], tables: int, rate: float, seconds: float, depth: int, seed: int, turns: int
    ) -> None:
        """`seconds`: how long each is measured in all, in so many turns."""
        self.contenders = contenders
        self.tables_wanted = tables
        self.rate = rate
        self.seconds = seconds
        self.depth = depth
        self.turns = turns
        self.rng = random.Random(seed)
        self.lag = Lag()
        self.disk: list[float] = []
        self.own = 0.0
        self.ramp_seconds = 0.0

    @property
    def main(self) -> Contender:
        """The one that must hold what is asked for: this checkout's server."""
        return self.contenders[0]

    async def run(self) -> None:
        """Everything."""
        async with AsyncExitStack() as stack:
            bar = stack.enter_context(progress())
            http: dict[str, httpx.AsyncClient] = {}
            servers: dict[str, Server] = {}
            for one in self.contenders:
                options = ["--address-rate", "1000000", "--log-level", "warning", *one.options]
                server = servers[one.label] = stack.enter_context(fresh_server(options))
                if one.checkout != ROOT:
                    server.environment["PYTHONPATH"] = str(one.checkout / "src")
                await server.start()
                http[one.label] = await stack.enter_async_context(http_pool(server.url, AT_ONCE))
            sampling = [asyncio.create_task(self.sample(one, servers[one.label])) for one in self.contenders]
            for task in sampling:
                stack.callback(task.cancel)
            for one in self.contenders:
                await self.ramp_up(one, servers[one.label], http[one.label], bar)
            gc.collect()
            gc.freeze()  # the generator's own pauses must not count as the server's
            bars = bar.add_task("seconds", total=round(self.seconds) * len(self.contenders))
            for turn in range(self.turns):
                order = self.contenders if turn % 2 == 0 else self.contenders[::-1]
                for one in order:
                    await self.measure(one, servers[one.label], http[one.label], lambda: bar.advance(bars))
            for one in self.contenders:
                one.sockets = sum(seat.open for table in one.tables for seat in table.seats)
                health = await one.tables[0].clients[0].health()
                if health.status != "ok":
                    raise Failure(f"the server ({one.label}) says it is {health.status}")
                servers[one.label].check_alive()
                servers[one.label].check_log()
            for one in self.contenders:
                for table in one.tables:
                    for seat in table.seats:
                        seat.abort()
        self.judge()

    async def ramp_up(self, one: Contender, server: Server, http: httpx.AsyncClient, bar: Progress) -> None:
        """Open all tables, and play each to another depth, so that all phases and rounds occur."""
        began = time.monotonic()
        task = bar.add_task(f"tables, {one.label}", total=self.tables_wanted)
        few = asyncio.Semaphore(AT_ONCE)

        async def fill() -> None:
            async with few:
                table = await open_table(server, http, self.rng, 5, one_session=False, board=one.board)
                one.tables.append(table)
                for _ in range(self.rng.randrange(self.depth + 1)):
                    if not await table.move(0.0, None):
                        break
            bar.advance(task)

        await asyncio.gather(*(fill() for _ in range(self.tables_wanted)))
        self.ramp_seconds += time.monotonic() - began

    async def measure(
        self, one: Contender, server: Server, http: httpx.AsyncClient, second: Callable[[], None]
    ) -> None:
        """A turn: moves at the wanted rate, each table in its own rhythm."""
        loop = asyncio.get_running_loop()
        interval = self.tables_wanted / self.rate
        seconds = self.seconds / self.turns
        start = loop.time() + 0.5
        end = start + seconds
        disk = Disk(server.folder)
        watching = asyncio.gather(self.lag.watch(), disk.watch())
        used, own = server.processor_seconds(), psutil.Process().cpu_times()
        came = sum(table.received for table in one.tables)
        try:
            async with asyncio.TaskGroup() as group:
                for index in range(len(one.tables)):
                    first = start + interval * self.rng.random()
                    group.create_task(self.pace(one, server, http, index, first, interval, end))
                for _ in range(round(seconds)):
                    await asyncio.sleep(1)
                    second()
        except* Failure as failures:
            raise failures.exceptions[0] from None
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            self.disk += disk.seconds
            mine = psutil.Process().cpu_times()
            self.own += mine.user + mine.system - own.user - own.system
            one.measured += max(0.001, min(loop.time(), end) - start)
            one.used += server.processor_seconds() - used
            one.received += sum(table.received for table in one.tables) - came

    async def pace(
        self,
        one: Contender,
        server: Server,
        http: httpx.AsyncClient,
        index: int,
        due: float,
        interval: float,
        end: float,
    ) -> None:
        """One table's moves, each when it is due."""
        loop = asyncio.get_running_loop()
        while due < end:
            wait = due - loop.time()
            if wait > 0:
                await asyncio.sleep(wait)
                self.lag.late.append(loop.time() - due)
            if await one.tables[index].move(due, one.figures):
                due += interval
            else:
                one.received += one.tables[index].received
                await one.tables[index].close()
                one.tables[index] = await open_table(server, http, self.rng, 5, one_session=False, board=one.board)
                one.renewed += 1
                due = loop.time() + interval

    async def sample(self, one: Contender, server: Server) -> None:
        """The most memory the server has needed."""
        while True:
            for what, megabytes in server.memory().items():
                one.peak[what] = max(one.peak.get(what, 0.0), megabytes)
            await asyncio.sleep(0.5)

    # --- what came out

    def judge(self) -> None:
        """Raise Failure when something asked for does not hold."""
        wrong: list[str] = []
        for one in self.contenders:
            about = f" ({one.label})" if len(self.contenders) > 1 else ""
            if one.sockets < self.tables_wanted * SEATS:
                wrong.append(f"only {one.sockets} sockets are still connected{about}")
            if one.figures.refused:
                wrong.append(f"refused{about}: {dict(one.figures.refused)}")
        one = self.main
        if one.achieved < 0.97 * self.rate:
            wrong.append(f"{one.achieved:.0f} moves/s of {self.rate:.0f} wanted")
        if percentile(one.figures.broadcast, 0.99) > SLOWEST_BROADCAST:
            wrong.append(f"p99 of move to broadcast above {SLOWEST_BROADCAST * 1000:.0f} ms")
        if one.peak.get("server", 0.0) > LARGEST_SERVER:
            wrong.append(f"server memory {one.peak['server']:.0f} MB, above {LARGEST_SERVER:.0f} MB")
        if wrong:
            raise Failure("; ".join(wrong))

    def rows(self) -> list[tuple[str, ...]]:
        """The figures: what it is, then a value for each server."""
        every, lag = self.contenders, self.lag
        first = self.main
        base = next((one for one in every if one.checkout != ROOT), first)
        whole = sum(one.measured for one in every) or 1.0
        wanted: list[tuple[str, Callable[[Contender], str]]] = [
            ("tables × sockets", lambda one: f"{len(one.tables)} × {SEATS} = {len(one.tables) * SEATS}"),
            ("moves per second, wanted / achieved", lambda one: f"{self.rate:.0f} / {one.achieved:.1f}"),
            ("seconds measured, moves", lambda one: f"{one.measured:.0f}, {one.moves:,}"),
            ("processor time per move (ms)", lambda one: f"{one.each:.2f}"),
            *(
                [
                    (
                        f"processor time per move, relative to “{base.label}”",
                        lambda one: f"{one.each / (base.each or 1.0):.2f}",
                    )
                ]
                if len(every) > 1
                else []
            ),
            ("processor use: server (cores)", lambda one: f"{one.used / (one.measured or 1.0):.2f}"),
            ("bytes per move to all four", lambda one: f"{one.received / max(1, one.moves):,.0f}"),
            ("move → done, p50 / p99 / max (ms)", lambda one: one.figures.line(one.figures.acknowledged)),
            ("move → last of four updates, p50 / p99 / max (ms)", lambda one: one.figures.line(one.figures.broadcast)),
            ("server memory, peak (MB)", lambda one: f"{one.peak.get('server', 0.0):.0f}"),
            ("bot workers' memory, peak (MB)", lambda one: f"{one.peak.get('bot workers', 0.0):.0f}"),
            ("games that ended and were followed by new ones", lambda one: str(one.renewed)),
            ("refused", lambda one: str(sum(one.figures.refused.values()))),
        ]
        rows: list[tuple[str, ...]] = [(what, *(value(one) for one in every)) for what, value in wanted]
        about = first.figures
        return [
            *rows,
            ("processor use: load generator (cores)", f"{self.own / whole:.2f}"),
            ("load generator's own lag, p50 / p99 / max (ms)", about.line(lag.seconds)),
            ("moves sent after they were due, p50 / p99 / max (ms)", about.line(lag.late)),
            ("the disk's own fsync of 4 kB during the test, p50 / p99 / max (ms)", about.line(self.disk)),
        ]

    @property
    def heads(self) -> tuple[str, ...]:
        """The head of the columns."""
        return ("figure", *(one.label for one in self.contenders)) if len(self.contenders) > 1 else ("figure", "value")

    def report(self) -> str:
        """As text."""
        rows = [self.heads, *self.rows()] if len(self.contenders) > 1 else self.rows()
        widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(len(self.heads))]
        lines = ["  " + "  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=False)) for row in rows]
        return "\n".join(
            [
                machine(),
                *map(str.rstrip, lines),
                f"  ({self.ramp_seconds:.0f} s to open the tables and spread the games)",
            ]
        )

    def write(self) -> None:
        """As a page of docs/; its sections are written by hand, and stay."""
        _, section, sections = PAGE.read_text("utf-8").partition("\n## ") if PAGE.exists() else ("", "", "")
        width = len(self.heads)
        rows = [self.heads, ("---",) * width, *(row + ("",) * (width - len(row)) for row in self.rows())]
        table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        several = (f"The servers ran alternately ({self.turns} times each). " if len(self.contenders) > 1 else "") + (
            "Sockets requested what the page of their version requests. " if self.main.board else ""
        )
        PAGE.write_text(
            "# Load\n\nWritten by `make load`. Four players, modules 1 to 5, random legal moves; server and load "
            "generator share one machine.\nEvery move has a time at which it is due (an open loop), and latencies "
            "count from then; so they include the generator's own lag.\nA move is done when it is on disk, and "
            f"broadcast when the last of the four sockets has its update.\n{several.strip()}\n\n{machine()}\n\n"
            f"{table}\n\n"
            f"Required: at least 300 moves per second at 300 tables, p99 of move to broadcast at most "
            f"{SLOWEST_BROADCAST * 1000:.0f} ms, server memory at most {LARGEST_SERVER:.0f} MB.\n{section}{sections}",
            encoding="utf-8",
        )


def contenders(options: argparse.Namespace) -> list[Contender]:
    """Who is measured: this checkout's server first."""
    found = [Contender("now", options=shlex.split(options.serve))]
    if options.against is not None:
        checkout = options.against.resolve()
        if not (checkout / "src" / "tiefenthal").is_dir():
            raise Failure(f"{options.against} is no checkout of Tiefenthal: it has no src/tiefenthal")
        found.append(Contender("before", checkout))
    for text in options.also:
        label, equals, rest = text.partition("=")
        if not equals or not label.strip():
            raise Failure(f'--also takes a label and options of `serve`, such as "2 processes=--processes 2": {text!r}')
        found.append(Contender(label.strip(), options=shlex.split(rest)))
    if len({one.label for one in found}) < len(found):
        raise Failure("two of the servers have the same label")
    for one in found if options.browsers else ():
        one.board = asked_by_browsers(one.checkout)
    return found


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
    parser.add_argument("--browsers", action="store_true", help="sockets ask for what browsers ask for")
    parser.add_argument(
        "--against", type=Path, metavar="CLONE", help="measure the server of another checkout beside it"
    )
    parser.add_argument("--serve", default="", metavar="OPTIONS", help="further options of `tiefenthal serve`")
    parser.add_argument(
        "--also", action="append", default=[], metavar="LABEL=OPTIONS", help="one more server, with these options"
    )
    parser.add_argument("--turns", type=int, default=6, help="how often each of several servers is measured")
    options = parser.parse_args()
    tables, rate, seconds = options.tables, options.rate, options.seconds
    if options.quick:
        tables, rate, seconds = 30, 31.0, 10.0
    try:
        servers = contenders(options)
    except (Failure, OSError, ValueError) as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 2
    turns = max(1, options.turns) if len(servers) > 1 else 1
    load = Load(servers, max(1, tables), max(1.0, rate), max(1.0, seconds), max(0, options.depth), options.seed, turns)
    status = carry_out(load, options.minutes)
    if options.write and status == 0:
        load.write()
    return status


if __name__ == "__main__":
    sys.exit(main())
