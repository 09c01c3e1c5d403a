"""uvicorn's protocols for HTTP and WebSocket, with limits on what a client may send, leave unfinished, or leave unread.

With httptools, uvicorn limits neither the size of a request's head nor the time until the request is complete, and it
answers pings even if the client reads no pongs. Everything here is decided before the application is called.
"""

import asyncio
import functools
import math
import struct
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final

import msgspec
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from tiefenthal.server.http.connection_limits import ConnectionLimits
from tiefenthal.server.limits import CHARGED, Limits, address_key, request_cost
from tiefenthal.server.low_priority import LowPriorityQueue
from tiefenthal.server.protocol.http import Problem
from tiefenthal.server.tables.socket import DIRECT_WRITER

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was installed without a compiler
    from websockets.utils import apply_mask

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent

LONGEST_WAIT: Final = 5.0
"""Seconds that a request of an address over its limit waits; one that would have to wait longer is refused."""
LARGEST_HEAD: Final = 16_384
MOST_HEADERS: Final = 100
LARGEST_REQUEST: Final = 2_000_000
"""Head and body; the largest body that is accepted has 512 kB, and may come in many small chunks."""
MOST_PIPELINED: Final = 16
HEAD_SECONDS: Final = 10.0
BODY_SECONDS: Final = 20.0
"""A little longer than an endpoint waits for a body (`endpoint.BODY_SECONDS`), so that a late client is told why."""
STALLED_SECONDS: Final = 30.0
STALLED_BYTES: Final = 16_384
"""A client that reads less than this in `STALLED_SECONDS`, while data waits for it, is gone or too slow."""
MOST_UNREAD: Final = 65_536
"""A client with more unread bytes than this gets no pong: its connection is ended."""
MOST_CONTROL: Final = 60
CONTROL_SECONDS: Final = 10.0
"""At most `MOST_CONTROL` pings, pongs and message fragments in this many seconds; browsers send none by themselves."""
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
TOO_FAST: Final[Answer] = (429, "too-fast", "That was too much at once; wait a little.")
TOO_MANY_AT_ONCE: Final[Answer] = (429, "too-fast", "Wait for an answer before you ask for more.")
RETRY_AFTER: Final = b"retry-after: %d\r\n" % LONGEST_WAIT
TOO_SLOW: Final[Answer] = (408, "too-slow", "The request did not arrive in time; try again on a better connection.")
TOO_MANY: Final[Answer] = (503, "address-full", "Too many connections are open; close some, or try again in a moment.")
MALFORMED: Final[Answer] = (400, "malformed", "This is not a request of HTTP/1.1.")


