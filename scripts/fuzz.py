"""Throw broken frames and requests at a server while healthy tables play: it must not crash, no table may change that
nobody played at, and the healthy tables must hardly notice. Behind `make fuzz`.

Quiet and fuzzed windows take turns in the same run, so that both are measured under the same conditions.
"""

import argparse
import asyncio
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from multiprocessing.connection import Connection as Pipe

import httpx

from harness.server import (
    PATIENCE,
    Failure,
    Server,
    Tool,
    carry_out,
    digest,
    fresh_server,
    insist,
    machine,
    percentile,
    progress,
)
from scripts.cluster import add_cluster, chosen
from scripts.fuzz_attack import Plan, Target, attack
from scripts.load import Figures, Lag, PacedTable, open_table
from tiefenthal.client import Client, ConnectionLost, RawUpdate, by_link, here, http_pool

MOST_SLOWED = 2.0
BYSTANDERS = 6
MOVES_BEFORE = 60


class Bystander:
    """A table nobody plays at while the attack lasts; its seats, watchers and strangers are used to attack it."""

    def __init__(self, client: Client, table: str, playing: bool) -> None:
        self.client = client
        self.table = table
        self.playing = playing
        self.watcher: Client | None = None
        self.before = b""

    async def look(self) -> bytes:
        """A name of everything about the table but who is connected."""
        info = await self.client.table(self.table)
        seats = [(seat.kind, seat.name, seat.bot) for seat in info.seats]
        parts: list[object] = [info.state, info.ply, info.move, info.round, info.commitment, info.pace, seats]
        parts += [info.listed, info.away_after, info.undo is None, info.you.seats, info.you.host]
        async with await self.client.connect(self.table, 1, updates=RawUpdate) as seat:
            parts += [[(line.number, line.text) for line in seat.chat]]
            if seat.update is not None:
                update = seat.update
                offers = [offer.action for offer in update.legal]
                parts += [
                    update.view,
                    update.ply,
                    update.decisions,
                    offers,
                    update.unavailable,
                    update.choice,
                    update.undo,
                ]
        return digest(*parts)


