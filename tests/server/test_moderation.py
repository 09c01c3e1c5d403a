"""What an owner orders is carried out once, holds in every process, and is in the log of the table."""

from pathlib import Path

import pytest

from tests.server.http.test_sessions import scope_with
from tests.server.tables import fingerprint
from tests.server.test_cluster import BEN, two_houses
from tests.server.test_live_tables import HOST, asynchronous, guest, open_house, settle
from tiefenthal.server.http.sessions import Sessions
from tiefenthal.server.problem import Refusal
from tiefenthal.server.protocol import frames
from tiefenthal.server.protocol.http import SeatPlan
from tiefenthal.server.store.moderation import DONE, MISSING
from tiefenthal.server.tables.orders import DAY, WrongOrderError, order_of, table_id
from tiefenthal.server.tables.table import Table


@asynchronous
async def test_orders_are_carried_out_at_the_tables_and_in_their_logs(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        session = await house.store.add_session(b"hash", "Anna", 1.0)
        assert session.id == HOST.id
        live = await house.table(SeatPlan("here"), SeatPlan("here", "Ben"), SeatPlan("bot", bot="random"), listed=True)
        orders = house.store.moderation
        made = [
            order_of("rename", "1", "Somebody"),
            order_of("unlist", live.table.id),
            order_of("rename", "99", "X"),
            order_of("close", "z" * 22),
        ]
        async with guest(live, 0) as anna:
            for order in made:
                await orders.add(order)
            await house.registry.moderation.look()
            await settle()
            found = [await orders.find(order.id) for order in made]
            assert [one.outcome for one in found if one] == [DONE, DONE, MISSING, MISSING]
            assert [place.name for place in live.table.places][:2] == ["Somebody", "Somebody 2"]
            assert await house.store.listed(9) == []
            told = [frame.table for frame in anna.got if isinstance(frame, frames.TableChanged)][-1]
            assert ([seat.name for seat in told.seats][:2], told.listed) == (["Somebody", "Somebody 2"], False)
            assert told.you.seats == [1, 2]
            close = order_of("close", f"https://inn.example/table/{live.table.id}#key")
            await orders.add(close)
            await house.registry.moderation.look()
            await settle()
            assert anna.closed is not None
            assert anna.closed[0] == frames.CLOSED_BY_OWNER
        assert not any(map(live.bots._may_play, range(3))), "bots do not play on at a closed table"
        rows = await house.store.read_log(live.table.id)
        again = Table.load(live.table.id, [(row.at, row.body) for row in rows])
        assert fingerprint(again) == fingerprint(live.table)
        assert again.closed_by_owner
        length = len(rows)
        for order in (made[0], made[1], close):  # what another process has done already
            await house.registry.moderation._carry_out(order)
        assert len(await house.store.read_log(live.table.id)) == length


@asynchronous
async def test_nobody_takes_another_name_before_their_process_has_heard_of_the_one_they_were_given(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as house:
        sessions = Sessions(house.store)
        sessions.keeps_name = house.registry.moderation.keeps_name
        introduced = await sessions.introduce(scope_with(None), "Ben")
        cookie = introduced.cookie.partition(";")[0]
        await house.store.moderation.add(order_of("rename", str(introduced.session.id), "A guest"))
        assert (await sessions.introduce(scope_with(cookie), "Ben again")).session.name == "Ben"
        await house.registry.moderation.look()
        sessions.changed(introduced.session.id)
        assert (await sessions.introduce(scope_with(cookie), "Ben again")).session.name == "A guest"


@asynchronous
async def test_what_holds_does_so_in_all_processes_until_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        here, there = await two.table()
        for house in (two.here, two.there):
            house.clock.now = 1_000_000.0
        mute = order_of("mute", str(BEN), seconds=3 * 3600)._replace(until=two.clock.now + 3 * 3600)
        block = order_of("block", "192.0.2.7", seconds=2 * DAY)._replace(until=two.clock.now + 2 * DAY)
        async with guest(here, 0) as anna, guest(there, 1, session=BEN) as ben:
            for order in (mute, block):
                await two.store.moderation.add(order)
            for house in (two.here, two.there):
                await house.registry.moderation.look()
                with pytest.raises(Refusal, match="come back in 2 days"):
                    house.registry.moderation.check_may_enter("192.0.2.7", None)
                house.registry.moderation.check_may_enter("192.0.2.8", BEN)
            await there.command(ben.socket, frames.Say("boo"))
            await settle()
            refused = [frame for frame in ben.got if isinstance(frame, frames.Refused)]
            assert [(one.code, one.reason.code, one.reason.values) for one in refused] == [
                ("muted", "muted-hours", {"n": 3})
            ]
            await there.command(ben.socket, frames.SetPace("brisk"))  # everything else is allowed
            two.clock.now += 3 * 3600 + 1
            await there.command(ben.socket, frames.Say("hello"))
            await two.look()
            await settle()
            said = [frame.line.text for frame in anna.got if isinstance(frame, frames.ChatSaid)]
            assert said in ([], ["hello"])
            assert [line.text for line in there.chat_lines()] == ["hello"]
            two.clock.now += 2 * DAY
            for house in (two.here, two.there):
                await house.registry.moderation.look()
                house.registry.moderation.check_may_enter("192.0.2.7", None)
        found = await two.store.moderation.find(block.id)
        assert found is not None
        assert found.target == "", "an address is kept no longer than it is blocked"


@pytest.mark.parametrize(
    ("what", "target", "code"),
    [("close", "not/a table", "table"), ("mute", "192.0.2.7", "who"), ("block", "example.org", "who"),
     ("rename", "7", "name"), ("mute", "7", "for")],
)  # fmt: skip
def test_orders_that_make_no_sense_are_refused(what: str, target: str, code: str) -> None:
    with pytest.raises(WrongOrderError, match=f"^{code}$"):
        order_of(what, target)  # type: ignore[arg-type]


def test_addresses_and_links_are_understood() -> None:
    assert order_of("block", "2001:db8::17", seconds=60).target == "2001:db8::/64"
    assert order_of("block", "2001:db8::/64", seconds=60).target == "2001:db8::/64"
    assert order_of("block", "192.0.2.7", seconds=60).target == "192.0.2.7"
    assert order_of("rename", "007", "A  B").target == "7"
    assert table_id("http://localhost:8642/table/" + "a" * 22 + "#" + "k" * 32) == "a" * 22
