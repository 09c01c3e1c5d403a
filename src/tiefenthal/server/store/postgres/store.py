"""The store in a PostgreSQL database."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from tiefenthal.server.store import deleted
from tiefenthal.server.store.base import (
    ALL,
    STATES,
    Conflict,
    Expired,
    Extent,
    Figures,
    Head,
    MayGo,
    Opening,
    Row,
    SessionRow,
    Shares,
    Store,
    StoredRecord,
)
from tiefenthal.server.store.checks import Append, check_append, check_times
from tiefenthal.server.store.days import Days
from tiefenthal.server.store.migrate import Migration
from tiefenthal.server.store.peers import ENDED, GONE, RENAMED, REWRITTEN, News
from tiefenthal.server.store.postgres.address import Address
from tiefenthal.server.store.postgres.append import Chain, append_chains, head_of, holds, record_of, write_record
from tiefenthal.server.store.postgres.connect import Connection, Lines
from tiefenthal.server.store.postgres.database import prepare, released_migrations
from tiefenthal.server.store.postgres.days import PostgresDays
from tiefenthal.server.store.postgres.days import forget as forget_attempts
from tiefenthal.server.store.postgres.news import Board
from tiefenthal.server.store.postgres.peers import PostgresPeers
from tiefenthal.server.store.postgres.thinkers import PostgresThinkers
from tiefenthal.server.store.postgres.writer import Observer, Writer

T = TypeVar("T")
_TABLES_AT_ONCE: Final = 20
"""Tables that expire in one step, so that nobody's move waits long behind them."""

_HEAD: Final = "id, state, listed, created, touched, summary, sessions"
_RECORD: Final = "table_id, finished, sessions, info, text, holders"


def open_postgres(
    address: Address, *, migrations: Sequence[Migration] | None = None, observe: Observer | None = None
) -> "PostgresStore":
    """Open the store in a database, or make one there. Raises `StoreError` with one sentence or two for people."""
    prepare(address, released_migrations() if migrations is None else migrations)
    return PostgresStore(address, observe)


