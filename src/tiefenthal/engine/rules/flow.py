"""The skeleton of the sequence of play: steps, options, effects, and the named points at which modules join in.

- A **step** is one phase of the round (or of the setup) that players decide in. `round.py` lists them in order.
- An **option** is one group of actions inside planning or serving (use a die, buy, upgrade ...).
- An **effect** is something pushed on the stack of tasks: resolved at once, or a question to a seat.
- The **points** are lists of small functions the base chapters call at named moments. The base chapters never name a
  module; `round.py` fills the points with what the modules in play add.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tiefenthal.engine.rules.actions import KIND_COUNT, Action, Offers
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.refusal import Refusal, refuse

if TYPE_CHECKING:
    from tiefenthal.engine.rules.state import Player, State

SeatHook = Callable[["State", int], None]


class Step:
    """A phase in which seats decide. `State.waiting` holds the seats it still waits for; when that is empty, and no
    task is left, the next step begins."""

    __slots__ = ()

    name: str = ""
    letter: str = ""
    rule: str = "S-1"  # the rule that says what can be done in this step
    question: str = ""  # what a seat is asked: the name of the question
    simultaneous: bool = False

    def begin(self, s: "State", luck: Luck) -> None:
        """Do what happens by itself and set `s.waiting`."""
        raise NotImplementedError

    def offer(self, s: "State", seat: int, out: Offers, changes: bool) -> None:
        """Append what the seat can do now, in a stable order. Without `changes`, less what only changes a plan already
        made (`changes.py`): moving, swapping and taking back need not be looked for."""

    def candidates(self, s: "State", seat: int) -> list[Action]:
        """What lies before the seat to be pointed at, possible or not, in a stable order."""
        return []

    def why_not(self, s: "State", seat: int, action: Action) -> Refusal | None:
        """Why the seat cannot do this; None if it can."""
        return refuse("S-1", "nobody-decides")

    def do(self, s: "State", seat: int, action: Action, luck: Luck) -> None:
        """Carry out a legal action."""
        raise NotImplementedError


class Option:
    """A group of actions within planning or serving."""

    __slots__ = ()

    kinds: tuple[int, ...] = ()
    rule: str = "F-5"  # the rule that says when it can be done

    def offer(self, s: "State", p: "Player", out: Offers, changes: bool) -> None:
        """Append what this player can do now, in a stable order, with changes of the plan or without."""
        raise NotImplementedError

    def candidates(self, s: "State", seat: int) -> list[Action]:
        """What lies before the seat to be pointed at, possible or not, in a stable order."""
        return []

    def why_not(self, s: "State", seat: int, action: Action) -> Refusal | None:
        """Why the seat cannot do this; None if it can."""
        raise NotImplementedError

    def do(self, s: "State", seat: int, action: Action) -> None:
        """Carry out a legal action."""
        raise NotImplementedError


class Effect:
    """Something on the stack of tasks. An automatic effect is resolved at once; a question waits for its seat."""

    __slots__ = ()

    name: str = ""
    rule: str = "R-7"  # the rule that says how the question is answered
    question: str = ""  # the name of the question the seat is asked; empty for an automatic effect

    def resolve(self, s: "State", seat: int, arg: int, luck: Luck) -> None:
        """Carry out an automatic effect; it has left the stack."""
        raise NotImplementedError

    def asks(self, s: "State", seat: int, arg: int) -> bool:
        """Whether a question has any possible answer; without one it lapses (A-10)."""
        return False

    def asked(self, s: "State") -> str:
        """The name of the question as it stands now."""
        return self.question

    def offer(self, s: "State", seat: int, arg: int, out: Offers) -> None:
        """Append the possible answers, in a stable order."""

    def candidates(self, s: "State", seat: int) -> list[Action]:
        """Answers that lie before the seat to be pointed at, possible or not, in a stable order."""
        return []

    def why_not(self, s: "State", seat: int, arg: int, action: Action) -> Refusal | None:
        """Why this is no possible answer; None if it is."""
        raise NotImplementedError

    def answer(self, s: "State", seat: int, arg: int, action: Action) -> None:
        """Carry out the answer; the question has left the stack."""
        raise NotImplementedError


class TrackSpace:
    """A kind of space on the round track that a module brings. Its choices are arguments of CHOOSE."""

    __slots__ = ()

    rule: str = "A-1"

    def choices(self) -> list[int]:
        """What can be chosen."""
        raise NotImplementedError

    def refusal(self) -> Refusal:
        """Why anything else cannot be chosen."""
        raise NotImplementedError

    def take(self, s: "State", seat: int, amount: int, chosen: int) -> None:
        """What was chosen takes effect; `amount` comes from the packed space."""
        raise NotImplementedError


class MoveCheck:
    """Somebody who watches dice being moved during a serving. A move is told as the change it makes to the thalers
    and the beer of the plan."""

    __slots__ = ()

    def least(self, p: "Player") -> int:
        """The plan's count must not fall below this; 0 when nothing binds."""
        raise NotImplementedError

    def count_after(self, p: "Player", thalers: int, beer: int) -> int:
        """The plan's count after such a move."""
        raise NotImplementedError

    def refusal(self, p: "Player") -> Refusal:
        """Why a move that lets the count fall too low is refused."""
        raise NotImplementedError

    def moved(self, s: "State", seat: int, thalers: int, beer: int) -> None:
        """Such a move was made."""
        raise NotImplementedError


