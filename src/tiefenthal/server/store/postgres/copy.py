"""Copies a whole store from one kind of database into the other, without loss.

Both kinds have the same columns. The source is read as of one moment; the target is written in one transaction or under
another name, and verified by reading it again: as many rows in every table, with the same digest. So the copy is
complete or not there. What only running processes need (leases, presence) is not copied.
"""

import asyncio
import contextlib
import hashlib
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncpg

from tiefenthal.server.store.backup import copy_database, refuse_place, written_beside
from tiefenthal.server.store.base import BackupError, StoreError
from tiefenthal.server.store.database import DATABASE_NAME, connect_writer, prepare
from tiefenthal.server.store.database import connect as connect_file
from tiefenthal.server.store.folder import open_folder
from tiefenthal.server.store.migrate import migrate as migrate_file
from tiefenthal.server.store.migrate import released_migrations as forms_of_files
from tiefenthal.server.store.postgres.address import Address
from tiefenthal.server.store.postgres.connect import SCHEMA, SETTINGS, Connection, connect
from tiefenthal.server.store.postgres.database import check_server, form_of, migrate, released_migrations
from tiefenthal.server.store.postgres.errors import store_error
from tiefenthal.server.store.presence import MADE_NAME
from tiefenthal.server.store.sqlite_errors import store_error as file_error

Progress = Callable[[str, int, int], None]
"""Told which table is being copied, how many of its rows are, and how many there are."""

_AT_ONCE: Final = 2_000


class _Kind(NamedTuple):
    """A table of the store."""

    name: str
    columns: tuple[str, ...]
    key: str
    truths: tuple[int, ...] = ()
    """Which columns SQLite keeps as 0 and 1."""

    @property
    def select(self) -> str:
        return f"SELECT {', '.join(self.columns)} FROM {self.name} ORDER BY {self.key}"


def _kind(name: str, columns: str, key: str, *truths: str) -> _Kind:
    listed = tuple(columns.split())
    return _Kind(name, listed, key, tuple(listed.index(column) for column in truths))


KINDS: Final = (  # tables that others refer to come first
    _kind("tables", "id length state listed created touched sessions summary", "id", "listed"),
    _kind("log", "table_id number at body", "table_id, number"),
    _kind("seats", "session table_id", "session, table_id"),
    _kind("mentions", "session table_id", "session, table_id"),
    _kind("sessions", "id token_hash name created seen", "id"),
    _kind("editions", "session at body", "session"),
    _kind("records", "table_id finished sessions info text holders", "table_id"),
    _kind("record_seats", "session table_id", "session, table_id"),
    _kind("daily_secret", "id secret", "id"),
    _kind("days", "day setup opened running boot closed master", "day"),
    _kind("moderation", "id at what target value until why outcome", "id"),
    _kind("attempts", "id day session table_id begun finished score ranked", "id", "ranked"),
)

Rows = list[tuple[Any, ...]]


class Tally:
    """The number of rows of a table, and a digest of them."""

    def __init__(self) -> None:
        self.count = 0
        self._digest = hashlib.sha256()

    def add(self, rows: Rows) -> None:
        """Add more rows, in the order of the key."""
        self.count += len(rows)
        for row in rows:
            self._digest.update(repr(row).encode("utf-8", "surrogatepass"))

    @property
    def value(self) -> tuple[int, str]:
        """The number and the digest."""
        return self.count, self._digest.hexdigest()


