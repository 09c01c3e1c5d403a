"""So many connections to one table that nobody else finds room there."""

import asyncio
import contextlib
import socket
from typing import Final

from scripts.attacks.base import Attack, Inn
from scripts.attacks.connections import open_socket
from scripts.server_tools import Failure
from tiefenthal.client import Client, ConnectionLost, ServerError, UnreachableError, by_link
from tiefenthal.client import here as my_seat

OF_ONE_SEAT: Final = 99
WATCHING: Final = 150
MOST_KEPT: Final = 12
"""Of one seat, with those of the healthy table."""
COOKIE: Final = "tiefenthal"


class CrowdingOut(Attack):
    """99 connections of one seat, and 150 that watch: the other player is in a tunnel, and wants to come back."""

    name = "crowding out"

    async def run(self, inn: Inn) -> str:
        """Everyone with a seat comes back at once, and the attacker keeps a handful."""
        port = inn.server.port
        held: list[socket.socket] = []
        async with Client(inn.server.url) as attacker, Client(inn.server.url) as victim:
            await attacker.introduce("Attacker")
            await victim.introduce("Victim")
            table = (await attacker.new_table([my_seat(), by_link()], modules=1, listed=True)).id
            await victim.enter(table)
            cookie = f"Cookie: {COOKIE}={attacker.token}\r\n"
            try:
                async with await victim.connect(table):
                    pass
                await asyncio.to_thread(_hold, held, port, table, OF_ONE_SEAT, cookie)
                kept = await _open(inn)
                await _comes_back(victim, table, f"{kept} connections of one seat")
                if kept > MOST_KEPT:
                    raise Failure(f"with {OF_ONE_SEAT} connections of one seat, {kept} are kept")
                await asyncio.to_thread(_hold, held, port, table, WATCHING)
                watching = await _open(inn) - kept
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


async def _open(inn: Inn) -> int:
    """How many connections to tables the server keeps, when that does not change any more; those of the healthy table
    are among them."""
    before = -1
    while (now := int(await inn.figure("tiefenthal_sockets"))) != before:
        before = now
        await asyncio.sleep(0.3)
    return now


async def _comes_back(who: Client, table: str, against: str) -> None:
    for _ in range(3):
        try:
            async with asyncio.timeout(5), await who.connect(table):
                pass
        except (TimeoutError, OSError, ServerError, ConnectionLost, UnreachableError) as error:
            raise Failure(f"against {against} a player could not come back: {error!r}") from None
