"""What clean-up removes is first written to a file, and can be restored."""

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.server.store.parts import head, put, rows
from tiefenthal.app.cli.app import assembled
from tiefenthal.server.store import deleted
from tiefenthal.server.store.base import SessionRow, Shares, StoreError
from tiefenthal.server.store.sqlite import open_sqlite

FILE = "2001-09-09-014640.jsonl.gz"


def test_tables_and_sessions_come_back_as_they_were(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    file = deleted.new_file(data, 1_000_000_000.0)
    assert file == data / "deleted" / FILE

    async def remove() -> None:
        store = open_sqlite(data)
        await store.append("t", 0, rows(0, 3, "ü€"), head("t", sessions=[7, 4], summary='["ß"]'.encode()))
        await store.append("u", 0, rows(0, 1), head("u", "over"))
        ada = await store.add_session(b"hash", "Ada", 5.0)
        await store.keep_edition(ada.id, 6.0, "her böx".encode())
        gone = await store.expire(
            waiting_before=50, playing_before=50, over_before=50, sessions_before=50, kept_in=file
        )
        assert gone == (0, 1, 1, 1)
        assert await store.read_log("t") == []
        assert await store.find_session(b"hash") is None
        await store.append("u", 0, rows(0, 2, "newer"), head("u"))
        assert ada.id == 1
        await store.close()

    async def look() -> None:
        store = open_sqlite(data)
        assert await store.read_log("t") == rows(0, 3, "ü€")
        found = await store.head("t")
        assert found is not None
        assert found.touched > 1e9, "it does not go again at once"
        assert found._replace(touched=10.0) == head("t", sessions=[7, 4], summary='["ß"]'.encode())
        assert await store.read_log("u") == rows(0, 2, "newer"), "what is there stays"
        session = await store.find_session(b"hash")
        assert session is not None
        assert (session.id, session.name, session.created) == (1, "Ada", 5.0)
        assert await store.edition_of(1) == "her böx".encode()
        await store.close()

    asyncio.run(remove())
    assert file.stat().st_mode & 0o077 == 0
    said = CliRunner().invoke(assembled(["restore"]), ["restore", str(file), "--data", str(data)])
    assert (said.exit_code, "1 tables and 1 sessions are back" in said.output) == (0, True), said.output
    asyncio.run(look())


def test_no_more_than_a_share_goes_and_the_oldest_first(tmp_path: Path) -> None:
    async def go() -> None:
        store = open_sqlite(tmp_path)
        for number in range(25):
            await put(store, f"t{number:02}", touched=float(number))
        gone = await store.expire(
            waiting_before=50,
            playing_before=50,
            over_before=50,
            sessions_before=50,
            keep={"t01"},
            shares=Shares(playing=0.1),
        )
        assert gone.playing == 3
        assert [number for number in range(25) if await store.head(f"t{number:02}") is None] == [0, 2, 3]
        await store.close()

    asyncio.run(go())


def test_what_cannot_be_kept_does_not_go(tmp_path: Path) -> None:
    async def go() -> None:
        store = open_sqlite(tmp_path)
        await put(store, "t")
        (tmp_path / "deleted").write_text("a file is in the way", encoding="ascii")
        with pytest.raises(OSError, match=r"exists|directory"):
            await store.expire(
                waiting_before=50,
                playing_before=50,
                over_before=50,
                sessions_before=50,
                kept_in=deleted.new_file(tmp_path, 1.0),
            )
        assert len(await store.read_log("t")) == 3
        await store.close()

    asyncio.run(go())


def test_files_go_when_their_time_is_over(tmp_path: Path) -> None:
    session = deleted.DeletedSession(SessionRow(1, "Ada", 1.0, 2.0), b"x")
    for day in (0, 10, 31):
        deleted.write(deleted.new_file(tmp_path, 1_000_000_000.0 + day * 86_400), [session])
    (tmp_path / "deleted" / "notes.txt").touch()
    deleted.forget_old(tmp_path, 1_000_000_000.0 + 31 * 86_400)
    assert sorted(path.name[:10] for path in (tmp_path / "deleted").iterdir()) == [
        "2001-09-19",
        "2001-10-10",
        "notes.txt",
    ]


def test_a_file_that_is_none_of_ours_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"nonsense")
    with pytest.raises(StoreError, match="cannot be read, or holds nothing"):
        list(deleted.read(tmp_path / "x"))
