"""The owner of a server keeps the peace, by commands and by a page, at one process or at several."""

import asyncio
import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus

from harness import postgres
from harness.server import Server
from tests.server.live.helpers import SWIFT, Exchange, People, exchange, names, refuses, story
from tests.server.stores import ON_POSTGRESQL, database_of
from tiefenthal.app.cli.app import assembled
from tiefenthal.client import bot, by_link, here
from tiefenthal.server.protocol import frames

KEY = "kQ3v9Zt5s8Wm2Xp7"
KINDS = ["one process", pytest.param("three processes", marks=postgres.needed)]


@contextlib.contextmanager
def server_of(kind: str, folder: Path, *options: str) -> Iterator[Server]:
    """A running server whose owner has a key, and can use commands."""
    with contextlib.ExitStack() as held:
        several = kind == "three processes"
        server = Server(folder, (*(("--processes", "3") if several else ()), *(options or SWIFT)))
        server.environment = {"TIEFENTHAL_OWNER_KEY": KEY}
        if several:
            address = held.enter_context(postgres.borrowed())
            server.environment["TIEFENTHAL_DATABASE"] = address.for_driver()
        try:
            asyncio.run(server.start())
            yield server
            asyncio.run(server.stop())
        finally:
            server.clean_up()


def moderate(server: Server, *words: str) -> str:
    """What `tiefenthal moderate` says; it must succeed."""
    place = ["--data", str(server.folder)]
    variables = {"TIEFENTHAL_DATABASE": server.environment.get("TIEFENTHAL_DATABASE", "")}
    if variables["TIEFENTHAL_DATABASE"]:
        place = []
    elif ON_POSTGRESQL:
        variables["TIEFENTHAL_DATABASE"], place = database_of(server.folder).for_driver(), []
    said = CliRunner().invoke(assembled(["moderate"]), ["moderate", *words, *place], env=variables)
    assert said.exit_code == 0, f"{said.output} {said.exception!r}"
    return said.output


async def does(server: Server, *words: str) -> str:
    return await asyncio.to_thread(moderate, server, *words)


async def session_of(server: Server, table: str, name: str) -> str:
    found = re.search(rf"{name}  session (\d+)", await does(server, "table", table))
    assert found is not None
    return found[1]


