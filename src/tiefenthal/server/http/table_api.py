"""Tables over HTTP: opening, planning seats, links, coming in, getting up. Playing goes over the table's WebSocket."""

from collections.abc import Sequence
from hmac import compare_digest
from typing import Final, Literal

from tiefenthal.engine.rules.refusal import NO_RULE, refuse
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.server.http.admission import SENT_AWAY, VOID, at_tables, find_table, refuse_closed
from tiefenthal.server.http.checking import BUSY, TOO_LONG, Checker
from tiefenthal.server.http.endpoint import Call, Endpoint
from tiefenthal.server.problem import Refusal, not_found
from tiefenthal.server.protocol.board import Figures
from tiefenthal.server.protocol.http import (
    EditionInfo,
    Entered,
    Entrance,
    Invitation,
    Leaving,
    Link,
    NewLink,
    NewTable,
    SeatPlan,
    Summons,
    Tables,
)
from tiefenthal.server.protocol.parts import Seat, TableId, TableInfo
from tiefenthal.server.store.base import SessionRow
from tiefenthal.server.tables import bounds, log
from tiefenthal.server.tables.board import figures_of
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.opening import seated
from tiefenthal.server.tables.quotas import OF_LISTED, OF_PLAYING, OF_WAITING
from tiefenthal.server.tables.registry import TableRegistry, key_digest, new_key
from tiefenthal.server.tables.table import Table

DAILY: Final = (409, "daily", "At the daily evening you play alone: nobody watches, and no bot plays for you.")
LONG_HISTORY: Final = (409, "long-history", refusal_words(refuse(NO_RULE, "long-history")))


