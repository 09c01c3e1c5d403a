"""Moving data from files into a database and back: everything, or nothing."""

import asyncio
import contextlib
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from harness import postgres
from tests.server.store.parts import head, record, rows
from tiefenthal.app.cli.app import assembled
from tiefenthal.server.store.base import Row, Store, StoreError
from tiefenthal.server.store.database import DATABASE_NAME
from tiefenthal.server.store.days import DayRow
from tiefenthal.server.store.folder import open_folder
from tiefenthal.server.store.migrate import released_migrations
from tiefenthal.server.store.moderation import new_order
from tiefenthal.server.store.sqlite import open_sqlite

pytestmark = postgres.needed

if postgres.missing() is None:
    from tiefenthal.server.store.postgres import copy
    from tiefenthal.server.store.postgres.copy import KINDS, move_to_database, move_to_folder
    from tiefenthal.server.store.postgres.store import open_postgres


async def fill(store: Store) -> None:
    """Some data of every kind, especially what is easily lost."""
    ada, ben, cleo = [await store.add_session(name.encode(), name, 1.25) for name in ("Ada", "Bén\U0001f37a", "Cleo")]
    await store.touch_session(ada.id, 1_700_000_000.123456)
    await store.keep_edition(ada.id, 2.0, "her böx".encode())
    await store.append(
        "t", 0, [Row(0, 1e9 + 1 / 3, b"\x00\xff"), *rows(1, 2, "ü")], head("t", sessions=[ada.id, ben.id])
    )
    await store.append("t", 3, rows(3), head("t", listed=True, sessions=[ben.id, 0, ben.id]))
    await store.append("empty", 0, [], head("empty", "waiting"))
    for number in range(5):
        table = f"over{number}"
        game = record(table, sessions=[ada.id], text="zwölf\nZeilen")._replace(holders=((ada.id,), (), (7, 8)))
        await store.append(table, 0, rows(0, 900), head(table, "over"), game if number else game._replace(holders=None))
    await store.days.secret()
    await store.days.open(DayRow("2026-11-17", b"{}", 1.0, 2.0, "boot"))
    for session, table in ((ada.id, "over1"), (ben.id, "t"), (cleo.id, "over2")):
        await store.days.begin("2026-11-17", session, table, 3.0)
    await store.days.settle(len)
    await store.days.close("2026-11-17", 5.0, len)
    await store.days.keep_master("2026-11-17", b"\x01")
    await store.moderation.add(new_order("rename", str(ben.id), "Bén", 60.5, "„why“"))
    await store.moderation.add(new_order("close", "t"))
    await store.forget_session(cleo.id)  # its number is never given again


