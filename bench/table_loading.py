"""What snapshots save: how long it takes to load a table by its length, with and without them, and what they cost.

    python -m bench.table_loading [--games N]

Games of random players are played to their end, with undos; at several lengths the table is saved, and loaded as the
server does it: from a real SQLite store, by its whole log or by a snapshot and the later entries. The longest have more
than a thousand entries, as when people undo as often as they may.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final

from tiefenthal.server.bots.pool import BotPool
from tiefenthal.server.config import CleanUp
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.store.base import Head, Row, Snapshot
from tiefenthal.server.store.sqlite import SqliteStore, open_sqlite
from tiefenthal.server.tables import bounds, log, snapshot
from tiefenthal.server.tables.registry import TableRegistry
from tiefenthal.server.tables.table import Table

LENGTHS: Final = (125, 250, 500, 1_000, 1_500)
TAILS: Final = (0, 16, 32, 64, 128, 256)
AGAIN: Final = 5


def played(seed: int, most: int) -> list[bytes]:
    """The log of a game for four with all modules; longer ones have more undos."""
    rng = random.Random(seed)
    places = [log.Place("person", f"Person {seat}", session=seat) for seat in range(1, 5)]
    entries: list[log.Entry] = [
        log.Opened(1, 5, "reference", None, False, "instant", 60, "bots", places),
        log.Began(f"waking {seed}"),
    ]
    table = Table("t")
    for entry in entries:
        table.apply(entry, 1.0)
    while len(entries) < most and table.game is not None and not table.game.over:
        free = [seat for seat in range(4) if table.undo_way(seat) == "free"]
        back = table.game.round > 4 and len(entries) < most - 300
        if free and rng.random() < (0.97 if back else 0.05):
            new: log.Entry = log.Undone(rng.choice(free))
        else:
            seat = rng.choice(table.game.to_act)
            new = log.Played(seat, rng.choice(bounds.offered(table.game, seat)).text)
        table.apply(new, 1.0)
        entries.append(new)
    return [log.to_bytes(entry) for entry in entries]


async def best(work: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds of processor time, of the best of some tries."""
    took = []
    for _ in range(AGAIN):
        began = time.process_time()
        await work()
        took.append(time.process_time() - began)
    return 1000 * min(took)


async def undoing(table: Table) -> float:
    """An undo of one decision at a table that has just been loaded, whatever it has revealed."""
    assert table.game is not None
    game = table.game

    async def undo() -> None:
        game.clone().rewind(game.ply - 1)

    return await best(undo)


async def fill(store: SqliteStore, name: str, bodies: list[bytes]) -> list[Row]:
    """A table with this log."""
    rows = [Row(number, 1.0, body) for number, body in enumerate(bodies)]
    await store.append(name, 0, rows, Head(name, "playing", False, 1.0, 1.0, b"[]", (1,)))
    return rows


async def measure(folder: Path, games: int) -> None:
    """Print two tables."""
    store = open_sqlite(folder)
    registry = TableRegistry(store, BotPool(), Metrics(process=False), CleanUp())

    async def load(name: str) -> Table:
        loaded = await registry.snapshots.load(name)
        assert loaded is not None
        return loaded.table

    print("entries  whole log ms  from a snapshot ms  an undo then ms  taking one ms  packing it ms  kilobytes")
    for length in LENGTHS:
        figures: list[tuple[float, ...]] = []
        for seed in range(games):
            bodies = played(seed, length)
            if len(bodies) < length:
                continue
            name = f"{length}-{seed}"
            rows = await fill(store, name, bodies)
            whole = await best(partial(load, name))
            table = Table.load(name, [(row.at, row.body) for row in rows[:-64]])
            began = time.process_time()
            raw = snapshot.taken(table, rows[-65])
            taking, began = time.process_time() - began, time.process_time()
            body = snapshot.packed(raw)
            packing = time.process_time() - began
            assert await store.keep_snapshot(Snapshot(name, length - 64, snapshot.version(), body), 0)
            quick = await best(partial(load, name))
            undo = await undoing(await load(name))
            figures.append((whole, quick, undo, 1000 * taking, 1000 * packing, len(body) / 1000))
        if figures:
            whole, quick, undo, taking, packing, size = map(statistics.median, zip(*figures, strict=True))
            print(
                f"{length:7}  {whole:12.1f}  {quick:18.1f}  {undo:15.2f}  {taking:13.2f}  {packing:13.2f}  {size:9.1f}"
            )

    print("\nentries since the snapshot, at 500: ms")
    for tail in TAILS:
        took = []
        for seed in range(games):
            bodies = played(seed, 500)
            if len(bodies) < 500:
                continue
            name = f"tail-{tail}-{seed}"
            rows = await fill(store, name, bodies)
            table = Table.load(name, [(row.at, row.body) for row in rows[: 500 - tail]])
            body = snapshot.packed(snapshot.taken(table, rows[499 - tail]))
            assert await store.keep_snapshot(Snapshot(name, 500 - tail, snapshot.version(), body), 0)
            took.append(await best(partial(load, name)))
        print(f"{tail:7}  {statistics.median(took):.1f}")
    await registry.close()
    await store.close()


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    games: int = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), games))


if __name__ == "__main__":
    main()
