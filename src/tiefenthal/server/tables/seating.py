"""Whose seat was whose, and when: the part of a table's log that needs no game.

Somebody's time at a seat is a *tenure*: from sitting down until somebody else sits there, or nobody. It belongs to the
session that sat down and to those that hold the seat at its end by the personal link, but not to those whose link was
voided.
"""

from collections.abc import Iterable

from tiefenthal.server.protocol import GUEST
from tiefenthal.server.tables import log

NOBODY = -1
"""In place of a session's number."""


class Tenure:
    """Somebody's time at a seat."""

    __slots__ = ("kept", "kind", "name", "number", "owner", "seat", "sessions", "since")

    def __init__(self, seat: int, place: log.Place, number: int = 0, since: float = 0.0) -> None:
        self.seat = seat
        self.kind: str = place.kind
        self.name = place.name
        self.owner = place.session
        """Who sat down."""
        self.sessions: set[int] = set() if place.session is None else {place.session}
        """The sessions that hold it at its end."""
        self.kept: set[int] = set(place.kept)
        """The sessions an open seat is kept for."""
        self.number = number
        """The entry of the log it began with."""
        self.since = since

    def is_of(self, session: int) -> bool:
        """Whether it was this person's."""
        return session == self.owner or session in self.sessions or session in self.kept


class Seating:
    """The seats of a table after some entries of its log."""

    def __init__(self) -> None:
        self.host: int = NOBODY
        self.begun = False
        self.closed = False
        self.now: list[Tenure] = []
        """Who sits there now, by seat."""
        self.tenures: list[Tenure] = []
        """All there have been, in order."""

    @staticmethod
    def of(entries: Iterable[tuple[float, log.Entry]]) -> "Seating":
        """The seats a log makes; `entries` are (time, entry)."""
        found = Seating()
        for number, (at, entry) in enumerate(entries):
            found.apply(entry, number, at)
        return found

    @property
    def sessions(self) -> tuple[int, ...]:
        """All sessions with a seat here, those a seat is kept for, and the host."""
        if self.closed:
            return ()
        found = {session for tenure in self.now for session in tenure.sessions | tenure.kept} | {self.host}
        return tuple(sorted(found - {NOBODY}))

    @property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return [tenure.name for tenure in self.now]

    def apply(self, entry: log.Entry, number: int = 0, at: float = 0.0) -> None:
        """Carry out an entry."""
        if isinstance(entry, log.Opened):
            self.host = entry.host
            self.now = [Tenure(seat, place, number, at) for seat, place in enumerate(entry.places)]
            self.tenures += self.now
        elif isinstance(entry, log.Placed):
            self._seat(entry.seat, entry.place, number, at)
        elif isinstance(entry, log.SentAway):
            self._seat(entry.seat, log.Place("open"), number, at)
        elif isinstance(entry, log.Returned):
            self.now[entry.seat].sessions.add(entry.session)
        elif isinstance(entry, log.Voided):
            self.now[entry.seat].sessions -= set(entry.sessions)
        elif isinstance(entry, log.Renamed):
            self.now[entry.seat].name = entry.name
        elif isinstance(entry, log.Began):
            self.begun = True
        elif isinstance(entry, log.Closed):
            self.closed = True
        elif isinstance(entry, log.Forgotten):
            self._forget(entry.session, number, at)

    def _seat(self, seat: int, place: log.Place, number: int, at: float) -> None:
        self.now[seat] = Tenure(seat, place, number, at)
        self.tenures.append(self.now[seat])

    def _forget(self, session: int, number: int, at: float) -> None:
        """Before the game the seat becomes open again; in a game it stays with somebody without a name, for whom a bot
        plays."""
        for tenure in list(self.now):
            if session in tenure.kept:
                tenure.kept.discard(session)
                tenure.name = GUEST
                if not tenure.kept:
                    self._seat(tenure.seat, log.Place("open"), number, at)
            if session in tenure.sessions:
                tenure.sessions.discard(session)
                tenure.name = GUEST
                if not self.begun and not tenure.sessions:
                    self._seat(tenure.seat, log.Place("open"), number, at)
        if session == self.host:
            self.host = NOBODY
            self.closed = self.closed or not self.begun
