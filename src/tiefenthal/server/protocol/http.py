"""Requests and answers over HTTP."""

from typing import Annotated, Any, Literal

import msgspec

from tiefenthal.server.protocol.board import Board
from tiefenthal.server.protocol.parts import (
    AwayAfter,
    BotName,
    CharacterId,
    DailyAt,
    Day,
    Ending,
    Event,
    Key,
    Modules,
    NameText,
    Pace,
    Part,
    Ply,
    Question,
    Seat,
    TableId,
    TableInfo,
    Tried,
    View,
)


class Problem(Part, frozen=True):
    """What is wrong, in a sentence, and a word for programs."""

    code: str
    words: str


# --- sessions


class Introduction(Part, frozen=True):
    """Who I am. Makes a session, or gives it a new name."""

    name: NameText


class TableSummary(Part, frozen=True):
    """A line in a list of tables."""

    id: TableId
    state: Literal["waiting", "playing", "over"]
    players: int
    modules: int
    edition: str
    names: list[str]
    """By seat; empty for an open one, unless it is kept for somebody."""
    seats: list[Seat]
    """My seats."""
    my_turn: bool
    round: int
    touched: float
    """When something last happened."""
    bots: list[str | None] = msgspec.field(default_factory=list)
    """By seat: the bot that plays there, if one does."""
    characters: list[str | None] = msgspec.field(default_factory=list)
    """By seat: who the bot is whose seat it is."""
    readable: bool = True
    """Whether this version of the server can read the table; if not it is kept, and nothing is known but this line."""
    lesson: str | msgspec.UnsetType = msgspec.UNSET
    """The lesson, if it is the table of one."""
    expected: list[Seat] = msgspec.field(default_factory=list)
    """The seats kept for those named who played before and have not come yet."""
    kept: list[Seat] = msgspec.field(default_factory=list)
    """Those of them that are kept for me."""
    follows: TableId | None = None
    """The finished game whose players play again here."""


class Session(Part, frozen=True):
    """Who I am to this server."""

    name: str


class Privacy(Part, frozen=True):
    """For how many days something is kept after it was last used."""

    waiting: int
    """A table that never began."""
    playing: int
    """A game nobody goes on with."""
    over: int
    """The table of a finished game, with its chat. Its record stays."""
    sessions: int
    """A name and what belongs to the cookie."""
    removed: int
    """What was cleared away, in a file of its own."""
    cookie: int
    known: bool
    """Whether the server knows me, so that there is something to take along or to forget."""


class KeptLine(Part, frozen=True):
    """Something I said."""

    at: str
    text: str


class KeptDecision(Part, frozen=True):
    """Something I decided, or a bot for me, in the notation of records."""

    at: str
    action: str


class KeptSeat(Part, frozen=True):
    """A seat of mine."""

    seat: Seat
    name: str
    since: str
    said: list[KeptLine]
    decisions: list[KeptDecision]


class KeptTable(Part, frozen=True):
    """What a table keeps about me."""

    id: TableId
    state: str
    opened: str
    touched: str
    players: int
    modules: int
    host: bool
    """Whether I opened it."""
    removed: bool
    """Whether it was cleared away, and is only in a file the server's owner can restore it from."""
    seats: list[KeptSeat]


class KeptRecord(Part, frozen=True):
    """A finished game I played in."""

    id: TableId
    finished: str
    seats: list[Seat]
    names: list[str]
    """Mine, by those seats."""
    record: str
    """Empty for a daily evening whose day is not closed: its seed stays secret until then."""


class KeptAttempt(Part, frozen=True):
    """A daily evening I played."""

    day: Day
    table: TableId
    begun: str
    finished: str | None
    score: int | None
    ranked: bool | None
    """Whether it counts among all results of the day."""


class Kept(Part, frozen=True):
    """Everything a server keeps about me. Times are UTC. Of the cookie and of links there are only hashes."""

    gathered: str
    version: str
    name: str
    since: str
    seen: str
    tables: list[KeptTable]
    records: list[KeptRecord]
    edition: str | None = None
    """The file with the figures of my box, if I have entered them."""
    daily: list[KeptAttempt] = msgspec.field(default_factory=list)


