"""The store in a SQLite file."""

import asyncio
import functools
import json
import sqlite3
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from tiefenthal.server.store.append import append_all, write_record
from tiefenthal.server.store.backup import clear_parts, copy_before_migration, copy_database
from tiefenthal.server.store.base import Conflict, Figures, Row, SessionRow, StoredRecord, StoreError
from tiefenthal.server.store.checks import Append, check_changed, check_times
from tiefenthal.server.store.database import DATABASE_NAME, connect_reader, connect_writer, prepare
from tiefenthal.server.store.days import Days
from tiefenthal.server.store.guest import Guest
from tiefenthal.server.store.migrate import Migration, check_version, released_migrations
from tiefenthal.server.store.one_process import OneProcess
from tiefenthal.server.store.peers import LOG, REWRITTEN, News
from tiefenthal.server.store.sql import CHANGE_ENTRY, COUNT_REWRITE, READ_LOG, READ_WITH_OPENING, SqlStore, Statement
from tiefenthal.server.store.sqlite_days import SqliteDays
from tiefenthal.server.store.sqlite_errors import store_error
from tiefenthal.server.store.writer import Observer, Writer, closed

T = TypeVar("T")


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
        raise store_error(error, path) from None


def visit_sqlite(folder: Path) -> "SqliteStore":
    """Open the store of a data folder that a server is using, for a moment."""
    path = folder / DATABASE_NAME
    forms = released_migrations()
    try:
        guest = Guest(path)
        if check_version(guest.connection, path, forms) < len(forms):
            raise StoreError("The server that uses this store is of an older version. Use the command of that version.")
        return SqliteStore(path, guest=guest)
    except (sqlite3.Error, OSError) as error:
        raise store_error(error, path) from None


class SqliteStore(SqlStore):
    """A database file that has been checked and brought up to date: one thread writes, another reads."""

    IS_LISTED = "listed = 1"
    IN_BODY = "instr(body, X'{}') > 0"
    AMONG = AMONG_NUMBERS = "IN (SELECT value FROM json_each(?))"

    def __init__(self, path: Path, observe: Observer | None = None, guest: Writer | None = None) -> None:
        """A `guest` writes beside the server to which the store belongs."""
        self.path = path
        self._reading = connect_reader(path)
        try:
            self._writer = guest or Writer(functools.partial(connect_writer, path), path, observe)
        except BaseException:
            self._reading.close()
            raise
        self._reader = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store-reader")
        self._closed = False
        self._days = SqliteDays(self._read, self._change, self._writer.submit)
        self._peers = OneProcess()

    @property
    def peers(self) -> OneProcess:
        """There are no others: a SQLite store belongs to one process."""
        return self._peers

    @property
    def days(self) -> Days:
        """The daily evening."""
        return self._days

    @property
    def healthy(self) -> bool:
        """Whether the last write reached the disk, and the files are where they were opened."""
        return self._writer.healthy and self._writer.presence.sound

    @property
    def figures(self) -> Figures:
        """What has been done so far."""
        return self._writer.figures

    # --- tables

    async def _append(self, work: Append) -> None:
        await self._writer.submit(work)
        if work.rows:
            self._peers.tell_now(News(LOG, work.table, work.end))

    async def _rewrite(self, work: Append, changed: Sequence[Row]) -> None:
        def carry_out(connection: sqlite3.Connection) -> None:
            for conflict in append_all(connection, [work]):
                if conflict is not None:
                    raise conflict
            for row in changed:
                found = connection.execute(CHANGE_ENTRY, (bytes(row.body), work.table, row.number))
                check_changed(work, row, found.rowcount)
            connection.execute(COUNT_REWRITE, (work.table,))

        await self._writer.submit(carry_out)
        self._peers.tell_now(News(REWRITTEN, work.table, work.end))

    async def read_log(self, table: str, after: int = 0, *, opening: bool = False) -> list[Row]:
        """Return the log in order, less its first `after` entries."""
        sql = READ_WITH_OPENING if opening else READ_LOG
        return await self._on_reader(lambda: list(map(Row._make, self._fetch(sql, (table, after)))))

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

    # --- records

    async def replace_record(self, record: StoredRecord) -> None:
        """Keep a finished game as it is given."""
        check_times(record.finished)

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute("SELECT 1 FROM records WHERE table_id = ?", (record.table,)).fetchone() is not None:
                write_record(connection, record)

        await self._writer.submit(work)

    # --- upkeep

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
            raise store_error(error, self.path) from None

    async def _change(self, sql: str, *values: object) -> int:
        """Let the writer carry out a statement, and return how many rows it changed."""

        def work(connection: sqlite3.Connection) -> int:
            return connection.execute(sql, values).rowcount

        changed: int = await self._writer.submit(work)
        return changed

    async def _telling(self, news: Sequence[News], *statements: Statement) -> int:
        """Carry out statements in one transaction, and tell it."""

        def work(connection: sqlite3.Connection) -> int:
            changed = [connection.execute(sql, values).rowcount for sql, *values in statements]
            return changed[0]

        changed: int = await self._writer.submit(work)
        for one in news:
            self._peers.tell_now(one)
        return changed

    @staticmethod
    def _list(values: Collection[object]) -> str:
        return json.dumps(list(values))
