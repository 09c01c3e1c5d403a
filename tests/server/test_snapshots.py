"""Snapshots: a table loaded from one equals the table from its whole log, whatever happened to the snapshot; and
loading and undo take only the new entries, however long the game is."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from harness.patience import PATIENCE
from tests.server.store.conftest import EVERY_STORE, OpenStore, new_store
from tests.server.tables import PERSON, Bench, fingerprint
from tests.setups import fields_of
from tiefenthal.engine import marks
from tiefenthal.engine.record.position import digest
from tiefenthal.engine.record.state_data import PLAYER_FIELDS, STATE_FIELDS
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.server.bots.pool import BotPool
from tiefenthal.server.config import CleanUp
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.protocol import frames
from tiefenthal.server.store.base import Row, Snapshot, Store
from tiefenthal.server.store.sqlite import SqliteStore
from tiefenthal.server.tables import bounds, log, snapshot
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.registry import TableRegistry
from tiefenthal.server.tables.snapshots import EVERY, Snapshots
from tiefenthal.server.tables.table import RECENT, Place, Table

BOT = "random"
SETUPS = [((PERSON, BOT), 1), ((PERSON, PERSON), 3), ((PERSON, BOT, PERSON), 5), ((PERSON, BOT, BOT, PERSON), 4)]


def whole(table: Table) -> object:
    """The whole state of a table, including the game's data for undo."""
    game = table.game
    return (
        fingerprint(table),
        table.decided, table.hinted, table.said, table.rules, table.daily, table.counts, table.hints, table.position,
        [place.character for place in table.places],
        [(change.ply, change.told) for change in table.recent],
        game is not None and (
            game.digest, game.save(), game.rewinds, [game.last_decision(seat) for seat in range(game.players)],
            [table.undo_way(seat) for seat in range(game.players)],
            [(one.at, one.outcomes, digest(one.state)) for one in game._checkpoints.kept],
        ),
    )  # fmt: skip


def entries_of(bench: Bench, seed: str, until: int = 100_000) -> Iterator[None]:
    """A game with everything that happens at tables, entry by entry or a few at once."""
    rng = random.Random(seed)
    persons = [seat for seat, place in enumerate(bench.table.places) if place.kind == "person"]
    while not bench.game.over and bench.table.length < until:
        lot = rng.random()
        seat = rng.choice(persons)
        ply, request = bench.table.ply, bench.table.request
        way = bench.table.undo_way(seat)
        if request is not None and rng.random() < 0.7 and request.waiting:
            bench.command(min(request.waiting), frames.AnswerUndo(request.ply, rng.random() < 0.6))
        elif lot < 0.12 and way == "free":
            bench.command(seat, frames.Undo(ply))
        elif lot < 0.14 and way == "ask" and request is None:
            bench.command(seat, frames.AskUndo(ply))
        elif lot < 0.16:
            bench.command(seat, frames.Say(f"line {bench.table.length}"))
        elif lot < 0.17:
            bench.add(log.KeyMade("seat", f"{bench.table.length:x}", seat), log.Watched(100 + bench.table.length))
        elif lot < 0.18:
            bench.add(log.Hinted(seat, bench.game.ply, 2), log.Left(seat, bench.table.touched))
        else:
            acting = rng.choice(bench.game.to_act)
            bench.add(log.Played(acting, rng.choice(bounds.offered(bench.game, acting)).text))
        yield


def rows_of(bench: Bench) -> list[Row]:
    return [Row(number, at, body) for number, (at, body) in enumerate(bench.rows)]


def restored(body: bytes, rows: list[Row], length: int) -> Table:
    """The table from a snapshot after this many entries, and the later entries."""
    table = snapshot.table_of("a-table", body, rows[0], rows[length - 1])
    for _ in table.loading((row.at, row.body) for row in rows[length:]):
        pass
    return table


# --- nothing is left out


