"""What the server counts and measures, for Prometheus. Each application has its own registry."""

import asyncio
import itertools
import math
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, ProcessCollector, generate_latest
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_BATCH: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Tally(Collector):
    """A histogram that one thread fills, for what happens with every move: prometheus_client's takes a lock for
    each part of it."""

    def __init__(self, name: str, words: str, bounds: tuple[float, ...], registry: CollectorRegistry) -> None:
        self._name = name
        self._words = words
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        registry.register(self)

    def observe(self, value: float) -> None:
        """Record a duration or an amount."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def collect(self) -> Iterator[Metric]:
        """Called when the metrics are read."""
        bounds = map(floatToGoString, (*self._bounds, math.inf))
        buckets = list(zip(bounds, itertools.accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._words, buckets, self._sum)


class Metrics:
    """All metrics. Labels come from short fixed lists (route templates, codes, bots), never from what somebody sent."""

    def __init__(self, *, process: bool = True) -> None:
        registry = CollectorRegistry()
        self.registry: Final = registry
        self.requests: Final = Counter(
            "tiefenthal_requests", "Requests answered.", ["method", "route", "status"], registry=registry
        )
        self.request_seconds: Final = Histogram(
            "tiefenthal_request_seconds", "Time from request to answer.", ["route"], buckets=_QUICK, registry=registry
        )
        self.refusals: Final = Counter(
            "tiefenthal_refusals", "Requests and commands refused, by code.", ["code"], registry=registry
        )
        self.moves: Final = Counter("tiefenthal_moves", "Decisions played, by people and bots.", registry=registry)
        self.move_ack: Final = Tally(
            "tiefenthal_move_ack_seconds", "Time from a command until it is on disk.", _QUICK, registry
        )
        self.move_broadcast: Final = Tally(
            "tiefenthal_move_broadcast_seconds",
            "Time from a command until it is sent to everybody at the table.",
            _QUICK,
            registry,
        )
        self.connections: Final = Gauge(
            "tiefenthal_connections", "Connections open, WebSockets among them.", registry=registry
        )
        self.most_connections: Final = Gauge(
            "tiefenthal_connections_most", "The limit of open connections.", registry=registry
        )
        self.connections_ended: Final = Counter(
            "tiefenthal_connections_ended", "Connections this side refused or ended.", ["reason"], registry=registry
        )
        self.sockets: Final = Gauge("tiefenthal_sockets", "WebSockets open.", registry=registry)
        self.tables: Final = Gauge("tiefenthal_tables", "Tables in memory.", registry=registry)
        self.processes: Final = Gauge(
            "tiefenthal_processes", "Processes that share the store, this one among them.", registry=registry
        )
        self.unreadable: Final = Gauge(
            "tiefenthal_unreadable_tables",
            "Tables that were found and cannot be read by this version; they are kept.",
            registry=registry,
        )
        self.snapshots: Final = Counter(
            "tiefenthal_snapshots",
            "Snapshots of tables: kept; or, when one was loaded: used, missing, outdated (another version) or broken.",
            ["outcome"],
            registry=registry,
        )
        self.folded: Final = Counter(
            "tiefenthal_entries_folded", "Log entries applied to load tables.", registry=registry
        )
        self.dropped: Final = Counter("tiefenthal_dropped_readers", "Sockets closed as too slow.", registry=registry)
        self.bot_choices: Final = Counter("tiefenthal_bot_choices", "Decisions of bots.", ["bot"], registry=registry)
        self.bot_troubles: Final = Counter(
            "tiefenthal_bot_troubles", "Decisions a stand-in had to make.", ["bot"], registry=registry
        )
        self.bot_crashes: Final = Counter(
            "tiefenthal_bot_crashes",
            "Decisions at which a bot failed with an error: a bug in the bot; the log says where.",
            ["bot"],
            registry=registry,
        )
        self.bot_seconds: Final = Histogram(
            "tiefenthal_bot_seconds", "How long bots think.", ["bot"], buckets=_QUICK, registry=registry
        )
        self.bot_waits: Final = Histogram(
            "tiefenthal_bot_wait_seconds",
            "How long decisions of bots wait for a free process; games: people when a person waits at the table.",
            ["games"],
            buckets=_QUICK,
            registry=registry,
        )
        self.bots_waiting: Final = Gauge(
            "tiefenthal_bots_waiting", "Decisions of bots that wait for a free process.", registry=registry
        )
        self.daily_begun: Final = Counter(
            "tiefenthal_daily_begun", "Daily evenings begun; how: counts, or for fun.", ["how"], registry=registry
        )
        self.daily_finished: Final = Counter(
            "tiefenthal_daily_finished", "Daily evenings finished, of those that count.", registry=registry
        )
        self.commits: Final = Counter("tiefenthal_store_commits", "Transactions of the store.", registry=registry)
        self.batch: Final = Tally("tiefenthal_store_batch", "Writes in one transaction.", _BATCH, registry)
        self.commit_failures: Final = Counter(
            "tiefenthal_store_failures", "Transactions that did not reach the disk.", registry=registry
        )
        if process:
            ProcessCollector(registry=registry)

    def request(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """A request was answered; without seconds for a socket, which lasts."""
        self.requests.labels(method, route, str(status)).inc()
        if seconds is not None:
            self.request_seconds.labels(route).observe(seconds)

    def move(self, ack: float, broadcast: float) -> None:
        """A decision was played: seconds until it was on disk, and until everybody had been sent it."""
        self.moves.inc()
        self.move_ack.observe(ack)
        self.move_broadcast.observe(broadcast)

    def bot_choice(self, bot: str, seconds: float, trouble: bool, crashed: bool = False) -> None:
        """A bot decided, or a stand-in moved for it, perhaps because it crashed."""
        self.bot_choices.labels(bot).inc()
        self.bot_seconds.labels(bot).observe(seconds)
        if trouble:
            self.bot_troubles.labels(bot).inc()
        if crashed:
            self.bot_crashes.labels(bot).inc()

    def bot_wait(self, seconds: float, person_waits: bool) -> None:
        """A bot was asked, and waited this long for a free process."""
        self.bot_waits.labels("people" if person_waits else "bots").observe(seconds)

    def commit(self, writes: int, done: bool = True) -> None:
        """The store ended a transaction with this many writes."""
        if done:
            self.commits.inc()
            self.batch.observe(writes)
        else:
            self.commit_failures.inc()

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry).decode("utf-8")

    async def written(self) -> str:
        """The same, in a thread: it takes some milliseconds, for which no move should wait."""
        return await asyncio.to_thread(self.text)
