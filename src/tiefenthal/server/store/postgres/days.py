"""The daily evening in a PostgreSQL database."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from tiefenthal.server.store.days import ScoreOf
from tiefenthal.server.store.postgres.connect import Connection, numbered
from tiefenthal.server.store.sql_days import CLOSE, RESULTS, SETTLE, Change, Read, SqlDays


class Submit(Protocol):
    """Does something in a transaction."""

    def __call__(self, work: Callable[[Connection], Awaitable[Any]], /) -> Awaitable[Any]: ...


class PostgresDays(SqlDays):
    """The days of a PostgreSQL store."""

    IS_RANKED = "ranked"
    WHILE_OPEN = " FOR SHARE"

    def __init__(self, read: Read, change: Change, submit: Submit) -> None:
        super().__init__(read, change)
        self._submit = submit

    async def clock(self) -> float:
        """The database's time."""
        ((now,),) = await self._read("SELECT extract(epoch FROM clock_timestamp())::double precision")
        return float(now)

    async def close(self, day: str, at: float, score_of: ScoreOf) -> int:
        """End a day for good."""

        async def work(connection: Connection) -> int:
            # Attempts are begun, and results counted, before or after this, never while it is done.
            await connection.execute("SELECT 1 FROM days WHERE day = $1 FOR UPDATE", day)
            settled = await _settle(connection, day, score_of)
            await connection.execute(numbered(CLOSE), float(at), day)
            return settled

        settled: int = await self._submit(work)
        return settled

    async def _settle(self, score_of: ScoreOf, day: str | None) -> int:
        settled: int = await self._submit(lambda connection: _settle(connection, day, score_of))
        return settled


async def _settle(connection: Connection, day: str | None, score_of: ScoreOf) -> int:
    found = await connection.fetch(numbered(RESULTS) + " ORDER BY attempts.id FOR UPDATE OF attempts", day)
    for number, finished, info, ranked in found:
        await connection.execute(numbered(SETTLE), finished, score_of(info), ranked, number)
    return len(found)
