"""uvicorn's connections, with limits on what a client may send, leave unfinished, or leave unread.

uvicorn bounds neither the head of a request nor the time until it is complete when httptools reads it, and answers
pings without looking whether anybody reads the pongs. Everything here is decided before the application is called.
"""

import asyncio
import functools
import struct
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from tiefenthal.protocol.http import Problem
from tiefenthal.server.http.door import Door
from tiefenthal.server.low_priority import LowPriorityQueue
from tiefenthal.server.tables.socket import LINE

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was installed without a compiler
    from websockets.utils import apply_mask

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

LARGEST_HEAD: Final = 16_384
MOST_HEADERS: Final = 100
LARGEST_REQUEST: Final = 2_000_000
"""All of it; the largest body that is read has 512 kB, and may come in many small pieces."""
MOST_PIPELINED: Final = 16
HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 20.0
"""A little more than a body is waited for (`endpoint.BODY_SECONDS`), so that a late one is told so."""
STALLED_SECONDS: Final = 30.0
STALLED_BYTES: Final = 16_384
"""A client that reads less than this in this many seconds, while more waits for it, is gone or too slow."""
MOST_UNREAD: Final = 65_536
"""Bytes that may wait for a reader when another pong is due."""
MOST_CONTROL: Final = 60
CONTROL_SECONDS: Final = 10.0
"""The limit of pings, pongs and message fragments in this many seconds; browsers send none by themselves."""
SLICE: Final = 4_096
SOCKET_SLICE: Final = 1_024
"""The smallest frames have six bytes, so this is at most a millisecond or two of work."""

WHOLE_TEXT: Final = 0x81
"""The first byte of a message in one frame (RFC 6455, 5.2)."""
_MEDIUM: Final = struct.Struct("!BBH").pack
_LARGE: Final = struct.Struct("!BBQ").pack

Answer = tuple[int, str, str]
HEAD_TOO_LARGE: Final[Answer] = (
    431,
    "head-too-large",
    f"The headers of a request have at most {LARGEST_HEAD} bytes, and there are at most {MOST_HEADERS}.",
)
REQUEST_TOO_LARGE: Final[Answer] = (413, "too-large", "The request is larger than anything this server takes.")
TOO_MANY_AT_ONCE: Final[Answer] = (429, "too-fast", "Wait for an answer before you ask for more.")
TOO_SLOW: Final[Answer] = (408, "too-slow", "The request did not arrive in time; try again on a better connection.")
TOO_MANY: Final[Answer] = (503, "address-full", "Too many connections are open; close some, or try again in a moment.")
MALFORMED: Final[Answer] = (400, "malformed", "This is not a request of HTTP/1.1.")


