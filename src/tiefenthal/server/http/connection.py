"""The WebSocket of a table, from the handshake to the end: who may connect, for which seat, and how fast."""

import asyncio
import functools
from typing import Final
from urllib.parse import parse_qsl

import msgspec
from starlette.types import Receive, Scope, Send

from tiefenthal.engine.rules.refusal import NO_RULE, refuse
from tiefenthal.server import logs
from tiefenthal.server.http.admission import admit
from tiefenthal.server.http.connection_limits import ConnectionLimits
from tiefenthal.server.http.sessions import Sessions
from tiefenthal.server.limits import Limits, client_address, too_fast
from tiefenthal.server.low_priority import LowPriorityQueue
from tiefenthal.server.problem import Refusal, not_found, send_refusal
from tiefenthal.server.protocol import frames
from tiefenthal.server.protocol.parts import TableId
from tiefenthal.server.store.base import StoreError
from tiefenthal.server.tables.connection_throttle import ARRIVAL_INTERVAL, WATCHER_INTERVAL, ConnectionThrottle
from tiefenthal.server.tables.following import TableGoneError
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.registry import TableRegistry
from tiefenthal.server.tables.socket import DIRECT_WRITER, MOST_MALFORMED, MalformedError, Socket, read_command

GOODBYE_SECONDS: Final = 1.0


