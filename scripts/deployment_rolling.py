"""An upgrade while people play: three server processes on a real PostgreSQL behind the nginx of deploy/, with TLS. The
script deploy/rolling-upgrade restarts them one after the other; then one is killed. Nobody may lose an acknowledged
move, and whoever loses the connection must be back, and see what everybody sees, within two seconds.
"""

import asyncio
import contextlib
import os
import random
import ssl
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx

from harness.server import PATIENCE, Failure, Server, Shadow, digest, free_port, percentile
from scripts.deployment_files import DEPLOY, Missing, Say, program, proxy_folder
from tiefenthal.client import (
    Client,
    CommandRefused,
    Connection,
    ConnectionLost,
    RawUpdate,
    ServerError,
    UnreachableError,
    here,
)
from tiefenthal.server.protocol.frames import Play

TABLES = 12
LONGEST_AWAY = 2.0  # seconds
PROCESSES = 3
NAME = "localhost"
PUBLIC = "inn.example"  # a name of the servers that nobody here finds: only asked for
FIRST_TRY, LAST_TRY = 0.25, 8.0  # how browsers come back: js/core/game.js
OVERTAKEN = {"stale", "illegal", "too-fast", "stopping", "not-playing"}


class Table:
    """Some people at a table, each with a separate connection, who think for a moment before each decision."""

    def __init__(self, client: Client, table: str, rng: random.Random, going: asyncio.Event) -> None:
        self.client = client
        self.rng = rng
        self.going = going
        self.shadow = Shadow(table)
        self.seats: list[Connection[RawUpdate]] = []
        self.away: list[float] = []
        """How long each was without a line, until the table as it is was shown again."""

    @property
    def accepted(self) -> int:
        """Moves the server said are done."""
        return len(self.shadow.accepted)

    async def play(self, seat: Connection[RawUpdate]) -> None:
        """Until the game is over: decide when asked, as long as the connection is open."""
        while not seat.over:
            try:
                if not await seat.asked():
                    return
                await asyncio.sleep(self.rng.uniform(0.05, 0.4))
                await self.going.wait()
                await self._decide(seat)
            except ConnectionLost:
                await asyncio.sleep(0.02)  # `stay` brings it back

    async def stay(self, seat: Connection[RawUpdate]) -> None:
        """Reconnect whenever the connection is lost, as a page does."""
        while True:
            try:
                await seat.until(lambda: False)
            except ConnectionLost:
                await self._come_back(seat)

    async def _decide(self, seat: Connection[RawUpdate]) -> None:
        shadow, number = self.shadow, seat.seat or 0
        if seat.update is None or not seat.update.legal:
            return
        before, action = seat.ply, self.rng.choice(seat.update.legal).action
        shadow.unsure[number, action] += 1
        try:
            done = await seat.command(Play(before, action))
        except CommandRefused as refusal:
            shadow.unsure[number, action] -= 1
            if refusal.code not in OVERTAKEN:
                raise Failure(f"seat {number}, {action!r}: {refusal.code}: {refusal}") from None
            if refusal.code == "stopping":
                await asyncio.sleep(0.05)
            return
        shadow.unsure[number, action] -= 1
        shadow.accepted[done] = (number, action)
        await seat.reached(done)

    async def _come_back(self, seat: Connection[RawUpdate]) -> None:
        lost, before, tries = time.monotonic(), seat.ply, 0
        while True:
            await asyncio.sleep(min(LAST_TRY, FIRST_TRY * 2**tries))
            tries += 1
            try:
                await seat.reconnect()
                break
            except (UnreachableError, ConnectionLost):
                pass
            except ServerError as error:
                if error.status < 500 and error.status != 429:
                    raise
            if time.monotonic() - lost > PATIENCE:
                raise Failure(f"seat {seat.seat} did not get back within {PATIENCE:.0f} s")
        self.away.append(time.monotonic() - lost)
        if seat.ply < before:
            self.shadow.problems.append(f"seat {seat.seat} was at ply {before} and is shown ply {seat.ply} after it")

    def shown(self) -> set[tuple[int, bytes]]:
        """What is on the screens: one when all see the same."""
        return {(seat.ply, digest(seat.update.view)) for seat in self.seats if seat.update is not None}


