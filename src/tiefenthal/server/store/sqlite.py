"""The store in a SQLite file."""

import asyncio
import contextlib
import functools
import json
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from tiefenthal.server.store import deleted
from tiefenthal.server.store.append import append_all, write_record
from tiefenthal.server.store.backup import clear_parts, copy_before_migration, copy_database
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
from tiefenthal.server.store.database import connect_reader, connect_writer, prepare
from tiefenthal.server.store.days import Days
from tiefenthal.server.store.migrate import Migration, released_migrations
from tiefenthal.server.store.one_process import OneProcess
from tiefenthal.server.store.peers import ENDED, GONE, LOG, RENAMED, REWRITTEN, News
from tiefenthal.server.store.sqlite_days import SqliteDays
from tiefenthal.server.store.sqlite_days import forget as forget_attempts
from tiefenthal.server.store.trouble import in_words
from tiefenthal.server.store.writer import Observer, Writer, closed

T = TypeVar("T")
_TABLES_AT_ONCE = 20
"""Tables that expire in one step, so that nobody's move waits long behind them."""

_HEAD = "id, state, listed, created, touched, summary, sessions"
_RECORD = "table_id, finished, sessions, info, text, holders"


def open_sqlite(
    folder: Path, *, migrations: Sequence[Migration] | None = None, observe: Observer | None = None
) -> "SqliteStore":
    """Open the store of a data folder, or make one there. Take the folder (`open_folder`) first.

    Raises `StoreError` with one sentence or two for people; a file that cannot be used is left as it is.
    """
    clear_parts(folder)
    path = prepare(folder, released_migrations() if migrations is None else migrations, copy_before_migration)
    try:
        return SqliteStore(path, observe)
    except (sqlite3.Error, OSError) as error:
        raise in_words(error, path) from None


