"""The WebSocket of a table: what a client may send and what it gets. One socket is one seat, or a watcher."""

from typing import Annotated, Literal

import msgspec

from tiefenthal.server.protocol.board import Board, BoardChanges
from tiefenthal.server.protocol.lessons import LessonStep
from tiefenthal.server.protocol.parts import (
    ActionData,
    BotName,
    ChatLine,
    Ending,
    Event,
    Offer,
    Pace,
    Part,
    Ply,
    Question,
    Reason,
    Seat,
    TableInfo,
    Unavailable,
    View,
)

CommandId = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]

# --- from the client


class Play(Part, frozen=True):
    """A decision, at the ply it answers. The only frame without a `type`."""

    ply: Ply
    action: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    id: CommandId | None = None
    """Chosen by the client; comes back with the answer."""


class Undo(Part, frozen=True, tag="undo"):
    """Undo my last decision, if that is free."""

    ply: Ply
    id: CommandId | None = None


class AskUndo(Part, frozen=True, tag="ask-undo"):
    """Ask everyone to let me undo my last decision although it has shown something new."""

    ply: Ply
    id: CommandId | None = None


class AnswerUndo(Part, frozen=True, tag="answer-undo"):
    """Agree or not to the request at this ply. The one who asked may say no as well."""

    ply: Ply
    yes: bool
    id: CommandId | None = None


class HandOver(Part, frozen=True, tag="hand-over"):
    """Let a bot play a seat: my own (no `seat`), or one whose player has been away long enough."""

    bot: BotName
    seat: Seat | None = None
    id: CommandId | None = None


class TakeBack(Part, frozen=True, tag="take-back"):
    """Play my own seat again."""

    id: CommandId | None = None


class SetPace(Part, frozen=True, tag="pace"):
    """How quickly bots play."""

    pace: Pace
    id: CommandId | None = None


class Say(Part, frozen=True, tag="chat"):
    """Say something to the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    id: CommandId | None = None


Tagged = Undo | AskUndo | AnswerUndo | HandOver | TakeBack | SetPace | Say
Command = Play | Tagged

# --- from the server

Code = Literal[
    "malformed", "stale", "illegal", "not-playing", "not-your-seat", "undo", "consent", "no-way-back", "nothing-asked",
    "not-away", "no-such-bot", "empty", "too-fast", "too-many-changes", "too-many-undos", "long-history", "disk",
    "stopping", "daily", "lesson", "muted",
]  # fmt: skip


class Hello(Part, frozen=True, tag="hello"):
    """The first frame: the table, and the SHA-256 of the seed (`table.commitment`)."""

    protocol: int
    version: str
    seat: Seat | None
    """None for a watcher."""
    table: TableInfo
    chat: list[ChatLine]


class TableChanged(Part, frozen=True, tag="table"):
    """Somebody came, went, was handed over or asked something."""

    table: TableInfo


class Told(Part, frozen=True):
    """The fields of every frame after a change."""

    ply: Ply
    move: int
    events: list[Event]
    """What has happened since the frame before, or since the ply the client resumed from."""
    choice: str | None
    """My own choice that the others do not see yet: of the evening, or ahead of my turn."""
    chosen: ActionData | None
    """What it is about."""
    undo: Literal["free", "ask", "no"]
    """What undoing my last decision takes."""


class ToldWhole(Told, frozen=True):
    """The same, complete without an earlier frame."""

    complete: bool
    """False when a resumed client missed more than is kept: the rest is right all the same."""
    decisions: list[Question]
    legal: list[Offer]
    unavailable: list[Unavailable]


class Update(ToldWhole, frozen=True, tag="update"):
    """The game after a change, whole."""

    view: View
    board: Board | None = None
    """The table as players see it, for sockets that ask for it (`?board=1`)."""
    lesson: LessonStep | None = None
    """At the table of a lesson, for the learner: what is said and expected now."""
    ahead: list[Seat] = msgspec.field(default_factory=list)
    """The seats that have chosen before their turn; what, only they know."""


class Shown(ToldWhole, frozen=True, tag="shown"):
    """An `Update` for sockets that draw (`?board=2`), whole: with the board, and without the view, which has the same
    in it. What follows are changes of it."""

    board: Board
    lesson: LessonStep | None = None
    ahead: list[Seat] = msgspec.field(default_factory=list)


class Changed(Told, frozen=True, tag="changed"):
    """The game after a change, as differences from the `Shown` of an earlier ply. Omitted fields are unchanged."""

    after: Ply
    """The ply it is based on. A client without that one reconnects, and gets everything."""
    decisions: list[Question] | msgspec.UnsetType = msgspec.UNSET
    legal: list[Offer] | msgspec.UnsetType = msgspec.UNSET
    unavailable: list[Unavailable] | msgspec.UnsetType = msgspec.UNSET
    board: BoardChanges | msgspec.UnsetType = msgspec.UNSET
    lesson: LessonStep | None = None
    ahead: list[Seat] = msgspec.field(default_factory=list)


class Over(Part, frozen=True, tag="over"):
    """The last frame of a game: how it ended, and the seed."""

    ply: Ply
    ending: Ending


class Done(Part, frozen=True, tag="done"):
    """A command was carried out and is on disk. `ply` is the game's after it."""

    id: CommandId | None
    ply: Ply


class Refused(Part, frozen=True, tag="refused"):
    """A command was refused; nothing has changed."""

    id: CommandId | None
    code: Code
    words: str
    """The reason in English."""
    rule: str | None
    ply: Ply
    reason: Reason


class ChatSaid(Part, frozen=True, tag="chat"):
    """Somebody said something."""

    line: ChatLine


Frame = Hello | TableChanged | Update | Shown | Changed | Over | Done | Refused | ChatSaid

# --- why the server closes a socket

GOING_AWAY = 1001
TOO_LARGE = 1009
MALFORMED = 4400
SENT_AWAY = 4403  # by the person who opened the table
GONE = 4404  # the seat is no longer yours
TOO_SLOW = 4408
REPLACED = 4409  # by a newer connection of the same seat or session; do not come back unasked
CLOSED = 4410  # the table, before the game
VOID = 4411  # the personal link that was used
BLOCKED = 4412  # the session or the address, by the owner of the server
CLOSED_BY_OWNER = 4413  # the table
DISK = 4500