@contextlib.contextmanager
def proxy(folder: Path, servers: list[int]) -> Iterator[tuple[str, str]]:
    """The nginx of deploy/ before these ports; its addresses with and without TLS."""
    http, https = free_port(), free_port()
    main = proxy_folder(folder, NAME, http, https, servers, "processes.conf")
    words = [program("nginx", "nginx"), "-c", str(main), "-e", str(folder / "error.log"), "-g", "daemon off;"]
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"https://{NAME}:{https}", f"http://127.0.0.1:{http}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextlib.asynccontextmanager
async def three_servers(folder: Path, database: str, public_url: str, ports: list[int]) -> AsyncIterator[list[Server]]:
    """Processes on one database, started one after the other."""
    servers: list[Server] = []
    try:
        for number, port in enumerate(ports):
            server = Server(folder / f"data{number}", ["--public-url", public_url, "--public-url", f"https://{PUBLIC}"])
            server.options += ["--address-rate", "100000"]  # all players have one address here
            server.port, server.url = port, f"http://127.0.0.1:{port}"
            server.environment = {"TIEFENTHAL_DATABASE": database}
            servers.append(server)
            await server.start()
        yield servers
        for server in servers:
            server.check_log()
    finally:
        for server in servers:
            server.clean_up()


class Rolling:
    """Tables behind the proxy, and what is done to the servers."""

    def __init__(self, url: str, plain: str, servers: list[Server], chain: Path, say: Say) -> None:
        self.url, self.plain = url, plain
        self.servers = servers
        self.say = say
        self.rng = random.Random(21)
        self.going = asyncio.Event()
        self.going.set()
        self.tables: list[Table] = []
        self.http = httpx.AsyncClient(verify=ssl.create_default_context(cafile=str(chain)), trust_env=False)
        self.settled: list[float] = []

    async def run(self, folder: Path) -> None:
        """All of it."""
        await self.look_at_proxy()
        for _ in range(TABLES):
            await self.open_table()
        async with asyncio.TaskGroup() as group:
            both = [(table.play(seat), table.stay(seat)) for table in self.tables for seat in table.seats]
            players = [group.create_task(each) for pair in both for each in pair]
            await asyncio.sleep(2)
            await self.sockets()
            await self.upgrade(folder)
            await self.crash()
            await self.same_for_all()
            for player in players:
                player.cancel()
        for table in self.tables:
            table.shadow.check(range(1, 5))
            await table.client.close()
        await self.http.aclose()

    async def look_at_proxy(self) -> None:
        """TLS only, and no figures for visitors."""
        moved = await self.http.get(f"{self.plain}/", headers={"Host": NAME})
        if moved.status_code != 308 or not moved.headers["location"].startswith(f"https://{NAME}"):
            raise Failure(f"without TLS the proxy answers {moved.status_code}")
        health = await self.http.get(f"{self.url}/healthz", headers={"Host": PUBLIC})
        figures = await self.http.get(f"{self.url}/metrics", headers={"X-Forwarded-For": "127.0.0.1"})
        if health.status_code != 200 or figures.status_code != 404:
            raise Failure(f"by the proxy /healthz is {health.status_code}, /metrics {figures.status_code}")
        if "strict-transport-security" not in health.headers:
            raise Failure("the server does not know that it is reached by TLS: X-Forwarded-Proto is not believed")

    async def open_table(self) -> None:
        """A table, everyone connected."""
        client = Client(self.url, http=self.http)
        await client.introduce("Guest")
        players = self.rng.choice([2, 3, 4])
        info = await client.new_table([here(f"P{n}") for n in range(players)], modules=self.rng.randint(1, 5))
        table = Table(client, info.id, self.rng, self.going)
        for number in range(1, players + 1):
            seat = await client.connect(info.id, number, updates=RawUpdate)
            table.shadow.watch(seat)
            table.seats.append(seat)
        self.tables.append(table)

    async def sockets(self) -> None:
        """Everybody is spread over the processes."""
        found = []
        for server in self.servers:
            text = (await self.http.get(f"{server.url}/metrics")).text
            found += [
                int(float(line.split()[1])) for line in text.splitlines() if line.startswith("tiefenthal_sockets ")
            ]
        if len(found) != PROCESSES or 0 in found:
            raise Failure(f"the proxy does not spread people over the processes: {found}")
        self.say(f"rolling: {sum(found)} people at {TABLES} tables, at the processes: {', '.join(map(str, found))}")

    async def upgrade(self, folder: Path) -> None:
        """deploy/rolling-upgrade, with a systemctl that asks us."""
        asked = folder / "asked"
        asked.mkdir()
        systemctl = folder / "systemctl"
        systemctl.write_text(
            f'#!/bin/sh\n[ "$1" = restart ] || exit 1\ntouch "{asked}/${{2#tiefenthal@}}"\n'
            f'while [ -e "{asked}/${{2#tiefenthal@}}" ]; do sleep 0.05; done\n',
            encoding="utf-8",
        )
        systemctl.chmod(0o755)
        script = await asyncio.create_subprocess_exec(
            str(DEPLOY / "rolling-upgrade"),
            *(str(server.port) for server in self.servers),
            env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "TIEFENTHAL_HOST": "127.0.0.1"},
            stdout=subprocess.DEVNULL,
        )
        ended = asyncio.create_task(script.wait())
        restarts = 0
        began = time.monotonic()
        try:
            while not ended.done():
                for server in self.servers:
                    if (asked / str(server.port)).exists():
                        await server.stop()
                        server.launch()
                        (asked / str(server.port)).unlink()
                        restarts += 1
                        await self.same_for_all()
                await asyncio.wait([ended], timeout=0.05)
        finally:
            if not ended.done():
                script.kill()
        if ended.result() or restarts != PROCESSES:
            raise Failure(f"deploy/rolling-upgrade ended with {ended.result()} after {restarts} restarts")
        self.report(f"{restarts} processes restarted by deploy/rolling-upgrade in {time.monotonic() - began:.0f} s")

    async def crash(self) -> None:
        """One process dies without warning."""
        for table in self.tables:
            table.away.clear()
        self.settled.clear()
        self.servers[1].kill()
        await asyncio.sleep(LONGEST_AWAY)
        await self.same_for_all()
        self.report("1 process killed")
        await self.servers[1].start()

    async def same_for_all(self) -> None:
        """Nobody moves for a moment: all screens of a table must come to show the same."""
        self.going.clear()
        began = time.monotonic()
        while any(len(table.shown()) > 1 for table in self.tables) or self.somebody_is_away():
            if time.monotonic() - began > PATIENCE:
                raise Failure("not everybody at a table is shown the same")
            await asyncio.sleep(0.01)
        self.settled.append(time.monotonic() - began)
        self.going.set()

    def somebody_is_away(self) -> bool:
        """Whether a connection is down."""
        return any(not seat.open for table in self.tables for seat in table.seats)

    def report(self, what: str) -> None:
        """The results; raises Failure when they were too slow or wrong."""
        away = [seconds for table in self.tables for seconds in table.away]
        problems = [problem for table in self.tables for problem in table.shadow.problems]
        if problems:
            raise Failure("\n".join(problems[:10]))
        moves = sum(table.accepted for table in self.tables)
        self.say(
            f"rolling: {what}: {moves} moves acknowledged so far; {len(away)} lines lost, back at another process "
            f"after median {percentile(away, 0.5):.2f} s, longest {max(away, default=0.0):.2f} s; all screens alike "
            f"after at most {max(self.settled):.2f} s"
        )
        if not away:
            raise Failure("nobody lost a line, so nothing was tried")
        if max(away) > LONGEST_AWAY or max(self.settled) > LONGEST_AWAY:
            raise Failure(f"{LONGEST_AWAY:g} s are allowed")


