"""A store and a simple model of it do the same random operations, and must agree."""

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness import postgres
from tests.server.store.conftest import OpenStore, new_store
from tests.server.store.parts import head, record, rows
from tiefenthal.server.store.base import Conflict, Expired, Head, Row, Store, StoredRecord

TABLES = st.sampled_from(["a", "b", "c"])
TIMES = st.integers(0, 20).map(float)
SESSIONS = st.lists(st.integers(1, 4), max_size=4)
STATES = st.sampled_from(["waiting", "playing", "over"])

APPEND = st.tuples(
    st.just("append"),
    TABLES,
    st.integers(0, 3),
    st.integers(0, 3),
    STATES,
    TIMES,
    st.booleans(),
    SESSIONS,
    st.booleans(),
)
EXPIRE = st.tuples(st.just("expire"), TIMES, TIMES, TIMES, st.sets(TABLES))
AGAIN = st.tuples(st.just("open again"))
STEPS = st.lists(st.one_of(APPEND, APPEND, APPEND, EXPIRE, AGAIN), max_size=12)


class Model:
    """What a store holds, in dictionaries."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Row]] = {}
        self.heads: dict[str, Head] = {}
        self.records: dict[str, StoredRecord] = {}

    def expire(self, before: dict[str, float], keep: set[str]) -> Expired:
        counts = dict.fromkeys(before, 0)
        for table, known in list(self.heads.items()):
            if known.touched < before[known.state] and table not in keep:
                counts[known.state] += 1
                del self.heads[table], self.logs[table]
        return Expired(counts["waiting"], counts["playing"], counts["over"], 0)


async def compare(store: Store, model: Model) -> None:
    for table in ("a", "b", "c"):
        assert await store.read_log(table) == model.logs.get(table, [])
        assert await store.head(table) == model.heads.get(table)
        assert await store.record(table) == model.records.get(table)
    for session in range(1, 5):
        mine = [known for known in model.heads.values() if session in known.sessions]
        assert sorted(await store.heads_of(session, 9)) == sorted(mine)
        games = [game for game in model.records.values() if session in game.sessions]
        assert sorted(await store.records_of(session, 9)) == sorted(games)
    assert sorted(await store.listed(9)) == sorted(h for h in model.heads.values() if h.listed and h.state != "over")


async def follow(open_store: OpenStore, steps: list[tuple[object, ...]]) -> None:
    store, model = open_store(), Model()
    try:
        for step in steps:
            match step:
                case (
                    "append",
                    str(table),
                    int(off),
                    int(count),
                    str(state),
                    float(at),
                    bool(shown),
                    list(who),
                    bool(end),
                ):
                    log = model.logs.get(table, [])
                    # Mostly the next number, sometimes one before or after it.
                    first = max(0, len(log) + (off - 2 if off in {1, 3} else 0))
                    new = rows(first, count, str(at))
                    known = head(table, state, touched=at, listed=shown, sessions=who)
                    game = record(table, finished=at, sessions=who) if end else None
                    if first == len(log):
                        await store.append(table, first, new, known, game)
                        model.logs[table] = log + new
                        model.heads[table] = known
                        if game is not None:
                            model.records[table] = game
                    else:
                        with pytest.raises(Conflict):
                            await store.append(table, first, new, known, game)
                case ("expire", float(waiting), float(playing), float(over), set(keep)):
                    found = await store.expire(
                        waiting_before=waiting,
                        playing_before=playing,
                        over_before=over,
                        sessions_before=-1.0,
                        keep=keep,
                    )
                    assert found == model.expire({"waiting": waiting, "playing": playing, "over": over}, keep)
                case _:
                    await store.close()
                    store = open_store()
        await compare(store, model)
    finally:
        await store.close()


SLOW = [HealthCheck.too_slow]


@settings(max_examples=40, deadline=None, suppress_health_check=SLOW)
@given(steps=STEPS)
def test_the_sqlite_store_agrees_with_the_model(steps: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder, new_store("sqlite", Path(folder)) as open_store:
        asyncio.run(follow(open_store, steps))


@postgres.needed
@settings(max_examples=15, deadline=None, suppress_health_check=SLOW)
@given(steps=STEPS)
def test_the_postgresql_store_agrees_with_the_model(steps: list[tuple[object, ...]]) -> None:
    with new_store("postgresql", Path()) as open_store:
        asyncio.run(follow(open_store, steps))