def _head(size: int) -> bytes:
    """The header of a message in one frame (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    return _MEDIUM(WHOLE_TEXT, 126, size) if size < 65_536 else _LARGE(WHOLE_TEXT, 127, size)


def _is_whole_frames(data: bytes) -> bool:
    """Whether these bytes are complete, masked frames (RFC 6455, 5.2)."""
    start, end = 0, len(data)
    while start + 6 <= end <= SOCKET_SLICE:
        size = data[start + 1] & 127
        if size >= 126:
            more = 2 if size == 126 else 8
            size = more + int.from_bytes(data[start + 2 : start + 2 + more], "big")
        start += 6 + size
    return start == end


class _RejectedError(Exception):
    """Stops the parser in the middle of a request."""


class _StallGuard:
    """Ends a connection whose client does not read what it was sent."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport, ended: Any) -> None:
        self._loop = loop
        self._transport = transport
        self._ended = ended
        self._timer: asyncio.TimerHandle | None = None
        self._waiting = 0

    def watch(self) -> None:
        """Data waits to be read by the client."""
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
        """The connection has ended, or everything was read."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class LimitedHttp(HttpToolsProtocol):
    """An HTTP connection before, between and during requests."""

    connection_limits: ClassVar[ConnectionLimits]
    limits: ClassVar[Limits]
    _stall_guard: _StallGuard
    _deadline: asyncio.TimerHandle | None = None
    _held: asyncio.TimerHandle | None = None
    _running: RequestResponseCycle | None = None
    _in_head = True
    _complete = True
    _received = 0
    _refusal: Answer | None = None

    # uvicorn's own signature, which is narrower than asyncio's
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept or refuse the connection."""
        super().connection_made(transport)
        self._stall_guard = _StallGuard(self.loop, transport, self._record_ended)
        if self.connection_limits.admit(transport, self._address):
            self._arm(HEAD_SECONDS)
        else:
            self._answer(TOO_MANY)

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        if self._held is not None:
            self._held.cancel()
        if self._running is not None:  # uvicorn tells only the last request that it has parsed
            self._running.disconnected = True
            self._running.message_event.set()
        self._stall_guard.forget()
        self.connection_limits.remove(self.transport)
        super().connection_lost(exc)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else "local"

    @property
    def _answering(self) -> bool:
        """Whether an answer is being given; there is none before the first request."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _record_ended(self, reason: str) -> None:
        self.connection_limits.record_ended(reason, self._address)

    # --- requests

    def data_received(self, data: bytes) -> None:
        """Parse in slices, so that excess is noticed before all of it is parsed."""
        if self._deadline is None and self._complete and not self._answering:
            self._arm(HEAD_SECONDS)  # empty lines do not keep a connection open
        for start in range(0, len(data), SLICE):
            part = data if len(data) <= SLICE else data[start : start + SLICE]
            self._received += len(part)
            super().data_received(part)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            if self._received > (LARGEST_HEAD if self._in_head else LARGEST_REQUEST):
                self._reject(HEAD_TOO_LARGE if self._in_head else REQUEST_TOO_LARGE)
                return

    def on_message_begin(self) -> None:
        """A request begins."""
        if len(self.pipeline) >= MOST_PIPELINED:
            self._refusal = TOO_MANY_AT_ONCE
            raise _RejectedError
        super().on_message_begin()
        self._in_head = True
        self._complete = False
        self._received = 0
        if self._deadline is None:
            self._arm(HEAD_SECONDS)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or a trailer after the body."""
        if len(self.headers) >= MOST_HEADERS:
            self._refusal = HEAD_TOO_LARGE
            raise _RejectedError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is complete; the application is called."""
        self._in_head = False
        self._arm(BODY_SECONDS)
        address = self._forwarded(self.headers)
        if address is not None and not self.connection_limits.reassign(self.transport, address):
            self._refusal = TOO_MANY
            raise _RejectedError
        self.connection_limits.mark_busy(self.transport)
        super().on_headers_complete()
        if self.connection_limits.nearly_full and self._answering:
            self.cycle.keep_alive = False

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Call the application. While an address is over its limit, its requests wait, and nothing more is read from
        the connection: that costs less than an answer."""
        if self.transport.is_closing():  # refused, with more of the same already parsed
            return
        cost = request_cost(cycle.scope["path"])
        cycle.scope["state"][CHARGED] = cost
        address = address_key(self._forwarded(cycle.scope["headers"]) or self._address)
        wait = self.limits.reserve("address", address, cost, LONGEST_WAIT) if cost else 0.0
        if cost and wait < LONGEST_WAIT:
            wait = max(wait, self.limits.reserve("start", address, 1.0, LONGEST_WAIT))
        if not wait:
            self._run(cycle, app)
        elif wait == math.inf:
            cycle.response_complete = True  # the application never sees it, nor what is behind it
            self.cycle = cycle
            self._reject(TOO_FAST)
        else:
            self._disarm()
            self.flow.pause_reading()
            self._held = self.loop.call_later(wait, self._let_go, cycle, app)

    def _let_go(self, cycle: RequestResponseCycle, app: Any) -> None:
        """It has waited long enough; the application, or the end of the answer, continues to read."""
        self._held = None
        if not self._complete:
            self._arm(HEAD_SECONDS if self._in_head else BODY_SECONDS)
        self._run(cycle, app)

    def _run(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._complete = True
        self._disarm()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on the connection is a `LimitedWebSocket`."""
        self._disarm()
        self._stall_guard.forget()
        super().handle_websocket_upgrade()

    def _forwarded(self, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
        """The client's address as given by a trusted proxy, by the same rule that the application uses."""
        app = self.app
        if not isinstance(app, ProxyHeadersMiddleware) or self._address not in app.trusted_hosts:
            return None
        given = [value for name, value in headers if name == b"x-forwarded-for"]
        if not given:
            return None
        return app.trusted_hosts.get_trusted_client_address(b", ".join(given).decode("latin-1"))[0] or None

    # --- responses

    def on_response_complete(self) -> None:
        """A response is written, but perhaps not read yet."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._stall_guard.watch()
        if not self._answering:
            self.connection_limits.mark_idle(self.transport)

    def pause_writing(self) -> None:
        """The client has much to read."""
        super().pause_writing()
        self._stall_guard.watch()

    def resume_writing(self) -> None:
        """The client has read most of it."""
        super().resume_writing()
        self._stall_guard.forget()

    def shutdown(self) -> None:
        """The server stops: it does not wait for requests that wait."""
        if self._held is None:
            super().shutdown()
        else:
            self.transport.close()

    def timeout_keep_alive_handler(self) -> None:
        """No further request came in time."""
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self._stall_guard.watch()

    # --- the end

    def _arm(self, seconds: float) -> None:
        self._disarm()
        self._deadline = self.loop.call_later(seconds, self._timed_out)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _timed_out(self) -> None:
        self._deadline = None
        if self._received:
            self._reject(TOO_SLOW)
        else:  # browsers open spare connections
            self.transport.close()

    def _reject(self, refusal: Answer) -> None:
        self._record_ended(refusal[1])
        self._answer(refusal)

    def send_400_response(self, msg: str) -> None:
        """Uvicorn's response to what its parser refuses, in our words."""
        self._reject(self._refusal or MALFORMED)

    def _answer(self, refusal: Answer) -> None:
        """Say why, unless a response is being sent, and close the connection."""
        status, code, words = refusal
        if not self._answering:
            body = msgspec.json.encode(Problem(code, words))
            head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n" % len(body)
            again = RETRY_AFTER if status == 429 else b""
            self.transport.write(STATUS_LINE[status] + head + again + b"\r\n" + body)
        self.transport.close()
        if self.transport.get_write_buffer_size():
            self._stall_guard.watch()


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket. Messages are parsed only when the application asks for them, and nothing is written to a client that
    does not read."""

    connection_limits: ClassVar[ConnectionLimits]
    disconnects: ClassVar[LowPriorityQueue]
    _stall_guard: _StallGuard
    _control = 0
    _control_since = 0.0
    _unparsed = b""
    _whole_frames = True
    """Whether everything since the handshake arrived in complete frames, as browsers send them; then the parser is
    never in the middle of a frame when more arrives."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection was accepted before, as an HTTP request."""
        super().connection_made(transport)
        self._stall_guard = _StallGuard(self.loop, self.transport, self._record_ended)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stall_guard.forget()
        self._unparsed = b""
        self.connection_limits.remove(self.transport)
        self.disconnected = True  # nothing more is written; the rest is not urgent
        self.writable.set()
        self.disconnects.put(functools.partial(super().connection_lost, exc))

    def _record_ended(self, reason: str) -> None:
        self.connection_limits.record_ended(reason, self.client[0] if self.client else None)

    def data_received(self, data: bytes) -> None:
        """Parse in slices, and hold back the rest while a message waits for the application."""
        if self._whole_frames and self.handshake_initiated:
            self._whole_frames = self.handshake_complete and _is_whole_frames(data)
            if self._whole_frames and not self._unparsed and self._read_short(data):
                return
        self._unparsed += data
        if self.read_paused:
            self.transport.pause_reading()
        self._feed()

    def _read_short(self, data: bytes) -> bool:
        """Decode one short message in one frame, as commands arrive, without the parser, which would make a dozen
        objects for it. Returns False for anything else. Reading is paused only if more arrives before the application
        has taken the message."""
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

    def _feed(self) -> None:
        while self._unparsed and not self.read_paused and not self.transport.is_closing():
            part, self._unparsed = self._unparsed[:SOCKET_SLICE], self._unparsed[SOCKET_SLICE:]
            super().data_received(part)
        if self.transport.is_closing():
            self._unparsed = b""

    def handle_connect(self, event: Request) -> None:
        """The application may write directly to the connection (`tables.socket.DirectWriter`)."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][DIRECT_WRITER] = {"writer": self}

    def write_text(self, *texts: bytes) -> bool:
        """Write messages directly to the transport. False when they must wait, or the connection is not open."""
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
        """The next message. Reading continues with what was held back."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        if self._unparsed:
            self._feed()
        return message

    def handle_ping(self) -> None:
        """Answer, if the client reads the answers."""
        if self._flooded():
            return
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self._abort("unread")
            return
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if not self._flooded():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A further fragment of a message."""
        if not self._flooded():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A message. After a close frame nobody reads it."""
        if self.close_sent and self._flooded():
            return
        super().send_receive_event_to_app()

    def _flooded(self) -> bool:
        """Whether there were too many control frames or fragments; then the connection is ended."""
        now = self.loop.time()
        if now - self._control_since >= CONTROL_SECONDS:
            self._control_since, self._control = now, 0
        self._control += 1
        if self._control > MOST_CONTROL:
            if self._control == MOST_CONTROL + 1:
                self._abort("flood")
            return True
        return False

    def _abort(self, reason: str) -> None:
        self._record_ended(reason)
        self.transport.abort()

    def pause_writing(self) -> None:
        """The client has much to read."""
        super().pause_writing()
        self._stall_guard.watch()

    def resume_writing(self) -> None:
        """The client has read most of it."""
        super().resume_writing()
        self._stall_guard.forget()


def protocols(connection_limits: ConnectionLimits, limits: Limits) -> tuple[type[LimitedHttp], type[LimitedWebSocket]]:
    """The two protocol classes of one server; uvicorn takes classes, not instances."""

    class Http(LimitedHttp):
        pass

    class Socket(LimitedWebSocket):
        pass

    Http.limits = limits
    Http.connection_limits = Socket.connection_limits = connection_limits
    Socket.disconnects = LowPriorityQueue()
    return Http, Socket
