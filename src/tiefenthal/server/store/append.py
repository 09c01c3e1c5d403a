"""Appending to many logs at once.

Python's sqlite3 lets go of the interpreter several times in every statement, and has to win it back from a busy event
loop each time. So the appends of one transaction are written by a handful of statements with many rows each, not by a
handful of statements for each append.
"""

import functools
import json
import sqlite3
from collections.abc import Sequence

from tiefenthal.server.store.base import Conflict, Head, StoredRecord
from tiefenthal.server.store.checks import Append, too_late
from tiefenthal.server.store.rows import RECORD, numbers_text, record_columns

_MOST_ROWS = 64
"""Rows in one statement; times the columns this stays below the 999 values old versions of SQLite accept."""

Values = tuple[object, ...]


def append_all(connection: sqlite3.Connection, appends: Sequence[Append]) -> list[Conflict | None]:
    """Carry out the appends in order; say which of them came too late. Any other error is raised."""
    if len(appends) == 1 and _goes_on(connection, appends[0]):
        return [None]
    known = _read_known(connection, {append.table for append in appends})
    lengths = {table: length for table, (length, _) in known.items()}
    heads: dict[str, Head] = {}
    entries: list[Values] = []
    records: list[StoredRecord] = []
    outcomes: list[Conflict | None] = []
    for append in appends:
        length = lengths.get(append.table, 0)
        if append.first != length:
            outcomes.append(too_late(append, length))
            continue
        lengths[append.table] = length + len(append.rows)
        heads[append.table] = append.head
        entries.extend((append.table, row.number, float(row.at), bytes(row.body)) for row in append.rows)
        if append.record is not None:
            records.append(append.record)
        outcomes.append(None)
    # The heads first: the log refers to them.
    _insert(
        connection,
        "INSERT INTO tables (id, length, state, listed, created, touched, sessions, summary) VALUES ",
        [
            (
                table,
                lengths[table],
                head.state,
                int(head.listed),
                float(head.created),
                float(head.touched),
                numbers_text(head.sessions),
                bytes(head.summary),
            )
            for table, head in heads.items()
        ],
        " ON CONFLICT (id) DO UPDATE SET length = excluded.length, state = excluded.state, listed = excluded.listed,"
        " created = excluded.created, touched = excluded.touched, sessions = excluded.sessions,"
        " summary = excluded.summary",
    )
    _insert(connection, "INSERT INTO log (table_id, number, at, body) VALUES ", entries)
    for table, head in heads.items():
        before = known[table][1] if table in known else "[]"
        if before != numbers_text(head.sessions):
            connection.execute("DELETE FROM seats WHERE table_id = ?", (table,))
            seats: list[Values] = [(session, table) for session in sorted(set(head.sessions))]
            _insert(connection, "INSERT INTO seats (session, table_id) VALUES ", seats)
            _insert(connection, "INSERT OR IGNORE INTO mentions (session, table_id) VALUES ", seats)
    for record in records:
        write_record(connection, record)
    return outcomes


def _goes_on(connection: sqlite3.Connection, append: Append) -> bool:
    """Carry out an append after which the index knows nothing new of the table but its length and when that was, as a
    move does; False, and nothing has changed, where it is none."""
    head, first = append.head, append.first
    if append.record is not None or not first or not append.rows:
        return False
    told = connection.execute(
        "UPDATE tables SET length = ?, touched = ? WHERE id = ? AND length = ? AND state = ? AND listed = ?"
        " AND created = ? AND sessions = ? AND summary = ?",
        (
            first + len(append.rows),
            float(head.touched),
            append.table,
            first,
            head.state,
            int(head.listed),
            float(head.created),
            numbers_text(head.sessions),
            bytes(head.summary),
        ),
    )
    if told.rowcount != 1:
        return False
    rows: list[Values] = [(append.table, row.number, float(row.at), bytes(row.body)) for row in append.rows]
    _insert(connection, "INSERT INTO log (table_id, number, at, body) VALUES ", rows)
    return True


def _read_known(connection: sqlite3.Connection, tables: set[str]) -> dict[str, tuple[int, str]]:
    """Return the length of the log and who sits there, for those of the tables that exist; one row in all."""
    names = json.dumps(sorted(tables))
    (found,) = connection.execute(
        "SELECT json_group_array(json_array(id, length, sessions)) FROM tables"
        " WHERE id IN (SELECT value FROM json_each(?))",
        (names,),
    ).fetchone()
    return {table: (length, sessions) for table, length, sessions in json.loads(found)}


def write_record(connection: sqlite3.Connection, record: StoredRecord) -> None:
    """Keep a finished game, in place of an earlier record of the same table."""
    table = record.table
    connection.execute("DELETE FROM records WHERE table_id = ?", (table,))
    connection.execute(f"INSERT INTO records ({RECORD}) VALUES (?, ?, ?, ?, ?, ?)", record_columns(record))
    seats: list[Values] = [(session, table) for session in sorted(set(record.sessions))]
    _insert(connection, "INSERT INTO record_seats (session, table_id) VALUES ", seats)


def _insert(connection: sqlite3.Connection, start: str, rows: list[Values], end: str = "") -> None:
    """Insert the rows by few statements. Their sizes are powers of two, so that few different ones are prepared."""
    done = 0
    while done < len(rows):
        size = min(_MOST_ROWS, 1 << ((len(rows) - done).bit_length() - 1))
        chunk = rows[done : done + size]
        sql = start + _marks(size, len(chunk[0])) + end
        connection.execute(sql, [value for row in chunk for value in row])
        done += size


@functools.cache
def _marks(rows: int, columns: int) -> str:
    row = "(" + ", ".join("?" * columns) + ")"
    return ", ".join([row] * rows)
