"""Sessions, seats, links, names and chat at a running server: who somebody is, where they sit, how they come back."""

import base64
import contextlib
import math
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from harness.server import Server
from tests.server.live.helpers import People, any_until, choose, kinds, names, play_on, refuses, story, told
from tests.server.stores import sqlite_file
from tiefenthal.client import Client, CommandRefused, ServerError, bot, by_link, here
from tiefenthal.server.protocol import COOKIE
from tiefenthal.server.protocol.http import SeatPlan

UNKNOWN = "A" * 22
WRONG_KEY = "k" * 32


def kept(folder: Path) -> bytes:
    """Every byte that the server stores, and its log."""
    files = [path for path in (*folder.iterdir(), sqlite_file(folder)) if path.is_file()]
    return b"".join(path.read_bytes() for path in [*files, folder.with_name(folder.name + ".log")])


# --- sessions


def test_a_name_makes_a_session_with_a_cookie_no_script_can_read(usual: Server) -> None:
    async def go(people: People) -> None:
        new = await people.asked("POST", "/api/session", {"name": "Ada"})
        assert (new.status, new.body) == (201, b'{"name":"Ada"}')
        cookie = new.header("set-cookie") or ""
        token = re.match(rf"{COOKIE}=([^;]+);", cookie)
        assert token is not None
        assert {"httponly", "samesite=lax", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}
        assert len(base64.urlsafe_b64decode(token[1] + "=")) * 8 == 256
        who = await people.asked("GET", "/api/session", Cookie=f"{COOKIE}={token[1]}")
        assert who.body == b'{"name":"Ada"}'
        other = await people.asked("POST", "/api/session", {"name": "Ada"})
        assert other.header("set-cookie") != cookie

    story(usual, go)


def test_no_secret_lies_on_disk_or_in_the_log_in_clear(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Secretive")
        table = await ada.new_table([here(), by_link()])
        keys = [(await ada.link(table.id, to)).key for to in ("join", "watch", "seat")]
        guest = await people.person("Guest")
        for key in keys:
            await guest.enter(table.id, key)
        everything = kept(usual.folder)
        assert b"Secretive" in everything  # so the search works
        for secret in [*keys, ada.token or "", guest.token or ""]:
            assert len(secret) >= 20
            assert secret.encode() not in everything
            assert base64.urlsafe_b64decode(secret + "=" * (-len(secret) % 4)) not in everything

    story(usual, go)


def test_renaming_keeps_the_session_and_the_seats_their_names(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        token = ada.token
        table = await ada.new_table([here(), bot("random")])
        assert (await ada.introduce("Countess")).name == "Countess"
        assert ada.token == token
        assert (await ada.session()).name == "Countess"
        again = await ada.table(table.id)
        assert again.you.seats == [1]
        assert again.seats[0].name == "Ada"

    story(usual, go)


def test_forgetting_ends_the_session_for_good(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), by_link()])
        old = people.stranger(ada.token)
        assert (await old.session()).name == "Ada"
        open_before = await people.raw(ada, table.id)
        await open_before.next()
        answer = await people.asked("DELETE", "/api/session", Cookie=f"{COOKIE}={ada.token}")
        assert answer.status == 204
        assert f"{COOKIE}=;" in (answer.header("set-cookie") or "")
        assert "Max-Age=0" in (answer.header("set-cookie") or "")
        await refuses(401, "no-session", old.session())
        await refuses(404, "not-found", old.table(table.id))
        with pytest.raises(ConnectionClosed):  # nor does a connection outlive it
            await open_before.ask(type="chat", text="I am still here")
        newcomer = await people.person("Ada")
        await refuses(404, "not-found", newcomer.table(table.id))

    story(usual, go)


def test_without_a_session_nothing_can_be_opened(usual: Server) -> None:
    async def go(people: People) -> None:
        nobody = people.stranger()
        await refuses(401, "no-session", nobody.new_table([here(), by_link()]))
        await refuses(401, "no-session", nobody.enter(UNKNOWN, WRONG_KEY))
        await refuses(401, "no-session", nobody.records())
        await refuses(401, "no-session", people.stranger("x" * 43).session())

    story(usual, go)


