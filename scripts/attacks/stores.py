"""Incomplete stores: a server must neither start with one nor continue with it."""

import asyncio
import contextlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from harness.server import Failure, Server
from scripts.attacks.base import Attack, Inn
from tiefenthal.client import Client, CommandRefused, ConnectionLost, ServerError, here

NAME: Final = "tiefenthal.sqlite3"


class DamagedStores(Attack):
    """A missing write-ahead log, an empty and a vanished database, before the start and while it runs."""

    name = "damaged stores"
    disturbs = True

    async def run(self, inn: Inn) -> str:
        """Each is named and refused; while it runs, healthz says 503 and no move is taken."""
        server = inn.server
        await _play(server)
        server.kill()
        saved = server.folder.with_name("saved")
        shutil.copytree(server.folder, saved)
        ways: dict[str, Callable[[Path], None]] = {
            "a missing write-ahead log": lambda folder: (folder / f"{NAME}-wal").unlink(),
            "an empty write-ahead log": lambda folder: os.truncate(folder / f"{NAME}-wal", 0),
            "an empty database": _emptied,
            "a vanished database": _vanished,
        }
        problems: list[str] = []
        for what, spoil in ways.items():
            spoil(server.folder)
            try:
                said = await _refused(server)
                if NAME not in said or "Traceback" in said:
                    problems.append(f"{what} is not named in words: {said[-200:]!r}")
            except Failure as failure:
                problems.append(f"{what}: {failure}")
            _restore(server, saved)
        for name in (NAME, f"{NAME}-wal"):
            await server.start()
            try:
                await _spoilt_while_running(server, server.folder / name)
            except Failure as failure:
                problems.append(str(failure))
            server.kill()
            _restore(server, saved)
        await server.start()
        if problems:
            raise Failure("; ".join(problems))
        return f"{len(ways) + 2} ways; each named and refused"


def _restore(server: Server, saved: Path) -> None:
    shutil.rmtree(server.folder)
    shutil.copytree(saved, server.folder)


def _emptied(folder: Path) -> None:
    (folder / NAME).write_bytes(b"")
    (folder / f"{NAME}-wal").unlink()


def _vanished(folder: Path) -> None:
    (folder / NAME).unlink()
    (folder / f"{NAME}-wal").unlink()


async def _play(server: Server) -> None:
    """Open a table and move, so that something is in the write-ahead log."""
    async with Client(server.url) as client:
        await client.introduce("Owner")
        table = await client.new_table([here(), here("Other")], modules=1)
        async with await client.connect(table.id, 1) as seat:
            assert seat.update is not None
            await seat.play(seat.update.legal[0].action)


async def _refused(server: Server) -> str:
    ending = asyncio.create_task(server.refuses_to_start())
    healthy = asyncio.create_task(_answers(server))
    await asyncio.wait([ending, healthy], return_when=asyncio.FIRST_COMPLETED)
    if not ending.done():
        server.kill()
        await asyncio.wait([ending])
        raise Failure("the server started as if all were well")
    healthy.cancel()
    return ending.result()


async def _answers(server: Server) -> None:
    async with Client(server.url) as client:
        while True:
            with contextlib.suppress(Exception):
                await client.health()
                return
            await asyncio.sleep(0.1)


async def _spoilt_while_running(server: Server, file: Path) -> None:
    async with Client(server.url) as client:
        await client.introduce("Owner")
        table = await client.new_table([here(), here("Other")], modules=1)
        async with await client.connect(table.id, 1) as seat:
            assert seat.update is not None
            file.unlink()
            try:
                await client.health()
            except ServerError as error:
                if error.status != 503:
                    raise
            else:
                raise Failure(f"{file.name} was removed while the server ran, and healthz says ok")
            try:
                await seat.play(seat.update.legal[0].action)
            except (CommandRefused, ConnectionLost, ServerError):
                return
            raise Failure(f"{file.name} was removed while the server ran, and a move was taken")
