"""The whole server as one ASGI application: what is stored, what is answered, what goes around it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

import tiefenthal
from tiefenthal.protocol.http import Health
from tiefenthal.server.bot_pool import BotPool
from tiefenthal.server.config import Config
from tiefenthal.server.connection import TableSocket
from tiefenthal.server.finished import Replays
from tiefenthal.server.hall import Hall
from tiefenthal.server.host_api import HostApi
from tiefenthal.server.preview import Preview
from tiefenthal.server.privacy_api import PrivacyApi
from tiefenthal.server.session_api import RecordApi, SessionApi
from tiefenthal.server.store.base import Store
from tiefenthal.server.table_api import TableApi
from tiefenthal.server.web import logs
from tiefenthal.server.web.checking import Checker
from tiefenthal.server.web.door import Door
from tiefenthal.server.web.endpoint import Endpoint, application, routes
from tiefenthal.server.web.lookups import lookups
from tiefenthal.server.web.metrics import Metrics
from tiefenthal.server.web.openapi import description_endpoint
from tiefenthal.server.web.operations import addresses_endpoint, health_endpoint, metrics_endpoint
from tiefenthal.server.web.security import Security, Site
from tiefenthal.server.web.sessions import Sessions
from tiefenthal.server.web.static import read_files, static_routes

FAREWELL_SECONDS = 2.0


class Server:
    """Everything that makes a server, wired. `app` is what uvicorn runs."""

    def __init__(self, config: Config, store: Store, metrics: Metrics | None = None, door: Door | None = None) -> None:
        self.config = config
        self.store = store
        self.metrics = metrics or Metrics()
        self.door = door if door is not None else Door(metrics=self.metrics)
        self._failures = 0
        self._disk = True
        self.listening: tuple[str, int] | None = None
        """Where it listens, once it does."""
        self.pool = BotPool(config.bot_processes, config.bot_seconds)
        self.hall = Hall(store, self.pool, self.metrics, config.clean_up, folder=config.folder, tables=config.tables)
        self.checker = Checker()
        site = Site(*config.public_urls)
        self.sessions = Sessions(store, site)
        self.socket = TableSocket(self.hall, self.sessions, config.limits, self.door)
        self.endpoints: list[Endpoint] = self._endpoints()
        pages = routes(self.endpoints, sessions=self.sessions, limits=config.limits)
        socket = WebSocketRoute("/api/tables/{id}/socket", self.socket)
        files = read_files()
        static = static_routes(files, table_page=Preview(self.hall, files).page)
        starlette = application([*pages, socket, *static], lifespan=self._lifespan)
        self.app: ASGIApp = logs.Access(Security(starlette, site), self.metrics)

    def _endpoints(self) -> list[Endpoint]:
        return [
            *SessionApi(self.sessions, self.hall.forget_session).endpoints(),
            *PrivacyApi(self.hall, self.sessions, self.config.clean_up).endpoints(),
            *TableApi(self.hall, self.checker).endpoints(),
            *HostApi(self.hall).endpoints(),
            *RecordApi(self.store, self.checker, Replays(self.hall.slices)).endpoints(),
            *lookups(self.pool.describe, self.checker),
            description_endpoint(lambda: self.endpoints, tiefenthal.__version__),
            health_endpoint(self.health),
            metrics_endpoint(self.metrics_text, for_all=self.config.open_metrics),
            addresses_endpoint(self.config.public_urls, lambda: self.listening),
        ]

    def health(self) -> Health:
        """Whether the server can do its work."""
        disk = self.store.healthy
        if disk != self._disk:
            self._disk = disk
            if disk:
                logs.event("disk works again", level="warning")
            else:
                logs.event("disk fails", level="error")
        return Health(
            status="ok" if disk else "failing",
            version=tiefenthal.__version__,
            disk=disk,
            tables=self.hall.awake,
            sockets=self.hall.sockets,
            unreadable=len(self.hall.unreadable),
        )

    def metrics_text(self) -> str:
        """Figures for Prometheus."""
        self.metrics.tables.set(self.hall.awake)
        self.metrics.bots_waiting.set(self.pool.waiting)
        failures = self.store.figures.failures
        self.metrics.commit_failures.inc(failures - self._failures)
        self._failures = failures
        return self.metrics.text()

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self.pool.start()
        self.hall.start()
        try:
            yield
        finally:
            await self.stop()

    async def say_goodbye(self) -> None:
        """Take no more commands and send everyone away, in words."""
        self.socket.closed = True
        await self.hall.close()
        with contextlib.suppress(TimeoutError):  # uvicorn would close them itself, without a word of ours
            async with asyncio.timeout(FAREWELL_SECONDS):
                while self.hall.sockets:
                    await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Write what is still to be written, and end the bots' processes."""
        await self.say_goodbye()
        await self.pool.close()
        await self.store.close()