# --- seats


def test_seats_are_for_somebody_here_by_link_or_a_bot(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), here("Bea"), by_link(), bot("greedy")], modules=3)
        assert kinds(table) == ["person", "person", "open", "bot"]
        assert names(table) == ["Ada", "Bea", "", "Magda"]
        assert [seat.bot for seat in table.seats] == [None, None, None, "greedy"]
        assert (table.state, table.commitment, table.you.seats, table.you.host) == ("waiting", None, [1, 2], True)
        assert table.modules == 3
        await refuses(400, "no-such-bot", ada.new_table([here(), bot("nobody")]))
        await refuses(400, "no-such-bot", ada.new_table([here(), SeatPlan("bot")]))
        await refuses(400, "seat", ada.new_table([here(), SeatPlan("link", "Name")]))
        await refuses(400, "seat", ada.new_table([here(), SeatPlan("here", "Name", "greedy")]))
        await refuses(400, "malformed", ada.new_table([here()]))
        await refuses(400, "malformed", ada.new_table([here()] * 5))
        await refuses(400, "malformed", ada.new_table([here(), here()], away_after=-1))
        await refuses(400, "edition", ada.new_table([here(), here()], edition="../../etc/passwd"))

    story(usual, go)


def test_two_persons_in_one_browser_have_a_socket_each(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), here("Bea")])
        assert table.state == "playing"
        first = await ada.connect(table.id, 1)
        second = await ada.connect(table.id, 2)
        assert (first.seat, second.seat) == (1, 2)
        await first.play("stay")
        await second.until(lambda: second.ply == 1)
        assert not told(first).legal  # one has decided, the other has not
        assert told(second).legal
        await second.play("stay")
        await first.until(lambda: first.ply == 2)
        assert [seat.here for seat in second.table.seats] == [True, True]
        await refuses(404, "not-found", ada.connect(table.id, 3))

    story(usual, go)


def test_an_invite_link_joins_until_the_seats_are_taken(usual: Server) -> None:
    async def go(people: People) -> None:
        host, bea, cid, late = [await people.person(name) for name in ("Host", "Bea", "Cid", "Late")]
        table = await host.new_table([here(), by_link(), by_link()])
        link = await host.link(table.id, "join")
        assert urlsplit(link.path).path == f"/table/{table.id}"
        assert urlsplit(link.path).fragment == link.key
        assert urlsplit(link.path).query == ""
        watching = await host.connect(table.id)
        entered = await bea.enter(table.id, link.key, seat=3, name="Beatrix")
        assert (entered.seat, names(entered.table)) == (3, ["Host", "", "Beatrix"])
        await watching.until(lambda: watching.table.seats[2].name == "Beatrix")
        assert watching.table.state == "waiting"
        assert (await bea.enter(table.id, link.key)).seat == 3  # the same link leads back to the seat
        await refuses(409, "taken", cid.enter(table.id, link.key, seat=3))
        entered = await cid.enter(table.id, link.key)
        assert (entered.seat, entered.table.state) == (2, "playing")
        assert entered.table.commitment is not None
        await watching.until(lambda: watching.update is not None)
        await refuses(409, "taken", late.enter(table.id, link.key))
        await refuses(404, "not-found", late.table(table.id))

    story(usual, go)


