"""A connection to a table: one WebSocket, one seat (or a watcher)."""

import asyncio
import contextlib
import itertools
import weakref
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tiefenthal.client.errors import CommandRefused, ConnectionLost, UnreachableError
from tiefenthal.client.folding import NotToBeFoldedError, fold
from tiefenthal.client.light import CHANGES, AnyUpdate, decoder
from tiefenthal.server.protocol import VERSION
from tiefenthal.server.protocol.frames import (
    AnswerUndo,
    AskUndo,
    ChatSaid,
    Command,
    Done,
    HandOver,
    Hello,
    Over,
    Play,
    Refused,
    Say,
    SetPace,
    TableChanged,
    TakeBack,
    Undo,
)
from tiefenthal.server.protocol.parts import ChatLine, Pace, TableInfo

CHAT_KEPT = 100
U = TypeVar("U", bound=AnyUpdate)
Opener = Callable[[int | None, int | None], Awaitable[ClientConnection]]
"""Opens the socket for a seat, resuming from a ply."""


class _Version(msgspec.Struct, frozen=True):
    """The only part that is read of an unknown frame."""

    protocol: int = VERSION


class Connection(Generic[U]):
    """A seat at a table, connected. Frames are read as they come; the attributes are always the latest.

        seat = await client.connect(table.id)
        while await seat.asked():
            with contextlib.suppress(CommandRefused):  # somebody was quicker: look again
                await seat.play(seat.update.legal[0].action)
        print(seat.over.ending.scores)

    `U` is the type of the updates: `protocol.frames.Update` or `Shown`, or one of `tiefenthal.client.light`. Those that
    come as changes are whole here.
    """

    def __init__(self, opener: Opener, updates: type[U], seat: int | None = None) -> None:
        """Use `Client.connect` instead."""
        self.seat: int | None = seat
        """Which seat this is, from 1; None for a watcher."""
        self.update: U | None = None
        """The game as last received; None until it begins."""
        self.over: Over | None = None
        """How the game ended, once it has."""
        self.chat: list[ChatLine] = []
        """What was said last."""
        self._opener = opener
        self.received = 0
        """Bytes of all frames so far."""
        self._decoder = decoder(updates)
        self._changes = CHANGES.get(updates)
        self._updates = updates
        self._table: TableInfo | None = None
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._lost: ConnectionLost | None = ConnectionLost(1006, "not connected yet")
        self._greeted = False
        self._updated = False
        self._waiting: dict[int, asyncio.Future[int]] = {}
        self._ids = itertools.count(1)
        self._tick: asyncio.Future[None] | None = None
        self._listeners: list[Callable[[Any], None]] = []
        self._streams: weakref.WeakSet[Frames[U]] = weakref.WeakSet()

    # --- the current state

    @property
    def table(self) -> TableInfo:
        """The table as last received. Its `ply`, `move` and `round` are of that moment; those of `update` are newer."""
        if self._table is None:
            raise ConnectionLost(1006, "not connected yet")
        return self._table

    @property
    def ply(self) -> int:
        """How often the game has changed, as far as this connection knows."""
        return self.update.ply if self.update is not None else 0

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for this seat. One that is not asked may still have something legal, such as to take
        back its readiness."""
        return self.update is not None and any(question.seat == self.seat for question in self.update.decisions)

    @property
    def open(self) -> bool:
        """Whether the connection is open."""
        return self._lost is None

    # --- waiting and listening

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until the condition holds; it is asked again after every frame."""
        while not condition():
            if self._lost is not None:
                raise self._lost
            if self._tick is None:
                self._tick = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._tick)

    async def reached(self, ply: int) -> None:
        """Wait until what was acknowledged with this ply has arrived here, or the game is over."""
        await self.until(lambda: self.ply >= ply or self.over is not None)

    async def asked(self) -> bool:
        """Wait until the game waits for this seat (True) or is over (False)."""
        await self.until(lambda: self.over is not None or self.is_asked)
        return self.over is None

    def listen(self, listener: Callable[[Any], None]) -> None:
        """From now on call this with every frame, at once when it comes, before anyone who waits goes on."""
        self._listeners.append(listener)

    def __aiter__(self) -> "Frames[U]":
        """Every frame from now on; ends when the connection is closed, raises ConnectionLost when it is lost."""
        stream = Frames[U]()
        self._streams.add(stream)
        return stream

    # --- doing something

    async def play(self, action: str, ply: int | None = None) -> int:
        """Decide, at the ply last seen unless another is given. Returns the game's ply after it, when the move is on
        disk and `update` shows it. Raises CommandRefused; if somebody was quicker (code `stale`), `update` shows what
        they did."""
        return await self._change(Play(self.ply if ply is None else ply, action))

    async def undo(self) -> int:
        """Undo my last decision, if that is free; else CommandRefused with the code `consent`."""
        return await self._change(Undo(self.ply))

    async def ask_undo(self) -> int:
        """Ask everyone to let me take back my last decision; `table.undo` shows who has not answered."""
        return await self.command(AskUndo(self.ply))

    async def answer_undo(self, yes: bool) -> int:
        """Answer what somebody asks now."""
        asked = self.table.undo
        return await self.command(AnswerUndo(self.ply if asked is None else asked.ply, yes))

    async def hand_over(self, bot: str, seat: int | None = None) -> int:
        """Let a bot play my seat, or one whose player has been away long enough."""
        return await self.command(HandOver(bot, seat))

    async def take_back(self) -> int:
        """Play my own seat again."""
        return await self.command(TakeBack())

    async def say(self, text: str) -> int:
        """Say something to the table."""
        return await self.command(Say(text))

    async def pace(self, pace: Pace) -> int:
        """Set how quickly bots play."""
        return await self.command(SetPace(pace))

    async def command(self, command: Command) -> int:
        """Send any command and wait for its answer: the game's ply after it, or CommandRefused. Raises ConnectionLost
        when the connection ends before the answer comes; then it may have been carried out or not."""
        number = next(self._ids)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            await self.send(msgspec.json.encode(msgspec.structs.replace(command, id=number)))
            return await answer
        finally:
            self._waiting.pop(number, None)
            if answer.done() and not answer.cancelled():
                answer.exception()  # seen, also when sending failed first

    async def send(self, frame: bytes) -> None:
        """Send bytes as they are, as a text frame, and wait for no answer."""
        if self._lost is not None or self._socket is None:
            raise self._lost or ConnectionLost(1006, "not connected yet")
        try:
            await self._socket.send(frame, text=True)
        except ConnectionClosed:
            # The reader sees the same and knows why, but it may not have run yet.
            await self.until(lambda: False)

    async def _change(self, command: Command) -> int:
        """Carry out what changes the game, and wait until it shows; refused, until what came between shows."""
        refused: CommandRefused | None = None
        try:
            ply = await self.command(command)
        except CommandRefused as refusal:
            refused, ply = refusal, refusal.ply
        with contextlib.suppress(ConnectionLost):  # it is done, or refused, all the same
            await self.until(lambda: self.ply >= ply)
        if refused is not None:
            raise refused
        return ply

    # --- coming and going

    async def connect(self, since: int | None = None) -> Self:
        """Open the connection (`Client.connect` has done so). Comes back when the game as it is now is known."""
        await self.close()
        socket = await self._opener(self.seat, since)
        self._socket, self._lost = socket, None
        self._greeted = self._updated = False
        self._reader = asyncio.create_task(self._read(socket))
        try:
            await self.until(lambda: self._greeted and (self._updated or self.table.state == "waiting"))
        except BaseException:
            await self.close()
            raise
        return self

    async def reconnect(self) -> Self:
        """Come back after the connection was lost (or to a new one); the update's events are those since the ply last
        seen, if the server still has them (`update.complete`)."""
        return await self.connect(self.ply if self.update is not None else None)

    async def close(self) -> None:
        """Hang up. The seat stays mine."""
        socket, reader = self._socket, self._reader
        self._socket = self._reader = None
        if socket is not None:
            await socket.close()
        if reader is not None:
            await reader

    def abort(self) -> None:
        """Drop the connection without closing it, as a failing network does."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # --- reading

    async def _read(self, socket: ClientConnection) -> None:
        """Take in every frame until the connection ends."""
        code, reason = 1006, ""
        try:
            while True:
                self._receive(await socket.recv(decode=False))
        except ConnectionClosed as closed:
            if closed.rcvd is not None:
                code, reason = closed.rcvd.code, closed.rcvd.reason
        except UnreachableError as error:
            code, reason = 1002, str(error)
            await socket.close(1002)
        except Exception as error:  # a listener's; `close` raises it, and nobody waits forever
            reason = f"a listener failed: {error!r}"
            socket.transport.abort()
            raise
        finally:
            self._end(ConnectionLost(code, reason), mine=self._socket is None)

    def _receive(self, data: bytes) -> None:
        self.received += len(data)
        try:
            frame = self._decoder.decode(data)
        except msgspec.DecodeError as error:
            raise self._unreadable(data, error) from None
        if self._changes is not None and isinstance(frame, self._changes):
            try:
                frame = fold(self.update, frame)
            except NotToBeFoldedError:
                raise UnreachableError("the server sent a change of something this client was not shown") from None
        if isinstance(frame, self._updates):
            self.update = frame
            self._updated = True
        elif isinstance(frame, Done | Refused):
            self._answer(frame)
        elif isinstance(frame, TableChanged):
            self._table = frame.table
        elif isinstance(frame, Hello):
            self._table, self.seat, self.chat, self._greeted = frame.table, frame.seat, frame.chat, True
        elif isinstance(frame, Over):
            self.over = frame
        elif isinstance(frame, ChatSaid):
            self.chat = [*self.chat[1 - CHAT_KEPT :], frame.line]
        for listener in self._listeners:
            listener(frame)
        for stream in self._streams:
            stream.queue.put_nowait(frame)
        if self._tick is not None:
            self._tick.set_result(None)
            self._tick = None

    def _answer(self, frame: Done | Refused) -> None:
        number = frame.id
        if number is None:  # refused before it was read; commands are answered in order, so it is the oldest
            number = min(self._waiting, default=0)
        answer = self._waiting.pop(number, None)
        if answer is None or answer.done():
            return
        if isinstance(frame, Done):
            answer.set_result(frame.ply)
        else:
            answer.set_exception(CommandRefused(frame.code, frame.words, frame.rule, frame.ply, frame.reason))

    def _unreadable(self, data: bytes, error: msgspec.DecodeError) -> UnreachableError:
        """Words for a frame this client does not understand."""
        with contextlib.suppress(msgspec.DecodeError):
            spoken = msgspec.json.decode(data, type=_Version).protocol
            if spoken != VERSION:
                return UnreachableError(f"the server speaks protocol {spoken}, this client {VERSION}")
        return UnreachableError(f"the server sent something this client does not understand: {error}")

    def _end(self, lost: ConnectionLost, mine: bool) -> None:
        self._lost = lost
        waiting, self._waiting = self._waiting, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(lost)
        for stream in self._streams:
            stream.queue.put_nowait(None if mine else lost)
        if self._tick is not None:
            self._tick.set_result(None)
            self._tick = None


class Frames(Generic[U]):
    """The frames of a connection, one after the other: Hello, TableChanged, `U`, Over, Done, Refused, ChatSaid."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Any] = asyncio.Queue()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Hello | TableChanged | U | Over | Done | Refused | ChatSaid:
        frame = await self.queue.get()
        if frame is None:
            raise StopAsyncIteration
        if isinstance(frame, ConnectionLost):
            raise frame
        return frame  # type: ignore[no-any-return]
