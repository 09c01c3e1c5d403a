"""Opening the database file: check first, change later.

A file that is damaged, foreign or too new is refused before anything is written to it. A new database is built under
another name and moved into place, so that a half-made one never stands under the right name.
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from tiefenthal.server.store.base import BrokenStore, FolderError, StoreError
from tiefenthal.server.store.files import beside, remove_with_journals, size_of, sync
from tiefenthal.server.store.migrate import Migration, check_version, migrate
from tiefenthal.server.store.presence import refuse_missing_parts
from tiefenthal.server.store.sqlite_errors import damaged, read_only, store_error

DATABASE_NAME: Final = "tiefenthal.sqlite3"

BUSY_SECONDS: Final = 10.0
"""How long to wait for somebody else, a person with the sqlite3 command for example, to let go."""

_MAGIC: Final = b"SQLite format 3\x00"
_WAL_LIMIT: Final = 16 * 1024 * 1024
"""Bytes the write-ahead log is cut back to once it has been copied into the database."""


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file by SQLite's `mode` (`ro`, `rw`), never making one; transactions are begun and ended by hand."""
    address = f"file:{quote(str(path.absolute()))}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def connect_writer(path: Path) -> sqlite3.Connection:
    """Open the connection that writes. A commit returns when the write-ahead log is on the disk."""
    connection = connect(path, "rw")
    try:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StoreError(f"{path} is on a disk that cannot hold a write-ahead log. Choose another data folder.")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # on macOS fsync alone does not reach the disk
        connection.execute(f"PRAGMA journal_size_limit = {_WAL_LIMIT}")
        # The writer copies the log into the database itself, between transactions; this is for when it cannot.
        connection.execute("PRAGMA wal_autocheckpoint = 8000")
        connection.execute("PRAGMA cache_size = -16000")
        connection.execute("PRAGMA secure_delete = ON")  # deleted data leave no bytes behind
    except BaseException:
        connection.close()
        raise
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    """Open the connection that reads. It changes nothing and leaves the write-ahead log to the writer.

    It has read once, and so holds that log: SQLite removes it with the last connection, and the writer's may be lost
    and opened again.
    """
    connection = connect(path, "rw")
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return connection


def prepare(
    folder: Path, migrations: Sequence[Migration], before_migration: Callable[[Path, int], None] | None = None
) -> Path:
    """Return the path of a sound database with the current schema in the folder: found, migrated or made new.
    `before_migration` is called with the path and the schema version of a database that is about to be changed.
    """
    path = folder / DATABASE_NAME
    try:
        if not folder.is_dir():
            raise FolderError(f"{folder} is not a folder. Choose another data folder.")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise read_only(folder)
        _refuse_stray_journal(path)
        refuse_missing_parts(path)
        if not size_of(path):
            _make(path, migrations)
        else:
            form = check(path, migrations)
            if before_migration is not None and form < len(migrations):
                before_migration(path, form)
        with contextlib.closing(connect_writer(path)) as connection:
            migrate(connection, path, migrations)
    except (sqlite3.Error, OSError) as error:
        raise store_error(error, path) from None
    return path


def check(path: Path, migrations: Sequence[Migration]) -> int:
    """Refuse a file that is damaged, foreign or too new; its schema version. The file itself is not changed."""
    with path.open("rb") as file:
        start = file.read(32)
    if not start.startswith(_MAGIC):
        raise damaged(path, "it does not begin like one")
    # SQLite overlooks a last page that is cut short. With a write-ahead log the file may rightly lag behind.
    page_size = int.from_bytes(start[16:18], "big")
    if path.stat().st_size < page_size * int.from_bytes(start[28:32], "big") and not size_of(beside(path, "-wal")):
        raise damaged(path, "its end is missing")
    # A journal beside it means that turning the file into a write-ahead database was cut off; only a connection that
    # may write can undo that.
    mode = "rw" if size_of(beside(path, "-journal")) else "ro"
    with contextlib.closing(connect(path, mode)) as connection:
        form = check_version(connection, path, migrations)
        check_whole(connection, path)
    return form


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a damaged database.

    `quick_check` would take about as long and misses pages that stand in each other's place.
    """
    findings = [str(finding) for (finding,) in connection.execute("PRAGMA integrity_check(1)")]
    if findings != ["ok"]:
        raise damaged(path, " ".join("; ".join(findings).split()) or "it cannot be read")


def _refuse_stray_journal(path: Path) -> None:
    """Refuse a write-ahead log that does not belong to the file: SQLite would mix the two.

    Ours are write-ahead databases from their first moment, and backups are not (bytes 18 and 19 of the file say so).
    """
    journal = beside(path, "-wal")
    if not size_of(journal):
        return
    if not size_of(path):
        raise BrokenStore(
            f"{path} is missing, but {journal.name} beside it holds part of its contents. Nothing has been changed. "
            f"Put {path.name} back, or move {journal.name} away to begin with an empty store."
        )
    with path.open("rb") as file:
        start = file.read(20)
    if start.startswith(_MAGIC) and start[18:20] == b"\x01\x01":
        raise BrokenStore(
            f"{path} is a backup, but {journal.name} beside it belongs to the file that was there before. "
            f"Nothing has been changed. Move {journal.name} away."
        )


def _make(path: Path, migrations: Sequence[Migration]) -> None:
    """Make an empty database under another name and move it into place."""
    new = beside(path, ".new")
    try:
        remove_with_journals(new)
        # Only its owner may read it: it holds the seeds of running games.
        os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with contextlib.closing(connect_writer(new)) as connection:
            migrate(connection, path, migrations)
        sync(new)
        os.replace(new, path)
        sync(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            remove_with_journals(new)
        raise
