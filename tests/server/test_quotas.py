"""Nobody can fill the server, or the public list, with tables."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from harness.patience import PATIENCE
from tests.server.http.helpers import ORIGIN
from tests.server.stores import open_test_store
from tiefenthal.server.app import Server
from tiefenthal.server.config import Ceilings, Config, TableLimits, tables_for
from tiefenthal.server.problem import Refusal
from tiefenthal.server.store.base import DiskFull
from tiefenthal.server.tables.quotas import TableQuotas

LIMITS = TableLimits(
    waiting=Ceilings(2, 4, 6),
    listed=Ceilings(1, 2, 3),
    waiting_counts=100.0,
    stays_listed=300.0,
    playing=Ceilings(3, 6, 9),
    playing_counts=50.0,
)


class Tables:
    """Tables that are opened, by host and address."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.quotas = TableQuotas(LIMITS, lambda: self.now)
        self.count = 0

    def open(self, host: int, address: str, *, waiting: bool = True, listed: bool = False) -> str:
        """The code of the refusal; empty when there is none."""
        self.count += 1
        try:
            self.quotas.take(str(self.count), host, address, waiting=waiting, listed=listed)
        except Refusal as refusal:
            return refusal.code
        return ""


def test_waiting_tables_are_limited_by_session_by_address_and_in_total() -> None:
    tables = Tables()
    assert [tables.open(1, "a") for _ in range(3)] == ["", "", "too-many-waiting"]
    assert [tables.open(host, "a") for host in (2, 2, 3)] == ["", "", "address-tables"]
    assert [tables.open(host, "b") for host in (4, 5)] == ["", ""]
    assert tables.open(6, "c") == "house-full"
    assert tables.open(6, "c", waiting=False) == ""  # a game that begins at once does not wait


def test_who_can_do_nothing_about_it_is_told_when_to_try_again() -> None:
    tables = Tables()

    def refused(host: int, address: str, *, listed: bool = False) -> tuple[str, dict[str, str]]:
        with pytest.raises(Refusal) as caught:
            tables.quotas.take("one more", host, address, waiting=not listed, listed=listed)
        return caught.value.code, dict(caught.value.headers)

    later = {"retry-after": "600"}
    for host in (1, 1, 2, 2):
        assert tables.open(host, "a") == ""
    assert refused(1, "a") == ("too-many-waiting", {})  # they can close one
    assert refused(3, "a") == ("address-tables", later)
    for host in (4, 5):
        assert tables.open(host, "b") == ""
    assert refused(6, "c") == ("house-full", later)
    for host in (1, 2):
        assert tables.open(host, "a", waiting=False, listed=True) == ""
    assert refused(3, "a", listed=True) == ("address-listed", later)
    assert tables.open(4, "b", waiting=False, listed=True) == ""
    assert refused(5, "b", listed=True) == ("lobby-full", later)


def test_games_that_are_played_are_limited_until_they_are_over_or_abandoned() -> None:
    tables = Tables()

    def begin(host: int, address: str) -> str:
        tables.count += 1
        try:
            tables.quotas.take(str(tables.count), host, address, waiting=False, listed=False, playing=True)
        except Refusal as refusal:
            return refusal.code
        return ""

    assert [begin(1, "a") for _ in range(4)] == ["", "", "", "too-many-playing"]
    assert [begin(host, "a") for host in (2, 2, 2, 3)] == ["", "", "", "address-playing"]
    assert [begin(host, "b") for host in (4, 5, 6, 7)] == ["", "", "", "house-busy"]
    tables.quotas.note("1", 1, waiting=False, listed=False, touched=tables.now)  # it is over
    assert begin(1, "a") == ""
    tables.now += 49.0
    tables.quotas.note("2", 1, waiting=False, listed=False, touched=tables.now, playing=True)
    tables.now += 49.0
    assert [begin(7, "a") for _ in range(4)] == ["", "", "", "too-many-playing"]  # all but that one were abandoned
    for kept in ("kept", "kept too"):
        tables.quotas.recall(kept, 1, waiting=False, listed=False, touched=tables.now, playing=True)
    assert begin(1, "a") == "too-many-playing"


def test_listed_tables_are_limited_by_session_by_address_and_in_total() -> None:
    tables = Tables()
    assert [tables.open(1, "a", waiting=False, listed=True) for _ in range(2)] == ["", "too-many-listed"]
    assert tables.open(1, "a") == ""
    assert [tables.open(host, "a", listed=True) for host in (2, 3)] == ["", "address-listed"]
    assert [tables.open(host, "b", listed=True) for host in (4, 5)] == ["", "lobby-full"]


def test_tables_that_begin_or_are_closed_no_longer_count() -> None:
    tables = Tables()
    tables.open(1, "a", listed=True)
    tables.open(1, "a")
    tables.quotas.note("2", 1, waiting=False, listed=False, touched=tables.now)
    assert tables.open(1, "a") == ""
    tables.quotas.note("1", 1, waiting=False, listed=True, touched=tables.now)  # it is still in the list
    assert tables.open(1, "a", listed=True) == "too-many-listed"


