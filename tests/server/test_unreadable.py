"""A table this version cannot read is kept as it is, shown as such to its players, and told to the owner."""

import asyncio
import contextlib
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import tiefenthal
from harness.patience import PATIENCE
from tests.server.golden.opening import unpack
from tests.server.http.helpers import ORIGIN
from tests.server.stores import files_only, open_test_store
from tiefenthal.engine.build.release import commit_of, release
from tiefenthal.server import logs
from tiefenthal.server.app import Server
from tiefenthal.server.config import DAY, Config
from tiefenthal.server.store.database import DATABASE_NAME
from tiefenthal.server.tables.clock_check import ClockCheck

GOLDEN = Path(__file__).parent / "golden" / "rules-1.sqlite3.xz"
OVER = "over_two_____________A"
TWO_SEATS = {"seats": [{"kind": "here"}, {"kind": "here", "name": "Ben"}]}


class House:
    """A server in memory with a data folder, and people with sessions."""

    def __init__(self, folder: Path) -> None:
        self.server = Server(Config(folder), open_test_store(folder))
        self.registry = self.server.registry

    def person(self, cookie: str = "") -> httpx.AsyncClient:
        headers = {"origin": ORIGIN} | ({"cookie": cookie} if cookie else {})
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.server.app), base_url=ORIGIN, headers=headers)

    async def named(self, name: str) -> tuple[httpx.AsyncClient, str]:
        """Somebody with a session, and their cookie."""
        made = await self.person().post("/api/session", json={"name": name})
        cookie = made.headers["set-cookie"].partition(";")[0]
        return self.person(cookie), cookie


@contextlib.asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    found = House(folder)
    try:
        yield found
    finally:
        await found.server.stop()


