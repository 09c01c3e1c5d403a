"""Too many connections, and connections that cost too much."""

import asyncio
import base64
import contextlib
import socket
import time
from typing import Final

from harness.server import Failure
from scripts.attacks.base import ATTACKER, Attack, Inn, is_open, line
from scripts.fuzz_rubbish import masked
from tiefenthal.client import Client, ServerError, UnreachableError, here

IDLE: Final = 1_200
FEW_FILES: Final = 400
KEY: Final = base64.b64encode(bytes(16)).decode()
TEXT, CONTINUED, PING, PONG = 0x1, 0x0, 0x9, 0xA


class IdleConnections(Attack):
    """1,200 connections from one address that ask for nothing, as many files as the system usually gives."""

    name = "idle connections"
    files = 1_024

    async def run(self, inn: Inn) -> str:
        """Newcomers and those who play notice nothing, and the owner is told."""
        held = Held()
        try:
            await asyncio.to_thread(held.open, inn.server.port, IDLE)
            took = [await inn.newcomer() for _ in range(5)]
            await asyncio.sleep(1)
            still = await asyncio.to_thread(held.still_open)
            if still > IDLE / 2:
                raise Failure(f"{still} connections of one address are open at once")
            seen = await inn.figure("tiefenthal_connections_ended_total")
            if not inn.log_tells("connections ended") or seen < IDLE - still:
                raise Failure(f"{IDLE - still} were sent away, but the log or the figures do not tell it ({seen:.0f})")
        finally:
            held.close()
        return f"{IDLE} opened, {still} kept; a newcomer is answered in {max(took) * 1000:.0f} ms"


class FullHouse(Attack):
    """Watchers and idle connections from very many addresses, until no file is left."""

    name = "a house full of strangers"
    files = FEW_FILES

    def __init__(self) -> None:
        self._client: Client | None = None
        self._tables: list[str] = []

    async def prepare(self, inn: Inn) -> None:
        """Tables to watch."""
        self._client = Client(inn.server.url)
        await self._client.introduce("Seated")
        seats = [here(), here("Other")]
        self._tables = [(await self._client.new_table(seats, modules=1, listed=True)).id for _ in range(5)]

    async def run(self, inn: Inn) -> str:
        """Whoever has a seat in a game still comes in, and newcomers are answered."""
        held, client, tables = Held(), self._client, self._tables
        assert client is not None
        try:
            watching = await asyncio.to_thread(held.watch, inn.server.port, tables, FEW_FILES)
            for number in range(1, 40):
                await asyncio.to_thread(held.open, inn.server.port, 20, f"127.0.1.{number}")
            for _ in range(10):
                try:
                    async with asyncio.timeout(5), await client.connect(tables[0], 1):
                        pass
                except (TimeoutError, OSError, ServerError, UnreachableError) as error:
                    raise Failure(f"with {watching} watching, a player could not come back: {error!r}") from None
            await inn.newcomer()
        finally:
            held.close()
        return f"{watching} watching, {39 * 20} idle; players come back"


class Held:
    """Connections that are kept open."""

    def __init__(self) -> None:
        self._held: list[socket.socket] = []

    def open(self, port: int, count: int, address: str = ATTACKER) -> None:
        """So many, or as many as can be had."""
        with contextlib.suppress(OSError):
            for _ in range(count):
                self._held.append(line(port, address))

    def watch(self, port: int, tables: list[str], count: int) -> int:
        """Watchers of these tables, each address with few; how many were let in."""
        watching = 0
        for number in range(count):
            with contextlib.suppress(OSError, Failure):
                self._held.append(open_socket(port, tables[number % len(tables)], f"127.0.2.{1 + number % 250}"))
                watching += 1
        return watching

    def still_open(self) -> int:
        """How many the server has not ended."""
        return sum(map(is_open, self._held))

    def close(self) -> None:
        """Hang up everywhere."""
        for one in self._held:
            one.close()


class Floods(Attack):
    """Pings nobody reads the answers of, tiny messages and pieces of messages without end, for two seconds each."""

    name = "floods on a socket"

    async def run(self, inn: Inn) -> str:
        """The server neither grows nor works hard."""
        async with Client(inn.server.url) as client:
            await client.introduce("Flooded")
            table = (await client.new_table([here(), here("Other")], modules=1, listed=True)).id
        ways = {
            "pings": masked(PING, b"x" * 100) * 600,
            "empty pings": masked(PING, b"") * 10_000,
            "pongs": masked(PONG, b"") * 10_000,
            "tiny messages": masked(TEXT, b"{}") * 8_000,
            "empty pieces": masked(TEXT, b"", first=0) + masked(CONTINUED, b"", first=0) * 10_000,
        }
        busiest = 0.0
        for what, rubbish in ways.items():
            async with inn.memory_bounded(10):
                before, began = inn.server.processor_seconds(), time.monotonic()
                await asyncio.gather(
                    *(asyncio.to_thread(_flood, inn.server.port, table, rubbish, 2.0) for _ in range(4))
                )
                spent = inn.server.processor_seconds() - before
            busiest = max(busiest, spent / max(2.0, time.monotonic() - began))
            if busiest > 0.5:
                raise Failure(f"{what} keep the server busy for {busiest:.0%} of the time")
        return f"{len(ways)} kinds; at most {busiest:.0%} of a processor"


def open_socket(port: int, table: str, address: str = ATTACKER, cookie: str = "") -> socket.socket:
    """A WebSocket at a table, as a watcher when there is no cookie."""
    found = line(port, address)
    found.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n"
        f"{cookie}\r\n".encode()
    )
    if not found.recv(12).endswith(b"101"):
        found.close()
        raise Failure("the WebSocket was not let in")
    return found


def _flood(port: int, table: str, rubbish: bytes, seconds: float) -> None:
    """Send rubbish and read nothing; come back whenever the server hangs up."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(OSError, Failure), open_socket(port, table) as one:
            one.settimeout(0.2)
            while time.monotonic() < until:
                with contextlib.suppress(TimeoutError):
                    one.send(rubbish)
        time.sleep(0.05)