# --- tables


class SeatPlan(Part, frozen=True):
    """Who is to sit somewhere: somebody at this browser, somebody with the invite link, or a bot."""

    kind: Literal["here", "link", "bot"]
    name: NameText | None = None
    """For `here`: left out, the session's own name. For `bot`: left out, the character's."""
    bot: BotName | None = None
    character: CharacterId | None = None
    """For `bot`: who it is to be. Left out, or taken at this table, it is the first who is free."""


class NewTable(Part, frozen=True):
    """A table to be opened. The game begins as soon as no seat is open."""

    seats: Annotated[list[SeatPlan], msgspec.Meta(min_length=2, max_length=4)]
    modules: Modules = 1
    edition: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """The name of a built-in edition."""
    edition_text: Annotated[str, msgspec.Meta(max_length=60_000)] | None = None
    """An edition file of one's own, in place of a name."""
    listed: bool = False
    pace: Pace = "natural"
    away_after: AwayAfter = 120
    hints: bool = False
    """Whether everybody may have hints; somebody alone with bots always may."""


class NewLink(Part, frozen=True):
    """A link to be made: for anyone to join or to watch, or to come back to a seat of mine on any device.
    A new personal link replaces the one before."""

    to: Literal["join", "watch", "seat"]
    seat: Seat | None = None
    void: bool = False
    """For a personal link that leaked: everybody who used the previous one after me loses the seat."""


class Link(Part, frozen=True):
    """A link. The key stands behind the `#`, so it reaches no log and no other site."""

    key: Key
    path: str


class Entrance(Part, frozen=True):
    """Coming in: with the key of a link, or without one at a listed table."""

    key: Key | None = None
    seat: Seat | None = None
    """A wish, for those who join; otherwise the first open seat."""
    name: NameText | None = None
    watch: bool = False
    """At a listed table: only to watch."""


class Entered(Part, frozen=True):
    """Where one has come."""

    seat: Seat | None
    """None for a watcher."""
    table: TableInfo


class Summons(Part, frozen=True):
    """The key of a link, to read the invitation before one comes in; none for a listed table."""

    key: Key | None = None


class Invitation(Part, frozen=True):
    """Who invites to what. Nobody has sat down by reading it."""

    to: Literal["join", "watch", "seat"]
    by: str
    """The name of the person who opened the table; empty if they do not sit there."""
    table: TableInfo


class Addresses(Part, frozen=True):
    """Where others reach this server, as far as it knows: origins such as `http://192.168.1.20:8642`."""

    addresses: list[str]
    """None for a server that only this machine can reach."""


class SendAway(Part, frozen=True):
    """Whom to send away."""

    seat: Seat


class Leaving(Part, frozen=True):
    """Getting up from a seat: before the game it is open again, during it a bot plays on until one comes back."""

    seat: Seat
    bot: BotName | None = None


class Tables(Part, frozen=True):
    """The tables I sit at, and those open to everyone."""

    mine: list[TableSummary]
    open: list[TableSummary]


# --- records


class RecordInfo(Part, frozen=True):
    """A finished game."""

    id: TableId
    finished: float
    players: int
    modules: int
    edition: str
    names: list[str]
    plies: int
    """How many decisions it has: ply 0 is before the first."""
    ending: Ending
    bots: list[str | None] = msgspec.field(default_factory=list)
    """By seat: the bot whose seat it was; empty for games kept before this was."""
    characters: list[str | None] = msgspec.field(default_factory=list)
    """By seat: who that bot was; likewise."""
    daily: DailyAt | None = None
    """The daily evening it was; until that day is closed, `ending.seed` is empty."""
    hints: list[int] = msgspec.field(default_factory=list)
    """By seat: at how many decisions a hint was asked for; likewise."""
    yours: list[Seat] = msgspec.field(default_factory=list)
    """The seats that the person who asks had in it."""
    tried: Tried | None = None
    """The moment of another game with which it began."""


