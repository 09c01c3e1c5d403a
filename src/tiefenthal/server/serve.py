"""Runs a server: the data folder, the port, uvicorn, and a clean shutdown."""

import asyncio
import contextlib
import errno
import gc
import socket
import sys
from collections.abc import Callable, Iterator

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tiefenthal.i18n.errors import Worded
from tiefenthal.server.app import Server
from tiefenthal.server.config import DEFAULT_PORT, Config
from tiefenthal.server.http.connection_limits import ConnectionLimits, most_connections
from tiefenthal.server.http.limited_protocols import protocols
from tiefenthal.server.http.listener import Listener
from tiefenthal.server.lookalikes import skeleton
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.protocol import LARGEST_FRAME
from tiefenthal.server.store.opening import opened

GOODBYE_SECONDS = 5
BACKLOG = 2048
SWITCH_SECONDS = 0.0005
"""How long a busy event loop may keep the store's writer waiting for the interpreter; Python's 5 ms are too long."""

COLLECT_AFTER = (1_000, 10, 40_000)
"""Garbage collection in small portions, so that nobody waits for it: 20,000 new objects at once take 20 ms. Collecting
all objects of hundreds of games takes a tenth of a second in which nobody gets an answer. There are almost no reference
cycles, so that is done rarely, and what was loaded at the start is never collected."""


class PortError(Worded):
    """The address cannot be listened on; the message says why and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A socket for a server. Raises PortError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError):
        raise PortError("no-address", host=repr(host)) from None
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        if error.errno == errno.EADDRINUSE:
            raise PortError("port-taken", port=port, next=port + 1) from None
        if error.errno == errno.EACCES:
            raise PortError("port-rights", port=port, usual=DEFAULT_PORT) from None
        if error.errno == errno.EADDRNOTAVAIL:
            raise PortError("no-address", host=host) from None
        raise PortError("port-refused", host=host, port=port, reason=str(error.strerror)) from None
    found.set_inheritable(False)
    return found


class _Uvicorn(uvicorn.Server):
    """Accepts connections a few at a time, and closes them with a message before it stops."""

    def __init__(self, config: uvicorn.Config, server: Server, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._server = server
        self._ready = ready
        self._listeners: list[Listener] = []

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal to stop is not an error, so it is not raised again."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then report that the server is ready."""
        if sys.platform == "win32":  # its event loop cannot watch a socket that listens
            await super().startup(sockets)
        else:
            await super().startup([])
            for each in sockets or []:
                self._listen(each)
        if self.started:
            self._ready()

    def _listen(self, listening: socket.socket) -> None:
        loop, config = asyncio.get_running_loop(), self.config
        app = config.loaded_app

        def is_proxy(address: str) -> bool:
            return isinstance(app, ProxyHeadersMiddleware) and address in app.trusted_hosts

        def protocol() -> asyncio.Protocol:
            # uvicorn's own call, which its types do not know: http_protocol_class may be any protocol
            made: asyncio.Protocol = config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=self.server_state, app_state=self.lifespan.state, _loop=loop
            )
            return made

        listener = Listener(listening, protocol, self._server.connection_limits, self._server.config.limits, is_proxy)
        listener.start()
        self._listeners.append(listener)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more commands and close the sockets with a message; uvicorn does the rest."""
        await self._server.disconnect_everyone()
        for listener in self._listeners:
            listener.stop()
        await super().shutdown(sockets)


def run(config: Config, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve until somebody stops it (Ctrl-C or SIGTERM). `ready` is called with the address once it answers.
    Raises PortError, TooFewFilesError and StoreError before anything has begun."""
    most_connections()  # says why not, before the port is taken
    listening = listen(host, port)
    try:
        serve_on(config, listening, host, ready)
    finally:
        listening.close()


def serve_on(config: Config, listening: socket.socket, host: str, ready: Callable[[str], None]) -> None:
    """The same with a socket that already listens; other processes may accept connections from it too."""
    most = most_connections()
    metrics = Metrics()
    with opened(config.folder, config.database, lambda operations, _: metrics.commit(operations)) as store:
        connection_limits = ConnectionLimits(most, config.limits.connections, metrics)
        server = Server(config, store, metrics, connection_limits)
        server.listening = listening.getsockname()[:2]
        http, web_socket = protocols(connection_limits, config.limits)
        address = _address(listening, host)
        settings = uvicorn.Config(
            server.app,
            loop="auto",
            http=http,
            ws=web_socket,
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=True,
            timeout_graceful_shutdown=GOODBYE_SECONDS,
        )
        runner = _Uvicorn(settings, server, lambda: ready(address))
        skeleton("")  # reads its table before anybody waits
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.freeze()
        gc.set_threshold(*COLLECT_AFTER)
        with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
            runner.run(sockets=[listening])


def _address(listening: socket.socket, host: str) -> str:
    port = listening.getsockname()[1]
    shown = (
        "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host == "::" else f"[{host}]" if ":" in host else host
    )
    return f"http://{shown}:{port}"
