"""Before the game the host can send somebody away and close the table; a personal link that leaked can be voided."""

import pytest
from websockets.exceptions import InvalidStatus

from harness.server import Server
from tests.server.live.helpers import People, kinds, names, refuses, story
from tiefenthal.client import Client, bot, by_link, here
from tiefenthal.server.protocol import frames


async def _no_socket(people: People, who: Client, table: str, status: int) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await people.raw(who, table)
    assert refused.value.response.status_code == status


def test_whoever_is_sent_away_is_told_so_and_cannot_sit_down_again(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, ben, cleo = [await people.person(name) for name in ("Ada", "Ben", "Cleo")]
        table = await ada.new_table([here(), here("Ada's aunt"), by_link(), by_link()], listed=True)
        key = (await ada.link(table.id, "join")).key
        assert (await ben.enter(table.id, key)).seat == 3
        back = (await ben.link(table.id, "seat")).key
        there = await people.raw(ben, table.id)
        await refuses(403, "not-host", ben.send_away(table.id, 1))
        await refuses(409, "own-seat", ada.send_away(table.id, 2))
        await refuses(409, "nobody", ada.send_away(table.id, 4))

        assert kinds(await ada.send_away(table.id, 3)) == ["person", "person", "open", "open"]
        assert await there.closed() == (frames.SENT_AWAY, "you were sent away from this table")
        for attempt in (
            ben.enter(table.id, key), ben.enter(table.id), ben.enter(table.id, watch=True), ben.enter(table.id, back),
            ben.table(table.id), ben.invitation(table.id, key), ben.leave(table.id, 3),
        ):  # fmt: skip
            assert "sent away" in await refuses(403, "sent-away", attempt)
        await _no_socket(people, ben, table.id, 403)
        mine = await ben.tables()
        assert table.id not in {one.id for one in (*mine.mine, *mine.open)}
        # the link is still good for others, but that of the seat is not
        await refuses(410, "void", cleo.enter(table.id, back))
        assert (await cleo.enter(table.id, key)).seat == 3
        await (await people.person("Dora")).enter(table.id, key)
        await refuses(409, "begun", ada.send_away(table.id, 3))

    story(usual, go)


def test_a_table_that_is_closed_says_so_to_those_who_were_there_or_are_invited(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, ben, stranger = [await people.person(name) for name in ("Ada", "Ben", "Stranger")]
        table = await ada.new_table([here(), by_link(), by_link()])
        key = (await ada.link(table.id, "join")).key
        await ben.enter(table.id, key)
        sockets = [await people.raw(who, table.id) for who in (ada, ben)]
        await refuses(403, "not-host", ben.close_table(table.id))
        await ada.close_table(table.id)
        for socket in sockets:
            assert await socket.closed() == (frames.CLOSED, "the table was closed before the game began")
        for attempt in (
            ben.table(table.id), ada.table(table.id), ben.enter(table.id, key), stranger.enter(table.id, key),
            stranger.invitation(table.id, key), ada.close_table(table.id), ada.plan_seat(table.id, 3, bot("random")),
        ):  # fmt: skip
            assert "closed by whoever opened it" in await refuses(410, "closed", attempt)
        await refuses(404, "not-found", stranger.table(table.id))
        await refuses(404, "not-found", stranger.enter(table.id, "k" * 32))
        await _no_socket(people, ben, table.id, 410)
        for who in (ada, ben):
            assert table.id not in {one.id for one in (await who.tables()).mine}
        running = await ada.new_table([here(), here("Bea")])
        await refuses(409, "begun", ada.close_table(running.id))

    story(usual, go)


def test_a_closed_table_is_offered_to_nobody(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), by_link()], listed=True)
        assert table.id in {one.id for one in (await people.stranger().tables()).open}
        await ada.close_table(table.id)
        assert table.id not in {one.id for one in (await people.stranger().tables()).open}

    story(usual, go)


@pytest.mark.parametrize("others", [[by_link()], [here("Bea")]], ids=["before the game", "during the game"])
def test_a_leaked_link_is_voided_with_whoever_came_by_it(usual: Server, others: list[object]) -> None:
    async def go(people: People) -> None:
        ada, phone, thief = [await people.person(name) for name in ("Ada", "Ada's phone", "Thief")]
        table = await ada.new_table([here(), *others])  # type: ignore[list-item]
        key = (await ada.link(table.id, "seat", 1)).key
        for who in (phone, thief):
            assert (await who.enter(table.id, key)).seat == 1
        own, stolen = await people.raw(ada, table.id, seat=1), await people.raw(thief, table.id, seat=1)
        handy = await people.raw(phone, table.id, seat=1)
        # somebody who got in with the link cannot remove those who were there before
        theirs = (await thief.link(table.id, "seat", 1, void=True)).key
        await refuses(410, "void", people.stranger(ada.token).enter(table.id, key))
        assert (await own.ask(type="pace", pace="brisk"))["type"] == "done"
        assert (await handy.ask(type="pace", pace="brisk"))["type"] == "done"

        new = (await ada.link(table.id, "seat", 1, void=True)).key
        for socket in (stolen, handy):
            assert await socket.closed() == (frames.VOID, "the personal link you came by is void")
        for old in (key, theirs):
            assert "void" in await refuses(410, "void", thief.enter(table.id, old))
            await refuses(410, "void", thief.invitation(table.id, old))
        await refuses(404, "not-found", thief.table(table.id))
        assert (await own.ask(type="pace", pace="natural"))["type"] == "done"
        assert (await phone.enter(table.id, new)).seat == 1
        assert names(await phone.table(table.id))[0] == "Ada"
        await refuses(400, "seat", ada.link(table.id, "join", void=True))

    story(usual, go)
