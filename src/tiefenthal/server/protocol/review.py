"""Reviews of games, and hints, over HTTP (docs/analysis.md)."""

from typing import Annotated, Literal

import msgspec

from tiefenthal.server.protocol.board import Board, Figures
from tiefenthal.server.protocol.parts import Part, Ply, Seat, TableId

ReviewId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{40}$", description="names what is reviewed, by its content")]
LanguageCode = Annotated[str, msgspec.Meta(min_length=2, max_length=20)]


class ReviewWanted(Part, frozen=True):
    """What to review: a finished game of this server, or the text of a record."""

    game: TableId | None = None
    record: Annotated[str, msgspec.Meta(max_length=500_000)] | None = None


class ReviewedDecision(Part, frozen=True):
    """A decision somebody made, and what it cost. A whole turn is one decision."""

    seat: Seat
    round: int
    phase: str
    kind: str
    """`turn`, `draft`, `arrival` or `choice`."""
    ply: Ply
    """How many decisions of the record come before it."""
    cost: float
    """In points, to a tenth; the one scale of a review, from which grades and accuracy follow."""
    grade: str
    """`best`, `good`, `inaccuracy`, `mistake` or `blunder`."""


class CostlyDecision(Part, frozen=True):
    """One of the costliest decisions of a seat, in words."""

    decision: ReviewedDecision
    played: list[str]
    """What was done, step by step; for a turn only the actions that the better one does not have."""
    better: list[str]
    reasons: list[str]
    """Sentences: what the better one has, and what the one that was played has."""


class ReviewedLuck(Part, frozen=True):
    """What chance gave a seat in an evening compared with what was expected, in points of its final score."""

    seat: Seat
    round: int
    cards: float
    dice: float


class ReviewStanding(Part, frozen=True):
    """The chances to win after an evening, by seat; 0 is the beginning."""

    round: int
    chances: list[float]
    """In whole percents, which add up to 100."""
    expected: list[float]
    """Final scores, as the judge expects them."""


class ReviewAccuracy(Part, frozen=True):
    """How well decisions of one kind were made. The costs of all phases add up to the cost of `all`, and so do
    `opening`, `middle` and `end`."""

    of: str
    """`all`, a phase, or `opening`, `middle` and `end`."""
    decisions: int
    accuracy: float
    """0 to 100: 100, less 1 for every two points of `cost`."""
    cost: float


class ReviewedSeat(Part, frozen=True):
    """What is said about one seat."""

    seat: Seat
    name: str
    score: int
    accuracy: list[ReviewAccuracy]
    cost: float
    luck: float
    costliest: list[CostlyDecision]


class Reviewed(Part, frozen=True):
    """The review of a game, as far as it is done."""

    players: int
    modules: int
    over: bool
    winners: list[Seat]
    plies: int
    rounds: int
    """Evenings of a whole game."""
    budget: int
    """How much work went into it, in percent of the strongest bot's."""
    standings: list[ReviewStanding]
    seats: list[ReviewedSeat]
    luck: list[ReviewedLuck]
    decisions: list[ReviewedDecision]
    hints: list[int] = msgspec.field(default_factory=list)
    """By seat: at how many decisions a hint was asked for."""


class ReviewState(Part, frozen=True):
    """The progress of a review. It continues only while somebody polls it."""

    id: ReviewId
    state: Literal["waiting", "thinking", "done", "failed"]
    done: int
    wanted: int
    """Parts: what a seat did in an evening. 0 before the record has been read."""
    game: TableId | None
    """The game of this server that it is about."""
    review: Reviewed | None
    problem: str | None = None
    """Why there is none, or only a part."""


class MomentStep(Part, frozen=True):
    """A step on the way, and the table after it."""

    words: str
    board: Board


class ReviewMoment(Part, frozen=True):
    """One of the costliest decisions, in detail: the table before it, what was done, and what was better."""

    seat: Seat
    ply: Ply
    names: list[str]
    figures: Figures
    before: Board
    played: list[MomentStep]
    better: list[MomentStep]


class Onward(Part, frozen=True):
    """A table to play on from a position of a reviewed game, at one of its seats. What that seat could not know then is
    drawn again."""

    ply: Ply
    seat: Seat


class HintWanted(Part, frozen=True):
    """A hint for a seat of mine, at this ply."""

    seat: Seat
    ply: Ply
    level: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    """1: where to look; 2: the move too; 3: with what is expected of it, and why."""
    language: LanguageCode = "en"


class Hint(Part, frozen=True):
    """What the strongest bot would do, as far as the seat may know the table."""

    ply: Ply
    level: int
    kind: str
    """`turn`, `draft`, `arrival` or `choice`."""
    look: str
    """Where to look, as a word for programs: `areas`, `staff`, `guests`, `nobles`, `monastery`, `dice` …"""
    nudge: str
    actions: list[str]
    """From level 2 on: the actions, in the notation of records."""
    steps: list[str]
    """The same in words."""
    outlook: str
    """At level 3: what is expected at the end."""
    reasons: list[str]
