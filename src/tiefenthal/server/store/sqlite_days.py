"""The daily evening in a SQLite file."""

import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from tiefenthal.server.store.days import SECRET_BYTES, Attempt, DayRow, Days, ScoreOf


class Submit(Protocol):
    """Lets the writer do something in its transaction."""

    def __call__(self, work: Callable[[sqlite3.Connection], Any], /) -> Awaitable[Any]: ...


Read = Callable[..., Awaitable[list[tuple[Any, ...]]]]
_DAY = "day, setup, opened, running, boot, closed, master"
_ATTEMPT = "day, session, table_id, begun, finished, score, ranked"
_UNSETTLED = (
    "FROM attempts JOIN records ON records.table_id = attempts.table_id"
    " WHERE attempts.finished IS NULL AND attempts.day = ifnull(?, attempts.day)"
)


class SqliteDays(Days):
    """The days of a SQLite store; what the methods do is said in `Days`."""

    def __init__(self, read: Read, submit: Submit) -> None:
        self._read = read
        self._submit = submit

    async def secret(self) -> bytes:
        """What the seeds of this server's days are made from: drawn once, kept for ever."""

        def work(connection: sqlite3.Connection) -> bytes:
            drawn = secrets.token_bytes(SECRET_BYTES)
            connection.execute("INSERT OR IGNORE INTO daily_secret (id, secret) VALUES (1, ?)", (drawn,))
            (found,) = connection.execute("SELECT secret FROM daily_secret WHERE id = 1").fetchone()
            return bytes(found)

        found: bytes = await self._submit(work)
        return found

    # --- days

    async def open(self, row: DayRow) -> DayRow:
        """Begin a day; the one that is there already stays as it is. Return what is there."""

        def work(connection: sqlite3.Connection) -> DayRow:
            connection.execute(
                f"INSERT OR IGNORE INTO days ({_DAY}) VALUES (?, ?, ?, ?, ?, NULL, NULL)",
                (row.day, bytes(row.setup), float(row.opened), float(row.running), row.boot),
            )
            return DayRow(*connection.execute(f"SELECT {_DAY} FROM days WHERE day = ?", (row.day,)).fetchone())

        found: DayRow = await self._submit(work)
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
        """Return days whose seeds are told, the last one first."""
        rows = await self._read(
            f"SELECT {_DAY} FROM days WHERE closed IS NOT NULL AND day < ? ORDER BY day DESC LIMIT ?", before, limit
        )
        return [DayRow(*row) for row in rows]

    async def all_over(self) -> list[str]:
        """Return every day whose seed is told."""
        return [day for (day,) in await self._read("SELECT day FROM days WHERE closed IS NOT NULL")]

    async def close(self, day: str, at: float, score_of: ScoreOf) -> int:
        """End a day for good: whatever was finished before counts, in one transaction with it. Return how many results
        were new."""

        def work(connection: sqlite3.Connection) -> int:
            settled = _settle(connection, day, score_of)
            connection.execute("UPDATE days SET closed = ? WHERE day = ? AND closed IS NULL", (float(at), day))
            return settled

        settled: int = await self._submit(work)
        return settled

    async def keep_master(self, day: str, body: bytes) -> None:
        """Keep what the Master made of a day; the first time counts."""
        await self._submit(
            lambda connection: (
                connection.execute(
                    "UPDATE days SET master = ? WHERE day = ? AND master IS NULL", (bytes(body), day)
                ).rowcount
            )
        )

    # --- attempts

    async def begin(self, day: str, session: int, table: str, at: float) -> Attempt | None:
        """Note somebody's attempt; if they have had one, that is returned. None when the day is closed."""

        def work(connection: sqlite3.Connection) -> Attempt | None:
            connection.execute(
                "INSERT OR IGNORE INTO attempts (day, session, table_id, begun)"
                " SELECT day, ?, ?, ? FROM days WHERE day = ? AND closed IS NULL",
                (session, table, float(at), day),
            )
            found = connection.execute(
                f"SELECT {_ATTEMPT} FROM attempts WHERE day = ? AND session = ?", (day, session)
            ).fetchone()
            return None if found is None else _attempt(found)

        found: Attempt | None = await self._submit(work)
        return found

    async def attempts_of(self, session: int, days: str = "") -> list[Attempt]:
        """Return somebody's attempts, the last day first; `days` names one, else all of them."""
        rows = await self._read(
            f"SELECT {_ATTEMPT} FROM attempts WHERE session = ? AND (? = '' OR day = ?) ORDER BY day DESC",
            session,
            days,
            days,
        )
        return [_attempt(row) for row in rows]

    async def settle(self, score_of: ScoreOf, day: str | None = None) -> int:
        """Read the results of games that are over, of one day or of all. Return how many were new."""
        if not await self._read(f"SELECT 1 {_UNSETTLED} LIMIT 1", day):
            return 0
        settled: int = await self._submit(lambda connection: _settle(connection, day, score_of))
        return settled

    async def begun(self, day: str) -> int:
        """Return how many have begun a day."""
        ((count,),) = await self._read("SELECT count(*) FROM attempts WHERE day = ?", day)
        return int(count)

    async def scores(self, day: str) -> list[tuple[int, int]]:
        """Return the scores that count for a day, the best first, and how many reached each."""
        rows = await self._read(
            "SELECT score, count(*) FROM attempts WHERE day = ? AND ranked = 1 GROUP BY score ORDER BY score DESC", day
        )
        return [(score, count) for score, count in rows]

    async def expire(self, before: float) -> int:
        """Remove attempts that nobody went on with, of days closed before this time, whose table is gone."""
        gone: int = await self._submit(
            lambda connection: (
                connection.execute(
                    "DELETE FROM attempts WHERE finished IS NULL AND begun < ?"
                    " AND day IN (SELECT day FROM days WHERE closed IS NOT NULL)"
                    " AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = attempts.table_id)",
                    (float(before),),
                ).rowcount
            )
        )
        return gone


def forget(connection: sqlite3.Connection, session: int) -> None:
    """Take somebody out of the attempts. What they scored stays among all scores, without whose it was: forgetting
    makes no bad result undone. Settle first."""
    connection.execute("DELETE FROM attempts WHERE session = ? AND finished IS NULL", (session,))
    connection.execute("UPDATE attempts SET session = NULL, table_id = NULL WHERE session = ?", (session,))


def _settle(connection: sqlite3.Connection, day: str | None, score_of: ScoreOf) -> int:
    """A result counts when it is there before its day is closed; the order on the disk decides, not a clock."""
    found = connection.execute(
        "SELECT attempts.id, records.finished, records.info,"
        f" (SELECT closed IS NULL FROM days WHERE days.day = attempts.day) {_UNSETTLED}",
        (day,),
    ).fetchall()
    for number, finished, info, ranked in found:
        connection.execute(
            "UPDATE attempts SET finished = ?, score = ?, ranked = ? WHERE id = ?",
            (finished, score_of(info), ranked, number),
        )
    return len(found)


def _attempt(row: tuple[Any, ...]) -> Attempt:
    day, session, table, begun, finished, score, ranked = row
    return Attempt(day, session, table, begun, finished, score, None if ranked is None else bool(ranked))
