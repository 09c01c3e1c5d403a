"""Who is served next when many wait for a few workers: each gets an equal share of their time.

Shares are divided level by level, as in (session, table): many tables get no more than one.
This is start-time fair queueing (Goyal, Vin and Cheng, 1996): every part of a share is due at a virtual time, which
advances by the time it was given, and the one due first is next. A part that returns starts at the time of the others,
with neither credit nor debt; so all parts progress, and one that asks for less than its share waits for one turn only.
"""

from collections import deque
from collections.abc import Hashable
from typing import Final, Generic, NamedTuple, TypeVar

T = TypeVar("T")
Path = tuple[Hashable, ...]

ADVANCE: Final = 1.0
"""Seconds a turn counts for until it is over, so that nobody gets several at once for nothing."""


class Turn(NamedTuple, Generic[T]):
    """The item being served."""

    item: T
    path: Path


class _Share(Generic[T]):
    """A share that is divided among parts; at the end of a path, the queue there."""

    __slots__ = ("due", "items", "now", "parts", "served", "waiting", "weight")

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight
        self.due: float = 0.0
        """Its virtual time among its siblings."""
        self.now: float = 0.0
        """The virtual time of its own parts."""
        self.waiting: int = 0
        self.served: int = 0
        """How many turns are in progress."""
        self.parts: dict[Hashable, _Share[T]] = {}
        self.items: deque[T] = deque()

    @property
    def busy(self) -> bool:
        return self.waiting > 0 or self.served > 0

    def part_for(self, key: Hashable, weight: float) -> "_Share[T]":
        """The part somebody comes to."""
        part = self.parts.get(key)
        if part is None:
            part = self.parts[key] = _Share(weight)
        if not part.waiting:
            part.due = max(part.due, self.now)
        return part

    def give(self, seconds: float) -> None:
        self.due += seconds / self.weight

    def tidy(self) -> None:
        """Forget the parts that come back as if they were new."""
        if self.busy:
            self.parts = {key: part for key, part in self.parts.items() if part.busy or part.due > self.now}
        else:
            self.parts.clear()
            self.now = 0.0


class FairQueue(Generic[T]):
    """Those who wait. Every path has the same length."""

    def __init__(self) -> None:
        self._all: _Share[T] = _Share()
        self._urgent: deque[Path] = deque()

    def __len__(self) -> int:
        return self._all.waiting

    @property
    def remembered(self) -> int:
        """How many there are at the first level of whom something must be known."""
        return len(self._all.parts)

    def put(self, path: Path, item: T, *, weight: float = 1.0, urgent: bool = False) -> None:
        """Queue an item. `weight`: how much more the first of the path gets than its siblings of weight 1. Urgent items
        go first, and count like others."""
        share = self._all
        share.waiting += 1
        for level, key in enumerate(path):
            share = share.part_for(key, weight if level == 0 else 1.0)
            share.waiting += 1
        if urgent:
            share.items.appendleft(item)
            self._urgent.append(path)
        else:
            share.items.append(item)

    def take(self) -> Turn[T]:
        """What is served next; `done` must be told when it is over. Raises IndexError when nothing waits."""
        if not len(self):
            raise IndexError("nothing waits")
        path = self._urgent.popleft() if self._urgent else self._next()
        share = self._all
        for part in (share, *self._along(path)):
            part.waiting -= 1
            part.served += 1
            part.give(ADVANCE)
            share = part
        return Turn(share.items.popleft(), path)

    def done(self, turn: Turn[T], seconds: float) -> None:
        """A turn is over, and took this long."""
        shares = (self._all, *self._along(turn.path))
        for share in shares:
            share.served -= 1
            share.give(seconds - ADVANCE)
        for share in shares:
            share.tidy()

    def _next(self) -> Path:
        """The way to what is due first."""
        path: list[Hashable] = []
        share = self._all
        while share.parts:
            waiting = ((key, part) for key, part in share.parts.items() if part.waiting)
            key, part = min(waiting, key=lambda one: one[1].due)
            share.now = max(share.now, part.due)
            path.append(key)
            share = part
        return tuple(path)

    def _along(self, path: Path) -> list[_Share[T]]:
        found: list[_Share[T]] = []
        parts = self._all.parts
        for key in path:
            found.append(parts[key])
            parts = found[-1].parts
        return found
