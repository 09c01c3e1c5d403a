"""The store in a PostgreSQL database."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tiefenthal.server.store.base import Conflict, Figures, Row, SessionRow, StoredRecord
from tiefenthal.server.store.checks import Append, check_changed, check_times, too_late
from tiefenthal.server.store.days import Days
from tiefenthal.server.store.migrate import Migration
from tiefenthal.server.store.peers import REWRITTEN, News
from tiefenthal.server.store.postgres.address import Address
from tiefenthal.server.store.postgres.append import Chain, append_chains, holds, write_record
from tiefenthal.server.store.postgres.connect import Connection, Lines, numbered
from tiefenthal.server.store.postgres.database import prepare, released_migrations
from tiefenthal.server.store.postgres.days import PostgresDays
from tiefenthal.server.store.postgres.news import Board
from tiefenthal.server.store.postgres.peers import PostgresPeers
from tiefenthal.server.store.postgres.thinkers import PostgresThinkers
from tiefenthal.server.store.postgres.writer import Observer, Writer
from tiefenthal.server.store.rows import SESSION
from tiefenthal.server.store.sql import (
    CHANGE_ENTRY,
    COUNT_REWRITE,
    FIND_SESSION,
    READ_LOG,
    READ_WITH_OPENING,
    SqlStore,
    Statement,
)

T = TypeVar("T")


def open_postgres(
    address: Address, *, migrations: Sequence[Migration] | None = None, observe: Observer | None = None
) -> "PostgresStore":
    """Open the store in a database, or make one there. Raises `StoreError` with one sentence or two for people."""
    prepare(address, released_migrations() if migrations is None else migrations)
    return PostgresStore(address, observe)


class PostgresStore(SqlStore):
    """A database that has been checked and brought up to date. It belongs to the event loop that uses it first."""

    IS_LISTED = "listed"
    IN_BODY = "position('\\x{}'::bytea IN body) > 0"
    AMONG = "= ANY (?::text[])"
    AMONG_NUMBERS = "= ANY (?::bigint[])"
    HELD = " FOR SHARE"

    def __init__(self, address: Address, observe: Observer | None = None) -> None:
        self.address = address
        self._lines = Lines(address)
        self._board = Board(self._lines)
        self._writer = Writer(self._lines, self._board, observe)
        self._days = PostgresDays(self._read, self._change, self._submit)
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

    async def _append(self, work: Append) -> None:
        await self._writer.submit(work)  # which announces it

    async def _rewrite(self, work: Append, changed: Sequence[Row]) -> None:
        tried = False

        async def carry_out(connection: Connection) -> None:
            nonlocal tried
            chain = Chain(work.table, [work])
            outcome = (await append_chains(connection, self._writer.statement, [chain]))[work.table]
            if not outcome.done:
                if tried and await holds(connection, work):
                    return  # the answer to the previous try was lost, but it succeeded
                raise too_late(work, outcome.length)
            tried = True
            for row in changed:
                found = await _execute(connection, CHANGE_ENTRY, bytes(row.body), work.table, row.number)
                check_changed(work, row, found)
            await _execute(connection, COUNT_REWRITE, work.table)

        await self._tell_of(carry_out, News(REWRITTEN, work.table, work.end))

    async def read_log(self, table: str, after: int = 0, *, opening: bool = False) -> list[Row]:
        """Return the log in order, less its first `after` entries."""
        sql = READ_WITH_OPENING if opening else READ_LOG
        return [Row(*row) for row in await self._read(sql, table, after)]

    # --- sessions

    async def add_session(self, token_hash: bytes, name: str, at: float) -> SessionRow:
        """Make a session."""
        check_times(at)
        tried = False

        async def work(connection: Connection) -> SessionRow:
            nonlocal tried
            made = await connection.fetchrow(
                "INSERT INTO sessions (token_hash, name, created, seen) VALUES ($1, $2, $3, $3)"
                " ON CONFLICT (token_hash) DO NOTHING RETURNING " + SESSION,
                bytes(token_hash),
                name,
                float(at),
            )
            if made is None and tried:  # the answer to the previous try was lost: a token is drawn once
                made = await connection.fetchrow(numbered(FIND_SESSION), bytes(token_hash))
            if made is None:
                raise Conflict("A session with this token exists already.")
            tried = True
            return SessionRow(*made)

        row: SessionRow = await self._submit(work)
        return row

    # --- records

    async def replace_record(self, record: StoredRecord) -> None:
        """Keep a finished game as it is given."""
        check_times(record.finished)

        async def work(connection: Connection) -> None:
            if await connection.fetchval("SELECT 1 FROM records WHERE table_id = $1 FOR UPDATE", record.table):
                await write_record(connection, record)

        await self._submit(work)

    # --- upkeep

    async def backup(self, path: Path, *, replace: bool = False) -> None:
        """Write a consistent copy while running: a SQLite store in one file, which any server can use."""
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
        sql = numbered(sql)
        rows: list[Any] = await self._lines.again(lambda connection: connection.fetch(sql, *values))
        return rows

    async def _submit(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Do something in one transaction, completely even if its caller is cancelled."""

        async def in_transaction(connection: Connection) -> T:
            async with connection.transaction():
                return await work(connection)

        found: T = await self._writer.carry_out(lambda: self._lines.again(in_transaction))
        return found

    async def _tell_of(self, work: Callable[[Connection], Awaitable[T]], *news: News) -> T:
        """Do something in one transaction, and tell it."""

        async def told(connection: Connection) -> T:
            found = await work(connection)
            await self._board.tell_others(connection, news)
            return found

        found = await self._submit(told)
        self._board.tell_here(*news)
        return found

    async def _telling(self, news: Sequence[News], *statements: Statement) -> int:
        """Carry out statements in one transaction, and tell it."""

        async def work(connection: Connection) -> int:
            changed = [await _execute(connection, sql, *values) for sql, *values in statements]
            return changed[0]

        return await self._tell_of(work, *news)

    async def _change(self, sql: str, *values: object) -> int:
        """Carry out a statement, and return how many rows it changed."""
        changed: int = await self._writer.carry_out(
            lambda: self._lines.again(lambda connection: _execute(connection, sql, *values))
        )
        return changed

    @staticmethod
    def _list(values: Collection[object]) -> list[object]:
        return list(values)


async def _execute(connection: Connection, sql: str, *values: object) -> int:
    """Run a statement. Returns how many rows it changed, which PostgreSQL reports as text: `DELETE 3`."""
    status: str = await connection.execute(numbered(sql), *values)
    return int(status.rpartition(" ")[2])
