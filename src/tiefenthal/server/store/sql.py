"""SQL that is the same for all databases. A store adds how to run it, and the statements that its database needs in
another form. In statements a question mark stands for each value.
"""

import asyncio
import contextlib
import time
from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from tiefenthal.server.store import deleted
from tiefenthal.server.store.base import (
    ALL,
    STATES,
    Conflict,
    Expired,
    Extent,
    Head,
    MayGo,
    Opening,
    Row,
    SessionRow,
    Shares,
    Snapshot,
    Standing,
    Store,
    StoredRecord,
    TableState,
)
from tiefenthal.server.store.checks import Append, check_append, check_times
from tiefenthal.server.store.moderation import Moderation
from tiefenthal.server.store.peers import ENDED, GONE, RENAMED, News
from tiefenthal.server.store.rows import HEAD, RECORD, SESSION, head_of, record_of
from tiefenthal.server.store.sql_days import FORGET

Statement = tuple[str, *tuple[object, ...]]
"""A statement and its values."""

TABLES_AT_ONCE: Final = 20
"""Tables that expire in one step, so that nobody's move waits long behind them."""

READ_LOG: Final = "SELECT number, at, body FROM log WHERE table_id = ? AND number >= ? ORDER BY number"
READ_WITH_OPENING: Final = READ_LOG.replace("number >= ?", "(number = 0 OR number >= ?)")
COUNT_REWRITE: Final = "UPDATE tables SET rewrites = rewrites + 1 WHERE id = ?"
"""By which the database drops the snapshot, too."""
CHANGE_ENTRY: Final = "UPDATE log SET body = ? WHERE table_id = ? AND number = ?"
FIND_SESSION: Final = f"SELECT {SESSION} FROM sessions WHERE token_hash = ?"
_OLD: Final = "seen < ? AND NOT EXISTS (SELECT 1 FROM seats WHERE session = sessions.id)"


