"""The whole server as one ASGI application: the store, the endpoints, the middleware."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

import tiefenthal
from tiefenthal.engine.build.release import release
from tiefenthal.server import logs
from tiefenthal.server.bots.pool import BotPool
from tiefenthal.server.bots.remote import RemoteThinkers
from tiefenthal.server.cluster_metrics import ClusterMetrics
from tiefenthal.server.config import Config
from tiefenthal.server.daily.clock import DayClock
from tiefenthal.server.daily.evening import DailyEvening
from tiefenthal.server.http.again_api import AgainApi
from tiefenthal.server.http.box_api import BoxApi
from tiefenthal.server.http.checking import Checker
from tiefenthal.server.http.connection import TableSocket
from tiefenthal.server.http.connection_limits import ConnectionLimits
from tiefenthal.server.http.daily_api import DailyApi
from tiefenthal.server.http.endpoint import Endpoint, application, routes
from tiefenthal.server.http.hint_api import HintApi
from tiefenthal.server.http.host_api import HostApi
from tiefenthal.server.http.lesson_api import LessonApi
from tiefenthal.server.http.lookups import lookups
from tiefenthal.server.http.openapi import description_endpoint
from tiefenthal.server.http.operations import addresses_endpoint, health_endpoint, metrics_endpoint
from tiefenthal.server.http.owner_page import OwnerPage
from tiefenthal.server.http.preview import Preview
from tiefenthal.server.http.privacy_api import PrivacyApi
from tiefenthal.server.http.puzzle_api import PuzzleApi
from tiefenthal.server.http.review_api import ReviewApi
from tiefenthal.server.http.reviews import Reviews
from tiefenthal.server.http.security import Security, Site
from tiefenthal.server.http.session_api import RecordApi, SessionApi
from tiefenthal.server.http.sessions import Sessions
from tiefenthal.server.http.static import client_files, static_routes
from tiefenthal.server.http.table_api import TableApi
from tiefenthal.server.http.thinking import Thinking
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.protocol.http import Health
from tiefenthal.server.store.base import Store
from tiefenthal.server.store.peers import ENDED, LOST, RENAMED
from tiefenthal.server.tables.finished import Replays
from tiefenthal.server.tables.registry import TableRegistry

FAREWELL_SECONDS = 2.0


class Server:
    """Everything that makes a server, wired. `app` is what uvicorn runs."""

    def __init__(
        self,
        config: Config,
        store: Store,
        metrics: Metrics | None = None,
        connection_limits: ConnectionLimits | None = None,
        day_clock: DayClock | None = None,
    ) -> None:
        self.config = config
        self.store = store
        self.metrics = metrics or Metrics()
        self.connection_limits = (
            connection_limits if connection_limits is not None else ConnectionLimits(metrics=self.metrics)
        )
        self._cluster_metrics: ClusterMetrics | None = None
        if config.figures is not None:
            self._cluster_metrics = ClusterMetrics(config.figures, config.number, self._own_metrics)
        self._release = release()  # asks git, so before anybody waits
        self._failures = 0
        self._disk = True
        self.listening: tuple[str, int] | None = None
        """Where it listens, once it does."""
        self.pool = BotPool(config.bot_processes, config.bot_seconds)
        if store.thinkers is not None:
            self.pool.remote = RemoteThinkers(store.thinkers)
        self.registry = TableRegistry(
            store, self.pool, self.metrics, config.clean_up, folder=config.folder, tables=config.tables
        )
        self.daily = DailyEvening(self.registry, day_clock, config.daily_master)
        self.checker = Checker()
        self.quick = Thinking(seconds=20.0, niceness=7, waiting=32, of_one_address=6)
        self.thinking = Thinking(seconds=90.0, niceness=15, waiting=32, of_one_address=8)
        self.reviews = Reviews(self.thinking)
        site = Site(*config.public_urls)
        self.sessions = Sessions(store, site)
        cluster = self.registry.cluster
        for kind in (RENAMED, ENDED):
            cluster.on(kind, lambda news: self.sessions.changed(news.number))
        cluster.on(LOST, lambda _: self.sessions.changed_unheard())
        self.sessions.keeps_name = self.registry.moderation.keeps_name
        self.socket = TableSocket(self.registry, self.sessions, config.limits, self.connection_limits)
        self.endpoints: list[Endpoint] = self._endpoints()
        may_enter = self.registry.moderation.check_may_enter
        pages = routes(self.endpoints, sessions=self.sessions, limits=config.limits, check=may_enter)
        socket = WebSocketRoute("/api/tables/{id}/socket", self.socket)
        files = client_files()
        static = static_routes(files, Preview(self.registry, files).page, config.squeezes)
        owner = [OwnerPage(self.registry, site, config.limits, config.owner_key).route] if config.owner_key else []
        starlette = application([*pages, socket, *owner, *static], lifespan=self._lifespan)
        self.app: ASGIApp = logs.Access(Security(starlette, site), self.metrics)

    def _endpoints(self) -> list[Endpoint]:
        return [
            *SessionApi(self.sessions, self.registry.forget_session).endpoints(),
            *PrivacyApi(self.registry, self.sessions, self.config.clean_up).endpoints(),
            *TableApi(self.registry, self.checker).endpoints(),
            *BoxApi(self.store, self.registry).endpoints(),
            *HostApi(self.registry).endpoints(),
            *AgainApi(self.registry).endpoints(),
            *LessonApi(self.registry).endpoints(),
            *PuzzleApi(self.daily.clock.now).endpoints(),
            *RecordApi(self.store, self.checker, Replays(self.registry.slices), self.registry.days_over).endpoints(),
            *DailyApi(self.daily).endpoints(),
            *ReviewApi(self.store, self.registry, self.reviews, self.quick).endpoints(),
            *HintApi(self.registry, self.quick).endpoints(),
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
            version=self._release,
            disk=disk,
            tables=self.registry.loaded,
            sockets=self.registry.sockets,
            unreadable=len(self.registry.unreadable),
        )

    async def metrics_text(self) -> str:
        """The metrics for Prometheus, of all processes at this address."""
        if self._cluster_metrics is not None:
            return await self._cluster_metrics.all()
        self._update_gauges()
        return await self.metrics.written()

    def _own_metrics(self) -> str:
        """The metrics of this process; called in a thread."""
        self._update_gauges()
        return self.metrics.text()

    def _update_gauges(self) -> None:
        self.metrics.tables.set(self.registry.loaded)
        self.metrics.processes.set(self.registry.cluster.living)
        self.metrics.bots_waiting.set(self.pool.waiting)
        failures = self.store.figures.failures
        self.metrics.commit_failures.inc(failures - self._failures)
        self._failures = failures

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self.registry.cluster.start()
        await self.pool.start()
        await self.daily.start()
        await self.registry.moderation.start()
        self.registry.start()
        if self._cluster_metrics is not None:
            self._cluster_metrics.start()
        try:
            yield
        finally:
            await self.stop()

    async def disconnect_everyone(self) -> None:
        """Accept no more commands, and close all connections with a message."""
        self.socket.closed = True
        await self.registry.close()
        with contextlib.suppress(TimeoutError):  # uvicorn would close them itself, without our message
            async with asyncio.timeout(FAREWELL_SECONDS):
                while self.registry.sockets:
                    await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Complete pending writes, and end the bots' processes."""
        await self.disconnect_everyone()
        if self._cluster_metrics is not None:
            await self._cluster_metrics.stop()
        await self.daily.stop()
        await self.pool.close()
        await self.reviews.close()
        await asyncio.gather(self.thinking.close(), self.quick.close())
        await self.store.close()
