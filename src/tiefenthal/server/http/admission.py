"""Who may enter a table, and what others are told: a table that somebody may not see looks as if it did not exist, but
people who were there before are told why they can no longer enter.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tiefenthal.server.http.endpoint import Endpoint
from tiefenthal.server.problem import Refusal, not_found
from tiefenthal.server.store.base import SessionRow
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.registry import TableRegistry
from tiefenthal.server.tables.table import Table
from tiefenthal.server.tables.unreadable import UNREADABLE

SENT_AWAY: Final = (403, "sent-away", "You were sent away from this table by whoever opened it; try another one.")
CLOSED: Final = (410, "closed", "This table was closed by whoever opened it, before the game began.")
CLOSED_BY_OWNER: Final = (
    410,
    "owner-closed",
    "This table was closed by the owner of the server. What was played at it is kept.",
)
VOID: Final = (
    410,
    "void",
    "This personal link is void. If the seat is yours, open the newest link, or the device you sit with.",
)


def admit(live: LiveTable, session: int | None) -> None:
    """Raises Refusal unless the session may see the table."""
    table = live.table
    if session is not None and session in table.sent_away:
        raise Refusal(*SENT_AWAY)
    if not table.may_see(session):
        raise not_found("table")
    refuse_closed(table)


def refuse_closed(table: Table) -> None:
    """Raises Refusal if the table is closed, and says by whom."""
    if table.closed:
        raise Refusal(*(CLOSED_BY_OWNER if table.closed_by_owner else CLOSED))


async def find_table(registry: TableRegistry, table: str, session: SessionRow | None) -> LiveTable:
    """A table the session may see."""
    number = session.id if session is not None else None
    live = await registry.live(table)
    if live is None:
        raise await registry.unreadable.refusal(table, number)
    admit(live, number)
    return live


def at_tables(endpoints: Sequence[Endpoint]) -> list[Endpoint]:
    """The endpoints; those of a table with the refusals of `admit`."""
    return [
        replace(one, errors=(*one.errors, SENT_AWAY, CLOSED, CLOSED_BY_OWNER, UNREADABLE))
        if "id" in one.path_types
        else one
        for one in endpoints
    ]
