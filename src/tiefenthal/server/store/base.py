"""The store as the server sees it: an append-only log per table, an index of the tables, sessions and records.

Nothing here knows which database is behind it. Whatever a method wrote is on disk when it returns; whatever raised
`StoreError` left nothing behind. Bodies, summaries and infos are bytes the store keeps and never reads.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from tiefenthal.server.store.days import Days
from tiefenthal.server.store.moderation import Moderation
from tiefenthal.server.store.peers import Peers
from tiefenthal.server.store.thinkers import Thinkers

if TYPE_CHECKING:
    from tiefenthal.server.store.deleted import Deleted


TableState = Literal["waiting", "playing", "over"]


class Row(NamedTuple):
    """One entry of a table's log."""

    number: int
    """Its place in the log, from 0, without gaps."""
    at: float
    """When, in seconds since 1970."""
    body: bytes


class Head(NamedTuple):
    """What the index knows of a table. Every append replaces it."""

    table: str
    state: TableState
    listed: bool
    created: float
    touched: float
    summary: bytes
    sessions: tuple[int, ...]
    """The sessions that hold a seat, in any order; given back as they were given."""


class Extent(NamedTuple):
    """How far a table's log has got."""

    length: int
    rewrites: int
    """How often entries of it were given other bodies."""


class Snapshot(NamedTuple):
    """The state of a table after this many entries of its log: a cache of the folded log."""

    table: str
    length: int
    program: str
    """The version of the program that can read it."""
    body: bytes


class Standing(NamedTuple):
    """How far a table's log has got, and the last snapshot of it."""

    extent: Extent
    snapshot: Snapshot | None


class Opening(NamedTuple):
    """How a table was opened, and what the index knows of it now."""

    table: str
    body: bytes
    """The first entry of its log."""
    state: str
    listed: bool
    touched: float


class StoredRecord(NamedTuple):
    """A finished game. Records outlive the table, its log and its sessions."""

    table: str
    finished: float
    sessions: tuple[int, ...]
    info: bytes
    text: str
    holders: tuple[tuple[int, ...], ...] | None = None
    """By seat, the sessions that held it; None for games kept before this was."""


class SessionRow(NamedTuple):
    """Somebody who gave a name. The number is never given to anybody else, not even after the session has ended."""

    id: int
    name: str
    created: float
    seen: float


class Expired(NamedTuple):
    """How much was removed."""

    waiting: int
    playing: int
    over: int
    sessions: int


MayGo = Callable[[str, Sequence[Row]], Awaitable[bool]]
"""Asked with a table's id and log whether it may be removed."""


class Shares(NamedTuple):
    """The largest part of what there is that may be removed at once, of each kind; always at least one."""

    waiting: float = 1.0
    playing: float = 1.0
    over: float = 1.0
    sessions: float = 1.0

    def most(self, kind: str, there: int) -> int:
        """How many of those there may be removed."""
        return math.ceil(there * float(getattr(self, kind)))


ALL = Shares()


class Figures(NamedTuple):
    """What the store has done since it was opened, for the metrics."""

    commits: int
    """Transactions that reached the disk."""
    operations: int
    """Operations in them."""
    failures: int
    """Transactions that did not reach the disk."""
    queued: int
    """Operations waiting now."""


STATES: Final[tuple[TableState, ...]] = ("waiting", "playing", "over")


class StoreError(Exception):
    """The store could not do it, and has stored nothing. The text is for people: what is wrong and what to do."""


class Conflict(StoreError):
    """Somebody else was first: the log does not end where the caller thought, or the token is already taken."""


class DiskFull(StoreError):
    """The disk is full. Later writes succeed when there is space again."""


class DiskError(StoreError):
    """The disk or the system refused to read or write."""


class BrokenStore(StoreError):
    """The file is damaged or is not a database. It has not been changed."""


class ForeignStore(StoreError):
    """The file is a database of another program. It has not been changed."""


class NewerStore(StoreError):
    """The file was written by a later version of the program. It has not been changed."""


class BusyStore(StoreError):
    """Another program holds the database for too long."""


class StoreClosed(StoreError):
    """The store has been closed."""


class Unreachable(StoreError):
    """No database server answers, or it does not let us in."""


class ChoiceLost(StoreError):
    """A choice of a bot is in the queue no more (`thinkers`), which is not kept through a crash of the database."""


class FolderError(StoreError):
    """The data folder cannot be used."""


class FolderInUse(FolderError):
    """Another server uses the data folder."""


class BackupError(StoreError):
    """The copy could not be made; no part of it is left."""


