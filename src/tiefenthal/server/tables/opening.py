"""Opens tables: the plan for each seat, and the first entries of the log."""

import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple

from tiefenthal.engine.components import Edition, EditionError, load_edition, parse_edition
from tiefenthal.engine.components.loader import REFERENCE
from tiefenthal.engine.rules.version import RULES_VERSION
from tiefenthal.players.lessons import Lesson, edition_for
from tiefenthal.server.bots import characters
from tiefenthal.server.lookalikes import apart
from tiefenthal.server.problem import Refusal
from tiefenthal.server.protocol.http import NewTable, SeatPlan
from tiefenthal.server.protocol.parts import Pace, Tried
from tiefenthal.server.store.base import SessionRow, StoreError
from tiefenthal.server.tables import log
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.table import Place, Table
from tiefenthal.server.tables.writing import Registry
from tiefenthal.server.text import clean_name

SCRIPTED: Final = "lesson"
"""The player of the other seats of a lesson: not a bot, but the script."""


def new_table_id() -> str:
    """128 random bits."""
    return secrets.token_urlsafe(16)


class Start(NamedTuple):
    """A table that starts from a position (docs/position.md)."""

    position: str
    modules: int
    rules: int
    edition: str
    edition_text: str | None
    """None for built-in figures."""
    edition_digest: str
    places: list[log.Place]
    tried: Tried