def test_every_field_of_a_state_and_of_a_table_is_kept() -> None:
    assert sorted(fields_of(State)) == sorted((*STATE_FIELDS, "setup", "players", "events"))
    assert sorted(fields_of(Player)) == sorted(PLAYER_FIELDS)
    of_its_own = ("places", "game", "request", "request_off", "recent", "chat")
    known = (*snapshot.PLAIN, *snapshot.QUEUES, *snapshot.FROM_OPENING, *of_its_own)
    assert sorted(vars(Table("t"))) == sorted(known)
    assert sorted(Place.__slots__) == sorted(snapshot._SavedPlace.__struct_fields__)


@pytest.mark.parametrize(("players", "modules"), SETUPS, ids=str)
def test_a_snapshot_and_the_later_entries_make_the_same_table_as_the_whole_log(
    players: tuple[str, ...], modules: int
) -> None:
    bench = Bench(players, modules, seed=f"snapshots {modules}")
    rng = random.Random(modules)
    kept: list[tuple[int, bytes]] = []
    for number, _ in enumerate(entries_of(bench, f"{modules}", 420), 1):
        if number % 23 == 0:
            rows = rows_of(bench)
            kept.append((len(rows), snapshot.packed(snapshot.taken(bench.table, rows[-1]))))
        if number % 60 == 0 or bench.game.over:
            length, body = rng.choice(kept[-8:])
            assert whole(restored(body, rows_of(bench), length)) == whole(bench.loaded())


def test_a_table_from_a_snapshot_of_itself_goes_on_alike() -> None:
    """The table is saved and loaded again and again, like one that people come back to."""
    bench = Bench((PERSON, PERSON), 5)
    steps = entries_of(bench, "again and again")
    rows: list[Row] = rows_of(bench)
    table, length = bench.loaded(), len(rows)
    for _ in range(6):
        for _ in range(41):
            next(steps, None)
        body = snapshot.packed(snapshot.taken(table, rows[-1]))
        rows = rows_of(bench)
        table, length = restored(body, rows, length), len(rows)
        assert whole(table) == whole(bench.loaded())


def test_a_game_that_has_not_begun_and_one_from_a_position() -> None:
    waiting = Bench((PERSON, PERSON), begin=False)
    waiting.add(log.KeyMade("join", "abc"))
    rows = rows_of(waiting)
    body = snapshot.packed(snapshot.taken(waiting.table, rows[-1]))
    assert whole(restored(body, rows, 2)) == whole(waiting.loaded())

    played = Bench((PERSON, PERSON), 2)
    for _ in entries_of(played, "until then", 80):
        pass
    bench = Bench((PERSON, PERSON), 2, begin=False)
    opened = log.from_bytes(bench.rows[0][1])
    assert isinstance(opened, log.Opened)
    bench.rows, bench.table = [], Table("a-table")
    bench.add(msgspec.structs.replace(opened, position=json.dumps(played.game.position())), log.Began("from there"))
    for _ in entries_of(bench, "on", 120):
        pass
    rows = rows_of(bench)
    body = snapshot.packed(snapshot.taken(bench.table, rows[-1]))
    assert whole(restored(body, rows, len(rows))) == whole(bench.loaded())


# --- in stores


@pytest.fixture(params=EVERY_STORE)
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenStore]:
    with new_store(request.param, tmp_path) as opened:
        yield opened


