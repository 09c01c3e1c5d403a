"""Parts of a store that are missing are named, and nothing goes on without them; broken copies are cleared away."""

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.store.parts import head, put, rows
from tests.server.store.test_database import FORM, NEXT, fill, names, open_and_close, refuse
from tiefenthal.server.store.backup import backup_folder, clear_parts
from tiefenthal.server.store.base import BrokenStore, Store, StoreError
from tiefenthal.server.store.migrate import released_migrations
from tiefenthal.server.store.sqlite import open_sqlite

NAME = "tiefenthal.sqlite3"
WAL = f"{NAME}-wal"


def crashed(folder: Path) -> Path:
    """A store after a kill: some moves are only in the write-ahead log."""
    source = folder / "source"
    source.mkdir()
    killed = folder / "killed"

    async def go() -> None:
        store = open_sqlite(source)
        await put(store, "t")
        shutil.copytree(source, killed)
        await store.close()

    asyncio.run(go())
    return killed


def well(store: Store) -> bool:
    return store.healthy


@pytest.mark.parametrize("emptied", [False, True])
def test_a_missing_write_ahead_log_is_refused(tmp_path: Path, emptied: bool) -> None:
    killed = crashed(tmp_path)
    whole = (killed / WAL).read_bytes()
    (killed / WAL).unlink()
    if emptied:
        (killed / WAL).touch()
    refuse(killed, BrokenStore, r"was not closed cleanly, and .*-wal, which holds the last moves, is missing")
    (killed / WAL).write_bytes(whole)

    async def go() -> None:
        store = open_sqlite(killed)
        assert await store.read_log("t") == rows(0, 3)
        await store.close()

    asyncio.run(go())


def test_a_store_that_was_closed_in_order_needs_no_write_ahead_log(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    assert names(tmp_path) == ["tiefenthal.made", NAME]
    open_and_close(tmp_path)


def test_a_backup_in_place_of_a_crashed_store_is_used(tmp_path: Path) -> None:
    killed = crashed(tmp_path)
    backup_folder(killed, tmp_path / "copy")
    for name in (NAME, WAL):
        (killed / name).unlink()
    shutil.copy(tmp_path / "copy", killed / NAME)
    open_and_close(killed)


def test_an_empty_file_is_no_new_store(tmp_path: Path) -> None:
    (tmp_path / NAME).touch()
    refuse(tmp_path, BrokenStore, "is empty, which a store never is")


def test_a_vanished_file_is_no_new_store(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    (tmp_path / NAME).unlink()
    refuse(tmp_path, BrokenStore, r"is missing: there was a store here.*remove tiefenthal\.made")
    (tmp_path / "tiefenthal.made").unlink()
    open_and_close(tmp_path)


@pytest.mark.parametrize("name", [NAME, WAL])
@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_a_file_that_goes_while_it_is_used_ends_all_writing(tmp_path: Path, name: str, how: str) -> None:
    async def go() -> None:
        store = open_sqlite(tmp_path)
        await put(store, "t")
        assert well(store)
        (tmp_path / name).rename(tmp_path / "away")
        if how == "replaced":
            shutil.copy(tmp_path / "away", tmp_path / name)
        assert not well(store)
        with pytest.raises(BrokenStore, match="was removed or replaced while the server uses it"):
            await store.append("t", 3, rows(3), head("t"))
        assert store.figures.failures == 1
        os.replace(tmp_path / "away", tmp_path / name)
        await store.append("t", 3, rows(3), head("t"))
        assert well(store)
        await store.close()
        store = open_sqlite(tmp_path)
        assert await store.read_log("t") == rows(0, 4)
        await store.close()

    asyncio.run(go())


def test_a_file_that_is_emptied_while_it_is_used_is_noticed(tmp_path: Path) -> None:
    async def go() -> None:
        store = open_sqlite(tmp_path)
        await put(store, "t")
        os.truncate(tmp_path / NAME, 0)
        assert not well(store)
        with pytest.raises(StoreError):
            await store.append("t", 3, rows(3), head("t"))
        await store.close()

    asyncio.run(go())


# --- copies


def test_a_copy_is_kept_before_the_form_is_changed(tmp_path: Path) -> None:
    fill(tmp_path, 2)
    later = [*released_migrations(), NEXT]
    open_and_close(tmp_path, later)
    (copy,) = tmp_path.glob(f"tiefenthal-form-{FORM}-*.sqlite3")
    with contextlib.closing(sqlite3.connect(f"file:{copy}?immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORM,)
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (2,)
    open_and_close(tmp_path, later)
    assert len(list(tmp_path.glob("tiefenthal-form-*"))) == 1


def test_without_a_copy_the_form_is_not_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(tmp_path, 1)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tiefenthal.server.store.backup._copy", full)
    with pytest.raises(StoreError, match="is full"):
        open_sqlite(tmp_path, migrations=[*released_migrations(), NEXT])
    with contextlib.closing(sqlite3.connect(tmp_path / NAME)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (FORM,)


def test_what_broken_copies_left_is_cleared_away(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    fill(data, 1)
    for name in (".copy.0123456789abcdef.part", ".copy.0123456789abcdef.part-journal", ".other.0123456789abcdef.part"):
        (tmp_path / name).write_bytes(b"half")
    (tmp_path / "mine.part").write_bytes(b"not ours")
    backup_folder(data, tmp_path / "copy")
    assert names(tmp_path) == [".other.0123456789abcdef.part", "copy", "data", "mine.part"]
    (data / ".copy.0123456789abcdef.part").write_bytes(b"half")
    open_and_close(data)
    assert names(data) == ["tiefenthal.made", NAME]


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open is not removed there anyway")
def test_a_copy_that_is_being_written_is_left_alone(tmp_path: Path) -> None:
    part = tmp_path / ".copy.0123456789abcdef.part"
    code = "import fcntl,sys; f=open(sys.argv[1],'w'); fcntl.flock(f,2); print('held',flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code, part], stdin=-1, stdout=-1) as other:
        assert other.stdout is not None
        other.stdout.readline()
        clear_parts(tmp_path)
        assert part.exists()
        other.communicate(b"\n")
    clear_parts(tmp_path)
    assert not part.exists()
