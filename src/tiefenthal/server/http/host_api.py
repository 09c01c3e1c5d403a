"""What the host of a table may do before the game: send somebody away, close the table."""

from tiefenthal.server.http.admission import at_tables, find_table, refuse_closed
from tiefenthal.server.http.endpoint import Call, Endpoint
from tiefenthal.server.problem import Refusal
from tiefenthal.server.protocol.http import SendAway
from tiefenthal.server.protocol.parts import TableId, TableInfo
from tiefenthal.server.tables import log
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.registry import TableRegistry


class HostApi:
    """The endpoints for the person who opened a table."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def send_away(self, call: Call) -> TableInfo:
        """Send the people in a seat away for good, and free it."""
        host = call.me.id
        live = await find_table(self._registry, call.path["id"], call.me)

        async def send_away() -> TableInfo:
            _may(live, host)
            places = live.table.places
            seat = call.body.seat - 1
            if seat >= len(places):
                raise Refusal(400, "seat", f"this table has seats 1 to {len(places)}")
            if places[seat].kind != "person":
                raise Refusal(409, "nobody", "no person sits there")
            if host in places[seat].sessions:
                raise Refusal(409, "own-seat", "this is your own seat; leave it, or close the table")
            await live.change([log.SentAway(seat, sorted(places[seat].sessions))])
            return live.info(host)

        return await live.judged(send_away)

    async def close(self, call: Call) -> None:
        """Close the table for everyone."""
        live = await find_table(self._registry, call.path["id"], call.me)

        async def close() -> None:
            _may(live, call.me.id)
            await live.change([log.Closed()])

        await live.judged(close)

    def endpoints(self) -> list[Endpoint]:
        at = {"id": TableId}
        may = (
            (403, "not-host", "Only the host of the table can."),
            (409, "begun", "The game has begun."),
        )
        endpoints = [
            Endpoint(
                "POST", "/api/tables/{id}/send-away", "send-away", "Send somebody away, before the game",
                self.send_away, TableInfo, SendAway, needs_session=True, path_types=at, tag="tables",
                errors=(
                    *may,
                    (400, "seat", "There is no such seat."),
                    (409, "nobody", "No person sits there."),
                    (409, "own-seat", "It is your own seat."),
                ),
            ),
            Endpoint(
                "DELETE", "/api/tables/{id}", "close-table", "Close a table, before the game", self.close, None,
                needs_session=True, path_types=at, tag="tables", errors=may,
            ),
        ]  # fmt: skip
        return at_tables(endpoints)


def _may(live: LiveTable, session: int) -> None:
    refuse_closed(live.table)
    if session != live.table.host:
        raise Refusal(403, "not-host", "only the host of the table can do that")
    if live.table.game is not None:
        raise Refusal(409, "begun", "the game has begun; everyone stays")
