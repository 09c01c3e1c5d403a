"""Opening a store: what is created, what is migrated, what is refused and left unchanged."""

import asyncio
import contextlib
import os
import random
import shutil
import sqlite3
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.server.store.parts import head, record, rows
from tiefenthal.server.store.base import BrokenStore, DiskError, FolderError, ForeignStore, NewerStore, StoreError
from tiefenthal.server.store.migrate import APPLICATION_ID, Migration, released_migrations
from tiefenthal.server.store.presence import MADE_NAME
from tiefenthal.server.store.sqlite import open_sqlite

NAME = "tiefenthal.sqlite3"


def fill(folder: Path, tables: int = 60) -> None:
    """Make a store of some size and close it."""

    async def go() -> None:
        store = open_sqlite(folder)
        await store.add_session(b"hash", "Ada", 1.0)
        for number in range(tables):
            table = f"table-{number}"
            await store.append(
                table, 0, rows(0, 30, "x" * 50), head(table, sessions=[1]), record(table, sessions=[1], text="y" * 900)
            )
        await store.close()

    asyncio.run(go())


async def length_of(folder: Path, table: str) -> int:
    store = open_sqlite(folder)
    length = len(await store.read_log(table))
    await store.close()
    return length


def open_and_close(folder: Path, migrations: Sequence[Migration] | None = None) -> None:
    asyncio.run(open_sqlite(folder, migrations=migrations).close())