class TableSocket:
    """The endpoint `/api/tables/{id}/socket`, as an ASGI application."""

    def __init__(
        self, registry: TableRegistry, sessions: Sessions, limits: Limits, connection_limits: ConnectionLimits
    ) -> None:
        self._registry = registry
        self._connection_limits = connection_limits
        self._sessions = sessions
        self._limits = limits
        self._all = ConnectionThrottle()
        self._watchers = ConnectionThrottle(ARRIVAL_INTERVAL, WATCHER_INTERVAL)
        self._low_priority = LowPriorityQueue()
        self._busy: set[asyncio.Task[None]] = set()
        """Tasks of connections that have ended, while they complete a command."""
        self.closed = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = client_address(scope)
        await receive()  # websocket.connect
        await self._all.wait()
        try:
            live, socket, since = await self._admitted(scope, address)
        except Refusal as refusal:
            await send_refusal(scope, send, refusal)
            return
        try:
            await send({"type": "websocket.accept"})
        except BaseException:
            live.attendance.discard(socket)
            raise
        self._registry.metrics.sockets.inc()
        socket.direct = scope.get("extensions", {}).get(DIRECT_WRITER, {}).get("writer")
        writer = asyncio.create_task(socket.write_out(send))
        reader = asyncio.create_task(self._read(socket, live, receive, address))
        try:
            try:
                await live.enter(socket, since)
            except (TableGoneError, StoreError):
                socket.close(frames.DISK, "the table is being read again; connect again")
            await asyncio.wait([writer, reader, socket.ending()], return_when=asyncio.FIRST_COMPLETED)
            if not writer.done() and not reader.done():
                await asyncio.wait([writer], timeout=GOODBYE_SECONDS)  # a slow client may not even read the close frame
        finally:
            self._registry.metrics.sockets.dec()
            self._limits.forget("frame", id(socket))
            ended = functools.partial(self._ended, live.table.id)
            self._busy.add(reader)
            for task in (reader, writer):
                task.add_done_callback(ended)
            writer.cancel()
            await asyncio.wait([reader, writer] if socket.stop_reading(reader) else [writer])
            await live.leave(socket)

    def _ended(self, table: str, task: asyncio.Task[None]) -> None:
        """A task of a connection has ended."""
        self._busy.discard(task)
        failed = None if task.cancelled() else task.exception()
        if isinstance(failed, Exception) and not isinstance(failed, OSError | RuntimeError):
            # uvicorn's RuntimeError: it closed the connection itself while a frame was being sent
            logs.event("socket failed", level="error", table=table, exception=failed)

    async def _admitted(self, scope: Scope, address: str) -> tuple[LiveTable, Socket, int | None]:
        """The table, the seat and the ply to resume from. A table that somebody may not see looks like none."""
        if self.closed:
            raise Refusal(503, "stopping", "The server stops; come back in a moment.", [("retry-after", "5")])
        wait = self._limits.allow("socket", address)
        if wait:
            raise too_fast(wait)
        wanted, since, board = _query(scope.get("query_string", b""))
        session = await self._sessions.find(scope)
        number = session.id if session is not None else None
        self._registry.moderation.check_may_enter(address, number)
        try:
            table = msgspec.convert(scope["path_params"]["id"], TableId)
        except msgspec.ValidationError:
            raise not_found("table") from None
        live = await self._registry.live(table)
        if live is None:
            raise await self._registry.unreadable.refusal(table, number)
        admit(live, number)
        mine = live.table.seats_of(number)
        seat = mine[0] if mine else None
        if wanted is not None:
            seat = wanted - 1
            if seat not in mine:
                raise not_found("table")
        if seat is None:
            await self._watchers.wait()
        await (live.watchers if seat is None else live.arrivals).wait()
        if self._connection_limits.nearly_full and (seat is None or live.table.state != "playing"):
            words = "The server is full, and its last connections are reserved for players; try again later."
            raise Refusal(503, "crowded", words, [("retry-after", "30")])
        low_priority = self._low_priority if seat is None else None
        socket = Socket(number, seat, self._registry.metrics.dropped.inc, board, address, low_priority)
        if not live.attendance.admit(socket, live.presence.watching):
            raise Refusal(503, "crowded", "Too many are watching this table; try again later.", [("retry-after", "30")])
        return live, socket, since

    async def _read(self, socket: Socket, live: LiveTable, receive: Receive, address: str) -> None:
        """Read and carry out commands, one after the other, until the client disconnects."""
        table = live.table
        allow = self._limits.allow
        buckets = _buckets(socket, table.id, address)
        while not socket.closing and not socket.left:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                await self._all.wait()
                await live.departures.wait()
                return
            for kind, key in buckets:  # frames faster than people can send are read more slowly; nothing is lost
                while wait := allow(kind, key):
                    await asyncio.sleep(wait)
            try:
                command = read_command(message.get("text"))
            except MalformedError as error:
                socket.malformed += 1
                self._registry.metrics.refusals.labels("malformed").inc()
                socket.refuse(None, "malformed", refuse(NO_RULE, "malformed", detail=str(error)), table.ply)
                if socket.malformed > MOST_MALFORMED:
                    socket.close(frames.MALFORMED, "too many malformed frames")
                continue
            if isinstance(command, frames.Say) and socket.session is not None:
                wait = self._limits.allow("chat", socket.session)
                if wait:
                    socket.refuse(command.id, "too-fast", refuse(NO_RULE, "too-fast", n=round(wait)), table.ply)
                    continue
            if self.closed:
                socket.refuse(command.id, "stopping", refuse(NO_RULE, "stopping"), table.ply)
                continue
            try:
                await live.command(socket, command)
            except TableGoneError:
                socket.close(frames.DISK, "the table is being read again; connect again")


def _buckets(socket: Socket, table: str, address: str) -> list[tuple[str, object]]:
    """The buckets that a frame is charged to."""
    buckets: list[tuple[str, object]] = [("frame", id(socket)), ("address", address), ("table", table)]
    if socket.session is not None:
        buckets.append(("session", socket.session))
    return buckets


def _query(raw: bytes) -> tuple[int | None, int | None, int]:
    """The seat, the ply and the form of the board: `?seat=2&since=17&board=2`, all optional. What happened before the
    first decision has ply 0, so `since=start` is -1."""
    try:
        given = parse_qsl(raw.decode("ascii"), strict_parsing=bool(raw), max_num_fields=3)
        given = [(name, "-1" if (name, text) == ("since", "start") else text) for name, text in given]
        values = {name: int(text) for name, text in given if text == "-1" or (text.isdigit() and len(text) < 10)}
        if (
            len(values) != len(given)
            or not values.keys() <= {"seat", "since", "board"}
            or -1
            in (
                values.get("seat"),
                values.get("board"),
            )
        ):
            raise ValueError
    except ValueError:
        raise Refusal(
            400, "query", "A socket takes seat, since (or since=start) and board, numbers, nothing else."
        ) from None
    return values.get("seat"), values.get("since"), min(2, values.get("board", 0))
