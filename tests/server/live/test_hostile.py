"""Hostile clients at a real server. `make attack` does the same for longer, and measures."""

import asyncio
import contextlib

from harness.server import Server
from tests.server.live.helpers import People, story
from tiefenthal.client import here


def test_headers_without_end_are_cut_off(usual: Server) -> None:
    async def go(people: People) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", usual.port)
        sent = 0
        with contextlib.suppress(ConnectionError):
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            while sent < 20_000_000 and not reader.at_eof():
                writer.write(b"a:b\r\n" * 10_000)
                await writer.drain()
                sent += 50_000
        assert sent < 20_000_000
        writer.transport.abort()
        assert await people.metric('tiefenthal_connections_ended_total{reason="head-too-large"}') == 1

    story(usual, go)


def test_a_malformed_request_is_refused_in_words(usual: Server) -> None:
    async def go(people: People) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", usual.port)
        writer.write(b"complete nonsense\r\n\r\n")
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 400")
        assert answer.endswith(b'{"code":"malformed","words":"This is not a request of HTTP/1.1."}')
        writer.close()

    story(usual, go)


def test_pings_without_end_are_cut_off(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), here("Bea")])
        raw = await people.raw(ada, table.id)
        with contextlib.suppress(ConnectionError):
            for _ in range(5_000):
                raw.socket.transport.write(b"\x89\x80\0\0\0\0" * 20)
                await asyncio.sleep(0)
                if raw.socket.transport.is_closing():
                    break
        assert await raw.closed() == (1006, "")
        assert await people.metric('tiefenthal_connections_ended_total{reason="flood"}') == 1

    story(usual, go)