def _head(size: int) -> bytes:
    """The head of a message in one frame (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    return _MEDIUM(WHOLE_TEXT, 126, size) if size < 65_536 else _LARGE(WHOLE_TEXT, 127, size)


def _is_even(data: bytes) -> bool:
    """Whether these are whole frames of somebody who masks them (RFC 6455, 5.2)."""
    start, end = 0, len(data)
    while start + 6 <= end <= SOCKET_SLICE:
        size = data[start + 1] & 127
        if size >= 126:
            more = 2 if size == 126 else 8
            size = more + int.from_bytes(data[start + 2 : start + 2 + more], "big")
        start += 6 + size
    return start == end


class _CutError(Exception):
    """Ends the reading of a request from inside the parser."""


class _Reader:
    """Ends a connection whose other side does not read what it was sent."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport, ended: Any) -> None:
        self._loop = loop
        self._transport = transport
        self._ended = ended
        self._timer: asyncio.TimerHandle | None = None
        self._waiting = 0

    def watch(self) -> None:
        """Something waits to be read."""
        if self._timer is None:
            self._waiting = self._transport.get_write_buffer_size()
            self._timer = self._loop.call_later(STALLED_SECONDS, self._look)

    def _look(self) -> None:
        self._timer = None
        waiting = self._transport.get_write_buffer_size()
        if waiting and waiting > self._waiting - STALLED_BYTES:
            self._ended("stalled")
            self._transport.abort()
        elif waiting:
            self.watch()

    def forget(self) -> None:
        """The connection has ended, or all was read."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpLine(HttpToolsProtocol):
    """A connection before, between and during requests."""

    door: ClassVar[Door]
    _reading: _Reader
    _deadline: asyncio.TimerHandle | None = None
    _in_head = True
    _complete = True
    _taken = 0
    _verdict: Answer | None = None

    # uvicorn's own signature, which is narrower than asyncio's
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or send it away."""
        super().connection_made(transport)
        self._reading = _Reader(self.loop, transport, self._note)
        if self.door.enter(transport, self._address):
            self._arm(HEAD_SECONDS)
        else:
            self._answer(TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._disarm()
        self._reading.forget()
        self.door.leave(self.transport)
        super().connection_lost(exc)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else "local"

    @property
    def _answering(self) -> bool:
        """Whether an answer is being given; there is none before the first request."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _note(self, reason: str) -> None:
        self.door.note(reason, self._address)

    # --- what comes in

    def data_received(self, data: bytes) -> None:
        """Read it in slices, so that excess is noticed before all of it is parsed."""
        if self._deadline is None and self._complete and not self._answering:
            self._arm(HEAD_SECONDS)  # empty lines keep nobody here
        for start in range(0, len(data), SLICE):
            part = data if len(data) <= SLICE else data[start : start + SLICE]
            self._taken += len(part)
            super().data_received(part)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            if self._taken > (LARGEST_HEAD if self._in_head else LARGEST_REQUEST):
                self._cut(HEAD_TOO_LARGE if self._in_head else REQUEST_TOO_LARGE)
                return

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        if len(self.pipeline) >= MOST_PIPELINED:
            self._verdict = TOO_MANY_AT_ONCE
            raise _CutError
        super().on_message_begin()
        self._in_head = True
        self._complete = False
        self._taken = 0
        if self._deadline is None:
            self._arm(HEAD_SECONDS)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or one that follows a body."""
        if len(self.headers) >= MOST_HEADERS:
            self._verdict = HEAD_TOO_LARGE
            raise _CutError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The application is asked now."""
        self._in_head = False
        self._arm(BODY_SECONDS)
        address = self._forwarded()
        if address is not None and not self.door.belongs_to(self.transport, address):
            self._verdict = TOO_MANY
            raise _CutError
        self.door.works(self.transport)
        super().on_headers_complete()
        if self.door.tight and self._answering:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """All of it is here."""
        self._complete = True
        self._disarm()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a `SocketLine`."""
        self._disarm()
        self._reading.forget()
        super().handle_websocket_upgrade()

    def _forwarded(self) -> str | None:
        """For whom a proxy that may speak for others has asked, by the same rule as the application is told it."""
        app = self.app
        if not isinstance(app, ProxyHeadersMiddleware) or self._address not in app.trusted_hosts:
            return None
        given = [value for name, value in self.headers if name == b"x-forwarded-for"]
        if not given:
            return None
        return app.trusted_hosts.get_trusted_client_address(b", ".join(given).decode("latin-1"))[0] or None

    # --- what goes out

    def on_response_complete(self) -> None:
        """An answer is written, which does not mean that it is read."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._reading.watch()
        if not self.pipeline:
            self.door.waits(self.transport)

    def pause_writing(self) -> None:
        """Much waits to be read."""
        super().pause_writing()
        self._reading.watch()

    def resume_writing(self) -> None:
        """Most of it was read."""
        super().resume_writing()
        self._reading.forget()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more was asked."""
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self._reading.watch()

    # --- the end

    def _arm(self, seconds: float) -> None:
        self._disarm()
        self._deadline = self.loop.call_later(seconds, self._late)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        self._deadline = None
        if self._taken:
            self._cut(TOO_SLOW)
        else:  # it was opened in case it would be needed, as browsers do
            self.transport.close()

    def _cut(self, verdict: Answer) -> None:
        self._note(verdict[1])
        self._answer(verdict)

    def send_400_response(self, msg: str) -> None:
        """Uvicorn's answer to what its parser refuses, in our words."""
        self._cut(self._verdict or MALFORMED)

    def _answer(self, verdict: Answer) -> None:
        """Say why, where nothing else is being said, and hang up."""
        status, code, words = verdict
        if not self._answering:
            body = msgspec.json.encode(Problem(code, words))
            head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[status] + head + body)
        self.transport.close()
        if self.transport.get_write_buffer_size():
            self._reading.watch()


