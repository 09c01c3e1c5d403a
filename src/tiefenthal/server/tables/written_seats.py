"""The seats of a game as they are sent, encoded and kept from one moment to the next: a decision changes one of them,
seldom more."""

from operator import attrgetter
from typing import Final, NamedTuple

import msgspec

from tiefenthal.record.position import seat_document
from tiefenthal.rules.scoring import score
from tiefenthal.rules.state import State
from tiefenthal.server.bots.wire import PLAYER_FIELDS, STATE_FIELDS
from tiefenthal.server.tables.drawn import DrawnBoards

About = tuple[bool, int, bytes, bytes]
"""Whether a plan may still be changed, whether the seat is waited for, what all share, and the seat's own."""
Offered = tuple[bytes, bytes]
"""What can be done, and what cannot, encoded."""

_seat: Final = attrgetter(*PLAYER_FIELDS)
_common: Final = attrgetter(*[name for name in STATE_FIELDS if name != "waiting"])
_encode: Final = msgspec.json.Encoder().encode


class Written(NamedTuple):
    """A seat as it is sent."""

    content: bytes
    """What it was written from."""
    text: msgspec.Raw
    points: int


class WrittenSeats:
    """Those of one game, with what each was made from, as bytes: hundreds of small lists for each table would keep the
    garbage collector busy."""

    def __init__(self) -> None:
        self._kept: dict[int, Written] = {}
        self._offered: dict[int, tuple[About, Offered]] = {}
        self.boards = DrawnBoards()
        """The same for the board."""

    def written(self, s: State, seat: int, content: bytes) -> Written:
        """A seat of a view, of which the content is at hand."""
        kept = self._kept.get(seat)
        if kept is None or kept.content != content:
            text = msgspec.Raw(_encode(seat_document(s, seat, True)))
            kept = self._kept[seat] = Written(content, text, score(s, seat))
        return kept

    def offered(self, seat: int, about: About) -> Offered | None:
        """What was offered to a seat, if that is still so. It depends on `about`: on its own tavern and on what all
        share, never on somebody else's tavern."""
        kept = self._offered.get(seat)
        return kept[1] if kept is not None and kept[0] == about else None

    def keep_offered(self, seat: int, about: About, offered: Offered) -> None:
        """For the next time."""
        self._offered[seat] = (about, offered)


def seat_content(s: State, seat: int) -> bytes:
    """What a seat of a view has."""
    return _encode(_seat(s.players[seat]))


def shared_content(s: State) -> bytes:
    """What all share, but for whom the game waits for."""
    return _encode(_common(s))
