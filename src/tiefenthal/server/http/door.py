"""How many connections there may be, in total and from one address, and which one gives way when there are too many.

A connection that waits (nothing has been asked yet, or everything is answered) gives way to a new one, the longest
waiting first; so idle connections shut nobody out. The last part of the capacity is reserved for players: while only
that is left (`tight`), answers close their connection and nobody new may watch.
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
"""Kept for the store, the bots' processes and the checker."""
LOG_EVERY: Final = 10.0


class Line(Protocol):
    """A connection, as far as the door knows it."""

    def abort(self) -> None:
        """End it at once."""


class Door:
    """Counts connections and decides about new ones."""

    def __init__(
        self,
        most: int = MOST_CONNECTIONS,
        from_one: float = MOST_CONNECTIONS,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most: Final = most
        self.from_one: Final = max(1, min(int(from_one), most // 2))
        self.reserved: Final = most // RESERVED_PART
        self._metrics = metrics
        self._clock = clock
        self._addresses: dict[Line, str] = {}
        self._counts: dict[str, int] = {}
        self._waiting: dict[Line, None] = {}
        """In the order in which they began to wait."""
        self._waiting_of: dict[str, dict[Line, None]] = {}
        """The same by address."""
        self._unsaid: dict[str, int] = {}
        self._said: dict[str, float] = {}
        if metrics is not None:
            metrics.most_connections.set(most)

    def __len__(self) -> int:
        return len(self._addresses)

    @property
    def tight(self) -> bool:
        """Whether only the players' reserve is left."""
        return len(self._addresses) >= self.most - self.reserved

    def enter(self, line: Line, address: str) -> bool:
        """A new connection, which waits; False when there is no room for it."""
        key = address_key(address)
        if self._counts.get(key, 0) >= self.from_one and not self._make_room(key):
            self.note("address-full", address)
            return False
        if len(self._addresses) >= self.most and not self._make_room(None):
            self.note("full", address)
            return False
        self._add(line, key)
        self.waits(line)
        self._count()
        return True

    def belongs_to(self, line: Line, address: str) -> bool:
        """A proxy says for whom the connection is; False when there is no room for them."""
        key = address_key(address)
        if line not in self._addresses or self._addresses[line] == key:
            return True
        if self._counts.get(key, 0) >= self.from_one and not self._make_room(key):
            self.note("address-full", address)
            return False
        waiting = line in self._waiting
        self._remove(line)
        self._add(line, key)
        if waiting:
            self.waits(line)
        return True

    def works(self, line: Line) -> None:
        """A request is being answered, or somebody is at a table: it gives way to nobody."""
        if line in self._waiting:
            del self._waiting[line]
            found = self._waiting_of[self._addresses[line]]
            del found[line]
            if not found:
                del self._waiting_of[self._addresses[line]]

    def waits(self, line: Line) -> None:
        """Everything is answered."""
        if line in self._addresses:
            self.works(line)  # and again at the end of the row
            self._waiting[line] = None
            self._waiting_of.setdefault(self._addresses[line], {})[line] = None

    def leave(self, line: Line) -> None:
        """The connection has ended."""
        if line in self._addresses:
            self._remove(line)
            self._count()

    def note(self, reason: str, address: str | None) -> None:
        """Somebody was sent away: counted each time, logged now and then, so that nobody can fill the disk."""
        if self._metrics is not None:
            self._metrics.connections_ended.labels(reason).inc()
        self._unsaid[reason] = self._unsaid.get(reason, 0) + 1
        now = self._clock()
        if now - self._said.get(reason, -LOG_EVERY) >= LOG_EVERY:
            self._said[reason] = now
            logs.event(
                "connections ended", level="warning", code=reason, count=self._unsaid.pop(reason), address=address
            )

    def _make_room(self, key: str | None) -> bool:
        """End the connection that has waited longest, of one address or of all."""
        for line in self._waiting if key is None else self._waiting_of.get(key, {}):
            self.note("made-room", self._addresses[line])
            self.leave(line)
            line.abort()
            return True
        return False

    def _add(self, line: Line, key: str) -> None:
        self._addresses[line] = key
        self._counts[key] = self._counts.get(key, 0) + 1

    def _remove(self, line: Line) -> None:
        self.works(line)
        key = self._addresses.pop(line)
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]

    def _count(self) -> None:
        if self._metrics is not None:
            self._metrics.connections.set(len(self._addresses))


class TooFewFilesError(Exception):
    """The system lets the server open so few files that nobody could come in; the message says what to do."""


FEWEST_FILES: Final = 160
FEW_FILES: Final = 1_000


def most_connections() -> int:
    """How many connections the system has room for. Raises the limit of open files as far as it may be raised, and
    warns when that is not far. Raises TooFewFilesError."""
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
