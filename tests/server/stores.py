"""Which store the tests of the server run on: SQLite, or PostgreSQL with `TIEFENTHAL_TEST_STORE=postgresql`
(`make test-postgres`). There every data folder of a test has its own database, into which the files that a test
has put into the folder are moved first."""

import os
from pathlib import Path
from typing import Final

import pytest

from harness import postgres
from tiefenthal.server.store.base import Store
from tiefenthal.server.store.database import DATABASE_NAME
from tiefenthal.server.store.postgres.address import Address
from tiefenthal.server.store.sqlite import open_sqlite

ON_POSTGRESQL: Final = os.environ.get("TIEFENTHAL_TEST_STORE", "sqlite") == "postgresql"

# Without SQLite's own files, such as its journal, which do not exist on PostgreSQL.
files_only = pytest.mark.skipif(ON_POSTGRESQL, reason="looks into the files of a SQLite store")

_databases: dict[Path, Address] = {}


def open_test_store(folder: Path) -> Store:
    """The store of a data folder."""
    if not ON_POSTGRESQL:
        return open_sqlite(folder)
    from tiefenthal.server.store.postgres.store import open_postgres

    return open_postgres(database_of(folder))


def database_of(folder: Path) -> Address:
    """The database in place of a data folder."""
    if folder not in _databases:
        files = (folder / DATABASE_NAME).exists()
        address = postgres.shared().address(postgres.fresh(None if files else postgres.TEMPLATE))
        if files:
            moved_to(folder, address)
        _databases[folder] = address
    return _databases[folder]


def moved_to(folder: Path, address: Address) -> None:
    """Move the SQLite store of a folder into an empty database."""
    from tiefenthal.server.store.postgres.copy import move_to_database
    from tiefenthal.server.store.postgres.database import blocking

    blocking(lambda: move_to_database(folder, address, lambda *_: None))


def sqlite_file(folder: Path) -> Path:
    """A SQLite file with the whole store of a data folder: the store itself, or a copy of the database."""
    if not ON_POSTGRESQL:
        return folder / DATABASE_NAME
    from tiefenthal.server.store.postgres.copy import copy_to_file
    from tiefenthal.server.store.postgres.database import blocking

    copy = folder.with_name(folder.name + "-copy.sqlite3")
    blocking(lambda: copy_to_file(database_of(folder), copy, replace=True))
    return copy
