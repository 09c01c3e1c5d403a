"""Requests that never come to an end: headers without end, and sentences that are never finished."""

import asyncio
import contextlib
from typing import Final

from harness.server import Failure
from scripts.attacks.base import Attack, Inn, closed_within, line

START: Final = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
MANY: Final = 50_000_000
"""Bytes that are sent, if the server takes them."""
MOST_TAKEN: Final = 12_000_000
"""What it may have taken when it hangs up: mostly what lies in the buffers of the system."""
MOST_GROWN: Final = 25.0
SLOWEST: Final = 30.0


class HeadersWithoutEnd(Attack):
    """50 MB of headers in one connection, in each of the ways a head can be long."""

    name = "headers without end"

    async def run(self, inn: Inn) -> str:
        """The server hangs up early, and does not grow."""
        ways = {
            "short headers": (START, b"a:b\r\n" * 12_000),
            "one long header": (START + b"X-Long: ", b"x" * 60_000),
            "one long name": (START, b"x" * 60_000),
            "a long address": (b"GET /", b"x" * 60_000),
            # the first request is answered late, so the second one's head comes while it is being worked on
            "the head after another": (START + b"\r\n" + START, b"a:b\r\n" * 12_000),
        }
        taken = 0
        for what, (start, more) in ways.items():
            async with inn.memory_bounded(MOST_GROWN):
                sent = await asyncio.to_thread(_pour, inn.server.port, start, more)
            inn.server.check_alive()
            if sent > MOST_TAKEN:
                raise Failure(f"{what}: the server took {sent / 1e6:.0f} MB and did not hang up")
            taken = max(taken, sent)
        await inn.newcomer()
        return f"{len(ways)} ways; cut off after at most {taken / 1e6:.1f} MB"


def _pour(port: int, start: bytes, more: bytes) -> int:
    """Send without end; how many bytes went out before the server hung up."""
    sent = 0
    with contextlib.suppress(OSError), line(port) as one:
        one.sendall(start)
        while sent < MANY:
            sent += one.send(more)
    return sent


class SlowRequests(Attack):
    """A byte now and then: the connection must end, whatever part of a request is sent slowly."""

    name = "requests that are never complete"

    async def run(self, inn: Inn) -> str:
        """Each of them is cut off in time."""
        head = START + b"Content-Length: 100000\r\nContent-Type: application/json\r\n\r\n"
        post = head.replace(b"GET /healthz", b"POST /api/session")
        post = post.replace(b"localhost\r\n", b"localhost\r\nOrigin: http://localhost\r\n")
        ways = {
            "nothing at all": (b"", b""),
            "half a head": (START, b"a:b\r\n"),
            "a header by letters": (START + b"X-Slow: ", b"x"),
            "empty lines": (b"\r\n", b"\r\n"),
            "empty lines after an answer": (START + b"\r\n", b"\r\n"),
            "the body of a GET": (head, b"x"),
            "the body of a POST": (post, b" "),
        }
        found = await asyncio.gather(*(_wait(inn.server.port, *way) for way in ways.values()))
        kept = [what for what, seconds in zip(ways, found, strict=True) if seconds is None]
        if kept:
            raise Failure(f"still open after {SLOWEST:g} s: {', '.join(kept)}")
        return f"{len(ways)} ways; cut off after at most {max(seconds or 0.0 for seconds in found):.0f} s"


async def _wait(port: int, start: bytes, more: bytes) -> float | None:
    with line(port) as one:
        one.sendall(start)
        return await closed_within(one, SLOWEST, more)
