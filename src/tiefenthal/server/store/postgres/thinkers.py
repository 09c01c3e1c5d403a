"""The queue of choices in a PostgreSQL database.

Shares are those of `bots/fair_queue.py` (start-time fair queueing), kept in the database because every thinker serves
everybody. At each level the share that is due first is next; what it is given moves its due time back by as much.
"""

import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol

from tiefenthal.server.store.base import ChoiceLost
from tiefenthal.server.store.peers import LOST, News
from tiefenthal.server.store.postgres.connect import Connection
from tiefenthal.server.store.postgres.news import Board
from tiefenthal.server.store.thinkers import THINK, THOUGHT, Choice, Share, Thinkers, Thought

PEOPLE: Final = 8.0
"""The weight of games in which a person waits (`bots/pool.py`)."""
ADVANCE: Final = 1.0
"""Seconds a turn counts for until it is over."""
_TAKING: Final = 0x54686E6B
"""Locked while somebody determines who is next: only a moment, and shares are exact."""
_EDITIONS: Final = 0x54686E45
"""Shared by those who ask, so that an edition is not removed between it and the choice that needs it."""
_FORGOTTEN: Final = "10 minutes"
"""After this long nobody waits for a choice any more, and an unused share is dropped."""

_FREE: Final = (
    "NOT done AND (thinker IS NULL OR NOT EXISTS"
    " (SELECT 1 FROM thinkers WHERE name = choices.thinker AND until > clock_timestamp()))"
)
_NUMBER: Final = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint * 1000 + floor(random() * 1000)::bigint"
"""The number of a choice, never used again, in the order of asking. The table is emptied by a crash of the database and
would count from 1 again: then somebody who still waits would be given what came of another's choice."""
_THOUGHT: Final = "action, seconds, trouble, ended, never_loaded"

Read = Callable[..., Awaitable[list[Any]]]


class Submit(Protocol):
    """Does something in a transaction."""

    def __call__(self, work: Callable[[Connection], Awaitable[Any]], /) -> Awaitable[Any]: ...


class Due(NamedTuple):
    """The virtual time of a share among its siblings, and the clock of its own parts."""

    due: float
    now: float


def levels(share: Share) -> list[str]:
    """The names of a share and of all that it is part of, the whole first."""
    return [json.dumps(share[:length], separators=(",", ":")) for length in range(len(share) + 1)]


def next_of(waiting: Iterable[Share], dues: dict[str, Due]) -> tuple[Share, dict[str, Due]]:
    """Who is next among those who wait, and what has changed: they count as served for a moment already."""
    left = list(waiting)
    changed: dict[str, Due] = {}
    for level in range(1, len(Share._fields) + 1):
        whole = levels(left[0])[level - 1]
        now = dues.get(whole, Due(0.0, 0.0)).now

        def due(share: Share, level: int = level, now: float = now) -> float:
            return max(dues.get(levels(share)[level], Due(now, 0.0)).due, now)

        first = min(left, key=due)  # of several that are due at the same time, the one that came first
        name = levels(first)[level]
        weight = PEOPLE if level == 1 and first.person else 1.0
        before = changed.get(whole, dues.get(whole, Due(0.0, 0.0)))
        changed[whole] = before._replace(now=max(now, due(first)))
        changed[name] = Due(due(first) + ADVANCE / weight, dues.get(name, Due(0.0, 0.0)).now)
        left = [share for share in left if levels(share)[level] == name]
    return left[0], changed