class House:
    """A server's tables, without a server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.metrics = Metrics(process=False)
        self.registry = TableRegistry(store, BotPool(), self.metrics, CleanUp())

    @property
    def snapshots(self) -> Snapshots:
        return self.registry.snapshots

    def count(self, outcome: str) -> int:
        """The snapshots with this result."""
        return int(self.metrics.snapshots.labels(outcome)._value.get())

    @property
    def folded(self) -> int:
        """Entries applied to load tables."""
        return int(self.metrics.folded._value.get())

    async def write(self, bench: Bench, live: LiveTable | None = None) -> LiveTable:
        """A table with this log, or its new entries, written a few at a time."""
        live = live or LiveTable(Table("a-table"), self.registry)
        while rows := bench.rows[live.table.length :][:8]:
            async with live.lock:
                await live.write([log.from_bytes(body) for _, body in rows])
            await self.snapshots.finish()
        return live

    async def from_log(self) -> Table:
        """The table from its whole log."""
        return Table.load("a-table", [(row.at, row.body) for row in await self.store.read_log("a-table")])

    async def reload(self) -> Table:
        """The table as it is on disk."""
        self.registry.unload_idle(0.0)
        live = await self.registry.live("a-table")
        assert live is not None
        await self.snapshots.finish()
        return live.table


def use(open_store: OpenStore, test: Callable[[House], Awaitable[None]]) -> None:
    async def go() -> None:
        store = open_store()
        house = House(store)
        try:
            async with asyncio.timeout(PATIENCE):
                await test(house)
        finally:
            await house.registry.close()
            await store.close()

    asyncio.run(go())


def played(entries: int, players: tuple[str, ...] = (PERSON, BOT, PERSON), modules: int = 5) -> Bench:
    bench = Bench(players, modules)
    for _ in entries_of(bench, "stored", entries):
        pass
    return bench


def test_loading_applies_the_entries_since_the_last_snapshot(open_store: OpenStore) -> None:
    bench = played(EVERY * 2 + 40)

    async def test(house: House) -> None:
        await house.write(bench)
        assert house.count("kept") == 2
        assert whole(await house.reload()) == whole(await house.from_log())
        assert (house.count("used"), house.folded) == (1, len(bench.rows) - 2 * EVERY)

    use(open_store, test)


SPOILT: dict[str, Callable[[Snapshot], Snapshot]] = {
    "a bit is another": lambda one: one._replace(body=one.body[:-9] + bytes([one.body[-9] ^ 1]) + one.body[-8:]),
    "the digest is another": lambda one: one._replace(body=bytes(32) + one.body[32:]),
    "it is cut off": lambda one: one._replace(body=one.body[: len(one.body) // 2]),
    "it is empty": lambda one: one._replace(body=b""),
    "it is said to be longer": lambda one: one._replace(length=one.length + 7),
    "it is another version's": lambda one: one._replace(program="0" * 32, body=b"whatever that has"),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_a_snapshot_that_does_not_fit_is_passed_over_counted_and_replaced(
    tmp_path: Path, spoil: Callable[[Snapshot], Snapshot]
) -> None:
    bench = played(EVERY + 20)

    async def test(house: House) -> None:
        await house.write(bench)
        standing = await house.store.standing("a-table")
        assert standing is not None
        assert standing.snapshot is not None
        spoilt = spoil(standing.snapshot)
        assert isinstance(house.store, SqliteStore)
        await house.store._change("DELETE FROM snapshots")
        assert await house.store.keep_snapshot(spoilt, 0)
        assert whole(await house.reload()) == whole(await house.from_log())
        assert house.count("outdated") == (spoilt.program != standing.snapshot.program)
        assert house.count("broken") == (spoilt.program == standing.snapshot.program)
        assert house.folded == len(bench.rows)
        if spoilt.length == standing.snapshot.length:
            assert whole(await house.reload()) == whole(await house.from_log())  # from a snapshot of the whole log
            assert (house.count("used"), house.folded) == (1, len(bench.rows))

    with new_store("sqlite", tmp_path) as opened:
        use(opened, test)


def test_a_snapshot_of_another_log_is_passed_over(tmp_path: Path) -> None:
    """Even a snapshot that differs in one word, so that all later entries could be applied."""
    bench, other = played(EVERY - 1), played(EVERY - 1)
    bench.add(log.Said(0, "mine"))
    other.add(log.Said(0, "yours"))
    length = len(bench.rows)
    bench.add(log.Said(0, "and so on"), log.Said(0, "and on"))

    async def test(house: House) -> None:
        await house.write(bench)
        assert isinstance(house.store, SqliteStore)
        await house.store._change("DELETE FROM snapshots")
        foreign = snapshot.packed(snapshot.taken(other.table, rows_of(other)[-1]))
        assert await house.store.keep_snapshot(Snapshot("a-table", length, snapshot.version(), foreign), 0)
        table = await house.reload()
        assert [said.text for said in table.chat][-3:] == ["mine", "and so on", "and on"]
        assert whole(table) == whole(await house.from_log())
        assert house.count("broken") == 1

    with new_store("sqlite", tmp_path) as opened:
        use(opened, test)


# --- however long it is


def test_loading_and_undo_take_no_more_in_a_long_game_than_in_a_short_one(tmp_path: Path) -> None:
    """Whatever the length: no more entries than from one snapshot to the next, and for an undo no more decisions than
    from one checkpoint to the next."""
    bench = Bench((PERSON, BOT, BOT, BOT), 5)
    steps = entries_of(bench, "long")

    async def test(house: House) -> None:
        live, written = None, 0
        while next(steps, bench) is None:
            if len(bench.rows) < written + 90 and not bench.game.over:
                continue
            live = await house.write(bench, live)
            written, before = len(bench.rows), house.folded
            table = await house.reload()
            assert house.folded - before < EVERY
            assert table.game is not None
            for _ in range(3):
                again = table.game.clone()
                before, back = again.replayed, random.Random(written).randrange(again.ply)
                again.rewind(back)
                assert again.replayed - before <= marks.EVERY
                assert again.ply == back
        assert written > 4 * EVERY

    with new_store("sqlite", tmp_path) as opened:
        use(opened, test)


# --- nothing stays that was to go


def test_no_snapshot_contains_somebody_who_was_forgotten(open_store: OpenStore) -> None:
    bench = played(EVERY + 10)

    async def test(house: House) -> None:
        await house.write(bench)
        live = await house.registry.live("a-table")
        assert live is not None
        before = snapshot.taken(live.table, (await house.store.read_log("a-table"))[-1])
        assert b"P1" in before
        await live.judged(lambda: live.forget(10, BOT))
        standing = await house.store.standing("a-table")
        assert standing is not None
        assert standing.snapshot is None
        # a snapshot that was being written meanwhile
        late = Snapshot("a-table", EVERY, snapshot.version(), snapshot.packed(before))
        assert not await house.store.keep_snapshot(late, 0)
        # and a snapshot that is taken afterwards
        house.snapshots.soon(live)
        await house.snapshots.finish()
        assert house.count("kept") == 2
        assert b"P1" not in snapshot.taken(live.table, (await house.store.read_log("a-table"))[-1])
        assert whole(await house.reload()) == whole(await house.from_log())
        assert house.count("used") == 2

    use(open_store, test)


def test_snapshots_are_kept_while_people_play_and_the_last_one_at_the_end(tmp_path: Path) -> None:
    bench = played(100_000, (PERSON, PERSON), 1)
    assert bench.game.over

    async def test(house: House) -> None:
        live = await house.write(bench)
        async with live.lock:
            await live.finish()
        await house.snapshots.finish()
        standing = await house.store.standing("a-table")
        assert standing is not None
        assert standing.snapshot is not None
        assert standing.snapshot.length == standing.extent.length == len(bench.rows) + 1
        assert (await house.reload()).ended
        assert house.folded == 0

    with new_store("sqlite", tmp_path) as opened:
        use(opened, test)


def test_telling_what_was_missed_is_as_long_as_from_the_whole_log() -> None:
    bench = played(RECENT * 3)
    rows = rows_of(bench)
    body = snapshot.packed(snapshot.taken(bench.table, rows[-1]))
    assert len(restored(body, rows, len(rows)).recent) == len(bench.loaded().recent) == RECENT