class Attackers:
    """The process of the attackers."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe: Pipe
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=attack, args=(plan, theirs), daemon=True)
        self._process.start()
        self.sent: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()

    def go(self) -> None:
        """Begin, or go on."""
        self._pipe.send(True)

    async def pause(self) -> None:
        """Pause; then the number of sent frames is known."""
        self._pipe.send(False)
        if not await asyncio.to_thread(self._pipe.poll, PATIENCE):
            raise Failure("the attackers do not answer")
        sent, answers, problems = self._pipe.recv()
        self.sent, self.answers = Counter(sent), Counter(answers)
        if problems:
            raise Failure("\n".join(problems))

    def close(self) -> None:
        """End the process."""
        if self._process.is_alive():
            self._pipe.send(None)
            self._process.join(5)
            self._process.kill()


class Fuzz(Tool):
    """Healthy tables, bystanders and attackers."""

    def __init__(
        self,
        wanted: int,
        rate: float,
        healthy: int,
        window: float,
        seed: int,
        fresh: Callable[[Sequence[str]], AbstractContextManager[Server]] = fresh_server,
    ) -> None:
        self.fresh = fresh
        self.wanted = wanted
        self.rate = rate
        self.healthy_wanted = healthy
        self.window = window
        self.seed = seed
        self.rng = random.Random(seed)
        self.quiet = Figures()
        self.fuzzed = Figures()
        self.healthy: list[PacedTable] = []
        self.bystanders: list[Bystander] = []
        self.lag = Lag()
        self.sent: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.memory = (0.0, 0.0)
        self.unchanged = 0
        self.busy: dict[str, list[float]] = {"quiet": [], "fuzzed": []}
        self._fuzzing = False
        self.harmed = Figures()
        """While something of a cluster is down or coming back: not judged."""
        self._harmed = False
        self._moving = 0
        self.mishaps: Counter[str] = Counter()

    async def run(self) -> None:
        """Everything."""
        # The limits are set high, so that what is thrown reaches what is to be tried, and not only the limits.
        with self.fresh(["--address-rate", "4000", "--log-level", "warning"]) as server, progress() as bar:
            await server.start()
            pids = server.pids
            async with http_pool(server.url) as self.http:
                plan = await self.prepare(server, self.http)
                before = server.memory()["server"]
                attackers = Attackers(plan)
                task = bar.add_task("broken things", total=self.wanted)
                pacing = [asyncio.create_task(self.pace(server, index)) for index in range(len(self.healthy))]
                pacing.append(asyncio.create_task(self.lag.watch()))
                if not server.alone:
                    pacing.append(asyncio.create_task(self.keep(server)))
                try:
                    while sum(self.sent.values()) < self.wanted:
                        await self.windows(server, attackers)
                        bar.update(task, completed=sum(self.sent.values()))
                        self.look_after(server, pids, pacing)
                        if not server.alone:
                            await self.mishap(server)
                            pids = server.pids
                finally:
                    attackers.close()
                    for one in pacing:
                        one.cancel()
                self.memory = (before, server.memory()["server"])
                await self.check(server, pids)
        self.judge()

    async def prepare(self, server: Server, http: httpx.AsyncClient) -> Plan:
        """Healthy tables, bystanders in all states, and whom the attackers pretend to be."""
        stranger = Client(server.url, http=http)
        await stranger.introduce("Stranger")
        targets: list[Target] = []
        for number in range(BYSTANDERS):
            targets += await self.bystander(server, http, stranger, playing=number % 3 != 0)
        slow: list[Target] = []
        for _ in range(self.healthy_wanted):
            table = await open_table(server, http, self.rng, 5, one_session=True)
            self.healthy.append(table)
            link = await table.clients[0].link(table.table, "watch")
            await stranger.enter(table.table, link.key, watch=True)
            slow.append(Target(table.table, stranger.token or "", None, True))
        return Plan(server.port, self.rate, self.seed, targets, slow, not server.alone)

    async def bystander(self, server: Server, http: httpx.AsyncClient, stranger: Client, playing: bool) -> list[Target]:
        """A table in the middle of a game, or one that still waits for somebody."""
        client = Client(server.url, http=http)
        await client.introduce("Bystander")
        if playing:
            table = await open_table(server, http, self.rng, self.rng.randint(1, 5), one_session=True)
            for _ in range(self.rng.randrange(MOVES_BEFORE)):
                await table.move(0.0, None)
            client = table.clients[0]
            for seat in table.seats:
                await seat.close()
            name = table.table
        else:
            name = (await client.new_table([here("A"), by_link(), by_link()], modules=3)).id
        found = Bystander(client, name, playing)
        found.watcher = Client(server.url, http=http)
        await found.watcher.introduce("Watcher")
        link = await client.link(name, "watch")
        await found.watcher.enter(name, link.key, watch=True)
        self.bystanders.append(found)
        found.before = await found.look()
        return [
            Target(name, client.token or "", 1, True),
            Target(name, found.watcher.token or "", None, True),
            Target(name, found.watcher.token or "", 1, False),
            Target(name, stranger.token or "", None, False),
            Target(name, stranger.token or "", 2, False),
        ]

    async def windows(self, server: Server, attackers: Attackers) -> None:
        """A quiet window and a fuzzed one."""
        used = [server.processor_seconds()]
        self._fuzzing = False
        await asyncio.sleep(self.window)
        used.append(server.processor_seconds())
        self._fuzzing = True
        attackers.go()
        await asyncio.sleep(self.window)
        await attackers.pause()
        used.append(server.processor_seconds())
        self.sent, self.answers = attackers.sent, attackers.answers
        self.busy["quiet"].append((used[1] - used[0]) / self.window)
        self.busy["fuzzed"].append((used[2] - used[1]) / self.window)

    async def mishap(self, server: Server) -> None:
        """Something of a cluster is killed, and comes back; healthy tables go on, and are measured again after it."""
        self._harmed = True
        while self._moving:  # what was begun before is not to wait for what comes now
            await asyncio.sleep(0.005)
        self.mishaps[await server.mishap(self.rng)] += 1
        async with asyncio.timeout(PATIENCE):
            while not all(seat.open for table in self.healthy for seat in table.seats):
                await asyncio.sleep(0.05)
        self._harmed = False

    async def keep(self, server: Server) -> None:
        """Players at a healthy table who lost the connection reconnect."""
        while True:
            lost = [seat for table in self.healthy for seat in table.seats if not seat.open and seat.over is None]
            for seat in lost:
                await insist(server, seat.reconnect, "come back")
            await asyncio.sleep(0.05)

    def look_after(self, server: Server, pids: tuple[int, ...], pacing: "list[asyncio.Task[None]]") -> None:
        """The server lives, and the healthy tables play."""
        server.check_alive()
        if server.pids != pids:
            raise Failure("the server was replaced")
        for task in pacing:
            if task.done():
                task.result()

    async def pace(self, server: Server, index: int) -> None:
        """A healthy table's moves, each when it is due, three a second."""
        loop = asyncio.get_running_loop()
        interval = 1 / 3
        due = loop.time() + interval * self.rng.random()
        while True:
            await asyncio.sleep(max(0.0, due - loop.time()))
            figures = self.fuzzed if self._fuzzing else self.quiet
            if self._harmed:
                figures = self.harmed
            self._moving += 1
            try:
                going = await self.healthy[index].move(due, figures)
            except ConnectionLost:
                if server.alone:
                    raise
                await asyncio.sleep(0.1)  # `keep` brings them back
                due = loop.time()
                continue
            finally:
                self._moving -= 1
            if going:
                due = due + interval if figures is not self.harmed else loop.time() + interval
            else:
                await self.healthy[index].close()
                self.healthy[index] = await open_table(server, self.http, self.rng, 5, one_session=True)
                due = loop.time() + interval

    async def check(self, server: Server, pids: tuple[int, ...]) -> None:
        """Nothing has changed, nothing was logged that should not have happened."""
        self.look_after(server, pids, [])
        for one in self.bystanders:
            if await one.look() != one.before:
                raise Failure(f"a table {'in play' if one.playing else 'that waits'} was changed by the attackers")
            self.unchanged += 1
        health = await self.bystanders[0].client.health()
        if health.status != "ok":
            raise Failure(f"the server says it is {health.status}")
        server.check_log()

    # --- what came out

    @property
    def slowed(self) -> float:
        """p99 of move to broadcast, fuzzed to quiet."""
        quiet = percentile(self.quiet.broadcast, 0.99)
        return percentile(self.fuzzed.broadcast, 0.99) / quiet if quiet else 0.0

    def judge(self) -> None:
        """Raise Failure when the healthy tables suffered."""
        if self.slowed > MOST_SLOWED:
            raise Failure(f"the healthy tables' p99 has become {self.slowed:.2f} times as long")
        refused = self.quiet.refused + self.fuzzed.refused
        if refused:
            raise Failure(f"moves at healthy tables were refused: {dict(refused)}")

    def report(self) -> str:
        """The results."""
        lines = [f"{sum(self.sent.values()):,} broken things sent"]
        lines += [f"  {what:24} {count:,}" for what, count in self.sent.most_common()]
        lines += ["answers to requests and handshakes"]
        lines += [f"  {what:24} {count:,}" for what, count in self.answers.most_common()]
        lines += [f"{self.unchanged} of {len(self.bystanders)} tables nobody played at found unchanged"]
        lines += [
            f"healthy tables: {len(self.healthy)}, three moves a second each; move → broadcast, p50 / p99 / max (ms)"
        ]
        lines += [f"  quiet  {self.quiet.line(self.quiet.broadcast)}  ({len(self.quiet.broadcast):,} moves)"]
        lines += [f"  fuzzed {self.fuzzed.line(self.fuzzed.broadcast)}  ({len(self.fuzzed.broadcast):,} moves)"]
        if self.mishaps:
            lines += [f"  harmed {self.harmed.line(self.harmed.broadcast)}  ({len(self.harmed.broadcast):,} moves)"]
            lines += [f"  {what:40} {count:,}" for what, count in sorted(self.mishaps.items())]
        lines += [f"  p99 fuzzed / quiet: {self.slowed:.2f}; own lag {self.quiet.line(self.lag.seconds)}"]
        busy = ", ".join(f"{what} {percentile(cores, 0.5):.2f}" for what, cores in self.busy.items())
        lines += [f"processor of the server (cores, median of {len(self.busy['quiet'])} windows): {busy}"]
        lines += [f"server memory {self.memory[0]:.0f} → {self.memory[1]:.0f} MB; {machine()}"]
        return "\n".join(lines)


def main() -> int:
    """Run it and report."""
    parser = argparse.ArgumentParser(description="Broken frames and requests while healthy tables play.")
    parser.add_argument("--count", type=int, default=100_000, help="broken frames and requests")
    parser.add_argument("--rate", type=float, default=500.0, help="of them a second, while it lasts")
    parser.add_argument("--healthy", type=int, default=10, help="healthy tables")
    parser.add_argument("--window", type=float, default=5.0, help="seconds of a quiet or fuzzed window")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30.0, help="give up after this")
    parser.add_argument("--quick", action="store_true", help="5,000 of them")
    add_cluster(parser)
    options = parser.parse_args()
    count = 5_000 if options.quick else max(1, options.count)
    rate, healthy, window = max(1.0, options.rate), max(1, options.healthy), max(0.5, options.window)
    fuzz = Fuzz(count, rate, healthy, window, options.seed, chosen(options))
    return carry_out(fuzz, options.minutes)


if __name__ == "__main__":
    sys.exit(main())