@pytest.mark.parametrize("kind", KINDS)
def test_an_owner_mutes_renames_blocks_and_closes_by_commands(kind: str, tmp_path: Path) -> None:
    kept: list[str] = []

    async def go(people: People) -> None:
        server = people.server
        ada, ben = await people.person("Ada"), await people.person("Ben")
        table = (await ada.new_table([here(), by_link(), bot("random")], listed=True)).id
        await ben.enter(table)
        hers, his = await people.raw(ada, table, seat=1), await people.raw(ben, table, seat=2)
        await hers.kind("hello")
        number = await session_of(server, table, "Ben")
        kept.extend([table, number, str(ben.token)])
        assert table in await does(server, "tables")

        # muted: told so and for how long, and nobody else hears it
        order = (await does(server, "mute", number, "--for", "3h", "--why", "insults")).split()[0]
        while (answer := await his.ask(type="chat", text="boo"))["type"] == "done":
            await asyncio.sleep(0.1)  # until each process has heard of it
        assert answer["code"] == "muted"
        assert answer["reason"]["code"] == "muted-hours"
        assert answer["words"] == "The owner of this server has muted you. You can chat again in 3 hours."
        assert (await hers.ask(type="chat", text="from Ada"))["type"] == "done"
        while (line := (await hers.kind("chat"))["line"])["name"] != "Ada":
            assert line["text"] == "boo", "said before this process had heard of it"
        await does(server, "lift", order)
        while (await his.ask(type="chat", text="sorry"))["type"] != "done":
            await asyncio.sleep(0.1)

        # renamed: keeps the seat, and the name
        await does(server, "rename", number, "A guest", "--why", "a slur")
        await hers.until(lambda frame: frame.get("table", {}).get("seats", [{}, {}])[1].get("name") == "A guest")
        assert names(await ben.table(table))[1] == "A guest"
        assert (await ben.table(table)).you.seats == [2]
        while (named := (await ben.introduce("Ben again")).name) != "A guest":
            assert named == "Ben", "answered by a process that has not heard of it yet"
            await asyncio.sleep(0.1)
        while names(await ben.new_table([here("Ben again"), by_link()]))[0] != "A guest":
            await asyncio.sleep(0.3)

        await does(server, "unlist", f"http://inn.example/table/{table}#key")
        assert table not in {one.id for one in (await ada.tables()).open}
        assert (await hers.ask(type="pace", pace="brisk"))["type"] == "done", "its people play on"

        # closed, in the middle of the game: says so, and nothing of it is deleted
        assert "Closed table" in await does(server, "close", table)
        for raw in (hers, his):
            assert (await raw.closed())[0] == frames.CLOSED_BY_OWNER
        assert "closed by the owner" in await refuses(410, "owner-closed", ada.table(table))
        assert table not in {one.id for one in (await ada.tables()).mine}
        assert "closed" in await does(server, "table", table)
        with pytest.raises(InvalidStatus):
            await people.raw(ada, table)

        await does(server, "block", number, "--for", "2d", "--with-address")

    with server_of(kind, tmp_path / "data") as server:
        story(server, go)
        asyncio.run(server.stop())
        asyncio.run(server.start())

        async def afterwards(people: People) -> None:
            ben = people.stranger(kept[2])
            assert "come back in 2 days" in await refuses(403, "blocked", ben.tables())
            assert "blocked" in await refuses(403, "blocked", ben.enter(kept[0]))
            with pytest.raises(InvalidStatus) as refused:
                await people.raw(ben, kept[0])
            assert refused.value.response.status_code == 403
            assert (await people.asked("GET", "/api/privacy")).status == 200
            log = await does(server, "log")
            for said in (
                "Muted session",
                "insults",
                "Renamed session",
                "Took table",
                "Closed table",
                "Blocked session",
            ):
                assert said in log
            order = next(line for line in log.splitlines() if "Blocked" in line).split()[3]
            await does(server, "lift", order)
            while True:
                with contextlib.suppress(Exception):
                    await ben.tables()
                    break
                await asyncio.sleep(0.1)

        story(server, afterwards)


@pytest.mark.parametrize("kind", KINDS)
def test_an_address_is_kept_out_and_told_for_how_long(kind: str, tmp_path: Path) -> None:
    async def go(people: People) -> None:
        server = people.server
        ada = await people.person("Ada")
        table = (await ada.new_table([here(), by_link()])).id
        raw = await people.raw(ada, table, seat=1)
        await raw.kind("hello")
        number = await session_of(server, table, "Ada")
        await does(server, "block", number, "--for", "6h", "--with-address")
        assert (await raw.closed())[0] == frames.BLOCKED
        stranger = people.stranger()
        refused = 0
        while refused < 20:  # in a row: each process looks for itself
            answer = await people.asked("GET", "/api/bots")
            refused = 0 if answer.status == 200 else refused + 1
            await asyncio.sleep(0.05)
        assert (answer.status, answer.code) == (403, "blocked")
        assert b"in 6 hours" in answer.body
        german = await people.asked("GET", "/api/bots", Accept_Language="de")
        assert "In 6 Stunden kannst du wiederkommen" in german.body.decode()
        await refuses(403, "blocked", stranger.introduce("Somebody else"))
        assert (await people.asked("GET", "/healthz")).status == 200, "machines ask that"
        assert (await people.asked("GET", "/", Accept="text/html")).status == 200, "its page says why"
        log = await does(server, "log")
        assert "Blocked address 127.0.0.1" in log
        address = next(line for line in log.splitlines() if "address" in line).split()[3]
        await does(server, "lift", address)
        while (await people.asked("GET", "/api/bots")).status != 200:
            await asyncio.sleep(0.1)
        while "127.0.0.1" in await does(server, "log"):  # not kept any longer than it was blocked
            await asyncio.sleep(0.1)

    with server_of(kind, tmp_path / "data") as server:
        story(server, go)


