"""Who is away and for how long, over sleep and restarts; and that nobody crowds out somebody else."""

from pathlib import Path

import pytest

from tests.server.test_live_tables import Guest, House, asynchronous, guest, open_house, settle
from tiefenthal.server.protocol import frames
from tiefenthal.server.protocol.http import SeatPlan
from tiefenthal.server.tables import attendance, log
from tiefenthal.server.tables.attendance import Attendance
from tiefenthal.server.tables.live_table import ABSENCE_WRITTEN_EVERY, LiveTable
from tiefenthal.server.tables.socket import Socket

ANNA, BEN = 1, 2
WAIT = 120.0


async def two_people(house: House) -> LiveTable:
    """A game in progress, of people with a session each."""
    live = await house.table(SeatPlan("here"), SeatPlan("link"), away_after=int(WAIT))
    async with live.lock:
        await live.change([log.Placed(1, log.Place("person", "Ben", session=BEN))])
        await live.begin_if_full()
    return live


async def again(house: House, live: LiveTable) -> LiveTable:
    """The same table, after it was unloaded."""
    await house.registry.close()  # as a restart does: pending writes are completed
    house.registry.forget(live)
    house.registry._closed = False
    found = await house.registry.live(live.table.id)
    assert found is not None
    return found


async def refused(live: LiveTable, by: Guest) -> str | None:
    """The code of the refusal when Anna hands Ben's seat to a bot."""
    before = len(by.got)
    await live.command(by.socket, frames.HandOver("greedy", seat=2))
    await settle()
    return next((frame.code for frame in by.got[before:] if isinstance(frame, frames.Refused)), None)


async def rows(house: House, live: LiveTable) -> list[log.Line]:
    return [log.from_bytes(row.body) for row in await house.store.read_log(live.table.id)]


# --- absence


@asynchronous
async def test_absence_counts_from_the_last_connection(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await two_people(house)
        async with guest(live, 0, session=ANNA) as anna:
            async with guest(live, 1, session=BEN):
                house.clock.now += 10 * WAIT  # connected, and thinking
            left = house.clock.now
            house.clock.now += WAIT - 1
            assert live.info(ANNA).seats[1].away_since == left
            assert live.info(ANNA).seats[1].replaceable_in == 1.0
            assert await refused(live, anna) == "not-away"
            house.clock.now += 1
            assert await refused(live, anna) is None
            assert live.table.places[1].handed == "greedy"


@asynchronous
async def test_nobody_is_away_because_the_server_was_down_or_the_table_asleep(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await two_people(house)
        async with guest(live, 1, session=BEN):
            pass
        left = house.clock.now
        house.clock.now += 1_000 * WAIT
        live = await again(house, live)
        async with guest(live, 0, session=ANNA) as anna:
            assert live.info(ANNA).seats[1].away_since == left, "when they left is known all the same"
            assert await refused(live, anna) == "not-away"
            house.clock.now += WAIT - 1
            assert await refused(live, anna) == "not-away"
            house.clock.now += 1
            assert await refused(live, anna) is None


@asynchronous
async def test_whoever_sat_before_the_game_began_has_the_whole_time(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.table(SeatPlan("here"), SeatPlan("link"), SeatPlan("link"), away_after=int(WAIT))
        async with guest(live, 0, session=ANNA) as anna:
            async with live.lock:
                await live.change([log.Placed(1, log.Place("person", "Ben", session=BEN))])
            house.clock.now += 10 * WAIT
            async with live.lock:
                await live.change([log.Placed(2, log.Place("person", "Cay", session=3))])
                await live.begin_if_full()
            assert await refused(live, anna) == "not-away"


@asynchronous
async def test_a_connection_that_comes_and_goes_does_not_fill_the_disk(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await two_people(house)
        for _ in range(20):
            house.clock.now += ABSENCE_WRITTEN_EVERY / 10
            async with guest(live, 1, session=BEN):
                pass
        left = [entry for entry in await rows(house, live) if isinstance(entry, log.Left)]
        assert 1 <= len(left) <= 3
        await live.write_absences()
        await live.write_absences()
        last = [entry for entry in await rows(house, live) if isinstance(entry, log.Left)]
        assert (len(last), last[-1].since) == (len(left) + 1, house.clock.now)


@asynchronous
async def test_a_server_that_stops_writes_down_who_was_there(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await two_people(house)
        async with guest(live, 1, session=BEN):
            house.clock.now += 500
            live = await again(house, live)
            assert live.table.places[1].left == house.clock.now


# --- crowding


def socket(seat: int | None, session: int | None = ANNA, address: str = "192.0.2.1") -> Socket:
    return Socket(session, seat, lambda: None, address=address)


def crowd() -> Attendance:
    return Attendance(lambda: 0.0)


def test_a_seat_replaces_its_own_oldest_connection_and_nobody_elses() -> None:
    here = crowd()
    ben = socket(1, BEN)
    assert here.admit(ben)
    anna = [socket(0) for _ in range(99)]
    assert all(map(here.admit, anna))
    kept = [one for one in anna if not one.closing]
    assert kept == anna[-attendance.MOST_A_SEAT :]
    assert not ben.closing
    assert here.admit(socket(1, BEN))


def test_a_session_with_several_seats_has_its_limit_too() -> None:
    here = crowd()
    mine = [socket(number % 4) for number in range(40)]
    assert all(map(here.admit, mine))
    assert [one for one in mine if not one.closing] == mine[-attendance.MOST_A_SESSION :]


def test_watchers_never_take_the_room_of_a_seat() -> None:
    here = crowd()
    let_in = [here.admit(socket(None, 100 + number)) for number in range(200)]
    assert let_in == [True] * attendance.MOST_WATCHERS + [False] * (200 - attendance.MOST_WATCHERS)
    for seat in range(4):
        assert all(here.admit(socket(seat, seat)) for _ in range(attendance.MOST_A_SEAT))


@pytest.mark.parametrize("session", [ANNA, None])
def test_one_watcher_does_not_take_the_room_of_all(session: int | None) -> None:
    here = crowd()
    mine = [socket(None, session) for _ in range(200)]
    assert all(map(here.admit, mine))
    most = attendance.MOST_AN_ADDRESS if session is None else attendance.MOST_A_SESSION
    assert [one for one in mine if not one.closing] == mine[-most:]
    assert here.admit(socket(None, None, "192.0.2.2"))


def test_room_is_given_up_with_the_connection() -> None:
    here = crowd()
    watching = [socket(None, 100 + number) for number in range(attendance.MOST_WATCHERS)]
    assert all(map(here.admit, watching))
    assert not here.admit(socket(None, 99))
    here.discard(watching[0])
    assert here.admit(socket(None, 99))


@asynchronous
async def test_who_is_replaced_is_told_why(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await two_people(house)
        async with guest(live, 0, session=ANNA) as first, guest(live, 1, session=BEN) as ben:
            frames_before = len(ben.got)
            for _ in range(attendance.MOST_A_SEAT):
                assert live.attendance.admit(Socket(ANNA, 0, lambda: None))
            await settle()
            assert first.closed == (frames.REPLACED, "this table is open in another window")
            assert len(ben.got) == frames_before, "nobody else is bothered with it"
