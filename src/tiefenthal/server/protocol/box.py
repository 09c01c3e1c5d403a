"""Entering the figures of your own box, and how a table's figures differ from the usual ones."""

from typing import Annotated, Literal

import msgspec

from tiefenthal.server.protocol.board import Bonus
from tiefenthal.server.protocol.parts import Modules, Part

MOST_ANSWERS = 600
LONGEST_TITLE = 60

FieldId = Annotated[str, msgspec.Meta(max_length=60, description="a figure, such as `areas.cashbox.price`")]
Answer = (
    Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
    | Annotated[str, msgspec.Meta(max_length=80, description="what a space gives, in the words of edition files")]
)
AnswersById = Annotated[dict[FieldId, Answer], msgspec.Meta(max_length=MOST_ANSWERS)]


class BoxChoice(Part, frozen=True):
    """Something that can stand on a space or a card."""

    words: str
    """The answer for it; `{n}` is filled with the amount."""
    bonus: Bonus | None
    """The same for clients with their own words, with an amount of 1; None for nothing."""
    most: int
    """The largest amount; 0 if it has no amount."""
    pair: bool
    """Whether two of these can share a space as a choice, with ` | ` between them."""


class BoxField(Part, frozen=True):
    """A figure that can be entered from one's own box."""

    id: FieldId
    what: str
    """Which figure of its component: `price`, `discount`, `points`, `die`, `pays`, `bonus`, `cost`, `space`,
    `schnapps` or `cell`."""
    asked: bool
    """Whether only a box can tell; otherwise it is known, and `given`."""
    given: int | str | None
    source: str
    """The reference edition's source for it."""
    low: int
    high: int
    """The bounds of a number."""
    choices: str | None
    """The list to choose from; None for a number."""
    follows: FieldId | None
    """The figure that this one is equal to unless it is entered itself."""


class BoxRow(Part, frozen=True):
    """A component, or a space of a board."""

    what: Literal["card", "area", "regular", "guest", "all", "space", "evening", "way", "ring", "book"]
    name: str
    """Of a card or an area."""
    number: int
    fields: list[BoxField]
    module: Modules
    """The first one it is needed for."""


class BoxStep(Part, frozen=True):
    """Figures that are entered together."""

    id: str
    drawing: str
    """Which component it is."""
    cost: int
    """Of the guests in question, in beer; 0 for everything else."""
    rows: list[BoxRow]


class BoxForm(Part, frozen=True):
    """Everything that only the owner of a box can tell, and what is already known."""

    steps: list[BoxStep]
    choices: dict[str, list[BoxChoice]]
    columns: list[str]
    """Of the guest book."""
    longest_title: int


class BoxAnswers(Part, frozen=True):
    """What was entered so far."""

    answers: AnswersById
    whole: bool = False
    """Whether to check incomplete steps too."""


class BoxProblem(Part, frozen=True):
    """What is wrong with a figure: a code, for which clients have a sentence, and the values of the sentence."""

    field: FieldId
    code: str
    values: dict[str, int | str]


class BoxVerdict(Part, frozen=True):
    """What is wrong, and how many figures are not entered yet."""

    problems: list[BoxProblem]
    left: int


class BoxFile(Part, frozen=True):
    """Somebody else's edition file, and what was entered here so far."""

    text: Annotated[str, msgspec.Meta(max_length=60_000)]
    answers: AnswersById


class BoxFriend(Part, frozen=True):
    """What that file says, read off a box."""

    title: str
    answers: dict[str, int | str]
    """Their cards stand in the places of the cards entered here that they look most like."""


class BoxDraft(Part, frozen=True):
    """A box to keep as an edition."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TITLE)]
    answers: AnswersById


class BoxEdition(Part, frozen=True):
    """The edition of my box, as the server keeps it."""

    name: str
    title: str
    digest: str
    text: str
    """The edition's file."""
    left: int
    """How many figures are still those of the reference edition, though only a box can tell them."""
    answers: dict[str, int | str]


class MyBox(Part, frozen=True):
    """What is kept of my box, if anything is."""

    edition: BoxEdition | None


class FigureDifference(Part, frozen=True):
    """A figure that differs from the usual one."""

    part: str
    """`supply`, `cards`, `areas`, `noble`, `monastery`, `summer`, `winter`, `entertainers`, `ring`, `start`, `book`."""
    name: str
    """Of a card, an area, an entertainer or a supply."""
    number: int
    """Of a space, an evening, a start card, a row of the guest book, a side of an entertainer."""
    column: int
    what: str
    here: int | list[Bonus]
    """A number, or what a space gives: several for a choice or a list, none for nothing."""
    usual: int | list[Bonus]


class CardDifference(Part, frozen=True):
    """A regular (cost 0) or guest with more or fewer copies than usual."""

    cost: int
    die: int
    pays: int
    points: int
    bonus: Bonus | None
    module: int
    here: int
    usual: int


class EditionDifferences(Part, frozen=True):
    """An edition compared with the built-in one."""

    name: str
    title: str
    digest: str
    house: int
    """How many of its figures are ours and not read off a box."""
    figures: list[FigureDifference]
    cards: list[CardDifference]
