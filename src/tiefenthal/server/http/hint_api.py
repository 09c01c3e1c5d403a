"""Hints at the table, over HTTP: where to look, then the move, then the reasons. Only from what the seat may know, only
where they are allowed, and always written down."""

from collections import OrderedDict
from typing import Final

import msgspec

from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.engine.view import View, view_of
from tiefenthal.i18n import CODES, DEFAULT
from tiefenthal.server.analysis import wire
from tiefenthal.server.bots import wire as bot_wire
from tiefenthal.server.http.admission import at_tables, find_table
from tiefenthal.server.http.endpoint import Call, Endpoint
from tiefenthal.server.http.thinking import REFUSALS, NothingHereError, Thinking
from tiefenthal.server.problem import Refusal
from tiefenthal.server.protocol.parts import TableId
from tiefenthal.server.protocol.review import Hint, HintWanted
from tiefenthal.server.tables import bounds, log
from tiefenthal.server.tables.ahead import as_if_on_turn, yet_to_take
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.registry import TableRegistry
from tiefenthal.server.tables.table import Table

BUDGET: Final = 50
"""Percent of the strongest bot's work: some tenths of a second with the compiled engine."""
KEPT: Final = 256
"""Hints in memory: each is asked for up to three times."""
NOT_YOURS: Final = (403, "not-your-seat", "This is not your seat.")
NO_HINTS: Final = (403, "no-hints", "There are no hints at this table; that was agreed when it was opened.")
NOT_NOW: Final = (409, "nothing-to-decide", "The game does not wait for this seat.")
STALE: Final = (409, "stale", "The game has moved on since.")


class HintApi:
    """The endpoint for hints."""

    def __init__(self, registry: TableRegistry, quick: Thinking, budget: int = BUDGET) -> None:
        self._registry = registry
        self._quick = quick
        self._budget = budget
        self._kept: OrderedDict[tuple[str, int, int, str], Hint] = OrderedDict()

    async def hint(self, call: Call) -> Hint:
        """The requested part of a hint."""
        wanted: HintWanted = call.body
        live = await find_table(self._registry, call.path["id"], call.me)
        table = live.table
        seat = wanted.seat - 1
        if seat not in table.seats_of(call.me.id):
            raise Refusal(*NOT_YOURS)
        language = wanted.language if wanted.language in CODES else DEFAULT
        view = _asked(table, seat, wanted.ply)
        key = (table.id, seat, table.ply, language)
        found = self._kept.get(key)
        if found is None:
            call.take("hint", call.me.id)
            found = await self._think(call, view, language)
            self._kept[key] = found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)

        async def note() -> None:
            _asked(table, seat, wanted.ply)
            await _note(live, seat, wanted.level)

        await live.judged(note)
        return _up_to(found, wanted.level, wanted.ply)

    async def _think(self, call: Call, view: View, language: str) -> Hint:
        body = bot_wire.request("", "", view, legal_actions(view.state, view.seat))
        try:
            found: Hint = await self._quick.ask(
                call.requester, wire.Advise(msgspec.Raw(body), view.state.setup.edition.text, self._budget, language)
            )
        except NothingHereError:
            raise Refusal(*NOT_NOW) from None
        return found

    def endpoints(self) -> list[Endpoint]:
        return at_tables(
            [
                Endpoint(
                    "POST", "/api/tables/{id}/hint", "hint", "A hint for a seat of mine: where to look, the move, why",
                    self.hint, Hint, HintWanted, needs_session=True, path_types={"id": TableId}, tag="tables",
                    errors=(NOT_YOURS, NO_HINTS, NOT_NOW, STALE, *REFUSALS),
                ),
            ]
        )  # fmt: skip


def _asked(table: Table, seat: int, ply: int) -> View:
    """The game as the seat sees it, if it has something to decide, be it ahead, and may have hints. Raises Refusal."""
    game = table.game
    if game is None or game.over or table.places[seat].player is not None:
        raise Refusal(*NOT_NOW)
    ahead = seat in table.choices_ahead().missing
    if not ahead and seat not in game.to_act:
        raise Refusal(*NOT_NOW)
    if not table.may_hint:
        raise Refusal(*NO_HINTS)
    if not table.fresh[seat] <= ply <= table.ply:
        raise Refusal(*STALE)
    return view_of(as_if_on_turn(game.state, seat), seat) if ahead else game.view(seat)


async def _note(live: LiveTable, seat: int, level: int) -> None:
    """Write down that a hint was given, once for each step of it; the caller holds the lock."""
    table = live.table
    assert table.game is not None
    order = yet_to_take(table.game.state)
    move = table.game.ply + (order.index(seat) if seat in order else 0)  # those before it take one die each
    if table.hinted[seat].get(move, 0) < level and bounds.has_room(table.length):
        await live.change([log.Hinted(seat, move, level)])


def _up_to(whole: Hint, level: int, ply: int) -> Hint:
    """As much of it as a level shows."""
    return Hint(
        ply=ply,
        level=level,
        kind=whole.kind,
        look=whole.look,
        nudge=whole.nudge,
        actions=whole.actions if level > 1 else [],
        steps=whole.steps if level > 1 else [],
        outlook=whole.outlook if level > 2 else "",
        reasons=whole.reasons if level > 2 else [],
    )
