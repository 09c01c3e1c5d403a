"""Tables that this version of the program cannot read: kept as they are, shown as such, reported to the owner.

A table may follow rules or figures of a newer version (somebody went back to an older program), or its log may be
damaged. Nothing of it is changed or removed: another version, or a repaired store, can continue it.
"""

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from tiefenthal.server import logs
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.problem import Refusal, not_found
from tiefenthal.server.store.base import Opening, Row, Store
from tiefenthal.server.tables import log
from tiefenthal.server.tables.slices import Slices
from tiefenthal.server.tables.table import BrokenTableError, Table, check_pins

AT_ONCE: Final = 200
"""How many first entries are checked together when the server starts."""
WORDS: Final = (
    "This table is kept, but the server cannot read it as it is now. Whoever runs the server finds the reason in its "
    "log; when it is put right, the game goes on as it stood."
)
UNREADABLE: Final = (503, "unreadable", WORDS)


class Unreadable:
    """The unreadable tables found so far. They are tried again only at the next start: until then nothing changes."""

    def __init__(self, store: Store, metrics: Metrics, slices: Slices) -> None:
        self._store = store
        self._slices = slices
        self._metrics = metrics
        self.kept: dict[str, frozenset[str]] = {}
        """By table: the digests of all links that were ever made to it. Their holders may know that the table exists.
        """

    def __contains__(self, table: object) -> bool:
        return table in self.kept

    def __len__(self) -> int:
        return len(self.kept)

    async def load(self, table: str, rows: Sequence[Row]) -> Table | None:
        """The table from its log; None if it cannot be read, which is recorded."""
        loaded = Table(table)
        try:
            await self._slices.run(loaded.loading((row.at, row.body) for row in rows))
            return loaded
        except BrokenTableError as error:
            self.note(table, rows, error)
            return None

    def note(self, table: str, rows: Sequence[Row], error: BrokenTableError) -> None:
        """A table cannot be read."""
        if table in self.kept:
            return
        logs.event(
            "table cannot be read", level="error", table=table, code=error.code, rules=error.rules, exception=error
        )
        self.kept[table] = frozenset(_keys(rows))
        self._metrics.unreadable.set(len(self.kept))

    async def refusal(self, table: str, session: int | None, key: str = "") -> Refusal:
        """The answer to a request for a missing table: that it cannot be read, if it is theirs or open to all or they
        have a link to it, whose digest is `key`; else that there is none.
        """
        keys = self.kept.get(table)
        if keys is not None:
            head = await self._store.head(table)
            if key in keys or (head is not None and (head.listed or session in head.sessions)):
                return Refusal(*UNREADABLE)
        return not_found("table")

    async def may_go(self, table: str, rows: Sequence[Row]) -> bool:
        """Whether clean-up may remove a table: not one that cannot be read, however old it is."""
        return table not in self.kept and await self.load(table, rows) is not None

    async def look_over(
        self, load: Callable[[str], Awaitable[object]], tell: Callable[[Opening, log.Opened], None]
    ) -> None:
        """Check the rules and figures of every running table, so that an owner learns at the start of another version
        what it cannot read, and not when the players come. Doubtful ones are read by `load`, the others reported.
        """
        last = ""
        while found := await self._store.openings(last, AT_ONCE):
            for opening in found:
                try:
                    entry = log.from_bytes(opening.body)
                    if isinstance(entry, log.Opened):
                        check_pins(entry)
                        tell(opening, entry)
                        if entry.rules is None:  # older than versions of the rules: only playing it tells
                            await load(opening.table)
                except ValueError:
                    await load(opening.table)
            last = found[-1].table
        if self.kept:
            logs.event("tables cannot be read", level="error", tables=len(self.kept))


def _keys(rows: Sequence[Row]) -> list[str]:
    found = []
    for row in rows:
        with contextlib.suppress(ValueError):
            entry = log.from_bytes(row.body)
            if isinstance(entry, log.KeyMade):
                found.append(entry.digest)
    return found
