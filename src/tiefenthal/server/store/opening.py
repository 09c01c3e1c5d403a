"""Opening the store a server is told to use: files in its data folder, or a PostgreSQL database."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tiefenthal.server.store.base import FolderError, FolderInUse, Store, StoreError
from tiefenthal.server.store.database import DATABASE_NAME
from tiefenthal.server.store.folder import make_folder, open_folder
from tiefenthal.server.store.postgres.address import Address
from tiefenthal.server.store.sqlite import open_sqlite, visit_sqlite

if TYPE_CHECKING:
    from tiefenthal.server.store.postgres.store import PostgresStore

Observer = Callable[[int, float], None]


@contextlib.contextmanager
def opened(folder: Path, database: Address | None, observe: Observer | None = None) -> Iterator[Store]:
    """The store, which the caller closes. A folder with files in it belongs to one server at a time; beside a database
    it holds only what clean-up has removed, and any number of servers may use it. Raises StoreError."""
    if database is None:
        with open_folder(folder) as held:
            yield open_sqlite(held.path, observe=observe)
    else:
        make_folder(folder)
        yield open_database(database, observe)


@contextlib.contextmanager
def visited(folder: Path, database: Address | None) -> Iterator[Store]:
    """The store for a moment, also while a server uses it; the caller closes it. Raises StoreError."""
    with contextlib.ExitStack() as held:
        if database is not None:
            yield open_database(database)
            return
        if not (folder / DATABASE_NAME).is_file():
            raise FolderError(f"There is no store in {folder}. Name the data folder of a server.")
        try:
            held.enter_context(open_folder(folder))
        except FolderInUse:
            store = visit_sqlite(folder)
        else:
            store = open_sqlite(folder)
        yield store


def open_database(database: Address, observe: Observer | None = None) -> "PostgresStore":
    """The store in a database. Raises StoreError, also when the driver is missing."""
    with driver():
        from tiefenthal.server.store.postgres.store import open_postgres

    return open_postgres(database, observe=observe)


@contextlib.contextmanager
def driver() -> Iterator[None]:
    """Around imports of what needs the driver: says what to install when it is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise StoreError(
            f"The package {error.name!r} is missing, which a PostgreSQL database needs. Install it with "
            "`pip install 'tiefenthal[postgres]'`."
        ) from None
