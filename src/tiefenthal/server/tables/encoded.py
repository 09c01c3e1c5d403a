"""The frames with the state of a game, in which the parts that several sockets share are already encoded; and a record
of what was sent, for sending only differences.
"""

import msgspec

from tiefenthal.server.protocol.lessons import LessonStep
from tiefenthal.server.protocol.parts import ActionData, Event
from tiefenthal.server.tables.board_encoding import EncodedBoard


class EncodedTold(msgspec.Struct):
    """`protocol.frames.Told`, with the shared parts already encoded."""

    ply: int
    move: int
    events: list[Event] | msgspec.Raw
    choice: str | None
    chosen: ActionData | None
    undo: str


class EncodedWhole(EncodedTold):
    """The same for `protocol.frames.ToldWhole`."""

    complete: bool
    decisions: msgspec.Raw
    legal: msgspec.Raw
    unavailable: msgspec.Raw


class EncodedUpdate(EncodedWhole, tag="update"):
    """The same for `protocol.frames.Update`."""

    view: msgspec.Raw
    board: msgspec.Raw | msgspec.UnsetType
    lesson: LessonStep | msgspec.UnsetType
    ahead: list[int]


class EncodedShown(EncodedWhole, tag="shown"):
    """The same for `protocol.frames.Shown`."""

    board: msgspec.Raw
    lesson: LessonStep | msgspec.UnsetType
    ahead: list[int]


class EncodedChanged(EncodedTold, tag="changed"):
    """The same for `protocol.frames.Changed`."""

    after: int
    decisions: msgspec.Raw | msgspec.UnsetType
    legal: msgspec.Raw | msgspec.UnsetType
    unavailable: msgspec.Raw | msgspec.UnsetType
    board: msgspec.Raw | msgspec.UnsetType
    lesson: LessonStep | msgspec.UnsetType
    ahead: list[int]


class Moment:
    """What clients that draw the game were sent at a ply, as bytes: next they are sent the differences."""

    __slots__ = ("_offers", "board", "decisions", "ply")

    board: EncodedBoard
    decisions: bytes

    def __init__(self, ply: int) -> None:
        self.ply = ply
        self._offers: dict[int | None, tuple[bytes, bytes]] = {}

    def knows(self, seat: int | None) -> bool:
        """Whether a seat, or a watcher, was sent it."""
        return seat in self._offers

    def keep(self, seat: int | None, board: EncodedBoard, decisions: bytes, offers: tuple[bytes, bytes]) -> None:
        """Remember what a seat, or a watcher, was sent."""
        self.board, self.decisions = board, decisions
        self._offers[seat] = offers

    def offers(self, seat: int | None) -> tuple[bytes, bytes]:
        """The legal actions of a seat and the unavailable ones."""
        return self._offers[seat]
