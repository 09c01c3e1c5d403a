"""Attacks on servers that share a PostgreSQL database: by a machine with a wrong clock, by a thinker, by a role."""

import asyncio
import contextlib
import json
import os
import time
from collections.abc import AsyncIterator
from typing import Final

from harness import postgres
from harness.server import Failure, Server, free_port
from scripts.attacks.base import Attack, Inn
from tiefenthal.client import Client, CommandRefused, Connection, RawUpdate, bot, here
from tiefenthal.server.store.postgres.address import Address

HOURS: Final = 26
WRONG: Final = f"""import pathlib, time
_true, _read = time.time, pathlib.Path.read_text
time.time = lambda: _true() + {HOURS} * 3600
def _boot(self, *args, **kwargs):
    return "another-start" if self.name == "boot_id" else _read(self, *args, **kwargs)
pathlib.Path.read_text = _boot
"""
"""Python runs it at its start, when it finds it as sitecustomize.py: a machine that has just been started, with a clock
that is ahead."""
SETTLES: Final = 3.0
"""Seconds for a server to look at the clock, and for others to hear of it."""


@contextlib.asynccontextmanager
async def shared_database(server: Server) -> AsyncIterator[Address]:
    """The server, started anew, has its data in a database."""
    if (reason := postgres.missing()) is not None:
        raise Failure(reason)
    await server.stop()
    with postgres.borrowed() as address:
        server.environment = {"TIEFENTHAL_DATABASE": address.for_driver()}
        await server.start()
        try:
            yield address
        finally:
            await server.stop()  # nobody may use the database any more when it is given back


def wrong_clock(server: Server) -> str:
    """For PYTHONPATH: makes Python believe in another time."""
    folder = server.folder.with_name("wrong")
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(WRONG, encoding="ascii")
    return os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])


class DailySeed(Attack):
    """A machine whose clock is 26 hours ahead joins the database; then the server itself starts with such a clock."""

    name = "the daily seed and a wrong clock"
    disturbs = True

    async def run(self, inn: Inn) -> str:
        """Today stays open, and its seed secret, at all of them and afterwards."""
        server = inn.server
        await self._started_wrong(server)
        server.environment = {}
        await server.start()
        async with shared_database(server) as address:
            day = await _today(server)
            other = Server(server.folder.with_name("other"))
            other.port = free_port()
            other.url = f"http://127.0.0.1:{other.port}"
            other.environment = {"TIEFENTHAL_DATABASE": address.for_driver(), "PYTHONPATH": wrong_clock(server)}
            try:
                await other.start()
                await asyncio.sleep(SETTLES)
                await _stays_open(other, day, "a machine 26 hours ahead")
                await _stays_open(server, day, "the others, after a machine 26 hours ahead has joined")
                await other.stop()
            finally:
                other.clean_up()
            await _stays_open(server, day, "the others, after it has left")
        await server.start()
        return f"{day} is open everywhere, and its seed secret"

    @staticmethod
    async def _started_wrong(server: Server) -> None:
        """With files: one server, whose machine was started again."""
        day = await _today(server)
        await server.stop()
        server.environment = {"PYTHONPATH": wrong_clock(server)}
        await server.start()
        await asyncio.sleep(SETTLES)
        await _stays_open(server, day, "a server whose machine started with a wrong clock")
        await server.stop()
        server.environment = {}
        await server.start()
        await _stays_open(server, day, "a server after a start with a wrong clock")
        await server.stop()


async def _today(server: Server) -> str:
    async with Client(server.url) as client:
        return (await client.daily()).today.day


async def _stays_open(server: Server, day: str, who: str) -> None:
    async with Client(server.url) as client:
        await client.daily()  # looks at the clock
        found = await client.daily_day(day)
    if found.state == "closed" or found.seed is not None:
        raise Failure(f"{who}: {day} is closed, and its seed revealed")


FIRST: Final = 60.0
"""Seconds for the first choice: as long as a thinker may take for one, and 40 more."""
LATER: Final = 6.0
CHOICES: Final = 5