def contents(folder: Path) -> dict[str, bytes]:
    """Everything in the folder but the memory SQLite shares between processes."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


def refuse(folder: Path, kind: type[StoreError], words: str, migrations: Sequence[Migration] | None = None) -> str:
    """See that opening is refused in a sentence that names the path, and that nothing changes."""
    before = contents(folder) if folder.is_dir() else None
    with pytest.raises(kind, match=words) as caught:
        open_sqlite(folder, migrations=migrations)
    if before is not None:
        after = contents(folder)
        assert {name: body for name, body in after.items() if body} == {name: b for name, b in before.items() if b}
    assert str(folder) in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- making


def test_a_new_store_is_whole_and_for_its_owner_alone(tmp_path: Path) -> None:
    open_and_close(tmp_path)
    assert names(tmp_path) == [MADE_NAME, NAME]
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    with contextlib.closing(sqlite3.connect(tmp_path / NAME)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert connection.execute("PRAGMA user_version").fetchone() == (len(released_migrations()),)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_what_was_left_of_a_broken_off_making_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / f"{NAME}.new").write_bytes(b"half")
    (tmp_path / f"{NAME}.new-wal").write_bytes(b"half")
    open_and_close(tmp_path)
    assert names(tmp_path) == [MADE_NAME, NAME]


def test_a_name_with_odd_characters_is_no_hindrance(tmp_path: Path) -> None:
    folder = tmp_path / "a?b#c %41 ü'"
    folder.mkdir()
    fill(folder, 1)
    assert asyncio.run(length_of(folder, "table-0")) == 30
    assert names(folder) == [MADE_NAME, NAME]


# --- migrations


def test_the_migrations_are_numbered_without_gaps_and_packaged_beside_the_code() -> None:
    numbers = [migration.number for migration in released_migrations()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers


FORM = len(released_migrations())
NEXT = Migration(
    FORM + 1,
    """
    -- A made-up later version; one statement has a semicolon in a text, one builds a table again.
    CREATE TABLE notes (id INTEGER PRIMARY KEY, words TEXT NOT NULL DEFAULT 'a; b');
    INSERT INTO notes (id) SELECT count(*) FROM tables;
    CREATE TABLE tables_anew AS SELECT *, length * 2 AS twice FROM tables;
    CREATE TRIGGER counted AFTER INSERT ON notes BEGIN
        DELETE FROM notes WHERE id < 0;
        DELETE FROM notes WHERE id < 0;
    END;
    """,
)


def test_an_older_store_is_brought_up_to_date_and_keeps_everything(tmp_path: Path) -> None:
    fill(tmp_path, 3)
    later = [*released_migrations(), NEXT]
    open_and_close(tmp_path, later)
    with contextlib.closing(sqlite3.connect(tmp_path / NAME)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORM + 1,)
        assert connection.execute("SELECT id, words FROM notes").fetchall() == [(3, "a; b")]
        assert connection.execute("SELECT count(*) FROM log").fetchone() == (90,)
        assert connection.execute("SELECT DISTINCT twice FROM tables_anew").fetchall() == [(60,)]
    open_and_close(tmp_path, later)  # and only once
    words = rf"newer version of Tiefenthal \(its schema version is {FORM + 1}, this version knows {FORM}\)"
    refuse(tmp_path, NewerStore, words)


def test_an_older_log_says_who_has_left_since(tmp_path: Path) -> None:
    open_and_close(tmp_path, released_migrations()[:1])
    with contextlib.closing(sqlite3.connect(tmp_path / NAME)) as connection, connection:
        connection.execute("INSERT INTO tables VALUES ('a', 5, 'waiting', 0, 1.0, 1.0, '[1]', x'7b7d')")
        connection.execute("INSERT INTO seats VALUES (1, 'a')")
        connection.execute("INSERT INTO records VALUES ('b', 1.0, '[1]', x'7b7d', 'a game')")
        for number, body in enumerate(
            (
                b'{"what":"opened","host":1,"places":[]}',
                b'{"what":"placed","seat":1,"place":{"kind":"person","name":"Ben","session":2}}',
                b'{"what":"placed","seat":1,"place":{"kind":"open"}}',
                b'{"what":"returned","seat":0,"session":3}',
                b'{"what":"placed",\xff',
            )
        ):
            connection.execute("INSERT INTO log VALUES ('a', ?, 1.0, ?)", (number, body))

    async def look() -> None:
        store = open_sqlite(tmp_path)
        assert [await store.mentions(session) for session in (1, 2, 3, 4)] == [["a"], ["a"], ["a"], []]
        found = await store.record("b")
        assert found is not None
        assert found.holders is None
        await store.close()

    asyncio.run(look())


def test_a_new_store_gets_all_migrations(tmp_path: Path) -> None:
    open_and_close(tmp_path, [*released_migrations(), NEXT])
    with contextlib.closing(sqlite3.connect(tmp_path / NAME)) as connection:
        assert connection.execute("SELECT id FROM notes").fetchall() == [(0,)]


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE notes (id INTEGER); INSERT INTO nowhere VALUES (1);",
        "CREATE TABLE notes (id INTEGER);\nINSERT INTO notes VALUES (1",
        "CREATE TABLE notes (id INTEGER);\nDELETE FROM tables;",
    ],
)
def test_a_migration_that_fails_leaves_the_store_as_it_was(tmp_path: Path, sql: str) -> None:
    fill(tmp_path, 2)
    with pytest.raises((StoreError, ValueError)):
        open_sqlite(tmp_path, migrations=[*released_migrations(), Migration(FORM + 1, sql.replace("; ", ";\n"))])
    with contextlib.closing(sqlite3.connect(tmp_path / NAME)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORM,)
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'notes'").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (2,)
    open_and_close(tmp_path)


# --- files that are not ours


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.execute("CREATE TABLE bookmarks (address TEXT)")
    refuse(tmp_path, ForeignStore, "another program")
    with contextlib.closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.execute("PRAGMA application_id = 12345")
        connection.execute("PRAGMA user_version = 1")
    refuse(tmp_path, ForeignStore, "another program")


@pytest.mark.parametrize(
    "garbage", [b"x", b"hello world\n" * 5000, b"\x00" * 8192, b"SQLite format 3\x00" + b"\xff" * 9000]
)
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, garbage: bytes) -> None:
    (tmp_path / NAME).write_bytes(garbage)
    refuse(tmp_path, BrokenStore, "damaged or is not a database .* It has not been changed. Put a backup in its place")


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    fill(tmp_path)
    whole = (tmp_path / NAME).read_bytes()
    for size in (100, 512, 4096, 4096 + 17, len(whole) // 2, len(whole) - 4096, len(whole) - 1):
        (tmp_path / NAME).write_bytes(whole[:size])
        refuse(tmp_path, BrokenStore, "damaged")
    (tmp_path / NAME).write_bytes(whole)
    open_and_close(tmp_path)


def test_a_file_with_a_spoilt_page_is_refused(tmp_path: Path) -> None:
    fill(tmp_path)
    whole = (tmp_path / NAME).read_bytes()
    chance = random.Random(5)
    pages = len(whole) // 4096
    assert pages > 40
    for page in (1, *chance.sample(range(2, pages), 12)):
        spoilt = bytearray(whole)
        spoilt[page * 4096 : page * 4096 + 4096] = chance.randbytes(4096)
        (tmp_path / NAME).write_bytes(spoilt)
        refuse(tmp_path, BrokenStore, "damaged")


def test_pages_in_the_wrong_place_are_refused(tmp_path: Path) -> None:
    fill(tmp_path)
    whole = (tmp_path / NAME).read_bytes()
    pages = [whole[start : start + 4096] for start in range(0, len(whole), 4096)]
    chance = random.Random(6)
    for _ in range(20):
        one, other = chance.sample(range(1, len(pages)), 2)
        if pages[one] == pages[other]:  # both empty
            continue
        moved = list(pages)
        moved[one], moved[other] = moved[other], moved[one]
        (tmp_path / NAME).write_bytes(b"".join(moved))
        refuse(tmp_path, BrokenStore, "damaged")


def test_a_damaged_file_with_a_write_ahead_log_is_refused_and_left_alone(tmp_path: Path) -> None:
    fill(tmp_path)
    crashed = tmp_path / "crashed"
    crashed.mkdir()

    async def copy_while_open() -> None:
        store = open_sqlite(tmp_path)
        await store.append("late", 0, rows(0, 20), head("late"))
        for ending in ("", "-wal"):
            shutil.copy(tmp_path / f"{NAME}{ending}", crashed)
        await store.close()

    asyncio.run(copy_while_open())
    whole = (crashed / NAME).read_bytes()
    (crashed / NAME).write_bytes(whole[:20480] + os.urandom(4096 * 5) + whole[40960:])
    refuse(crashed, BrokenStore, "damaged")
    (crashed / NAME).write_bytes(whole)

    assert asyncio.run(length_of(crashed, "late")) == 20


def test_a_write_ahead_log_without_its_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / f"{NAME}-wal").write_bytes(b"something")
    refuse(tmp_path, BrokenStore, "is missing, but .*-wal beside it holds part of its contents")


# --- folders that cannot be used


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "data"
    place.write_text("a file", encoding="utf-8")
    refuse(place, FolderError, "is not a folder")
    refuse(tmp_path / "nowhere", FolderError, "is not a folder")


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / "inside").touch()
    with pytest.raises(DiskError, match="Is a directory"):
        open_sqlite(tmp_path)
