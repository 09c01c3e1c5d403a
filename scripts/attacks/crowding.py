"""So many connections to one table that nobody else finds room there."""

import asyncio
import contextlib
import socket
from typing import Final

from harness.server import Failure
from scripts.attacks.base import Attack, Inn
from scripts.attacks.connections import open_socket
from tiefenthal.client import Client, ConnectionLost, ServerError, UnreachableError, by_link
from tiefenthal.client import here as my_seat
from tiefenthal.server.tables.attendance import REPLACED

OF_ONE_SEAT: Final = 99
WATCHING: Final = 150
MOST_KEPT: Final = 10
"""Of one seat."""
COOKIE: Final = "tiefenthal"


class CrowdingOut(Attack):
    """99 connections of one seat, and 150 that watch: the other player is in a tunnel, and wants to come back."""

    name = "crowding out"

    def __init__(self) -> None:
        self._attacker: Client | None = None
        self._victim: Client | None = None
        self._table = ""

    async def prepare(self, inn: Inn) -> None:
        """A game of the two."""
        self._attacker, self._victim = Client(inn.server.url), Client(inn.server.url)
        await self._attacker.introduce("Attacker")
        await self._victim.introduce("Victim")
        self._table = (await self._attacker.new_table([my_seat(), by_link()], modules=1, listed=True)).id
        await self._victim.enter(self._table)

    async def run(self, inn: Inn) -> str:
        """Everyone with a seat comes back at once, and the attacker keeps a handful."""
        attacker, victim, table, port = self._attacker, self._victim, self._table, inn.server.port
        assert attacker is not None
        assert victim is not None
        held: list[socket.socket] = []
        cookie = f"Cookie: {COOKIE}={attacker.token}\r\n"
        try:
            async with await victim.connect(table):
                pass
            await asyncio.to_thread(_hold, held, port, table, OF_ONE_SEAT, cookie)
            kept = await _open(held)
            await _comes_back(victim, table, f"{kept} connections of one seat")
            if kept > MOST_KEPT:
                raise Failure(f"with {OF_ONE_SEAT} connections of one seat, {kept} are kept")
            await asyncio.to_thread(_hold, held, port, table, WATCHING)
            watching = await _open(held) - kept
            await _comes_back(victim, table, f"{watching} who watch")
            await _comes_back(attacker, table, f"{watching} who watch")
        finally:
            for one in held:
                one.close()
        return f"{OF_ONE_SEAT} of one seat, {kept} kept; {watching} of {WATCHING} watch; both players come back"


def _hold(held: list[socket.socket], port: int, table: str, count: int, cookie: str = "") -> None:
    """Open so many, or as many as are let in; those who watch come from many addresses."""
    for number in range(count):
        address = f"127.0.3.{1 + number % 50}"
        with contextlib.suppress(OSError, Failure):
            held.append(open_socket(port, table, address, cookie))


async def _open(held: list[socket.socket]) -> int:
    """How many connections the server keeps, when that does not change any more."""
    before = -1
    while len(held) != before:
        before = len(held)
        await asyncio.sleep(0.3)
        for one in list(held):
            if _was_replaced(one):
                held.remove(one)
                one.close()
    return len(held)


def _was_replaced(one: socket.socket) -> bool:
    """Whether the server has said goodbye, or is gone."""
    one.setblocking(False)
    try:
        while data := one.recv(65_536):
            if REPLACED.encode() in data:
                return True
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


async def _comes_back(who: Client, table: str, against: str) -> None:
    for _ in range(3):
        try:
            async with asyncio.timeout(5), await who.connect(table):
                pass
        except (TimeoutError, OSError, ServerError, ConnectionLost, UnreachableError) as error:
            raise Failure(f"against {against} a player could not come back: {error!r}") from None
