"""An upgrade that changes a figure of the built-in edition: it must not affect games in progress."""

import os
import random
import re
import shutil
from pathlib import Path
from typing import Any, Final

import tiefenthal
from harness.server import Failure
from scripts.attacks.base import Attack, Inn
from tiefenthal.client import Client, ServerError, here
from tiefenthal.client.connection import Connection
from tiefenthal.engine.components import load_edition
from tiefenthal.server.protocol.frames import Update

A_HOUSE_FIGURE: Final = re.compile(r"(?m)^(cashbox\s*= \{ price = )(\d+)")
"""What the cashbox costs; one thaler more after the upgrade."""
RUNNING: Final = ((2, 1), (3, 3), (2, 5))
"""Players and modules of the games that go on over the upgrade."""
DECISIONS: Final = 90


def changed_package(folder: Path) -> Path:
    """A folder for PYTHONPATH with the program as a later version might be: one house figure of the built-in edition
    is another one, all else is as it is."""
    here = Path(tiefenthal.__file__).parent
    package = folder / "tiefenthal"
    (package / "engine").mkdir(parents=True)
    for entry in [*here.iterdir(), *(here / "engine").iterdir()]:
        if entry.name == "components":
            shutil.copytree(entry, package / "engine" / entry.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif entry.name not in {"engine", "__pycache__", "components.py"}:
            (package / entry.relative_to(here)).symlink_to(entry)
    for compiled in here.parent.glob("tiefenthal__mypyc*"):
        (folder / compiled.name).symlink_to(compiled)
    edition = package / "engine" / "components" / "editions" / "reference.toml"
    text, found = A_HOUSE_FIGURE.subn(lambda match: f"{match[1]}{int(match[2]) + 1}", edition.read_text("utf-8"))
    if found != 1:
        raise ValueError("the built-in edition does not say what the cashbox costs")
    edition.write_text(text, encoding="utf-8")
    return folder


class Upgrade(Attack):
    """Games under way and a finished one, over an upgrade that changes a house figure."""

    name = "upgrade"
    options = ("--address-rate", "1000000")
    disturbs = True

    async def run(self, inn: Inn) -> str:
        """Every game is unchanged and continues; the record verifies; new games have the new figure."""
        server = inn.server
        luck = random.Random(1)
        async with Client(server.url) as client:
            await client.introduce("Owner")
            tables = []
            for players, modules in RUNNING:
                table = await client.new_table([here(f"P{seat}") for seat in range(players)], modules=modules)
                await _play(client, table.id, players, DECISIONS, luck)
                tables.append((table.id, players))
            finished = await client.new_table([here("A"), here("B")], modules=1)
            await _play(client, finished.id, 2, 10_000, luck)
            before = [await _seen(client, *table) for table in tables]
            await server.stop()
            folder = changed_package(server.folder.with_name("upgraded"))
            server.environment = {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
            await server.start()
            (edition,) = await client.editions()
            if edition.digest == load_edition().digest:
                raise RuntimeError("the upgrade changes nothing")
            await _compare(client, tables, before)
            verdict = await client.verify_record(finished.id)
            if not verdict.valid or not verdict.fits_commitment:
                raise Failure(f"the record of a finished game no longer verifies: {verdict.problem}")
            for one, players in tables:
                await _play(client, one, players, 10, luck)
            new = await client.new_table([here("C"), here("D")], modules=1)
            if new.edition.digest != edition.digest:
                raise Failure("a new game does not have the new figures")
        server.check_log()
        return f"{len(tables)} games stand and go on, the record verifies"


async def _compare(client: Client, tables: list[tuple[str, int]], before: list[Any]) -> None:
    changed = []
    for (table, players), stood in zip(tables, before, strict=True):
        try:
            now = await _seen(client, table, players)
        except ServerError as error:
            changed.append(f"one cannot be opened ({error})")
            continue
        if now[1:] != stood[1:]:
            changed.append("one stands otherwise")
        elif now != stood:
            changed.append("one shows other figures")
    if changed:
        raise Failure(f"of {len(tables)} games under way: {'; '.join(changed)}")


async def _seen(client: Client, table: str, players: int) -> list[Any]:
    """The figures of a table; and what each seat sees of the game and may do."""
    found: list[Any] = [(await client.table(table)).edition.digest]
    for seat in range(1, players + 1):
        async with await client.connect(table, seat) as connection:
            update = connection.update
            assert update is not None
            view = {name: part for name, part in update.view.items() if name != "edition"}
            found.append((update.ply, view, update.decisions, update.legal))
    return found


async def _play(client: Client, table: str, players: int, decisions: int, luck: random.Random) -> None:
    """Some decisions by chance, or until the game is over."""
    seats: list[Connection[Update]] = [await client.connect(table, seat) for seat in range(1, players + 1)]
    try:
        for _ in range(decisions):
            asking = [seat for seat in seats if seat.is_asked]
            if seats[0].over is not None or not asking or asking[0].update is None:
                break
            done = await asking[0].play(luck.choice(asking[0].update.legal).action)
            for seat in seats:
                await seat.reached(done)
    finally:
        for seat in seats:
            await seat.close()
