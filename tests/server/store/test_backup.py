"""Copies: one plain file, complete or not there, never over another file."""

import asyncio
import contextlib
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from tests.server.store.parts import head, put, rows
from tests.server.store.test_database import fill
from tiefenthal.server.store.backup import backup_folder
from tiefenthal.server.store.base import BackupError, BrokenStore, ForeignStore, StoreError
from tiefenthal.server.store.sqlite import open_sqlite

NAME = "tiefenthal.sqlite3"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder


def test_a_copy_is_one_plain_file_and_opens_as_a_store(data: Path, place: Path) -> None:
    async def go() -> None:
        store = open_sqlite(data)
        await put(store, "t", sessions=[4])
        # Everything is in the write-ahead log so far; the copy must have it all the same.
        await asyncio.to_thread(backup_folder, data, place / NAME)
        await store.append("t", 3, rows(3), head("t"))
        await store.close()
        assert [path.name for path in place.iterdir()] == [NAME]
        assert stat.S_IMODE((place / NAME).stat().st_mode) == 0o600
        with contextlib.closing(sqlite3.connect(f"file:{place / NAME}?immutable=1", uri=True)) as plain:
            assert plain.execute("SELECT count(*) FROM log").fetchone() == (3,)
        copy = open_sqlite(place)
        assert await copy.read_log("t") == rows(0, 3)
        await copy.append("t", 3, rows(3, mark="other"), head("t"))
        await copy.close()

    asyncio.run(go())


def test_a_store_that_is_not_in_use_is_copied_and_left_as_it_was(data: Path, place: Path) -> None:
    fill(data, 5)
    before = (data / NAME).read_bytes()
    backup_folder(data, place / "copy")
    assert (data / NAME).read_bytes() == before
    assert [path.name for path in place.iterdir()] == ["copy"]
    asyncio.run(open_sqlite(data).close())


def test_a_file_that_is_there_is_replaced_only_on_request(data: Path, place: Path) -> None:
    fill(data, 1)
    copy = place / "copy"
    copy.write_text("precious", encoding="utf-8")
    with pytest.raises(BackupError, match="already exists"):
        backup_folder(data, copy)
    assert copy.read_text(encoding="utf-8") == "precious"
    backup_folder(data, copy, replace=True)
    assert copy.read_bytes().startswith(b"SQLite format 3\x00")
    link = place / "link"
    link.symlink_to(place / "nowhere")
    with pytest.raises(BackupError, match="already exists"):
        backup_folder(data, link)
    assert sorted(path.name for path in place.iterdir()) == ["copy", "link"]


@pytest.mark.parametrize("name", [NAME, f"{NAME}-wal", f"{NAME}-shm", f"{NAME}.new"])
def test_the_store_itself_is_never_overwritten(data: Path, name: str) -> None:
    fill(data, 1)
    before = (data / NAME).read_bytes()
    for target in (data / name, data / ".." / "data" / name):
        with pytest.raises(BackupError, match="the store itself"):
            backup_folder(data, target, replace=True)
    os.link(data / NAME, data / "another-name")
    with pytest.raises(BackupError, match="the store itself"):
        backup_folder(data, data / "another-name", replace=True)
    assert (data / NAME).read_bytes() == before


def test_places_that_cannot_be_are_refused_in_words(data: Path, place: Path) -> None:
    with pytest.raises(BackupError, match="no store to back up"):
        backup_folder(data, place / "copy")
    with pytest.raises(BackupError, match="no store to back up"):
        backup_folder(data / "nowhere", place / "copy")
    fill(data, 1)
    with pytest.raises(BackupError, match="is a folder"):
        backup_folder(data, place)
    with pytest.raises(BackupError, match="does not exist"):
        backup_folder(data, place / "nowhere" / "copy")
    assert list(place.iterdir()) == []


def test_a_damaged_or_foreign_store_gives_no_copy(data: Path, place: Path) -> None:
    fill(data)
    whole = (data / NAME).read_bytes()
    for spoilt in (b"rubbish" * 1000, whole[:8192], whole[:40960] + os.urandom(40960) + whole[81920:]):
        (data / NAME).write_bytes(spoilt)
        with pytest.raises(BrokenStore) as caught:
            backup_folder(data, place / "copy")
        assert str(data / NAME) in str(caught.value)
        assert (data / NAME).read_bytes() == spoilt
    (data / NAME).unlink()
    for ending in ("-wal", "-shm"):
        (data / f"{NAME}{ending}").unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(data / NAME)) as other:
        other.execute("CREATE TABLE bookmarks (address TEXT)")
    with pytest.raises(ForeignStore):
        backup_folder(data, place / "copy")
    assert list(place.iterdir()) == []


def test_a_copy_put_over_a_crashed_store_is_not_mixed_with_its_journal(data: Path, place: Path) -> None:
    async def go() -> None:
        store = open_sqlite(data)
        await put(store, "t")
        await store.backup(place / NAME)
        await store.append("t", 3, rows(3), head("t"))
        journal = (data / f"{NAME}-wal").read_bytes()
        await store.close()
        (place / f"{NAME}-wal").write_bytes(journal)

    asyncio.run(go())
    before = (place / NAME).read_bytes()
    with pytest.raises(
        StoreError, match=r"is a backup, but .*-wal beside it belongs to the file that was there before"
    ):
        open_sqlite(place)
    assert (place / NAME).read_bytes() == before
    (place / f"{NAME}-wal").unlink()

    async def look() -> None:
        store = open_sqlite(place)
        assert await store.read_log("t") == rows(0, 3)
        await store.close()

    asyncio.run(look())
