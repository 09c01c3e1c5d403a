"""Encodes the board for clients that draw it, field by field, so that fields that have not changed are neither encoded
nor sent again. The board is the same for everyone."""

from collections.abc import Sequence
from itertools import compress
from operator import ne
from typing import Final, NamedTuple

import msgspec

from tiefenthal.engine.record.state_data import PLAYER_FIELDS, player_values
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.server.protocol.board import Board
from tiefenthal.server.tables.ahead import as_if_on_turn
from tiefenthal.server.tables.board import board_of
from tiefenthal.server.tables.tavern import NEEDED, SHOWN, WHERE, Tavern, where_of

Fields = tuple[object, ...]
"""Numbers and strings as they are; everything else as encoded bytes. Each field always has the same kind."""
Names = tuple[bytes, ...]

_encode: Final = msgspec.json.Encoder().encode
_SEAT_NAMES: Final = tuple(f'"{cell.name}":'.encode() for cell in SHOWN)
_FIELDS: Final = tuple(field.encode_name for field in msgspec.structs.fields(Board))
_NAMES: Final = tuple(f'"{name}":'.encode() for name in _FIELDS)
_SEATS: Final = _FIELDS.index("seats")
_PLAIN: Final = frozenset((int, bool, str, type(None)))


class EncodedBoard(NamedTuple):
    """A board, encoded. Unchanged parts are mostly the same objects as before."""

    common: Fields
    """The fields of `Board`, without the taverns."""
    seats: tuple[Fields, ...]
    """The fields of every `SeatOn`."""

    def whole(self) -> bytes:
        """The board as JSON, as `protocol.board.Board` would be written."""
        seats = [_object(_SEAT_NAMES, seat) for seat in self.seats]
        return _object(_NAMES, (*self.common[:_SEATS], _list(seats), *self.common[_SEATS + 1 :]))

    def changes(self, before: "EncodedBoard") -> bytes | None:
        """As `protocol.board.BoardChanges`; None when there are none."""
        different = _different(_NAMES, before.common, self.common)
        if self.seats != before.seats:
            pairs = zip(before.seats, self.seats, strict=True)
            seats = [b"{" + b",".join(_different(_SEAT_NAMES, *pair)) + b"}" for pair in pairs]
            different.append(_NAMES[_SEATS] + _list(seats))
        return b"{" + b",".join(different) + b"}" if different else None


class BoardEncoder:
    """Encodes the board of one game, and keeps it for the next time."""

    def __init__(self) -> None:
        self._common: tuple[bytes, Fields] = (b"", ())
        self._seats: dict[int, _TavernEncoder] = {}

    def encode(self, s: State, common: bytes, ahead: Sequence[int] = ()) -> EncodedBoard:
        """Encode the board of a view's state. `common` is what all seats share, except which seats the game waits for:
        only the taverns show that. Those who may choose `ahead` see what they would see on their turn."""
        if self._common[0] != common:
            board = board_of(s, [])
            self._common = (common, tuple([_encode(getattr(board, name)) for name in _FIELDS]))
        if not self._seats:
            self._seats = {seat: _TavernEncoder() for seat in range(len(s.players))}
        states = {seat: as_if_on_turn(s, seat) for seat in ahead}
        seats = tuple([tavern.encode(states.get(seat, s), seat, common) for seat, tavern in self._seats.items()])
        return EncodedBoard(self._common[1], seats)


class _TavernEncoder:
    """A tavern: the parts it was encoded from, and its fields. A field is encoded again only when a part of it has
    changed."""

    __slots__ = ("_fields", "_needed", "_own", "_parts", "_where")

    def __init__(self) -> None:
        self._own: Player | None = None
        self._where: tuple[object, ...] = ()
        self._parts: tuple[object, ...] = (None,) * len(_PARTS)
        self._needed: list[object] = [None] * len(NEEDED)
        self._fields: tuple[object, ...] = (None,) * len(SHOWN)

    def encode(self, s: State, seat: int, common: bytes) -> Fields:
        """The fields of a tavern. A tavern that is the same object as before need not be compared; views keep unchanged
        ones."""
        own, where = s.players[seat], where_of(s, seat, common)
        if own is not self._own or where != self._where:
            self._own, self._where = own, where
            self._draw(Tavern(s, seat), (*player_values(own), *where))
        return self._fields

    def _draw(self, tavern: Tavern, parts: tuple[object, ...]) -> None:
        due = _ALWAYS if self._parts[0] is None else 0
        for cells in compress(_MADE_OF_PART, map(ne, self._parts, parts)):
            due |= cells
        self._parts = parts
        for number, cell in enumerate(NEEDED):
            found = self._needed[number]
            if due >> number & 1:
                made = cell.make(tavern)
                if made != found:
                    found = self._needed[number] = made
                    due |= _MADE_OF_NEEDED[number]
            setattr(tavern, cell.name, found)
        due >>= len(NEEDED)
        if due:
            fields = list(self._fields)
            while due:
                number = (due & -due).bit_length() - 1
                due &= due - 1
                value = SHOWN[number].make(tavern)
                fields[number] = value if type(value) in _PLAIN else _encode(value)
            self._fields = tuple(fields)


def _made_of(part: str) -> int:
    """The cells that depend on a part, as bits: those that several fields need come first."""
    return sum(1 << number for number, cell in enumerate((*NEEDED, *SHOWN)) if part in cell.parts.split())


_PARTS: Final = (*PLAYER_FIELDS, *WHERE)
_MADE_OF_PART: Final = [_made_of(part) for part in _PARTS]
_MADE_OF_NEEDED: Final = [_made_of(cell.name) for cell in NEEDED]
_ALWAYS: Final = (1 << len(NEEDED) + len(SHOWN)) - 1


def _value(value: object) -> bytes:
    """A field, encoded."""
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
