"""The personal data of a session, wherever it is stored: exported for its owner, or removed for good."""

import asyncio
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import Final

import msgspec

import tiefenthal
from tiefenthal.server import logs
from tiefenthal.server.protocol.http import Kept, KeptAttempt, KeptDecision, KeptLine, KeptRecord, KeptSeat, KeptTable
from tiefenthal.server.store import deleted
from tiefenthal.server.store.base import Conflict, Head, Row, SessionRow, StoredRecord, StoreError
from tiefenthal.server.tables import forgetting, log
from tiefenthal.server.tables.finished import is_sealed, read_info, score_of
from tiefenthal.server.tables.following import TableGoneError
from tiefenthal.server.tables.registry import TableRegistry
from tiefenthal.server.tables.seating import Seating, Tenure

ALL: Final = 1_000_000


async def gather(registry: TableRegistry, session: SessionRow) -> Kept:
    """Everything that is stored about a session."""
    tables: list[KeptTable] = []
    for name in await registry.store.mentions(session.id):
        head = await registry.store.head(name)
        rows = await registry.store.read_log(name)
        if head is not None and rows:
            tables += _about_table(head, rows, session.id, removed=False)
    if registry.folder is not None:
        async with registry.upkeep_lease():
            gone = await asyncio.to_thread(lambda: list(_removed(registry, session.id)))
        for thing in gone:
            tables += _about_table(thing.head, thing.rows, session.id, removed=True)
    records = [
        _about_record(one, session, registry.days_over) for one in await registry.store.records_of(session.id, ALL)
    ]
    return Kept(
        gathered=_time(registry.clock()),
        version=tiefenthal.__version__,
        name=session.name,
        since=_time(session.created),
        seen=_time(session.seen),
        tables=tables,
        records=records,
        edition=await _edition(registry, session.id),
        daily=await _daily(registry, session.id),
    )


async def _daily(registry: TableRegistry, session: int) -> list[KeptAttempt]:
    await registry.store.days.settle(score_of)
    return [
        KeptAttempt(
            one.day,
            one.table,
            _time(one.begun),
            None if one.finished is None else _time(one.finished),
            one.score,
            one.ranked,
        )
        for one in await registry.store.days.attempts_of(session)
    ]


async def _edition(registry: TableRegistry, session: int) -> str | None:
    body = await registry.store.edition_of(session)
    return None if body is None else str(msgspec.json.decode(body)["text"])


def _removed(registry: TableRegistry, session: int) -> Iterator[deleted.DeletedTable]:
    """Tables that clean-up has removed and that mention the session."""
    assert registry.folder is not None
    for file in deleted.files(registry.folder):
        try:
            found = list(deleted.read(file, session))
        except StoreError as error:
            logs.event("removed tables not read", level="warning", exception=error)
            continue
        yield from (thing for thing in found if isinstance(thing, deleted.DeletedTable))


def _about_table(head: Head, rows: list[Row], session: int, *, removed: bool) -> list[KeptTable]:
    """What a table stores about a session; nothing if it only watched."""
    entries = [(row.at, forgetting.read_entry(row)) for row in rows]
    opened = entries[0][1]
    if not isinstance(opened, log.Opened):
        return []
    seats: list[KeptSeat] = []
    by_number = {row.number: entry for row, entry in zip(rows, entries, strict=True)}
    seating = Seating.of(entries)
    for tenure in seating.tenures:
        if tenure.is_of(session):
            seats.append(_about_seat(tenure, _end(seating, tenure, len(rows)), by_number))
    if not seats and opened.host != session:
        return []
    table = KeptTable(
        id=head.table,
        state=head.state,
        opened=_time(head.created),
        touched=_time(head.touched),
        players=len(opened.places),
        modules=opened.modules,
        host=opened.host == session,
        removed=removed,
        seats=seats,
    )
    return [table]


def _end(seating: Seating, tenure: Tenure, length: int) -> int:
    """The entry with which somebody's time at a seat ended."""
    later = [other.number for other in seating.tenures if other.seat == tenure.seat and other.number > tenure.number]
    return min(later, default=length)


def _about_seat(tenure: Tenure, end: int, entries: dict[int, tuple[float, log.Entry]]) -> KeptSeat:
    said: list[KeptLine] = []
    decided: list[KeptDecision] = []
    for number in range(tenure.number, end):
        at, entry = entries[number]
        if isinstance(entry, log.Said) and entry.seat == tenure.seat:
            said.append(KeptLine(_time(at), entry.text))
        elif isinstance(entry, log.Played | log.Ahead) and entry.seat == tenure.seat and entry.action is not None:
            decided.append(KeptDecision(_time(at), entry.action))
    return KeptSeat(tenure.seat + 1, tenure.name, _time(tenure.since), said, decided)


def _about_record(record: StoredRecord, session: SessionRow, days_over: Collection[str]) -> KeptRecord:
    info = msgspec.json.decode(record.info)
    text = "" if is_sealed(read_info(record), days_over) else record.text
    seats = sorted(forgetting.seats_in(record, session.id, session.name))
    names = [info["names"][seat] for seat in seats]
    return KeptRecord(record.table, _time(record.finished), [seat + 1 for seat in seats], names, text)


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


# --- forgetting


async def forget(registry: TableRegistry, session: SessionRow) -> None:
    """Remove somebody's data from everything that is stored. After a disk error the session still exists, and they can
    try again."""
    store = registry.store
    bot = registry.bot_names[-1]
    async with registry.upkeep_lease():
        for table in await store.mentions(session.id):
            while not await _forget_at(registry, table, session.id, bot):
                pass
        for record in await store.records_of(session.id, ALL):
            seats = forgetting.seats_in(record, session.id, session.name)
            await store.replace_record(forgetting.clear_record(record, session.id, seats))
        if registry.folder is not None:
            number, now = session.id, registry.clock()
            unread = await asyncio.to_thread(
                deleted.rewrite, registry.folder, number, lambda one: forgetting.clear_deleted(one, number, bot, now)
            )
            if unread:
                logs.event("removed tables not read", level="error", count=len(unread))
        await store.days.settle(score_of)  # finished attempts keep their place among the results, without a name
        await store.forget_session(session.id)


async def forget_late(registry: TableRegistry, session: SessionRow) -> None:
    """Remove what they did while they were being forgotten. The session can no longer be used."""
    bot = registry.bot_names[-1]
    for table in await registry.store.mentions(session.id):
        while not await _forget_at(registry, table, session.id, bot):
            pass
    await registry.store.forget_session(session.id)


async def _forget_at(registry: TableRegistry, table: str, session: int, bot: str) -> bool:
    """At one table, in memory or not; False if it was loaded or changed meanwhile: then try again."""
    live = await registry.loaded_table(table)
    if live is not None:
        try:
            await live.judged(lambda: live.forget(session, bot))
        except TableGoneError:
            return False
        return True
    rows = await registry.store.read_log(table)
    head = await registry.store.head(table)
    cleared = forgetting.clear(rows, session, bot, registry.clock()) if rows else None
    if cleared is None or head is None:
        return True
    record = await registry.store.record(table)
    if record is not None:
        record = forgetting.clear_record(record, session, cleared.seats)
    try:
        head = forgetting.clear_head(head, cleared.rows)
        await registry.store.rewrite(table, len(rows), cleared.changed, cleared.added, head, record)
    except Conflict:
        return False
    return await registry.loaded_table(table) is None  # one that was loaded meanwhile may have read the old names
