"""Updates with less in them, for programs that watch many tables: what is not named here is skipped, not decoded."""

from functools import cache
from typing import Any, Final, Protocol

import msgspec

from tiefenthal.server.protocol.frames import Changed, ChatSaid, Done, Hello, Over, Refused, Shown, TableChanged
from tiefenthal.server.protocol.parts import Question


class AnyOffer(Protocol):
    """A legal action, with at least its text."""

    @property
    def action(self) -> str:
        """In the notation of records."""


class AnyUpdate(Protocol):
    """What every kind of update has."""

    @property
    def ply(self) -> int:
        """How often the game has changed."""

    @property
    def legal(self) -> Any:
        """The legal actions: a list of something with an `action`."""

    @property
    def decisions(self) -> Any:
        """The open questions: a list of something with a `seat`."""


class LightOffer(msgspec.Struct, frozen=True, gc=False):
    """A legal action without its words."""

    action: str


class LightQuestion(msgspec.Struct, frozen=True, gc=False):
    """Whom the game waits for."""

    seat: int


class LightUpdate(msgspec.Struct, frozen=True, tag="update", gc=False):
    """Only the ply, whom the game waits for and what I can do."""

    ply: int
    decisions: list[LightQuestion]
    legal: list[LightOffer]


class LightShown(msgspec.Struct, frozen=True, tag="shown", gc=False):
    """The same, in the form sent to browsers."""

    ply: int
    decisions: list[LightQuestion]
    legal: list[LightOffer]


class LightChanged(msgspec.Struct, frozen=True, tag="changed", gc=False):
    """What is different in a `LightShown`."""

    ply: int
    after: int
    decisions: list[LightQuestion] | msgspec.UnsetType = msgspec.UNSET
    legal: list[LightOffer] | msgspec.UnsetType = msgspec.UNSET


class LightEvent(msgspec.Struct, frozen=True, gc=False):
    """What happened, and whose decision it was."""

    ply: int
    what: str
    seat: int | None = None
    action: str | None = None


class RawUpdate(msgspec.Struct, frozen=True, tag="update"):
    """An update whose large parts stay the bytes that were sent, for comparing them."""

    ply: int
    move: int
    view: msgspec.Raw
    events: list[LightEvent]
    complete: bool
    decisions: list[Question]
    legal: list[LightOffer]
    unavailable: msgspec.Raw
    choice: str | None
    undo: str
    ahead: list[int] = []


CHANGES: Final[dict[type[AnyUpdate], type[Any]]] = {Shown: Changed, LightShown: LightChanged}
"""The updates that are sent as changes, and the types of the changes."""


@cache
def decoder(updates: type[AnyUpdate]) -> msgspec.json.Decoder[Any]:
    """The decoder of all frames of a table, with this type for updates."""
    kinds: Any = Hello | TableChanged | updates | Over | Done | Refused | ChatSaid
    if updates in CHANGES:
        kinds |= CHANGES[updates]
    return msgspec.json.Decoder(kinds)
