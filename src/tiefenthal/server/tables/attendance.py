"""Who is connected to a table, how many may be, and for how long somebody has been away.

Every seat has connections reserved for it that nobody else can take, least of all watchers. Somebody who opens more
connections than that loses their own oldest one, not somebody else's.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Set
from typing import Final

from tiefenthal.server.protocol import frames
from tiefenthal.server.tables.socket import Socket

MOST_A_SEAT: Final = 4  # a telephone, a computer, and one left open somewhere
MOST_A_SESSION: Final = 8  # for all seats of a session together: several people may share a screen
MOST_WATCHERS: Final = 84
MOST_AN_ADDRESS: Final = 20  # watchers without a session; a classroom has one address
REPLACED: Final = "this table is open in another window"


class Attendance:
    """The connections of a table that is in memory."""

    def __init__(self, running: Callable[[], float]) -> None:
        """`running` is a monotonic clock."""
        self.sockets: set[Socket] = set()
        """The sockets that have been sent their first frame."""
        self._admitted: dict[Socket, None] = {}  # these and the ones that are connecting; the oldest first
        self._seated: Counter[int | None] = Counter()
        self._running = running
        self._loaded_since = running()
        self._away_since: dict[int, float] = {}

    # --- room

    def admit(self, socket: Socket, watching_elsewhere: int = 0) -> bool:
        """Reserve a connection, if necessary by ending an older one of the same seat, session or watcher. False when
        there are too many watchers, counting those at other processes. `discard` gives it up again.
        """
        admitted = [one for one in self._admitted if not one.closing]
        if socket.seat is None:
            if socket.session is None:
                same = [one for one in admitted if one.session is None and one.address == socket.address]
                _leave_room(same, MOST_AN_ADDRESS)
            watching = sum(1 for one in admitted if one.seat is None and not one.closing)
            if watching + watching_elsewhere >= MOST_WATCHERS:
                return False
        else:
            _leave_room([one for one in admitted if one.seat == socket.seat], MOST_A_SEAT)
        if socket.session is not None:
            _leave_room([one for one in admitted if one.session == socket.session], MOST_A_SESSION)
        self._admitted[socket] = None
        return True

    def enter(self, socket: Socket) -> None:
        """An admitted connection gets updates from now on."""
        self._admitted.setdefault(socket)
        if socket not in self.sockets:
            self.sockets.add(socket)
            if socket.seat is not None:
                self._seated[socket.session] += 1

    def discard(self, socket: Socket) -> None:
        """A connection has ended."""
        self._admitted.pop(socket, None)
        if socket in self.sockets:
            self.sockets.remove(socket)
            if socket.seat is not None:
                self._seated[socket.session] -= 1
                if not self._seated[socket.session]:
                    del self._seated[socket.session]

    @property
    def watchers(self) -> int:
        """How many watch."""
        return len(self.sockets) - self._seated.total()

    def seated(self) -> Set[int | None]:
        """The sessions that are connected for a seat of theirs."""
        return self._seated.keys()

    # --- absence

    def away_for(self, seat: int) -> float:
        """For how many seconds the person of a seat has been away, without the time when the server was down or the
        table unloaded.
        """
        return self._running() - self._away_since.get(seat, self._loaded_since)

    def away_at_least(self, seat: int, seconds: float) -> None:
        """Another process has counted this much absence of a seat."""
        since = self._running() - seconds
        self._away_since[seat] = min(since, self._away_since.get(seat, self._loaded_since))

    def count_from_now(self, seats: Iterable[int]) -> None:
        """The absence of everybody who is not here begins now."""
        for seat in seats:
            self._away_since[seat] = self._running()


def _leave_room(same: list[Socket], most: int) -> None:
    """End the oldest connections until one more is allowed."""
    alive = [one for one in same if not one.closing]
    for one in alive[: max(0, len(alive) - most + 1)]:
        one.close(frames.REPLACED, REPLACED)