class PostgresStore(Store):
    """A database that has been checked and brought up to date. It belongs to the event loop that uses it first."""

    def __init__(self, address: Address, observe: Observer | None = None) -> None:
        self.address = address
        self._lines = Lines(address)
        self._board = Board(self._lines)
        self._writer = Writer(self._lines, self._board, observe)
        self._days = PostgresDays(self._read, self._submit)
        self._peers = PostgresPeers(self._board, self._read, self._submit)
        self._thinkers = PostgresThinkers(self._board, self._read, self._submit)

    @property
    def days(self) -> Days:
        """The daily evening."""
        return self._days

    @property
    def peers(self) -> PostgresPeers:
        """The processes that share the database."""
        return self._peers

    @property
    def thinkers(self) -> PostgresThinkers:
        """The queue of choices that other processes make."""
        return self._thinkers

    @property
    def healthy(self) -> bool:
        """Whether the last write was stored, or one since."""
        return self._lines.healthy

    @property
    def figures(self) -> Figures:
        """What has been done so far."""
        return self._writer.figures

    # --- tables

    async def append(
        self, table: str, first: int, rows: Sequence[Row], head: Head, record: StoredRecord | None = None
    ) -> None:
        """Add to the log of a table (see `Store.append`)."""
        work = Append(table, first, tuple(rows), head, record)
        check_append(work)
        await self._writer.submit(work)

    async def rewrite(
        self,
        table: str,
        length: int,
        changed: Sequence[Row],
        added: Sequence[Row],
        head: Head,
        record: StoredRecord | None = None,
    ) -> None:
        """Give entries of a log other bodies (see `Store.rewrite`)."""
        append = Append(table, length, tuple(added), head, record)
        check_append(append)
        tried = False

        async def work(connection: Connection) -> None:
            nonlocal tried
            outcome = (await append_chains(connection, self._writer.statement, [Chain(table, [append])]))[table]
            if not outcome.done:
                if tried and await holds(connection, append):
                    return  # the answer to the try before was lost, and it was done
                raise Conflict(f"The log of table {table} has {outcome.length} entries, not {length}.")
            tried = True
            for row in changed:
                found = await connection.execute(
                    "UPDATE log SET body = $1 WHERE table_id = $2 AND number = $3", bytes(row.body), table, row.number
                )
                if row.number >= length or found != "UPDATE 1":
                    raise ValueError(f"the log has no entry {row.number} that could be changed")
            await connection.execute("UPDATE tables SET rewrites = rewrites + 1 WHERE id = $1", table)

        await self._telling(work, News(REWRITTEN, table, length + len(added)))

    async def read_log(self, table: str, after: int = 0) -> list[Row]:
        """Return the log in order, less its first `after` entries."""
        sql = "SELECT number, at, body FROM log WHERE table_id = $1 AND number >= $2 ORDER BY number"
        return [Row(*row) for row in await self._read(sql, table, after)]

    async def extents(self, tables: Collection[str]) -> dict[str, Extent]:
        """Return how far the logs of these tables have got."""
        rows = await self._read("SELECT id, length, rewrites FROM tables WHERE id = ANY ($1::text[])", list(tables))
        return {table: Extent(length, rewrites) for table, length, rewrites in rows}

    async def openings(self, after: str, limit: int) -> list[Opening]:
        """Return how tables that are not over were opened."""
        rows = await self._read(
            "SELECT tables.id, log.body, state, listed, touched FROM tables"
            " JOIN log ON log.table_id = tables.id AND log.number = 0"
            " WHERE tables.state <> 'over' AND tables.id > $1 ORDER BY tables.id LIMIT $2",
            after,
            max(limit, 0),
        )
        return [Opening(*row) for row in rows]

    async def head(self, table: str) -> Head | None:
        """Return what the index knows of a table."""
        rows = await self._read(f"SELECT {_HEAD} FROM tables WHERE id = $1", table)
        return head_of(rows[0]) if rows else None

    async def heads_of(self, session: int, limit: int) -> list[Head]:
        """Return the tables where the session holds a seat, last touched first."""
        rows = await self._read(
            f"SELECT {_HEAD} FROM tables WHERE id IN (SELECT table_id FROM seats WHERE session = $1)"
            " ORDER BY touched DESC, id LIMIT $2",
            session,
            max(limit, 0),
        )
        return [head_of(row) for row in rows]

    async def mentions(self, session: int) -> list[str]:
        """Return every table that keeps something of a session."""
        rows = await self._read("SELECT table_id FROM mentions WHERE session = $1 ORDER BY table_id", session)
        return [row["table_id"] for row in rows]

    async def listed(self, limit: int) -> list[Head]:
        """Return the listed tables that are not over, last touched first."""
        rows = await self._read(
            f"SELECT {_HEAD} FROM tables WHERE listed AND state <> 'over' ORDER BY touched DESC, id LIMIT $1",
            max(limit, 0),
        )
        return [head_of(row) for row in rows]

    # --- sessions

    async def add_session(self, token_hash: bytes, name: str, at: float) -> SessionRow:
        """Make a session."""
        check_times(at)
        tried = False

        async def work(connection: Connection) -> SessionRow:
            nonlocal tried
            made = await connection.fetchrow(
                "INSERT INTO sessions (token_hash, name, created, seen) VALUES ($1, $2, $3, $3)"
                " ON CONFLICT (token_hash) DO NOTHING RETURNING id, name, created, seen",
                bytes(token_hash),
                name,
                float(at),
            )
            if made is None and tried:  # the answer to the try before was lost, and it was done: a token is drawn once
                made = await connection.fetchrow(
                    "SELECT id, name, created, seen FROM sessions WHERE token_hash = $1", bytes(token_hash)
                )
            if made is None:
                raise Conflict("A session with this token exists already.")
            tried = True
            return SessionRow(*made)

        row: SessionRow = await self._submit(work)
        return row

    async def find_session(self, token_hash: bytes) -> SessionRow | None:
        """Return whose token this is."""
        rows = await self._read("SELECT id, name, created, seen FROM sessions WHERE token_hash = $1", bytes(token_hash))
        return SessionRow(*rows[0]) if rows else None

    async def rename_session(self, session: int, name: str) -> None:
        """Change the name."""
        await self._telling(
            lambda connection: connection.execute("UPDATE sessions SET name = $1 WHERE id = $2", name, session),
            News(RENAMED, number=session),
        )

    async def touch_session(self, session: int, at: float) -> None:
        """Note that somebody was seen."""
        check_times(at)
        await self._change("UPDATE sessions SET seen = greatest(seen, $1) WHERE id = $2", float(at), session)

    async def end_session(self, session: int) -> None:
        """Forget the token and the name."""
        await self._telling(
            lambda connection: connection.execute("DELETE FROM sessions WHERE id = $1", session),
            News(ENDED, number=session),
        )

    async def forget_session(self, session: int) -> None:
        """Forget the token, the name, and where the session has been."""

        async def work(connection: Connection) -> None:
            await connection.execute("DELETE FROM sessions WHERE id = $1", session)
            for table in ("mentions", "seats", "record_seats"):
                await connection.execute(f"DELETE FROM {table} WHERE session = $1", session)
            await forget_attempts(connection, session)

        await self._telling(work, News(ENDED, number=session))

    async def keep_edition(self, session: int, at: float, body: bytes) -> None:
        """Keep the edition of somebody's box."""
        check_times(at)
        await self._change(
            "INSERT INTO editions (session, at, body) SELECT id, $1, $2 FROM sessions WHERE id = $3"
            " ON CONFLICT (session) DO UPDATE SET at = excluded.at, body = excluded.body",
            float(at),
            bytes(body),
            session,
        )

    async def drop_edition(self, session: int) -> None:
        """Forget the edition of somebody's box."""
        await self._change("DELETE FROM editions WHERE session = $1", session)

    async def edition_of(self, session: int) -> bytes | None:
        """Return the edition of somebody's box."""
        rows = await self._read("SELECT body FROM editions WHERE session = $1", session)
        return rows[0]["body"] if rows else None

    # --- records

    async def record(self, table: str) -> StoredRecord | None:
        """Return the finished game of a table."""
        rows = await self._read(f"SELECT {_RECORD} FROM records WHERE table_id = $1", table)
        return record_of(rows[0]) if rows else None

    async def records_of(self, session: int, limit: int) -> list[StoredRecord]:
        """Return the games the session took part in, last finished first."""
        rows = await self._read(
            f"SELECT {_RECORD} FROM records WHERE table_id IN (SELECT table_id FROM record_seats WHERE session = $1)"
            " ORDER BY finished DESC, table_id LIMIT $2",
            session,
            max(limit, 0),
        )
        return [record_of(row) for row in rows]

    async def replace_record(self, record: StoredRecord) -> None:
        """Keep a finished game as it is given."""
        check_times(record.finished)

        async def work(connection: Connection) -> None:
            if await connection.fetchval("SELECT 1 FROM records WHERE table_id = $1 FOR UPDATE", record.table):
                await write_record(connection, record)

        await self._submit(work)

    # --- upkeep

    async def expire(
        self,
        *,
        waiting_before: float,
        playing_before: float,
        over_before: float,
        sessions_before: float,
        keep: Collection[str] = (),
        may_go: MayGo | None = None,
        shares: Shares = ALL,
        kept_in: Path | None = None,
    ) -> Expired:
        """Remove old tables and sessions (see `Store.expire`)."""
        limits = (waiting_before, playing_before, over_before)
        check_times(*limits, sessions_before)
        counts = dict.fromkeys(STATES, 0)
        for state, before in zip(STATES, limits, strict=True):
            ((there,),) = await self._read("SELECT count(*) FROM tables WHERE state = $1", state)
            found = await self._read(
                "SELECT id FROM tables WHERE state = $1 AND touched < $2 ORDER BY touched, id", state, float(before)
            )
            tables = [table for (table,) in found if table not in keep][: shares.most(state, there)]
            for start in range(0, len(tables), _TABLES_AT_ONCE):
                some = tables[start : start + _TABLES_AT_ONCE]
                if may_go is not None and state != "over":  # of what is over, the record stays
                    some = [table for table in some if await may_go(table, await self.read_log(table))]
                chosen = [table for table in some if table not in keep]
                if kept_in is not None:
                    await asyncio.to_thread(deleted.write, kept_in, await self._whole_tables(chosen))
                # Asked again, with the rows held: somebody may have come back meanwhile.
                counts[state] += await self._remove(chosen, state, float(before))
        sessions = await self._expire_sessions(float(sessions_before), shares, kept_in)
        return Expired(counts["waiting"], counts["playing"], counts["over"], sessions)

    async def _remove(self, tables: list[str], state: str, before: float) -> int:
        async def work(connection: Connection) -> int:
            status: str = await connection.execute(
                "DELETE FROM tables WHERE id = ANY ($1::text[]) AND state = $2 AND touched < $3", tables, state, before
            )
            return int(status.rpartition(" ")[2])

        return await self._telling(work, *(News(GONE, table) for table in tables)) if tables else 0

    async def _expire_sessions(self, before: float, shares: Shares, kept_in: Path | None) -> int:
        ((there,),) = await self._read("SELECT count(*) FROM sessions")
        old = "seen < $1 AND NOT EXISTS (SELECT 1 FROM seats WHERE session = sessions.id)"
        found = await self._read(
            "SELECT id, name, created, seen, token_hash, (SELECT body FROM editions WHERE session = sessions.id)"
            f" FROM sessions WHERE {old} ORDER BY seen, id LIMIT $2",
            before,
            shares.most("sessions", there),
        )
        if not found:
            return 0
        if kept_in is not None:
            gone = [deleted.DeletedSession(SessionRow(*row[:4]), row[4], row[5]) for row in map(tuple, found)]
            await asyncio.to_thread(deleted.write, kept_in, gone)
        return await self._change(
            f"DELETE FROM sessions WHERE id = ANY ($2::bigint[]) AND {old}", before, [row["id"] for row in found]
        )

    async def _whole_tables(self, chosen: list[str]) -> list[deleted.DeletedTable]:
        """Tables with their logs."""
        heads = await self._read(f"SELECT {_HEAD} FROM tables WHERE id = ANY ($1::text[])", chosen)
        mentions = "SELECT session FROM mentions WHERE table_id = $1"
        return [
            deleted.DeletedTable(
                head_of(row),
                await self.read_log(row["id"]),
                tuple(number for (number,) in await self._read(mentions, row["id"])),
            )
            for row in heads
        ]

    async def restore(self, things: Iterable[deleted.Deleted]) -> tuple[int, int]:
        """Put back what clean-up removed (see `Store.restore`)."""
        tables = sessions = 0
        for thing in things:
            if isinstance(thing, deleted.DeletedTable):
                with contextlib.suppress(Conflict):
                    await self.append(thing.head.table, 0, thing.rows, deleted.touched_now(thing.head))
                    tables += 1
                    await self._change(
                        "INSERT INTO mentions (session, table_id) SELECT DISTINCT unnest($1::bigint[]), $2"
                        " ON CONFLICT DO NOTHING",
                        list(thing.mentions),
                        thing.head.table,
                    )
            else:
                row = thing.row
                there = await self._change(
                    "INSERT INTO sessions (id, token_hash, name, created, seen) VALUES ($1, $2, $3, $4, $5)"
                    " ON CONFLICT DO NOTHING",
                    row.id,
                    thing.token_hash,
                    row.name,
                    float(row.created),
                    time.time(),
                )
                if there and thing.edition is not None:
                    await self.keep_edition(row.id, time.time(), thing.edition)
                sessions += there
        return tables, sessions

    async def backup(self, path: Path, *, replace: bool = False) -> None:
        """Write a consistent copy while running: a SQLite store in one file, which any server can go on with."""
        from tiefenthal.server.store.postgres.copy import copy_to_file

        if self._lines.closed:
            raise self._lines.too_late()
        await copy_to_file(self.address, path, replace=replace)

    async def close(self) -> None:
        """Write everything that is queued, then close."""
        await self._writer.finish()
        await self._board.close()
        await self._lines.close()

    # --- ways in and out

    async def _read(self, sql: str, *values: object) -> list[Any]:
        """Ask the database. It sees everything that was on disk when it was asked."""
        rows: list[Any] = await self._lines.again(lambda connection: connection.fetch(sql, *values))
        return rows

    async def _submit(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Do something in one transaction, to its end even when whoever waits for it is cancelled."""

        async def in_transaction(connection: Connection) -> T:
            async with connection.transaction():
                return await work(connection)

        found: T = await self._writer.carry_out(lambda: self._lines.again(in_transaction))
        return found

    async def _telling(self, work: Callable[[Connection], Awaitable[T]], *news: News) -> T:
        """Do something in one transaction, and tell it."""

        async def told(connection: Connection) -> T:
            found = await work(connection)
            await self._board.tell_others(connection, news)
            return found

        found = await self._submit(told)
        self._board.tell_here(*news)
        return found

    async def _change(self, sql: str, *values: object) -> int:
        """Carry out a statement, and return how many rows it changed."""

        async def work(connection: Connection) -> int:
            status: str = await connection.execute(sql, *values)
            return int(status.rpartition(" ")[2])

        changed: int = await self._writer.carry_out(lambda: self._lines.again(work))
        return changed