# --- the page


async def sent(server: Server, origin: str | None = None, cookie: str = "", **form: str) -> Exchange:
    """Send a form to the page."""
    body = urlencode(form).encode()
    head = [
        "POST /owner HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Origin: {origin or server.url}",
        "Connection: close", "Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}",
        f"Cookie: {cookie}",
    ]  # fmt: skip
    return await exchange(server.port, "\r\n".join(head).encode() + b"\r\n\r\n" + body)


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_does_the_same_for_whoever_has_the_key(kind: str, tmp_path: Path) -> None:
    async def go(people: People) -> None:
        server = people.server
        ada, eve = await people.person("Ada"), await people.person("<script>alert(1)</script>")
        table = (await ada.new_table([here(), by_link(), by_link()], listed=True)).id
        await eve.enter(table)
        raw = await people.raw(eve, table, seat=2)
        assert (await raw.ask(type="chat", text="<img src=x onerror=alert(1)>"))["type"] == "done"

        door = await people.asked("GET", "/owner")
        assert (door.status, b'name="key"' in door.body, table.encode() in door.body) == (200, True, False)
        assert "form-action 'self'" in str(door.header("content-security-policy"))
        assert door.header("cache-control") == "no-store"
        assert (await sent(server, what="close", target=table)).status == 403
        assert (
            await sent(server, cookie=f"tiefenthal_owner=9999999999.{'0' * 64}", what="close", target=table)
        ).status == 403
        assert (await sent(server, "http://evil.example", do="enter", key=KEY)).status == 403
        assert (await sent(server, do="enter", key="wrong")).status == 403

        entered = await sent(server, do="enter", key=KEY)
        assert entered.status == 303
        cookie = str(entered.header("set-cookie"))
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "Path=/owner" in cookie
        cookie = cookie.partition(";")[0]
        page = (await people.asked("GET", "/owner", Cookie=cookie)).body.decode()
        assert table in page
        assert "<script" not in page
        assert "<img" not in page
        number = re.search(r"\?who=(\d+)#person\">\(session \d+\)</a></p>|alert.*?who=(\d+)", page)
        assert number is not None
        who = number[1] or number[2]
        assert (await sent(server, "http://evil.example", cookie, what="close", target=table)).status == 403
        assert (await sent(server, None, cookie, what="mute", target="nobody", seconds="3600")).status == 400
        assert (await sent(server, None, cookie, what="mute", target=who, seconds="3600", why="spam")).status == 303
        while (answer := await raw.ask(type="chat", text="x"))["type"] == "done":
            await asyncio.sleep(0.1)
        assert answer["code"] == "muted"
        page = (await people.asked("GET", "/owner", Cookie=cookie)).body.decode()
        assert f"Muted session {who}" in page
        assert "spam" in page
        assert (await sent(server, None, cookie, what="close", target=table)).status == 303
        assert (await raw.closed())[0] == frames.CLOSED_BY_OWNER
        left = await sent(server, None, cookie, do="leave")
        assert "Max-Age=0" in str(left.header("set-cookie"))

    with server_of(kind, tmp_path / "data") as server:
        story(server, go)
        log = (tmp_path / "data.log").read_text("utf-8")
        assert KEY not in log
        assert "owner signed in" in log


def test_keys_cannot_be_tried_fast_and_without_one_there_is_no_page(tmp_path: Path) -> None:
    async def tries(people: People) -> None:
        answers = [await sent(people.server, do="enter", key=f"wrong {n}") for n in range(7)]
        assert [one.status for one in answers] == [403] * 5 + [429] * 2
        assert answers[-1].header("retry-after") is not None
        assert (await sent(people.server, do="enter", key=KEY)).status == 429

    async def nothing(people: People) -> None:
        assert (await people.asked("GET", "/owner")).status == 404
        assert (await sent(people.server, do="enter", key=KEY)).status in (404, 405)

    with server_of("one process", tmp_path / "data", "--address-rate", "40") as server:
        story(server, tries)
        asyncio.run(server.stop())
        server.environment = {}
        asyncio.run(server.start())
        story(server, nothing)
