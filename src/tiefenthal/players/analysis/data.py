"""The results of an analysis and a review as data: plain numbers and texts, ready for JSON. `words.py`, or any reader
of the JSON, puts them into sentences.
"""

from typing import Any

import msgspec

Value = int | float | str


class Outlook(msgspec.Struct, frozen=True):
    """What is expected for a seat at the end of the game. Scores lie within their ± in four games of five; the chance
    to win is within its ± of the true one in four positions of five (docs/analysis.md)."""

    score: float
    score_pm: float
    margin: float
    """To the best opponent."""
    margin_pm: float
    win: float
    """0 to 1."""
    win_pm: float


class Reason(msgspec.Struct, frozen=True):
    """A difference between what two options lead to. Each number is a difference between the two states, or what one
    of them has and the other has not."""

    code: str
    """Names the sentence: `reason.<code>` in the catalogue."""
    side: str
    """Which of the two it speaks for: "this" or "other"."""
    values: dict[str, Value]


class Option(msgspec.Struct, frozen=True):
    """An option of the seat: a whole turn, or one decision."""

    actions: list[str]
    """In the notation of records, in the order they are carried out."""
    worth: float
    """In points, by the strongest bot's evaluation: determines the order of the options."""
    outlook: Outlook
    reasons: list[Reason]
    """Against the best option; for the best one, against the second."""
    dice: list[int]
    """In the draft: the dice it most likely leads to, for which the reasons speak."""


class Analysis(msgspec.Struct, frozen=True):
    """The best options of a seat."""

    seat: int
    round: int
    phase: str
    question: str
    kind: str
    """"turn", "draft", "arrival" or "choice"."""
    budget: int
    seed: str
    options: list[Option]
    """The best first."""
    considered: int
    """How many options were compared; more than are listed."""
    evenings_left: int = 0
    """After the present one."""


class Hint(msgspec.Struct, frozen=True):
    """Help in three steps, to be shown one after the other."""

    nudge: str
    """Where to look: `hint.<nudge>` in the catalogue."""
    move: str
    """What to do now."""
    line: list[str]
    """That, and what follows from it."""
    outlook: Outlook
    reasons: list[Reason]
    """For it, against the second best."""
    other: list[str]
    """The second best; empty if there is none."""
    ahead: float
    """How much more it is worth than that, in points."""


# --- a review


class GradedDecision(msgspec.Struct, frozen=True):
    """A decision somebody made, and what it cost. A whole turn is one decision."""

    seat: int
    round: int
    phase: str
    kind: str
    ply: int
    """How many decisions of the record come before it."""
    played: list[str]
    best: list[str]
    """Empty if nothing is better than the move played."""
    cost: float
    """In points, to a tenth."""
    grade: str
    """"best", "good", "inaccuracy", "mistake" or "blunder"."""
    reasons: list[Reason]
    """For the best option, against the one played."""


class EveningLuck(msgspec.Struct, frozen=True):
    """What chance gave a seat in an evening compared with what was expected, in points of its final score."""

    seat: int
    round: int
    cards: float
    """Who came, and what staff."""
    dice: float
    """What was rolled, the others' takes included."""


class Standing(msgspec.Struct, frozen=True):
    """The chances to win after an evening, by seat. 0 is the beginning, when all have the same and nothing is expected
    yet; the last one is how it ended."""

    round: int
    chances: list[float]
    """In whole percents, which add up to 100; only even chances may not."""
    expected: list[float]
    """Final scores, as the judge expects them."""


class Accuracy(msgspec.Struct, frozen=True):
    """How well decisions of one kind were made. The costs of all phases add up to the cost of "all", and so do
    opening, middle and end."""

    of: str
    """A phase, such as "draft"; "opening", "middle" or "end"; "all"."""
    decisions: int
    accuracy: float
    """0 to 100, by the cost alone."""
    cost: float
    """In points, to a tenth: the sum of its decisions."""


class Costly(msgspec.Struct, frozen=True):
    """One of the costliest decisions of a seat, with the position as that seat could know it."""

    decision: GradedDecision
    position: dict[str, Any]


class SeatReview(msgspec.Struct, frozen=True):
    """What a review says about one seat."""

    seat: int
    name: str
    score: int
    accuracy: list[Accuracy]
    """All decisions first, then by phase, then by part of the game."""
    cost: float
    """Of all decisions together, in points."""
    luck: float
    """In points of the final score, cards and dice together."""
    costliest: list[Costly]


class Review(msgspec.Struct, frozen=True):
    """The review of a game."""

    players: int
    modules: int
    over: bool
    winners: list[int]
    complete: bool
    """False when the review was interrupted: then it covers only the parts that were done."""
    budget: int
    seed: str
    standings: list[Standing]
    seats: list[SeatReview]
    luck: list[EveningLuck]
    decisions: list[GradedDecision]


def as_json(what: msgspec.Struct) -> str:
    """For files and pages; the same data gives the same text."""
    return msgspec.json.format(msgspec.json.encode(what), indent=2).decode()
