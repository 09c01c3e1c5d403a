"""What requests, answers and frames are made of. Seats are numbered from 1, as in records and positions."""

from typing import Annotated, Any, Literal

import msgspec

Seat = Annotated[int, msgspec.Meta(ge=1, le=4)]
Ply = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
TableId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{22}$", description="128 random bits, base64url")]
Key = Annotated[str, msgspec.Meta(min_length=20, max_length=64, description="the secret of a link")]
NameText = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
BotName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
CharacterId = Annotated[str, msgspec.Meta(min_length=1, max_length=30, description="who a bot is: one name, one face")]
Modules = Annotated[int, msgspec.Meta(ge=1, le=5)]
Pace = Literal["instant", "brisk", "natural", "relaxed"]
Day = Annotated[str, msgspec.Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="a day, UTC: 2026-11-17")]
AwayAfter = Annotated[
    int,
    msgspec.Meta(
        ge=0, le=1_209_600, description="seconds after which others may hand the seat of somebody away to a bot"
    ),
]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something that is sent. Unknown fields are refused."""


# --- tables


class EditionName(Part, frozen=True):
    """Which figures are played with."""

    name: str
    digest: str


class SeatInfo(Part, frozen=True):
    """A place at a table, as everybody there sees it."""

    seat: Seat
    kind: Literal["person", "bot", "open"]
    """`open`: waits for somebody with the invite link."""
    name: str
    bot: str | None
    """The bot that plays: always for a bot, for a person while the seat is handed over."""
    here: bool
    """Whether somebody is connected for it; always for a bot."""
    away_since: float | None
    """When the last connection ended (seconds since 1970), while nobody is here."""
    character: str | None = None
    """Who the bot is whose seat it is, for clients that draw faces; None for a person."""
    handed_by: Seat | None = None
    """Who handed the seat to the bot, when it was not its owner."""
    replaceable_in: float | None = None
    """In how many seconds others may hand the seat to a bot; 0 when they may, None when they never may."""
    expected: bool = False
    """Whether an `open` seat is kept for the person named, who played here before and has not come yet."""


class DailyAt(Part, frozen=True):
    """Which daily evening is played at a table."""

    day: Day
    counts: bool
    """Whether it is somebody's one attempt; else it is played for fun."""


class Tried(Part, frozen=True):
    """A moment of another game from which a table played on, to try something else."""

    game: TableId | None
    """That game, if it is one of this server."""
    seat: Seat
    """Who tries it."""
    round: int
    points: list[int]
    """By seat: at that moment."""
    scores: list[int]
    """By seat: at the end of that game; empty if it has none."""


class UndoRequest(Part, frozen=True):
    """Somebody asks everyone to agree to an undo of something new."""

    seat: Seat
    ply: Ply
    move: int
    """How many decisions would remain."""
    waiting: list[Seat]
    """Who has not answered."""


UndoEnd = Literal["refused", "withdrawn", "lapsed"]


class UndoOff(Part, frozen=True):
    """A request for an undo that came to nothing, until the game goes on from there or somebody asks again."""

    seat: Seat
    """The seat that asked."""
    by: Seat
    """Who ended it."""
    how: UndoEnd
    """Somebody said no; the one who asked thought better of it; somebody played on."""
    ply: Ply


class You(Part, frozen=True):
    """What the table knows of the one who asks."""

    seats: list[Seat]
    host: bool
    """Whether you opened the table."""
    plans: bool = False
    """Whether you may change its seats until the game begins: the host, and where a game goes on everyone seated."""
    expected: list[Seat] = msgspec.field(default_factory=list)
    """The open seats that are kept for you."""


class TableInfo(Part, frozen=True):
    """A table, for somebody who may see it."""

    id: TableId
    state: Literal["waiting", "playing", "over"]
    players: int
    modules: int
    edition: EditionName
    listed: bool
    """Shown to everyone under open tables; anyone may watch, and join without a link."""
    pace: Pace
    away_after: int
    created: float
    ply: Ply
    move: int
    """The number of decisions, without those undone."""
    round: int
    commitment: str | None
    """SHA-256 of the seed, in hexadecimal digits, from the moment the game begins."""
    seats: list[SeatInfo]
    watchers: int
    undo: UndoRequest | None
    you: You
    lesson: str | msgspec.UnsetType = msgspec.UNSET
    """At the table of a lesson: which one it is."""
    daily: DailyAt | None = None
    hints: bool = False
    """Whether players can have hints: always if alone with bots, else if that was agreed on."""
    hints_agreed: bool = False
    """Whether the table was opened with hints for everyone."""
    hinted: list[int] = msgspec.field(default_factory=list)
    """By seat: at how many decisions a hint was asked for."""
    follows: TableId | None = None
    """The finished game whose players play again here."""
    next: TableId | None = None
    """Where the players of this finished game play again, once somebody has asked to."""
    undo_off: UndoOff | None = None
    """What became of the last request for an undo, if it was not granted."""


