"""The daily evening in a PostgreSQL database."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from tiefenthal.server.store.days import SECRET_BYTES, Attempt, DayRow, Days, ScoreOf
from tiefenthal.server.store.postgres.connect import Connection


class Submit(Protocol):
    """Does something in a transaction."""

    def __call__(self, work: Callable[[Connection], Awaitable[Any]], /) -> Awaitable[Any]: ...


Read = Callable[..., Awaitable[list[Any]]]
_DAY: Final = "day, setup, opened, running, boot, closed, master"
_ATTEMPT: Final = "day, session, table_id, begun, finished, score, ranked"
_UNSETTLED: Final = (
    "FROM attempts JOIN records ON records.table_id = attempts.table_id"
    " WHERE attempts.finished IS NULL AND attempts.day = coalesce($1::text, attempts.day)"
)


class PostgresDays(Days):
    """The days of a PostgreSQL store; what the methods do is said in `Days`."""

    def __init__(self, read: Read, submit: Submit) -> None:
        self._read = read
        self._submit = submit

    async def secret(self) -> bytes:
        """What the seeds of this server's days are made from: drawn once, kept for ever."""
        drawn = secrets.token_bytes(SECRET_BYTES)

        async def work(connection: Connection) -> bytes:
            await connection.execute(
                "INSERT INTO daily_secret (id, secret) VALUES (1, $1) ON CONFLICT DO NOTHING", drawn
            )
            return bytes(await connection.fetchval("SELECT secret FROM daily_secret WHERE id = 1"))

        found: bytes = await self._submit(work)
        return found

    # --- days

    async def open(self, row: DayRow) -> DayRow:
        """Begin a day; the one that is there already stays as it is. Return what is there."""

        async def work(connection: Connection) -> DayRow:
            await connection.execute(
                f"INSERT INTO days ({_DAY}) VALUES ($1, $2, $3, $4, $5, NULL, NULL) ON CONFLICT DO NOTHING",
                row.day,
                bytes(row.setup),
                float(row.opened),
                float(row.running),
                row.boot,
            )
            return DayRow(*await connection.fetchrow(f"SELECT {_DAY} FROM days WHERE day = $1", row.day))

        found: DayRow = await self._submit(work)
        return found

    async def find(self, day: str) -> DayRow | None:
        """Return a day, if this server has held it."""
        rows = await self._read(f"SELECT {_DAY} FROM days WHERE day = $1", day)
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
            f"SELECT {_DAY} FROM days WHERE closed IS NOT NULL AND day < $1 ORDER BY day DESC LIMIT $2", before, limit
        )
        return [DayRow(*row) for row in rows]

    async def all_over(self) -> list[str]:
        """Return every day whose seed is told."""
        return [row["day"] for row in await self._read("SELECT day FROM days WHERE closed IS NOT NULL")]

    async def close(self, day: str, at: float, score_of: ScoreOf) -> int:
        """End a day for good."""

        async def work(connection: Connection) -> int:
            # Attempts are begun, and results counted, before or after this, never while it is done.
            await connection.execute("SELECT 1 FROM days WHERE day = $1 FOR UPDATE", day)
            settled = await _settle(connection, day, score_of)
            await connection.execute("UPDATE days SET closed = $1 WHERE day = $2 AND closed IS NULL", float(at), day)
            return settled

        settled: int = await self._submit(work)
        return settled

    async def keep_master(self, day: str, body: bytes) -> None:
        """Keep what the Master made of a day; the first time counts."""
        await self._submit(
            lambda connection: connection.execute(
                "UPDATE days SET master = $1 WHERE day = $2 AND master IS NULL", bytes(body), day
            )
        )

    # --- attempts

    async def begin(self, day: str, session: int, table: str, at: float) -> Attempt | None:
        """Note somebody's attempt; if they have had one, that is returned. None when the day is closed."""

        async def work(connection: Connection) -> Attempt | None:
            await connection.execute(
                "INSERT INTO attempts (day, session, table_id, begun)"
                " SELECT day, $1, $2, $3 FROM days WHERE day = $4 AND closed IS NULL FOR SHARE"
                " ON CONFLICT DO NOTHING",
                session,
                table,
                float(at),
                day,
            )
            found = await connection.fetchrow(
                f"SELECT {_ATTEMPT} FROM attempts WHERE day = $1 AND session = $2", day, session
            )
            return None if found is None else Attempt(*found)

        found: Attempt | None = await self._submit(work)
        return found

    async def attempts_of(self, session: int, days: str = "") -> list[Attempt]:
        """Return somebody's attempts, the last day first; `days` names one, else all of them."""
        rows = await self._read(
            f"SELECT {_ATTEMPT} FROM attempts WHERE session = $1 AND ($2 = '' OR day = $2) ORDER BY day DESC",
            session,
            days,
        )
        return [Attempt(*row) for row in rows]

    async def settle(self, score_of: ScoreOf, day: str | None = None) -> int:
        """Read the results of games that are over, of one day or of all. Return how many were new."""
        if not await self._read(f"SELECT 1 {_UNSETTLED} LIMIT 1", day):
            return 0
        settled: int = await self._submit(lambda connection: _settle(connection, day, score_of))
        return settled

    async def begun(self, day: str) -> int:
        """Return how many have begun a day."""
        ((count,),) = await self._read("SELECT count(*) FROM attempts WHERE day = $1", day)
        return int(count)

    async def scores(self, day: str) -> list[tuple[int, int]]:
        """Return the scores that count for a day, the best first, and how many reached each."""
        rows = await self._read(
            "SELECT score, count(*) FROM attempts WHERE day = $1 AND ranked GROUP BY score ORDER BY score DESC", day
        )
        return [(score, count) for score, count in rows]

    async def expire(self, before: float) -> int:
        """Remove attempts that nobody went on with, of days closed before this time, whose table is gone."""

        async def work(connection: Connection) -> int:
            gone = await connection.fetchval(
                "WITH gone AS (DELETE FROM attempts WHERE finished IS NULL AND begun < $1"
                " AND day IN (SELECT day FROM days WHERE closed IS NOT NULL)"
                " AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = attempts.table_id) RETURNING 1)"
                " SELECT count(*) FROM gone",
                float(before),
            )
            return int(gone)

        gone: int = await self._submit(work)
        return gone


async def forget(connection: Connection, session: int) -> None:
    """Take somebody out of the attempts (see `sqlite_days.forget`)."""
    await connection.execute("DELETE FROM attempts WHERE session = $1 AND finished IS NULL", session)
    await connection.execute("UPDATE attempts SET session = NULL, table_id = NULL WHERE session = $1", session)


async def _settle(connection: Connection, day: str | None, score_of: ScoreOf) -> int:
    """A result counts when it is there before its day is closed; the order on the disk decides, not a clock."""
    found = await connection.fetch(
        "SELECT attempts.id, records.finished, records.info,"
        f" (SELECT closed IS NULL FROM days WHERE days.day = attempts.day) {_UNSETTLED}"
        " ORDER BY attempts.id FOR UPDATE OF attempts",
        day,
    )
    for number, finished, info, ranked in found:
        await connection.execute(
            "UPDATE attempts SET finished = $1, score = $2, ranked = $3 WHERE id = $4",
            finished,
            score_of(info),
            ranked,
            number,
        )
    return len(found)
