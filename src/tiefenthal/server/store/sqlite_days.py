"""The daily evening in a SQLite file."""

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from tiefenthal.server.store.days import ScoreOf
from tiefenthal.server.store.sql_days import CLOSE, RESULTS, SETTLE, Change, Read, SqlDays


class Submit(Protocol):
    """Lets the writer do something in its transaction."""

    def __call__(self, work: Callable[[sqlite3.Connection], Any], /) -> Awaitable[Any]: ...


class SqliteDays(SqlDays):
    """The days of a SQLite store."""

    IS_RANKED = "ranked = 1"

    def __init__(self, read: Read, change: Change, submit: Submit) -> None:
        super().__init__(read, change)
        self._submit = submit

    async def clock(self) -> None:
        """A file has no clock."""

    async def close(self, day: str, at: float, score_of: ScoreOf) -> int:
        """End a day for good."""

        def work(connection: sqlite3.Connection) -> int:
            settled = _settle(connection, day, score_of)
            connection.execute(CLOSE, (float(at), day))
            return settled

        settled: int = await self._submit(work)
        return settled

    async def _settle(self, score_of: ScoreOf, day: str | None) -> int:
        settled: int = await self._submit(lambda connection: _settle(connection, day, score_of))
        return settled


def _settle(connection: sqlite3.Connection, day: str | None, score_of: ScoreOf) -> int:
    found = connection.execute(RESULTS, (day,)).fetchall()
    for number, finished, info, ranked in found:
        connection.execute(SETTLE, (finished, score_of(info), ranked, number))
    return len(found)