def test_two_of_one_name_are_told_apart(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, twin = await people.person("Ada"), await people.person("Ada")
        table = await ada.new_table([here(), here(), by_link()])
        entered = await twin.enter(table.id, (await ada.link(table.id, "join")).key)
        assert len(set(names(entered.table))) == 3

    story(usual, go)


def test_a_personal_link_brings_back_to_the_game_as_it_was_and_the_newest_counts(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, bea = await people.person("Ada"), await people.person("Bea")
        table = await ada.new_table([here(), by_link()])
        await bea.enter(table.id, (await ada.link(table.id, "join")).key)
        at_home = await bea.connect(table.id)
        await at_home.play("stay")
        first = await bea.link(table.id, "seat")
        await at_home.close()
        phone = await people.person("Bea's phone")
        entered = await phone.enter(table.id, first.key)
        assert (entered.seat, entered.table.you.seats) == (2, [2])
        assert entered.table.seats[1].name == "Bea"
        there = await phone.connect(table.id)
        assert told(there).view == told(at_home).view
        assert (there.ply, told(there).move) == (1, 1)
        assert told(there).undo == "free"  # it is their own decision
        await there.undo()
        await there.play("stay")
        # Both devices stay in the game; only links older than the newest are invalid.
        newer = await phone.link(table.id, "seat")
        stranger = await people.person("Stranger")
        await refuses(410, "void", stranger.enter(table.id, first.key))
        assert (await bea.connect(table.id)).seat == 2
        assert (await stranger.enter(table.id, newer.key)).seat == 2
        await refuses(404, "not-found", ada.link(table.id, "seat", 2))

    story(usual, go)


def test_an_old_personal_link_does_not_lead_to_somebody_elses_seat(usual: Server) -> None:
    """Somebody who left a seat, or lost it, cannot get back to it when somebody else sits there now."""

    async def go(people: People) -> None:
        host, leaver, heir = [await people.person(name) for name in ("Host", "Leaver", "Heir")]
        table = await host.new_table([here(), by_link(), here("Other"), by_link()])
        join = await host.link(table.id, "join")
        await leaver.enter(table.id, join.key)
        old = await leaver.link(table.id, "seat")
        hosts_old = await host.link(table.id, "seat", 3)
        await leaver.leave(table.id, 2)
        await refuses(404, "not-found", leaver.table(table.id))
        await refuses(410, "void", leaver.enter(table.id, old.key))
        assert kinds(await host.plan_seat(table.id, 3, by_link())) == ["person", "open", "open", "open"]
        assert (await heir.enter(table.id, join.key, seat=2)).seat == 2
        second = await people.person("Second")
        assert (await second.enter(table.id, join.key, seat=3)).seat == 3
        await refuses(410, "void", leaver.enter(table.id, old.key))
        with contextlib.suppress(ServerError):
            await host.enter(table.id, hosts_old.key)
        assert (await host.table(table.id)).you.seats == [1]

    story(usual, go)


def test_who_got_up_is_out_also_on_a_connection_that_was_open(usual: Server) -> None:
    """The seat of a connection is the session's as it is now, not as it was when it was opened."""

    async def go(people: People) -> None:
        host, leaver, heir = [await people.person(name) for name in ("Host", "Leaver", "Heir")]
        table = await host.new_table([here(), by_link(), by_link()])
        join = (await host.link(table.id, "join")).key
        await leaver.enter(table.id, join)
        old = await people.raw(leaver, table.id, seat=2)
        hosts = await people.raw(host, table.id, seat=1)
        for raw in (old, hosts):
            await raw.next()
        await leaver.leave(table.id, 2)
        await host.plan_seat(table.id, 1, by_link())
        with pytest.raises(ConnectionClosed):
            await old.ask(type="chat", text="I am still here")
        assert (old.socket.close_code or 0) >= 4000
        assert old.socket.close_reason
        for name, seat in (("Heir", 2), ("First", 1), ("Third", 3)):
            who = heir if name == "Heir" else await people.person(name)
            assert (await who.enter(table.id, join, seat=seat)).seat == seat
        # The host may still watch, but plays no seat.
        with contextlib.suppress(ConnectionClosed):
            await hosts.game(lambda update: update["ply"] == 0)
            await hosts.refused("not-your-seat", ply=0, action="stay")
        assert (await heir.table(table.id)).ply == 0

    story(usual, go)


def test_a_watch_link_only_lets_watch(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, fan = await people.person("Ada"), await people.person("Fan")
        table = await ada.new_table([here(), here("Bea")])
        link = await ada.link(table.id, "watch")
        await refuses(404, "not-found", fan.connect(table.id))
        entered = await fan.enter(table.id, link.key)
        assert (entered.seat, entered.table.you.seats, entered.table.you.host) == (None, [], False)
        at = await fan.connect(table.id)
        assert at.seat is None
        playing = await ada.connect(table.id, 1)
        assert playing.table.watchers == 1
        await refuses(403, "not-seated", fan.link(table.id, "watch"))
        await refuses(403, "not-your-seat", fan.leave(table.id, 1))
        await refuses(403, "not-host", fan.plan_seat(table.id, 1, by_link()))
        assert (await ada.tables()).mine[0].id == table.id
        assert (await fan.tables()).mine == []

    story(usual, go)


def test_a_watch_link_to_a_listed_table_takes_no_seat(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, fan = await people.person("Ada"), await people.person("Fan")
        table = await ada.new_table([here(), by_link()], listed=True)
        entered = await fan.enter(table.id, (await ada.link(table.id, "watch")).key)
        assert entered.seat is None
        assert kinds(entered.table) == ["person", "open"]

    story(usual, go)


def test_a_listed_table_is_open_to_all(usual: Server) -> None:
    async def go(people: People) -> None:
        host, guest, fan = [await people.person(name) for name in ("Host", "Guest", "Fan")]
        hidden = await host.new_table([here(), by_link()])
        table = await host.new_table([here(), by_link()], listed=True)
        nobody = people.stranger()
        for who in (guest, nobody):
            listed = {line.id: line for line in (await who.tables()).open}
            assert table.id in listed
            assert hidden.id not in listed
            assert listed[table.id].names == ["Host", ""]
            assert listed[table.id].seats == []
        assert (await nobody.table(table.id)).you.seats == []
        assert (await fan.enter(table.id, watch=True)).seat is None
        at = await nobody.connect(table.id)
        assert at.seat is None
        assert (await guest.enter(table.id)).seat == 2
        await at.until(lambda: at.update is not None)
        mine = (await guest.tables()).mine
        assert [(line.id, line.state, line.seats, line.my_turn) for line in mine] == [(table.id, "playing", [2], True)]
        await refuses(404, "not-found", guest.enter(hidden.id))

    story(usual, go)


def test_leaving_before_the_game_opens_the_seat_and_during_it_lets_a_bot_play(usual: Server) -> None:
    async def go(people: People) -> None:
        host, guest = await people.person("Host"), await people.person("Guest")
        table = await host.new_table([here(), by_link()], pace="instant")
        join = await host.link(table.id, "join")
        await guest.enter(table.id, join.key)
        other = await host.new_table([here(), by_link(), by_link()])
        key = (await host.link(other.id, "join")).key
        await guest.enter(other.id, key)
        await guest.leave(other.id, 2)
        assert kinds(await host.table(other.id)) == ["person", "open", "open"]
        assert other.id not in [line.id for line in (await guest.tables()).mine]
        await refuses(404, "not-found", guest.table(other.id))
        assert (await guest.enter(other.id, key)).seat == 2
        # During the game.
        at = await host.connect(table.id)
        await refuses(400, "no-such-bot", guest.leave(table.id, 2, "nobody"))
        await refuses(403, "not-your-seat", guest.leave(table.id, 1))
        await refuses(400, "seat", guest.leave(table.id, 3))
        left = await guest.leave(table.id, 2, "random")
        assert (left.seats[1].kind, left.seats[1].bot, left.seats[1].name) == ("person", "random", "Guest")
        await at.until(lambda: at.ply >= 1)  # the bot decides
        back = await guest.connect(table.id)
        assert (await guest.enter(table.id, join.key)).seat == 2
        with pytest.raises(CommandRefused) as refused:
            await back.play("stay")
        assert refused.value.code == "not-your-seat"
        await back.take_back()
        await at.until(lambda: at.table.seats[1].bot is None)
        assert not told(back).legal  # the bot has decided for this phase
        await at.play("stay")
        await any_until([back, at], lambda: bool(told(back).legal) or bool(told(at).legal))
        acting = back if told(back).legal else at
        await acting.play(told(acting).legal[0].action)

    story(usual, go)


def test_the_host_plans_seats_anew_until_the_game_begins(usual: Server) -> None:
    async def go(people: People) -> None:
        host, guest = await people.person("Host"), await people.person("Guest")
        table = await host.new_table([here(), by_link(), by_link()])
        await guest.enter(table.id, (await host.link(table.id, "join")).key)
        await refuses(409, "taken", host.plan_seat(table.id, 2, bot("random")))
        await refuses(403, "not-host", guest.plan_seat(table.id, 3, bot("random")))
        await refuses(400, "seat", host.plan_seat(table.id, 4, bot("random")))
        planned = await host.plan_seat(table.id, 1, by_link())
        assert kinds(planned) == ["open", "person", "open"]
        assert planned.you.host  # although not seated
        planned = await host.plan_seat(table.id, 1, here("Me"))
        assert names(planned)[0] == "Me"
        planned = await host.plan_seat(table.id, 3, bot("random"))
        assert planned.state == "playing"
        await refuses(409, "begun", host.plan_seat(table.id, 1, by_link()))

    story(usual, go)


def test_somebody_away_is_handed_over_only_after_a_while_and_takes_the_seat_back(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, bea = await people.person("Ada"), await people.person("Bea")
        table = await ada.new_table([here(), by_link()], away_after=30, pace="instant")
        await bea.enter(table.id, (await ada.link(table.id, "join")).key)
        at, other = await ada.connect(table.id), await bea.connect(table.id)
        await at.until(lambda: at.table.seats[1].here)
        for asked in ({"seat": 2}, {"seat": 3}):
            with pytest.raises(CommandRefused) as refused:
                await at.hand_over("random", **asked)
            assert refused.value.code == ("not-away" if asked["seat"] == 2 else "not-your-seat")
        await other.close()
        await at.until(lambda: not at.table.seats[1].here)
        assert at.table.seats[1].away_since is not None
        with pytest.raises(CommandRefused, match="haven’t been away long enough"):
            await at.hand_over("random", 2)
        with pytest.raises(CommandRefused) as refused:
            await at.hand_over("nobody", 2)
        assert refused.value.code == "no-such-bot"
        assert at.table.seats[1].bot is None
        await bea.leave(table.id, 2, "random")
        await at.until(lambda: at.table.seats[1].bot == "random")
        await at.until(lambda: told(at).decisions != [] and all(question.seat == 1 for question in told(at).decisions))
        # My own seat, without being away, and back.
        await at.pace("relaxed")
        await at.hand_over("random")
        await at.until(lambda: at.table.seats[0].bot == "random")
        with pytest.raises(CommandRefused) as refused:
            await at.play(choose([offer.action for offer in told(at).legal] or ["stay"]))
        assert refused.value.code == "not-your-seat"
        await at.take_back()
        with pytest.raises(CommandRefused) as refused:
            await at.take_back()
        assert refused.value.code == "not-your-seat"
        await at.until(lambda: at.table.seats[0].bot is None)

    story(usual, go)


def test_others_are_told_when_they_may_replace_somebody_and_who_did(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, bea = await people.person("Ada"), await people.person("Bea")
        table = await ada.new_table([here(), here("Cay"), by_link()], away_after=0, pace="relaxed")
        await bea.enter(table.id, (await ada.link(table.id, "join")).key)
        at, other = await ada.connect(table.id), await bea.connect(table.id)
        await at.until(lambda: at.table.seats[2].here)
        # Two people at one screen share one connection, and both are here.
        assert [seat.here for seat in at.table.seats] == [True, True, True]
        assert [seat.replaceable_in for seat in at.table.seats] == [None, None, None]
        await other.close()
        await at.until(lambda: not at.table.seats[2].here)
        assert at.table.seats[2].replaceable_in == 0
        await at.hand_over("random", 3)
        await at.until(lambda: at.table.seats[2].bot == "random")
        seat = at.table.seats[2]
        assert (seat.kind, seat.name, seat.handed_by, seat.replaceable_in) == ("person", "Bea", 1, None)
        assert not (await bea.tables()).mine[0].my_turn, "what a bot decides is not for Bea to do"
        back = await bea.connect(table.id)
        await back.take_back()
        await back.until(lambda: back.table.seats[2].bot is None)
        assert back.table.seats[2].handed_by is None

    story(usual, go)


def test_the_time_until_somebody_may_be_replaced_is_counted_down(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, bea = await people.person("Ada"), await people.person("Bea")
        table = await ada.new_table([here(), by_link()], away_after=500)
        await bea.enter(table.id, (await ada.link(table.id, "join")).key)
        at, other = await ada.connect(table.id), await bea.connect(table.id)
        await at.until(lambda: at.table.seats[1].here)
        await other.close()
        await at.until(lambda: not at.table.seats[1].here)
        left = at.table.seats[1].replaceable_in
        assert left is not None
        assert 0 < left <= 500

    story(usual, go)


def test_bots_are_characters_whom_the_server_seats(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        every = (await ada.bots_and_characters()).characters
        first, second, third = [one.id for one in every[:3]]
        plans = [
            bot("random"),
            SeatPlan("bot", "Xaver", "random", third),
            SeatPlan("bot", None, "random", third),
            here(),
        ]
        table = await ada.new_table(plans)
        assert [seat.character for seat in table.seats] == [first, third, second, None]
        assert names(table) == [every[0].names["en"], "Xaver", every[1].names["en"], "Ada"]
        [mine] = [one for one in (await ada.tables()).mine if one.id == table.id]
        assert (mine.characters, mine.bots) == ([first, third, second, None], ["random"] * 3 + [None])
        await refuses(400, "seat", ada.new_table([here(), SeatPlan("bot", None, "random", "nobody")]))
        await refuses(400, "seat", ada.new_table([here(), SeatPlan("here", None, None, first)]))

    story(usual, go)


def test_an_invitation_is_read_before_anyone_sits_down(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada & Co")
        table = await ada.new_table([here(), bot("greedy"), by_link()], modules=3)
        page = await people.asked("GET", f"/table/{table.id}")
        assert b"<title>Tiefenthal</title>" in page.body, "nobody has been invited yet"
        keys = {to: (await ada.link(table.id, to)).key for to in ("join", "watch", "seat")}
        for to, key in keys.items():
            told_ = await people.stranger("").invitation(table.id, key)
            assert (told_.to, told_.by, told_.table.modules) == (to, "Ada & Co", 3)
            assert told_.table.you.seats == []
            assert kinds(told_.table) == ["person", "bot", "open"]
        for language, title in (("", "invites you"), ("xx, uk;q=0.8", "кличе вас")):
            page = await people.asked("GET", f"/table/{table.id}", **{"Accept-Language": language})
            assert f"<title>Ada &amp; Co {title}" in page.body.decode()
        await (await people.person("Ben")).enter(table.id, keys["join"])
        page = await people.asked("GET", f"/table/{table.id}")
        assert b"<title>Tiefenthal</title>" in page.body, "the game has begun"

    story(usual, go)


# --- what strangers learn: nothing


def test_unknown_and_forbidden_look_the_same_byte_by_byte(usual: Server) -> None:
    async def go(people: People) -> None:
        ada, eve, fan = [await people.person(name) for name in ("Ada", "Eve", "Fan")]
        foreign = await ada.new_table([here(), here("Bea")])
        await fan.enter(foreign.id, (await ada.link(foreign.id, "watch")).key)
        others = await eve.new_table([here(), here("Own")])
        stranger = f"{COOKIE}={eve.token}"
        for cookie in (stranger, ""):
            unknown = await people.asked("GET", f"/api/tables/{UNKNOWN}", Cookie=cookie)
            assert unknown.status == 404
            assert unknown == await people.asked("GET", f"/api/tables/{foreign.id}", Cookie=cookie)
        requests = [
            ("PUT", "/seats/1", {"kind": "link"}),
            ("PUT", "/seats/4", {"kind": "link"}),
            ("POST", "/links", {"to": "join"}),
            ("POST", "/links", {"to": "seat", "seat": 1}),
            ("POST", "/enter", {}),
            ("POST", "/enter", {"key": WRONG_KEY}),
            ("POST", "/enter", {"watch": True}),
            ("POST", "/invitation", {}),
            ("POST", "/invitation", {"key": WRONG_KEY}),
            ("POST", "/leave", {"seat": 1}),
        ]
        for method, path, body in requests:
            for cookie in (stranger, ""):
                unknown = await people.asked(method, f"/api/tables/{UNKNOWN}{path}", body, Cookie=cookie)
                forbidden = await people.asked(method, f"/api/tables/{foreign.id}{path}", body, Cookie=cookie)
                assert unknown == forbidden, (method, path)
                assert unknown.status == (404 if cookie or path == "/invitation" else 401)
        for table in (UNKNOWN, foreign.id):  # its page reveals nothing either
            assert b"<title>Tiefenthal</title>" in (await people.asked("GET", f"/table/{table}")).body
        plain = await people.handshake(f"/api/tables/{UNKNOWN}/socket", Cookie=stranger)
        assert (plain.status, plain.code) == (404, "not-found")
        for table, query, cookie in (
            (foreign.id, "", stranger),
            (foreign.id, "", ""),
            (foreign.id, "", f"{COOKIE}={'x' * 43}"),
            (foreign.id, "?seat=1", stranger),
            (foreign.id, "?seat=2&since=0", stranger),
            (foreign.id, "?seat=1", f"{COOKIE}={fan.token}"),
            (others.id, "?seat=3", stranger),
            (others.id, "?seat=99", stranger),
            ("nonsense", "", stranger),
        ):
            assert await people.handshake(f"/api/tables/{table}/socket{query}", Cookie=cookie) == plain, (table, query)
        for path in ("", "/text", "/verify", "/plies/0"):
            unknown_record = await people.asked("GET", f"/api/records/{UNKNOWN}{path}", Cookie=stranger)
            assert unknown_record.status == 404
            # a game that is not over has no record, not even for its players
            for who in (eve, ada):
                asked = await people.asked("GET", f"/api/records/{foreign.id}{path}", Cookie=f"{COOKIE}={who.token}")
                assert asked == unknown_record

    story(usual, go)


def test_ids_and_keys_cannot_be_guessed(usual: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        tables = [(await ada.new_table([here(), by_link()])).id for _ in range(4)]
        keys = [(await ada.link(table, "join")).key for table in tables for _ in range(4)]
        for secrets, bits in ((tables, 128), (keys, 128)):
            decoded = [base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)) for text in secrets]
            assert all(len(raw) * 8 >= bits for raw in decoded)
            assert len(set(decoded)) == len(decoded)
            # Not a counter: together the bits look random.
            ones = sum(raw.count(bytes([byte])) * byte.bit_count() for raw in decoded for byte in range(256))
            total = sum(len(raw) * 8 for raw in decoded)
            assert abs(ones - total / 2) < 6 * math.sqrt(total) / 2

    story(usual, go)


async def _finish(host: Client, table: str) -> None:
    seats = [await host.connect(table, seat) for seat in (1, 2)]
    await play_on(seats, lambda: all(seat.over is not None for seat in seats))


def test_a_game_that_is_over_cannot_be_left(swift: Server) -> None:
    async def go(people: People) -> None:
        ada = await people.person("Ada")
        table = await ada.new_table([here(), here("Bea")])
        await _finish(ada, table.id)
        await refuses(409, "over", ada.leave(table.id, 1))
        assert (await ada.table(table.id)).state == "over"
        at = await ada.connect(table.id, 1)
        assert not await at.asked()
        with pytest.raises(CommandRefused) as refused:
            await at.play("stay")
        assert refused.value.code == "not-playing"
        await at.say("well played")

    story(swift, go)
