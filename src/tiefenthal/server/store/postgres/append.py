"""Appending to many logs in one statement.

One statement is one round trip to the database and one transaction: rows of the index are locked in the order of their
ids, so two servers cannot deadlock; a log without the expected length is left alone, and the answer says so. Other
servers are told in the same transaction.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tiefenthal.server.store.base import Head, Row, StoredRecord
from tiefenthal.server.store.checks import Append
from tiefenthal.server.store.postgres.connect import Connection
from tiefenthal.server.store.postgres.news import LOGS_SQL
from tiefenthal.server.store.rows import numbers_text, record_columns

_APPEND: Final = """
WITH wanted AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::bool[], $6::float8[], $7::float8[],
                         $8::text[], $9::bytea[])
        AS w (id, first, added, state, listed, created, touched, sessions, summary)
), held AS MATERIALIZED (
    SELECT id, length, sessions FROM tables WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE
), changed AS (
    UPDATE tables t
    SET length = w.first + w.added, state = w.state, listed = w.listed, created = w.created, touched = w.touched,
        sessions = w.sessions, summary = w.summary
    FROM wanted w JOIN held h USING (id)
    WHERE t.id = w.id AND t.length = w.first
    RETURNING t.id, h.sessions AS before, t.sessions
), made AS (
    INSERT INTO tables (id, length, state, listed, created, touched, sessions, summary)
    SELECT id, added, state, listed, created, touched, sessions, summary FROM wanted
    WHERE first = 0 AND id NOT IN (SELECT id FROM held) ORDER BY id
    ON CONFLICT DO NOTHING
    RETURNING id, '[]' AS before, sessions
), done AS (
    SELECT * FROM changed UNION ALL SELECT * FROM made
), logged AS (
    INSERT INTO log (table_id, number, at, body)
    SELECT id, number, at, body FROM unnest($10::text[], $11::int[], $12::float8[], $13::bytea[])
        AS r (id, number, at, body)
    WHERE id IN (SELECT id FROM done)
), moved AS (
    SELECT id, session::bigint FROM done, json_array_elements_text(done.sessions::json) AS s (session)
    WHERE before <> sessions
), stood_up AS (
    DELETE FROM seats USING done
    WHERE before <> sessions AND table_id = done.id AND (done.id, session) NOT IN (SELECT id, session FROM moved)
), sat_down AS (
    INSERT INTO seats (session, table_id) SELECT DISTINCT session, id FROM moved ON CONFLICT DO NOTHING
), seen AS (
    INSERT INTO mentions (session, table_id) SELECT DISTINCT session, id FROM moved ON CONFLICT DO NOTHING
)
SELECT w.id, d.id IS NOT NULL AS done, coalesce(h.length, 0) AS length, ({notes}) AS told
FROM wanted w LEFT JOIN done d USING (id) LEFT JOIN held h USING (id)
"""

_RECORD: Final = """
WITH kept AS (
    INSERT INTO records (table_id, finished, sessions, info, text, holders) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (table_id) DO UPDATE SET finished = excluded.finished, sessions = excluded.sessions,
        info = excluded.info, text = excluded.text, holders = excluded.holders
), gone AS (
    DELETE FROM record_seats WHERE table_id = $1 AND session <> ALL ($7::bigint[])
)
INSERT INTO record_seats (session, table_id) SELECT DISTINCT unnest($7::bigint[]), $1 ON CONFLICT DO NOTHING
"""


def statement_of(own: str) -> str:
    """The statement with which a process appends; it also notifies the others."""
    return _APPEND.replace("{notes}", LOGS_SQL.replace("{own}", own))


class Chain(NamedTuple):
    """Appends to one table, each of which follows the one before; they are written as one."""

    table: str
    appends: list[Append]

    @property
    def first(self) -> int:
        """The length the log must have."""
        return self.appends[0].first

    @property
    def end(self) -> int:
        """The length it has then."""
        return self.appends[-1].first + len(self.appends[-1].rows)

    @property
    def head(self) -> Head:
        """The row of the index afterwards."""
        return self.appends[-1].head

    @property
    def rows(self) -> list[Row]:
        return [row for append in self.appends for row in append.rows]

    @property
    def record(self) -> StoredRecord | None:
        """The last record."""
        return next((append.record for append in reversed(self.appends) if append.record is not None), None)


class Outcome(NamedTuple):
    """The result of a chain."""

    done: bool
    length: int
    """Of the log before."""


async def append_chains(connection: Connection, statement: str, chains: Sequence[Chain]) -> dict[str, Outcome]:
    """Write chains, one for each table. Returns the results by table. Records need a transaction around it."""
    rows = [(chain.table, row) for chain in chains for row in chain.rows]
    heads = [chain.head for chain in chains]
    found = await connection.fetch(
        statement,
        [chain.table for chain in chains],
        [chain.first for chain in chains],
        [chain.end - chain.first for chain in chains],
        [head.state for head in heads],
        [bool(head.listed) for head in heads],
        [float(head.created) for head in heads],
        [float(head.touched) for head in heads],
        [numbers_text(tuple(head.sessions)) for head in heads],
        [bytes(head.summary) for head in heads],
        [table for table, _ in rows],
        [row.number for _, row in rows],
        [float(row.at) for _, row in rows],
        [bytes(row.body) for _, row in rows],
    )
    outcomes = {table: Outcome(done, length) for table, done, length, _ in found}
    for chain in chains:
        if chain.record is not None and outcomes[chain.table].done:
            await write_record(connection, chain.record)
    return outcomes


async def write_record(connection: Connection, record: StoredRecord) -> None:
    """Keep a finished game, in place of an earlier record of the same table."""
    await connection.execute(_RECORD, *record_columns(record), list(record.sessions))


async def holds(connection: Connection, append: Append) -> bool:
    """Whether the log holds just these entries: then an append whose answer was lost has been done."""
    if not append.rows:
        return False
    found = await connection.fetch(
        "SELECT number, at, body FROM log WHERE table_id = $1 AND number >= $2 AND number < $3 ORDER BY number",
        append.table,
        append.first,
        append.first + len(append.rows),
    )
    return [tuple(row) for row in found] == [(row.number, float(row.at), bytes(row.body)) for row in append.rows]
