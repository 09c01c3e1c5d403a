"""The players of a finished game play again: one next table for all of them, no matter who asks first.

The log of the finished table names the next one (`log.Continued`) before that is opened. So the store decides which it
is, also among processes; and when a server stops in between, the next who asks opens it under the same id. There every
seat is kept for those who had it, until they come. Where the next game is over as well, it goes on from there.
"""

import secrets
from typing import Final

from tiefenthal.engine.components import built_in_edition, load_edition
from tiefenthal.engine.rules.version import RULES_VERSION
from tiefenthal.server.http.admission import SENT_AWAY, at_tables, find_table, refuse_closed
from tiefenthal.server.http.endpoint import Call, Endpoint
from tiefenthal.server.http.table_api import LONG_HISTORY
from tiefenthal.server.lookalikes import apart
from tiefenthal.server.problem import Refusal
from tiefenthal.server.protocol.http import Entered
from tiefenthal.server.protocol.parts import TableId
from tiefenthal.server.store.base import Conflict, SessionRow
from tiefenthal.server.tables import bounds, log
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.opening import new_table_id, seated
from tiefenthal.server.tables.quotas import OF_PLAYING, OF_WAITING
from tiefenthal.server.tables.registry import TableRegistry
from tiefenthal.server.tables.table import Place, Table

NOT_OVER: Final = (409, "not-over", "The game is not over yet.")
NO_NEXT: Final = (409, "no-next", "None of those who played here has asked for another game yet.")
NOT_AGAIN: Final = (409, "not-again", "Lessons and daily games start on their own pages.")


class AgainApi:
    """The endpoint for playing again."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def again(self, call: Call) -> Entered:
        """To the table where the players of a finished game play again: to my seat there, or to watch."""
        finished = await find_table(self._registry, call.path["id"], call.me)
        call.take("enter", call.address)
        while True:
            following = await self._following(finished, call)
            table = following.table
            known = table.next is not None or table.seats_of(call.me.id)
            if table.state != "over" or not known:
                return await self._come(following, finished.table, call.me)
            finished = following  # that game is over too

    async def _following(self, finished: LiveTable, call: Call) -> LiveTable:
        """The next table; the first of the players who asks opens it."""
        table = finished.table
        if table.lesson is not None or table.daily is not None:
            raise Refusal(*NOT_AGAIN)
        if table.state != "over":
            raise Refusal(*NOT_OVER)
        if table.seats_of(call.me.id):
            return await finished.judged(lambda: self._named(finished, call))
        found = None if table.next is None else await self._registry.live(table.next)
        if found is None:
            raise Refusal(*NO_NEXT)
        return found

    async def _named(self, finished: LiveTable, call: Call) -> LiveTable:
        """The table named in the log of a finished one, opened if it is not there; the caller holds the lock."""
        table = finished.table
        found = None if table.next is None else await self._find(table.next, call)
        if found is not None and not found.table.closed:
            return found
        if not bounds.has_room(table.length):
            raise Refusal(*LONG_HISTORY)
        call.take("open", call.me.id)
        call.take("open_from", call.address)
        name = table.next
        if name is None or found is not None:
            name = new_table_id()
            await finished.change([log.Continued(name)])
        mine = [
            entry
            for seat in table.seats_of(call.me.id)
            for entry in self._seated(seat, table.places[seat], call.me, [])
        ]
        try:
            return await self._registry.open_next(name, call.me, self._opening(table, call.me.id), mine, call.address)
        except Conflict:  # another process has opened it meanwhile
            found = await self._find(name, call)
            if found is None:
                raise
            return found

    async def _find(self, name: str, call: Call) -> LiveTable | None:
        found = await self._registry.live(name)
        if found is None and name in self._registry.unreadable:
            raise await self._registry.unreadable.refusal(name, call.me.id)
        return found

    def _opening(self, table: Table, host: int) -> log.Opened:
        """The same table again: bots take their seats, everyone else's is kept."""
        own = built_in_edition(table.edition.digest) is None
        edition = table.edition if own else load_edition()
        return log.Opened(
            host=host,
            modules=table.modules,
            edition=edition.name,
            edition_text=edition.text if own else None,
            listed=False,
            pace=table.pace,
            away_after=table.away_after,
            bot_seed=secrets.token_hex(16),
            places=[self._place(place, table) for place in table.places],
            edition_digest=edition.digest,
            rules=RULES_VERSION,
            hints=table.hints,
            follows=table.id,
        )

    def _place(self, place: Place, table: Table) -> log.Place:
        if place.sessions:
            return log.Place("open", place.name, kept=tuple(_in_order(place)))
        names = self._registry.bot_names
        bot = place.player if place.player in names else names[-1]
        if place.kind == "bot":
            return log.Place("bot", place.name, bot=bot, character=place.character)
        others = [other for other in table.places if other is not place]
        return self._registry.bot_place(bot, None, "", others)  # the person who sat there is forgotten

    async def _come(self, live: LiveTable, before: Table, who: SessionRow) -> Entered:
        """Sit down where they sat before, unless somebody else sits there now; else watch."""

        async def come() -> Entered:
            table, session = live.table, who.id
            if session in table.sent_away:
                raise Refusal(*SENT_AWAY)
            refuse_closed(table)
            seats = before.seats_of(session)
            entries = [entry for seat in seats for entry in self._taking(table, seat, before.places[seat], who)]
            if entries:
                await live.change(entries)
                await live.begin_if_full()
            mine = table.seats_of(session)
            if not mine and session not in table.watchers:
                await live.change([log.Watched(session)])
            return Entered(mine[0] + 1 if mine else None, live.info(session))

        return await live.judged(come)

    def _taking(self, table: Table, seat: int, before: Place, who: SessionRow) -> list[log.Entry]:
        """Until the game begins their seat may be free or a bot's; or they sit there already, with another session."""
        place = table.places[seat]
        if who.id in place.sessions:
            return []
        if place.kind == "person":
            return [log.Returned(seat, who.id)] if place.sessions & before.sessions else []
        if table.game is not None:
            return []
        return self._seated(seat, before, who, [other.name for other in table.places if other is not place])

    def _seated(self, seat: int, before: Place, who: SessionRow, names: list[str]) -> list[log.Entry]:
        return seated(seat, apart(self._registry.name_of(who, before.name), names), _in_order(before))

    def endpoints(self) -> list[Endpoint]:
        disk = (503, "disk", "The disk refuses; nothing has changed.")
        return at_tables(
            [
                Endpoint(
                    "POST", "/api/tables/{id}/again", "play-again",
                    "Play again with those of a finished game, at the one table that follows it", self.again, Entered,
                    needs_session=True, path_types={"id": TableId}, tag="tables",
                    errors=(NOT_OVER, NO_NEXT, NOT_AGAIN, disk, LONG_HISTORY, *OF_WAITING, *OF_PLAYING),
                ),
            ]
        )  # fmt: skip


def _in_order(place: Place) -> list[int]:
    """The sessions of a seat: who sat down, then those who came by the personal link."""
    return sorted(place.sessions - set(place.returned)) + place.returned
