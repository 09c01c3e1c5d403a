"""What the tests of a running server share: the process, people, raw sockets, short games."""

import asyncio
import contextlib
import itertools
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from harness.patience import PATIENCE
from harness.server import Server
from tiefenthal.client import Client, Connection, ServerError
from tiefenthal.server.protocol import COOKIE
from tiefenthal.server.protocol.frames import Update
from tiefenthal.server.protocol.parts import TableInfo

SWIFT = ("--address-rate", "1000000")
"""Practically no limits: tests are faster than people."""
ERROR = re.compile(r"^\S+Z (error|critical) |^Traceback|was never retrieved|^Fatal Python error")
FINISHING = ("stay", "ready", "end")


@contextlib.contextmanager
def running(folder: Path, *options: str) -> Iterator[Server]:
    """A real server process; at the end it stops cleanly and must not have logged an error."""
    server = Server(folder, options)
    try:
        asyncio.run(server.start())
        yield server
        asyncio.run(server.stop())
        no_errors(server)
    finally:
        server.clean_up()


def no_errors(server: Server) -> None:
    """Check that the server has logged no error. Uvicorn's messages about broken handshakes and frames do not count."""
    lines = server.folder.with_name(server.folder.name + ".log").read_text("utf-8", "replace").splitlines()
    found = [line for line in lines if ERROR.search(line) and "(websockets_sansio_impl.py:" not in line]
    assert not found, "\n".join(found[:10])


def story(server: Server, told: Callable[["People"], Coroutine[Any, Any, None]]) -> None:
    """Let people do something at a server, and close all their connections at the end."""

    async def run() -> None:
        async with asyncio.timeout(PATIENCE), People(server) as people:
            await told(people)

    asyncio.run(run())


class People:
    """The people in a test."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._clients: list[Client] = []
        self._raw: list[Raw] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for raw in self._raw:
            raw.socket.transport.abort()  # a close frame would wait behind frames that nobody has read
            await raw.socket.wait_closed()
        for client in self._clients:
            await client.close()

    def stranger(self, token: str | None = None) -> Client:
        """Somebody without a session, or with one of somebody else."""
        client = Client(self.server.url, token)
        self._clients.append(client)
        return client

    async def person(self, name: str) -> Client:
        """Somebody with a name."""
        client = self.stranger()
        await client.introduce(name)
        return client

    async def raw(self, who: Client, table: str, **query: int) -> "Raw":
        """A raw WebSocket."""
        return await self.raw_as(who.token, table, **query)

    async def raw_as(self, token: str | None, table: str, **query: int) -> "Raw":
        """The same with this token."""
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        uri = f"ws{self.server.url.removeprefix('http')}/api/tables/{table}/socket{'?' if asked else ''}{asked}"
        socket = await open_socket(
            uri,
            origin=Origin(self.server.url),
            additional_headers={} if token is None else {"Cookie": f"{COOKIE}={token}"},
            compression=None,
            max_size=None,
            proxy=None,
        )
        found = Raw(socket)
        self._raw.append(found)
        return found

    async def asked(self, method: str, path: str, body: object = None, **headers: str) -> "Exchange":
        """A request as plain bytes. Underscores in header names stand for hyphens."""
        head = {"Host": self.server.url.removeprefix("http://"), "Origin": self.server.url, "Connection": "close"}
        head |= {name.replace("_", "-"): value for name, value in headers.items()}
        content = b"" if body is None else body if isinstance(body, bytes) else msgspec.json.encode(body)
        if body is not None:
            head |= {"Content-Type": "application/json", "Content-Length": str(len(content))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items() if value), "", ""]
        return await exchange(self.server.port, "\r\n".join(lines).encode() + content)

    async def handshake(self, path: str, **headers: str) -> "Exchange":
        """The handshake of a WebSocket, as plain bytes."""
        upgrade = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        return await self.asked("GET", path, None, **{**upgrade, **headers})

    async def metric(self, name: str) -> float:
        """A metric of the server."""
        answer = await self.asked("GET", "/metrics")
        found = re.search(rf"^{re.escape(name)} (\S+)$", answer.body.decode(), re.MULTILINE)
        assert found is not None, f"there is no figure {name}"
        return float(found[1])


# --- plain bytes


class Exchange(NamedTuple):
    """An answer as received."""

    status: int
    headers: list[tuple[str, str]]
    """The headers in order, without the date."""
    body: bytes

    def header(self, name: str) -> str | None:
        """One header."""
        return dict(self.headers).get(name)

    @property
    def code(self) -> str:
        """The code of the refusal, if it is one."""
        return str(msgspec.json.decode(self.body)["code"])


async def exchange(port: int, request: bytes) -> Exchange:
    """Send bytes and read one answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = [line.partition(": ") for line in head[1:] if line]
        headers = [(name.lower(), value) for name, _, value in pairs if name.lower() != "date"]
        length = int(dict(headers).get("content-length", "0"))
        return Exchange(int(head[0].split()[1]), headers, await reader.readexactly(length))
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


