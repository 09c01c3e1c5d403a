"""The daily evening, as far as all databases are asked about it in the same words (see `sql`)."""

import secrets
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Final

from tiefenthal.server.store.days import SECRET_BYTES, Attempt, DayRow, Days, ScoreOf

Read = Callable[..., Awaitable[list[Any]]]
Change = Callable[..., Awaitable[int]]
_DAY: Final = "day, setup, opened, running, boot, closed, master"
_ATTEMPT: Final = "day, session, table_id, begun, finished, score, ranked"
UNSETTLED: Final = (
    "FROM attempts JOIN records ON records.table_id = attempts.table_id"
    " WHERE attempts.finished IS NULL AND attempts.day = coalesce(?, attempts.day)"
)
"""Attempts whose games are over, of one day or, with NULL, of all."""

RESULTS: Final = (
    "SELECT attempts.id, records.finished, records.info,"
    f" (SELECT closed IS NULL FROM days WHERE days.day = attempts.day) {UNSETTLED}"
)
"""What is to be written to them: a result counts when it is there before its day is closed; the order on the disk
decides, not a clock."""

SETTLE: Final = "UPDATE attempts SET finished = ?, score = ?, ranked = ? WHERE id = ?"
CLOSE: Final = "UPDATE days SET closed = ? WHERE day = ? AND closed IS NULL"

FORGET: Final = (
    "DELETE FROM attempts WHERE session = ? AND finished IS NULL",
    "UPDATE attempts SET session = NULL, table_id = NULL WHERE session = ?",
)
"""Take somebody out of the attempts. What they scored stays among all scores, without whose it was: forgetting makes no
bad result undone. Settle first."""


class SqlDays(Days):
    """The part that is the same for all databases; what the methods do is said in `Days`."""

    IS_RANKED: ClassVar[str]
    """The condition by which the index of the results is found."""
    WHILE_OPEN: ClassVar[str] = ""
    """Makes sure that a day is not closed while an attempt at it is noted."""

    def __init__(self, read: Read, change: Change) -> None:
        self._read = read
        self._change = change

    async def secret(self) -> bytes:
        """The secret of this server's seeds: drawn once, kept forever."""
        await self._change(
            "INSERT INTO daily_secret (id, secret) VALUES (1, ?) ON CONFLICT DO NOTHING",
            secrets.token_bytes(SECRET_BYTES),
        )
        ((found,),) = await self._read("SELECT secret FROM daily_secret WHERE id = 1")
        return bytes(found)

    # --- days

    async def open(self, row: DayRow) -> DayRow:
        """Begin a day; the one that is there already stays as it is. Return what is there."""
        await self._change(
            f"INSERT INTO days ({_DAY}) VALUES (?, ?, ?, ?, ?, NULL, NULL) ON CONFLICT DO NOTHING",
            row.day,
            bytes(row.setup),
            float(row.opened),
            float(row.running),
            row.boot,
        )
        found = await self.find(row.day)
        assert found is not None  # days are never removed
        return found

    async def find(self, day: str) -> DayRow | None:
        """Return a day, if this server has held it."""
        rows = await self._read(f"SELECT {_DAY} FROM days WHERE day = ?", day)
        return DayRow(*rows[0]) if rows else None

    async def still_open(self) -> list[DayRow]:
        """Return the days whose seeds are secret, the first one first."""
        rows = await self._read(f"SELECT {_DAY} FROM days WHERE closed IS NULL ORDER BY day")
        return [DayRow(*row) for row in rows]

    async def last_opened(self) -> DayRow | None:
        """Return the day that was begun last."""
        rows = await self._read(f"SELECT {_DAY} FROM days ORDER BY opened DESC LIMIT 1")
        return DayRow(*rows[0]) if rows else None

    async def over(self, before: str, limit: int) -> list[DayRow]:
        """Return days whose seeds are revealed, the last one first."""
        rows = await self._read(
            f"SELECT {_DAY} FROM days WHERE closed IS NOT NULL AND day < ? ORDER BY day DESC LIMIT ?", before, limit
        )
        return [DayRow(*row) for row in rows]

    async def all_over(self) -> list[str]:
        """Return every day whose seed is revealed."""
        return [day for (day,) in await self._read("SELECT day FROM days WHERE closed IS NOT NULL")]

    async def keep_master(self, day: str, body: bytes) -> None:
        """Keep the Master's result of a day; the first one counts."""
        await self._change("UPDATE days SET master = ? WHERE day = ? AND master IS NULL", bytes(body), day)

    # --- attempts

    async def begin(self, day: str, session: int, table: str, at: float) -> Attempt | None:
        """Note somebody's attempt; if they have had one, that is returned. None when the day is closed."""
        await self._change(
            "INSERT INTO attempts (day, session, table_id, begun)"
            f" SELECT day, ?, ?, ? FROM days WHERE day = ? AND closed IS NULL{self.WHILE_OPEN} ON CONFLICT DO NOTHING",
            session,
            table,
            float(at),
            day,
        )
        return next(iter(await self.attempts_of(session, day)), None)

    async def attempts_of(self, session: int, days: str = "") -> list[Attempt]:
        """Return somebody's attempts, the last day first; `days` names one, else all of them."""
        one = " AND day = ?" if days else ""
        rows = await self._read(
            f"SELECT {_ATTEMPT} FROM attempts WHERE session = ?{one} ORDER BY day DESC",
            session,
            *([days] if days else []),
        )
        return [_attempt(row) for row in rows]

    async def settle(self, score_of: ScoreOf, day: str | None = None) -> int:
        """Read the results of games that are over, of one day or of all. Return how many were new."""
        if not await self._read(f"SELECT 1 {UNSETTLED} LIMIT 1", day):
            return 0
        return await self._settle(score_of, day)

    @abstractmethod
    async def _settle(self, score_of: ScoreOf, day: str | None) -> int:
        """Write down the results there are, in one transaction."""

    async def begun(self, day: str) -> int:
        """Return how many have begun a day."""
        ((count,),) = await self._read("SELECT count(*) FROM attempts WHERE day = ?", day)
        return int(count)

    async def scores(self, day: str) -> list[tuple[int, int]]:
        """Return the scores that count for a day, the best first, and how many reached each."""
        rows = await self._read(
            f"SELECT score, count(*) FROM attempts WHERE day = ? AND {self.IS_RANKED}"
            " GROUP BY score ORDER BY score DESC",
            day,
        )
        return [(score, count) for score, count in rows]

    async def expire(self, before: float) -> int:
        """Remove attempts that nobody went on with, of days closed before this time, whose table is gone."""
        return await self._change(
            "DELETE FROM attempts WHERE finished IS NULL AND begun < ?"
            " AND day IN (SELECT day FROM days WHERE closed IS NOT NULL)"
            " AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = attempts.table_id)",
            float(before),
        )


def _attempt(row: Any) -> Attempt:
    day, session, table, begun, finished, score, ranked = row
    return Attempt(day, session, table, begun, finished, score, None if ranked is None else bool(ranked))