class SqliteStore(Store):
    """A database file that has been checked and brought up to date: one thread writes, another reads."""

    def __init__(self, path: Path, observe: Observer | None = None) -> None:
        self.path = path
        self._reading = connect_reader(path)
        try:
            self._writer = Writer(functools.partial(connect_writer, path), path, observe)
            self._presence = self._writer.presence
        except BaseException:
            self._reading.close()
            raise
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store-reader")
        self._closed = False
        self._days = SqliteDays(self._read, self._writer.submit)
        self._peers = OneProcess()
        self._rewrites: Counter[str] = Counter()

    @property
    def peers(self) -> OneProcess:
        """This process."""
        return self._peers

    @property
    def days(self) -> Days:
        """The daily evening."""
        return self._days

    @property
    def healthy(self) -> bool:
        """Whether the last write reached the disk, and the files are where they were opened."""
        return self._writer.healthy and self._presence.sound

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
        if rows:
            self._peers.tell_now(News(LOG, table, first + len(rows)))

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

        def work(connection: sqlite3.Connection) -> None:
            for conflict in append_all(connection, [append]):
                if conflict is not None:
                    raise conflict
            for row in changed:
                found = connection.execute(
                    "UPDATE log SET body = ? WHERE table_id = ? AND number = ?", (bytes(row.body), table, row.number)
                )
                if row.number >= length or found.rowcount != 1:
                    raise ValueError(f"the log has no entry {row.number} that could be changed")

        await self._writer.submit(work)
        self._rewrites[table] += 1
        self._peers.tell_now(News(REWRITTEN, table, length + len(added)))

    async def read_log(self, table: str, after: int = 0) -> list[Row]:
        """Return the log in order, less its first `after` entries."""
        sql = "SELECT number, at, body FROM log WHERE table_id = ? AND number >= ? ORDER BY number"
        return await self._on_reader(lambda: list(map(Row._make, self._fetch(sql, (table, after)))))

    async def extents(self, tables: Collection[str]) -> dict[str, Extent]:
        """Return how far the logs of these tables have got."""
        rows = await self._read(
            "SELECT id, length FROM tables WHERE id IN (SELECT value FROM json_each(?))", json.dumps(sorted(tables))
        )
        return {table: Extent(length, self._rewrites[table]) for table, length in rows}

    async def openings(self, after: str, limit: int) -> list[Opening]:
        """Return how tables that are not over were opened."""
        rows = await self._read(
            "SELECT tables.id, log.body, state, listed, touched FROM tables"
            " JOIN log ON log.table_id = tables.id AND log.number = 0"
            " WHERE tables.state <> 'over' AND tables.id > ? ORDER BY tables.id LIMIT ?",
            after,
            max(limit, 0),
        )
        return [Opening(table, body, state, bool(listed), touched) for table, body, state, listed, touched in rows]

    async def head(self, table: str) -> Head | None:
        """Return what the index knows of a table."""
        rows = await self._read(f"SELECT {_HEAD} FROM tables WHERE id = ?", table)
        return _head(rows[0]) if rows else None

    async def heads_of(self, session: int, limit: int) -> list[Head]:
        """Return the tables where the session holds a seat, last touched first."""
        rows = await self._read(
            f"SELECT {_HEAD} FROM tables WHERE id IN (SELECT table_id FROM seats WHERE session = ?)"
            " ORDER BY touched DESC, id LIMIT ?",
            session,
            max(limit, 0),
        )
        return [_head(row) for row in rows]

    async def mentions(self, session: int) -> list[str]:
        """Return every table that keeps something of a session."""
        rows = await self._read("SELECT table_id FROM mentions WHERE session = ? ORDER BY table_id", session)
        return [table for (table,) in rows]

    async def listed(self, limit: int) -> list[Head]:
        """Return the listed tables that are not over, last touched first."""
        rows = await self._read(
            f"SELECT {_HEAD} FROM tables WHERE listed = 1 AND state <> 'over' ORDER BY touched DESC, id LIMIT ?",
            max(limit, 0),
        )
        return [_head(row) for row in rows]

    # --- sessions

    async def add_session(self, token_hash: bytes, name: str, at: float) -> SessionRow:
        """Make a session."""
        check_times(at)

        def work(connection: sqlite3.Connection) -> SessionRow:
            taken = connection.execute("SELECT 1 FROM sessions WHERE token_hash = ?", (token_hash,)).fetchone()
            if taken is not None:
                raise Conflict("A session with this token exists already.")
            number = connection.execute(
                "INSERT INTO sessions (token_hash, name, created, seen) VALUES (?, ?, ?, ?)",
                (token_hash, name, float(at), float(at)),
            ).lastrowid
            assert number is not None
            return SessionRow(number, name, float(at), float(at))

        row: SessionRow = await self._writer.submit(work)
        return row

    async def find_session(self, token_hash: bytes) -> SessionRow | None:
        """Return whose token this is."""
        rows = await self._read("SELECT id, name, created, seen FROM sessions WHERE token_hash = ?", token_hash)
        return SessionRow(*rows[0]) if rows else None

    async def rename_session(self, session: int, name: str) -> None:
        """Change the name."""
        await self._change("UPDATE sessions SET name = ? WHERE id = ?", name, session)
        self._peers.tell_now(News(RENAMED, number=session))

    async def touch_session(self, session: int, at: float) -> None:
        """Note that somebody was seen."""
        check_times(at)
        await self._change("UPDATE sessions SET seen = max(seen, ?) WHERE id = ?", float(at), session)

    async def end_session(self, session: int) -> None:
        """Forget the token and the name."""
        await self._change("DELETE FROM sessions WHERE id = ?", session)
        self._peers.tell_now(News(ENDED, number=session))

    async def forget_session(self, session: int) -> None:
        """Forget the token, the name, and where the session has been."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM sessions WHERE id = ?", (session,))
            for table in ("mentions", "seats", "record_seats"):
                connection.execute(f"DELETE FROM {table} WHERE session = ?", (session,))
            forget_attempts(connection, session)

        await self._writer.submit(work)
        self._peers.tell_now(News(ENDED, number=session))

    async def keep_edition(self, session: int, at: float, body: bytes) -> None:
        """Keep the edition of somebody's box."""
        check_times(at)
        await self._change(
            "INSERT OR REPLACE INTO editions (session, at, body) SELECT id, ?, ? FROM sessions WHERE id = ?",
            float(at),
            bytes(body),
            session,
        )

    async def drop_edition(self, session: int) -> None:
        """Forget the edition of somebody's box."""
        await self._change("DELETE FROM editions WHERE session = ?", session)

    async def edition_of(self, session: int) -> bytes | None:
        """Return the edition of somebody's box."""
        rows = await self._read("SELECT body FROM editions WHERE session = ?", session)
        return rows[0][0] if rows else None

    # --- records

    async def record(self, table: str) -> StoredRecord | None:
        """Return the finished game of a table."""
        rows = await self._read(f"SELECT {_RECORD} FROM records WHERE table_id = ?", table)
        return _record(rows[0]) if rows else None

    async def records_of(self, session: int, limit: int) -> list[StoredRecord]:
        """Return the games the session took part in, last finished first."""
        rows = await self._read(
            f"SELECT {_RECORD} FROM records WHERE table_id IN (SELECT table_id FROM record_seats WHERE session = ?)"
            " ORDER BY finished DESC, table_id LIMIT ?",
            session,
            max(limit, 0),
        )
        return [_record(row) for row in rows]

    async def replace_record(self, record: StoredRecord) -> None:
        """Keep a finished game as it is given."""
        check_times(record.finished)

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute("SELECT 1 FROM records WHERE table_id = ?", (record.table,)).fetchone() is not None:
                write_record(connection, record)

        await self._writer.submit(work)

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
            ((there,),) = await self._read("SELECT count(*) FROM tables WHERE state = ?", state)
            found = await self._read(
                "SELECT id FROM tables WHERE state = ? AND touched < ? ORDER BY touched, id", state, float(before)
            )
            tables = [table for (table,) in found if table not in keep][: shares.most(state, there)]
            for start in range(0, len(tables), _TABLES_AT_ONCE):
                some = tables[start : start + _TABLES_AT_ONCE]
                if may_go is not None and state != "over":  # of what is over, the record stays
                    some = [table for table in some if await may_go(table, await self.read_log(table))]
                going = [table for table in some if table not in keep]
                chosen = json.dumps(going)
                if kept_in is not None:
                    await asyncio.to_thread(deleted.write, kept_in, await self._whole_tables(chosen))
                # Asked again, in the same order as all other writes: somebody may have come back meanwhile.
                counts[state] += await self._change(
                    "DELETE FROM tables WHERE id IN (SELECT value FROM json_each(?)) AND state = ? AND touched < ?",
                    chosen,
                    state,
                    float(before),
                )
                for table in going:
                    self._peers.tell_now(News(GONE, table))
        sessions = await self._expire_sessions(float(sessions_before), shares, kept_in)
        return Expired(counts["waiting"], counts["playing"], counts["over"], sessions)

    async def _expire_sessions(self, before: float, shares: Shares, kept_in: Path | None) -> int:
        ((there,),) = await self._read("SELECT count(*) FROM sessions")
        old = "seen < ? AND NOT EXISTS (SELECT 1 FROM seats WHERE session = sessions.id)"
        found = await self._read(
            "SELECT id, name, created, seen, token_hash, (SELECT body FROM editions WHERE session = sessions.id)"
            f" FROM sessions WHERE {old} ORDER BY seen, id LIMIT ?",
            before,
            shares.most("sessions", there),
        )
        if not found:
            return 0
        if kept_in is not None:
            gone = [deleted.DeletedSession(SessionRow(*row[:4]), *row[4:]) for row in found]
            await asyncio.to_thread(deleted.write, kept_in, gone)
        return await self._change(
            f"DELETE FROM sessions WHERE id IN (SELECT value FROM json_each(?)) AND {old}",
            json.dumps([row[0] for row in found]),
            before,
        )

    async def _whole_tables(self, chosen: str) -> list[deleted.DeletedTable]:
        """Tables with their logs; `chosen` is a JSON list of their ids."""
        heads = await self._read(f"SELECT {_HEAD} FROM tables WHERE id IN (SELECT value FROM json_each(?))", chosen)
        return [
            deleted.DeletedTable(
                _head(row),
                await self.read_log(row[0]),
                tuple(n for (n,) in await self._read("SELECT session FROM mentions WHERE table_id = ?", row[0])),
            )
            for row in heads
        ]

    async def restore(self, things: Iterable[deleted.Deleted]) -> tuple[int, int]:
        """Put back what clean-up removed, as if it had been touched now; how many tables and sessions. What is there
        already stays as it is."""
        tables = sessions = 0
        for thing in things:
            if isinstance(thing, deleted.DeletedTable):
                with contextlib.suppress(Conflict):
                    await self.append(thing.head.table, 0, thing.rows, deleted.touched_now(thing.head))
                    tables += 1
                    await self._change(
                        "INSERT OR IGNORE INTO mentions (session, table_id) SELECT value, ? FROM json_each(?)",
                        thing.head.table,
                        json.dumps(thing.mentions),
                    )
            else:
                row = thing.row
                there = await self._change(
                    "INSERT OR IGNORE INTO sessions (id, token_hash, name, created, seen) VALUES (?, ?, ?, ?, ?)",
                    row.id,
                    thing.token_hash,
                    row.name,
                    row.created,
                    time.time(),
                )
                if there and thing.edition is not None:
                    await self.keep_edition(row.id, time.time(), thing.edition)
                sessions += there
        return tables, sessions

    async def backup(self, path: Path, *, replace: bool = False) -> None:
        """Write a consistent copy while running."""
        if self._closed:
            raise closed(self.path)
        await asyncio.to_thread(copy_database, self.path, path, replace=replace)

    async def close(self) -> None:
        """Write everything that is queued, then close."""
        self._closed = True
        loop = asyncio.get_running_loop()
        # Not in the reader's thread, which may have reads to do that were asked for before.
        await loop.run_in_executor(None, self._finish)

    def _finish(self) -> None:
        self._reader.shutdown(wait=True)
        self._reading.close()
        self._writer.finish()

    # --- ways in and out

    async def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask the reader. It sees everything that was on disk when it was asked."""
        return await self._on_reader(lambda: self._fetch(sql, values))

    async def _on_reader(self, work: Callable[[], T]) -> T:
        """Let the reader's thread do something."""
        if self._closed:
            raise closed(self.path)
        return await asyncio.get_running_loop().run_in_executor(self._reader, work)

    def _fetch(self, sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            return self._reading.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise in_words(error, self.path) from None

    async def _change(self, sql: str, *values: object) -> int:
        """Let the writer carry out a statement, and return how many rows it changed."""

        def work(connection: sqlite3.Connection) -> int:
            return connection.execute(sql, values).rowcount

        changed: int = await self._writer.submit(work)
        return changed


def _head(row: tuple[Any, ...]) -> Head:
    table, state, listed, created, touched, summary, sessions = row
    return Head(table, state, bool(listed), created, touched, summary, tuple(json.loads(sessions)))


def _record(row: tuple[Any, ...]) -> StoredRecord:
    table, finished, sessions, info, text, holders = row
    by_seat = None if holders is None else tuple(tuple(seat) for seat in json.loads(holders))
    return StoredRecord(table, finished, tuple(json.loads(sessions)), info, text, by_seat)
