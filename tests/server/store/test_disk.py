"""A full disk and a read-only one: real, small file systems in memory, where the system allows it."""

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.patience import PATIENCE
from tests.server.store.parts import head, put, rows
from tests.server.store.processes import start
from tests.server.store.test_database import fill
from tiefenthal.server.store.backup import backup_folder
from tiefenthal.server.store.base import DiskError, DiskFull, FolderError, Row, StoreError
from tiefenthal.server.store.folder import open_folder
from tiefenthal.server.store.presence import MADE_NAME
from tiefenthal.server.store.sqlite import open_sqlite

NAME = "tiefenthal.sqlite3"


@contextlib.contextmanager
def mounted(place: Path, size: str) -> Iterator[Path]:
    """Mount a small disk, or skip the test."""
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", place], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("mounting a small disk is not allowed here")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True)


def fill_up(disk: Path) -> Path:
    """Leave no byte free."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"\0" * 65536)
    with ballast.open("ab", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"\0")
    return ballast


def test_a_full_disk_refuses_in_words_loses_nothing_and_recovers(tmp_path: Path) -> None:
    async def go(disk: Path) -> None:
        store = open_sqlite(disk)
        await put(store, "t")
        ballast = fill_up(disk)
        stored, refused = 3, 0
        for _ in range(60):
            body = b"x" * 30_000
            first = stored
            several = [
                store.append("t", first, [Row(first, 1.0, body)], head("t")),
                store.append("other", 0, [Row(0, 1.0, body)], head("other")),
            ]
            outcomes = await asyncio.gather(*several, return_exceptions=True)
            if outcomes == [None, None]:
                stored += 1
                pytest.fail("there was still room")
            refused += 1
            assert {type(outcome) for outcome in outcomes} == {DiskFull}
            assert str(disk / NAME) in str(outcomes[0])
            assert "is full. Nothing was stored; free some space and try again." in str(outcomes[0])
            assert not store.healthy
        assert refused == 60
        assert await store.read_log("t") == rows(0, 3)
        assert await store.head("other") is None
        ballast.unlink()
        await store.append("t", 3, rows(3), head("t"))
        assert store.healthy
        # Once more, and this time it is closed, and opened again, while full.
        ballast = fill_up(disk)
        with pytest.raises(DiskFull):
            await store.append("t", 4, [Row(4, 1.0, b"x" * 300_000)], head("t"))
        await store.close()
        with contextlib.suppress(StoreError):
            await open_sqlite(disk).close()
        ballast.unlink()
        store = open_sqlite(disk)
        assert await store.read_log("t") == rows(0, 4)
        await store.append("t", 4, rows(4), head("t"))
        await store.close()

    with mounted(tmp_path / "disk", "2m") as disk:
        asyncio.run(go(disk))


def test_a_disk_with_room_again_is_noticed_though_nobody_writes(tmp_path: Path) -> None:
    """No balancer sends anybody to a server that is not healthy."""

    async def go(disk: Path) -> None:
        store = open_sqlite(disk)
        await put(store, "t")
        ballast = fill_up(disk)
        with pytest.raises(DiskFull):
            await store.append("t", 3, [Row(3, 1.0, b"x" * 300_000)], head("t"))
        assert [store.healthy] == [False]
        failures = store.figures.failures
        ballast.unlink()
        async with asyncio.timeout(PATIENCE):
            while not store.healthy:
                await asyncio.sleep(0.05)
        assert store.figures.failures == failures
        assert await store.read_log("t") == rows(0, 3)
        await store.append("t", 3, rows(3), head("t"))
        await store.close()

    with mounted(tmp_path / "disk", "2m") as disk:
        asyncio.run(go(disk))


def test_a_disk_that_fills_while_many_write_keeps_exactly_what_was_acknowledged(tmp_path: Path) -> None:
    acknowledged: dict[str, int] = {}

    async def play(disk: Path) -> None:
        store = open_sqlite(disk)

        async def table(name: str) -> None:
            number = 0
            with contextlib.suppress(DiskFull):
                while True:
                    await store.append(name, number, rows(number, 2, "x" * 500), head(name))
                    number += 2
                    acknowledged[name] = number

        await asyncio.gather(*(table(f"t{number}") for number in range(20)))
        await store.close()

    async def look(disk: Path) -> None:
        store = open_sqlite(disk)
        for name, length in acknowledged.items():
            assert await store.read_log(name) == rows(0, length, "x" * 500)
        await store.close()

    with mounted(tmp_path / "disk", "3m") as disk:
        (disk / "ballast").write_bytes(b"\0" * 500_000)
        asyncio.run(play(disk))
        (disk / "ballast").unlink()
        assert len(acknowledged) == 20
        assert sum(acknowledged.values()) > 200
        asyncio.run(look(disk))


def test_a_full_disk_at_the_first_opening_leaves_nothing_half_made(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "1m") as disk:
        ballast = fill_up(disk)
        with pytest.raises(DiskFull, match="is full"):
            open_sqlite(disk)
        assert [path.name for path in disk.iterdir()] == ["ballast"]
        ballast.unlink()
        asyncio.run(open_sqlite(disk).close())
        assert sorted(path.name for path in disk.iterdir()) == [MADE_NAME, NAME]


def test_a_backup_onto_a_full_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    fill(tmp_path)
    with mounted(tmp_path / "disk", "100k") as disk:
        with pytest.raises(DiskFull, match=r"copy\.sqlite3 is full"):
            backup_folder(tmp_path, disk / "copy.sqlite3")
        assert list(disk.iterdir()) == []


@pytest.mark.parametrize("crashed", [False, True])
def test_a_read_only_disk_is_refused_and_left_alone(tmp_path: Path, crashed: bool) -> None:
    with mounted(tmp_path / "disk", "2m") as disk:
        data = disk / "data"
        data.mkdir()
        if crashed:
            (tmp_path / "source").mkdir()

            async def copy_while_open() -> None:
                store = open_sqlite(tmp_path / "source")
                await put(store, "t")
                for ending in ("", "-wal"):
                    shutil.copy(tmp_path / "source" / f"{NAME}{ending}", data)
                await store.close()

            asyncio.run(copy_while_open())
        else:
            fill(data, 2)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        before = {path.name: path.read_bytes() for path in data.iterdir()}
        with pytest.raises(DiskError, match=r"is read-only\. Make it and its folder writable, or choose another"):
            open_sqlite(data)
        with pytest.raises(FolderError, match="cannot be written to: Read-only file system"):
            open_folder(data)
        with pytest.raises(FolderError, match="cannot be made: Read-only file system"):
            open_folder(disk / "new")
        assert {path.name: path.read_bytes() for path in data.iterdir()} == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can start a process of somebody else")
@pytest.mark.parametrize("case", ["folder not writable", "folder closed", "file not readable"])
def test_without_permission_it_is_refused_in_words(case: str) -> None:
    with tempfile.TemporaryDirectory() as top:
        Path(top).chmod(0o755)
        data = Path(top) / "data"
        data.mkdir()
        fill(data, 1)
        data.chmod({"folder not writable": 0o755, "folder closed": 0o700, "file not readable": 0o777}[case])
        before = (data / NAME).read_bytes()
        child = start("open-as-nobody", data)
        said, _ = child.communicate()
        assert child.returncode == 3, said
        kind, _, words = said.strip().partition(": ")
        assert kind == ("DiskError" if case == "file not readable" else "FolderError")
        assert str(data) in words
        assert "Permission denied" in words
        assert (data / NAME).read_bytes() == before
