"""Personal data: how long it is kept, exported as a file, and deleted for good."""

import asyncio
import gzip
import json
from pathlib import Path

import pytest

from harness.server import Server
from tests.server.live.helpers import SWIFT, People, kinds, names, no_errors, refuses, story
from tests.server.stores import sqlite_file
from tiefenthal.client import by_link, here
from tiefenthal.server.config import DAY, CleanUp
from tiefenthal.server.protocol import COOKIE, GUEST, frames

NAME = "Adalberta"
SECRET = "the key is under the mat"


def test_the_figures_are_those_of_the_policy(usual: Server) -> None:
    async def go(people: People) -> None:
        told, policy = await people.stranger().privacy(), CleanUp()
        assert (told.waiting, told.playing, told.over, told.sessions, told.removed) == tuple(
            round(seconds / DAY)
            for seconds in (policy.waiting, policy.playing, policy.over, policy.sessions, policy.deleted)
        )
        assert not told.known
        assert (await (await people.person("Ada")).privacy()).known
        cookie = (await people.asked("POST", "/api/session", {"name": "Ada"})).header("set-cookie") or ""
        assert f"Max-Age={round(told.cookie * DAY)}" in cookie

    story(usual, go)


def test_what_is_kept_about_me_is_one_file_that_can_be_read(swift: Server) -> None:
    async def go(people: People) -> None:
        ada, ben = await people.person(NAME), await people.person("Ben")
        table = await ada.new_table([here(), by_link()])
        await ben.enter(table.id, (await ada.link(table.id, "join")).key)
        mine, his = await people.raw(ada, table.id), await people.raw(ben, table.id)
        await mine.kind("update")
        await mine.play("stay")
        for socket, text in ((mine, "good evening"), (his, "that is Ben's own")):
            assert (await socket.ask(type="chat", text=text))["type"] == "done"
        left = await ben.new_table([by_link(), here()])
        await ada.enter(left.id, (await ben.link(left.id, "seat")).key)  # not a seat she took
        answer = await people.asked("GET", "/api/session/export", Cookie=f"{COOKIE}={ada.token}")
        assert (answer.header("content-disposition") or "").startswith('attachment; filename="tiefenthal-20')
        assert answer.body.count(b"\n") > 20  # with line breaks, for people
        found = json.loads(answer.body)
        assert found["name"] == NAME
        (here_,) = [one for one in found["tables"] if one["id"] == table.id]
        (seat,) = here_["seats"]
        assert (seat["seat"], seat["name"], here_["host"], here_["state"]) == (1, NAME, True, "playing")
        assert [line["text"] for line in seat["said"]] == ["good evening"]
        assert [one["action"] for one in seat["decisions"]] == ["stay"]
        assert b"Ben" not in answer.body.replace(b'"name": "Ben"', b"")  # only the seat that she holds by his link
        await refuses(401, "no-session", people.stranger().kept())

    story(swift, go)


def everything(folder: Path) -> bytes:
    """Every byte that is stored, and the log."""
    files = [path for path in (*folder.rglob("*"), sqlite_file(folder)) if path.is_file()]
    return b"".join(
        gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for path in [*files, folder.with_name(folder.name + ".log")]
    )


def test_who_is_forgotten_leaves_a_guest_and_no_byte(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", SWIFT)
    try:
        asyncio.run(server.start())

        async def go(people: People) -> None:
            ada, ben = await people.person(NAME), await people.person("Ben")
            waiting = await ada.new_table([here(), by_link()], listed=True)
            visited = await ben.new_table([here(), by_link(), by_link()])
            await ada.enter(visited.id, (await ben.link(visited.id, "join")).key)
            left = await ben.new_table([here(), by_link(), by_link()])
            await ada.enter(left.id, (await ben.link(left.id, "join")).key)
            gossip = await people.raw(ada, left.id)
            assert (await gossip.ask(type="chat", text=SECRET))["type"] == "done"
            await gossip.close()
            await ada.leave(left.id, 2)
            table = await ada.new_table([here(), by_link()])
            await ben.enter(table.id, (await ada.link(table.id, "join")).key)
            mine, his = await people.raw(ada, table.id), await people.raw(ben, table.id)
            assert (await mine.ask(type="chat", text=SECRET))["type"] == "done"
            assert (await his.ask(type="chat", text="really?"))["type"] == "done"
            kept = everything(server.folder)
            assert NAME.encode() in kept
            assert SECRET.encode() in kept
            back = (await ada.link(table.id, "seat")).key

            answer = await people.asked("POST", "/api/session/forget", Cookie=f"{COOKIE}={ada.token}")
            assert answer.status == 204
            assert f"{COOKIE}=;" in (answer.header("set-cookie") or "")
            assert (await mine.closed())[0] == frames.GONE
            await refuses(401, "no-session", ada.session())
            # the game goes on: a bot plays where she sat, and nobody comes back there by her link
            changed = await his.until(
                lambda frame: bool(frame["type"] == "table" and frame["table"]["seats"][0]["bot"])
            )
            assert [seat["name"] for seat in changed["table"]["seats"]] == [GUEST, "Ben"]
            await refuses(410, "void", ben.enter(table.id, back))
            await his.play("stay")
            await his.game(lambda update: bool(update["move"] >= 2))
            again = await people.raw(ben, table.id)
            assert [line["text"] for line in (await again.next())["chat"]] == ["really?"]
            # before a game her seat is free again, and her own table is closed
            assert kinds(await ben.table(visited.id)) == ["person", "open", "open"]
            assert names(await ben.table(left.id)) == ["Ben", "", ""]
            assert waiting.id not in {one.id for one in (await ben.tables()).open}
            await refuses(410, "closed", ben.table(waiting.id))

        story(server, go)
        asyncio.run(server.stop())
        no_errors(server)
        kept = everything(server.folder)
        assert b"Ben" in kept  # so one would find what is there
        assert NAME.encode() not in kept
        assert SECRET.encode() not in kept
        asyncio.run(server.start())  # what is left can be read
        asyncio.run(server.stop())
    finally:
        server.clean_up()


@pytest.mark.parametrize("path", ["/api/session/forget", "/api/session/export"])
def test_looking_everywhere_is_not_for_the_impatient(usual: Server, path: str) -> None:
    async def go(people: People) -> None:
        statuses = []
        for _ in range(25):
            ada = await people.person("Ada")
            method = "POST" if path.endswith("forget") else "GET"
            statuses.append((await people.asked(method, path, Cookie=f"{COOKIE}={ada.token}")).status)
            if statuses[-1] == 429:
                break
        assert statuses[-1] == 429

    story(usual, go)