class _File:
    """A SQLite database, read or written."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def count(self, kind: _Kind) -> int:
        (count,) = self._connection.execute(f"SELECT count(*) FROM {kind.name}").fetchone()
        return int(count)

    async def rows(self, kind: _Kind) -> AsyncIterator[Rows]:
        cursor = self._connection.execute(kind.select)
        while rows := await asyncio.to_thread(cursor.fetchmany, _AT_ONCE):
            yield [_plain(kind, row) for row in rows]

    async def put(self, kind: _Kind, rows: Rows) -> None:
        marks = ", ".join("?" * len(kind.columns))
        sql = f"INSERT INTO {kind.name} ({', '.join(kind.columns)}) VALUES ({marks})"
        await asyncio.to_thread(self._insert, sql, [_numbers(kind, row) for row in rows])

    def _insert(self, sql: str, rows: Rows) -> None:
        # Closed here: all cursors with the same statement share it, and one that another thread drops later would reset
        # it in the middle of the next insert.
        with contextlib.closing(self._connection.cursor()) as cursor:
            cursor.executemany(sql, rows)

    async def last_session(self) -> int:
        found = self._connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'sessions'").fetchone()
        return int(found[0]) if found else 0

    async def set_last_session(self, number: int) -> None:
        self._connection.execute("DELETE FROM sqlite_sequence WHERE name = 'sessions'")
        self._connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('sessions', ?)", (number,))


class _Database:
    """A PostgreSQL database, inside a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def count(self, kind: _Kind) -> int:
        return int(await self._connection.fetchval(f"SELECT count(*) FROM {kind.name}"))

    async def rows(self, kind: _Kind) -> AsyncIterator[Rows]:
        cursor = await self._connection.cursor(kind.select)
        while rows := await cursor.fetch(_AT_ONCE):
            yield [_plain(kind, tuple(row)) for row in rows]

    async def put(self, kind: _Kind, rows: Rows) -> None:
        await self._connection.copy_records_to_table(kind.name, schema_name=SCHEMA, columns=kind.columns, records=rows)

    async def last_session(self) -> int:
        sql = f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {SCHEMA}.sessions_id_seq"
        return int(await self._connection.fetchval(sql))

    async def set_last_session(self, number: int) -> None:
        if number:
            await self._connection.execute(f"SELECT setval('{SCHEMA}.sessions_id_seq', $1)", number)
        await self._connection.execute(
            f"SELECT setval('{SCHEMA}.attempts_id_seq', (SELECT coalesce(max(id), 0) + 1 FROM attempts), false)"
        )


Side = _File | _Database


async def _copy(source: Side, target: Side, progress: Progress) -> dict[str, int]:
    """Copy everything, then verify it. Returns how many rows each table has."""
    tallies: dict[str, Tally] = {}
    for kind in KINDS:
        there, tally = await source.count(kind), Tally()
        progress(kind.name, 0, there)
        async for rows in source.rows(kind):
            tally.add(rows)
            await target.put(kind, rows)
            progress(kind.name, tally.count, there)
        tallies[kind.name] = tally
    await target.set_last_session(await source.last_session())
    for kind in KINDS:
        found = Tally()
        async for rows in target.rows(kind):
            found.add(rows)
        if found.value != tallies[kind.name].value:
            raise StoreError(
                f"The copy is not what was copied: {kind.name} has {found.count} rows of {tallies[kind.name].count}, "
                "or other ones. Nothing of it was kept; please report this."
            )
    return {name: tally.count for name, tally in tallies.items()}


async def copy_to_file(
    address: Address, to: Path, *, replace: bool = False, progress: Progress | None = None, alone: bool = False
) -> dict[str, int]:
    """Copy a PostgreSQL store into one file, whole or not at all; with `alone`, only when no server uses it."""
    refuse_place(None, to, replace)
    try:
        with written_beside(to, replace) as part:
            async with _reading(address, alone) as source:
                return await _fill(part, source, progress or _quiet)
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise store_error(error, address) from None


async def _fill(part: Path, source: Side, progress: Progress) -> dict[str, int]:
    connection = connect_writer(part)
    try:
        migrate_file(connection, part, forms_of_files())
        connection.execute("BEGIN IMMEDIATE")
        counts = await _copy(source, _File(connection), progress)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()  # one plain file
    finally:
        connection.close()
    return counts


