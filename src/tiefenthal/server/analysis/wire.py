"""What travels between the server and the processes that analyse: questions and answers, each a line of JSON.

Nothing here loads the analysis itself: the server only passes on its answers.
"""

from typing import Final

import msgspec

from tiefenthal.server.protocol.review import Hint, Reviewed, ReviewMoment

LONGEST_ANSWER: Final = 16 << 20
"""Bytes; the review of a long game of four has a hundredth of it."""


class Ask(msgspec.Struct, frozen=True, tag_field="ask"):
    """A question to a process that analyses."""


class Open(Ask, frozen=True, tag="open"):
    """What parts has the review of this record, and what can be said at once?"""

    record: str
    budget: int


class Look(Ask, frozen=True, tag="look"):
    """Asks for one more part of an analysis."""

    record: str
    budget: int
    unit: tuple[int, int]
    parts: list[msgspec.Raw]
    """Those there are already."""


class Show(Ask, frozen=True, tag="show"):
    """A decision to show: what was done, and the better alternative."""

    record: str
    ply: int
    best: list[str]
    language: str


class From(Ask, frozen=True, tag="from"):
    """The position before a decision, for a seat to play on from; the seed draws again what it could not know."""

    record: str
    ply: int
    seat: int
    seed: str


class Advise(Ask, frozen=True, tag="advise"):
    """A hint. It uses only `view`, the same bytes that a bot gets for a choice (`bots/wire.py`)."""

    view: msgspec.Raw
    edition: str
    """The text of the figures."""
    budget: int
    language: str


Question = Open | Look | Show | From | Advise


class Texts(msgspec.Struct, frozen=True):
    """A costly decision in the words of one language."""

    played: list[str]
    better: list[str]
    reasons: list[str]


class Opened(msgspec.Struct, frozen=True):
    """A record that can be reviewed."""

    units: list[tuple[int, int]]
    review: Reviewed


class Looked(msgspec.Struct, frozen=True):
    """One part, and the review so far. `texts` has its costly decisions by ply and language, `best` what was better by
    ply, in the notation of records."""

    part: msgspec.Raw
    review: Reviewed
    texts: dict[int, dict[str, Texts]]
    best: dict[int, list[str]]


class Placed(msgspec.Struct, frozen=True):
    """A position to play on from."""

    position: str
    modules: int
    names: list[str]
    rules: int
    edition_text: str | None
    """None for built-in figures."""
    edition: str
    edition_digest: str
    round: int
    points: list[int]
    """By seat, there."""
    scores: list[int]
    """By seat, at the end of the record; empty if it does not reach one."""


class Failed(msgspec.Struct, frozen=True, tag="failed", tag_field="answer"):
    """It cannot be answered: a word for programs, and why."""

    code: str
    words: str
    said: dict[str, str] = {}
    """The same by language."""


ANSWERS: Final[dict[type[Ask], type]] = {Open: Opened, Look: Looked, Show: ReviewMoment, From: Placed, Advise: Hint}
"""What each question is answered with, unless it is `Failed`."""
