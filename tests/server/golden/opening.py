"""Opening a golden store with the program as it is: how every table stands, how it plays on, whether records verify.

`python -m tests.server.golden.opening STORE` prints it as JSON, so that a test can ask another copy of the program.
"""

import asyncio
import json
import lzma
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tests.server.golden.standing import Standing, standing_of
from tiefenthal.engine.components import load_edition
from tiefenthal.engine.record.notation import RecordError
from tiefenthal.engine.replay import verify
from tiefenthal.server.bots.pool import BotPool
from tiefenthal.server.config import CleanUp
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.store.base import Store
from tiefenthal.server.store.database import DATABASE_NAME
from tiefenthal.server.tables import log
from tiefenthal.server.tables.finished import Replays
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.registry import TableRegistry

MORE_DECISIONS: Final = 12
Found = dict[str, Any]


def unpack(packed: Path, folder: Path) -> None:
    """Unpack a golden store where a server would look for it."""
    (folder / DATABASE_NAME).write_bytes(lzma.decompress(packed.read_bytes()))


async def opened(store: Store, tables: list[str]) -> Found:
    """What the program finds in a store; `tables` are the ids it should know."""
    registry = TableRegistry(store, BotPool(), Metrics(process=False), CleanUp())
    try:
        return {table: await _table(registry, store, table) for table in tables}
    finally:
        await registry.close()
        await store.close()


async def _table(registry: TableRegistry, store: Store, table: str) -> Found:
    live = await registry.live(table)
    if live is None:
        return {"standing": None}
    found: Found = {"standing": standing_of(live.table)}
    async with live.lock:
        await live.finish()
    if live.table.state == "playing":
        found["later"] = await _play_on(live)
    kept = await store.record(table)
    if kept is not None:
        try:
            verdict = verify(kept.text, live.table.commitment)
        except RecordError as error:
            found["record"] = str(error)
            return found
        replays = Replays(live.registry.slices)
        last = await replays.step(kept, verdict.decisions)
        found["record"] = {
            "scores": verdict.scores,
            "decisions": verdict.decisions,
            "fair": [verdict.follows_seed, verdict.fits_commitment],
            "shown": last.view["scores"],
            "figures": (await replays.figures(kept)).digest,
        }
    return found


async def _play_on(live: LiveTable) -> Standing:
    """Some more decisions, each the last legal one: those advance the game more slowly than the first."""
    table = live.table
    assert table.game is not None
    if table.request is not None:
        await _write(live, log.Answered(table.request.seat, False))
    for _ in range(MORE_DECISIONS):
        seat = table.game.to_act[0]
        await _write(live, log.Played(seat, table.game.legal_actions(seat)[-1].text))
    return standing_of(table)


async def _write(live: LiveTable, entry: log.Entry) -> None:
    async with live.lock:
        await live.write([entry])


def report(packed: Path, kind: str = "sqlite") -> Found:
    """Open a golden store in a separate folder, or moved into a database."""
    tables = [one["table"] for one in json.loads(packed.with_name(beside(packed)).read_text("utf-8"))]
    with tempfile.TemporaryDirectory() as folder:
        unpack(packed, Path(folder))
        if kind == "sqlite":
            from tiefenthal.server.store.sqlite import open_sqlite

            return asyncio.run(opened(open_sqlite(Path(folder)), tables))
        from harness import postgres
        from tests.server.stores import moved_to
        from tiefenthal.server.store.postgres.store import open_postgres

        with postgres.borrowed() as address:
            moved_to(Path(folder), address)
            return asyncio.run(opened(open_postgres(address), tables))


def beside(packed: Path) -> str:
    """The name of the file with the contents of a store."""
    return packed.name.removesuffix(".sqlite3.xz") + ".json"


if __name__ == "__main__":
    print(json.dumps({"built in": load_edition().digest, "tables": report(Path(sys.argv[1]))}))