async def move_to_folder(address: Address, folder: Path, progress: Progress) -> dict[str, int]:
    """Copy a PostgreSQL store, which no server uses, into a data folder in which there is none."""
    with open_folder(folder) as opened:
        if any((opened.path / name).exists() for name in (DATABASE_NAME, MADE_NAME)):
            raise _not_empty(str(opened.path))
        return await copy_to_file(address, opened.database, progress=progress, alone=True)


async def move_to_database(source: Path, address: Address, progress: Progress) -> dict[str, int]:
    """Copy a SQLite store, from a data folder or a backup, into a PostgreSQL database that has none."""
    with _private_copy(source) as copy, contextlib.closing(connect_file(copy, "ro")) as reading:
        reading.execute("BEGIN")
        try:
            connection = await connect(address, patient=True)
            try:
                await check_server(connection, address)
                async with connection.transaction():
                    forms = released_migrations()
                    if await form_of(connection, address, len(forms)):
                        await connection.execute("LOCK TABLE tables, sessions, records, days")
                        target = _Database(connection)
                        if [kind for kind in KINDS if await target.count(kind)] or await target.last_session():
                            raise _not_empty(str(address))
                    await migrate(connection, address, forms)
                    return await _copy(_File(reading), _Database(connection), progress)
            finally:
                connection.terminate() if connection.is_in_transaction() else await connection.close(timeout=5)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            raise store_error(error, address) from None


@contextlib.contextmanager
def _private_copy(source: Path) -> Iterator[Path]:
    """A copy of a SQLite store with the current schema; the source does not change; no server may use it meanwhile."""
    with tempfile.TemporaryDirectory(prefix="tiefenthal-move-") as name, contextlib.ExitStack() as held:
        place = Path(name)
        try:
            if source.is_dir():
                if not (source / DATABASE_NAME).is_file():
                    raise BackupError(f"There is no store in {source}. Name the data folder of a server, or a backup.")
                held.enter_context(open_folder(source))
                copy_database(source / DATABASE_NAME, place / DATABASE_NAME)
            elif source.is_file():
                shutil.copy(source, place / DATABASE_NAME)
            else:
                raise BackupError(f"{source} does not exist. Name the data folder of a server, or a backup.")
        except OSError as error:
            raise file_error(error, source) from None
        yield prepare(place, forms_of_files())


@contextlib.asynccontextmanager
async def _reading(address: Address, alone: bool) -> AsyncIterator[_Database]:
    """A database as it is at one moment."""
    connection = await connect(address, patient=True)
    try:
        forms = released_migrations()
        if not await form_of(connection, address, len(forms)):
            raise BackupError(f"There is no store in the database {address}. Name the database of a server.")
        if await form_of(connection, address, len(forms)) < len(forms):
            raise BackupError(f"The store in {address} has an older schema. Start a server on it once, then copy it.")
        if alone and await connection.fetchval(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1"
            " AND pid <> pg_backend_pid()",
            SETTINGS["application_name"],
        ):
            raise StoreError(
                f"A Tiefenthal server uses the database {address}. Stop it first, so that no move is missed."
            )
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            yield _Database(connection)
    finally:
        await connection.close(timeout=5)


def _plain(kind: _Kind, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row as both kinds of database have it: 0 and 1 become booleans where they mean that."""
    if not kind.truths:
        return row
    return tuple(
        bool(value) if place in kind.truths and value is not None else value for place, value in enumerate(row)
    )


def _numbers(kind: _Kind, row: tuple[Any, ...]) -> tuple[Any, ...]:
    if not kind.truths:
        return row
    return tuple(int(value) if place in kind.truths and value is not None else value for place, value in enumerate(row))


def _not_empty(what: str) -> StoreError:
    return StoreError(f"There is a store in {what} already. Nothing has been changed. Choose an empty place.")


def _quiet(table: str, done: int, there: int) -> None: ...
