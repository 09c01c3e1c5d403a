"""What every store must do, whichever database is behind it."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from harness.patience import PATIENCE
from tests.server.store.conftest import OpenStore
from tests.server.store.parts import head, put, record, rows
from tiefenthal.server.store.base import (
    Conflict,
    Expired,
    Extent,
    Head,
    Opening,
    Row,
    Snapshot,
    Store,
    StoreClosed,
    StoredRecord,
    StoreError,
)
from tiefenthal.server.store.moderation import DONE, MISSING, new_order
from tiefenthal.server.tables import log

NEVER = -1.0


def use(open_store: OpenStore, test: Callable[[Store], Awaitable[None]]) -> None:
    """Run a test on an open store and close it."""

    async def go() -> None:
        store = open_store()
        try:
            async with asyncio.timeout(PATIENCE):  # an answer that never comes is a failure too
                await test(store)
        finally:
            await store.close()

    asyncio.run(go())


# --- logs and heads


def test_a_log_is_read_as_it_was_written(open_store: OpenStore) -> None:
    bodies = [b"{}", b'{"a":"\xc3\xa4\\u0000"}', b"", b"\x00\xff\xfe not JSON at all", b'"' + b"x" * 100_000 + b'"']

    async def test(store: Store) -> None:
        given = [Row(number, 1_700_000_000.123456 + number, body) for number, body in enumerate(bodies)]
        await store.append("t", 0, given[:2], head("t"))
        await store.append("t", 2, given[2:], head("t"))
        assert await store.read_log("t") == given

    use(open_store, test)


def test_what_is_not_there_is_empty(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        assert await store.read_log("nothing") == []
        assert await store.head("nothing") is None
        assert await store.heads_of(1, 10) == []
        assert await store.listed(10) == []
        assert await store.record("nothing") is None
        assert await store.records_of(1, 10) == []
        assert await store.find_session(b"nobody") is None
        assert store.healthy

    use(open_store, test)


def test_everything_is_there_after_opening_again(open_store: OpenStore) -> None:
    async def first(store: Store) -> None:
        row = await store.add_session(b"hash", "Ada", 5.0)
        await store.append("t", 0, rows(0, 4), head("t", "over", sessions=[row.id]), record("t", sessions=[row.id]))

    async def second(store: Store) -> None:
        row = await store.find_session(b"hash")
        assert row is not None
        assert (row.name, row.created, row.seen) == ("Ada", 5.0, 5.0)
        assert await store.read_log("t") == rows(0, 4)
        assert await store.heads_of(row.id, 10) == [head("t", "over", sessions=[row.id])]
        assert await store.record("t") == record("t", sessions=[row.id])
        await store.append("t", 4, rows(4), head("t", "over", sessions=[row.id]))

    use(open_store, first)
    use(open_store, second)


def test_entries_are_rewritten_only_where_the_log_is_as_it_was_read(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        await store.append("a", 0, rows(0, 3), head("a", sessions=(1, 2)), record("a", sessions=(1, 2)))
        other = Row(1, 1.5, b"rewritten")
        for length, changed in ((2, other), (4, other)):
            with pytest.raises(Conflict):
                await store.rewrite("a", length, [changed], [], head("a"))
        with pytest.raises(ValueError, match="no entry 3"):
            await store.rewrite("a", 3, [Row(3, 1.0, b"")], [], head("a"))
        assert await store.read_log("a") == rows(0, 3)
        kept = record("a", sessions=(2,), text="another")._replace(holders=((), (2, 5)))
        await store.rewrite("a", 3, [other], rows(3), head("a", sessions=(2,), summary=b"[]"), kept)
        assert await store.read_log("a") == [*rows(0), other, *rows(2, 2)]
        assert await store.head("a") == head("a", sessions=(2,), summary=b"[]")
        assert await store.record("a") == kept
        assert await store.records_of(1, 9) == []
        await store.replace_record(kept._replace(text="a third"))
        await store.replace_record(record("gone"))
        assert [one.text for one in await store.records_of(2, 9)] == ["a third"]
        assert await store.record("gone") is None

    use(open_store, test)


def test_a_session_is_known_at_every_table_it_was_at_until_it_is_forgotten(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        session = await store.add_session(b"hash", "Anna", 1.0)
        for sessions in ((session.id, 7), (7,), ()):
            await store.append("a", 0 if len(sessions) == 2 else 1, rows(0) if len(sessions) == 2 else (),
                               head("a", sessions=sessions))  # fmt: skip
        await store.append("b", 0, rows(0), head("b", sessions=(session.id,)))
        assert await store.mentions(session.id) == ["a", "b"]
        await store.forget_session(session.id)
        assert await store.find_session(b"hash") is None
        assert await store.mentions(session.id) == []
        assert await store.heads_of(session.id, 9) == []
        assert await store.mentions(7) == ["a"]

    use(open_store, test)


def test_how_tables_were_opened_that_are_not_over(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        for table, state in (("b", "waiting"), ("a", "playing"), ("c", "over"), ("d", "waiting")):
            await store.append(table, 0, rows(0, 2, table), head(table, state, touched=5.0, listed=table == "b"))
        first = {table: rows(0, 1, table)[0].body for table in ("a", "b", "d")}
        assert await store.openings("", 2) == [
            Opening("a", first["a"], "playing", False, 5.0),
            Opening("b", first["b"], "waiting", True, 5.0),
        ]
        assert await store.openings("b", 2) == [Opening("d", first["d"], "waiting", False, 5.0)]

    use(open_store, test)


@pytest.mark.parametrize("first", [0, 2, 4, 1_000_000])
def test_an_append_that_does_not_continue_the_log_is_a_conflict_without_effect(
    open_store: OpenStore, first: int
) -> None:
    async def test(store: Store) -> None:
        await put(store, "t")
        late = head("t", "over", touched=99.0, sessions=[7], listed=True)
        with pytest.raises(Conflict, match="3 entries"):
            await store.append("t", first, rows(first, 2, "late"), late, record("t", sessions=[7]))
        assert await store.read_log("t") == rows(0, 3)
        assert await store.head("t") == head("t")
        assert await store.heads_of(7, 10) == []
        assert await store.record("t") is None
        assert store.healthy

    use(open_store, test)


def test_a_new_table_begins_at_nought(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append("t", 1, rows(1), head("t"))
        assert await store.head("t") is None

    use(open_store, test)


def test_every_append_replaces_the_head(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 0, rows(0), head("t", "waiting", listed=True, sessions=[3, 1, 3]))
        assert await store.head("t") == head("t", "waiting", listed=True, sessions=[3, 1, 3])
        assert await store.heads_of(3, 10) == [head("t", "waiting", listed=True, sessions=[3, 1, 3])]
        latest = Head("t", "playing", False, 2.0, 11.0, b'{"x":1}', (1, 4))
        await store.append("t", 1, [], latest)
        assert await store.head("t") == latest
        assert await store.read_log("t") == rows(0)
        assert [await store.heads_of(session, 10) for session in (1, 3, 4)] == [[latest], [], [latest]]
        assert await store.listed(10) == []

    use(open_store, test)


def test_tables_come_last_touched_first_and_no_more_than_asked_for(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        for table, touched in (("a", 5.0), ("b", 9.0), ("c", 1.0), ("d", 7.0)):
            await store.append(table, 0, rows(0), head(table, touched=touched, listed=table != "d", sessions=[1]))
        await store.append("over", 0, rows(0), head("over", "over", touched=50.0, listed=True, sessions=[2]))
        assert [found.table for found in await store.heads_of(1, 3)] == ["b", "d", "a"]
        assert [found.table for found in await store.listed(10)] == ["b", "a", "c"]
        assert [found.table for found in await store.listed(1)] == ["b"]
        assert await store.listed(0) == []

    use(open_store, test)


@pytest.mark.parametrize(
    "call",
    [
        lambda store: store.append("t", 0, rows(1), head("t")),
        lambda store: store.append("t", 0, [*rows(0), *rows(0)], head("t")),
        lambda store: store.append("t", -1, rows(-1), head("t")),
        lambda store: store.append("t", 0, rows(0), head("other")),
        lambda store: store.append("t", 0, rows(0), head("t"), record("other")),
        lambda store: store.append("t", 0, rows(0), head("t", "paused")),
        lambda store: store.append("t", 0, rows(0), head("t", touched=float("nan"))),
        lambda store: store.append("t", 0, rows(0), head("t"), record("t", finished=float("nan"))),
        lambda store: store.append("t", 0, [Row(0, float("inf"), b"")], head("t")),
        lambda store: store.append("t", 0, rows(0), head("t", sessions=[2**63])),
        lambda store: store.add_session(b"hash", "Ada", float("nan")),
        lambda store: store.touch_session(1, float("inf")),
    ],
)
def test_what_makes_no_sense_is_refused_without_effect(
    open_store: OpenStore, call: Callable[[Store], Awaitable[object]]
) -> None:
    async def test(store: Store) -> None:
        with pytest.raises((ValueError, OverflowError)):
            await call(store)
        assert await store.head("t") is None
        assert await store.read_log("t") == []
        assert await store.find_session(b"hash") is None
        await put(store, "t")
        assert store.healthy

    use(open_store, test)


def test_each_log_keeps_its_order_when_many_tasks_write_at_once(open_store: OpenStore) -> None:
    tables, length = 40, 25

    async def test(store: Store) -> None:
        async def play(table: str) -> None:
            for number in range(length):
                await store.append(table, number, rows(number, mark=table), head(table, touched=float(number)))

        await asyncio.gather(*(play(f"t{number}") for number in range(tables)))
        for number in range(tables):
            assert await store.read_log(f"t{number}") == rows(0, length, f"t{number}")
        assert store.figures.operations == tables * length

    use(open_store, test)


def test_of_many_who_want_the_same_number_one_gets_it(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        async def try_it(mark: int) -> bool:
            try:
                await store.append("t", 0, rows(0, mark=str(mark)), head("t", touched=float(mark)))
            except Conflict:
                return False
            return True

        got = await asyncio.gather(*(try_it(mark) for mark in range(30)))
        assert got.count(True) == 1
        winner = got.index(True)
        assert await store.read_log("t") == rows(0, mark=str(winner))
        assert await store.head("t") == head("t", touched=float(winner))

    use(open_store, test)


def test_appends_that_were_not_waited_for_are_written_in_order(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        tasks = [asyncio.ensure_future(store.append("t", n, rows(n), head("t", touched=float(n)))) for n in range(50)]
        await asyncio.gather(*tasks)
        assert await store.read_log("t") == rows(0, 50)
        assert await store.head("t") == head("t", touched=49.0)

    use(open_store, test)


def test_a_cancelled_wait_neither_loses_nor_doubles_the_write(open_store: OpenStore) -> None:
    chance = random.Random(3)

    async def test(store: Store) -> None:
        tasks = [asyncio.ensure_future(store.append("t", n, rows(n), head("t"))) for n in range(60)]
        await asyncio.sleep(0)  # each has queued its rows by now
        cancelled = [task for task in tasks if chance.random() < 0.5 and task.cancel()]
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert cancelled
        assert [outcome for outcome in outcomes if isinstance(outcome, Exception)] == []
        await store.append("t", 60, rows(60), head("t"))
        assert await store.read_log("t") == rows(0, 61)

    use(open_store, test)


# --- records


def test_a_record_is_stored_with_the_last_entry_and_replaced_by_a_later_one(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        await put(store, "t", sessions=[1, 2])
        await store.append("t", 3, rows(3), head("t", "over", sessions=[1, 2]), record("t", sessions=[1, 2]))
        assert await store.record("t") == record("t", sessions=[1, 2])
        again = StoredRecord("t", 30.0, (2, 3), b"[]", "zwölf\nZeilen \U0001f37a")
        await store.append("t", 4, rows(4), head("t", "over", sessions=[1, 2]), again)
        assert await store.record("t") == again
        assert [await store.records_of(session, 10) for session in (1, 2, 3)] == [[], [again], [again]]

    use(open_store, test)


def test_records_come_last_finished_first(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        for table, finished in (("a", 5.0), ("b", 9.0), ("c", 7.0)):
            await store.append(table, 0, rows(0), head(table, "over"), record(table, finished=finished, sessions=[1]))
        assert [found.table for found in await store.records_of(1, 2)] == ["b", "c"]

    use(open_store, test)


# --- snapshots


def snapshot(length: int, body: bytes = b"s", program: str = "this") -> Snapshot:
    return Snapshot("t", length, program, body)


def test_the_last_snapshot_is_given_back_with_how_far_the_log_is(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        assert await store.standing("t") is None
        assert not await store.keep_snapshot(snapshot(1), 0)  # there is no such table
        await store.append("t", 0, rows(0, 5), head("t"))
        assert await store.standing("t") == (Extent(5, 0), None)
        assert await store.keep_snapshot(snapshot(3, b"\x00\xff"), 0)
        assert await store.standing("t") == (Extent(5, 0), snapshot(3, b"\x00\xff"))
        assert not await store.keep_snapshot(snapshot(2), 0)  # somebody was quicker
        assert not await store.keep_snapshot(snapshot(6), 0)  # of a log that is longer than this
        assert await store.keep_snapshot(snapshot(5, b"last"), 0)
        assert await store.keep_snapshot(snapshot(4, program="another"), 0)  # which cannot read what is there
        assert await store.standing("t") == (Extent(5, 0), snapshot(4, program="another"))

    use(open_store, test)


def test_a_snapshot_goes_with_its_table_and_with_every_rewriting(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 0, rows(0, 5), head("t"))
        assert await store.keep_snapshot(snapshot(5), 0)
        await store.rewrite("t", 5, [Row(2, 2.5, b"other")], [], head("t"))
        assert await store.standing("t") == (Extent(5, 1), None)
        assert not await store.keep_snapshot(snapshot(5), 0)  # it contains what was removed
        assert await store.keep_snapshot(snapshot(5), 1)
        with pytest.raises(Conflict):
            await store.rewrite("t", 4, [], [], head("t"))
        assert await store.standing("t") == (Extent(5, 1), snapshot(5))
        gone = await store.expire(waiting_before=NEVER, playing_before=100.0, over_before=NEVER, sessions_before=NEVER)
        assert gone.playing == 1
        assert await store.standing("t") is None
        await store.append("t", 0, rows(0, 5), head("t"))
        assert await store.standing("t") == (Extent(5, 0), None)

    use(open_store, test)


def test_a_log_is_read_from_an_entry_on_with_its_opening(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 0, rows(0, 5), head("t"))
        whole = await store.read_log("t")
        assert await store.read_log("t", 3) == whole[3:]
        assert await store.read_log("t", 3, opening=True) == [whole[0], *whole[3:]]
        assert await store.read_log("t", opening=True) == whole
        assert await store.read_log("none", 3, opening=True) == []

    use(open_store, test)


# --- sessions


def test_a_session_is_found_by_its_token_and_can_be_renamed_seen_and_ended(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        ada = await store.add_session(b"a" * 32, "Ada", 1.0)
        ben = await store.add_session(b"b" * 32, "Ben", 2.0)
        assert await store.find_session(b"a" * 32) == ada
        await store.rename_session(ada.id, "Adele")
        await store.touch_session(ada.id, 9.0)
        await store.touch_session(ada.id, 4.0)
        assert await store.find_session(b"a" * 32) == ada._replace(name="Adele", seen=9.0)
        assert await store.find_session(b"b" * 32) == ben
        await store.end_session(ada.id)
        assert await store.find_session(b"a" * 32) is None
        await store.rename_session(ada.id, "Nobody")
        await store.touch_session(ada.id, 10.0)
        await store.end_session(ada.id)
        assert await store.find_session(b"b" * 32) == ben

    use(open_store, test)


def test_a_token_is_given_once(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        ada = await store.add_session(b"same", "Ada", 1.0)
        with pytest.raises(Conflict):
            await store.add_session(b"same", "Eve", 2.0)
        assert await store.find_session(b"same") == ada

    use(open_store, test)


def test_the_number_of_an_ended_session_is_never_given_again(open_store: OpenStore) -> None:
    numbers = []

    async def test(store: Store) -> None:
        row = await store.add_session(b"hash", "Ada", 1.0)
        numbers.append(row.id)
        await store.end_session(row.id)

    for _ in range(3):
        use(open_store, test)
    assert len(set(numbers)) == 3


# --- clean-up


def test_tables_expire_by_state_and_age_and_records_stay(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        for state in ("waiting", "playing", "over"):
            for touched in (10.0, 20.0, 30.0, 40.0):
                table = f"{state}-{touched:.0f}"
                game = record(table, sessions=[1]) if state == "over" else None
                await store.append(table, 0, rows(0, 3), head(table, state, touched=touched, sessions=[1]), game)
        gone = await store.expire(waiting_before=20.0, playing_before=40.0, over_before=30.0, sessions_before=NEVER)
        assert gone == Expired(waiting=1, playing=3, over=2, sessions=0)
        left = {found.table for found in await store.heads_of(1, 100)}
        assert left == {"waiting-20", "waiting-30", "waiting-40", "playing-40", "over-30", "over-40"}
        assert await store.read_log("over-10") == []
        assert await store.head("over-10") is None
        assert await store.read_log("over-30") == rows(0, 3)
        assert len(await store.records_of(1, 100)) == 4
        assert await store.record("over-10") == record("over-10", sessions=[1])

    use(open_store, test)


def test_tables_in_use_stay_and_a_removed_one_takes_no_more_entries(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        for number in range(70):
            await put(store, f"t{number}")
        keep = {f"t{number}" for number in range(0, 70, 7)}
        gone = await store.expire(
            waiting_before=NEVER, playing_before=99.0, over_before=NEVER, sessions_before=NEVER, keep=keep
        )
        assert gone.playing == 60
        assert {f"t{number}" for number in range(70) if await store.head(f"t{number}")} == keep
        with pytest.raises(Conflict):
            await store.append("t1", 3, rows(3), head("t1"))
        await store.append("t7", 3, rows(3), head("t7"))
        assert await store.read_log("t7") == rows(0, 4)

    use(open_store, test)


def test_games_of_bots_alone_expire_earlier_than_those_with_a_person(open_store: OpenStore) -> None:
    """By how they were opened: a name that looks like an entry of the log makes no difference."""
    sly = log.Place("bot", '"kind":"person"', bot="greedy")
    tables = {
        "bots": [sly, log.Place("bot", "B", bot="greedy")],
        "person": [log.Place("person", "A", session=1), log.Place("bot", "B", bot="greedy")],
        "link": [log.Place("open"), log.Place("bot", "B", bot="greedy")],
    }

    async def test(store: Store) -> None:
        for name, places in tables.items():
            opened = log.Opened(1, 1, "reference", None, False, "natural", 60, "", places)
            await store.append(name, 0, [Row(0, 1.0, log.to_bytes(opened))], head(name, touched=10.0, sessions=(1,)))
        await store.append("young", 0, [Row(0, 1.0, log.to_bytes(opened))], head("young", touched=60.0))
        gone = await store.expire(
            waiting_before=NEVER, playing_before=5.0, over_before=NEVER, sessions_before=NEVER, bots_before=50.0
        )
        assert gone == Expired(0, 1, 0, 0)
        assert [name for name in (*tables, "young") if await store.head(name) is None] == ["bots"]

    use(open_store, test)


def test_sessions_expire_when_unseen_and_without_a_seat(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        seated, leaving, idle, fresh = [
            await store.add_session(name.encode(), name, 1.0) for name in ("seated", "leaving", "idle", "fresh")
        ]
        await store.touch_session(fresh.id, 60.0)
        await put(store, "stays", touched=90.0, sessions=[seated.id])
        await put(store, "goes", touched=10.0, sessions=[leaving.id])
        gone = await store.expire(waiting_before=50.0, playing_before=50.0, over_before=50.0, sessions_before=50.0)
        assert gone == Expired(waiting=0, playing=1, over=0, sessions=2)
        found = [await store.find_session(name) for name in (b"seated", b"leaving", b"idle", b"fresh")]
        assert [row is not None for row in found] == [True, False, False, True]
        assert idle.id != seated.id

    use(open_store, test)


# --- backup, closing


def test_a_backup_is_a_store_of_its_own(open_store: OpenStore, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "copy.sqlite3"
    copy.parent.mkdir()

    async def test(store: Store) -> None:
        await put(store, "t")
        await store.backup(copy)
        assert copy.stat().st_size > 0
        with pytest.raises(StoreError, match="already exists"):
            await store.backup(copy)
        await store.backup(copy, replace=True)
        assert [path.name for path in copy.parent.iterdir()] == [copy.name]

    use(open_store, test)


def test_closing_writes_what_is_queued_and_then_refuses(open_store: OpenStore) -> None:
    async def fill() -> None:
        store = open_store()
        tasks = [asyncio.ensure_future(store.append("t", n, rows(n), head("t"))) for n in range(40)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*tasks)
        await store.close()
        for call in (
            lambda: store.append("t", 40, rows(40), head("t")),
            lambda: store.read_log("t"),
            lambda: store.add_session(b"hash", "Ada", 1.0),
            lambda: store.backup(Path("copy")),
        ):
            with pytest.raises(StoreClosed, match="has been closed"):
                await call()

    async def look(store: Store) -> None:
        assert await store.read_log("t") == rows(0, 40)

    asyncio.run(fill())
    use(open_store, look)


# --- what the owner did


def test_orders_are_kept_until_they_are_carried_out_and_as_long_as_they_hold(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        kept = store.moderation
        now = time.time()
        close, mute = new_order("close", "t", why="spam"), new_order("mute", "7", seconds=60)
        away, far = (new_order("block", address, seconds=60) for address in ("192.0.2.7", "2001:db8::/64"))
        for order in (close, mute, away, far):
            await kept.add(order)
        assert {order.id: order for order in await kept.current(now)} == {
            one.id: one for one in (close, mute, away, far)
        }
        await kept.settle(close.id, DONE)
        await kept.settle(close.id, MISSING)  # another process was first
        assert await kept.find(close.id) == close._replace(outcome=DONE)
        assert await kept.lift(mute.id, now + 1)
        assert not await kept.lift(mute.id, now + 2)
        assert {order.id for order in await kept.current(now + 30)} == {away.id, far.id}
        await kept.lift(away.id, now + 1)
        await kept.forget_addresses(now + 30)
        found = {order.id: order.target for order in await kept.last(10)}
        assert found == {close.id: "t", mute.id: "7", away.id: "", far.id: "2001:db8::/64"}
        assert await kept.current(now + 61.5) == []
        assert len(await kept.last(2)) == 2
        assert await kept.find("nothing") is None

    use(open_store, test)


# --- editions


def test_an_edition_is_kept_for_a_session_and_goes_with_it(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        ada = await store.add_session(b"a", "Ada", 1.0)
        ben = await store.add_session(b"b", "Ben", 1.0)
        assert await store.edition_of(ada.id) is None
        for body in (b"{}", b'{"a":"\xc3\xa4"}'):
            await store.keep_edition(ada.id, 2.0, body)
            assert await store.edition_of(ada.id) == body
        await store.drop_edition(ada.id)
        await store.drop_edition(ada.id)
        assert await store.edition_of(ada.id) is None
        await store.keep_edition(ada.id, 2.0, b"another")
        await store.keep_edition(ben.id, 2.0, b"his")
        await store.drop_edition(ben.id)
        assert await store.edition_of(ada.id) == b"another"
        await store.keep_edition(ben.id, 2.0, b"his")
        await store.end_session(ada.id)
        assert await store.edition_of(ada.id) is None
        await store.keep_edition(ada.id, 3.0, b"too late")
        assert await store.edition_of(ada.id) is None
        assert await store.edition_of(ben.id) == b"his"
        await store.forget_session(ben.id)
        assert await store.edition_of(ben.id) is None

    use(open_store, test)