def contents(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    with contextlib.closing(sqlite3.connect(folder / DATABASE_NAME)) as connection:
        names = [*(kind.name for kind in KINDS), "sqlite_sequence"]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


def test_everything_goes_there_and_back(tmp_path: Path) -> None:
    here, back = tmp_path / "here", tmp_path / "back"
    here.mkdir()
    address = postgres.shared().address(postgres.fresh(None))

    async def begin() -> None:
        store = open_sqlite(here)
        await fill(store)
        await store.close()

    async def go_on() -> None:
        store = open_postgres(address)
        before = await store.read_log("t")
        assert before[0] == Row(0, 1e9 + 1 / 3, b"\x00\xff")
        found = await store.find_session(b"Ada")
        assert found is not None
        assert (found.id, found.seen) == (1, 1_700_000_000.123456)
        assert await store.days.scores("2026-11-17") == [(13, 2)]
        await store.close()

    async def number_of(store: Store) -> int:
        found = await store.add_session(b"new", "New", 1.0)
        await store.close()
        return found.id

    asyncio.run(begin())
    original = contents(here)
    assert all(original[kind.name] for kind in KINDS)
    command = assembled(["move-data"])
    said = CliRunner().invoke(command, ["move-data", str(here), address.for_driver()])
    assert said.exit_code == 0, said.output
    assert "7 tables with 4504 entries, 5 records and 2 sessions" in said.output
    assert contents(here) == original
    asyncio.run(go_on())
    said = CliRunner().invoke(command, ["move-data", "-", str(back)], env={"TIEFENTHAL_DATABASE": address.for_driver()})
    assert said.exit_code == 0, said.output
    assert contents(back) == original
    assert asyncio.run(number_of(open_postgres(address))) == 4
    assert asyncio.run(number_of(open_sqlite(back))) == 4


def test_a_store_of_every_form_can_be_moved_and_stays_as_it_was(tmp_path: Path) -> None:
    forms = released_migrations()
    for number in range(1, len(forms)):
        folder = tmp_path / str(number)
        folder.mkdir()
        asyncio.run(open_sqlite(folder, migrations=forms[:number]).close())
        before = (folder / DATABASE_NAME).read_bytes()
        with postgres.borrowed() as address:
            assert asyncio.run(move_to_database(folder, address, lambda *_: None))["tables"] == 0
        assert (folder / DATABASE_NAME).read_bytes() == before


def test_what_could_do_harm_is_refused(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    asyncio.run(open_sqlite(here).close())
    address = postgres.shared().address(postgres.fresh())

    def refused(*words: object) -> str:
        said = CliRunner().invoke(assembled(["move-data"]), ["move-data", *map(str, words)])
        assert said.exit_code in (1, 2)
        return str(said.exception or said.output)

    async def used() -> None:
        store = open_postgres(address)
        await store.append("t", 0, rows(0), head("t"))
        text = await asyncio.to_thread(refused, address.for_driver(), tmp_path / "new")
        assert "A Tiefenthal server uses the database" in text
        await store.close()

    asyncio.run(used())
    assert not (tmp_path / "new" / DATABASE_NAME).exists()
    assert "There is a store in postgresql:" in refused(here, address.for_driver())
    assert f"There is a store in {here} already" in refused(address.for_driver(), here)
    with open_folder(here):
        assert "Another Tiefenthal server uses the data folder" in refused(here, address.for_driver())
    assert "does not exist" in refused(tmp_path / "nowhere", address.for_driver())
    assert "one of the two must be a folder" in refused(here, here)
    assert "There is no store in the database" in refused(
        postgres.shared().address(postgres.fresh(None)).for_driver(), tmp_path / "new"
    )


def test_what_is_interrupted_leaves_nothing_to_be_taken_for_a_store(tmp_path: Path) -> None:
    class Interrupted(BaseException):
        pass

    def interrupt(table: str, done: int, there: int) -> None:
        if table == "records" and done:
            raise Interrupted

    here, back = tmp_path / "here", tmp_path / "back"
    here.mkdir()
    cluster, name = postgres.shared(), postgres.fresh(None)
    address = cluster.address(name)

    async def begin(store: Store) -> None:
        await fill(store)
        await store.close()

    asyncio.run(begin(open_sqlite(here)))
    with pytest.raises(Interrupted):
        asyncio.run(move_to_database(here, address, interrupt))
    assert cluster.sql("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'tiefenthal%'", database=name) == [(0,)]
    asyncio.run(move_to_database(here, address, lambda *_: None))
    with pytest.raises(Interrupted):
        asyncio.run(move_to_folder(address, back, interrupt))
    assert [path.name for path in back.iterdir() if path.name != "tiefenthal.lock"] == []
    shutil.rmtree(back)


def test_a_copy_that_is_not_what_was_copied_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put = copy._Database.put

    async def careless(self: Any, kind: Any, rows: list[Any]) -> None:
        await put(self, kind, [(*row[:-1], b"other") if kind.name == "log" and row[1] == 7 else row for row in rows])

    async def begin(store: Store) -> None:
        await fill(store)
        await store.close()

    asyncio.run(begin(open_sqlite(tmp_path)))
    cluster, name = postgres.shared(), postgres.fresh(None)
    monkeypatch.setattr(copy._Database, "put", careless)
    with pytest.raises(StoreError, match="not what was copied: log has 4504 rows of 4504, or other ones"):
        asyncio.run(move_to_database(tmp_path, cluster.address(name), lambda *_: None))
    assert cluster.sql("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'tiefenthal%'", database=name) == [(0,)]


def test_a_backup_of_a_database_is_a_store_that_a_server_goes_on_with(tmp_path: Path) -> None:
    with postgres.borrowed() as address:

        async def go() -> None:
            store = open_postgres(address)
            await fill(store)
            await store.backup(tmp_path / DATABASE_NAME)  # while it is in use
            await store.close()
            copy = open_sqlite(tmp_path)
            assert len(await copy.read_log("over3")) == 900
            await copy.append("over3", 900, rows(900), head("over3", "over"))
            await copy.close()

        asyncio.run(go())