class Openings(Registry):
    """The part of a registry that opens tables."""

    _live: dict[str, LiveTable]

    async def open(self, host: SessionRow, wanted: NewTable, address: str = "") -> LiveTable:
        """A new table; the game begins at once if no seat is open. Raises Refusal, also when the host, the address or
        the server has too many tables."""
        edition = _edition(wanted)
        places: list[log.Place] = []
        for plan in wanted.seats:
            places.append(self.place(plan, host, places))
        opened = log.Opened(
            host=host.id,
            modules=wanted.modules,
            edition=edition.name,
            edition_text=wanted.edition_text,
            listed=wanted.listed,
            pace=wanted.pace,
            away_after=wanted.away_after,
            bot_seed=secrets.token_hex(16),
            places=places,
            edition_digest=edition.digest,
            rules=RULES_VERSION,
            hints=True if wanted.hints else None,
        )
        return await self._open(host, opened, address)

    async def open_from(self, host: SessionRow, start: Start, address: str = "") -> LiveTable:
        """A table whose game starts from a position. Raises Refusal as `open` does."""
        opened = log.Opened(
            host=host.id,
            modules=start.modules,
            edition=start.edition,
            edition_text=start.edition_text,
            listed=False,
            pace="natural",
            away_after=0,
            bot_seed=secrets.token_hex(16),
            places=start.places,
            edition_digest=start.edition_digest,
            rules=start.rules,
            position=start.position,
            tried=start.tried,
        )
        return await self._open(host, opened, address)

    async def open_next(
        self, table: str, host: SessionRow, opened: log.Opened, seated: Sequence[log.Entry], address: str = ""
    ) -> LiveTable:
        """The table at which a game goes on, with the caller's id, where the host sits already. Raises Refusal like
        `open`, and Conflict if it exists."""
        return await self._open(host, opened, address, table, seated)

    async def _open(
        self, host: SessionRow, opened: log.Opened, address: str, table: str = "", seated: Sequence[log.Entry] = ()
    ) -> LiveTable:
        live = LiveTable(Table(table or new_table_id()), self)
        taken = {entry.seat for entry in seated if isinstance(entry, log.Placed)}
        waiting = any(place.kind == "open" and seat not in taken for seat, place in enumerate(opened.places))
        self.quotas.take(live.table.id, host.id, address, waiting=waiting, listed=opened.listed, playing=not waiting)
        async with live.lock:
            try:
                await live.write([opened, *seated])
            except StoreError:
                self.quotas.forget(live.table.id)
                raise
            self._live[live.table.id] = live
            await live.begin_if_full()
        live.presence.announce()
        return live

    async def open_lesson(
        self, host: SessionRow, lesson: Lesson, pace: Pace, language: str = "en", address: str = ""
    ) -> LiveTable:
        """The table of a lesson, for one person; the others there follow the script."""
        edition = edition_for(lesson)
        places = [self.place(SeatPlan("here"), host, [])]
        for _ in range(lesson.players - 1):
            who = characters.choose({place.character for place in places})
            called = who.names.get(language.partition("-")[0], who.names["en"])
            name = apart(_name(called), [place.name for place in places])
            places.append(log.Place("bot", name, bot=SCRIPTED, character=who.id))
        opened = log.Opened(
            host=host.id,
            modules=lesson.modules,
            edition=edition.name,
            edition_text=None,
            listed=False,
            pace=pace,
            away_after=0,
            bot_seed="",
            places=places,
            edition_digest=edition.digest,
            rules=RULES_VERSION,
            lesson=lesson.text,
        )
        live = LiveTable(Table(secrets.token_urlsafe(16)), self)
        self.quotas.take(live.table.id, host.id, address, waiting=False, listed=False, playing=True)
        async with live.lock:
            try:
                await live.change([opened, log.Began("")])
            except StoreError:
                self.quotas.forget(live.table.id)
                raise
            self._live[live.table.id] = live
        return live

    async def open_begun(self, table: str, opened: log.Opened, seed: str) -> LiveTable:
        """A table without an open seat, with the caller's id and seed; it is opened and begun in one write. Raises
        Conflict if it exists already."""
        live = LiveTable(Table(table), self)
        async with live.lock:
            await live.write([opened, log.Began(seed)])
            self._live[table] = live
            live.bots.wake()
        return live

    def place(self, plan: SeatPlan, host: SessionRow, others: Sequence[log.Place | Place]) -> log.Place:
        """A seat as the host plans it. `others` sit at the table already."""
        taken = [other.name for other in others]
        if plan.character is not None and (plan.kind != "bot" or characters.character(plan.character) is None):
            raise Refusal(400, "seat", "only a bot is one of the characters that GET /api/bots lists")
        if plan.kind == "link":
            if plan.name is not None or plan.bot is not None:
                raise Refusal(400, "seat", "a seat for somebody with a link has neither a name nor a bot yet")
            return log.Place("open")
        if plan.kind == "bot":
            if plan.bot is None or plan.bot not in self.bot_names:
                raise Refusal(400, "no-such-bot", f"name a bot for the seat; there are {', '.join(self.bot_names)}")
            return self.bot_place(plan.bot, plan.character, plan.name or "", others)
        if plan.bot is not None:
            raise Refusal(400, "seat", "a seat is for a person or for a bot, not for both")
        name = self.name_of(host, plan.name or host.name)
        return log.Place("person", apart(_name(name), taken), session=host.id)

    def name_of(self, session: SessionRow, wanted: str) -> str:
        """The name somebody sits down with: the one the server's owner gave them, if any, else their own."""
        return session.name if self.moderation.left("rename", session.id) else wanted

    @staticmethod
    def bot_place(bot: str, character: str | None, name: str, others: Sequence[log.Place | Place]) -> log.Place:
        """A seat for a bot with a character, whose name is unique at the table."""
        who = characters.choose({other.character for other in others}, character, name)
        called = apart(_name(name or who.names["en"]), [other.name for other in others])
        return log.Place("bot", called, bot=bot, character=who.id)


def seated(seat: int, name: str, sessions: Sequence[int]) -> list[log.Entry]:
    """Somebody sits down with all their sessions, the one that sat down first in front."""
    owner, *others = sessions
    return [log.Placed(seat, log.Place("person", name, session=owner)), *(log.Returned(seat, one) for one in others)]


def _edition(wanted: NewTable) -> Edition:
    """The edition of a new table. A name is only ever compared, never opened."""
    if wanted.edition_text is not None:
        if wanted.edition is not None:
            raise Refusal(400, "edition", "give the name of an edition or its text, not both")
        try:
            return parse_edition(wanted.edition_text)
        except EditionError as error:
            told = error.words
            raise Refusal(400, "edition", lambda words: words.say("edition.refused", problems=told(words))) from None
    if wanted.edition not in (None, REFERENCE):
        raise Refusal(400, "edition", f"there is no such edition; there is {REFERENCE}, or send the text of your own")
    return load_edition()


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except ValueError as error:
        raise Refusal(400, "name", str(error)) from None