class PostgresThinkers(Thinkers):
    """What the methods do is said in `Thinkers`."""

    def __init__(self, board: Board, read: Read, submit: Submit) -> None:
        self._board = board
        self._read = read
        self._submit = submit

    def watch(self, hear: Callable[[str, int], None]) -> Callable[[], None]:
        """Have `hear` called with THINK and THOUGHT."""

        def sort(news: News) -> None:
            if news.kind in (THINK, THOUGHT):
                hear(news.kind, news.number)
            elif news.kind == LOST:
                hear(THINK, 0)
                hear(THOUGHT, 0)

        return self._board.watch(sort)

    # --- those who ask

    async def alive(self) -> int:
        """Return how many thinkers there are."""
        ((count,),) = await self._read("SELECT count(*) FROM thinkers WHERE until > clock_timestamp()")
        return int(count)

    async def ask(self, choice: Choice) -> int:
        """Let a choice wait."""

        async def work(connection: Connection) -> int:
            await connection.execute("SELECT pg_advisory_xact_lock_shared($1)", _EDITIONS)
            await connection.execute(
                "INSERT INTO thinking_editions (digest, text) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                choice.edition,
                choice.edition_text,
            )
            number = await connection.fetchval(
                "INSERT INTO choices (id, asker, urgent, person, address, session, table_id, bot, edition, body,"
                f" budget) OVERRIDING SYSTEM VALUE VALUES ({_NUMBER}, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
                " RETURNING id",
                self._board.own,
                choice.urgent,
                *choice.share,
                choice.bot,
                choice.edition,
                choice.body,
                float(choice.budget),
            )
            await self._board.tell_others(connection, [News(THINK, number=number)])
            return int(number)

        number: int = await self._submit(work)
        self._board.tell_here(News(THINK, number=number))
        return number

    async def thought(self, number: int) -> Thought | None:
        """Return the result of a choice."""
        found = await self._gone("DELETE FROM choices WHERE id = $1 AND done RETURNING done, " + _THOUGHT, number)
        if found is None and not await self._read("SELECT 1 FROM choices WHERE id = $1", number):
            raise ChoiceLost("The choice does not wait any more: the database has been down, or it was answered.")
        return found

    async def taken(self, number: int) -> bool:
        """Return whether a living thinker has it."""
        return not await self._read(f"SELECT 1 FROM choices WHERE id = $1 AND {_FREE}", number)

    async def withdraw(self, number: int) -> Thought | None:
        """Wait for it no more."""
        return await self._gone("DELETE FROM choices WHERE id = $1 RETURNING done, " + _THOUGHT, number)

    async def _gone(self, sql: str, number: int) -> Thought | None:
        found = await self._submit(lambda connection: connection.fetchrow(sql, number))
        return None if found is None or not found["done"] else Thought(*tuple(found)[1:])

    # --- those who think

    async def beat(self, thinker: str, seconds: float) -> None:
        """A thinker is alive."""

        async def work(connection: Connection) -> None:
            await connection.execute(
                "INSERT INTO thinkers (name, until) VALUES ($1, clock_timestamp() + make_interval(secs => $2))"
                " ON CONFLICT (name) DO UPDATE SET until = excluded.until",
                thinker,
                float(seconds),
            )
            for table, column in (("thinkers", "until"), ("choices", "asked"), ("shares", "used")):
                await connection.execute(
                    f"DELETE FROM {table} WHERE {column} < clock_timestamp() - $1::text::interval", _FORGOTTEN
                )
            if await connection.fetchval("SELECT pg_try_advisory_xact_lock($1)", _EDITIONS):
                await connection.execute(
                    "DELETE FROM thinking_editions WHERE NOT EXISTS (SELECT 1 FROM choices WHERE edition = digest)"
                )

        await self._submit(work)

    async def leave(self, thinker: str) -> None:
        """A thinker ends; what it had waits again."""

        async def work(connection: Connection) -> None:
            await connection.execute("DELETE FROM thinkers WHERE name = $1", thinker)
            await self._board.tell_others(connection, [News(THINK)])

        await self._submit(work)
        self._board.tell_here(News(THINK))

    async def take(self, thinker: str) -> tuple[int, Choice] | None:
        """Take the choice that is due next."""

        async def work(connection: Connection) -> tuple[int, Choice] | None:
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _TAKING)
            if not await connection.fetchval(
                "SELECT true FROM thinkers WHERE name = $1 AND until > clock_timestamp()", thinker
            ):
                return None
            rows = await connection.fetch(
                "SELECT urgent, person, address, session, table_id, min(id) AS first FROM choices"
                f" WHERE {_FREE} GROUP BY 1, 2, 3, 4, 5 ORDER BY first"
            )
            if not rows:
                return None
            urgent = any(row["urgent"] for row in rows)
            waiting = {Share(*tuple(row)[1:5]): row["first"] for row in reversed(rows) if row["urgent"] or not urgent}
            share = await self._next(connection, list(reversed(waiting)))
            found = await connection.fetchrow(
                "UPDATE choices SET thinker = $1"
                " WHERE id = (SELECT id FROM choices WHERE id = $2 FOR UPDATE SKIP LOCKED) RETURNING id, bot, edition,"
                " (SELECT text FROM thinking_editions WHERE digest = edition), body, budget, urgent",
                thinker,
                waiting[share],
            )
            if found is None:
                return None  # it is being withdrawn right now
            number, bot, edition, text, body, budget, hurry = found
            return number, Choice(bot, edition, text or "", body, budget, share, hurry)

        found: tuple[int, Choice] | None = await self._submit(work)
        return found

    async def answer(self, thinker: str, number: int, thought: Thought) -> bool:
        """A choice has been made."""

        async def work(connection: Connection) -> bool:
            found = await connection.fetchrow(
                "UPDATE choices SET done = true, action = $3, seconds = $4, trouble = $5, ended = $6, never_loaded = $7"
                " WHERE id = $1 AND thinker = $2 AND NOT done RETURNING person, address, session, table_id",
                number,
                thinker,
                *thought,
            )
            if found is None:
                return False
            share = Share(*found)
            for level, name in enumerate(levels(share)[1:], 1):
                weight = PEOPLE if level == 1 and share.person else 1.0
                await connection.execute(
                    "UPDATE shares SET due = due + $2, used = clock_timestamp() WHERE path = $1",
                    name,
                    (thought.seconds - ADVANCE) / weight,
                )
            await self._board.tell_others(connection, [News(THOUGHT, number=number)])
            return True

        done: bool = await self._submit(work)
        if done:
            self._board.tell_here(News(THOUGHT, number=number))
        return done

    async def _next(self, connection: Connection, waiting: Sequence[Share]) -> Share:
        names = sorted({name for share in waiting for name in levels(share)})
        rows = await connection.fetch("SELECT path, due, now FROM shares WHERE path = ANY ($1::text[])", names)
        share, changed = next_of(waiting, {path: Due(due, now) for path, due, now in rows})
        await connection.executemany(
            "INSERT INTO shares (path, due, now) VALUES ($1, $2, $3) ON CONFLICT (path)"
            " DO UPDATE SET due = excluded.due, now = excluded.now, used = clock_timestamp()",
            [(path, due.due, due.now) for path, due in changed.items()],
        )
        return share
