"""Copying a store while it is in use, from the server itself or from another process.

SQLite's online backup copies one moment of the database in one step; in write-ahead mode writers go on meanwhile. The
copy is one plain file, written beside its place, checked, and moved there only when it is whole.
"""

import contextlib
import os
import re
import secrets
import sqlite3
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tiefenthal.server.store.base import BackupError, BrokenStore, StoreError
from tiefenthal.server.store.database import (
    DATABASE_NAME,
    check_whole,
    connect,
)
from tiefenthal.server.store.files import remove_with_journals, sync
from tiefenthal.server.store.migrate import check_version, released_migrations
from tiefenthal.server.store.sqlite_errors import store_error

_PART: Final = re.compile(r"\.[0-9a-f]{16}\.part$")


def backup_folder(folder: Path, to: Path, *, replace: bool = False) -> None:
    """Copy the store of a data folder to the file `to`, also while a server uses it.

    To use the copy, put it into an empty data folder under the name `tiefenthal.sqlite3`.
    """
    copy_database(folder / DATABASE_NAME, to, replace=replace)


def copy_database(source: Path, to: Path, *, replace: bool = False) -> None:
    """Copy a database to the file `to`; an existing file is replaced only on request."""
    if not source.is_file():
        raise BackupError(f"There is no store to back up: {source} does not exist. Name the data folder of a server.")
    refuse_place(source, to, replace)
    with written_beside(to, replace) as part:
        _copy(source, part)


@contextlib.contextmanager
def written_beside(to: Path, replace: bool) -> Iterator[Path]:
    """An empty file beside `to`. Afterwards it is on disk under the name `to`, or, after an error, removed. File errors
    are raised as StoreError."""
    clear_parts(to.parent, f".{to.name}.")
    part = to.with_name(f".{to.name}.{secrets.token_hex(8)}.part")
    holding: int | None = None
    try:
        try:
            holding = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            _hold(holding)
            yield part
            sync(part)
            _give_name(part, to, replace)
        except (sqlite3.Error, OSError) as error:
            raise store_error(error, to) from None
    finally:
        with contextlib.suppress(OSError):
            remove_with_journals(part)
        if holding is not None:
            os.close(holding)


def copy_before_migration(source: Path, form: int) -> None:
    """Keep a copy of a store beside it before its schema is changed."""
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    copy_database(source, source.with_name(f"tiefenthal-form-{form}-{now}.sqlite3"))


def clear_parts(folder: Path, start: str = ".") -> None:
    """Remove incomplete copies. One that is still being written is locked, and stays."""
    with contextlib.suppress(OSError):
        for part in folder.iterdir():
            if part.name.startswith(start) and _PART.search(part.name) and not _is_held(part):
                remove_with_journals(part)


if sys.platform == "win32":  # which does not remove a file that is open

    def _hold(handle: int) -> None: ...

    def _is_held(part: Path) -> bool:
        return False

else:
    import fcntl

    def _hold(handle: int) -> None:
        """Lock the file while this process lives, so that others see that it is being written."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _is_held(part: Path) -> bool:
        handle = os.open(part, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(handle)
        return False


def refuse_place(source: Path | None, to: Path, replace: bool) -> None:
    """Refuse places where a copy would do harm."""
    if to.is_dir():
        raise BackupError(f"{to} is a folder. Name a file for the copy.")
    if not to.parent.is_dir():
        raise BackupError(f"The folder {to.parent} does not exist. Make it, or choose another place for the copy.")
    if source is not None:
        if to.parent.resolve() == source.parent.resolve() and to.name.startswith(source.name):
            raise BackupError(f"{to} is the folder of the store itself. Choose another place for the copy.")
        if to.exists() and source.samefile(to):
            raise BackupError(f"{to} is the store itself. Choose another place for the copy.")
    if not replace and os.path.lexists(to):
        raise _exists(to)


def _copy(source: Path, part: Path) -> None:
    """Copy one moment of the database, as one plain file."""
    try:
        from_connection = connect(source, "ro")
    except sqlite3.Error as error:
        raise store_error(error, source) from None
    with contextlib.closing(from_connection), contextlib.closing(connect(part, "rw")) as to_connection:
        try:
            check_version(from_connection, source, released_migrations())
        except sqlite3.Error as error:
            raise store_error(error, source) from None
        try:
            from_connection.backup(to_connection)
            to_connection.execute("PRAGMA journal_mode = DELETE").fetchall()
            check_whole(to_connection, source)  # what is wrong with the copy is wrong with the original
        except sqlite3.DatabaseError as error:
            found = store_error(error, source)
            if isinstance(found, BrokenStore):
                raise found from None
            raise


def _give_name(part: Path, to: Path, replace: bool) -> None:
    """Give the copy its name. Without `replace` nothing that has appeared there meanwhile is overwritten."""
    if replace:
        os.replace(part, to)
    else:
        try:
            os.link(part, to)
        except FileExistsError:
            raise _exists(to) from None
        except OSError:  # a file system without hard links
            if os.path.lexists(to):
                raise _exists(to) from None
            os.replace(part, to)
    sync(to.parent)


def _exists(to: Path) -> StoreError:
    return BackupError(f"{to} already exists. Choose another name, or say --replace to write over it.")
