"""The processes that share a store: what they tell each other, who of them is alive, who does what, who is where.

A process is a `holder`: a word that it drew by itself and never gives to another. It is alive as long as it sends
heartbeats; with the last one all its claims and announcements expire. Nothing here needs to survive a restart of all of
them. News are hints to look, never facts: in PostgreSQL every role that can connect may send any notification.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

LONGEST_NEWS: Final = 7_000
"""Bytes of a body that `tell` takes: PostgreSQL's notifications have at most 8,000."""

LOG: Final = "log"
"""A table's log was appended to: its id, and its length now. Told by the store with the append itself."""
REWRITTEN: Final = "rewritten"
"""Entries of a table's log have other bodies: its id, and its length now. Told by the store."""
GONE: Final = "gone"
"""A table was removed, or was about to be: its id. Told by the store."""
RENAMED: Final = "renamed"
"""A session has another name: its number. Told by the store."""
ENDED: Final = "ended"
"""A session has ended: its number. Told by the store."""
HERE: Final = "here"
"""Somebody announced something else of a table: its id. Told by `announce`."""
FREE: Final = "free"
"""Nobody holds something any more: what. Told by `release`."""
LEFT: Final = "left"
"""A process has ended cleanly: its holder. Sent by `leave`."""
LOST: Final = "lost"
"""News may have been missed; check everything. Sent by the store to its own process."""


class News(NamedTuple):
    """Something that other processes may want to know. Others than those above are the server's own."""

    kind: str
    key: str = ""
    number: int = 0
    body: str = ""


Hear = Callable[[News], None]


class Announced(NamedTuple):
    """What a living process says of a table."""

    table: str
    holder: str
    age: float
    """Seconds since it said so, by the store's clock."""
    body: bytes


class Peers(ABC):
    """All methods that wait raise `StoreError` when the store cannot do it."""

    @property
    @abstractmethod
    def exclusive(self) -> bool:
        """Whether nobody else can write to the store: then nothing has to be looked for."""

    @abstractmethod
    def watch(self, hear: Hear) -> Callable[[], None]:
        """Have `hear` called, in this event loop, with all news from now on, also from this process. News may come
        late, twice or never: to be sure, poll `Store.extents`. The returned function ends it.
        """

    @abstractmethod
    async def tell(self, news: News) -> None:
        """Tell everybody who watches, in all processes."""

    @abstractmethod
    async def beat(self, holder: str, seconds: float) -> bool:
        """A process is alive for this many seconds from now. False if it is new, or was presumed dead meanwhile: its
        claims and announcements are gone.
        """

    @abstractmethod
    async def living(self) -> list[str]:
        """Return the processes that are alive, in the order of their names."""

    @abstractmethod
    async def leave(self, holder: str) -> None:
        """A process ends: what it holds is free, what it announced is gone."""

    @abstractmethod
    async def claim(self, what: str, holder: str) -> bool:
        """Return whether a process holds something now: it did already, or no living process did. A process that is not
        alive gets nothing.
        """

    @abstractmethod
    async def release(self, what: str, holder: str) -> None:
        """Hold something no more. Nothing happens when somebody else does."""

    @abstractmethod
    async def announce(self, table: str, holder: str, body: bytes | None) -> None:
        """Say something of a table, in place of what this process said before; None takes it back. Of a process that is
        not alive nothing is kept."""

    @abstractmethod
    async def announced(self, tables: Collection[str]) -> list[Announced]:
        """Return what living processes say of these tables."""

    @abstractmethod
    async def all_announced(self) -> set[str]:
        """Return all tables of which living processes say something."""
