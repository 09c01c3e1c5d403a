"""Coming back: to what was missed, after the server has stopped or was killed, in the middle of everything; and those
who do not read what they are sent."""

import asyncio
import hashlib
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from harness.patience import PATIENCE
from harness.server import Server
from tests.server.live.helpers import SWIFT, People, Raw, choose, no_errors, running, story
from tiefenthal.client import Client, bot, by_link, here
from tiefenthal.server.protocol import COOKIE, frames
from tiefenthal.server.protocol.http import TableSummary


async def watched(people: People, players: int = 2, modules: int = 1) -> tuple[Client, str]:
    """A listed game of people at one browser."""
    ada = await people.person("Ada")
    table = await ada.new_table([here(f"P{seat}") for seat in range(players)], listed=True, modules=modules)
    return ada, table.id


async def with_ben(people: People, players: int = 2, modules: int = 1) -> tuple[Client, Client, str]:
    """A game of people at one browser, except that Ben, at the second seat, has his own browser."""
    ada, ben = await people.person("Ada"), await people.person("Ben")
    places = [here(), by_link(), *[here(f"P{seat}") for seat in range(2, players)]]
    table = await ada.new_table(places, modules=modules)
    await ben.enter(table.id, (await ada.link(table.id, "join")).key)
    return ada, ben, table.id


async def play(raws: Sequence[Raw], moves: int, also: Sequence[Raw] = ()) -> bool:
    """Play this many decisions in turns, seats counted from 1; the others read along. Whether the game goes on."""
    for _ in range(moves):
        decisions = raws[0].update["decisions"]
        if not decisions:
            return False
        raw = raws[decisions[0]["seat"] - 1]
        ply = (await raw.play(choose([offer["action"] for offer in raw.update["legal"]])))["ply"]
        for other in (*raws, *also):
            await other.at(ply)
    return bool(raws[0].update["decisions"])


async def seated(people: People, who: Client, table: str, players: int = 2, **query: int) -> list[Raw]:
    """A socket for each seat, each with the current state of the game."""
    raws = [await people.raw(who, table, seat=seat, **query) for seat in range(1, players + 1)]
    for raw in raws:
        await raw.kind("update")
    return raws