class SocketLine(WebSocketsSansIOProtocol):
    """A WebSocket: only requested messages are parsed, and nothing is written for a client that does not read."""

    door: ClassVar[Door]
    disconnects: ClassVar[LowPriorityQueue]
    _reading: _Reader
    _control = 0
    _control_since = 0.0
    _rest = b""
    _even = True
    """Whether all that came since the handshake came in whole frames, as browsers send them; so that between two calls
    the parser is between two frames."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It was let in before, as a request."""
        super().connection_made(transport)
        self._reading = _Reader(self.loop, self.transport, self._note)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._reading.forget()
        self._rest = b""
        self.door.leave(self.transport)
        self.disconnected = True  # nothing more is written, though the rest has no hurry
        self.writable.set()
        self.disconnects.put(functools.partial(super().connection_lost, exc))

    def _note(self, reason: str) -> None:
        self.door.note(reason, self.client[0] if self.client else None)

    def data_received(self, data: bytes) -> None:
        """Read it in slices, and keep the rest while a message waits for the application."""
        if self._even and self.handshake_initiated:
            self._even = self.handshake_complete and _is_even(data)
            if self._even and not self._rest and self._take_short(data):
                return
        self._rest += data
        if self.read_paused:
            self.transport.pause_reading()
        self._take()

    def _take_short(self, data: bytes) -> bool:
        """Take one short message in one frame, as commands come, past the parser, which is between two frames: that
        would make a dozen objects of it. False: this is something else. Reading is stopped only when more comes before
        it is taken up."""
        if (
            self.read_paused
            or len(data) < 7
            or data[0] != WHOLE_TEXT
            or not 128 < data[1] < 254
            or len(data) != (data[1] & 127) + 6
            or self.conn.state is not State.OPEN
            or self.conn.current_size is not None
            or self.close_sent
            or self.transport.is_closing()
        ):
            return False
        try:
            text = apply_mask(data[6:], data[2:6]).decode()
        except UnicodeDecodeError:
            return False
        self.read_paused = True
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        return True

    def _take(self) -> None:
        while self._rest and not self.read_paused and not self.transport.is_closing():
            part, self._rest = self._rest[:SOCKET_SLICE], self._rest[SOCKET_SLICE:]
            super().data_received(part)
        if self.transport.is_closing():
            self._rest = b""

    def handle_connect(self, event: Request) -> None:
        """The application may write directly to the connection (`tables.socket.Line`)."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][LINE] = {"line": self}

    def write_text(self, *texts: bytes) -> bool:
        """Messages, past everything that only concerns the beginning and the end of a connection; False when they have
        to wait, or nothing can be written this way any more."""
        if (
            not self.writable.is_set()
            or not self.handshake_complete
            or self.close_sent
            or self.disconnected
            or self.conn.state is not State.OPEN
            or self.conn.extensions
            or self.transport.is_closing()
        ):
            return False
        if len(texts) == 1:
            self.transport.write(_head(len(texts[0])) + texts[0])
        else:
            self.transport.write(b"".join([_head(len(text)) + text for text in texts]))
        return True

    async def receive(self) -> "ASGIReceiveEvent":
        """The next message; then reading continues with what was held back."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        if self._rest:
            self._take()
        return message

    def handle_ping(self) -> None:
        """Answer, if anybody reads the answers."""
        if self._too_many():
            return
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self._end("unread")
            return
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Somebody is there."""
        if not self._too_many():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A further piece of a message."""
        if not self._too_many():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A message. After the goodbye nobody reads it."""
        if self.close_sent and self._too_many():
            return
        super().send_receive_event_to_app()

    def _too_many(self) -> bool:
        """Whether there have been too many frames that are no messages; then it is over."""
        now = self.loop.time()
        if now - self._control_since >= CONTROL_SECONDS:
            self._control_since, self._control = now, 0
        self._control += 1
        if self._control > MOST_CONTROL:
            if self._control == MOST_CONTROL + 1:
                self._end("flood")
            return True
        return False

    def _end(self, reason: str) -> None:
        self._note(reason)
        self.transport.abort()

    def pause_writing(self) -> None:
        """Much waits to be read."""
        super().pause_writing()
        self._reading.watch()

    def resume_writing(self) -> None:
        """Most of it was read."""
        super().resume_writing()
        self._reading.forget()


def lines(door: Door) -> tuple[type[HttpLine], type[SocketLine]]:
    """The two for one server; uvicorn takes classes."""

    class Http(HttpLine):
        pass

    class Socket(SocketLine):
        pass

    Http.door = Socket.door = door
    Socket.disconnects = LowPriorityQueue()
    return Http, Socket
