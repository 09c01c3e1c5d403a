"""The part of the store that keeps the daily evening: the secret of its seeds, the days, and everybody's attempt.

A result is not stored separately: it is read from the record of the attempt's table, which reached the disk in one
piece with the end of the game (`settle`). So none can be lost between the two.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

SECRET_BYTES = 32


class DayRow(NamedTuple):
    """A day this server has held, or holds."""

    day: str
    """A date such as `2026-11-17`."""
    setup: bytes
    opened: float
    running: float
    """What the clock that nobody can set showed then."""
    boot: str
    """Which start of the machine that clock counts from."""
    closed: float | None = None
    """When it was over for good, and its seed told."""
    master: bytes | None = None


class Attempt(NamedTuple):
    """Somebody's one attempt at a day."""

    day: str
    session: int
    table: str
    begun: float
    finished: float | None = None
    score: int | None = None
    ranked: bool | None = None
    """Whether it was finished before the day was closed; None until it is finished."""


ScoreOf = Callable[[bytes], int]
"""The score that counts, from what is said of a finished game."""


class Days(ABC):
    """The days of a store."""

    @abstractmethod
    async def secret(self) -> bytes:
        """The secret of this server's seeds: drawn once, kept forever."""

    @abstractmethod
    async def clock(self) -> float | None:
        """Return the time by the store's own clock, which all processes share; None where it has none."""

    @abstractmethod
    async def open(self, row: DayRow) -> DayRow:
        """Begin a day; the one that is there already stays as it is. Return what is there."""

    @abstractmethod
    async def find(self, day: str) -> DayRow | None:
        """Return a day, if this server has held it."""

    @abstractmethod
    async def still_open(self) -> list[DayRow]:
        """Return the days whose seeds are secret, the first one first."""

    @abstractmethod
    async def last_opened(self) -> DayRow | None:
        """Return the day that was begun last."""

    @abstractmethod
    async def over(self, before: str, limit: int) -> list[DayRow]:
        """Return days whose seeds are revealed, the last one first."""

    @abstractmethod
    async def all_over(self) -> list[str]:
        """Return every day whose seed is revealed."""

    @abstractmethod
    async def close(self, day: str, at: float, score_of: ScoreOf) -> int:
        """End a day for good: whatever was finished before counts, in one transaction with it. Return how many results
        were new."""

    @abstractmethod
    async def keep_master(self, day: str, body: bytes) -> None:
        """Keep the Master's result of a day; the first one counts."""

    @abstractmethod
    async def begin(self, day: str, session: int, table: str, at: float) -> Attempt | None:
        """Note somebody's attempt; if they have had one, that is returned. None when the day is closed."""

    @abstractmethod
    async def attempts_of(self, session: int, days: str = "") -> list[Attempt]:
        """Return somebody's attempts, the last day first; `days` names one, else all of them."""

    @abstractmethod
    async def settle(self, score_of: ScoreOf, day: str | None = None) -> int:
        """Read the results of games that are over, of one day or of all. Return how many were new."""

    @abstractmethod
    async def begun(self, day: str) -> int:
        """Return how many have begun a day."""

    @abstractmethod
    async def scores(self, day: str) -> list[tuple[int, int]]:
        """Return the scores that count for a day, the best first, and how many reached each."""

    @abstractmethod
    async def expire(self, before: float) -> int:
        """Remove attempts that nobody went on with, of days closed before this time, whose table is gone."""
