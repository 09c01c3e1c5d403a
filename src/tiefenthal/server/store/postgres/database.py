"""Opening the database: check first, change later.

Everything is in a separate schema. What is there is refused before anything is written when it is another program's or
a newer version's. A migration is one transaction, with a copy of all tables beside it in another schema: PostgreSQL
takes statements that change tables back like any others. The copy is made by the database itself, not by pg_dump, which
need not be on a server's machine and refuses databases newer than itself.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any, Final, TypeVar

import asyncpg

from tiefenthal.server.store.base import DiskError, ForeignStore, NewerStore, StoreError
from tiefenthal.server.store.migrate import Migration, numbered
from tiefenthal.server.store.postgres.address import Address
from tiefenthal.server.store.postgres.connect import SCHEMA, Connection, connect
from tiefenthal.server.store.postgres.errors import store_error

T = TypeVar("T")
PROGRAM: Final = "tiefenthal"
OLDEST: Final = 13
"""The oldest version of PostgreSQL that is known to do."""

_LOCK: Final = 0x54696566
"""Held while a schema is made or changed: many servers may be started at once."""


def released_migrations() -> list[Migration]:
    """Return the migrations that come with the program, in order."""
    return numbered(files("tiefenthal.server.store.postgres").joinpath("migrations"))


def prepare(address: Address, migrations: Sequence[Migration]) -> None:
    """Check the database and bring it up to date, or create a store in it. Blocks, also inside an event loop."""
    blocking(lambda: _prepare(address, migrations))


def blocking(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run something to its end in a separate thread with its own event loop; the caller waits for it."""
    outcome: list[T | BaseException] = []

    def go() -> None:
        try:
            outcome.append(asyncio.run(work()))
        except BaseException as error:
            outcome.append(error)

    thread = threading.Thread(target=go, name="store-opener")
    thread.start()
    thread.join()
    found = outcome[0]
    if isinstance(found, BaseException):
        raise found
    return found


async def _prepare(address: Address, migrations: Sequence[Migration]) -> None:
    try:
        connection = await connect(address, patient=True)
        try:
            await check_server(connection, address)
            if await form_of(connection, address, len(migrations)) < len(migrations):
                async with connection.transaction():
                    await migrate(connection, address, migrations)
        finally:
            await connection.close(timeout=5)
    except StoreError:
        raise
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        raise store_error(error, address) from None


async def check_server(connection: Connection, address: Address) -> None:
    """Refuse a database that cannot hold a store."""
    version = connection.get_server_version()
    if version.major < OLDEST:
        raise StoreError(f"The database {address} is PostgreSQL {version.major}. Version {OLDEST} or newer is needed.")
    if await connection.fetchval("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean"):
        raise DiskError(
            f"The database {address} is read-only; perhaps it is a standby. Name the one that takes writes."
        )
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise StoreError(
            f"The database {address} keeps text as {encoding}. Make one that keeps UTF8 (createdb --encoding UTF8)."
        )


async def form_of(connection: Connection, address: Address, known: int) -> int:
    """Return how many migrations the schema has had, 0 when there is none; refuse one that is not ours or newer."""
    # Asked of the catalogue's tables themselves: functions like to_regclass may remember that there was nothing.
    things = await connection.fetch(
        "SELECT relname::text, attname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid"
        " WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND attnum > 0",
        SCHEMA,
    )
    if not things and not await connection.fetchval(
        "SELECT count(*) FROM pg_class JOIN pg_namespace n ON relnamespace = n.oid WHERE nspname = $1", SCHEMA
    ):
        return 0
    ours = {("form", "one"), ("form", "program"), ("form", "form")} <= {tuple(thing) for thing in things}
    found = await connection.fetchrow(f"SELECT program, form FROM {SCHEMA}.form") if ours else None
    if found is None or found["program"] != PROGRAM or found["form"] < 1:
        raise ForeignStore(
            f"The schema {SCHEMA} of the database {address} is another program's. It has not been changed. "
            "Choose another database."
        )
    form: int = found["form"]
    if form > known:
        raise NewerStore(
            f"The database {address} was written by a newer version of Tiefenthal (its schema version is {form}, this "
            f"version knows {known}). It has not been changed. Install the newer version, or choose another database."
        )
    return form


async def migrate(connection: Connection, address: Address, migrations: Sequence[Migration]) -> None:
    """Apply the migrations the schema has not had; the caller's transaction holds all of it, the copy too."""
    if [migration.number for migration in migrations] != list(range(1, len(migrations) + 1)):
        raise ValueError("migrations are numbered 1, 2, 3 and so on")
    await connection.execute("SET LOCAL lock_timeout = 0")
    await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
    form = await form_of(connection, address, len(migrations))  # another server may have been first
    if form == len(migrations):
        return
    if form:
        await _copy(connection, form)
    else:
        await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    await connection.execute(f"SET LOCAL search_path = {SCHEMA}")
    for migration in migrations[form:]:
        await connection.execute(migration.sql)
    await connection.execute(
        "INSERT INTO form (program, form) VALUES ($1, $2) ON CONFLICT (one) DO UPDATE SET form = excluded.form",
        PROGRAM,
        len(migrations),
    )


async def _copy(connection: Connection, form: int) -> None:
    """Copy every table to a second schema before a migration."""
    name = f"{SCHEMA}_form_{form}_{datetime.now(UTC):%Y%m%d_%H%M%S}"
    await connection.execute(f'CREATE SCHEMA "{name}"')
    for row in await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = $1", SCHEMA):
        table = row["tablename"]
        # Nobody may write between the copy and the change.
        await connection.execute(f'LOCK TABLE {SCHEMA}."{table}" IN SHARE ROW EXCLUSIVE MODE')
        await connection.execute(f'CREATE TABLE "{name}"."{table}" AS TABLE {SCHEMA}."{table}"')
