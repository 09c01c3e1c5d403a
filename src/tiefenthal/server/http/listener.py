"""Accepts connections: a few in each iteration of the event loop, and from one address no faster than people need them.

uvloop and asyncio accept everything that waits in one go, and make a transport and a protocol for each: a thousand
connections opened at the same moment would delay every move. Here connections that one address opens too fast are
refused and closed before any other work.
"""

import asyncio
import contextlib
import errno
import socket
from collections.abc import Callable
from typing import Any, Final

import msgspec

from tiefenthal.server import logs
from tiefenthal.server.http.connection_limits import ConnectionLimits
from tiefenthal.server.limits import Limits, address_key
from tiefenthal.server.protocol.http import Problem

AT_ONCE: Final = 2
REFUSED_AT_ONCE: Final = 16
"""Refusing is cheap, and other connections wait behind."""
REST_SECONDS: Final = 0.002
"""Pause after accepting `AT_ONCE`."""
NO_FILE_SECONDS: Final = 0.5
"""Seconds until the next try when the system has no file descriptor left for another connection."""
NO_ROOM: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_BODY: Final = msgspec.json.encode(Problem("too-fast", "Too many connections were opened at once; wait a little."))
GOODBYE: Final = (
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nretry-after: 5\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%b" % (len(_BODY), _BODY)
)


class Listener:
    """Accepts connections from a listening socket."""

    def __init__(
        self,
        listening: socket.socket,
        protocol: Callable[[], asyncio.Protocol],
        connection_limits: ConnectionLimits,
        limits: Limits,
        is_proxy: Callable[[str], bool],
    ) -> None:
        """`is_proxy`: whether an address is a proxy, which is not limited."""
        self._listening = listening
        self._protocol = protocol
        self._connection_limits = connection_limits
        self._limits = limits
        self._is_proxy = is_proxy
        self._loop = asyncio.get_running_loop()
        self._making: set[asyncio.Task[Any]] = set()
        self._resting: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start to accept connections."""
        self._listening.setblocking(False)
        self._loop.add_reader(self._listening.fileno(), self._take)

    def stop(self) -> None:
        """Accept no more connections."""
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None
        self._loop.remove_reader(self._listening.fileno())

    def _take(self) -> None:
        let_in = sent_away = 0
        while let_in < AT_ONCE and sent_away < REFUSED_AT_ONCE:
            try:
                came, address = self._listening.accept()
            except (BlockingIOError, InterruptedError):
                return  # nobody else waits
            except ConnectionAbortedError:
                continue
            except OSError as error:
                if error.errno not in NO_ROOM:
                    raise
                logs.event("no file left for a connection", level="error", code=errno.errorcode[error.errno])
                self._rest(NO_FILE_SECONDS)
                return
            came.setblocking(False)
            if self._is_too_fast(address[0]):
                sent_away += 1
                _send_away(came)
            else:
                let_in += 1
                self._let_in(came)
        self._rest(REST_SECONDS)

    def _is_too_fast(self, address: str) -> bool:
        if self._is_proxy(address) or not self._limits.allow("connect", address_key(address)):
            return False
        self._connection_limits.record_ended("too-fast", address)
        return True

    def _let_in(self, came: socket.socket) -> None:
        making = self._loop.create_task(self._loop.connect_accepted_socket(self._protocol, came))
        self._making.add(making)
        making.add_done_callback(self._made)

    def _made(self, making: asyncio.Task[Any]) -> None:
        self._making.discard(making)
        error = None if making.cancelled() else making.exception()
        if error is not None and not isinstance(error, OSError):  # a client that disconnects so early does not matter
            logs.event("connection not made", level="error", exception=error)

    def _rest(self, seconds: float) -> None:
        self._loop.remove_reader(self._listening.fileno())
        self._resting = self._loop.call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        self._resting = None
        self._loop.add_reader(self._listening.fileno(), self._take)


def _send_away(came: socket.socket) -> None:
    with contextlib.suppress(OSError):
        came.send(GOODBYE)
    came.close()
