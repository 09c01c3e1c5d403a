"""The log of a table: everything that was ever decided about it, in order. A table is the fold of its log.

Entries are kept forever as they were written, so a field may be added with a default but never renamed or removed.
Only names and chat of somebody who wants to be forgotten are taken out (`forgetting`).
Seats are counted from 0 here. Secrets are kept as hashes, but for the seed, which the game cannot go on without.
"""

from typing import Literal

import msgspec

from tiefenthal.server.protocol.parts import Pace, Tried


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits somewhere."""

    kind: Literal["person", "bot", "open"]
    name: str = ""
    session: int | None = None
    bot: str | None = None
    character: str | None = None
    kept: tuple[int, ...] = ()
    """The sessions an open seat is kept for where a game goes on, the one that sat down first in front."""


class Entry(msgspec.Struct, frozen=True, tag_field="what", omit_defaults=True):
    """One line of the log."""


class Opened(Entry, frozen=True, tag="opened"):
    """A table was made. Always the first entry. It pins figures and rules, so that another version of the program
    continues with the same.
    """

    host: int
    modules: int
    edition: str
    edition_text: str | None
    listed: bool
    pace: Pace
    away_after: int
    bot_seed: str
    places: list[Place]
    edition_digest: str | None = None
    """The digest of the figures; None in logs older than this, where a built-in name means `UNPINNED`."""
    rules: int | None = None
    """The version of the rules; None in logs older than this, which follow the first."""
    lesson: str | None = None
    """At the table of a lesson: its whole file, so that it continues unchanged even if the lesson is rewritten."""
    daily: str | None = None
    """The day whose daily evening is played here."""
    counts: bool = False
    """Whether it is somebody's one attempt at it."""
    hints: bool | None = None
    """Whether hints were agreed on (or never are to be had); None: only for somebody alone with bots."""
    position: str | None = None
    """The position the game begins with, if it is not the beginning (docs/position.md)."""
    follows: str | None = None
    """The table of the finished game whose players play again here."""
    tried: Tried | None = None
    """Of which game that position is a moment."""


class Placed(Entry, frozen=True, tag="placed"):
    """Before the game: somebody sat down, got up, or the host planned the seat again."""

    seat: int
    place: Place


class KeyMade(Entry, frozen=True, tag="key"):
    """A link was made; `digest` is the SHA-256 of its key."""

    to: Literal["join", "watch", "seat"]
    digest: str
    seat: int | None = None


class Returned(Entry, frozen=True, tag="returned"):
    """A person came to their seat with another session, by their personal link."""

    seat: int
    session: int


class SentAway(Entry, frozen=True, tag="sent-away"):
    """Before the game: the host sent away the people in a seat; their sessions cannot come back to the table."""

    seat: int
    sessions: list[int]


class Voided(Entry, frozen=True, tag="voided"):
    """A personal link was made void, with those who came by it; `digest` belongs to the key that replaces it."""

    seat: int
    digest: str
    sessions: list[int]


class Closed(Entry, frozen=True, tag="closed"):
    """The host closed the table before the game, or the owner of the server at any time."""

    by_owner: bool = False


class Unlisted(Entry, frozen=True, tag="unlisted"):
    """The owner of the server took the table off the public list."""


class Renamed(Entry, frozen=True, tag="renamed"):
    """The owner of the server gave somebody another name."""

    seat: int
    name: str


class Forgotten(Entry, frozen=True, tag="forgotten"):
    """Somebody was forgotten: their name and chat are no longer in this log. A bot plays on
    where they sat."""

    session: int
    bot: str


class Watched(Entry, frozen=True, tag="watched"):
    """A session may watch."""

    session: int


class Began(Entry, frozen=True, tag="began"):
    """The game began, with this seed."""

    seed: str


class Played(Entry, frozen=True, tag="played"):
    """A decision, in the notation of records."""

    seat: int
    action: str


class Ahead(Entry, frozen=True, tag="ahead"):
    """A choice ahead: the action is played when the seat's turn comes. Without one, the seat takes its choice back."""

    seat: int
    action: str | None = None


class Hinted(Entry, frozen=True, tag="hinted"):
    """A seat got a hint after `move` decisions: 1 where to look, 2 the move, 3 the reasons."""

    seat: int
    move: int
    level: int


class Undone(Entry, frozen=True, tag="undone"):
    """A seat took back its last decision, which was free."""

    seat: int


class Asked(Entry, frozen=True, tag="asked"):
    """A seat asks everyone to go back to `move` decisions, across what they have shown."""

    seat: int
    move: int


class Answered(Entry, frozen=True, tag="answered"):
    """What a seat says to that."""

    seat: int
    yes: bool


class Rewound(Entry, frozen=True, tag="rewound"):
    """Everyone agreed; `move` decisions remain."""

    seat: int
    move: int


class HandedOver(Entry, frozen=True, tag="handed"):
    """A bot plays a person's seat. `by` is the seat that let it, when it was not the person's own."""

    seat: int
    bot: str
    by: int | None = None


class TakenBack(Entry, frozen=True, tag="taken"):
    """The person plays again."""

    seat: int


class Left(Entry, frozen=True, tag="left"):
    """The last connection of a seat's person ended, at this time (seconds since 1970)."""

    seat: int
    since: float


class Paced(Entry, frozen=True, tag="pace"):
    """How quickly bots play."""

    pace: Pace


class Said(Entry, frozen=True, tag="said"):
    """A line of chat."""

    seat: int
    text: str


class Ended(Entry, frozen=True, tag="ended"):
    """The game is over and its record is kept."""

    scores: list[int]


class Continued(Entry, frozen=True, tag="continued"):
    """The players of this finished game play again, at that table. Only the last of these entries counts."""

    table: str


Line = (
    Opened
    | Placed
    | KeyMade
    | Returned
    | SentAway
    | Voided
    | Closed
    | Unlisted
    | Renamed
    | Forgotten
    | Watched
    | Began
    | Played
    | Ahead
    | Hinted
    | Undone
    | Asked
    | Answered
    | Rewound
    | HandedOver
    | TakenBack
    | Left
    | Paced
    | Said
    | Ended
    | Continued
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def to_bytes(entry: Entry) -> bytes:
    """An entry as it is kept."""
    return _encoder.encode(entry)


def from_bytes(body: bytes) -> Line:
    """An entry as it was kept; raises ValueError when it cannot be read."""
    return _decoder.decode(body)