class SqlStore(Store):
    """The part of a store that is the same for all databases; what the methods do is said in `Store`."""

    IS_LISTED: ClassVar[str]
    """The condition by which the index of the listed tables is found."""
    IN_BODY: ClassVar[str]
    """The condition that these bytes, as hexadecimal digits, are in the body of an entry."""
    AMONG: ClassVar[str]
    """What stands after a column whose value is to be one of a list (`_list`); of texts, or of numbers."""
    AMONG_NUMBERS: ClassVar[str]
    HELD: ClassVar[str] = ""
    """Makes sure that a row that is read does not change before the statement is done."""

    # --- how it asks

    @abstractmethod
    async def _read(self, sql: str, *values: object) -> list[Any]:
        """Ask the database. It sees everything that was on disk when it was asked."""

    @abstractmethod
    async def _change(self, sql: str, *values: object) -> int:
        """Carry out a statement, and return how many rows it changed."""

    @abstractmethod
    async def _telling(self, news: Sequence[News], *statements: Statement) -> int:
        """Carry out statements in one transaction, and tell it; how many rows the first one changed."""

    def _bots_alone(self) -> str:
        """The condition that nobody but bots ever had a seat: none of a person, none that was open."""
        people = (f'"kind":"{kind}"'.encode().hex() for kind in ("person", "open"))
        found = " OR ".join(self.IN_BODY.format(words) for words in people)
        return f"NOT EXISTS (SELECT 1 FROM log WHERE table_id = tables.id AND number = 0 AND ({found}))"

    @staticmethod
    @abstractmethod
    def _list(values: Collection[object]) -> object:
        """A list as the database takes it."""

    @abstractmethod
    async def _append(self, work: Append) -> None:
        """Write an append that makes sense, and tell it."""

    @abstractmethod
    async def _rewrite(self, work: Append, changed: Sequence[Row]) -> None:
        """The same, and give entries before it other bodies."""

    # --- tables

    async def append(
        self, table: str, first: int, rows: Sequence[Row], head: Head, record: StoredRecord | None = None
    ) -> None:
        """Add to the log of a table (see `Store.append`)."""
        work = Append(table, first, tuple(rows), head, record)
        check_append(work)
        await self._append(work)

    async def rewrite(
        self,
        table: str,
        length: int,
        changed: Sequence[Row],
        added: Sequence[Row],
        head: Head,
        record: StoredRecord | None = None,
    ) -> None:
        """Give entries of a log other bodies (see `Store.rewrite`)."""
        work = Append(table, length, tuple(added), head, record)
        check_append(work)
        await self._rewrite(work, changed)

    async def extents(self, tables: Collection[str]) -> dict[str, Extent]:
        """Return how far the logs of these tables have got."""
        rows = await self._read(f"SELECT id, length, rewrites FROM tables WHERE id {self.AMONG}", self._list(tables))
        return {table: Extent(length, rewrites) for table, length, rewrites in rows}

    async def standing(self, table: str) -> Standing | None:
        """Return how far a table has got."""
        rows = await self._read(
            "SELECT tables.length, rewrites, snapshots.length, program, body FROM tables"
            " LEFT JOIN snapshots ON table_id = id WHERE id = ?",
            table,
        )
        for length, rewrites, held, program, body in rows:
            snapshot = None if held is None else Snapshot(table, held, program, bytes(body))
            return Standing(Extent(length, rewrites), snapshot)
        return None

    async def keep_snapshot(self, snapshot: Snapshot, rewrites: int) -> bool:
        """Keep a snapshot (see `Store.keep_snapshot`)."""
        changed = await self._change(
            "INSERT INTO snapshots (table_id, length, program, body)"
            f" SELECT id, ?, ?, ? FROM tables WHERE id = ? AND rewrites = ? AND length >= ?{self.HELD}"
            " ON CONFLICT (table_id) DO UPDATE"
            " SET length = excluded.length, program = excluded.program, body = excluded.body"
            " WHERE snapshots.length < excluded.length OR snapshots.program <> excluded.program",
            snapshot.length,
            snapshot.program,
            bytes(snapshot.body),
            snapshot.table,
            rewrites,
            snapshot.length,
        )
        return changed > 0

    async def openings(self, after: str, limit: int) -> list[Opening]:
        """Return how tables that are not over were opened."""
        rows = await self._read(
            "SELECT tables.id, log.body, state, listed, touched FROM tables"
            " JOIN log ON log.table_id = tables.id AND log.number = 0"
            " WHERE tables.state <> 'over' AND tables.id > ? ORDER BY tables.id LIMIT ?",
            after,
            max(limit, 0),
        )
        return [Opening(table, body, state, bool(listed), touched) for table, body, state, listed, touched in rows]

    async def head(self, table: str) -> Head | None:
        """Return what the index knows of a table."""
        rows = await self._read(f"SELECT {HEAD} FROM tables WHERE id = ?", table)
        return head_of(rows[0]) if rows else None

    async def heads_of(self, session: int, limit: int) -> list[Head]:
        """Return the tables where the session holds a seat, last touched first."""
        rows = await self._read(
            f"SELECT {HEAD} FROM tables WHERE id IN (SELECT table_id FROM seats WHERE session = ?)"
            " ORDER BY touched DESC, id LIMIT ?",
            session,
            max(limit, 0),
        )
        return [head_of(row) for row in rows]

    async def mentions(self, session: int) -> list[str]:
        """Return every table that keeps something of a session."""
        rows = await self._read("SELECT table_id FROM mentions WHERE session = ? ORDER BY table_id", session)
        return [table for (table,) in rows]

    async def listed(self, limit: int) -> list[Head]:
        """Return the listed tables that are not over, last touched first."""
        rows = await self._read(
            f"SELECT {HEAD} FROM tables WHERE {self.IS_LISTED} AND state <> 'over' ORDER BY touched DESC, id LIMIT ?",
            max(limit, 0),
        )
        return [head_of(row) for row in rows]

    # --- sessions

    async def find_session(self, token_hash: bytes) -> SessionRow | None:
        """Return whose token this is."""
        rows = await self._read(FIND_SESSION, bytes(token_hash))
        return SessionRow(*rows[0]) if rows else None

    async def has_session(self, session: int) -> bool:
        """Return whether there is such a session."""
        return bool(await self._read("SELECT 1 FROM sessions WHERE id = ?", session))

    async def rename_session(self, session: int, name: str) -> None:
        """Change the name."""
        await self._telling(
            [News(RENAMED, number=session)], ("UPDATE sessions SET name = ? WHERE id = ?", name, session)
        )

    async def touch_session(self, session: int, at: float) -> None:
        """Note that somebody was seen."""
        check_times(at)
        await self._change("UPDATE sessions SET seen = ? WHERE id = ? AND seen < ?", float(at), session, float(at))

    async def end_session(self, session: int) -> None:
        """Forget the token and the name."""
        await self._telling([News(ENDED, number=session)], ("DELETE FROM sessions WHERE id = ?", session))

    async def forget_session(self, session: int) -> None:
        """Forget the token, the name, and where the session has been."""
        gone = [f"DELETE FROM {kind} WHERE session = ?" for kind in ("mentions", "seats", "record_seats")]
        statements = ["DELETE FROM sessions WHERE id = ?", *gone, *FORGET]
        await self._telling([News(ENDED, number=session)], *((sql, session) for sql in statements))

    async def keep_edition(self, session: int, at: float, body: bytes) -> None:
        """Keep the edition of somebody's box."""
        check_times(at)
        await self._change(
            "INSERT INTO editions (session, at, body) SELECT id, ?, ? FROM sessions WHERE id = ?"
            " ON CONFLICT (session) DO UPDATE SET at = excluded.at, body = excluded.body",
            float(at),
            bytes(body),
            session,
        )

    async def drop_edition(self, session: int) -> None:
        """Forget the edition of somebody's box."""
        await self._change("DELETE FROM editions WHERE session = ?", session)

    async def edition_of(self, session: int) -> bytes | None:
        """Return the edition of somebody's box."""
        rows = await self._read("SELECT body FROM editions WHERE session = ?", session)
        return rows[0][0] if rows else None

    # --- records

    async def record(self, table: str) -> StoredRecord | None:
        """Return the finished game of a table."""
        rows = await self._read(f"SELECT {RECORD} FROM records WHERE table_id = ?", table)
        return record_of(rows[0]) if rows else None

    async def records_of(self, session: int, limit: int) -> list[StoredRecord]:
        """Return the games the session took part in, last finished first."""
        rows = await self._read(
            f"SELECT {RECORD} FROM records WHERE table_id IN (SELECT table_id FROM record_seats WHERE session = ?)"
            " ORDER BY finished DESC, table_id LIMIT ?",
            session,
            max(limit, 0),
        )
        return [record_of(row) for row in rows]

    @property
    def moderation(self) -> Moderation:
        """What the owner of the server did."""
        return Moderation(self._read, self._change)

    # --- upkeep

    async def expire(
        self,
        *,
        waiting_before: float,
        playing_before: float,
        over_before: float,
        sessions_before: float,
        bots_before: float | None = None,
        keep: Collection[str] = (),
        may_go: MayGo | None = None,
        shares: Shares = ALL,
        kept_in: Path | None = None,
    ) -> Expired:
        """Remove old tables and sessions (see `Store.expire`)."""
        kinds: list[tuple[TableState, float, str]] = [
            ("waiting", waiting_before, ""), ("playing", playing_before, ""), ("over", over_before, ""),
        ]  # fmt: skip
        if bots_before is not None:
            kinds.append(("playing", bots_before, f" AND {self._bots_alone()}"))
        check_times(*(before for _, before, _ in kinds), sessions_before)
        counts = dict.fromkeys(STATES, 0)
        for state, before, only in kinds:
            ((there,),) = await self._read("SELECT count(*) FROM tables WHERE state = ?", state)
            most = shares.most(state, there + counts[state]) - counts[state]  # less what has just gone of that state
            found = await self._read(
                f"SELECT id FROM tables WHERE state = ? AND touched < ?{only} ORDER BY touched, id",
                state,
                float(before),
            )
            tables = [table for (table,) in found if table not in keep][:most]
            for start in range(0, len(tables), TABLES_AT_ONCE):
                some = tables[start : start + TABLES_AT_ONCE]
                if may_go is not None and state != "over":  # of what is over, the record stays
                    some = [table for table in some if await may_go(table, await self.read_log(table))]
                going = [table for table in some if table not in keep]
                if not going:
                    continue
                if kept_in is not None:
                    await asyncio.to_thread(deleted.write, kept_in, await self._whole_tables(going))
                # Asked again, with nothing written in between: somebody may have come back meanwhile.
                counts[state] += await self._telling(
                    [News(GONE, table) for table in going],
                    (
                        f"DELETE FROM tables WHERE id {self.AMONG} AND state = ? AND touched < ?",
                        self._list(going),
                        state,
                        float(before),
                    ),
                )
        sessions = await self._expire_sessions(float(sessions_before), shares, kept_in)
        return Expired(counts["waiting"], counts["playing"], counts["over"], sessions)

    async def _expire_sessions(self, before: float, shares: Shares, kept_in: Path | None) -> int:
        ((there,),) = await self._read("SELECT count(*) FROM sessions")
        found = await self._read(
            f"SELECT {SESSION}, token_hash, (SELECT body FROM editions WHERE session = sessions.id)"
            f" FROM sessions WHERE {_OLD} ORDER BY seen, id LIMIT ?",
            before,
            shares.most("sessions", there),
        )
        if not found:
            return 0
        gone = [deleted.DeletedSession(SessionRow(*row), token, edition) for *row, token, edition in found]
        if kept_in is not None:
            await asyncio.to_thread(deleted.write, kept_in, gone)
        return await self._change(
            f"DELETE FROM sessions WHERE id {self.AMONG_NUMBERS} AND {_OLD}",
            self._list([one.row.id for one in gone]),
            before,
        )

    async def _whole_tables(self, chosen: list[str]) -> list[deleted.DeletedTable]:
        """Tables with their logs."""
        return [
            deleted.DeletedTable(
                head,
                await self.read_log(head.table),
                tuple(n for (n,) in await self._read("SELECT session FROM mentions WHERE table_id = ?", head.table)),
            )
            for head in map(
                head_of, await self._read(f"SELECT {HEAD} FROM tables WHERE id {self.AMONG}", self._list(chosen))
            )
        ]

    async def restore(self, things: Iterable[deleted.Deleted]) -> tuple[int, int]:
        """Put back what clean-up removed (see `Store.restore`)."""
        tables = sessions = 0
        for thing in things:
            if isinstance(thing, deleted.DeletedTable):
                with contextlib.suppress(Conflict):
                    await self.append(thing.head.table, 0, thing.rows, deleted.touched_now(thing.head))
                    tables += 1
                    for session in thing.mentions:
                        await self._change(
                            "INSERT INTO mentions (session, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                            session,
                            thing.head.table,
                        )
            else:
                row = thing.row
                there = await self._change(
                    "INSERT INTO sessions (id, token_hash, name, created, seen) VALUES (?, ?, ?, ?, ?)"
                    " ON CONFLICT DO NOTHING",
                    row.id,
                    thing.token_hash,
                    row.name,
                    float(row.created),
                    time.time(),
                )
                if there and thing.edition is not None:
                    await self.keep_edition(row.id, time.time(), thing.edition)
                sessions += there
        return tables, sessions