async def to_and_fro(raw: Raw, action: str, changes: int) -> None:
    """Play an action and undo it, again and again, without waiting for each answer."""
    ply: int = raw.update["ply"]
    for number in range(changes // 2):
        await raw.send({"ply": ply + 2 * number, "action": action})
        await raw.send({"type": "undo", "ply": ply + 2 * number + 1})
    await raw.at(ply + changes)


def events(raw: Raw, after: int) -> list[dict[str, Any]]:
    """The events after a ply that a socket was sent."""
    updates = [frame for frame in raw.frames if frame["type"] == "update"]
    return [event for update in updates for event in update["events"] if event["ply"] > after]


# --- what was missed


@pytest.mark.parametrize("missed", [0, 1, 5, 63, 64, 65, 90])
def test_who_comes_back_is_told_exactly_what_was_missed(swift: Server, missed: int) -> None:
    """The last 64 changes are in memory; older ones are read from the disk."""

    async def go(people: People) -> None:
        ada, table = await watched(people)
        raws = await seated(people, ada, table)
        fan = await people.raw_as(None, table)
        await fan.kind("update")
        await play(raws, 20, [fan])
        since = raws[0].update["ply"]
        await play(raws, missed, [fan])
        for stayed, query in ((raws[0], {"seat": 1}), (raws[1], {"seat": 2}), (fan, {})):
            back = await people.raw_as(ada.token if query else None, table, since=since, **query)
            update = await back.kind("update")
            assert update["complete"]
            assert update["events"] == events(stayed, since)
            assert {event["ply"] for event in update["events"]} == set(range(since + 1, since + missed + 1))
            for same in ("ply", "move", "view", "decisions", "legal", "unavailable", "choice", "undo"):
                assert update[same] == stayed.update[same], same

    story(swift, go)


def test_without_since_no_events_and_with_a_ply_that_never_was_not_complete(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await watched(people)
        raws = await seated(people, ada, table)
        await play(raws, 3)
        plain = await people.raw(ada, table, seat=1)
        update = await plain.kind("update")
        assert (update["events"], update["complete"]) == ([], True)
        ahead = await people.raw(ada, table, seat=1, since=4)
        update = await ahead.kind("update")
        assert (update["events"], update["complete"], update["ply"]) == ([], False, 3)
        assert update["view"] == raws[0].view

    story(swift, go)


def test_more_than_is_told_is_left_out_and_said_so(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await watched(people)
        raws = await seated(people, ada, table)
        while raws[0].update["ply"] <= 520:
            while raws[0].update["decisions"][0]["phase"] != "planning":
                await play(raws, 1)
            for raw, other in (raws, raws[::-1]):  # a seat takes back 40 times an evening
                await to_and_fro(raw, "ready", 40)
                await to_and_fro(raw, "ready", 40)
                await other.at(raw.update["ply"])
            while raws[0].update["decisions"][0]["phase"] == "planning":
                await play(raws, 1)
        ply = raws[0].update["ply"]
        back = await people.raw(ada, table, seat=1, since=1)
        update = await back.kind("update")
        assert not update["complete"]
        told = [event["ply"] for event in update["events"]]
        assert told == sorted(told)
        assert told[-1] == ply
        assert update["events"] == events(raws[0], told[0] - 1)
        assert update["view"] == raws[0].view

    story(swift, go)


def test_an_undo_is_told_to_those_who_come_back(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await watched(people)
        raws = await seated(people, ada, table)
        await raws[0].play("stay")
        await raws[0].ask(type="undo", ply=1)
        await raws[1].at(2)
        back = await people.raw(ada, table, seat=2, since=0)
        update = await back.kind("update")
        assert [(event["ply"], event["what"]) for event in update["events"]] == [(1, "decided"), (2, "undone")]
        assert update["events"] == events(raws[1], 0)

    story(swift, go)


# --- when the server ends


class Scene(NamedTuple):
    """A table in the middle of something when the server was killed."""

    table: str
    raws: list[Raw]
    """The old sockets by seat; their connections are broken."""
    note: str = ""


class Killed(NamedTuple):
    """A server that was killed in the middle of several games, and restarted."""

    server: Server
    token: str
    scenes: dict[str, Scene]
    before: list[TableSummary]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Killed]:
    """One kill -9 for all the tests below."""
    with running(tmp_path_factory.mktemp("killed") / "data", *SWIFT) as server:

        async def run() -> Killed:
            async with asyncio.timeout(PATIENCE), People(server) as people:
                ada = await people.person("Ada")
                scenes = {
                    "long": await _long(people, ada),
                    "evening": await _evening(people, ada),
                    "planning": await _planning(people, ada),
                    "bot": await _bot(people, ada),
                    "waiting": await _waiting(ada),
                }
                before = (await ada.tables()).mine
                server.kill()
                for scene in scenes.values():
                    for raw in scene.raws:
                        assert (await raw.closed())[0] == 1006
                await server.start()
                return Killed(server, ada.token or "", scenes, before)

        yield asyncio.run(run())


async def _long(people: People, ada: Client) -> Scene:
    """A hundred decisions, more than are kept in memory, and some chat."""
    table = (await ada.new_table([here(), here("Bea"), here("Cid")], modules=5)).id
    raws = await seated(people, ada, table, 3)
    await play(raws, 100)
    await raws[0].ask(type="chat", text="see you")
    await raws[0].ask(type="pace", pace="brisk")
    return Scene(table, raws)


async def _evening(people: People, ada: Client) -> Scene:
    """One of three has chosen, which only they know."""
    table = (await ada.new_table([here(), here("Bea"), here("Cid")], listed=True)).id
    raws = await seated(people, ada, table, 3)
    while raws[0].view["round"] == 1 or len(raws[0].update["decisions"]) < 3:
        await play(raws, 1)
    assert {question["phase"] for question in raws[0].update["decisions"]} == {"evening"}
    chosen = raws[1].update["legal"][-1]["action"]
    await raws[1].play(chosen)
    for raw in raws:
        await raw.at(raws[1].update["ply"])
    return Scene(table, raws, chosen)


async def _planning(people: People, ada: Client) -> Scene:
    """One is ready, the other has placed a die."""
    table = (await ada.new_table([here(), here("Bea")])).id
    raws = await seated(people, ada, table)
    while raws[0].update["decisions"][0]["phase"] != "planning":
        await play(raws, 1)
    await raws[0].play("ready")
    await raws[1].at(raws[0].update["ply"])
    place = next(offer["action"] for offer in raws[1].update["legal"] if offer["action"].startswith("place"))
    await raws[1].play(place)
    await raws[0].at(raws[1].update["ply"])
    return Scene(table, raws, place)


async def _bot(people: People, ada: Client) -> Scene:
    """A person is asked, the bot waits."""
    table = (await ada.new_table([here(), bot("greedy")], pace="instant")).id
    raws = await seated(people, ada, table, 1)
    await raws[0].game(lambda update: [question["seat"] for question in update["decisions"]] == [1])
    return Scene(table, raws)


async def _waiting(ada: Client) -> Scene:
    """A seat is still open."""
    table = (await ada.new_table([here(), by_link()])).id
    return Scene(table, [], (await ada.link(table, "join")).key)


def without_events(update: dict[str, Any]) -> dict[str, Any]:
    return {**update, "events": None}


def test_after_a_kill_the_game_and_what_was_missed_are_as_they_were(killed: Killed) -> None:
    async def go(people: People) -> None:
        scene = killed.scenes["long"]
        for seat, before in enumerate(scene.raws, 1):
            for since in (before.update["ply"], 99, 70, 3):
                back = await people.raw_as(killed.token, scene.table, seat=seat, since=since)
                hello, update = await back.next(), await back.next()
                assert [line["text"] for line in hello["chat"]] == ["see you"]
                assert hello["table"]["pace"] == "brisk"
                assert hello["table"]["commitment"] == before.frames[0]["table"]["commitment"]
                assert update["events"] == events(before, since)
                assert update["complete"]
                assert without_events(update) == without_events(before.update)
        await play(await seated(people, people.stranger(killed.token), scene.table, 3), 5)

    story(killed.server, go)


def test_after_a_kill_my_tables_are_still_mine(killed: Killed) -> None:
    async def go(people: People) -> None:
        ada = people.stranger(killed.token)
        scene = killed.scenes["waiting"]
        guest = await people.person("Guest")
        mine = {line.id: line for line in (await ada.tables()).mine}
        before = {line.id: line for line in killed.before}
        assert mine.keys() == before.keys()
        assert mine[scene.table] == before[scene.table]
        assert (await guest.enter(scene.table, scene.note)).table.state == "playing"

    story(killed.server, go)


def test_killed_while_all_decide_at_once_nothing_of_it_is_lost_or_shown(killed: Killed) -> None:
    """In the middle of a choice of the evening: one has chosen, which only they know, and two have not."""

    async def go(people: People) -> None:
        scene = killed.scenes["evening"]
        ada = people.stranger(killed.token)
        back = await seated(people, ada, scene.table, 3)
        fan = await people.raw_as(None, scene.table)
        await fan.kind("update")
        for before, now in zip(scene.raws, back, strict=True):
            assert without_events(now.update) == without_events(before.update)
        assert [raw.update["choice"] for raw in back] == [None, scene.note, None]
        assert fan.update["choice"] is None
        assert [question["seat"] for question in fan.update["decisions"]] == [1, 3]
        for seat in (1, 3):
            late = await people.raw(ada, scene.table, seat=seat, since=back[0].update["ply"] - 1)
            (event,) = (await late.kind("update"))["events"]
            assert (event["seat"], event.get("action")) == (2, None)
        # They change their mind, the others choose, and all choices are shown.
        assert back[1].update["undo"] == "free"
        undone = await back[1].ask(type="undo", ply=back[1].update["ply"])
        other = (await back[1].at(undone["ply"]))["legal"][0]["action"]
        assert other != scene.note
        await back[1].play(other)
        for seat, earlier in ((0, 1), (2, 0)):
            await back[seat].at(back[earlier].update["ply"])
            await back[seat].play(back[seat].update["legal"][0]["action"])
        await fan.at(back[2].update["ply"])
        shown = {(event.get("seat"), event.get("action")) for event in fan.update["events"]}
        assert (2, other) in shown
        assert (2, scene.note) not in shown

    story(killed.server, go)


def test_killed_in_the_middle_of_planning(killed: Killed) -> None:
    async def go(people: People) -> None:
        scene = killed.scenes["planning"]
        back = await seated(people, people.stranger(killed.token), scene.table)
        for before, now in zip(scene.raws, back, strict=True):
            assert without_events(now.update) == without_events(before.update)
        assert [question["seat"] for question in back[0].update["decisions"]] == [2]
        # A command from before the kill is still known as an old one.
        await back[1].refused("stale", ply=back[1].update["ply"] - 1, action=scene.note)
        await back[0].play("unready")
        await back[1].at(back[0].update["ply"])
        await play(back, 4)

    story(killed.server, go)


def test_bots_go_on_after_a_kill(killed: Killed) -> None:
    async def go(people: People) -> None:
        scene = killed.scenes["bot"]
        (back,) = await seated(people, people.stranger(killed.token), scene.table, 1)
        assert back.view == scene.raws[0].view
        for _ in range(12):
            await back.game(lambda update: any(question["seat"] == 1 for question in update["decisions"]))
            await back.play(choose([offer["action"] for offer in back.update["legal"]]))

    story(killed.server, go)


def test_an_orderly_stop_says_goodbye_and_loses_nothing(killed: Killed) -> None:
    """The last one: it stops the server once more."""

    async def go(people: People) -> None:
        ada, table = await watched(people)
        raws = await seated(people, ada, table)
        await play(raws, 9)
        await killed.server.stop()
        for raw in raws:
            code, reason = await raw.closed()
            assert code == frames.GOING_AWAY
            assert reason == "the server stops; come back in a moment"
        no_errors(killed.server)
        await killed.server.start()
        for before, now in zip(raws, await seated(people, ada, table), strict=True):
            assert without_events(now.update) == without_events(before.update)

    try:
        story(killed.server, go)
    finally:
        if killed.server.process.poll() is not None:
            asyncio.run(killed.server.start())


# --- the seed


def test_the_seed_is_in_nothing_that_is_sent_before_the_game_is_over(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, table = await watched(people)
        raws = await seated(people, ada, table)
        fan = await people.raw_as(None, table)
        await fan.kind("update")
        cookie = f"{COOKIE}={ada.token}"
        over_http: list[bytes] = []
        while await play(raws, 10, [fan]):
            for path in (f"/api/tables/{table}", "/api/tables", f"/api/records/{table}", f"/api/records/{table}/text"):
                over_http.append((await people.asked("GET", path, Cookie=cookie)).body)
            back = await people.raw(ada, table, seat=1, since=0)
            await back.kind("update")
            over_http += back.bytes
            await back.close()
        for raw in (*raws, fan):
            if raw.frames[-1]["type"] != "over":
                await raw.kind("over")
        last = raws[0].frames[-1]
        seed = last["ending"]["seed"]
        hellos = [raw.frames[0]["table"]["commitment"] for raw in (*raws, fan)]
        assert len(seed) == 64
        assert {hashlib.sha256(seed.encode()).hexdigest()} == {last["ending"]["commitment"], *hellos}
        for raw in (*raws, fan):
            overs = [number for number, frame in enumerate(raw.frames) if frame["type"] == "over"]
            assert overs[0] > 100
            before = b"".join(raw.bytes[: overs[0]])
            assert seed.encode() not in before
            assert seed[:16].encode() not in before
            assert raw.frames[overs[0]]["ending"] == last["ending"]
        assert len(over_http) > 40
        assert seed.encode() not in b"".join(over_http)
        log = swift.folder.with_name(swift.folder.name + ".log").read_bytes()
        assert seed.encode() not in log
        late = await people.raw_as(None, table)
        assert (await late.kind("over"))["ending"] == last["ending"]

    story(swift, go)


# --- those who do not read


def test_who_does_not_read_is_dropped_and_the_others_play_on(swift: Server) -> None:
    """Ben has a second window, which he does not read; in the first one he plays."""

    async def go(people: People) -> None:
        ada, ben, table = await with_ben(people, 4, modules=5)
        raws = [await people.raw(ben if seat == 2 else ada, table, seat=seat) for seat in range(1, 5)]
        for raw in raws:
            await raw.kind("update")
        dropped = await people.metric("tiefenthal_dropped_readers_total")
        deaf = _deaf(swift.port, table, f"{COOKIE}={ben.token}", swift.url)
        try:
            while await people.metric("tiefenthal_dropped_readers_total") == dropped:
                assert await play(raws, 10), "the game ended, and the one who does not read was never dropped"
            assert await play(raws, 4)  # and the game goes on
        finally:
            deaf.close()
        back = await people.raw(ben, table, seat=2)
        await back.kind("update")
        assert back.update["ply"] == raws[0].update["ply"]

    story(swift, go)


def _deaf(port: int, table: str, cookie: str, origin: str) -> socket.socket:
    """A WebSocket that is opened and never read."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.connect(("127.0.0.1", port))
    lines = [
        f"GET /api/tables/{table}/socket?seat=2&board=1 HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: {origin}",
        f"Cookie: {cookie}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    found.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    return found


def test_a_line_that_breaks_is_noticed_by_the_others(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, ben, table = await with_ben(people)
        first = await people.raw(ada, table, seat=1)
        second = await people.raw(ben, table, seat=2)
        await first.until(lambda frame: bool(frame["type"] == "table" and frame["table"]["seats"][1]["here"]))
        second.socket.transport.abort()
        left = await first.until(
            lambda frame: bool(frame["type"] == "table" and not frame["table"]["seats"][1]["here"])
        )
        assert left["table"]["seats"][1]["away_since"] is not None
        third, fourth = await people.raw(ben, table, seat=2), await people.raw(ben, table, seat=2)
        await fourth.kind("update")
        await third.close()
        await asyncio.gather(first.settle(), fourth.settle())
        assert (await ada.table(table)).seats[1].here  # the other connection of the seat still stands

    story(swift, go)


def test_the_data_folder_is_for_its_owner_alone(swift: Server) -> None:
    assert Path(swift.folder).stat().st_mode & 0o077 == 0
