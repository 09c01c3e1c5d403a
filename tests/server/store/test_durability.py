"""Killed in the middle of writing, again and again: everything acknowledged is there."""

import asyncio
import random
import shutil
from pathlib import Path

from tests.server.store.child import TABLES
from tests.server.store.parts import head, rows
from tests.server.store.processes import end, line, start
from tiefenthal.server.store.backup import backup_folder
from tiefenthal.server.store.base import Row
from tiefenthal.server.store.sqlite import open_sqlite

KILLS = 10
NAMES = [f"t{number}" for number in range(TABLES)]


async def logs(folder: Path) -> dict[str, list[Row]]:
    """Read every table, and see that head and log agree."""
    store = open_sqlite(folder)
    found = {}
    for table in NAMES:
        found[table] = await store.read_log(table)
        assert found[table] == rows(0, len(found[table]), table)
        known = await store.head(table)
        if found[table]:
            # The head is that of the last append: it names the number its rows began with.
            assert known is not None
            assert 1 <= len(found[table]) - known.touched <= 3
            assert len(found[table]) - known.touched == 1 + known.touched % 3
            assert known == head(table, touched=known.touched)
    await store.close()
    return found


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    chance = random.Random(11)
    acknowledged = dict.fromkeys(NAMES, 0)
    for _ in range(KILLS):
        child = start("write", tmp_path)
        lines = [line(child) for _ in range(chance.randrange(1, 250))]
        lines += end(child).splitlines()
        for said in lines:
            table, length = said.split()
            acknowledged[table] = int(length)
        if chance.random() < 0.5:
            # As after a crash of the machine, when the shared memory is lost.
            (tmp_path / "tiefenthal.sqlite3-shm").unlink(missing_ok=True)
        found = asyncio.run(logs(tmp_path))
        for table, number in acknowledged.items():
            assert len(found[table]) >= number
            acknowledged[table] = len(found[table])
    assert min(acknowledged.values()) > 20


def test_a_backup_by_another_process_during_heavy_writing_is_consistent(tmp_path: Path) -> None:
    folder, restored = tmp_path / "data", tmp_path / "restored"
    folder.mkdir()
    restored.mkdir()
    child = start("write", folder)
    acknowledged = dict.fromkeys(NAMES, 0)
    try:
        for turn in range(5):
            for _ in range(150):
                table, number = line(child).split()
                acknowledged[table] = int(number)
            copy = tmp_path / f"copy-{turn}"
            backup_folder(folder, copy)
            shutil.copy(copy, restored / "tiefenthal.sqlite3")
            found = asyncio.run(logs(restored))
            assert all(len(found[table]) >= number for table, number in acknowledged.items())
            assert child.poll() is None
    finally:
        end(child)
    assert sum(acknowledged.values()) > 500