def story(told: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(told())


def rewrite(folder: Path, table: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> bytes:
    """Replace a table's first entry as another version might have written it. Returns the old one."""
    with contextlib.closing(sqlite3.connect(folder / DATABASE_NAME)) as database, database:
        at = "WHERE table_id = ? AND number = 0"
        (body,) = database.execute(f"SELECT body FROM log {at}", (table,)).fetchone()
        new = msgspec.json.encode(change(msgspec.json.decode(body)))
        database.execute(f"UPDATE log SET body = ? {at}", (new, table))
    return bytes(body)


def rows_of(folder: Path, table: str) -> list[tuple[int, bytes]]:
    with contextlib.closing(sqlite3.connect(folder / DATABASE_NAME)) as database:
        return database.execute("SELECT number, body FROM log WHERE table_id = ? ORDER BY number", (table,)).fetchall()


def errors(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [logs.entry(record) for record in caplog.records if record.levelno >= logging.ERROR]


CHANGES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "unknown-rules": lambda entry: {**entry, "rules": 2},
    "unknown-edition": lambda entry: {**entry, "edition_digest": "0" * 64},
    "damaged": lambda entry: {**entry, "what": "launched"},
}


@files_only
def test_it_is_kept_and_shown_and_goes_on_later(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def told() -> None:
        async with house(tmp_path) as first:
            anna, cookie = await first.named("Anna")
            _, other = await first.named("Cleo")
            tables = {code: (await anna.post("/api/tables", json=TWO_SEATS)).json()["id"] for code in CHANGES}
            keys = {
                table: (await anna.post(f"/api/tables/{table}/links", json={"to": "watch"})).json()["key"]
                for table in tables.values()
            }
            before = [(await anna.get(f"/api/tables/{table}")).json() for table in keys]
            assert first.server.health().unreadable == 0
        bodies = {table: rewrite(tmp_path, table, CHANGES[code]) for code, table in tables.items()}
        stood = [rows_of(tmp_path, table) for table in keys]

        caplog.clear()
        async with house(tmp_path) as second:
            second.registry.start()
            async with asyncio.timeout(PATIENCE):
                while len(second.registry.unreadable) < len(tables):  # the owner is told before anybody comes
                    await asyncio.sleep(0.001)
            assert (second.server.health().unreadable, second.server.health().status) == (3, "ok")
            assert "tiefenthal_unreadable_tables 3.0" in await second.server.metrics_text()
            anna, stranger = second.person(cookie), second.person(other)
            mine = (await anna.get("/api/tables")).json()["mine"]
            assert {(line["id"], line["state"], line["readable"]) for line in mine} == {
                (table, "playing", False) for table in keys
            }
            for table, key in keys.items():
                for path in ("", "/edition", "/figures"):
                    answer = await anna.get(f"/api/tables/{table}{path}")
                    assert (answer.status_code, answer.json()["code"]) == (503, "unreadable")
                    assert "is kept" in answer.json()["words"]
                # somebody with a link is told too; for all others there is no such table
                for way in ("enter", "invitation"):
                    answer = await stranger.post(f"/api/tables/{table}/{way}", json={"key": key})
                    assert (answer.status_code, answer.json()["code"]) == (503, "unreadable")
                    answer = await stranger.post(f"/api/tables/{table}/{way}", json={"key": "x" * 32})
                    assert answer.status_code == 404
                assert (await stranger.get(f"/api/tables/{table}")).status_code == 404
        found = [error for error in errors(caplog) if error["event"] == "table cannot be read"]
        assert sorted((error["code"], error["table"]) for error in found) == sorted(
            (code, table[:6]) for code, table in tables.items()
        )
        assert [rows_of(tmp_path, table) for table in keys] == stood

        for table, body in bodies.items():
            rewrite(tmp_path, table, lambda _, body=body: msgspec.json.decode(body))  # type: ignore[misc]
        async with house(tmp_path) as third:
            anna = third.person(cookie)
            again = [(await anna.get(f"/api/tables/{table}")).json() for table in keys]
            still = ("id", "state", "round", "ply", "commitment", "edition", "created")
            assert [[one[name] for name in still] for one in again] == [[one[name] for name in still] for one in before]
            assert third.server.health().unreadable == 0

    story(told)


@files_only
def test_it_is_never_cleaned_up(tmp_path: Path) -> None:
    """However long nobody came, and even if nobody asked for it since the start; others are removed as usual."""

    async def told() -> None:
        async with house(tmp_path) as first:
            anna, _ = await first.named("Anna")
            kept, gone, later = [(await anna.post("/api/tables", json=TWO_SEATS)).json()["id"] for _ in range(3)]
        rewrite(tmp_path, later, CHANGES["unknown-rules"])
        with contextlib.closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as database, database:
            database.execute("UPDATE log SET body = x'7b7d' WHERE table_id = ? AND number = 1", (kept,))
            database.execute("UPDATE tables SET touched = 1.0")
        found = House(tmp_path)
        registry = found.registry
        try:
            registry._clock_check = ClockCheck(steady=0.0)
            registry._clock_check.compare()
            for day in range(40):
                registry.clock = lambda day=day: 2e9 + day * DAY  # type: ignore[misc]
                await registry.clean_up()
            assert await registry.store.read_log(gone) == []
            assert len(await registry.store.read_log(kept)) == 2
            assert len(await registry.store.read_log(later)) == 2
            assert found.server.health().unreadable == 2
        finally:
            await found.server.stop()

    story(told)


def test_a_record_of_another_version_is_kept_and_says_so(tmp_path: Path) -> None:
    async def told() -> None:
        unpack(GOLDEN, tmp_path)
        with contextlib.closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as database, database:
            database.execute(
                """UPDATE records SET text = replace(text, '[Rules "1"]', '[Rules "2"]') WHERE table_id = ?""", (OVER,)
            )
        async with house(tmp_path) as found:
            person = found.person()
            for path in ("plies/0", "figures"):
                answer = await person.get(f"/api/records/{OVER}/{path}")
                assert (answer.status_code, answer.json()["code"]) == (503, "unreadable")
                assert "it follows version 2 of the rules" in answer.json()["words"]
            verdict = (await person.get(f"/api/records/{OVER}/verify")).json()
            assert not verdict["valid"]
            assert "it follows version 2 of the rules" in verdict["problem"]
            assert '[Rules "2"]' in (await person.get(f"/api/records/{OVER}/text")).text
            assert (await person.get(f"/api/records/{OVER}")).json()["ending"]["scores"] == [90, 65]

    story(told)


def test_a_finished_game_of_other_rules_is_kept_and_says_so(tmp_path: Path) -> None:
    """Before the rules had versions, one changed them and old records took another course."""

    async def told() -> None:
        unpack(GOLDEN, tmp_path)
        with contextlib.closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as database, database:
            (text,) = database.execute("SELECT text FROM records WHERE table_id = ?", (OVER,)).fetchone()
            other = re.sub(r"^(p\d) take \d", r"\1 end", text, count=1, flags=re.MULTILINE)
            assert other != text
            database.execute("UPDATE records SET text = ? WHERE table_id = ?", (other, OVER))
        async with house(tmp_path) as found:
            person = found.person()
            for path in ("plies/0", "plies/20", "course", "figures"):
                answer = await person.get(f"/api/records/{OVER}/{path}")
                assert (answer.status_code, answer.json()["code"]) == (503, "unreadable")
                assert "An older version of the program wrote it by other rules" in answer.json()["words"]
            verdict = (await person.get(f"/api/records/{OVER}/verify")).json()
            assert not verdict["valid"]
            assert "p1 end" in verdict["problem"] or "p2 end" in verdict["problem"]

    story(told)


@files_only
def test_a_running_game_of_other_rules_is_found_at_the_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def told() -> None:
        async with house(tmp_path) as first:
            anna, _ = await first.named("Anna")
            table = (await anna.post("/api/tables", json=TWO_SEATS)).json()["id"]
        rewrite(tmp_path, table, lambda entry: {name: value for name, value in entry.items() if name != "rules"})
        with contextlib.closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as database, database:
            database.execute(
                "INSERT INTO log (table_id, number, at, body) SELECT table_id, max(number) + 1, max(at), ? FROM log"
                " WHERE table_id = ?",
                (b'{"what":"played","seat":0,"action":"buy server"}', table),
            )
        caplog.clear()
        async with house(tmp_path) as second:
            second.registry.start()
            async with asyncio.timeout(PATIENCE):
                while not second.registry.unreadable:
                    await asyncio.sleep(0.001)
            assert second.server.health().unreadable == 1
        (found,) = [error for error in errors(caplog) if error["event"] == "table cannot be read"]
        assert (found["code"], found["rules"]) == ("other-rules", 1)

    story(told)


def test_it_is_known_which_release_runs(tmp_path: Path) -> None:
    async def told() -> None:
        async with house(tmp_path) as found:
            assert found.server.health().version == release()

    story(told)
    assert release().startswith(f"{tiefenthal.__version__}+")  # this is a checkout
    assert commit_of(tmp_path) == ""
