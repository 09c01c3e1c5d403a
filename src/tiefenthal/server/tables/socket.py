"""One connection to a table: frames in, strictly parsed; frames out, through a queue, so nobody waits for a client."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, Protocol

import msgspec

from tiefenthal.engine.rules.refusal import Refusal
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.server.low_priority import LowPriorityQueue
from tiefenthal.server.protocol import LARGEST_FRAME, frames
from tiefenthal.server.protocol.frames import Code
from tiefenthal.server.protocol.parts import Reason

MOST_QUEUED: Final = 64
MOST_QUEUED_BYTES: Final = 1_000_000
MOST_MALFORMED: Final = 20

DIRECT_WRITER: Final = "tiefenthal.direct_writer"
"""The key of the `DirectWriter` among the extensions of a connection's scope, if the server provides one."""


class DirectWriter(Protocol):
    """Writes frames directly to a connection, without going through uvicorn."""

    def write_text(self, *texts: bytes) -> bool:
        """Write them now; False if that is impossible because the client does not read or has gone."""


Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_encode = msgspec.json.Encoder().encode
_play = msgspec.json.Decoder(frames.Play)
_tagged: msgspec.json.Decoder[frames.Tagged] = msgspec.json.Decoder(frames.Tagged)


class MalformedError(ValueError):
    """A frame that is not a command; the message says what is wrong with it."""


def read_command(text: str | None) -> frames.Command:
    """A frame as a command. Strict: unknown fields, wrong types and binary frames are refused."""
    if text is None:
        raise MalformedError("frames are JSON text, not binary")
    try:
        raw = text.encode()
        if len(raw) > LARGEST_FRAME:
            raise MalformedError(f"a frame has at most {LARGEST_FRAME} bytes")
        try:
            return _play.decode(raw)
        except msgspec.ValidationError as error:
            if '"type"' not in text:
                raise MalformedError(str(error)) from None
            return _tagged.decode(raw)
    except msgspec.ValidationError as error:
        raise MalformedError(str(error)) from None
    except MalformedError:
        raise
    except (ValueError, RecursionError):
        raise MalformedError("this is not JSON") from None


class Socket:
    """The server's side of a connection. `seat` is None for a watcher."""

    def __init__(
        self,
        session: int | None,
        seat: int | None,
        dropped: Callable[[], None],
        board: int = 0,
        address: str = "",
        low_priority: LowPriorityQueue | None = None,
    ) -> None:
        """`low_priority`: wakes the writer of a client that is not urgent."""
        self.session = session
        self.address = address
        self.seat = seat
        self.board = board
        """Whether updates contain the board: 1, the whole board; 2, its changes."""
        self.told = -1
        """The last ply that it was sent."""
        self.malformed = 0
        self.commanding = False
        """Whether one of its commands is being carried out."""
        self.left = False
        """Whether the client has disconnected."""
        self._dropped = dropped
        self._low_priority = low_priority
        self._box: deque[bytes] = deque()
        self._bytes = 0
        self._filled = asyncio.Event()
        self.direct: DirectWriter | None = None
        """Used while the queue is empty."""
        self._writing = False
        self._held: tuple[bytes, ...] = ()
        self._closing: tuple[int, str] | None = None
        self._ending: asyncio.Future[None] | None = None

    @property
    def draws(self) -> bool:
        """Whether the client draws the game and is sent changes."""
        return self.board >= 2

    @property
    def closing(self) -> bool:
        """Whether the server is closing the connection."""
        return self._closing is not None

    def ending(self) -> asyncio.Future[None]:
        """Done when the server wants to close the connection."""
        if self._ending is None:
            self._ending = asyncio.get_running_loop().create_future()
            if self.closing:
                self._ending.set_result(None)
        return self._ending

    def stop_reading(self, task: asyncio.Task[None]) -> bool:
        """The client has disconnected: cancel the task that reads and carries out commands. False: it is carrying out a
        command, and ends by itself after that."""
        self.left = True
        return not self.commanding and (task.done() or task.cancel())

    def send(self, frame: bytes, *, hold: bool = False) -> None:
        """Write a frame, or queue it behind others. A client that does not read in time is disconnected, and can
        reconnect. `hold`: send it with the next one, which follows at once.
        """
        if self._closing is not None:
            return
        if self._low_priority is None and not self._box and not self._writing and self.direct is not None:
            if hold:
                self._held += (frame,)
                return
            if self.direct.write_text(*self._held, frame):
                self._held = ()
                return
        if self._held:
            held, self._held = self._held, ()
            for one in held:
                self._put(one)
        self._put(frame)

    def _put(self, frame: bytes) -> None:
        if self._closing is not None:
            return
        if len(self._box) >= MOST_QUEUED or self._bytes + len(frame) > MOST_QUEUED_BYTES:
            self._dropped()
            self._box.clear()
            self.close(frames.TOO_SLOW, "you read too slowly; connect again")
            return
        self._box.append(frame)
        self._bytes += len(frame)
        if self._low_priority is None:
            self._filled.set()
        elif len(self._box) == 1:
            self._low_priority.put(self._filled.set)

    def refuse(self, command: int | None, code: Code, refusal: Refusal, ply: int) -> None:
        """Send a refusal with its reason."""
        reason = Reason(refusal.code, refusal.values)
        self.send(_encode(frames.Refused(command, code, refusal_words(refusal), refusal.rule or None, ply, reason)))

    def close(self, code: int, reason: str) -> None:
        """End the connection after the queued frames."""
        if self._closing is None:
            self._closing = (code, reason)
            self._filled.set()
            if self._ending is not None:
                self._ending.set_result(None)

    async def write_out(self, send: Send) -> None:
        """Send queued frames until the connection is closed. Runs as a separate task; only this one waits for a slow
        reader.
        """
        while True:
            await self._filled.wait()
            while self._box:
                frame = self._box.popleft()
                self._bytes -= len(frame)
                if self.direct is None or not self.direct.write_text(frame):
                    self._writing = True  # frames that come meanwhile are queued
                    await send({"type": "websocket.send", "text": frame.decode()})
                    self._writing = False
            self._filled.clear()
            if self._closing is not None:
                code, reason = self._closing
                await send({"type": "websocket.close", "code": code, "reason": reason})
                return
