"""Removing somebody from logs, heads, records and the files of the clean-up."""

import gzip
from pathlib import Path

import msgspec
import pytest

from tests.server.tables import Bench, fingerprint
from tests.server.test_live_tables import HOST, House, asynchronous, guest, open_house, play_on
from tiefenthal.engine.replay import verify
from tiefenthal.server.config import DAY
from tiefenthal.server.protocol import GUEST
from tiefenthal.server.protocol.http import SeatPlan
from tiefenthal.server.store import deleted
from tiefenthal.server.store.base import Row, SessionRow, StoredRecord
from tiefenthal.server.tables import forgetting, log, personal_data
from tiefenthal.server.tables.finished import read_info
from tiefenthal.server.tables.seating import Seating
from tiefenthal.server.tables.table import Table

BEN = SessionRow(2, "Ben", 0.0, 0.0)


def rows_of(bench: Bench) -> list[Row]:
    return [Row(number, at, body) for number, (at, body) in enumerate(bench.rows)]


def said(table: Table) -> list[tuple[int, str]]:
    return [(line.seat, line.text) for line in table.chat]


def test_memory_and_log_agree_on_who_is_forgotten() -> None:
    bench = Bench(begin=False)
    bench.add(
        log.Said(0, "mine"), log.Said(1, "theirs"), log.Placed(1, log.Place("open")),
        log.Placed(1, log.Place("person", "Cleo", session=30)), log.Returned(1, 31), log.KeyMade("seat", "old", 1),
        log.Said(1, "of Cleo"), log.Renamed(1, "Cleopatra"), log.Began("7"),
    )  # fmt: skip
    bench.play(0)
    cleared = forgetting.clear(rows_of(bench), 31, "greedy", 5000.0)
    assert cleared is not None
    assert cleared.seats == {1}
    found = Table.load("a-table", [(row.at, row.body) for row in cleared.rows])
    bench.add(*(log.from_bytes(row.body) for row in cleared.added))
    bench.table.retell((row.at, log.from_bytes(row.body)) for row in cleared.rows)
    bench.rows[-1] = (5000.0, bench.rows[-1][1])
    assert [place.name for place in found.places] == ["P1", GUEST]
    assert said(found) == [(0, "mine"), (1, "theirs"), (1, "")]  # what P2 said there before is not Cleo's
    assert found.places[1].sessions == {30}  # her other device
    assert found.places[1].handed is None
    assert fingerprint(found) == fingerprint(bench.table)
    last = forgetting.clear(cleared.rows, 30, "greedy", 6000.0)
    assert last is not None
    assert Table.load("a-table", [(row.at, row.body) for row in last.rows]).places[1].handed == "greedy"
    earlier = forgetting.clear(last.rows, 11, "greedy", 7000.0)
    assert earlier is not None
    assert not earlier.added  # P2 had left
    assert said(Table.load("a-table", [(row.at, row.body) for row in earlier.rows])) == [(0, "mine"), (1, ""), (1, "")]
    for name in (b"P2", b"Cleo"):
        assert name not in b"".join(row.body for row in earlier.rows)
    for nobody in (11, 30, 31, 99):
        assert forgetting.clear(earlier.rows, nobody, "greedy", 8000.0) is None, "twice changes nothing more"


def test_whom_a_seat_is_kept_for_is_forgotten_too() -> None:
    bench = Bench(begin=False)
    bench.add(log.Placed(1, log.Place("open", "Cleo", kept=(30, 31))))
    assert bench.table.sessions == bench.table.seating.sessions == Seating.of(entries_of(bench)).sessions
    assert {30, 31} <= set(bench.table.sessions)
    for session, left in ((31, (30,)), (30, ())):
        cleared = forgetting.clear(rows_of(bench), session, "greedy", 5000.0)
        assert cleared is not None
        bench.add(*(log.from_bytes(row.body) for row in cleared.added))
        bench.rows = [(row.at, row.body) for row in cleared.rows]
        found = Table.load("a-table", bench.rows)
        for table in (found, bench.table):
            assert tuple(table.places[1].kept) == left
            assert table.places[1].name == (GUEST if left else "")
            assert table.sessions == table.seating.sessions == Seating.of(entries_of(bench)).sessions
    assert b"Cleo" not in b"".join(body for _, body in bench.rows)


