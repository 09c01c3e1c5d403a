"""Servers that behave in ways ours does not: every one of them ends in words, none in a hang."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

from harness.patience import PATIENCE
from tiefenthal.client import Client, CommandRefused, Connection, ConnectionLost, LightUpdate
from tiefenthal.client.light import decoder
from tiefenthal.server.protocol import VERSION
from tiefenthal.server.protocol.frames import Done, Hello, Refused, Update
from tiefenthal.server.protocol.parts import EditionName, Offer, Question, Reason, TableInfo, You

TABLE = TableInfo(
    "A" * 22, "waiting", 2, 1, EditionName("reference", "0"), False, "natural", 120, 0.0, 0, 0, 0, None, [], 0, None,
    You([1], True),
)  # fmt: skip
HELLO = msgspec.json.encode(Hello(VERSION, "0", 1, TABLE, []))
Behaviour = Callable[[ServerConnection], Awaitable[None]]


def against(behaviour: Behaviour, work: Callable[[Client], Awaitable[None]]) -> None:
    """Run a client against a server that behaves like this."""

    async def limited() -> None:
        async with asyncio.timeout(PATIENCE), serve(behaviour, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with Client(f"http://127.0.0.1:{port}") as client:
                await work(client)

    asyncio.run(limited())


async def connected(client: Client) -> Connection[LightUpdate]:
    """A connection whose table still waits."""
    return await client.connect("A" * 22, updates=LightUpdate)


def test_another_protocol_is_named() -> None:
    """The versions are told, not the field that could not be read."""

    async def newer(socket: ServerConnection) -> None:
        spoken = b'"protocol":%d' % VERSION
        assert spoken in HELLO
        await socket.send(HELLO.replace(spoken, b'"protocol":%d,"new":true' % (VERSION + 1)).decode())
        await socket.wait_closed()

    async def work(client: Client) -> None:
        with pytest.raises(ConnectionLost, match=f"the server speaks protocol {VERSION + 1}, this client {VERSION}"):
            await connected(client)

    against(newer, work)


def test_rubbish_is_not_believed() -> None:
    """Something that is no frame ends the connection."""

    async def rubbish(socket: ServerConnection) -> None:
        await socket.send('{"type": "hello"}')
        await socket.wait_closed()

    async def work(client: Client) -> None:
        with pytest.raises(ConnectionLost, match="does not understand"):
            await connected(client)

    against(rubbish, work)


def test_no_answer_before_the_line_is_cut() -> None:
    """Whoever waits for an answer learns why none comes."""

    async def silent(socket: ServerConnection) -> None:
        await socket.send(HELLO.decode())
        await socket.recv()
        await socket.close(4408, "too slow")

    async def work(client: Client) -> None:
        seat = await connected(client)
        with pytest.raises(ConnectionLost, match="too slow") as lost:
            await seat.play("stay")
        assert lost.value.code == 4408
        assert not seat.open

    against(silent, work)


def test_a_refusal_without_a_number_is_for_the_oldest_command() -> None:
    """A server refuses what it did not even read; commands are answered in order."""

    async def hasty(socket: ServerConnection) -> None:
        await socket.send(HELLO.decode())
        await socket.recv()
        second = msgspec.json.decode(await socket.recv())
        await socket.send(
            msgspec.json.encode(Refused(None, "too-fast", "Wait.", None, 0, Reason("too-fast", {"n": 1}))).decode()
        )
        await socket.send(msgspec.json.encode(Done(second["id"], 0)).decode())
        await socket.wait_closed()

    async def work(client: Client) -> None:
        seat = await connected(client)
        first = asyncio.create_task(seat.say("one"))
        await asyncio.sleep(0)
        assert await seat.say("two") == 0
        with pytest.raises(CommandRefused) as refused:
            await first
        assert refused.value.code == "too-fast"

    against(hasty, work)


def test_play_returns_when_the_update_has_come() -> None:
    """Whatever the order in which the server says it, done or refused."""
    played = asyncio.Event()

    async def slow(socket: ServerConnection) -> None:
        await socket.send(HELLO.decode())
        for answer in (Done(1, 5), Refused(2, "stale", "Look again.", None, 6, Reason("stale", {}))):
            await socket.recv()
            await socket.send(msgspec.json.encode(answer).decode())
            await played.wait()
            await socket.send(f'{{"type":"update","ply":{answer.ply},"decisions":[],"legal":[]}}')
        await socket.wait_closed()

    async def work(client: Client) -> None:
        seat = await connected(client)
        playing = asyncio.create_task(seat.play("stay", 0))
        frames = aiter(seat)
        assert isinstance(await anext(frames), Done)
        assert not playing.done()
        played.set()
        assert await playing == 5
        assert seat.ply == 5
        with pytest.raises(CommandRefused):
            await seat.play("stay")
        assert seat.ply == 6

    against(slow, work)


def test_a_listener_that_fails_does_not_leave_others_waiting() -> None:
    """Its error comes out of `close`."""

    async def talkative(socket: ServerConnection) -> None:
        await socket.send(HELLO.decode())
        await socket.recv()
        await socket.send(msgspec.json.encode(Done(1, 0)).decode())
        await socket.wait_closed()

    async def work(client: Client) -> None:
        seat = await connected(client)

        def listener(frame: object) -> None:
            raise KeyError(type(frame).__name__)

        seat.listen(listener)
        assert await seat.say("x") == 0
        with pytest.raises(ConnectionLost, match="a listener failed"):
            await seat.until(lambda: False)
        with pytest.raises(KeyError, match="Done"):
            await seat.close()

    against(talkative, work)


def test_light_updates_skip_the_rest() -> None:
    """And the whole ones are strict."""
    whole = Update(
        ply=7,
        move=6,
        view={"round": 1},
        events=[],
        complete=True,
        decisions=[Question(1, "planning", "q", "A-1", "planning", False)],
        legal=[Offer("stay", "stay", kind="stay")],
        unavailable=[],
        choice=None,
        chosen=None,
        undo="no",
    )
    data = msgspec.json.encode(whole)
    light = decoder(LightUpdate).decode(data)
    assert (light.ply, [offer.action for offer in light.legal]) == (7, ["stay"])
    assert light.__struct_fields__ == ("ply", "decisions", "legal")
    assert decoder(Update).decode(data) == whole
    with pytest.raises(msgspec.ValidationError):
        decoder(Update).decode(data[:-1] + b',"secret":1}')
