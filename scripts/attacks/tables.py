"""So many tables that nobody finds another one in the public list."""

import asyncio
import json
import re
from typing import Final

from harness.server import Failure
from scripts.attacks.base import ATTACKER, NEWCOMER, Attack, Inn, post, request

SESSIONS: Final = 25
TABLES: Final = 12
"""That each session tries to open of a kind."""
SECOND_ATTACKER: Final = "127.0.0.67"
MOST_LISTED: Final = 15
MOST_WAITING: Final = 40


class FloodOfTables(Attack):
    """Two addresses open tables without end, one of them in the public list."""

    name = "a flood of tables"
    again = False  # its addresses have no more to spend

    async def run(self, inn: Inn) -> str:
        """Few are opened, and somebody else's stays in the list."""
        port = inn.server.port
        honest = await introduced(port, NEWCOMER)
        first = await _open(port, NEWCOMER, honest, listed=True)
        listed = await _flood(port, ATTACKER, listed=True)
        waiting = await _flood(port, SECOND_ATTACKER, listed=False)
        shown = await request(port, b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n", NEWCOMER)
        if first is None or first.encode() not in shown:
            raise Failure(f"after {listed} listed tables from one address, somebody else's is no longer in the list")
        if listed > MOST_LISTED or waiting > MOST_WAITING:
            raise Failure(f"{listed} listed and {waiting} waiting tables were opened, each from one address")
        if await _open(port, NEWCOMER, honest, listed=True) is None:
            raise Failure("nobody else could open a table any more")
        return f"of {SESSIONS * TABLES} each, {listed} listed and {waiting} waiting tables were opened"


async def _flood(port: int, address: str, *, listed: bool) -> int:
    """Many sessions of one address open tables, all at once; how many."""
    opened = 0
    for _ in range(SESSIONS):
        cookie = await introduced(port, address)
        found = await asyncio.gather(*(_open(port, address, cookie, listed=listed) for _ in range(TABLES)))
        opened += sum(one is not None for one in found)
    return opened


async def introduced(port: int, address: str) -> str:
    answer = await post(port, "/api/session", {"name": "Somebody"}, address)
    token = re.search(rb"set-cookie: ([^;]+)", answer, re.IGNORECASE)
    if token is None:
        raise Failure(f"nobody could come in: {answer[:60]!r}")
    return f"Cookie: {token[1].decode()}\r\n"


async def _open(port: int, address: str, cookie: str, *, listed: bool) -> str | None:
    """A table that waits for somebody; its id, None when it was refused."""
    body = {"seats": [{"kind": "here"}, {"kind": "link"}], "modules": 1, "listed": listed}
    head, _, answer = (await post(port, "/api/tables", body, address, cookie)).partition(b"\r\n\r\n")
    return str(json.loads(answer)["id"]) if head.startswith(b"HTTP/1.1 201") else None