async def check_rolling(say: Say) -> None:
    """Real programs in a temporary folder. Raises Missing where one is not here."""
    from harness.postgres import missing, own_cluster

    program("nginx", "nginx")
    program("curl", "curl")
    without = missing()
    if without is not None:
        raise Missing(without)
    before = os.environ.get("SSL_CERT_FILE")
    with (
        tempfile.TemporaryDirectory(prefix="tiefenthal-rolling-", ignore_cleanup_errors=True) as name,
        own_cluster(fsync="on", full_page_writes="on") as database,
    ):
        folder = Path(name)
        database.sql("CREATE DATABASE tiefenthal", "SELECT 1")
        ports = [free_port() for _ in range(PROCESSES)]
        with proxy(folder, ports) as (url, plain):
            os.environ["SSL_CERT_FILE"] = str(folder / "fullchain.pem")  # for the players' connections
            try:
                address = f"postgresql://postgres@/tiefenthal?host={database.folder}&port={database.port}"
                async with three_servers(folder, address, url, ports) as servers:
                    rolling = Rolling(url, plain, servers, folder / "fullchain.pem", say)
                    async with asyncio.timeout(PATIENCE * 3):
                        await rolling.run(folder)
            except* Failure as failures:
                raise Failure("\n".join(str(each) for each in failures.exceptions)) from None
            finally:
                if before is None:
                    del os.environ["SSL_CERT_FILE"]
                else:
                    os.environ["SSL_CERT_FILE"] = before
    say("rolling: no acknowledged move was lost, and everybody was shown the same")
