"""The client against a real server."""

import asyncio
import hashlib
import inspect
import random
import subprocess
import sys
from collections.abc import Coroutine
from typing import Any

import httpx
import msgspec
import pytest

import tiefenthal.client
from harness.patience import PATIENCE
from harness.server import Server
from tiefenthal import i18n, verify
from tiefenthal.client import (
    Client,
    CommandRefused,
    Connection,
    ConnectionLost,
    LightUpdate,
    RawUpdate,
    ServerError,
    UnreachableError,
    bot,
    by_link,
    here,
)
from tiefenthal.server.protocol.frames import ChatSaid, Done, Update


def run(work: Coroutine[Any, Any, None]) -> None:
    """Within a time nobody should need."""

    async def limited() -> None:
        async with asyncio.timeout(PATIENCE):
            await work

    asyncio.run(limited())


async def first(seat: Connection[Any]) -> int:
    """Play the first legal action."""
    assert await seat.asked()
    assert seat.update is not None
    return await seat.play(seat.update.legal[0].action)


def told(seat: Connection[Update]) -> Update:
    """What the seat was told last."""
    assert seat.update is not None
    return seat.update


async def until_undo_is(ada: Connection[Update], bob: Connection[Update], way: str) -> None:
    """Play on until undoing Ada's last decision takes this."""
    while told(ada).undo != way:
        ply = await first(ada if ada.is_asked else bob)
        for seat in (ada, bob):
            await seat.until(lambda seat=seat, ply=ply: seat.ply >= ply)  # type: ignore[misc]


async def two_seats(client: Client, modules: int = 1) -> tuple[str, Connection[Update], Connection[Update]]:
    """A table for two at one client, both connected."""
    await client.introduce("Ada")
    table = await client.new_table([here("Ada"), here("Bob")], modules=modules)
    return table.id, await client.connect(table.id, 1), await client.connect(table.id, 2)


