"""Removing somebody from stored data: their name and chat, in logs, summaries and records.

Games continue and records stay as they were played; their name becomes a guest. These are pure functions: they take
data and return the changed data.
"""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from tiefenthal.server.protocol import GUEST
from tiefenthal.server.store.base import Head, Row, StoredRecord
from tiefenthal.server.store.deleted import Deleted, DeletedTable
from tiefenthal.server.tables import log
from tiefenthal.server.tables.seating import Seating


class Cleared(NamedTuple):
    """A log from which somebody was removed."""

    changed: list[Row]
    added: list[Row]
    """An entry that says so, where they held something."""
    rows: list[Row]
    """The whole log."""
    seats: frozenset[int]
    """Those that were theirs at the end, from 0."""


def clear(rows: Sequence[Row], session: int, bot: str, now: float) -> Cleared | None:
    """A log without a session's names and words; None when nothing is to be done. `bot` plays on for them."""
    entries = [read_entry(row) for row in rows]
    seating = Seating.of((row.at, entry) for row, entry in zip(rows, entries, strict=True))
    theirs = {(tenure.number, tenure.seat) for tenure in seating.tenures if tenure.is_of(session)}
    since: dict[int, int] = {}
    changed: list[Row] = []
    for row, entry in zip(rows, entries, strict=True):
        new = entry
        if isinstance(entry, log.Opened):
            since = dict.fromkeys(range(len(entry.places)), row.number)
            places = [_cleared(place, (row.number, seat) in theirs) for seat, place in enumerate(entry.places)]
            new = msgspec.structs.replace(entry, places=places)
        elif isinstance(entry, log.Placed):
            since[entry.seat] = row.number
            new = msgspec.structs.replace(entry, place=_cleared(entry.place, (row.number, entry.seat) in theirs))
        elif isinstance(entry, log.SentAway):
            since[entry.seat] = row.number
        elif isinstance(entry, log.Said) and (since[entry.seat], entry.seat) in theirs:
            new = msgspec.structs.replace(entry, text="")
        elif isinstance(entry, log.Renamed) and (since[entry.seat], entry.seat) in theirs:
            new = msgspec.structs.replace(entry, name=GUEST)
        if new != entry:
            changed.append(row._replace(body=log.to_bytes(new)))
    holds = any(session in tenure.sessions | tenure.kept for tenure in seating.now) or seating.host == session
    added = [Row(len(rows), now, log.to_bytes(log.Forgotten(session, bot)))] if holds else []
    if not changed and not added:
        return None
    by_number = {row.number: row for row in changed}
    whole = [*(by_number.get(row.number, row) for row in rows), *added]
    return Cleared(changed, added, whole, frozenset(t.seat for t in seating.now if t.is_of(session)))


def read_entry(row: Row) -> log.Entry:
    """An entry of a log; an empty one in place of what this version cannot read, which then stays as it is."""
    try:
        return log.from_bytes(row.body)
    except ValueError:
        return log.Entry()


def _cleared(place: log.Place, theirs: bool) -> log.Place:
    return msgspec.structs.replace(place, name=GUEST) if theirs and (place.kind == "person" or place.kept) else place


def clear_head(head: Head, rows: Sequence[Row]) -> Head:
    """What the index knows of a table, after its log was cleared. When it was last touched stays."""
    seating = Seating.of((row.at, read_entry(row)) for row in rows)
    summary = msgspec.json.decode(head.summary)
    summary[3] = seating.names
    return head._replace(
        summary=msgspec.json.encode(summary), sessions=seating.sessions, listed=head.listed and not seating.closed
    )


def clear_record(record: StoredRecord, session: int, seats: Collection[int]) -> StoredRecord:
    """A finished game with the names at these seats replaced by a guest."""
    info = msgspec.json.decode(record.info)
    info["names"] = [GUEST if seat in seats else name for seat, name in enumerate(info["names"])]
    text = record.text
    for seat in seats:
        text = re.sub(rf'^\[Seat{seat + 1} ".*"\]$', f'[Seat{seat + 1} "{GUEST}"]', text, count=1, flags=re.MULTILINE)
    holders = record.holders
    if holders is not None:
        holders = tuple(tuple(other for other in held if other != session) for held in holders)
    sessions = tuple(other for other in record.sessions if other != session)
    return StoredRecord(record.table, record.finished, sessions, msgspec.json.encode(info), text, holders)


def seats_in(record: StoredRecord, session: int, name: str) -> set[int]:
    """The seats of a session in a record whose table is gone. Older records do not name the session: then the seats
    with this name, or else those of all persons: better to remove one name too many than one too few."""
    if record.holders is not None:
        return {seat for seat, held in enumerate(record.holders) if session in held}
    info = msgspec.json.decode(record.info)
    bots = info.get("bots") or [None] * len(info["names"])
    persons = {seat for seat, bot in enumerate(bots) if bot is None}
    return {seat for seat in persons if info["names"][seat] == name} or persons


def clear_deleted(thing: Deleted, session: int, bot: str, now: float) -> Deleted | None:
    """The same in what clean-up has removed; None if the whole line is removed."""
    if not isinstance(thing, DeletedTable):
        return None if thing.row.id == session else thing
    cleared = clear(thing.rows, session, bot, now)
    if cleared is None:
        return thing
    mentions = tuple(other for other in thing.mentions if other != session)
    return DeletedTable(clear_head(thing.head, cleared.rows), cleared.rows, mentions)
