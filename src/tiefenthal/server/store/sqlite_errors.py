"""SQLite's errors as StoreErrors: what went wrong, and what to do."""

import errno
import os
import sqlite3
from pathlib import Path

from tiefenthal.server.store.base import BrokenStore, BusyStore, DiskError, DiskFull, StoreError

_PRIMARY = 0xFF
"""The low byte of an extended error code is the primary code."""

_DATA_ERRORS = frozenset({
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_RANGE,
})  # fmt: skip


def is_data_error(error: Exception) -> bool:
    """Whether an error is caused by one operation, so that others in the same transaction are not affected."""
    if not isinstance(error, sqlite3.Error):
        return True
    code = getattr(error, "sqlite_errorcode", None)
    # Errors of the sqlite3 module itself (a value that cannot be bound) have no code.
    return code is None or (code & _PRIMARY) in _DATA_ERRORS


def store_error(error: Exception, path: Path) -> StoreError:
    """Say what went wrong with the database at `path`, and what to do."""
    if isinstance(error, StoreError):
        return type(error)(*error.args)
    if isinstance(error, OSError):
        return os_error(error, path)
    code = getattr(error, "sqlite_errorcode", None)
    kind = None if code is None else code & _PRIMARY
    if kind == sqlite3.SQLITE_FULL:
        return disk_full(path)
    if kind in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
        return damaged(path, str(error))
    if kind in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return BusyStore(f"Another program holds {path} and does not let go. Close it and try again.")
    if kind == sqlite3.SQLITE_READONLY:
        return read_only(path)
    if kind in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}:
        return DiskError(f"{path} cannot be opened ({error}). Check that you may read and write it and its folder.")
    if kind == sqlite3.SQLITE_IOERR:
        return DiskError(f"The disk refused to read or write {path} ({error}). Check the disk and its free space.")
    return StoreError(f"{path}: the database refused this: {error}.")


def os_error(error: OSError, path: Path) -> StoreError:
    """Say what error the operating system reports."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return disk_full(path)
    if error.errno == errno.EROFS:
        return read_only(path)
    reason = os.strerror(error.errno) if error.errno else str(error)
    return DiskError(f"{path} cannot be used: {reason}. Check that you may read and write it and its folder.")


def disk_full(path: Path) -> DiskFull:
    """Say that the disk is full."""
    return DiskFull(f"The disk with {path} is full. Nothing was stored; free some space and try again.")


def read_only(path: Path) -> DiskError:
    """Say that nothing can be written there."""
    return DiskError(f"{path} is read-only. Make it and its folder writable, or choose another data folder.")


def damaged(path: Path, how: str) -> BrokenStore:
    """Say that the file is damaged."""
    return BrokenStore(
        f"{path} is damaged or is not a database ({how}). It has not been changed. "
        "Put a backup in its place; to begin with an empty store, move it and tiefenthal.made beside it away."
    )