class SilentThinker(Attack):
    """A thinker takes every choice, stays alive, and answers none."""

    name = "a thinker that never answers"
    disturbs = True
    seconds = 180.0

    async def run(self, inn: Inn) -> str:
        """The server stops waiting for it, and makes the choices itself."""
        async with shared_database(inn.server) as address, Client(inn.server.url) as client:
            silent = asyncio.create_task(_take_all(address))
            try:
                await asyncio.sleep(SETTLES)  # until the server knows of it
                await client.introduce("Player")
                table = await client.new_table([here(), bot("greedy")], modules=1, pace="instant")
                async with await client.connect(table.id, updates=RawUpdate) as seat:
                    waits = [await _wait(seat) for _ in range(CHOICES)]
            finally:
                silent.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await silent
        if max(waits[1:]) > LATER:
            raise Failure(f"a bot still takes {max(waits[1:]):.0f} s for a choice")
        return f"the first choice took {waits[0]:.0f} s, the later ones {max(waits[1:]):.1f} s at most"


async def _take_all(address: Address) -> None:
    from tiefenthal.server.store.postgres.store import PostgresStore

    store = PostgresStore(address)
    try:
        while True:
            await store.thinkers.beat("silent", 4.0)
            await store.thinkers.take("silent")
            await asyncio.sleep(0.2)
    finally:
        await store.close()


async def _wait(seat: Connection[RawUpdate]) -> float:
    """Decide until the bot is asked, then wait for it; how long."""
    while seat.is_asked and seat.update is not None and seat.update.legal:
        with contextlib.suppress(CommandRefused):
            await seat.reached(await seat.play(seat.update.legal[0].action))
    began, ply = time.monotonic(), seat.ply
    try:
        async with asyncio.timeout(FIRST):
            await seat.until(lambda: seat.ply > ply)
    except TimeoutError:
        raise Failure(f"a bot did not move within {FIRST:.0f} s") from None
    return time.monotonic() - began


SECONDS: Final = 8.0
LONGEST_MOVE: Final = 2.0


class ForgedNews(Attack):
    """A role that may only connect to the database sends notifications like those between processes."""

    name = "forged notifications"
    disturbs = True

    async def run(self, inn: Inn) -> str:
        """Nobody is limited, disconnected or renamed by them, and the game goes on."""
        server = inn.server
        async with shared_database(server) as address, Client(server.url) as client:
            with contextlib.suppress(Exception):  # it is there from an earlier attack
                postgres.shared().sql("CREATE ROLE stranger LOGIN")
            await client.introduce("Player")
            table = await client.new_table([here(), here("Other")], modules=1)
            async with (
                await client.connect(table.id, 1, updates=RawUpdate) as one,
                await client.connect(table.id, 2, updates=RawUpdate) as other,
            ):
                sent, played, longest = await _beside_forger(address, table.id, (one, other))
            if (await client.session()).name != "Player" or not (await client.tables()).mine:
                raise Failure("somebody lost their name or their table")
        return f"{sent} were sent, {played} moves took {longest * 1000:.0f} ms at most"


async def _beside_forger(
    address: Address, table: str, seats: tuple[Connection[RawUpdate], ...]
) -> tuple[int, int, float]:
    import asyncpg

    connection = await asyncpg.connect(address.for_driver(), user="stranger")
    sent, played, longest = 0, 0, 0.0
    forged = _forged(table)
    ends = time.monotonic() + SECONDS
    try:
        while time.monotonic() < ends:
            await connection.executemany("SELECT pg_notify('tiefenthal', $1)", [(one,) for one in forged])
            sent += len(forged)
            for seat in seats:
                if not (seat.is_asked and seat.update is not None and seat.update.legal):
                    continue
                began = time.monotonic()
                async with asyncio.timeout(LONGEST_MOVE * 5):
                    await seat.play(seat.update.legal[0].action)
                played += 1
                longest = max(longest, time.monotonic() - began)
    except (CommandRefused, TimeoutError) as error:
        raise Failure(f"a player's move was refused or not answered: {error!r}") from None
    finally:
        await connection.close()
    if longest > LONGEST_MOVE:
        raise Failure(f"a move took {longest:.1f} s")
    return sent, played, longest


def _forged(table: str) -> list[str]:
    """News of every kind; of older versions, too, which believed that an address had spent its rate."""
    spent = json.dumps([[kind, "127.0.0.1", 1e9] for kind in ("address", "socket", "enter", "open_from", "introduce")])
    numbers = [
        (kind, "", str(number), "") for kind in ("ended", "renamed", "thought", "think") for number in range(1, 4)
    ]
    about = [(kind, table, "999999", "") for kind in ("log", "rewritten", "gone", "here", "free", "counted", "left")]
    kinds = [
        *numbers,
        *about,
        ("spent", "nobody", "0", spent),
        ("lost", "", "0", ""),
        ("logs", "", "0", f"{table}:999999"),
    ]
    return ["\x1f".join(("forged", *one)) for one in kinds] + ["not news at all"]
