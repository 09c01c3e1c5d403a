"""What the columns of the store mean, whichever database they lie in: rows as `base` has them, and back."""

import functools
import json
from typing import Any, Final

from tiefenthal.server.store.base import Head, StoredRecord

HEAD: Final = "id, state, listed, created, touched, summary, sessions"
RECORD: Final = "table_id, finished, sessions, info, text, holders"
SESSION: Final = "id, name, created, seen"


def head_of(row: Any) -> Head:
    """A head from its columns. SQLite has no truths, only 0 and 1."""
    table, state, listed, created, touched, summary, sessions = row
    return Head(table, state, bool(listed), created, touched, summary, tuple(json.loads(sessions)))


def record_of(row: Any) -> StoredRecord:
    """A record from its columns."""
    table, finished, sessions, info, text, holders = row
    by_seat = None if holders is None else tuple(tuple(seat) for seat in json.loads(holders))
    return StoredRecord(table, finished, tuple(json.loads(sessions)), info, text, by_seat)


def record_columns(record: StoredRecord) -> tuple[str, float, str, bytes, str, str | None]:
    """The columns of a record."""
    holders = None if record.holders is None else json.dumps(record.holders, separators=(",", ":"))
    sessions = numbers_text(tuple(record.sessions))
    return record.table, float(record.finished), sessions, bytes(record.info), record.text, holders


@functools.lru_cache(maxsize=4096)
def numbers_text(numbers: tuple[int, ...]) -> str:
    """Numbers of sessions as they are kept. They are compared as texts, so all stores write them in the same way."""
    return json.dumps(numbers, separators=(",", ":"))
