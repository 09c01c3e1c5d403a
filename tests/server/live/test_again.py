"""The players of a finished game play again: all of them at one table, from wherever and whenever they come."""

import asyncio

from harness.server import Server
from tests.server.live.helpers import People, kinds, names, play_on, refuses, story
from tiefenthal.client import Client, bot, by_link, here
from tiefenthal.server.protocol.http import SeatPlan
from tiefenthal.server.protocol.parts import TableInfo


async def finished(people: People, *guests: str, bots: int = 0) -> tuple[str, list[Client]]:
    """A game that Ada and her guests have finished; its id, and all of them."""
    ada = await people.person("Ada")
    plan = [here(), *(by_link() for _ in guests), *(bot("greedy") for _ in range(bots))]
    table = await ada.new_table(plan, pace="instant", modules=2, away_after=7)
    key = (await ada.link(table.id, "join")).key
    everyone = [ada]
    for name in guests:
        everyone.append(await people.person(name))
        await everyone[-1].enter(table.id, key)
    seats = [await one.connect(table.id) for one in everyone]
    await play_on(seats, lambda: all(seat.over is not None for seat in seats))
    for seat in seats:
        await seat.close()
    return table.id, everyone


def expected(table: TableInfo) -> list[int]:
    """The seats kept for somebody."""
    return [seat.seat for seat in table.seats if seat.expected]


def test_everybody_is_led_to_one_table_with_the_seat_they_had(swift: Server) -> None:
    async def go(people: People) -> None:
        game, (ada, ben, cleo) = await finished(people, "Ben", "Cleo", bots=1)
        before = await ada.table(game)
        there = await people.raw(ada, game)
        assert (await there.kind("hello"))["table"]["next"] is None

        first = await ben.play_again(game)
        again = first.table
        assert (first.seat, again.follows, again.you.host, again.you.plans) == (2, game, True, True)
        assert kinds(again) == ["open", "person", "open", "bot"]
        assert names(again) == names(before), "whose seat is kept is told"
        assert expected(again) == [1, 3]
        assert (again.modules, again.pace, again.away_after) == (2, "instant", 7)
        assert [seat.character for seat in again.seats] == [seat.character for seat in before.seats]
        assert again.seats[3].bot == "greedy"

        # It is told at the finished table, and found in the list of those whose seats are kept.
        await there.until(lambda frame: frame.get("table", {}).get("next") == again.id)
        (mine,) = [one for one in (await cleo.tables()).mine if one.id == again.id]
        assert (mine.kept, mine.seats, mine.expected, mine.follows, mine.state) == ([3], [], [1, 3], game, "waiting")
        assert (await cleo.table(again.id)).you.expected == [3]

        # Nobody else takes a kept seat, not even with a link.
        stranger = await people.person("Stranger")
        key = (await ben.link(again.id, "join")).key
        await refuses(409, "taken", stranger.enter(again.id, key))
        await refuses(409, "taken", stranger.enter(again.id, key, seat=3))
        await refuses(404, "not-found", stranger.play_again(game))

        # Pressed twice or by another: the same table and seat; by whichever way they come.
        assert (await ben.play_again(game)).table.id == again.id
        assert (await cleo.enter(again.id)).seat == 3
        last = await ada.play_again(game)
        assert (last.seat, last.table.id, last.table.state) == (1, again.id, "playing")
        assert names(last.table) == names(before)
        assert len([one for one in (await ada.tables()).mine if one.follows == game]) == 1

    story(swift, go)


def test_two_who_press_at_the_same_moment_meet(swift: Server) -> None:
    async def go(people: People) -> None:
        game, everyone = await finished(people, "Ben", "Cleo", "Dan")
        entered = await asyncio.gather(*(one.play_again(game) for one in everyone))
        assert len({one.table.id for one in entered}) == 1
        assert [one.seat for one in entered] == [1, 2, 3, 4]
        assert (await everyone[0].table(entered[0].table.id)).state == "playing"

    story(swift, go)


def test_every_device_of_a_player_has_the_seat(swift: Server) -> None:
    async def go(people: People) -> None:
        game, (ada, ben) = await finished(people, "Ben")
        key = (await ben.link(game, "seat")).key
        phone, tablet = [await people.person(name) for name in ("Phone", "Tablet")]
        await phone.enter(game, key)
        again = (await phone.play_again(game)).table
        assert (again.you.seats, names(again)) == ([2], ["Ada", "Ben"])
        assert (await ben.table(again.id)).you.seats == [2], "the one they sat down with, too"
        await tablet.enter(game, key)  # somebody comes by the link of the finished table later
        assert (await tablet.play_again(game)).seat == 2
        assert (await ada.play_again(game)).table.state == "playing"

    story(swift, go)


