"""How many tables may wait for players, be in the public list, and be played: per session, per address and in total.

The tables are counted in memory, so tables opened at the same time count at once, and addresses are never stored. After
a restart existing tables count again for their host and in total, but for no address. Processes tell each other which
tables to look at, so each of them counts all tables for their hosts and in total, and for addresses those that were
opened there; two tables opened at the same instant in two processes may exceed a quota by one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tiefenthal.server.config import Ceilings, TableLimits
from tiefenthal.server.problem import Refusal

TOO_MANY_WAITING: Final = (
    409,
    "too-many-waiting",
    "Several tables of yours are still waiting for players. Play at one of them or close one, then open another.",
)
TOO_MANY_LISTED: Final = (
    409,
    "too-many-listed",
    "Several tables of yours are already in the public list. Finish one of them, or open this one without listing it.",
)
ADDRESS_WAITING: Final = (
    429,
    "address-tables",
    "Many tables from your network are still waiting for players. Play at one of them, or try again later.",
)
ADDRESS_LISTED: Final = (
    429,
    "address-listed",
    "Many tables from your network are in the public list. Open this one without listing it and invite with a link.",
)
HOUSE_FULL: Final = (
    503,
    "house-full",
    "The house is full: too many tables are waiting for players. Try again later.",
)
LOBBY_FULL: Final = (
    503,
    "lobby-full",
    "The public list is full. Open the table without listing it and invite people with a link.",
)
TOO_MANY_PLAYING: Final = (
    409,
    "too-many-playing",
    "Many games of yours are not finished. Finish one of them, or try again in a few hours.",
)
ADDRESS_PLAYING: Final = (
    429,
    "address-playing",
    "Many games from your network are not finished. Finish one of them, or try again in a few hours.",
)
HOUSE_BUSY: Final = (
    503,
    "house-busy",
    "The house is full: too many games are being played. Try again later.",
)
AGAIN: Final = "600"
"""Seconds after which somebody else may have begun to play or left the list."""
TOLD_EVERY: Final = 600.0
"""Seconds between two messages to other processes that a table is still active."""
OF_WAITING: Final = (TOO_MANY_WAITING, ADDRESS_WAITING, HOUSE_FULL)
OF_PLAYING: Final = (TOO_MANY_PLAYING, ADDRESS_PLAYING, HOUSE_BUSY)
OF_LISTED: Final = (TOO_MANY_LISTED, ADDRESS_LISTED, LOBBY_FULL)


@dataclass(slots=True)
class _Counted:
    """A table that waits for players, or is played, or is listed and not over."""

    host: int
    address: str
    """The address it was opened from; empty if no longer known."""
    waiting: bool
    listed: bool
    touched: float
    playing: bool = False


class TableQuotas:
    """Counts tables, and refuses more than the quotas allow."""

    def __init__(
        self, limits: TableLimits, clock: Callable[[], float], tell: Callable[[str], None] | None = None
    ) -> None:
        """`tell`: has the other processes look at a table, and call `hear` with what they find."""
        self._limits = limits
        self._clock = clock
        self._tell = tell
        self._tables: dict[str, _Counted] = {}
        self._told: dict[str, tuple[bool, bool, bool, float]] = {}

    def take(self, table: str, host: int, address: str, *, waiting: bool, listed: bool, playing: bool = False) -> None:
        """Count a table that is about to be opened. Raises Refusal when there are too many of its kind already."""
        self._drop_old()
        here = list(self._tables.values())
        if waiting:
            _check([one for one in here if self._waits(one)], host, address, self._limits.waiting, OF_WAITING)
        if listed:
            _check([one for one in here if one.listed], host, address, self._limits.listed, OF_LISTED)
        if playing:
            _check([one for one in here if self._plays(one)], host, address, self._limits.playing, OF_PLAYING)
        if waiting or listed or playing:
            self._tables[table] = _Counted(host, address, waiting, listed, self._clock(), playing)

    def note(
        self, table: str, host: int, *, waiting: bool, listed: bool, touched: float, playing: bool = False
    ) -> None:
        """Something has happened at a table."""
        known = table in self._tables
        self.hear(table, host, waiting=waiting, listed=listed, touched=touched, playing=playing)
        if known or waiting or listed or playing:
            self._tell_others(table)

    def hear(
        self, table: str, host: int, *, waiting: bool, listed: bool, touched: float, playing: bool = False
    ) -> None:
        """The same; it is known to the other processes."""
        known = self._tables.pop(table, None)
        if waiting or listed or playing:
            address = known.address if known is not None else ""
            self._tables[table] = _Counted(host, address, waiting, listed, touched, playing)

    def _tell_others(self, table: str) -> None:
        if self._tell is None:
            return
        one = self._tables.get(table)
        if one is None:
            self._told.pop(table, None)
        else:
            *told, touched = self._told.get(table, (False, False, False, 0.0))
            if told == [one.waiting, one.listed, one.playing] and one.touched - touched < TOLD_EVERY:
                return
            self._told[table] = (one.waiting, one.listed, one.playing, one.touched)
        self._tell(table)

    def recall(
        self, table: str, host: int, *, waiting: bool, listed: bool, touched: float, playing: bool = False
    ) -> None:
        """Count a table that existed before the server started."""
        if table not in self._tables:
            self.note(table, host, waiting=waiting, listed=listed, touched=touched, playing=playing)

    def forget(self, table: str) -> None:
        """The table was not opened after all, or is there no more."""
        self._tables.pop(table, None)
        self._told.pop(table, None)

    def __len__(self) -> int:
        return len(self._tables)

    def still_listed(self, touched: float) -> bool:
        """Whether a table with its last activity at this time is in the public list."""
        return self._clock() - touched < self._limits.stays_listed

    def _waits(self, one: _Counted) -> bool:
        return one.waiting and self._clock() - one.touched < self._limits.waiting_counts

    def _plays(self, one: _Counted) -> bool:
        return one.playing and self._clock() - one.touched < self._limits.playing_counts

    def _drop_old(self) -> None:
        for name, one in list(self._tables.items()):
            one.listed = one.listed and self.still_listed(one.touched)
            if not (one.listed or self._waits(one) or self._plays(one)):
                del self._tables[name]
                self._told.pop(name, None)


def _check(
    there: list[_Counted], host: int, address: str, most: Ceilings, refusals: tuple[tuple[int, str, str], ...]
) -> None:
    """Raises the refusal for a session, an address or all when one more would be too many."""
    counts = (
        sum(one.host == host for one in there),
        sum(one.address == address for one in there) if address else 0,
        len(there),
    )
    for count, bound, refusal in zip(counts, most, refusals, strict=True):
        if count >= bound:
            raise Refusal(*refusal, [("retry-after", AGAIN)] if refusal[0] in (429, 503) else ())
