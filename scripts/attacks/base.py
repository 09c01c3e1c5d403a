"""What the attacks share: a separate server, and the ways to hurt it."""

import asyncio
import contextlib
import json
import re
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from typing import ClassVar

from harness.server import Failure, Server

ATTACKER = "127.0.0.66"
"""Linux has all of 127.0.0.0/8 on its loopback, so attackers, players and newcomers come from different addresses."""
NEWCOMER = "127.0.0.99"
LONGEST_ANSWER = 2.0
"""Seconds within which a newcomer must have an answer while an attack is under way."""


class Attack(ABC):
    """One way to hurt a server."""

    name: ClassVar[str]
    options: ClassVar[Sequence[str]] = ()
    """Of `tiefenthal serve`."""
    files: ClassVar[int | None] = None
    """How many files the server may open, if that matters."""
    disturbs: ClassVar[bool] = False
    """Whether the server is stopped or its disk spoilt, so that nobody can play meanwhile."""
    seconds: ClassVar[float] = 90.0
    """The attack is over by then."""
    again: bool = True
    """Whether it can be carried out again at once, against the same server, until enough moves were made meanwhile."""

    async def prepare(self, inn: "Inn") -> None:
        """What must be there before it begins, and is not part of it; mostly nothing."""
        del inn

    @abstractmethod
    async def run(self, inn: "Inn") -> str:
        """Attack; what was seen, in a few words. Raises Failure when the server did what it must not."""


class Inn:
    """The server under attack."""

    def __init__(self, server: Server) -> None:
        self.server = server

    @contextlib.asynccontextmanager
    async def memory_bounded(self, most_mb: float) -> AsyncIterator[None]:
        """The server must not grow by more than this meanwhile."""
        before = self.server.memory()["server"]
        peak = before

        async def watch() -> None:
            nonlocal peak
            while True:
                peak = max(peak, self.server.memory()["server"])
                if peak - before > 10 * most_mb:  # enough is seen; do not take the machine down with it
                    raise Failure(f"the server has grown by {peak - before:.0f} MB")
                await asyncio.sleep(0.02)

        watching = asyncio.create_task(watch())
        try:
            yield
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching
        if peak - before > most_mb:
            raise Failure(f"the server has grown by {peak - before:.0f} MB; {most_mb:.0f} are allowed")

    async def newcomer(self) -> float:
        """Somebody from another address connects and is answered; after how many seconds."""
        began = time.perf_counter()
        try:
            async with asyncio.timeout(LONGEST_ANSWER):
                answer = await request(self.server.port, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", NEWCOMER)
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            raise Failure(f"a newcomer got no answer within {LONGEST_ANSWER:g} s ({type(error).__name__})") from None
        if not answer.startswith(b"HTTP/1.1 200"):
            raise Failure(f"a newcomer was told {answer[:40]!r}")
        return time.perf_counter() - began

    async def figure(self, name: str) -> float:
        """A figure of /metrics, summed over its labels; 0 when it is not there."""
        ask = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        text = (await request(self.server.port, ask, "127.0.0.1")).decode()
        return sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.MULTILINE))

    def log_tells(self, event: str) -> bool:
        """Whether the log has a line of this event."""
        return f" {event}" in self.server.log_end(100_000)


def line(port: int, address: str = ATTACKER, seconds: float = 30.0) -> socket.socket:
    """A plain connection from an address of the loopback."""
    found = socket.create_connection(("127.0.0.1", port), timeout=seconds, source_address=(address, 0))
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


def is_open(one: socket.socket) -> bool:
    """Whether the other side has not hung up."""
    one.setblocking(False)
    try:
        while data := one.recv(65_536):
            del data
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


async def post(port: int, path: str, body: object, address: str, cookie: str = "") -> bytes:
    """Send something as JSON, return the whole answer."""
    content = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n{cookie}"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return await request(port, head.encode() + content, address)


async def request(port: int, ask: bytes, address: str) -> bytes:
    """Send a request, return the whole answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(ask)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        return head + (await reader.readexactly(int(length[1])) if length else b"")
    finally:
        writer.close()


async def closed_within(one: socket.socket, seconds: float, feed: bytes = b"", every: float = 0.5) -> float | None:
    """Send a little now and then until the other side hangs up; after how many seconds, None when it does not."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if not is_open(one):
            return time.monotonic() - began
        if feed:
            with contextlib.suppress(OSError):
                one.send(feed)
        await asyncio.sleep(every)
    return None