def test_who_does_not_want_to_and_who_comes_late(swift: Server) -> None:
    async def go(people: People) -> None:
        game, (ada, ben, cleo) = await finished(people, "Ben", "Cleo")
        again = (await ada.play_again(game)).table.id
        await ben.play_again(game)
        await cleo.leave(again, 3)
        now = await ben.table(again)
        assert (kinds(now), names(now), expected(now)) == (["person", "person", "open"], ["Ada", "Ben", ""], [])
        assert again not in {one.id for one in (await cleo.tables()).mine}
        await refuses(404, "not-found", cleo.table(again))
        # Whoever comes back after all has the seat, while it is free.
        assert (await cleo.play_again(game)).seat == 3
        assert (await ada.table(again)).state == "playing"

        other, (ada, ben, cleo) = await finished(people, "Ben", "Cleo")
        again = (await ada.play_again(other)).table.id
        await ben.play_again(other)
        await refuses(403, "not-host", cleo.plan_seat(again, 3, SeatPlan("link")))
        seated = await ben.plan_seat(again, 3, SeatPlan("bot", bot="greedy"))  # not only whoever was first may
        assert seated.state == "playing"
        late = await cleo.play_again(other)
        assert (late.seat, late.table.id) == (None, again), "who comes too late may watch"

    story(swift, go)


def test_a_bot_gives_the_seat_back_until_the_game_begins(swift: Server) -> None:
    async def go(people: People) -> None:
        game, (ada, ben, cleo) = await finished(people, "Ben", "Cleo")
        again = (await ada.play_again(game)).table.id
        assert kinds(await ada.plan_seat(again, 2, SeatPlan("bot", bot="greedy"))) == ["person", "bot", "open"]
        assert again not in {one.id for one in (await ben.tables()).mine}
        assert (await ben.play_again(game)).seat == 2
        assert names(await ada.table(again)) == ["Ada", "Ben", "Cleo"]
        assert (await cleo.play_again(game)).table.state == "playing"

    story(swift, go)


def test_a_closed_table_is_followed_by_another_and_a_finished_one_by_the_next(swift: Server) -> None:
    async def go(people: People) -> None:
        game, (ada, ben) = await finished(people, "Ben")
        closed = (await ada.play_again(game)).table.id
        await ada.close_table(closed)
        assert closed not in {one.id for one in (await ben.tables()).mine}
        again = (await ben.play_again(game)).table.id
        assert again != closed
        assert (await ada.play_again(game)).table.id == again
        seats = [await one.connect(again) for one in (ada, ben)]
        await play_on(seats, lambda: all(seat.over is not None for seat in seats))
        # One presses at the end of the second game, the other still looks at the first.
        third = (await ada.play_again(again)).table
        assert (await ben.play_again(game)).table.id == third.id
        assert (third.follows, (await ben.table(third.id)).state) == (again, "playing")

    story(swift, go)


def test_who_watched_sees_where_the_next_game_is(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, ben, eva = [await people.person(name) for name in ("Ada", "Ben", "Eva")]
        table = await ada.new_table([here(), by_link()], pace="instant")
        await ben.enter(table.id, (await ada.link(table.id, "join")).key)
        await eva.enter(table.id, (await ada.link(table.id, "watch")).key)
        await refuses(409, "not-over", ada.play_again(table.id))
        seats = [await one.connect(table.id) for one in (ada, ben)]
        await play_on(seats, lambda: all(seat.over is not None for seat in seats))
        await refuses(409, "no-next", eva.play_again(table.id))
        again = (await ada.play_again(table.id)).table.id
        assert (await eva.table(table.id)).next == again
        await refuses(404, "not-found", eva.table(again))
        watching = await eva.play_again(table.id)
        assert (watching.seat, watching.table.id) == (None, again)
        assert (await eva.table(again)).you.seats == []

    story(swift, go)


def test_people_at_one_screen_and_games_alone_begin_at_once(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here("Zoe"), here("Yan")], pace="instant")
        seats = [await ada.connect(table.id, seat) for seat in (1, 2)]
        await play_on(seats, lambda: all(seat.over is not None for seat in seats))
        entered = await ada.play_again(table.id)
        assert (entered.seat, entered.table.state, names(entered.table)) == (1, "playing", ["Zoe", "Yan"])
        assert entered.table.you.seats == [1, 2]

    story(swift, go)


def test_whoever_is_forgotten_is_expected_no_longer(swift: Server) -> None:
    async def go(people: People) -> None:
        game, (ada, ben, _) = await finished(people, "Ben", "Cleo")
        again = (await ada.play_again(game)).table.id
        await ben.be_forgotten()
        now = await ada.table(again)
        assert (kinds(now), names(now), expected(now)) == (["person", "open", "open"], ["Ada", "", "Cleo"], [3])

        other, (ada, ben) = await finished(people, "Ben")
        await ben.be_forgotten()
        entered = await ada.play_again(other)
        assert (kinds(entered.table), entered.table.state) == (["person", "bot"], "playing"), "a bot has the seat"

    story(swift, go)


def test_lessons_have_their_own_way(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        lesson = await ada.begin_lesson("first", pace="instant")
        await refuses(409, "not-again", ada.play_again(lesson.id))

    story(swift, go)