def entries_of(bench: Bench) -> list[tuple[float, log.Entry]]:
    return [(at, log.from_bytes(body)) for at, body in bench.rows]


def test_who_came_by_a_link_that_was_voided_takes_nothing_along() -> None:
    bench = Bench()
    bench.add(log.KeyMade("seat", "old", 0), log.Returned(0, 66), log.Said(0, "mine"), log.Voided(0, "new", [66]))
    assert forgetting.clear(rows_of(bench), 66, "greedy", 5000.0) is None
    assert bench.table.places[0].sessions == {10}


async def finished(house: House) -> str:
    live = await house.table(SeatPlan("here"), SeatPlan("link"))
    async with live.lock:
        await live.change([log.Placed(1, log.Place("person", "Ben", session=BEN.id))])
        await live.begin_if_full()
    async with guest(live, 0) as anna, guest(live, 1, session=BEN.id) as ben:
        await play_on(live, anna, ben)
    return live.table.id


@asynchronous
async def test_records_keep_a_guest_and_verify_also_when_the_table_is_gone(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        house.registry.folder = tmp_path
        table = await finished(house)
        before = await house.store.record(table)
        assert before is not None
        assert before.holders == ((HOST.id,), (BEN.id,))
        house.registry.unload_idle(0)
        house.clock.now += 31 * DAY
        await house.registry.clean_up()
        assert await house.store.head(table) is None
        (file,) = deleted.files(tmp_path)
        assert b"Anna" in gzip.decompress(file.read_bytes())
        assert [one.id for one in (await personal_data.gather(house.registry, HOST)).tables if one.removed] == [table]

        await personal_data.forget(house.registry, HOST)
        after = await house.store.record(table)
        assert after is not None
        assert read_info(after).names == [GUEST, "Ben"]
        assert "Anna" not in after.text
        assert f'[Seat1 "{GUEST}"]' in after.text
        verdict = verify(after.text)
        assert (verdict.over, verdict.follows_seed, verdict.fits_commitment) == (True, True, True)
        assert await house.store.records_of(HOST.id, 9) == []
        assert [one.table for one in await house.store.records_of(BEN.id, 9)] == [table]
        assert b"Anna" not in gzip.decompress(file.read_bytes())
        (thing,) = deleted.read(file)
        assert isinstance(thing, deleted.DeletedTable)
        assert msgspec.json.decode(thing.head.summary)[3] == [GUEST, "Ben"]
        assert Table.load(table, [(row.at, row.body) for row in thing.rows]).places[1].name == "Ben"


@asynchronous
async def test_a_file_that_cannot_be_read_keeps_nobody_from_being_forgotten(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        house.registry.folder = tmp_path
        (tmp_path / deleted.FOLDER_NAME).mkdir()
        spoilt = deleted.new_file(tmp_path, 1.0)
        spoilt.write_bytes(b"no archive")
        live = await house.table(SeatPlan("here"), SeatPlan("link"))
        await personal_data.forget(house.registry, HOST)
        assert live.table.closed
        assert spoilt.read_bytes() == b"no archive"


@pytest.mark.parametrize(
    ("names", "bots", "gone"),
    [
        (["Anna", "Ben"], [None, None], {0}),
        (["Anne", "Ben", "Magda"], [None, None, "greedy"], {0, 1}),  # renamed since: better one too many
        (["Anne", "Magda"], None, {0, 1}),
    ],
)
def test_records_from_before_are_searched_by_name(names: list[str], bots: list[str] | None, gone: set[int]) -> None:
    info = {"names": names} | ({"bots": bots} if bots else {})
    text = "".join(f'[Seat{seat} "{name}"]\n' for seat, name in enumerate(names, 1))
    record = StoredRecord("a", 1.0, (1, 2), msgspec.json.encode(info), text)
    assert forgetting.seats_in(record, 1, "Anna") == gone
    cleared = forgetting.clear_record(record, 1, gone)
    assert cleared.sessions == (2,)
    left = [GUEST if seat in gone else name for seat, name in enumerate(names)]
    assert msgspec.json.decode(cleared.info)["names"] == left
    assert cleared.text == "".join(f'[Seat{seat} "{name}"]\n' for seat, name in enumerate(left, 1))