class Raw:
    """A WebSocket without a client library: every received frame is kept, in order, as bytes."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.bytes: list[bytes] = []
        self.frames: list[dict[str, Any]] = []
        self._ids = itertools.count(1000)

    @property
    def view(self) -> Any:
        """The last state of the game that was received."""
        return self.update["view"]

    @property
    def update(self) -> dict[str, Any]:
        """The last update."""
        return next(frame for frame in reversed(self.frames) if frame["type"] == "update")

    @property
    def table(self) -> dict[str, Any]:
        """The last state of the table that was received."""
        found = next(frame for frame in reversed(self.frames) if frame["type"] in {"table", "hello"})["table"]
        assert isinstance(found, dict)
        return found

    async def next(self) -> dict[str, Any]:
        """The next frame."""
        data = await self.socket.recv(decode=False)
        frame = msgspec.json.decode(data)
        assert isinstance(frame, dict)
        self.bytes.append(data)
        self.frames.append(frame)
        return frame

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next frame that is wanted."""
        while not wanted(frame := await self.next()):
            pass
        return frame

    async def kind(self, kind: str) -> dict[str, Any]:
        """The next frame of this type."""
        return await self.until(lambda frame: bool(frame["type"] == kind))

    async def at(self, ply: int) -> dict[str, Any]:
        """Wait until the game is received at this ply or later."""
        return await self.game(lambda update: bool(update["ply"] >= ply))

    async def game(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a condition on the game; it may already hold."""
        if any(frame["type"] == "update" for frame in self.frames) and wanted(self.update):
            return self.update
        return await self.until(lambda frame: bool(frame["type"] == "update" and wanted(frame)))

    async def send(self, frame: object) -> None:
        """Text as it is, bytes as a binary frame, anything else as JSON."""
        await self.socket.send(frame if isinstance(frame, str | bytes) else msgspec.json.encode(frame).decode())

    async def ask(self, **command: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        number = next(self._ids)
        await self.send({**command, "id": number})
        return await self.until(
            lambda frame: bool(frame["type"] in {"done", "refused"} and frame["id"] in {number, None})
        )

    async def play(self, action: str) -> dict[str, Any]:
        """Play an action; returns when the update that shows it has arrived."""
        answer = await self.ask(ply=self.update["ply"], action=action)
        assert answer["type"] == "done", answer
        return await self.at(answer["ply"])

    async def refused(self, code: str, **command: Any) -> dict[str, Any]:
        """Send a command that must be refused with this code."""
        answer = await self.ask(**command)
        assert (answer["type"], answer.get("code")) == ("refused", code), answer
        assert answer["words"].strip()
        return answer

    async def closed(self, unanswered: bool = False) -> tuple[int, str]:
        """Read until the server closes; its code and reason. `unanswered`: without having answered anything."""
        try:
            while True:
                frame = await self.next()
                assert not unanswered or frame["type"] not in {"done", "refused"}, frame
        except ConnectionClosed as end:
            return (end.rcvd.code, end.rcvd.reason) if end.rcvd is not None else (1006, "")

    async def settle(self) -> None:
        """Read all that was sent before now: the answer to something harmless comes after it."""
        await self.ask(type="take-back")

    async def close(self) -> None:
        """Close the connection."""
        await self.socket.close()


# --- games


def choose(legal: Sequence[str]) -> str:
    """The action that ends a game most quickly."""
    for action in FINISHING:
        if action in legal:
            return action
    return legal[0]


def asked(seat: Connection[Update]) -> bool:
    """Whether the game waits for this seat; one that is ready may only become unready."""
    return seat.update is not None and any(question.seat == seat.seat for question in seat.update.decisions)


async def play_on(seats: Sequence[Connection[Update]], until: Callable[[], bool]) -> None:
    """Let these seats play quickly, in turns, until a condition holds or the game is over for all of them."""
    while not until():
        if all(seat.over is not None for seat in seats):
            return
        seat = next((one for one in seats if asked(one)), None)
        if seat is None or seat.update is None:  # a bot's turn, or the end is about to arrive
            over = sum(one.over is not None for one in seats)
            await any_until(
                seats,
                lambda: sum(one.over is not None for one in seats) > over or any(map(asked, seats)) or until(),  # noqa: B023
            )
            continue
        ply = await seat.play(choose([offer.action for offer in seat.update.legal]))
        for other in seats:
            await other.until(lambda: other.ply >= ply)  # noqa: B023


async def any_until(seats: Sequence[Connection[Update]], condition: Callable[[], bool]) -> None:
    """Wait until a condition holds; it is asked again after every frame of any of these seats."""
    waiting = [asyncio.create_task(seat.until(condition)) for seat in seats]
    try:
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            one.result()
    finally:
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


def told(connection: Connection[Update]) -> Update:
    """The last update, which must have come."""
    assert connection.update is not None
    return connection.update


def questions(update: Update) -> list[tuple[int, str]]:
    """Whom the game waits for, and in which phase."""
    return [(question.seat, question.phase) for question in update.decisions]


def names(table: TableInfo) -> list[str]:
    """Who sits there, by seat."""
    return [seat.name for seat in table.seats]


def kinds(table: TableInfo) -> list[str]:
    """The kind of player, by seat."""
    return [seat.kind for seat in table.seats]


async def refuses(status: int, code: str, request: Awaitable[object]) -> str:
    """Check that the request is refused with this code. Returns the message."""
    with pytest.raises(ServerError) as refused:
        await request
    assert (refused.value.status, refused.value.code) == (status, code), refused.value
    return refused.value.words