# --- the game

Gain = dict[str, int]
"""What something gives or takes: `thalers`, `beer`, `steps` (of the monastery), `reputation`, `schnapps`."""


class ActionData(Part, frozen=True, omit_defaults=True, kw_only=True):
    """What an action is about, so that no client has to parse its text. Which fields are there depends on `kind`
    (docs/protocol.md)."""

    kind: str
    """The first word of its text: `place`, `buy`, `counter-guest` …"""
    form: str | None = None
    """Which of the sentences of its kind says it; none where there is one for all."""
    what: str | None = None
    """Of a choice of the evening: `card`, `guest`, `die` or `entertainer`, as the round track calls it."""
    face: int | None = None
    """The value of the die."""
    at: str | None = None
    """The space on which the die stands."""
    space: str | None = None
    """The space to which it goes, or the table of the guest in question."""
    to: int | None = None
    """The value to which a die is turned."""
    other: int | None = None
    """The value of the die it changes places with."""
    card: str | None = None
    """The card that is bought, recruited, chosen, kept or dismissed, or who sits at the table."""
    place: str | None = None
    """Where the guest lies open: `pile`, `row1` …"""
    area: str | None = None
    count: int | None = None
    """How many nobles; how many cards are returned for a special offer."""
    number: int | None = None
    """The number of a start card."""
    column: int | None = None
    """Of the guest book, from 1."""
    entertainer: str | None = None
    """Who does it."""
    side: int | None = None
    """Which side of the entertainer is chosen."""
    cost: Gain | None = None
    gives: Gain | None = None
    """What you get at once."""


class Event(Part, frozen=True, omit_defaults=True):
    """Something that happened. Which fields are there depends on `what` (docs/protocol.md)."""

    ply: Ply
    what: str
    seat: Seat | None = None
    action: str | None = None
    does: ActionData | None = None
    """What the action is about."""
    card: str | None = None
    area: str | None = None
    space: str | None = None
    count: int | None = None
    thalers: int | None = None
    beer: int | None = None
    face: int | None = None
    number: int | None = None
    column: int | None = None
    row: int | None = None
    entertainer: str | None = None
    side: int | None = None
    seen: bool | None = None
    """Of undone decisions: whether they had shown something new."""
    words: str | None = None
    """The same in English."""


class Question(Part, frozen=True):
    """An open decision: whom the game waits for, and for what."""

    seat: Seat
    id: str
    """Which question it is: start, dismiss, evening, arrival, draft, planning, serving, remove, toast, dry-toast, sign
    or closing."""
    question: str
    """The same in English."""
    rule: str
    phase: str
    secret: bool
    """Whether the others learn the answer only later: when everyone has decided (A-10), or when the seat's turn comes
    (a choice ahead)."""


class Reason(Part, frozen=True):
    """Why something is not possible: a code, for which clients have a sentence, and the values of the sentence. A
    card, an area and a space are named as in actions."""

    code: str
    values: dict[str, int | str]


class Offer(ActionData, frozen=True):
    """An action that is possible now."""

    action: str
    """Its name, by which a command asks for it."""
    words: str


class Unavailable(ActionData, frozen=True):
    """An action that is offered but not possible now, and why."""

    action: str
    words: str
    rule: str
    why: str
    """The reason in English."""
    reason: Reason


class ChatLine(Part, frozen=True):
    """Something said at the table."""

    number: int
    at: float
    seat: Seat
    name: str
    text: str


class Ending(Part, frozen=True):
    """How a game ended, and the seed its luck followed from."""

    scores: list[int]
    stored: list[int]
    winners: list[Seat]
    seed: str
    commitment: str


View = dict[str, Any]
"""What everyone may see: a position (docs/position.md) with counts in place of hidden orders, and `scores`."""
