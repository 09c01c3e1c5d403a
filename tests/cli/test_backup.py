"""`tiefenthal backup`: a copy made while people play, with which another server goes on; and places it cannot go to."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from harness.patience import PATIENCE
from harness.server import Server
from tests.cli.helpers import PROGRAM, environment, in_process, program
from tests.cli.test_serve import as_nobody, one_message
from tests.server.live.helpers import SWIFT, People, play_on, running, story, told
from tests.server.store.test_disk import mounted
from tiefenthal import verify
from tiefenthal.client import Client, here

DATABASE = "tiefenthal.sqlite3"


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with something to keep."""
    with running(tmp_path_factory.mktemp("busy") / "data", *SWIFT) as server:

        async def go(people: People) -> None:
            await (await people.person("Ada")).new_table([here(), here("Bea")])

        story(server, go)
        yield server


class Seen(NamedTuple):
    """What was seen of the games before the copy was made."""

    token: str
    table: str
    ply: int
    view: Any
    over: str


def test_a_copy_made_during_play_is_played_on_by_another_server(tmp_path: Path, busy: Server) -> None:
    seen: list[Seen] = []

    async def play(people: People) -> None:
        ada = await people.person("Ada")
        finished = (await ada.new_table([here(), here("Bea")])).id
        await play_on([await ada.connect(finished, seat) for seat in (1, 2)], lambda: False)
        table = (await ada.new_table([here(), here("Bea")], modules=4)).id
        seats = [await ada.connect(table, seat) for seat in (1, 2)]
        await play_on(seats, lambda: seats[0].ply >= 40)
        copied = program(tmp_path, "backup", tmp_path / "copy.sqlite3", "--data", busy.folder)
        assert (copied.code, copied.err) == (0, "")
        assert str(tmp_path / "copy.sqlite3") in copied.out
        seen.append(Seen(ada.token or "", table, seats[0].ply, told(seats[0]).view, finished))
        await play_on(seats, lambda: seats[0].ply >= 50)  # the original goes on

    story(busy, play)
    (before,) = seen
    assert (tmp_path / "copy.sqlite3").stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite3"]
    (tmp_path / "other").mkdir()
    (tmp_path / "copy.sqlite3").rename(tmp_path / "other" / DATABASE)
    with running(tmp_path / "other", *SWIFT) as server:

        async def go(people: People) -> None:
            ada = people.stranger(before.token)
            assert (await ada.session()).name == "Ada"
            seats = [await ada.connect(before.table, seat) for seat in (1, 2)]
            assert (seats[0].ply, told(seats[0]).view) == (before.ply, before.view)
            await play_on(seats, lambda: seats[0].ply >= before.ply + 5)
            record = await ada.record(before.over)
            assert verify(await ada.record_text(before.over), record.ending.commitment).fits_commitment
            over = await ada.connect(before.over, 1)
            assert not await over.asked()
            assert over.over is not None
            assert over.over.ending == record.ending

        story(server, go)

    async def look(people: People) -> None:
        original = await people.stranger(before.token).table(before.table)
        assert original.ply >= 50

    story(busy, look)


def test_many_copies_while_somebody_plays_are_all_whole(tmp_path: Path, busy: Server) -> None:
    async def go(people: People) -> None:
        ada: Client = await people.person("Ada")
        table = (await ada.new_table([here(), here("Bea")])).id
        seats = [await ada.connect(table, seat) for seat in (1, 2)]
        for number in range(3):
            copying = subprocess.Popen(
                [*PROGRAM, "backup", f"{number}.copy", "--data", str(busy.folder)],
                cwd=tmp_path,
                env=environment(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
            while copying.poll() is None and seats[0].over is None:
                goal = seats[0].ply + 2
                await play_on(seats, lambda: seats[0].ply >= goal)  # noqa: B023
            _, err = copying.communicate(timeout=PATIENCE)
            assert (copying.returncode, err) == (0, b"")

    story(busy, go)
    for number in range(3):
        connection = sqlite3.connect(tmp_path / f"{number}.copy")
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        gaps = "SELECT count(*) FROM tables WHERE length != (SELECT count(*) FROM log WHERE table_id = tables.id)"
        assert connection.execute(gaps).fetchone() == (0,)
        connection.close()


def test_a_file_that_is_there_is_kept_unless_replacing_is_wanted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, busy: Server
) -> None:
    place = tmp_path / "copy"
    place.write_bytes(b"mine")
    one_message(in_process(capsys, "backup", place, "--data", busy.folder), "already exists", "replace")
    assert place.read_bytes() == b"mine"
    assert in_process(capsys, "backup", place, "--data", busy.folder, "--replace").code == 0
    assert place.read_bytes().startswith(b"SQLite format 3\x00")


def test_places_it_cannot_go_to(capsys: pytest.CaptureFixture[str], tmp_path: Path, busy: Server) -> None:
    before = {path.name for path in busy.folder.iterdir()}
    (tmp_path / "file").touch()
    for place, words in (
        (tmp_path / "missing" / "copy", "does not exist"),
        (tmp_path, "is a folder"),
        (tmp_path / "file" / "copy", "does not exist"),
        (busy.folder / DATABASE, "Choose another place"),
        (busy.folder / f"{DATABASE}-wal", "Choose another place"),
        (tmp_path / ("x" * 300), "too long"),
    ):
        one_message(in_process(capsys, "backup", place, "--data", busy.folder, "--replace"), words)
    assert {path.name for path in busy.folder.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    one_message(in_process(capsys, "backup", tmp_path / "copy", "--data", tmp_path / "none"), "no store to back up")


def test_a_full_or_read_only_disk(capsys: pytest.CaptureFixture[str], tmp_path: Path, busy: Server) -> None:
    with mounted(tmp_path / "disk", "20k") as disk:
        one_message(in_process(capsys, "backup", disk / "copy", "--data", busy.folder), "is full")
        assert list(disk.iterdir()) == []
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        one_message(in_process(capsys, "backup", disk / "copy", "--data", busy.folder), "read-only")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can become somebody else")
def test_a_folder_one_may_not_write_or_read(busy: Server) -> None:
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top)
        folder.chmod(0o755)
        (folder / "closed").mkdir(mode=0o700)
        (folder / "open").mkdir(mode=0o755)
        shutil.copy(busy.folder / DATABASE, folder / "open" / DATABASE)
        (folder / "open" / DATABASE).chmod(0o644)
        for data in ("closed", "none", "open"):
            ran = as_nobody("backup", f"{top}/copy", "--data", f"{top}/{data}")
            one_message(ran, f"{top}/copy" if data == "open" else f"{top}/{data}", code=None)
        assert not (folder / "copy").exists()
