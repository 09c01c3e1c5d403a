"""Whether all parts of a store are where they must be.

SQLite takes a database without its write-ahead log for a whole one that merely lacks the last moves, and goes on
writing to files that have been removed. So two small files beside the database say that there is a store, and that it
is open: while it is, there must be a write-ahead log with something in it. A file that is there or not can be removed
on a full disk, too.
"""

import os
import sqlite3
from pathlib import Path
from typing import Final

from tiefenthal.server.store.base import BrokenStore
from tiefenthal.server.store.files import beside, size_of, sync

MADE_NAME: Final = "tiefenthal.made"
OPEN_NAME: Final = "tiefenthal.open"
_PLAIN: Final = b"\x01\x01"
"""Bytes 18 and 19 of a backup; ours are write-ahead databases from their first moment."""


def refuse_missing_parts(path: Path) -> None:
    """Refuse a store of which something is missing. Nothing is changed."""
    if not path.exists():
        if path.with_name(MADE_NAME).exists():
            raise BrokenStore(
                f"{path} is missing: there was a store here. Nothing has been changed. Put it or a backup in its "
                f"place, or remove {MADE_NAME} beside it to begin with an empty store."
            )
        return
    if path.is_file() and not size_of(path):
        raise BrokenStore(
            f"{path} is empty, which a store never is: its contents are lost. Nothing has been changed. "
            f"Put a backup in its place, or remove it and {MADE_NAME} to begin with an empty store."
        )
    journal = beside(path, "-wal")
    if path.with_name(OPEN_NAME).exists() and path.is_file() and not size_of(journal) and not _is_backup(path):
        raise BrokenStore(
            f"{path} was not closed cleanly, and {journal.name}, which holds the last moves, is missing or empty. "
            f"Nothing has been changed. Put {journal.name} back, or a backup in place of both. If you know that "
            f"nothing is missing, because another program has written it back, remove {OPEN_NAME}."
        )


def _is_backup(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(20)[18:20] == _PLAIN


class Presence:
    """The files of a store that is open."""

    def __init__(self, path: Path) -> None:
        """Call it when the write-ahead log has something in it."""
        self._path = path
        self._journal = beside(path, "-wal")
        self._files = (_identity(path), _identity(self._journal))
        for name, words in ((MADE_NAME, b"There is a store in this folder.\n"), (OPEN_NAME, b"The store is open.\n")):
            _write(path.with_name(name), words)
        sync(path.parent)

    @property
    def sound(self) -> bool:
        """Whether they are the files that were opened, in their place."""
        path, journal = self._files
        return _identity(self._path, empty=False) == path and _identity(self._journal) == journal

    def check(self) -> None:
        """Raise BrokenStore when they are not: writes would be lost."""
        if not self.sound:
            raise BrokenStore(
                f"{self._path} or {self._journal.name} beside it was removed or replaced while the server uses it. "
                "Nothing is stored until both are back in their place; stop the server and look at the folder."
            )

    def closed(self) -> None:
        """Everything is in the database; the write-ahead log is not needed any more."""
        if self.sound:
            self._path.with_name(OPEN_NAME).unlink(missing_ok=True)
            sync(self._path.parent)


def begin_journal(connection: sqlite3.Connection) -> None:
    """Write something that changes nothing, so that there is a write-ahead log from now on."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {version}")


def _identity(path: Path, empty: bool = True) -> tuple[int, int] | None:
    """Which file it is; None when there is none, or an empty one where that does not count."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found.st_size or empty else None


def _write(path: Path, words: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.write(handle, words)
        os.fsync(handle)
    finally:
        os.close(handle)
