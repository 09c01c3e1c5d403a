"""The frames with the state of a game, with the parts that several sockets share encoded already; and what was sent, to
send only differences.
"""

import msgspec

from tiefenthal.protocol.lessons import LessonStep
from tiefenthal.protocol.parts import ActionData, Event
from tiefenthal.server.tables.drawn import Drawn


class EncodedTold(msgspec.Struct):
    """`protocol.frames.Told`, with what is the same for several sockets encoded already."""

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


class EncodedShown(EncodedWhole, tag="shown"):
    """The same for `protocol.frames.Shown`."""

    board: msgspec.Raw
    lesson: LessonStep | msgspec.UnsetType


class EncodedChanged(EncodedTold, tag="changed"):
    """The same for `protocol.frames.Changed`."""

    after: int
    decisions: msgspec.Raw | msgspec.UnsetType
    legal: msgspec.Raw | msgspec.UnsetType
    unavailable: msgspec.Raw | msgspec.UnsetType
    board: msgspec.Raw | msgspec.UnsetType
    lesson: LessonStep | msgspec.UnsetType


class Moment:
    """What drawing clients were sent at a ply, in bytes: next they are sent the differences."""

    __slots__ = ("_offers", "decisions", "drawn", "ply")

    drawn: Drawn
    decisions: bytes

    def __init__(self, ply: int) -> None:
        self.ply = ply
        self._offers: dict[int | None, tuple[bytes, bytes]] = {}

    def knows(self, seat: int | None) -> bool:
        """Whether a seat, or a watcher, was sent it."""
        return seat in self._offers

    def keep(self, seat: int | None, drawn: Drawn, decisions: bytes, offers: tuple[bytes, bytes]) -> None:
        """Told to a seat, or a watcher."""
        self.drawn, self.decisions = drawn, decisions
        self._offers[seat] = offers

    def offers(self, seat: int | None) -> tuple[bytes, bytes]:
        """What a seat could do, and could not."""
        return self._offers[seat]