def test_the_example_runs_as_it_stands(server: Server) -> None:
    """It is in the docstring of the package."""
    text = inspect.getdoc(tiefenthal.client) or ""
    code = text[text.index("import asyncio") :]
    assert "http://127.0.0.1:8000" in code
    done = subprocess.run(
        [sys.executable, "-c", code.replace("http://127.0.0.1:8000", server.url)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    scores = msgspec.json.decode(done.stdout, type=list[int])
    assert len(scores) == 2


def test_a_whole_game_and_its_record(server: Server) -> None:
    """From the table to the verdict on the record."""

    async def work() -> None:
        async with Client(server.url) as client:
            await client.introduce("Ada")
            table = await client.new_table([here(), bot("random")], modules=2, pace="instant")
            seat = await client.connect(table.id, updates=LightUpdate)
            assert seat.seat == 1
            assert seat.table.commitment is not None
            rng = random.Random(1)
            refusals: list[CommandRefused] = []
            while await seat.asked():
                assert seat.update is not None
                try:
                    await seat.play(rng.choice(seat.update.legal).action)
                except CommandRefused as refusal:
                    refusals.append(refusal)
                assert all(refusal.code == "stale" and refusal.ply <= seat.ply for refusal in refusals)
            assert seat.over is not None
            ending = seat.over.ending
            assert hashlib.sha256(ending.seed.encode()).hexdigest() == ending.commitment == seat.table.commitment
            assert verify(await client.record_text(table.id)).scores == ending.scores
            record = await client.record(table.id)
            assert record.ending == ending
            assert [found.id for found in (await client.records()).records] == [table.id]
            last = await client.replay_step(table.id, record.plies)
            assert last.view["scores"] == ending.scores
            assert last.decisions == []
            verdict = await client.verify_record(table.id)
            assert verdict.valid
            assert verdict.fits_commitment
            assert (await client.verify("rubbish")).valid is False

    run(work())


def test_refusals_carry_code_words_and_rule(server: Server) -> None:
    """And change nothing."""

    async def work() -> None:
        async with Client(server.url) as client:
            _, ada, _ = await two_seats(client)
            before = ada.update
            with pytest.raises(CommandRefused) as illegal:
                await ada.play("buy server")
            assert illegal.value.code == "illegal"
            assert illegal.value.rule == "B-6"
            assert (illegal.value.reason.code, illegal.value.reason.values) == ("arrival-first", {})
            assert illegal.value.words == i18n.catalogue("en").say("why.arrival-first")
            with pytest.raises(CommandRefused) as future:
                await ada.play("stay", 500)
            assert future.value.code == "stale"
            with pytest.raises(CommandRefused) as nothing:
                await ada.answer_undo(True)
            assert nothing.value.code == "nothing-asked"
            assert ada.update is before

    run(work())


def test_play_shows_itself_before_it_returns(server: Server) -> None:
    """After `play` the update is that of the move, and everyone gets it."""

    async def work() -> None:
        async with Client(server.url) as client:
            _, ada, bob = await two_seats(client)
            done = await first(ada)
            assert ada.ply == done == 1
            assert ada.update is not None
            assert [event.action for event in ada.update.events if event.what == "decided"] == ["stay"]
            await bob.until(lambda: bob.ply == done)
            assert bob.update is not None
            assert bob.update.view == ada.update.view
            assert bob.update.board is None
            async with await client.connect(ada.table.id, 2, board=True) as seeing:
                assert told(seeing).board is not None

    run(work())


def test_undo_free_and_asked(server: Server) -> None:
    """Free undo goes back at once; the other kind takes an answer."""

    async def work() -> None:
        async with Client(server.url) as client:
            _, ada, bob = await two_seats(client)
            await until_undo_is(ada, bob, "free")
            moves = told(ada).move
            await ada.undo()
            assert told(ada).move == moves - 1
            await until_undo_is(ada, bob, "ask")
            with pytest.raises(CommandRefused) as refused:
                await ada.undo()
            assert refused.value.code == "consent"
            await ada.ask_undo()
            await bob.until(lambda: bob.table.undo is not None)
            asked = bob.table.undo
            assert asked is not None
            assert (asked.seat, asked.waiting) == (1, [2])
            done = await bob.answer_undo(True)
            await ada.until(lambda: ada.ply >= done)
            assert told(ada).move == asked.move

    run(work())


def test_coming_back_with_the_token_and_from_a_ply(server: Server) -> None:
    """A new client with the token is the same person; `reconnect` brings what was missed, once."""

    async def work() -> None:
        async with Client(server.url) as client:
            table, ada, bob = await two_seats(client)
            await bob.close()
            assert not bob.open
            with pytest.raises(ConnectionLost):
                await bob.play("stay")
            missed = await first(ada)
            await bob.reconnect()
            assert bob.ply == missed
            assert bob.update is not None
            assert bob.update.complete
            assert {event.ply for event in bob.update.events} <= {missed}
            assert any(event.what == "decided" for event in bob.update.events)
            async with Client(server.url, token=client.token) as again:
                assert (await again.session()).name == "Ada"
                assert [found.id for found in (await again.tables()).mine] == [table]
                async with await again.connect(table, 2, updates=RawUpdate) as raw:
                    assert raw.update is not None
                    assert msgspec.json.decode(raw.update.view) == bob.update.view
            async with Client(server.url, token="A" * 43) as stranger:
                with pytest.raises(ServerError) as unknown:
                    await stranger.table(table)
                assert (unknown.value.status, unknown.value.code) == (404, "not-found")
                assert unknown.value.words.startswith("There is no such table")
                with pytest.raises(ServerError) as refused:
                    await stranger.connect(table)
                assert (refused.value.status, refused.value.code) == (404, unknown.value.code)

    run(work())


def test_a_line_that_is_cut_says_so_to_whoever_waits(server: Server) -> None:
    """Nobody waits for ever."""

    async def work() -> None:
        async with Client(server.url) as client:
            _, ada, _ = await two_seats(client)
            frames = aiter(ada)
            waiting = asyncio.create_task(ada.until(lambda: False))
            await asyncio.sleep(0)
            ada.abort()
            with pytest.raises(ConnectionLost):
                await waiting
            with pytest.raises(ConnectionLost):
                async for _ in frames:
                    pass  # what had come before the line was cut
            with pytest.raises(ConnectionLost):
                await ada.say("hello?")
            await ada.reconnect()
            assert await ada.asked()

    run(work())


def test_frames_come_one_after_the_other(server: Server) -> None:
    """The iterator has every frame since it was made, in order, and ends with the connection."""

    async def work() -> None:
        async with Client(server.url) as client:
            _, ada, bob = await two_seats(client)
            heard: list[object] = []
            bob.listen(heard.append)
            frames = aiter(ada)
            await ada.say("good evening")
            await first(ada)
            await ada.until(lambda: len(ada.chat) == 1)
            await ada.close()
            kinds = [type(frame) async for frame in frames]
            assert kinds.count(Done) == 2
            assert kinds.count(ChatSaid) == 1
            assert kinds.count(Update) == 1
            assert ada.chat[0].text == "good evening"
            await bob.until(lambda: bob.ply == 1)
            assert any(isinstance(frame, ChatSaid) for frame in heard)

    run(work())


def test_links_seats_and_bots(server: Server) -> None:
    """Joining, watching, another device, handing over, getting up."""

    async def work() -> None:
        async with Client(server.url) as host, Client(server.url) as guest, Client(server.url) as device:
            await host.introduce("Ada")
            await guest.introduce("Bob")
            await device.introduce("Ada's telephone")
            table = await host.new_table([here(), by_link(), by_link()], listed=False)
            assert table.state == "waiting"
            join = await host.link(table.id, "join")
            assert join.path.endswith(f"#{join.key}")
            assert (await guest.enter(table.id, join.key, name="Robert")).seat == 2
            at = await host.connect(table.id)
            assert at.update is None
            assert (await host.plan_seat(table.id, 3, bot("random"))).state == "playing"
            await at.until(lambda: at.update is not None)
            assert [seat.name for seat in (await guest.table(table.id)).seats][:2] == ["Ada", "Robert"]
            watch = await host.link(table.id, "watch")
            assert (await device.enter(table.id, watch.key, watch=True)).seat is None
            async with await device.connect(table.id) as watching:
                assert watching.seat is None
                with pytest.raises(CommandRefused) as refused:
                    await watching.play("stay")
                assert refused.value.code == "not-your-seat"
            personal = await host.link(table.id, "seat", 1)
            assert (await device.enter(table.id, personal.key)).seat == 1
            other = await device.connect(table.id, 1)
            await other.pace("instant")
            await other.hand_over("random")
            await other.until(lambda: other.table.seats[0].bot == "random")
            await other.take_back()
            await other.until(lambda: other.table.seats[0].bot is None)
            left = await guest.leave(table.id, 2, "random")
            assert left.seats[1].bot == "random"
            with pytest.raises(ServerError) as begun:
                await host.plan_seat(table.id, 3, by_link())
            assert begun.value.status == 409

    run(work())


def test_what_can_be_looked_up(server: Server) -> None:
    """Bots, editions, rules, languages, health."""

    async def work() -> None:
        async with Client(server.url) as client:
            assert {"random", "greedy"} <= {found.name for found in await client.bots()}
            editions = await client.editions()
            assert (await client.check_edition(editions[0].text)).valid
            assert not (await client.check_edition("rubbish")).valid
            assert len((await client.rules()).rules) > 50
            codes = [found.code for found in await client.languages()]
            assert "de" in codes
            assert (await client.language("de")).words
            assert (await client.health()).status == "ok"
            with pytest.raises(ServerError) as nobody:
                await client.session()
            assert nobody.value.status == 401
            await client.introduce("Ada")
            await client.end_session()
            assert client.token is None

    run(work())


@pytest.mark.parametrize(
    "address", ["", "localhost:8000", "ftp://x", "http://", "http://x/path", "http://x/?q=1", "http://[::"]
)
def test_what_is_no_address_is_said(address: str) -> None:
    """Before anything is sent."""
    with pytest.raises(ValueError, match="is not the address of a server"):
        Client(address)


def test_nobody_answers() -> None:
    """A server that is not there: one exception for requests and connections alike."""

    async def work() -> None:
        async with Client("http://127.0.0.1:9") as client:
            with pytest.raises(UnreachableError, match=r"http://127\.0\.0\.1:9 does not answer"):
                await client.health()
            with pytest.raises(UnreachableError, match=r"http://127\.0\.0\.1:9 does not answer"):
                await client.connect("A" * 22)

    run(work())


def test_the_server_goes_away_in_the_moment_it_is_reached() -> None:
    """The socket is closed before the HTTP library has looked at it, and that trips over nothing being there."""

    class Tripping(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            raise AttributeError("'NoneType' object has no attribute 'getpeername'")

    async def work() -> None:
        async with httpx.AsyncClient(transport=Tripping()) as http:
            with pytest.raises(UnreachableError, match=r"http://127\.0\.0\.1:9 does not answer"):
                await Client("http://127.0.0.1:9", http=http).health()

    run(work())
