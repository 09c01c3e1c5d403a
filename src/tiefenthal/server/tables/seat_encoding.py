"""Encodes the seats of a game as they are sent, and caches them: a decision usually changes only one of them."""

from operator import attrgetter
from typing import Final, NamedTuple

import msgspec

from tiefenthal.engine.record.position import seat_document
from tiefenthal.engine.record.state_data import player_values
from tiefenthal.engine.rules.scoring import score
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.engine.view import SPECTATOR, View, is_choice_hidden, seen_tavern, view_around
from tiefenthal.server.bots.wire import STATE_FIELDS
from tiefenthal.server.tables.board_encoding import BoardEncoder

About = tuple[bool, int, bytes, Player]
"""What offers depend on: whether a plan may still be changed, whether the game waits for the seat or lets it choose
ahead, what all share, and the seat's own state."""
Offered = tuple[bytes, bytes]
"""The legal actions and the unavailable ones, encoded."""

_common: Final = attrgetter(*[name for name in STATE_FIELDS if name != "waiting"])
_encode: Final = msgspec.json.Encoder().encode


class Seen(NamedTuple):
    """A tavern as everyone sees it."""

    content: tuple[object, ...]
    """What the tavern held then, hidden things included: only compared, never sent."""
    hidden: bool
    """Whether its choice was hidden."""
    tavern: Player


class EncodedSeat(NamedTuple):
    """A seat, encoded."""

    tavern: Player
    """What it was encoded from."""
    text: msgspec.Raw
    points: int


class SeatEncoder:
    """Encodes the seats of one game. An unchanged tavern is the same object in successive views, so it need not be
    compared."""

    def __init__(self) -> None:
        self._seen: list[Seen] = []
        self._kept: dict[int, EncodedSeat] = {}
        self._offered: dict[int, tuple[About, Offered]] = {}
        self.board = BoardEncoder()
        """The same for the board."""

    def view(self, s: State) -> View:
        """What everyone may know of the current state of the game."""
        before = self._seen
        seen: list[Seen] = []
        for seat, p in enumerate(s.players):
            hidden = is_choice_hidden(s, seat, SPECTATOR)
            if before and before[seat].content == player_values(p) and before[seat].hidden == hidden:
                seen.append(before[seat])
            else:
                copy = p.clone()
                seen.append(Seen(player_values(copy), hidden, seen_tavern(s, seat, SPECTATOR, copy)))
        self._seen = seen
        return view_around(s, SPECTATOR, [one.tavern for one in seen])

    def encode(self, s: State, seat: int) -> EncodedSeat:
        """Encode a seat of a view."""
        tavern = s.players[seat]
        kept = self._kept.get(seat)
        if kept is None or kept.tavern is not tavern:
            text = msgspec.Raw(_encode(seat_document(s, seat, True)))
            kept = self._kept[seat] = EncodedSeat(tavern, text, score(s, seat))
        return kept

    def offered(self, seat: int, about: About) -> Offered | None:
        """What was offered to a seat, if it is still valid. It depends on `about`: on the seat's own tavern and on what
        all share, never on another seat's tavern."""
        kept = self._offered.get(seat)
        return kept[1] if kept is not None and kept[0] == about else None

    def keep_offered(self, seat: int, about: About, offered: Offered) -> None:
        """Cache what was offered to a seat."""
        self._offered[seat] = (about, offered)


def shared_content(s: State) -> bytes:
    """What all seats share, except which seats the game waits for."""
    return _encode(_common(s))
