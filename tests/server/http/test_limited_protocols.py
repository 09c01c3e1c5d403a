"""What the other side of a connection may send, leave unfinished and leave unread: a small server in this process, with
short times, and clients that are nothing but bytes."""

import asyncio
import contextlib
import itertools
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, cast

import pytest
import uvicorn
import uvloop
from uvicorn.server import ServerState

from harness.patience import PATIENCE
from scripts.fuzz_rubbish import masked
from tiefenthal.server.http import connection_limits, limited_protocols
from tiefenthal.server.http.connection_limits import ConnectionLimits
from tiefenthal.server.limits import NO_LIMIT, Limits, Rate
from tiefenthal.server.metrics import Metrics

START = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (
    START + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
PING, TEXT, CONTINUED = 0x9, 0x1, 0x0
SHORT = 0.15
Visit = Callable[["House"], Awaitable[None]]


def protocol_of(connection: object) -> Any:
    """The protocol of a connection, which `ConnectionLimits` knows only as something that can be closed."""
    return cast(asyncio.Transport, connection).get_protocol()


class House:
    """A server of a small application: it answers with text, and reads from sockets only when the test allows it."""

    def __init__(self, most: int = 100, per_address: int = 50, **limits: Any) -> None:
        self.metrics = Metrics(process=False)
        self.connection_limits = ConnectionLimits(most, per_address, self.metrics)
        self.limits = Limits(**{"address": NO_LIMIT, "start": NO_LIMIT, **limits})
        self.go_on = asyncio.Event()
        self.heard: list[Any] = []
        self.waiting = 0
        self.answer = b"hello"
        self.port = 0
        self._writers: list[asyncio.StreamWriter] = []

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            if scope["path"] == "/late":
                self.waiting += 1
                await self.go_on.wait()
            self.heard.append(scope["client"][0])
            head = [(b"content-length", b"%d" % len(self.answer))]
            await send({"type": "http.response.start", "status": 200, "headers": head})
            await send({"type": "http.response.body", "body": self.answer})
            return
        await receive()
        await send({"type": "websocket.accept"})
        await self.go_on.wait()
        while (message := await receive())["type"] != "websocket.disconnect":
            self.heard.append(message)

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator["House"]:
        http, socket = limited_protocols.protocols(self.connection_limits, self.limits)
        config = uvicorn.Config(
            self.app, http=http, ws=socket, log_config=None, lifespan="off", access_log=False, interface="asgi3"
        )
        config.load()
        state = ServerState()
        server = await asyncio.get_running_loop().create_server(
            lambda: http(config, state, {}), "127.0.0.1", 0, start_serving=True
        )
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self.go_on.set()
            for writer in self._writers:
                writer.transport.abort()
            while state.connections or state.tasks:
                await asyncio.sleep(0.01)

    async def say(self, *parts: bytes, address: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        self._writers.append(writer)
        for part in parts:
            writer.write(part)
        return reader, writer

    def ended(self, reason: str) -> float:
        found = self.metrics.registry.get_sample_value("tiefenthal_connections_ended_total", {"reason": reason})
        return found or 0.0


def visit(told: Visit, **size: Any) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE), House(**size).open() as house:
            await told(house)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # as the server uses
        runner.run(run())


async def all_of(reader: asyncio.StreamReader) -> bytes:
    """Read until the server closes the connection, in whichever way."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while part := await reader.read(65_536):
            found += part
    return found


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short time limits, for tests of timeouts. All others have enough time, even on a busy machine."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "STALLED_SECONDS"):
        monkeypatch.setattr(limited_protocols, name, SHORT)


@pytest.mark.parametrize(
    "rubbish",
    [
        b"GET / HTTP/1.1\r\n" + b"a:b\r\n" * 200,
        START + b"X-Long: " + b"x" * 60_000,
        START + b"x" * 60_000,
        b"GET /" + b"x" * 60_000,
        START + b"\r\n" + START + b"a:b\r\n" * 200,
        START + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"a:b\r\n" * 200,
    ],
    ids=["many", "long value", "long name", "long address", "the next request", "after the body"],
)
def test_the_size_of_a_head_is_limited(rubbish: bytes) -> None:
    async def go(house: House) -> None:
        reader, _ = await house.say(rubbish)
        answer = await all_of(reader)
        assert house.ended("head-too-large") == 1
        # while another response is being sent, there is no room for an explanation
        assert answer.startswith(b"HTTP/1.1 431") or b"\r\n\r\n" in rubbish
        assert len(house.connection_limits) == 0

    visit(go)


def test_a_head_of_ordinary_size_may_arrive_in_any_pieces() -> None:
    async def go(house: House) -> None:
        head = START + b"".join(b"X-%d: %s\r\n" % (number, b"y" * 100) for number in range(90)) + b"\r\n"
        reader, writer = await house.say()
        for start in range(0, len(head), 1_000):
            writer.write(head[start : start + 1_000])
            await writer.drain()
        assert (await reader.readuntil(b"hello")).startswith(b"HTTP/1.1 200")

    visit(go)


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize(
    ("start", "more", "code"),
    [
        (b"", b"", None),
        (START, b"a:b\r\n", "too-slow"),
        (b"\r\n", b"\r\n", "too-slow"),
        (START + b"\r\n", b"\r\n", "too-slow"),
        (START + b"Content-Length: 1000\r\n\r\n", b"x", "too-slow"),
    ],
    ids=["nothing", "half a head", "empty lines", "empty lines after an answer", "the body of a GET"],
)
def test_a_request_must_be_complete_in_time(start: bytes, more: bytes, code: str | None) -> None:
    async def go(house: House) -> None:
        ended = False
        while not ended:  # on a busy machine the time may be over before anything was read: then again
            reader, writer = await house.say(start)
            ending = asyncio.create_task(all_of(reader))
            while not ending.done():
                writer.write(more)
                await asyncio.wait([ending], timeout=SHORT / 4)
            assert len(house.connection_limits) == 0
            ended = code is None or house.ended(code) == 1

    visit(go)


@pytest.mark.usefixtures("quickly")
def test_a_late_answer_is_waited_for() -> None:
    async def go(house: House) -> None:
        reader, _ = await house.say(START.replace(b"/ ", b"/late ") + b"\r\n")
        await asyncio.sleep(3 * SHORT)
        house.go_on.set()
        assert b"200" in await reader.readuntil(b"hello")

    visit(go)


@pytest.mark.usefixtures("quickly")
def test_a_client_that_does_not_read_the_answer_is_disconnected() -> None:
    async def go(house: House) -> None:
        house.answer = b"x" * 20_000_000
        _, writer = await house.say(START + b"\r\n")
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        while not house.ended("stalled"):
            await asyncio.sleep(SHORT / 4)
        while len(house.connection_limits):
            await asyncio.sleep(0.01)

    visit(go)


def test_one_address_cannot_take_all_the_room() -> None:
    async def go(house: House) -> None:
        held = [await house.say() for _ in range(5)]
        reader, _ = await house.say(START + b"\r\n")
        assert b"200" in await reader.readuntil(b"hello")
        assert len(house.connection_limits) == 3
        assert await held[0][0].read() == b""  # the oldest was closed

    visit(go, per_address=3)


def test_a_proxy_beside_the_server_has_many_clients() -> None:
    async def go(house: House) -> None:
        for number in range(6):
            reader, _ = await house.say(START + b"X-Forwarded-For: 192.0.2.%d\r\n\r\n" % number)
            await reader.readuntil(b"hello")
        assert len(house.connection_limits) == 6
        assert house.heard == [f"192.0.2.{number}" for number in range(6)]
        late = START.replace(b"/ ", b"/late ") + b"X-Forwarded-For: 192.0.2.9\r\n\r\n"
        busy = [await house.say(late) for _ in range(2)]
        while house.waiting < 2:
            await asyncio.sleep(0.01)
        assert len(house.connection_limits) == 8
        refused, _ = await house.say(late)
        assert (await all_of(refused)).startswith(b"HTTP/1.1 503")
        house.go_on.set()
        for reader, _ in busy:
            assert b"200" in await reader.readuntil(b"hello")

    visit(go, per_address=2)


def test_when_room_is_short_an_answer_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "RESERVED_PART", 2)

    async def go(house: House) -> None:
        for _ in range(3):
            await house.say()
        reader, _ = await house.say(START + b"\r\n")
        assert b"connection: close" in await all_of(reader)

    visit(go, most=8, per_address=8)


@pytest.mark.parametrize(
    ("rubbish", "reason"),
    [
        (masked(PING, b"") * 5_000, "flood"),
        (masked(TEXT, b"", first=0) + masked(CONTINUED, b"", first=0) * 5_000, "flood"),
    ],
    ids=["pings", "empty pieces"],
)
def test_floods_on_a_socket_end_it(rubbish: bytes, reason: str) -> None:
    async def go(house: House) -> None:
        reader, writer = await house.say(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            writer.write(rubbish)
            await writer.drain()
        assert len(await all_of(reader)) < 20 * 200
        assert house.ended(reason) == 1
        assert len(house.connection_limits) == 0

    visit(go)


def test_messages_wait_unparsed_until_the_application_reads_them() -> None:
    """Ten thousand tiny messages at once are not parsed before the application wants them, and none is lost."""

    async def go(house: House) -> None:
        reader, writer = await house.say(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        for number in range(3_000):
            writer.write(masked(TEXT, b"%d" % number))
        await asyncio.sleep(0.05)
        (connection,) = house.connection_limits._addresses
        socket = protocol_of(connection)
        assert socket.queue.qsize() < 300
        house.go_on.set()
        while len(house.heard) < 3_000:
            await asyncio.sleep(0.01)
        assert [message["text"] for message in house.heard] == [str(number) for number in range(3_000)]

    visit(go)


def test_ordinary_pings_are_answered() -> None:
    async def go(house: House) -> None:
        reader, writer = await house.say(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        for number in range(20):
            writer.write(masked(PING, b"%02d" % number))
            assert await reader.readexactly(4) == b"\x8a\x02%02d" % number

    visit(go)


def test_messages_are_the_same_however_they_arrive() -> None:
    """Short, long and fragmented messages, in complete frames as browsers send them, or split anywhere."""
    rng = random.Random(5)

    def frame(opcode: int, data: bytes, first: int = 0x80) -> bytes:
        mask, plain = rng.randbytes(4), masked(opcode, data, first)
        return plain[: -len(data) - 4] + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))

    def message(text: str) -> list[bytes]:
        data = text.encode()
        if rng.random() < 0.7:
            return [frame(TEXT, data)]
        return [frame(TEXT, data[:3], 0), frame(PING, b"there?"), frame(CONTINUED, data[3:])]

    def arriving(frames: list[bytes], cut: bool) -> list[bytes]:
        if not cut:
            return frames
        stream, ends = b"".join(frames), [0]
        while ends[-1] < len(stream):
            ends.append(ends[-1] + rng.choice((1, 2, 5, 6, 40, 700)))
        return [stream[start:end] for start, end in itertools.pairwise(ends)]

    async def go(house: House) -> None:
        house.go_on.set()
        for number in range(16):
            reader, writer = await house.say(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            (connection,) = house.connection_limits._addresses
            socket = protocol_of(connection)
            texts = [f"{at} ü " + "x" * rng.choice((0, 30, 110, 118, 300, 2_000)) for at in range(20)]
            chunks = arriving([part for text in texts[:10] for part in message(text)], cut=False)
            chunks += arriving([part for text in texts[10:] for part in message(text)], cut=number % 4 > 0)
            house.heard.clear()
            for chunk in chunks:
                socket.data_received(chunk)
                if rng.random() < 0.5:
                    await asyncio.sleep(0)
            while len(house.heard) < len(texts):
                await asyncio.sleep(0.001)
            assert [one["text"] for one in house.heard] == texts
            writer.close()
            while len(house.connection_limits):
                await asyncio.sleep(0.001)

    visit(go)


# --- an address over its limit

ANSWER = b"HTTP/1.1 200 OK"


async def first_answers(reader: asyncio.StreamReader, count: int) -> None:
    for _ in range(count):
        assert (await reader.readuntil(b"hello")).startswith(ANSWER)


def test_who_is_over_the_limit_is_not_read_and_others_are_answered() -> None:
    """Two requests are there at once; the third has to wait four seconds, with everything behind it."""

    async def told(house: House) -> None:
        reader, writer = await house.say(*[START + b"\r\n"] * 5)
        await first_answers(reader, 2)
        held = protocol_of(next(iter(house.connection_limits._addresses)))
        assert held._held is not None
        assert not held.transport.is_reading()
        other, _ = await house.say(*[START + b"\r\n"] * 2, address="127.0.0.2")
        await first_answers(other, 2)
        again, _ = await house.say(START + b"\r\n")  # the address is over its limit, whatever the connection
        another, _ = await house.say(START + b"\r\n", address="127.0.0.2")
        del again, another
        assert house.heard == ["127.0.0.1"] * 2 + ["127.0.0.2"] * 2
        writer.transport.abort()

    visit(told, address=Rate(0.25, 2))


def test_who_waits_is_answered_in_the_end() -> None:
    async def told(house: House) -> None:
        body = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n12345"
        reader, _ = await house.say(*[START + b"\r\n"] * 4, body, START + b"\r\n")
        await first_answers(reader, 6)
        assert len(house.heard) == 6

    visit(told, address=Rate(20, 2))


def test_whoever_would_wait_too_long_is_refused_once() -> None:
    """The connection is closed, so that one more costs one more connection."""

    async def told(house: House) -> None:
        reader, _ = await house.say(*[START + b"\r\n"] * 9)
        answer = await all_of(reader)
        assert answer.count(ANSWER) == 1
        assert answer.count(b"HTTP/1.1 429") == 1
        assert b"retry-after: 5\r\n" in answer
        assert answer.endswith(b'wait a little."}')
        assert house.ended("too-fast") == 1

    visit(told, address=Rate(0.1, 1))


def test_requests_of_one_address_are_begun_one_after_the_other() -> None:
    """However much it has saved up."""

    async def told(house: House) -> None:
        for _ in range(2):
            await first_answers((await house.say(START + b"\r\n"))[0], 1)
        await house.say(START + b"\r\n")
        other, _ = await house.say(START + b"\r\n", address="127.0.0.2")
        await first_answers(other, 1)
        assert house.heard.count("127.0.0.1") == 2

    visit(told, start=Rate(0.25, 2))


def test_machines_that_watch_the_server_are_never_held() -> None:
    async def told(house: House) -> None:
        ask = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        reader, _ = await house.say(START + b"\r\n", *[ask] * 9)
        await first_answers(reader, 10)

    visit(told, address=Rate(0.1, 1))


def test_a_request_that_waits_does_not_keep_the_server_from_stopping() -> None:
    async def told(house: House) -> None:
        reader, _ = await house.say(*[START + b"\r\n"] * 2)
        await first_answers(reader, 1)
        held = protocol_of(next(iter(house.connection_limits._addresses)))
        while held._held is None:
            await asyncio.sleep(0)
        held.shutdown()
        assert await all_of(reader) == b""

    visit(told, address=Rate(0.25, 1))


def test_a_client_that_goes_with_more_requests_behind_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def told(house: House) -> None:
        await house.say(START.replace(b"/ ", b"/late ") + b"\r\n", START + b"\r\n")
        while not house.waiting:
            await asyncio.sleep(0.01)
        protocol_of(next(iter(house.connection_limits._addresses))).transport.abort()
        while len(house.connection_limits):
            await asyncio.sleep(0.01)
        house.go_on.set()
        while not house.heard:
            await asyncio.sleep(0.01)

    visit(told)
    assert [one.getMessage() for one in caplog.records if one.name.startswith("uvicorn")] == []
