"""One next table for a finished game, whatever happens at the same moment in several processes, or in between."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

from tests.server.stores import ON_POSTGRESQL, database_of
from tests.server.test_cluster import BEN, Two, two_houses, until
from tests.server.test_live_tables import Clock, asynchronous
from tiefenthal.server.http.again_api import AgainApi
from tiefenthal.server.http.endpoint import Call
from tiefenthal.server.protocol.http import Entered
from tiefenthal.server.store.base import DiskError, SessionRow
from tiefenthal.server.tables import log
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.registry import TableRegistry

QUICK = ("stay", "ready", "end")


class Asking:
    """A request of somebody who may ask as often as they like."""

    def __init__(self, table: str, who: SessionRow) -> None:
        self.path = {"id": table}
        self.me = who
        self.session = who
        self.address = "10.0.0.1"

    def take(self, *_: object) -> None:
        pass


async def again(registry: TableRegistry, table: str, who: SessionRow) -> Entered:
    return await AgainApi(registry).again(cast(Call, Asking(table, who)))


@contextlib.asynccontextmanager
async def both(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Two, SessionRow, SessionRow]]:
    """Two processes with one store, or on PostgreSQL with a store each; and Anna and Ben."""
    if not ON_POSTGRESQL:
        async with two_houses(folder, monkeypatch) as two:
            yield two, *await people(two)
        return
    from tiefenthal.server.store.postgres.store import open_postgres

    stores = [open_postgres(database_of(folder)) for _ in range(2)]
    two = Two(stores, None, Clock())
    try:
        for house in (two.here, two.there):
            await house.registry.cluster.start()
        yield two, *await people(two)
    finally:
        for house, store in zip((two.here, two.there), stores, strict=True):
            await house.registry.close()
            await house.pool.close()
            await store.close()


async def people(two: Two) -> tuple[SessionRow, SessionRow]:
    return await two.store.add_session(b"anna", "Anna", 0.0), await two.store.add_session(b"ben", "Ben", 0.0)


async def finished(two: Two) -> tuple[LiveTable, LiveTable]:
    """A game Anna and Ben have finished, in the memory of both."""
    a, b = await two.table()
    assert a.table.game is not None
    game = a.table.game.clone()
    entries: list[log.Entry] = []
    while not game.over:
        seat = game.to_act[0]
        legal = [action.text for action in game.legal_actions(seat)]
        action = next((one for one in QUICK if one in legal), legal[0])
        game.play(seat, action)
        entries.append(log.Played(seat, action))
    async with a.lock:
        await a.change(entries)
    await until(lambda: b.table.ended)
    return a, b


async def successors(two: Two, game: str) -> set[str]:
    """All tables that follow this game, closed ones too."""
    found = set()
    for session in (1, BEN):
        for table in await two.store.mentions(session):
            opened = log.from_bytes((await two.store.read_log(table))[0].body)
            if isinstance(opened, log.Opened) and opened.follows == game:
                found.add(table)
    return found


@asynchronous
async def test_two_press_at_the_same_moment_in_two_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with both(tmp_path, monkeypatch) as (two, anna, ben):
        a, _ = await finished(two)
        if not ON_POSTGRESQL:
            two.post.takes = lambda _: False  # neither hears of the other
        first, second = await asyncio.gather(
            again(two.here.registry, a.table.id, anna), again(two.there.registry, a.table.id, ben)
        )
        assert first.table.id == second.table.id
        assert (first.seat, second.seat) == (1, 2)
        assert await successors(two, a.table.id) == {first.table.id}
        live = await two.here.registry.live(first.table.id)
        assert live is not None
        assert live.table.state == "playing"
        continued = [row for row in await two.store.read_log(a.table.id) if b'"continued"' in row.body]
        assert len(continued) == 1


@asynchronous
async def test_a_server_stops_between_naming_the_table_and_opening_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with both(tmp_path, monkeypatch) as (two, anna, ben):
        a, b = await finished(two)

        async def never(*_: Any) -> LiveTable:
            raise DiskError("stopped")

        with monkeypatch.context() as stopped:
            stopped.setattr(two.here.registry, "open_next", never)
            with pytest.raises(DiskError):
                await again(two.here.registry, a.table.id, anna)
        named = a.table.next
        assert named is not None
        assert await two.store.head(named) is None
        await until(lambda: b.table.next == named)
        entered = await again(two.there.registry, a.table.id, ben)
        assert (entered.table.id, entered.table.you.host) == (named, True)
        assert (await again(two.here.registry, a.table.id, anna)).table.id == named
        assert await successors(two, a.table.id) == {named}


@asynchronous
async def test_another_process_opens_the_named_table_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with both(tmp_path, monkeypatch) as (two, anna, ben):
        a, b = await finished(two)
        slow, go_on = two.here.registry.open_next, asyncio.Event()

        async def late(*args: Any) -> LiveTable:
            await go_on.wait()
            return await slow(*args)

        monkeypatch.setattr(two.here.registry, "open_next", late)
        waiting = asyncio.create_task(again(two.here.registry, a.table.id, anna))
        await until(lambda: b.table.next is not None)
        second = await again(two.there.registry, a.table.id, ben)
        go_on.set()
        first = await waiting
        assert first.table.id == second.table.id == b.table.next
        assert (first.seat, second.seat) == (1, 2)
        assert first.table.state == "playing"
        assert await successors(two, a.table.id) == {first.table.id}