class Records(Part, frozen=True):
    """The finished games I played in, the last one first."""

    records: list[RecordInfo]


class ReplayStep(Part, frozen=True):
    """A finished game at one ply, as a watcher saw it."""

    ply: Ply
    plies: int
    view: View
    events: list[Event]
    """What the decision before it brought."""
    decisions: list[Question]
    board: Board


class Stop(Part, frozen=True):
    """Where a phase of a finished game begins: before the decision after `ply`."""

    ply: Ply
    round: int
    letter: str
    """Of the phase, A to G; empty before the first evening."""


class Course(Part, frozen=True):
    """A finished game in outline: for going through it, and for its log."""

    events: list[Event]
    """Every decision, where evenings begin and end, and what was taken back after it had shown something new."""
    stops: list[Stop]
    ends: list[Ply]
    """The ply at which each evening ended."""


class RecordCheck(Part, frozen=True):
    """A record to be verified, with the commitment shown when the game began, if one has it."""

    record: Annotated[str, msgspec.Meta(max_length=500_000)]
    commitment: Annotated[str, msgspec.Meta(pattern="^[0-9a-fA-F]{64}$")] | None = None


class Verdict(Part, frozen=True):
    """What verifying found."""

    valid: bool
    """Every decision is legal, every outcome fits, digests and scores are right."""
    over: bool
    decisions: int
    rounds: int
    follows_seed: bool | None
    """Whether the luck is what the seed says; None without a seed."""
    fits_commitment: bool | None
    """Whether the seed is the one promised; None without a commitment."""
    problem: str | None


# --- what can be looked up


class EditionInfo(Part, frozen=True):
    """An edition as its file."""

    name: str
    digest: str
    text: str
    """The edition's file."""


class Editions(Part, frozen=True):
    """The built-in editions."""

    editions: list[EditionInfo]


class EditionText(Part, frozen=True):
    """An edition file to be checked."""

    text: Annotated[str, msgspec.Meta(max_length=60_000)]


class EditionVerdict(Part, frozen=True):
    """Whether the file can be played with, and if not, why."""

    valid: bool
    name: str | None
    digest: str | None
    problems: list[str]


class BotInfo(Part, frozen=True):
    """A bot that can be seated."""

    name: str
    words: str
    level: int = 0
    """1 to 4 for the levels made for people, the weakest first; 0 for every other bot."""


class CharacterInfo(Part, frozen=True):
    """Somebody a bot can be: one name, one face. How well they play is chosen apart."""

    id: CharacterId
    portrait: str
    """The drawing in the browser game's art."""
    names: dict[str, str]
    """By language; `en` is for those that are not here."""


class Bots(Part, frozen=True):
    """The bots of this server, the weakest first, and who they can be."""

    bots: list[BotInfo]
    characters: list[CharacterInfo] = msgspec.field(default_factory=list)


class RuleInfo(Part, frozen=True):
    """A rule in words."""

    id: str
    chapter: str
    text: str


class Rules(Part, frozen=True):
    """All rules, in order."""

    language: str
    rules: list[RuleInfo]


class LanguageInfo(Part, frozen=True):
    """A language the game's words are known in."""

    code: str
    name: str
    """In the language itself."""


class Languages(Part, frozen=True):
    """All languages that the server speaks."""

    languages: list[LanguageInfo]


class Language(Part, frozen=True):
    """The game's words in one language, by their English codes."""

    code: str
    name: str
    words: dict[str, str]
    phases: dict[str, str]


# --- operations


class Health(Part, frozen=True):
    """Whether the server can do its work."""

    status: Literal["ok", "failing"]
    version: str
    disk: bool
    """Whether the last write reached the disk."""
    tables: int
    sockets: int
    unreadable: int = 0
    """Tables that were found and cannot be read by this version; they are kept."""


JsonObject = dict[str, Any]
