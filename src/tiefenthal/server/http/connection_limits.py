"""How many connections there may be, in total and from one address, and which one is closed when there are too many.

An idle connection (nothing has been asked yet, or everything is answered) is closed in favour of a new one, the longest
idle first; so idle connections keep nobody out. The last part of the capacity is reserved for players: while only that
is left (`nearly_full`), answers close their connection and nobody new may watch.
"""

import time
from collections.abc import Callable
from typing import Final, Protocol

from tiefenthal.server import logs
from tiefenthal.server.limits import address_key
from tiefenthal.server.metrics import Metrics

MOST_CONNECTIONS: Final = 10_000
RESERVED_PART: Final = 8
"""One in this many is reserved for players."""
OTHER_FILES: Final = 64
"""File descriptors kept for the store, the bots' processes and the checker."""
LOG_EVERY: Final = 10.0


class Connection(Protocol):
    """What is needed of a connection here."""

    def abort(self) -> None:
        """End it at once."""


class ConnectionLimits:
    """Counts connections and decides about new ones."""

    def __init__(
        self,
        most: int = MOST_CONNECTIONS,
        per_address: float = MOST_CONNECTIONS,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most: Final = most
        self.per_address: Final = max(1, min(int(per_address), most // 2))
        self.reserved: Final = most // RESERVED_PART
        self._metrics = metrics
        self._clock = clock
        self._addresses: dict[Connection, str] = {}
        self._counts: dict[str, int] = {}
        self._idle: dict[Connection, None] = {}
        """In the order in which they became idle."""
        self._idle_by_address: dict[str, dict[Connection, None]] = {}
        """The same, by address."""
        self._unlogged: dict[str, int] = {}
        self._logged_at: dict[str, float] = {}
        if metrics is not None:
            metrics.most_connections.set(most)

    def __len__(self) -> int:
        return len(self._addresses)

    @property
    def nearly_full(self) -> bool:
        """Whether only the players' reserve is left."""
        return len(self._addresses) >= self.most - self.reserved

    def admit(self, connection: Connection, address: str) -> bool:
        """Count a new connection, which is idle at first; False when there is no room for it."""
        key = address_key(address)
        if self._counts.get(key, 0) >= self.per_address and not self._make_room(key):
            self.record_ended("address-full", address)
            return False
        if len(self._addresses) >= self.most and not self._make_room(None):
            self.record_ended("full", address)
            return False
        self._add(connection, key)
        self.mark_idle(connection)
        self._update_gauge()
        return True

    def reassign(self, connection: Connection, address: str) -> bool:
        """Count a connection for the address that a proxy names; False when there is no room for that address."""
        key = address_key(address)
        if connection not in self._addresses or self._addresses[connection] == key:
            return True
        if self._counts.get(key, 0) >= self.per_address and not self._make_room(key):
            self.record_ended("address-full", address)
            return False
        waiting = connection in self._idle
        self._remove(connection)
        self._add(connection, key)
        if waiting:
            self.mark_idle(connection)
        return True

    def mark_busy(self, connection: Connection) -> None:
        """A request is being answered, or somebody is at a table: it is not closed in favour of others."""
        if connection in self._idle:
            del self._idle[connection]
            found = self._idle_by_address[self._addresses[connection]]
            del found[connection]
            if not found:
                del self._idle_by_address[self._addresses[connection]]

    def mark_idle(self, connection: Connection) -> None:
        """Everything is answered."""
        if connection in self._addresses:
            self.mark_busy(connection)  # so that it moves to the end of the queue
            self._idle[connection] = None
            self._idle_by_address.setdefault(self._addresses[connection], {})[connection] = None

    def remove(self, connection: Connection) -> None:
        """The connection has ended."""
        if connection in self._addresses:
            self._remove(connection)
            self._update_gauge()

    def record_ended(self, reason: str, address: str | None) -> None:
        """The server ended a connection: counted each time, logged now and then, so that nobody can fill the disk."""
        if self._metrics is not None:
            self._metrics.connections_ended.labels(reason).inc()
        self._unlogged[reason] = self._unlogged.get(reason, 0) + 1
        now = self._clock()
        if now - self._logged_at.get(reason, -LOG_EVERY) >= LOG_EVERY:
            self._logged_at[reason] = now
            logs.event(
                "connections ended", level="warning", code=reason, count=self._unlogged.pop(reason), address=address
            )

    def _make_room(self, key: str | None) -> bool:
        """End the connection that has been idle longest, of one address or of all."""
        for connection in self._idle if key is None else self._idle_by_address.get(key, {}):
            self.record_ended("made-room", self._addresses[connection])
            self.remove(connection)
            connection.abort()
            return True
        return False

    def _add(self, connection: Connection, key: str) -> None:
        self._addresses[connection] = key
        self._counts[key] = self._counts.get(key, 0) + 1

    def _remove(self, connection: Connection) -> None:
        self.mark_busy(connection)
        key = self._addresses.pop(connection)
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]

    def _update_gauge(self) -> None:
        if self._metrics is not None:
            self._metrics.connections.set(len(self._addresses))


class TooFewFilesError(Exception):
    """The system lets the server open too few files; the message says what to do."""


FEWEST_FILES: Final = 160
FEW_FILES: Final = 1_000


def most_connections() -> int:
    """How many connections the system has room for. Raises the limit of open files as far as possible, and warns if it
    stays low. Raises TooFewFilesError."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    limit = soft
    if soft != resource.RLIM_INFINITY and soft < wanted:
        limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        except (ValueError, OSError):  # macOS has another, lower limit that it does not tell
            limit = soft
    if limit == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    if limit < FEWEST_FILES:
        raise TooFewFilesError(
            f"the system lets this server open only {limit} files, and each visitor needs one; "
            f"raise it to 4096 or more (ulimit -n 4096, or LimitNOFILE= in a systemd unit)"
        )
    if limit < FEW_FILES:
        logs.event("few files may be opened", level="warning", count=limit)
    return min(MOST_CONNECTIONS, limit - OTHER_FILES)
