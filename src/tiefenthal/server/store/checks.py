"""Checks of every write before it reaches a database; they fail only for mistakes in the program."""

import math
from typing import Final, NamedTuple

from tiefenthal.server.store.base import STATES, Conflict, Head, Row, StoredRecord

_MOST: Final = 2**63
"""Numbers of sessions are below this: what databases hold in eight bytes."""


class Append(NamedTuple):
    """One call of `Store.append`."""

    table: str
    first: int
    rows: tuple[Row, ...]
    head: Head
    record: StoredRecord | None

    @property
    def end(self) -> int:
        """The length of the log when it is done."""
        return self.first + len(self.rows)


def check_append(work: Append) -> None:
    """Refuse what only a mistake in the program can bring."""
    if work.head.table != work.table or (work.record is not None and work.record.table != work.table):
        raise ValueError("the head and the record must be those of the table")
    if work.head.state not in STATES:
        raise ValueError(f"a table is {', '.join(STATES)}; not {work.head.state!r}")
    if [row.number for row in work.rows] != list(range(work.first, work.first + len(work.rows))) or work.first < 0:
        raise ValueError("the rows of an append are numbered from its first one on, without gaps")
    check_times(work.head.created, work.head.touched, *(row.at for row in work.rows))
    if work.record is not None:
        check_times(work.record.finished)
    if not all(-_MOST <= number < _MOST for number in work.head.sessions):
        raise OverflowError("the number of a session is too large")


def too_late(work: Append, length: int) -> Conflict:
    """The error of an append when the log has another length than it expects."""
    return Conflict(f"The log of table {work.table} has {length} entries; entry {work.first} is not the next.")


def check_changed(work: Append, row: Row, found: int) -> None:
    """Refuse to change an entry that was not there before the append; `found` is the number of rows that changed."""
    if row.number >= work.first or found != 1:
        raise ValueError(f"the log has no entry {row.number} that could be changed")


def check_times(*times: float) -> None:
    """Refuse times that are not numbers: they compare with nothing."""
    if not all(math.isfinite(at) for at in times):
        raise ValueError("a time must be a finite number")
