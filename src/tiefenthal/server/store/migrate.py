"""Migrating a database to the schema of this version of the program.

Each migration is a file of SQL statements in `migrations/`, numbered from 1; `PRAGMA user_version` says how many a
database has had. A migration that has been released is never changed: a later one puts right what is wrong.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple

from tiefenthal.server.store.base import ForeignStore, NewerStore

APPLICATION_ID: Final = 0x54696566
"""`Tief`: how SQLite, and `file`, know whose database it is."""

_FILE_NAME: Final = re.compile(r"^(\d{4})_[a-z0-9_]+\.sql$")


class Migration(NamedTuple):
    """One step from a version to the next."""

    number: int
    sql: str


def released_migrations() -> list[Migration]:
    """Return the migrations that come with the program, in order."""
    return numbered(files("tiefenthal.server.store").joinpath("migrations"))


def numbered(folder: Traversable) -> list[Migration]:
    """Return the migrations in a folder, in order."""
    found = []
    for entry in folder.iterdir():
        match = _FILE_NAME.match(entry.name)
        if match:
            found.append(Migration(int(match.group(1)), entry.read_text(encoding="utf-8")))
    return sorted(found)


def check_version(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> int:
    """Return how many migrations the database has had; refuse one that is not ours or is newer than the program."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application == 0 and version == 0 and things == 0:
        return 0
    if application != APPLICATION_ID or not isinstance(version, int) or version < 1:
        raise ForeignStore(
            f"{path} is a database of another program. It has not been changed. Choose another data folder."
        )
    if version > len(migrations):
        raise NewerStore(
            f"{path} was written by a newer version of Tiefenthal (its schema version is {version}, this version knows "
            f"{len(migrations)}). It has not been changed. Install the newer version, or choose another data folder."
        )
    return version


def migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    """Apply the migrations the database has not had, all in one transaction."""
    if [migration.number for migration in migrations] != list(range(1, len(migrations) + 1)):
        raise ValueError("migrations are numbered 1, 2, 3 and so on")
    if check_version(connection, path, migrations) == len(migrations):
        return
    # A migration may build a table again, which must not take along what refers to it.
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    try:
        for migration in migrations[check_version(connection, path, migrations) :]:
            for statement in _statements(migration.sql):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise ValueError("a migration left rows that refer to nothing")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    finally:
        connection.execute("PRAGMA foreign_keys = ON")


def _statements(sql: str) -> Iterator[str]:
    """Cut a file into statements: `executescript` would commit before the first."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        raise ValueError("a migration ends in the middle of a statement")
