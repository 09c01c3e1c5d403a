"""Very many requests from one address, on as many connections as it may have open."""

import asyncio
import contextlib
import time
from typing import Final

from harness.server import Failure
from scripts.attacks.base import ATTACKER, Attack, Inn
from tiefenthal.client import Client, by_link, here

CONNECTIONS: Final = 64
PIPELINED: Final = 8
SECONDS: Final = 5.0
MOST_A_SECOND: Final = 200.0
"""Files count for a quarter of a request, of which an address has 40 each second."""


class FloodOfRequests(Attack):
    """64 connections of one address that ask for more as soon as they can: pages, files, lists, sessions."""

    name = "a flood of requests"

    def __init__(self) -> None:
        self._paths: list[str] = []

    async def prepare(self, inn: Inn) -> None:
        """A table that waits, whose page is made for it."""
        client = Client(inn.server.url)
        await client.introduce("Host")
        table = await client.new_table([here(), by_link()], modules=1, listed=True)
        self._paths = [f"/table/{table.id}", "/", "/static/js/main.js", "/api/tables", "/api/rules", "/nowhere"]

    async def run(self, inn: Inn) -> str:
        """It gets its share, and newcomers are answered meanwhile."""
        asks = [
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n".encode()
            * PIPELINED
            for path in self._paths
        ]
        before = await inn.figure("tiefenthal_requests_total")
        began = time.monotonic()
        flood = [
            asyncio.create_task(_ask(inn.server.port, asks[number % len(asks)], began + SECONDS))
            for number in range(CONNECTIONS)
        ]
        took = []
        while time.monotonic() < began + SECONDS:
            took.append(await inn.newcomer())
            await asyncio.sleep(0.5)
        await asyncio.gather(*flood)
        rate = (await inn.figure("tiefenthal_requests_total") - before) / (time.monotonic() - began)
        if rate > MOST_A_SECOND + 400 / SECONDS:  # what it had saved up
            raise Failure(f"one address was answered {rate:.0f} times a second")
        return f"{CONNECTIONS} connections, {rate:.0f} answers a second; a newcomer waits {max(took) * 1000:.0f} ms"


async def _ask(port: int, ask: bytes, until: float) -> None:
    """Keep the server busy; when it hangs up, come back."""
    while time.monotonic() < until:
        with contextlib.suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
            try:
                async with asyncio.timeout(until - time.monotonic()):
                    while True:
                        writer.write(ask)
                        await writer.drain()
                        if not await reader.read(1 << 20):
                            break
            finally:
                writer.close()