class Store(ABC):
    """Everything the server keeps. All methods may be called from many tasks at once.

    A task that is cancelled while it waits for a write stops waiting; the write itself is carried out exactly once.
    Arguments that make no sense (numbers out of order, times that are not finite) are a `ValueError`: a mistake in the
    program, not of the store.
    """

    # --- tables

    @abstractmethod
    async def append(
        self, table: str, first: int, rows: Sequence[Row], head: Head, record: StoredRecord | None = None
    ) -> None:
        """Add rows to the log of a table and replace its head, in one transaction, with the record if there is one.

        The rows are numbered `first`, `first + 1`, ... and `first` must be the length of the log so far, otherwise
        `Conflict`. Without rows only the head is replaced. The first append makes the table. A record that is already
        there is replaced.
        """

    @abstractmethod
    async def rewrite(
        self,
        table: str,
        length: int,
        changed: Sequence[Row],
        added: Sequence[Row],
        head: Head,
        record: StoredRecord | None = None,
    ) -> None:
        """Give entries of a log other bodies, and append to it, in one transaction: the only thing that ever changes
        what was written, for somebody who is to be forgotten. `Conflict` when the log does not have this length. The
        snapshot goes with it."""

    @abstractmethod
    async def read_log(self, table: str, after: int = 0, *, opening: bool = False) -> list[Row]:
        """Return the log in order, less its first `after` entries; empty when there is no such table. With `opening`
        the very first entry is there in any case."""

    @abstractmethod
    async def keep_snapshot(self, snapshot: Snapshot, rewrites: int) -> bool:
        """Keep a snapshot in place of an earlier one; whether it was kept. It is not when the log has been rewritten
        since it was so often, or is shorter or gone; nor when a later one of the same program is there. It goes with
        the table."""

    @abstractmethod
    async def standing(self, table: str) -> Standing | None:
        """Return how far a table has got; None when there is no such table."""

    @abstractmethod
    async def extents(self, tables: Collection[str]) -> dict[str, Extent]:
        """Return how far the logs of these tables have got; those that are not there are left out."""

    @abstractmethod
    async def openings(self, after: str, limit: int) -> list[Opening]:
        """Return how tables that are not over were opened, in the order of their ids from `after` on."""

    @abstractmethod
    async def head(self, table: str) -> Head | None:
        """Return what the index knows of a table."""

    @abstractmethod
    async def heads_of(self, session: int, limit: int) -> list[Head]:
        """Return the tables where the session holds a seat, last touched first."""

    @abstractmethod
    async def mentions(self, session: int) -> list[str]:
        """Return every table that keeps something of a session, also when it sits there no more."""

    @abstractmethod
    async def listed(self, limit: int) -> list[Head]:
        """Return the listed tables that are not over, last touched first."""

    # --- sessions

    @abstractmethod
    async def add_session(self, token_hash: bytes, name: str, at: float) -> SessionRow:
        """Make a session; `Conflict` when the token is already somebody's."""

    @abstractmethod
    async def find_session(self, token_hash: bytes) -> SessionRow | None:
        """Return whose token this is."""

    @abstractmethod
    async def has_session(self, session: int) -> bool:
        """Return whether there is a session with this number."""

    @abstractmethod
    async def rename_session(self, session: int, name: str) -> None:
        """Change the name. Nothing happens when the session has ended."""

    @abstractmethod
    async def touch_session(self, session: int, at: float) -> None:
        """Note that somebody was seen; an earlier time than the one noted changes nothing."""

    @abstractmethod
    async def end_session(self, session: int) -> None:
        """Forget the token and the name. Seats and records keep the number."""

    @abstractmethod
    async def forget_session(self, session: int) -> None:
        """Forget the token, the name, and where the session has been."""

    @abstractmethod
    async def keep_edition(self, session: int, at: float, body: bytes) -> None:
        """Keep the edition of somebody's box, in place of the one before. It goes with the session; nothing happens
        when that has ended."""

    @abstractmethod
    async def drop_edition(self, session: int) -> None:
        """Forget the edition of somebody's box. Nothing happens when there is none."""

    @abstractmethod
    async def edition_of(self, session: int) -> bytes | None:
        """Return the edition of somebody's box."""

    # --- records

    @abstractmethod
    async def record(self, table: str) -> StoredRecord | None:
        """Return the finished game of a table."""

    @abstractmethod
    async def records_of(self, session: int, limit: int) -> list[StoredRecord]:
        """Return the games the session took part in, last finished first."""

    @abstractmethod
    async def replace_record(self, record: StoredRecord) -> None:
        """Keep a finished game as it is given, in place of what was kept of it; nothing happens when it is gone."""

    @property
    @abstractmethod
    def days(self) -> Days:
        """The daily evening: its secret, the days and everybody's attempts."""

    @property
    @abstractmethod
    def moderation(self) -> Moderation:
        """What the owner of the server did."""

    @property
    @abstractmethod
    def peers(self) -> Peers:
        """The processes that share the store. It tells them of every append, rewrite and removal, and of sessions that
        end or are renamed, once that is on disk."""

    @property
    def thinkers(self) -> Thinkers | None:
        """The queue of choices that other processes make; None where only one process can use the store."""
        return None

    # --- upkeep

    @abstractmethod
    async def expire(
        self,
        *,
        waiting_before: float,
        playing_before: float,
        over_before: float,
        sessions_before: float,
        bots_before: float | None = None,
        keep: Collection[str] = (),
        may_go: MayGo | None = None,
        shares: Shares = ALL,
        kept_in: Path | None = None,
    ) -> Expired:
        """Remove the logs and heads of tables last touched before these times, by their state (`bots_before` is for
        games in which nobody but bots ever had a seat, if they go earlier than others), and old sessions; the
        oldest first, no more than `shares` of each. What goes is on disk in the file `kept_in` before it goes.

        Tables in `keep` stay (it is read again before every step, so a live set may be given), and so do those that
        are not over and `may_go` says no to. Records stay forever.
        A session goes when it was last seen before its time and holds no seat at a remaining table. The work is done
        in small steps, between which moves are stored; when it fails half way, whole tables are gone and the rest is
        there.
        """

    @abstractmethod
    async def restore(self, things: "Iterable[Deleted]") -> tuple[int, int]:
        """Put back what clean-up removed, as if it had been touched now; how many tables and sessions. What is there
        already stays as it is."""

    @abstractmethod
    async def backup(self, path: Path, *, replace: bool = False) -> None:
        """Write a consistent copy while running, whole or not at all."""

    @abstractmethod
    async def close(self) -> None:
        """Write everything that is queued, then close. Afterwards every method raises `StoreClosed`."""

    @property
    @abstractmethod
    def healthy(self) -> bool:
        """Whether the last write reached the disk (true before the first one)."""

    @property
    @abstractmethod
    def figures(self) -> Figures:
        """What has been done so far."""
