"""Writing a little to a SQLite store that belongs to a running server, from another process."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

from tiefenthal.server.store.append import append_all
from tiefenthal.server.store.checks import Append
from tiefenthal.server.store.database import connect_writer
from tiefenthal.server.store.writer import Work, Writer


class Guest(Writer):
    """In place of the writer: it waits its turn behind the server's, and leaves the write-ahead log to it."""

    def __init__(self, path: Path) -> None:
        self.connection = connect_writer(path)
        self.connection.execute("PRAGMA wal_autocheckpoint = 0")
        keep_journal(self.connection)

    def submit(self, work: Work) -> asyncio.Future[Any]:
        """Carry out an operation in a transaction of its own."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            found = append_all(self.connection, [work]) if isinstance(work, Append) else work(self.connection)
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise
        future.set_result(found)
        return future

    def finish(self) -> None:
        """Close the connection."""
        self.connection.close()


def keep_journal(connection: sqlite3.Connection) -> None:
    """Should the server die meanwhile, this connection would be the last one and remove the log, whose absence the
    server would then take for damage. Python 3.11 cannot prevent that."""
    option = getattr(sqlite3, "SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE", None)
    if option is not None:
        connection.setconfig(option, True)  # type: ignore[attr-defined,unused-ignore]