class TableApi:
    """The endpoints for tables."""

    def __init__(self, registry: TableRegistry, checker: Checker) -> None:
        self._registry = registry
        self._checker = checker

    async def tables(self, call: Call) -> Tables:
        """My tables, and the open ones."""
        mine = await self._registry.mine(call.session.id) if call.session is not None else []
        return Tables(mine, await self._registry.listed(call.session.id if call.session is not None else None))

    async def open(self, call: Call) -> TableInfo:
        """A new table."""
        call.take("open", call.me.id)
        call.take("open_from", call.address)
        if call.body.edition_text is not None:
            call.take("check", call.address)
            text = call.body.edition_text
            verdict = await self._checker.edition(call.requester, text, call.language)  # does no harm there
            if not verdict.valid:
                problems = "; ".join(verdict.problems[:5])
                raise Refusal(400, "edition", lambda words: words.say("edition.refused", problems=problems))
        return (await self._registry.open(call.me, call.body, call.address)).info(call.me.id)

    async def table(self, call: Call) -> TableInfo:
        """A table, as the person who asks may see it."""
        live = await find_table(self._registry, call.path["id"], call.session)
        return live.info(call.session.id if call.session is not None else None)

    async def edition(self, call: Call) -> EditionInfo:
        """The figures of a table, those of somebody's own box too."""
        edition = (await find_table(self._registry, call.path["id"], call.session)).table.edition
        return EditionInfo(edition.name, edition.digest, edition.text)

    async def figures(self, call: Call) -> Figures:
        """The same as clients draw them."""
        table = (await find_table(self._registry, call.path["id"], call.session)).table
        return figures_of(make_setup(len(table.places), table.modules, table.edition, table.rules))

    async def plan_seat(self, call: Call) -> TableInfo:
        """The host plans a seat again, until the game begins."""
        host, plan = call.me, call.body
        live = await find_table(self._registry, call.path["id"], host)

        async def plan_it() -> TableInfo:
            table = live.table
            seat = _seat(live, call.path["seat"])
            if not table.may_plan(host.id):
                raise Refusal(403, "not-host", "only the host of the table can change its seats")
            _not_begun(live)
            _has_room(live)
            place = table.places[seat]
            if place.kind == "person" and host.id not in place.sessions:
                raise Refusal(409, "taken", f"{place.name} sits there")
            others = [other for number, other in enumerate(table.places) if number != seat]
            await live.change([log.Placed(seat, self._registry.place(plan, host, others))])
            await live.begin_if_full()
            return live.info(host.id)

        return await live.judged(plan_it)

    async def link(self, call: Call) -> Link:
        """A link to join, to watch, or to come back to a seat."""
        session, wanted = call.me, call.body
        live = await find_table(self._registry, call.path["id"], session)

        async def make() -> Link:
            table = live.table
            mine = table.seats_of(session.id)
            seat: int | None = None
            if wanted.to == "seat":
                seat = mine[0] if wanted.seat is None and mine else _seat(live, wanted.seat or 0)
                if seat not in mine:
                    raise not_found("table")
            elif wanted.seat is not None:
                raise Refusal(400, "seat", "only a personal link is for a certain seat")
            elif not mine and session.id != table.host:
                raise Refusal(403, "not-seated", "only those at the table can invite")
            elif wanted.void:
                raise Refusal(400, "seat", "only a personal link can be made void")
            elif table.counts:
                raise Refusal(*DAILY)
            if not wanted.void:  # which must always be possible
                _has_room(live)
            key = new_key()
            if seat is not None and wanted.void:
                await live.change([log.Voided(seat, key_digest(key), table.came_later(seat, session.id))])
            else:
                await live.change([log.KeyMade(wanted.to, key_digest(key), seat)])
            return Link(key, f"/table/{table.id}#{key}")

        return await live.judged(make)

    async def enter(self, call: Call) -> Entered:
        """Enter a table with a key, or to a listed one without."""
        session, wanted = call.me, call.body
        call.take("enter", call.address)
        digest = key_digest(wanted.key) if wanted.key is not None else ""
        live = await self._registry.live(call.path["id"])
        if live is None:
            raise await self._registry.unreadable.refusal(call.path["id"], session.id, digest)

        async def come() -> Entered:
            table = live.table
            _still_open(table, session.id, digest)
            for seat, kept in table.seat_keys.items():
                if digest and compare_digest(kept, digest):
                    if session.id not in table.places[seat].sessions:
                        await live.change([log.Returned(seat, session.id)])
                    return Entered(seat + 1, live.info(session.id))
            to_watch = wanted.watch or _holds(table.watch_keys, digest)
            expected = bool(table.kept_for(session.id)) and not to_watch
            may_join = _holds(table.join_keys, digest) or (table.listed and not to_watch) or expected
            may_watch = _holds(table.watch_keys, digest) or table.listed
            if may_join and not (wanted.watch and may_watch):
                return await self._join(live, session, wanted)
            if not may_watch and not may_join:
                raise not_found("table")
            if session.id not in table.watchers:
                _has_room(live)
                await live.change([log.Watched(session.id)])
            return Entered(None, live.info(session.id))

        return await live.judged(come)

    async def invitation(self, call: Call) -> Invitation:
        """Who invites to what, for somebody with a key, or at a listed table."""
        call.take("enter", call.address)
        digest = key_digest(call.body.key) if call.body.key is not None else ""
        number = call.session.id if call.session is not None else None
        live = await self._registry.live(call.path["id"])
        if live is None:
            raise await self._registry.unreadable.refusal(call.path["id"], number, digest)
        table = live.table
        _still_open(table, number, digest)
        to: Literal["join", "watch", "seat"]
        if _holds(list(table.seat_keys.values()), digest):
            to = "seat"
        elif _holds(table.watch_keys, digest):
            to = "watch"
        elif _holds(table.join_keys, digest) or table.listed:
            to = "join"
        else:
            raise not_found("table")
        return Invitation(to, table.host_name, live.info(number))

    async def _join(self, live: LiveTable, session: SessionRow, wanted: Entrance) -> Entered:
        """Take an open seat; somebody who sits there already only finds back to it."""
        table = live.table
        mine = table.seats_of(session.id)
        if mine and wanted.seat is None:
            return Entered(mine[0] + 1, live.info(session.id))
        kept = table.kept_for(session.id)
        if kept and wanted.seat in (None, *(seat + 1 for seat in kept)):
            places = [(seat, table.places[seat]) for seat in kept]
            coming = [
                entry
                for seat, place in places
                for entry in seated(seat, self._registry.name_of(session, place.name), place.kept)
            ]
            await live.change(coming)
            await live.begin_if_full()
            return Entered(kept[0] + 1, live.info(session.id))
        free = [seat for seat, place in enumerate(table.places) if place.kind == "open" and not place.kept]
        seat = free[0] if wanted.seat is None and free else _seat(live, wanted.seat or 1)
        if seat in mine:
            return Entered(seat + 1, live.info(session.id))
        if seat not in free:
            raise Refusal(409, "taken", "this seat is taken" if free else "every seat at this table is taken")
        _has_room(live)
        plan = SeatPlan("here", wanted.name)
        await live.change([log.Placed(seat, self._registry.place(plan, session, table.places))])
        await live.begin_if_full()
        return Entered(seat + 1, live.info(session.id))

    async def leave(self, call: Call) -> TableInfo:
        """Get up: before the game the seat is open again, during it a bot plays on."""
        session, wanted = call.me, call.body
        live = await find_table(self._registry, call.path["id"], session)

        async def get_up() -> TableInfo:
            table = live.table
            seat = _seat(live, wanted.seat)
            if seat not in (*table.seats_of(session.id), *table.kept_for(session.id)):
                raise Refusal(403, "not-your-seat", "this is not your seat")
            if table.game is None:
                await live.change([log.Placed(seat, log.Place("open"))])
            elif table.game.over:
                raise Refusal(409, "over", "the game is over; there is nothing to leave")
            elif table.lesson is not None:
                raise Refusal(409, "lesson", "a lesson waits for you as it is; there is nothing to leave")
            elif table.counts:
                raise Refusal(*DAILY)
            elif table.places[seat].handed is None:
                bot = wanted.bot or self._registry.bot_names[-1]
                if bot not in self._registry.bot_names:
                    names = ", ".join(self._registry.bot_names)
                    raise Refusal(400, "no-such-bot", f"there is no such bot; there are {names}")
                await live.change([log.HandedOver(seat, bot)])
            return live.info(session.id)

        return await live.judged(get_up)

    def endpoints(self) -> list[Endpoint]:
        at = {"id": TableId}
        bot = (400, "no-such-bot", "There is no such bot.")
        name = (400, "name", "Nothing is left of the name that could be shown.")
        seat = (400, "seat", "There is no such seat, or the plan for it is invalid.")
        disk = (503, "disk", "The disk refuses; nothing has changed.")
        taken = (409, "taken", "Somebody sits there.")
        endpoints = [
            Endpoint(
                "GET", "/api/tables", "tables", "The tables I sit at, and those open to everyone", self.tables, Tables,
                wants_session=True, tag="tables",
            ),
            Endpoint(
                "POST", "/api/tables", "new-table", "Open a table; the game begins when no seat is open", self.open,
                TableInfo, NewTable, 201, needs_session=True, tag="tables",
                errors=(bot, name, seat, (400, "edition", "There is no such edition, or its text is wrong."), disk,
                        BUSY, TOO_LONG, *OF_WAITING, *OF_LISTED, *OF_PLAYING),
            ),
            Endpoint(
                "GET", "/api/tables/{id}", "table", "A table", self.table, TableInfo, wants_session=True,
                path_types=at, tag="tables",
            ),
            Endpoint(
                "GET", "/api/tables/{id}/edition", "table-edition", "The figures of a table", self.edition, EditionInfo,
                wants_session=True, path_types=at, tag="tables",
            ),
            Endpoint(
                "GET", "/api/tables/{id}/figures", "table-figures", "The same, for clients that draw", self.figures,
                Figures, wants_session=True, path_types=at, tag="tables",
            ),
            Endpoint(
                "PUT", "/api/tables/{id}/seats/{seat}", "plan-seat", "Change the plan of a seat, before the game",
                self.plan_seat, TableInfo, SeatPlan, needs_session=True, path_types={**at, "seat": Seat}, tag="tables",
                errors=(
                    bot, name, seat, taken, disk, LONG_HISTORY,
                    (403, "not-host", "Only the host of the table can."),
                    (409, "begun", "The game has begun."),
                ),
            ),
            Endpoint(
                "POST", "/api/tables/{id}/links", "new-link", "Make a link to join, to watch, or to come back",
                self.link, Link, NewLink, 201, needs_session=True, path_types=at, tag="tables",
                errors=(seat, disk, LONG_HISTORY, DAILY, (403, "not-seated", "Only those at the table can invite.")),
            ),
            Endpoint(
                "POST", "/api/tables/{id}/enter", "enter", "Enter a table", self.enter, Entered, Entrance,
                needs_session=True, path_types=at, tag="tables", errors=(name, seat, taken, disk, VOID, LONG_HISTORY),
            ),
            Endpoint(
                "POST", "/api/tables/{id}/invitation", "invitation", "Read an invitation: who invites to what",
                self.invitation, Invitation, Summons, wants_session=True, path_types=at, tag="tables", errors=(VOID,),
            ),
            Endpoint(
                "POST", "/api/tables/{id}/leave", "leave", "Leave a seat", self.leave, TableInfo, Leaving,
                needs_session=True, path_types=at, tag="tables",
                errors=(
                    bot, seat, disk, DAILY,
                    (403, "not-your-seat", "This is not your seat."),
                    (409, "over", "The game is over."),
                    (409, "lesson", "It is the table of a lesson, where nobody plays on for you."),
                ),
            ),
        ]  # fmt: skip
        return at_tables(endpoints)


def _holds(keys: Sequence[str], digest: str) -> bool:
    return any(compare_digest(kept, digest) for kept in keys) if digest else False


def _still_open(table: Table, session: int | None, digest: str) -> None:
    """Raises Refusal for those who cannot come back to a table, or by this link, any more."""
    if session is not None and session in table.sent_away:
        raise Refusal(*SENT_AWAY)
    if _holds(table.void_keys, digest):
        raise Refusal(*VOID)
    invited = _holds([*table.join_keys, *table.watch_keys, *table.seat_keys.values()], digest)
    if table.closed and not invited and not table.may_see(session):
        raise not_found("table")
    refuse_closed(table)


def _seat(live: LiveTable, seat: int) -> int:
    if not 1 <= seat <= len(live.table.places):
        raise Refusal(400, "seat", f"this table has seats 1 to {len(live.table.places)}")
    return seat - 1


def _has_room(live: LiveTable) -> None:
    if not bounds.has_room(live.table.length):
        raise Refusal(*LONG_HISTORY)


def _not_begun(live: LiveTable) -> None:
    refuse_closed(live.table)
    if live.table.game is not None:
        raise Refusal(409, "begun", "the game has begun; its seats stay as they are")