# --- effects, by number. The stack holds these numbers.
BONUS: Final = 0  # a packed bonus
MONASTERY_STEPS: Final = 1  # that many steps
SERVICE_DENIED: Final = 2
TAKE_CHOICE: Final = 3  # what the seat chose from the round track
CREDIT_BARBACKS: Final = 4
FINISH_SERVING: Final = 5
REPUTATION_STEPS: Final = 6
TOAST: Final = 7  # schnapps or service denied
SIGNATURE: Final = 8  # a signature in a column
CHOOSE_COLUMN: Final = 9
ROW_NOBLE: Final = 10  # the noble for a completed row of the guest book
START_ITEM: Final = 11  # one item of a start card
DISMISS_REGULARS: Final = 12
DECK_SHUFFLE: Final = 13  # the starting deck is complete
EFFECT_COUNT: Final = 14


class Points:
    """The named points of the sequence of play. Empty lists in the basic game."""

    __slots__ = (
        "board_laid_out", "end_points", "gained_free", "guest_opened", "guest_recruited", "moon_moved",
        "move_check", "serving_begins", "serving_ends", "track_spaces",
    )  # fmt: skip

    def __init__(self) -> None:
        self.board_laid_out: list[Callable[[State], None]] = []
        """The common supply is laid out."""
        self.moon_moved: list[Callable[[State], None]] = []
        """The moon has moved on, before the bonus of the space."""
        self.track_spaces: dict[int, TrackSpace] = {}
        """Spaces of the round track beyond the basic ones, by what they give."""
        self.serving_begins: list[SeatHook] = []
        """A seat's serving begins; whatever is pushed here is resolved before the first action."""
        self.move_check: MoveCheck | None = None
        """Dice move while guests are served: whether they may, and what follows."""
        self.serving_ends: list[SeatHook] = []
        """Stores have been counted."""
        self.guest_opened: list[Callable[[State, int], None]] = []
        """(state, place) a guest lies newly open: 0 the pile, n place n of the row."""
        self.guest_recruited: list[Callable[[State, int, int, int], None]] = []
        """(state, seat, guest, signed) a guest was recruited with beer; pushed below the guest's bonus."""
        self.gained_free: list[Callable[[State, int], None]] = []
        """(state, signed) a guest was taken as a bonus of the round track."""
        self.end_points: list[Callable[[State, int], int]] = []
        """Points at the end of the game beyond those on the cards."""


class Flow:
    """The sequence of play for one number of modules: the steps in order, the options of planning and serving, the
    effects, and the points."""

    __slots__ = (
        "effects", "first_evening", "planning", "planning_by_kind", "points", "serving", "serving_by_kind", "steps",
    )  # fmt: skip

    steps: list[Step]
    first_evening: int  # the step with which every round begins
    effects: list[Effect]
    planning: list[Option]
    serving: list[Option]
    planning_by_kind: list[Option | None]
    serving_by_kind: list[Option | None]
    points: Points

    def __init__(
        self,
        steps: list[Step],
        first_evening: int,
        effects: list[Effect],
        planning: list[Option],
        serving: list[Option],
        points: Points,
    ) -> None:
        self.steps = steps
        self.first_evening = first_evening
        self.effects = effects
        self.planning = planning
        self.serving = serving
        self.planning_by_kind = by_kind(planning)
        self.serving_by_kind = by_kind(serving)
        self.points = points


def by_kind(options: list[Option]) -> list[Option | None]:
    """The option that handles each kind of action."""
    table: list[Option | None] = [None] * KIND_COUNT
    for option in options:
        for kind in option.kinds:
            table[kind] = option
    return table
