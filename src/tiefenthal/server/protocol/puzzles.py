"""Puzzles: the list, a turn being played, and what it is worth. The server stores nothing: the client sends all actions
of the turn each time.
"""

from typing import Annotated, Literal

import msgspec

from tiefenthal.server.protocol.board import Figures
from tiefenthal.server.protocol.frames import Update
from tiefenthal.server.protocol.parts import Modules, Part, Ply, Seat

MOST_ACTIONS = 300

PuzzleId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{8}$", description="follows from the position")]
PuzzleActions = Annotated[list[Annotated[str, msgspec.Meta(max_length=60)]], msgspec.Meta(max_length=MOST_ACTIONS)]


class PuzzleInfo(Part, frozen=True):
    """A puzzle, as it is listed."""

    id: PuzzleId
    kind: Literal["turn", "draft"]
    theme: str
    grade: Annotated[int, msgspec.Meta(ge=1, le=5)]
    """The weakest level that finds the answer, 1 for the Apprentice; 5 where none does."""
    modules: Modules
    players: int
    round: int


class PuzzlePicture(Part, frozen=True):
    """What a small picture of a puzzle shows: the mover's tables and the dice."""

    seat: Seat
    tables: list[int]
    """The guests at them, as places in `cards` of the list."""
    white: str
    """The faces of the white dice that are there already, such as `146`."""
    own: str
    """Those of the seat's own colour."""
    coaster: str
    """Where a die is to be taken, what lies on the coaster; else empty."""


class Puzzles(Part, frozen=True):
    """Those of the collection, by module and from easy to hard. Those of earlier ones are found by id alone."""

    puzzles: list[PuzzleInfo]
    pictures: list[PuzzlePicture]
    """Of each of them, in the same order."""
    cards: list[str]
    """What the pictures show, each once."""
    today: PuzzleId | None
    """The puzzle of the day, by UTC: the same for everybody."""


class PuzzleTable(Part, frozen=True):
    """The table of a puzzle, before anything is done."""

    info: PuzzleInfo
    seat: Seat
    figures: Figures
    edition: str
    digest: str
    older: bool
    """Whether it has the figures of an earlier built-in edition."""


class PuzzleAttempt(Part, frozen=True):
    """A turn as far as it has been played."""

    actions: PuzzleActions
    ply: Ply = 0
    """The number for the update; clients count by themselves."""


class PuzzleMoment(Part, frozen=True):
    """How it stands after these actions."""

    update: Update
    over: bool
    """Whether the turn has been played out."""


class PuzzleAnswer(Part, frozen=True):
    """A finished turn, to be judged."""

    actions: PuzzleActions | None
    """None to give up and ask for the answer."""
    language: Annotated[str, msgspec.Meta(max_length=20)] = "en"
    """Of the sentences."""


class PuzzleVerdict(Part, frozen=True):
    """What a turn is worth against the best one."""

    result: Literal["best", "nearly", "not", "shown"]
    """`shown`: nothing was played."""
    cost: float
    """Points lost by it."""
    margin: float
    """By which the answer is ahead of the second best."""
    answer: list[str]
    """The best turn, action by action, in words."""
    mine: list[str]
    """What was played."""
    reasons: list[str]
    """Why the answer is better, in sentences."""
    found: list[int]
    """In how many percent of their tries the levels find the answer, the weakest first."""