def test_inactive_tables_no_longer_count() -> None:
    tables = Tables()
    for listed in (True, False):
        tables.open(1, "a", listed=listed)
    tables.now += 60
    tables.quotas.note("2", 1, waiting=True, listed=False, touched=tables.now)
    tables.now += 60
    assert [tables.open(1, "a") for _ in range(2)] == ["", "too-many-waiting"]
    assert tables.open(1, "a", waiting=False, listed=True) == "too-many-listed"
    tables.now += 200
    assert tables.open(1, "a", listed=True) == ""
    assert len(tables.quotas) == 1  # the others are forgotten, with their address


def test_tables_from_before_a_restart_count_for_their_host() -> None:
    tables = Tables()
    for name in ("x", "y"):
        tables.quotas.recall(name, 1, waiting=True, listed=False, touched=tables.now)
    assert [tables.open(host, "a") for host in (1, 2)] == ["too-many-waiting", ""]


def test_the_limits_grow_with_the_rate_of_an_address() -> None:
    assert tables_for(40) == TableLimits()
    assert tables_for(80).waiting == (20, 80, 4_000)
    assert tables_for(1).listed == (1, 1, 5)


# --- at a server


class House:
    """A server in memory with these limits."""

    def __init__(self, folder: Path, limits: TableLimits = LIMITS) -> None:
        self.server = Server(Config(folder, tables=limits), open_test_store(folder))

    async def person(self, address: str = "192.0.2.1", cookie: str = "") -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.server.app, client=(address, 1))
        headers = {"origin": ORIGIN} | ({"cookie": cookie} if cookie else {})
        found = httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers)
        if not cookie:
            made = await found.post("/api/session", json={"name": "Anna"})
            found.headers["cookie"] = made.headers["set-cookie"].partition(";")[0]
        return found


@contextlib.asynccontextmanager
async def house(folder: Path, limits: TableLimits = LIMITS) -> AsyncIterator[House]:
    found = House(folder, limits)
    try:
        async with asyncio.timeout(PATIENCE):
            yield found
    finally:
        await found.server.stop()


async def opened(
    who: httpx.AsyncClient, *, listed: bool = False, full: bool = False
) -> tuple[int, str, dict[str, Any]]:
    """Status, code (empty when it was opened), and the answer."""
    seats = [{"kind": "here"}, {"kind": "here", "name": "Ben"} if full else {"kind": "link"}]
    answer = await who.post("/api/tables", json={"seats": seats, "listed": listed})
    return answer.status_code, answer.json().get("code", ""), answer.json()


def test_too_many_tables_are_refused_also_at_once_and_after_a_restart(tmp_path: Path) -> None:
    async def told() -> None:
        async with house(tmp_path) as first:
            anna = await first.person()
            for _ in range(3):
                assert (await opened(anna, full=True))[0] == 201  # these begin at once and do not wait
            answers = await asyncio.gather(*(opened(anna) for _ in range(5)))
            assert sorted(answer[:2] for answer in answers) == [(201, "")] * 2 + [(409, "too-many-waiting")] * 3
            (table, _) = [answer[2]["id"] for answer in answers if answer[0] == 201]
            assert (await anna.delete(f"/api/tables/{table}")).status_code == 204
            assert (await opened(anna))[0] == 201
            for _ in range(2):
                other = await first.person()
                await opened(other)
            assert (await opened(await first.person()))[:2] == (429, "address-tables")
            assert (await opened(await first.person("192.0.2.2")))[0] == 201
            cookie = anna.headers["cookie"]
        async with house(tmp_path) as second:
            second.server.registry.start()
            while len(second.server.registry.quotas) < 8:
                await asyncio.sleep(0.001)
            assert (await opened(await second.person(cookie=cookie)))[:2] == (409, "too-many-waiting")

    asyncio.run(told())


def test_the_public_list_has_only_active_tables(tmp_path: Path) -> None:
    async def told() -> None:
        async with house(tmp_path) as one:
            now = 1_000_000.0
            registry = one.server.registry
            registry.clock = registry.quotas._clock = lambda: now
            anna = await one.person()
            _, _, table = await opened(anna, listed=True)
            assert (await opened(anna, listed=True))[:2] == (409, "too-many-listed")
            assert [line["id"] for line in (await anna.get("/api/tables")).json()["open"]] == [table["id"]]
            now += 301
            found = (await anna.get("/api/tables")).json()
            assert (found["open"], [line["id"] for line in found["mine"]]) == ([], [table["id"]])
            assert (await opened(anna, listed=True))[0] == 201

    asyncio.run(told())


def test_a_table_the_disk_refused_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object) -> None:
        raise DiskFull("no room")

    async def told() -> None:
        async with house(tmp_path) as one:
            anna = await one.person()
            with monkeypatch.context() as disk:
                disk.setattr(one.server.store, "append", refuse)
                assert (await opened(anna, listed=True))[:2] == (503, "disk")
            assert len(one.server.registry.quotas) == 0

    asyncio.run(told())
