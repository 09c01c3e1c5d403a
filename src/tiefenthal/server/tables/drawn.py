"""The board as it is sent to those who draw it: encoded field by field, so that what has not changed is neither encoded
nor sent again. It is the same for everyone."""

from typing import Final, NamedTuple

import msgspec

from tiefenthal.protocol.board import Board, SeatOn
from tiefenthal.rules.play import acting
from tiefenthal.rules.state import State
from tiefenthal.server.tables.board import board_of, seat_of
from tiefenthal.server.tables.prospects import DRAFT

Fields = tuple[bytes, ...]
Seat = tuple[bytes, int, int, bytes]
"""What a tavern was drawn from: its own, the step, who is waited for, and, while it drafts, what all share."""

_encode: Final = msgspec.json.Encoder().encode
_SEAT_FIELDS: Final = tuple(field.encode_name for field in msgspec.structs.fields(SeatOn))
_SEAT_NAMES: Final = tuple(f'"{name}":'.encode() for name in _SEAT_FIELDS)
_FIELDS: Final = tuple(field.encode_name for field in msgspec.structs.fields(Board))
_NAMES: Final = tuple(f'"{name}":'.encode() for name in _FIELDS)
_SEATS: Final = _FIELDS.index("seats")


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

    def drawn(self, s: State, common: bytes, contents: list[bytes]) -> Drawn:
        """The board of a view's state, of which the contents are at hand."""
        if self._common[0] != common:
            board = board_of(s, [])
            self._common = (common, tuple([_encode(getattr(board, name)) for name in _FIELDS]))
        return Drawn(
            self._common[1], tuple([self._seat(s, seat, common, content) for seat, content in enumerate(contents)])
        )

    def _seat(self, s: State, seat: int, common: bytes, content: bytes) -> Fields:
        """One tavern. What is drawn of it depends on itself, the phase and whether it is waited for; only what a die
        of the draft would bring also depends on the market."""
        drafts = s.waiting >> seat & 1 and s.setup.flow.steps[s.step].name == DRAFT
        waits = (s.waiting >> seat & 1) | (acting(s) >> seat & 1) << 1 | int(bool(s.over)) << 2
        about = (content, s.step, waits, common if drafts else b"")
        kept = self._seats.get(seat)
        if kept is None or kept[0] != about:
            tavern = seat_of(s, seat)
            before = kept[1] if kept is not None else ()
            fields = tuple([_encode(getattr(tavern, name)) for name in _SEAT_FIELDS])
            kept = self._seats[seat] = (about, before if fields == before else fields)
        return kept[1]


def _different(names: Fields, before: Fields, now: Fields) -> list[bytes]:
    if now is before:
        return []
    return [name + new for name, old, new in zip(names, before, now, strict=True) if old is not new and old != new]


def _object(names: Fields, values: Fields) -> bytes:
    return b"{" + b",".join([name + value for name, value in zip(names, values, strict=True)]) + b"}"


def _list(values: list[bytes]) -> bytes:
    return b"[" + b",".join(values) + b"]"
