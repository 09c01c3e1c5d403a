"""Group commit: what shares a transaction, what fails alone, what fails together."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.patience import PATIENCE
from tests.server.store.parts import head, put, record, rows
from tiefenthal.server.store.base import Conflict, DiskFull, StoreError
from tiefenthal.server.store.files import beside
from tiefenthal.server.store.sqlite import SqliteStore, open_sqlite
from tiefenthal.server.store.writer import Work


@contextlib.asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[SqliteStore]:
    store = open_sqlite(folder)
    try:
        yield store
    finally:
        await store.close()


async def ask_writer(store: SqliteStore, work: Work) -> Any:
    return await store._writer.submit(work)


async def pragma(store: SqliteStore, name: str) -> object:
    return await ask_writer(store, lambda connection: connection.execute(f"PRAGMA {name}").fetchone()[0])


def well(store: SqliteStore) -> bool:
    """Read it again: the type checker believes that a value never changes."""
    return store.healthy


@contextlib.contextmanager
def held(store: SqliteStore) -> Iterator[None]:
    """Keep the writer busy, so that everything queued inside goes into one transaction."""
    go, busy = threading.Event(), threading.Event()

    def work(connection: sqlite3.Connection) -> None:
        busy.set()
        assert go.wait(PATIENCE)

    future = store._writer.submit(work)
    assert busy.wait(PATIENCE)
    try:
        yield
    finally:
        go.set()
    assert not future.cancelled()


def test_the_connection_that_writes_is_set_for_safety(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as store:
            assert await pragma(store, "journal_mode") == "wal"
            assert await pragma(store, "synchronous") == 2
            assert await pragma(store, "foreign_keys") == 1
            assert await pragma(store, "busy_timeout") == 10_000
            assert await pragma(store, "journal_size_limit") == 16 * 1024 * 1024

    asyncio.run(go())


def test_what_is_queued_meanwhile_shares_a_transaction(tmp_path: Path) -> None:
    seen: list[int] = []

    async def go() -> None:
        store = open_sqlite(tmp_path, observe=lambda operations, seconds: seen.append(operations))
        with held(store):
            tasks = [asyncio.ensure_future(store.append(f"t{n}", 0, rows(0), head(f"t{n}"))) for n in range(150)]
            tasks.append(asyncio.ensure_future(store.append("t0", 1, rows(1), head("t0"))))
            await asyncio.sleep(0)
            assert store.figures.queued == 151
        await asyncio.gather(*tasks)
        assert seen == [1, 151]
        assert store.figures.commits == 2
        assert len(await store.read_log("t0")) == 2
        assert await store.read_log("t149") == rows(0)
        await store.close()

    asyncio.run(go())


def test_nothing_is_acknowledged_or_seen_before_the_commit(tmp_path: Path) -> None:
    at_commit, go_on = threading.Event(), threading.Event()

    def trace(statement: str) -> None:
        if statement == "COMMIT":
            at_commit.set()
            assert go_on.wait(PATIENCE)

    async def go() -> None:
        async with opened(tmp_path) as store:
            await put(store, "t")
            with held(store):  # so that the trace begins with the next transaction
                pass
            task = asyncio.ensure_future(_traced_append(store, trace))
            await asyncio.to_thread(at_commit.wait, PATIENCE)
            for _ in range(20):
                await asyncio.sleep(0)
            assert not task.done()
            assert await store.read_log("t") == rows(0, 3)
            go_on.set()
            await task
            assert await store.read_log("t") == rows(0, 4)

    asyncio.run(go())


async def _traced_append(store: SqliteStore, trace: Any) -> None:
    with held(store):
        tracing = store._writer.submit(lambda connection: connection.set_trace_callback(trace))
        append = asyncio.ensure_future(store.append("t", 3, rows(3), head("t")))
        await asyncio.sleep(0)
    await asyncio.gather(tracing, append)


def test_closing_waits_for_what_is_queued(tmp_path: Path) -> None:
    async def go() -> None:
        store = open_sqlite(tmp_path)
        with held(store):
            tasks = [asyncio.ensure_future(store.append("t", n, rows(n), head("t"))) for n in range(40)]
            await asyncio.sleep(0)
            closing = asyncio.ensure_future(store.close())
            while not store._writer._closing:
                await asyncio.sleep(0.001)
            assert not closing.done()
        await closing
        await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
        async with opened(tmp_path) as again:
            assert await again.read_log("t") == rows(0, 40)

    asyncio.run(go())


def test_a_conflict_does_not_touch_its_neighbours(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as store:
            await put(store, "t")
            with held(store):
                tasks = [
                    asyncio.ensure_future(store.append("t", first, rows(first, mark="x"), head("t", touched=first)))
                    for first in (3, 3, 4, 9, 5)
                ]
                await asyncio.sleep(0)
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
            assert [isinstance(outcome, Conflict) for outcome in outcomes] == [False, True, False, True, False]
            assert await store.read_log("t") == rows(0, 3) + rows(3, 3, "x")
            assert await store.head("t") == head("t", touched=5.0)
            assert store.healthy

    asyncio.run(go())


def test_an_operation_that_cannot_be_written_fails_alone(tmp_path: Path) -> None:
    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO sessions (token_hash, name, created, seen) VALUES (x'01', 'half', 0.0, 0.0)")
        connection.execute("INSERT INTO sessions (token_hash, name, created, seen) VALUES (x'01', 'half', 0.0, 0.0)")

    async def go() -> None:
        async with opened(tmp_path) as store:
            with held(store):
                good = [asyncio.ensure_future(store.append("a", n, rows(n), head("a"))) for n in range(3)]
                too_big = asyncio.ensure_future(store.append("b", 0, rows(0), head("b", sessions=[2**63])))
                unwritable = asyncio.ensure_future(
                    store.append("c", 0, rows(0), head("c"), record("c", text="half a \ud83c"))
                )
                await asyncio.sleep(0)
                halved = store._writer.submit(half)
                more = asyncio.ensure_future(store.append("a", 3, rows(3), head("a")))
                await asyncio.sleep(0)
            await asyncio.gather(*good, more)
            with pytest.raises(OverflowError):
                await too_big
            with pytest.raises(UnicodeEncodeError):
                await unwritable
            with pytest.raises(StoreError, match="UNIQUE"):
                await halved
            assert await store.read_log("a") == rows(0, 4)
            assert [await store.head(table) for table in "bc"] == [None, None]
            assert await store.find_session(b"\x01") is None
            assert store.figures.failures == 0

    asyncio.run(go())


def test_an_append_that_cannot_be_written_fails_alone_among_appends(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as store:
            with held(store):
                tasks = [
                    asyncio.ensure_future(store.append(table, 0, rows(0), head(table, sessions=[session])))
                    for table, session in (("a", 1), ("b", 2**63), ("c", 3))
                ]
                await asyncio.sleep(0)
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [type(None), OverflowError, type(None)]
            assert [await store.read_log(table) for table in "abc"] == [rows(0), [], rows(0)]
            assert await store.head("b") is None
            assert store.figures.commits == 2

    asyncio.run(go())


def test_when_the_commit_fails_everything_in_it_fails_and_the_next_goes_well(tmp_path: Path) -> None:
    def spoil(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        connection.execute("INSERT INTO log (table_id, number, at, body) VALUES ('no such table', 0, 0.0, x'00')")

    async def go() -> None:
        async with opened(tmp_path) as store:
            await put(store, "t")
            with held(store):
                waiting = asyncio.ensure_future(store.append("t", 3, rows(3), head("t", touched=99.0)))
                session = asyncio.ensure_future(store.add_session(b"hash", "Ada", 1.0))
                late = asyncio.ensure_future(store.append("t", 3, rows(3), head("t")))
                await asyncio.sleep(0)
                spoiling = store._writer.submit(spoil)
            outcomes = await asyncio.gather(waiting, session, late, spoiling, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [StoreError] * 4
            assert len({id(outcome) for outcome in outcomes}) == 4
            assert not store.healthy
            assert store.figures.failures == 1
            assert await store.read_log("t") == rows(0, 3)
            assert await store.head("t") == head("t")
            assert await store.find_session(b"hash") is None
            await store.append("t", 3, rows(3), head("t"))
            assert well(store)
            assert await store.read_log("t") == rows(0, 4)

    asyncio.run(go())


def test_no_room_in_the_file_fails_in_words_and_is_over_when_there_is_room(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as store:
            await put(store, "t")
            pages = await pragma(store, "page_count")
            await pragma(store, f"max_page_count = {pages}")
            with pytest.raises(DiskFull, match=r"is full\. Nothing was stored; free some space"):
                await store.append("t", 3, [rows(3)[0]._replace(body=b"x" * 50_000)], head("t", "over"))
            assert not store.healthy
            assert await store.head("t") == head("t")
            await pragma(store, "max_page_count = 100000")
            await store.append("t", 3, rows(3), head("t"))
            assert await store.read_log("t") == rows(0, 4)

    asyncio.run(go())


def test_a_lost_connection_is_opened_again(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as store:
            await put(store, "t")
            with pytest.raises(StoreError):
                await ask_writer(store, lambda connection: connection.close())
            assert not store.healthy
            assert beside(store.path, "-wal").exists()  # another file in its place would be taken for a damaged store
            await store.append("t", 3, rows(3), head("t"))
            assert await store.read_log("t") == rows(0, 4)
            assert await pragma(store, "synchronous") == 2

    asyncio.run(go())


def test_the_write_ahead_log_does_not_grow_for_ever(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as store:
            sizes = []
            for turn in range(20):
                for start in range(0, 400, 40):
                    first = turn * 400 + start
                    await store.append("t", first, rows(first, 40, "x" * 400), head("t"))
                sizes.append((tmp_path / "tiefenthal.sqlite3-wal").stat().st_size)
            assert max(sizes) < len(sizes) * sizes[0] / 4  # without a limit it would be about the whole of that
        assert sorted(path.name for path in tmp_path.iterdir()) == ["tiefenthal.made", "tiefenthal.sqlite3"]

    asyncio.run(go())


def test_a_store_that_is_used_from_two_loops_answers_both(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path)
    both = threading.Barrier(2, timeout=PATIENCE)

    async def play(table: str) -> None:
        both.wait()
        for number in range(20):
            await store.append(table, number, rows(number), head(table))

    threads = [threading.Thread(target=lambda table=table: asyncio.run(play(table))) for table in ("a", "b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    async def look() -> None:
        assert await store.read_log("a") == await store.read_log("b") == rows(0, 20)
        await store.close()

    asyncio.run(look())


def test_whoever_waits_in_a_loop_that_ended_does_not_stop_the_writer(tmp_path: Path) -> None:
    store = open_sqlite(tmp_path)
    go = threading.Event()

    async def leave() -> None:
        store._writer.submit(lambda connection: go.wait(PATIENCE))
        store._writer.submit(lambda connection: connection.execute("DELETE FROM sessions"))

    async def come() -> None:
        go.set()
        await put(store, "t")
        assert await store.read_log("t") == rows(0, 3)
        await store.close()

    asyncio.run(leave())
    asyncio.run(come())
