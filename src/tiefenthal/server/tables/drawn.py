"""The board as it is sent to those who draw it: encoded field by field, so that what has not changed is neither encoded
nor sent again. It is the same for everyone."""

from collections.abc import Callable
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar, cast

import msgspec

from tiefenthal.protocol.board import Board, SeatOn
from tiefenthal.rules.play import acting
from tiefenthal.rules.state import State
from tiefenthal.server.tables.board import board_of, seat_of
from tiefenthal.server.tables.prospects import DRAFT

T = TypeVar("T")
Fields = tuple[object, ...]
"""Numbers and words as they are, what is encoded already as bytes. Each is always of the same kind."""
Names = tuple[bytes, ...]
Seat = tuple[bytes, int, int, bytes]
"""What a tavern was drawn from: its own, the step, who is waited for, and, while it drafts, what all share."""

_encode: Final = msgspec.json.Encoder().encode
_SEAT_FIELDS: Final = tuple(field.encode_name for field in msgspec.structs.fields(SeatOn))
_SEAT_NAMES: Final = tuple(f'"{name}":'.encode() for name in _SEAT_FIELDS)
_FIELDS: Final = tuple(field.encode_name for field in msgspec.structs.fields(Board))
_NAMES: Final = tuple(f'"{name}":'.encode() for name in _FIELDS)
_SEATS: Final = _FIELDS.index("seats")
_seat_values: Final = attrgetter(*_SEAT_FIELDS)
_PLAIN: Final = frozenset((int, bool, str, bytes, type(None)))


class Drawn(NamedTuple):
    """A board. What is the same as before is the same object, mostly."""

    common: Fields
    """The fields of `Board`, without the taverns."""
    seats: tuple[Fields, ...]
    """The fields of every `SeatOn`."""

    def whole(self) -> bytes:
        """As `protocol.board.Board`."""
        seats = [_object(_SEAT_NAMES, seat) for seat in self.seats]
        return _object(_NAMES, (*self.common[:_SEATS], _list(seats), *self.common[_SEATS + 1 :]))

    def changes(self, before: "Drawn") -> bytes | None:
        """As `protocol.board.BoardChanges`; None when there are none."""
        different = _different(_NAMES, before.common, self.common)
        if self.seats != before.seats:
            pairs = zip(before.seats, self.seats, strict=True)
            seats = [b"{" + b",".join(_different(_SEAT_NAMES, *pair)) + b"}" for pair in pairs]
            different.append(_NAMES[_SEATS] + _list(seats))
        return b"{" + b",".join(different) + b"}" if different else None


class DrawnBoards:
    """The board of one game, kept from one moment to the next."""

    def __init__(self) -> None:
        self._common: tuple[bytes, Fields] = (b"", ())
        self._seats: dict[int, tuple[Seat, Fields]] = {}
        self._parts: dict[int, _Parts] = {}

    def drawn(self, s: State, common: bytes, contents: list[bytes]) -> Drawn:
        """The board of a view's state, of which the contents are at hand. `common` is what all share, but for whom the
        game waits for: nothing beside the taverns shows that."""
        if self._common[0] != common:
            board = board_of(s, [])
            self._common = (common, tuple([_encode(getattr(board, name)) for name in _FIELDS]))
        waiting, asked, step, over = s.waiting, acting(s), s.step, bool(s.over)
        drafting = waiting if s.setup.flow.steps[step].name == DRAFT else 0
        seats: list[Fields] = []
        for seat, content in enumerate(contents):
            # What is drawn of a tavern depends on itself, the phase and whether it is waited for; only what a die of
            # the draft would bring also depends on the market.
            waits = (waiting >> seat & 1) | (asked >> seat & 1) << 1 | over << 2
            about = (content, step, waits, common if drafting >> seat & 1 else b"")
            kept = self._seats.get(seat)
            if kept is None or kept[0] != about:
                parts = self._parts.get(seat)
                if parts is None:
                    parts = self._parts[seat] = _Parts()
                kept = self._seats[seat] = (about, _kept_values(_seat_values(seat_of(s, seat, parts))))
            seats.append(kept[1])
        return Drawn(self._common[1], tuple(seats))


class _Parts:
    """The fields of a tavern that seldom change, encoded, each with what it was made of: numbers and words alone."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[str, tuple[object, bytes]] = {}

    def __call__(self, name: str, parts: object, make: Callable[[], T], /) -> T:
        """The field, encoded; what is bytes is not encoded again."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != parts:
            kept = self._kept[name] = (parts, _encode(make()))
        return cast("T", kept[1])


def _kept_values(values: tuple[object, ...]) -> Fields:
    """Fields as they are kept: numbers and words as they are, everything else encoded."""
    return tuple([value if type(value) in _PLAIN else _encode(value) for value in values])


def _value(value: object) -> bytes:
    """A field as it is sent."""
    return value if type(value) is bytes else _encode(value)


def _different(names: Names, before: Fields, now: Fields) -> list[bytes]:
    if now is before:
        return []
    return [
        name + _value(new) for name, old, new in zip(names, before, now, strict=True) if old is not new and old != new
    ]


def _object(names: Names, values: Fields) -> bytes:
    return b"{" + b",".join([name + _value(value) for name, value in zip(names, values, strict=True)]) + b"}"


def _list(values: list[bytes]) -> bytes:
    return b"[" + b",".join(values) + b"]"
