"""Every action of the game, once.

An action is named by value, has one canonical text and one stable number; equal actions are the same object. The
table below is the whole vocabulary: adding to its end is allowed, reordering it is not, because records, search trees
and trained networks refer to the numbers.
"""

from typing import Final

from tiefenthal.engine.components.kinds import AREA_COUNT, AREA_NAMES, FIRST_REGULAR, TAVERN_KINDS, TAVERN_NAMES
from tiefenthal.engine.rules.spaces import (
    FIRST_TABLE,
    LAST_SPOT,
    MAX_TABLES,
    SINGLE_SPOTS,
    SPACE_COUNT,
    SPACE_NAMES,
    SPOT_COUNT,
    SPOT_NAMES,
    SPOT_OF,
    SPOT_SPACE,
)

# --- kinds of action, in the order of play
START: Final = 0  # take a start card (M4)
DISMISS: Final = 1  # remove a regular from the starting deck (M4)
CHOOSE: Final = 2  # a choice of the round track (A)
FLIP: Final = 3  # the free upgrade of round 8
DECLINE: Final = 4  # decline what may be declined
STAY: Final = 5  # keep the guests who came (B-6)
AGAIN: Final = 6  # send everyone home for a counter guest (B-6)
TAKE: Final = 7  # take a white die from the coaster (D)
PLACE: Final = 8  # put an unplaced die on a space (E, F)
MOVE: Final = 9  # move a die to another space (E, F)
BACK: Final = 10  # take a die back from its space (E)
TURN: Final = 11  # the juggler turns an unplaced die (M2)
READY: Final = 12
UNREADY: Final = 13
USE: Final = 14  # remove a die and take the yield of its space (F)
SWAP: Final = 15  # two placed dice change places (F)
BUY: Final = 16
UPGRADE: Final = 17
RECRUIT: Final = 18
NOBLES: Final = 19
COUNTER_GUEST: Final = 20  # a counter guest for one step on the monastery track (F-14)
BARD_SINGS: Final = 21  # a bard moves the reputation marker (M3)
ENTERTAIN: Final = 22  # schnapps for thalers or beer (M2)
ENTERTAIN_UPGRADE: Final = 23  # schnapps for an upgrade (M2)
ENTERTAIN_REMOVE: Final = 24  # schnapps to remove a guest (M2)
END: Final = 25
REMOVE: Final = 26  # service denied: remove the guest at a table
SCHNAPPS: Final = 27  # take schnapps rather than service denied (M3)
SIGN: Final = 28  # choose a column of the guest book (M5)
KEEP: Final = 29  # the juggler keeps a card for the top of the deck (M2)
KIND_COUNT: Final = 30

KIND_NAMES: Final = (
    "start", "dismiss", "choose", "flip", "decline", "stay", "again", "take", "place", "move", "back", "turn",
    "ready", "unready", "use", "swap", "buy", "upgrade", "recruit", "nobles", "counter-guest", "bard", "entertain",
    "entertain-upgrade", "entertain-remove", "end", "remove", "schnapps", "sign", "keep",
)  # fmt: skip

# Arguments of CHOOSE beyond the tavern kinds, which stand for themselves.
CHOOSE_GUEST: Final = 7
CHOOSE_DIE: Final = 8
CHOOSE_SIDE_1: Final = 9
CHOOSE_SIDE_2: Final = 10

FROM_PILE: Final = 0  # RECRUIT: the pile of 3-beer guests; 1 to 5 the places of the row
KEEP_TABLE: Final = FIRST_REGULAR  # KEEP: this plus a table's index for the guest there; below, a tavern kind
MAX_START_CARDS: Final = 7
MAX_REGULAR_PAY: Final = 9
MAX_RETURNED: Final = 16
MOST_LISTED: Final = 4096  # sets of spaces kept ready per spot


class Action:
    """One thing a player can do. Immutable; there is exactly one object per action, so `is` and `==` agree."""

    __slots__ = ("a", "b", "id", "kind", "text")

    id: int
    """Stable number, the same in every game and every build."""
    kind: int
    a: int
    b: int
    text: str
    """The canonical text, as it stands in records."""

    def __init__(self, number: int, kind: int, a: int, b: int, text: str) -> None:
        self.id = number
        self.kind = kind
        self.a = a
        self.b = b
        self.text = text  # last: from here on the object is frozen

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "text"):
            raise AttributeError("an Action cannot be changed")
        super().__setattr__(name, value)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Action {self.id}: {self.text}>"

    # Equality is identity, the default. Defining any comparison here would make `action in list` several times slower.
    def __hash__(self) -> int:  # the same in every process
        return self.id

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return action_by_id, (self.id,)


ACTIONS: Final[list[Action]] = []
_BY_TEXT: Final[dict[str, Action]] = {}


class NotAnActionError(ValueError):
    """The text or number names no action of this game."""


def _new(kind: int, a: int = 0, b: int = 0, words: str = "") -> Action:
    text = f"{KIND_NAMES[kind]} {words}" if words else KIND_NAMES[kind]
    action = Action(len(ACTIONS), kind, a, b, text)
    ACTIONS.append(action)
    _BY_TEXT[text] = action
    return action


def action_by_id(number: int) -> Action:
    """The action with this number."""
    if 0 <= number < len(ACTIONS):
        return ACTIONS[number]
    raise NotAnActionError(f"there is no action {number}; actions are numbered 0 to {len(ACTIONS) - 1}")


def parse_action(text: str) -> Action:
    """Read an action from its text; capitals, extra blanks and which die of a swap comes first do not matter."""
    found = _BY_TEXT.get(text)
    if found is None:
        words = text.lower().split()
        found = _BY_TEXT.get(" ".join(words))
        if found is None and len(words) == 3 and words[0] == KIND_NAMES[SWAP]:
            found = _BY_TEXT.get(f"{words[0]} {words[2]} {words[1]}")
    if found is None:
        raise NotAnActionError(f"{text[:60]!r} is not an action of this game")
    return found


class Targets:
    """What can be done with a die at one spot, listed for any set of spaces it could go to."""

    __slots__ = ("_first", "_listed", "_own", "_to", "bit")

    bit: int
    """Stands for the spot in a set of those that several dice can be at; 0 for a space that holds one die. Unplaced
    dice, of which there are most, have the lowest bits: Python keeps small numbers ready."""
    _listed: dict[int, list[Action]]
    _first: list[Action]
    _own: int
    _to: list[Action]

    def __init__(self, spot: int, first: list[Action], to: list[Action], own: int = -1) -> None:
        self._first = first  # what can be done wherever the die could go
        self._to = to  # putting it on each space
        self._own = own  # where it stands: it does not go there
        self.bit = 1 << LAST_SPOT - spot if spot >= SINGLE_SPOTS else 0
        self._listed = {}

    def list_for(self, spaces: int) -> list[Action]:
        """The actions for a set of spaces: areas first, then tables from left to right."""
        known = self._listed.get(spaces)
        if known is not None:
            return known
        found = self._first[:]
        for space in range(spaces.bit_length()):
            if spaces >> space & 1 and space != self._own:
                found.append(self._to[space])
        if len(self._listed) < MOST_LISTED:
            self._listed[spaces] = found
        return found


class Offers:
    """Where the rules put what a seat can do, in a stable order: into a list (`Listed`), or whatever else a reader of
    the rules makes of it without making a list first."""

    __slots__ = ()

    def append(self, action: Action) -> None:
        """Add a legal action."""
        raise NotImplementedError

    def extend(self, actions: list[Action]) -> None:
        """Add several legal actions."""
        raise NotImplementedError


class Listed(Offers):
    """Everything that is offered, as a list."""

    __slots__ = ("actions",)

    def __init__(self) -> None:
        self.actions: list[Action] = []

    def append(self, action: Action) -> None:
        """At the end of the list."""
        self.actions.append(action)

    def extend(self, actions: list[Action]) -> None:
        """At the end of the list."""
        self.actions.extend(actions)


# --- the table. Each constant below is one action or a list of them by argument.
START_WITH: Final = [_new(START, n, 0, str(n)) for n in range(1, MAX_START_CARDS + 1)]
DISMISS_REGULAR: Final = [
    [_new(DISMISS, die, pays, f"r{die}.{pays}") for pays in range(MAX_REGULAR_PAY + 1)] for die in range(1, 7)
]
CHOICES: Final = [
    _new(CHOOSE, what, 0, word)
    for what, word in enumerate([*TAVERN_NAMES[1:], "guest", "die", "side-1", "side-2"], start=1)
]
FLIP_AREA: Final = [_new(FLIP, area, 0, AREA_NAMES[area]) for area in range(AREA_COUNT)]
DECLINE_IT: Final = _new(DECLINE)
STAY_HERE: Final = _new(STAY)
AGAIN_PLEASE: Final = _new(AGAIN)
TAKE_DIE: Final = [_new(TAKE, face, 0, str(face)) for face in range(1, 7)]
TAKE_ANY_OF: Final = [[action for action in TAKE_DIE if faces >> action.a & 1] for faces in range(1 << 7)]
"""By a set of faces: taking a die of each of them."""
FACES: Final = 0b1111110
"""All faces of a die, as a set."""
PLACE_DIE: Final = [
    [_new(PLACE, face, space, f"{face} {SPACE_NAMES[space]}") for space in range(SPACE_COUNT)] for face in range(1, 7)
]
MOVE_DIE: Final = [
    [_new(MOVE, spot, space, f"{SPOT_NAMES[spot]} {SPACE_NAMES[space]}") for space in range(SPACE_COUNT)]
    for spot in range(SPOT_COUNT)
]
BACK_FROM: Final = [_new(BACK, spot, 0, SPOT_NAMES[spot]) for spot in range(SPOT_COUNT)]
TURN_DIE: Final = [[_new(TURN, face, to, f"{face} {to}") for to in range(1, 7)] for face in range(1, 7)]
READY_NOW: Final = _new(READY)
UNREADY_NOW: Final = _new(UNREADY)
USE_DIE: Final = [_new(USE, spot, 0, SPOT_NAMES[spot]) for spot in range(SPOT_COUNT)]
SWAP_DICE: Final[dict[int, Action]] = {
    one * SPOT_COUNT + two: _new(SWAP, one, two, f"{SPOT_NAMES[one]} {SPOT_NAMES[two]}")
    for one in range(SPOT_COUNT)
    for two in range(one + 1, SPOT_COUNT)
    if SPOT_SPACE[one] != SPOT_SPACE[two]
}  # by one * SPOT_COUNT + two, one < two
BUY_CARD: Final = [_new(BUY, kind, 0, TAVERN_NAMES[kind]) for kind in TAVERN_KINDS]
UPGRADE_AREA: Final = [
    [
        _new(UPGRADE, area, returned, f"{AREA_NAMES[area]} {returned}" if returned else AREA_NAMES[area])
        for returned in range(MAX_RETURNED + 1)
    ]
    for area in range(AREA_COUNT)
]
RECRUIT_GUEST: Final = [_new(RECRUIT, 0, 0, "pile")] + [_new(RECRUIT, n, 0, f"row{n}") for n in range(1, 6)]
RECRUIT_NOBLES: Final = [_new(NOBLES, n, 0, str(n)) for n in range(1, 4)]
SEND_COUNTER_GUEST: Final = _new(COUNTER_GUEST)
BARD_SONG: Final = _new(BARD_SINGS)
ENTERTAIN_THALERS: Final = _new(ENTERTAIN, 0, 0, "thalers")
ENTERTAIN_BEER: Final = _new(ENTERTAIN, 1, 0, "beer")
ENTERTAIN_AREA: Final = [_new(ENTERTAIN_UPGRADE, area, 0, AREA_NAMES[area]) for area in range(AREA_COUNT)]
ENTERTAIN_TABLE: Final = [_new(ENTERTAIN_REMOVE, i, 0, SPACE_NAMES[FIRST_TABLE + i]) for i in range(MAX_TABLES)]
END_SERVING: Final = _new(END)
REMOVE_FROM: Final = [_new(REMOVE, i, 0, SPACE_NAMES[FIRST_TABLE + i]) for i in range(MAX_TABLES)]
TAKE_SCHNAPPS: Final = _new(SCHNAPPS)
SIGN_COLUMN: Final = [_new(SIGN, column, 0, str(column + 1)) for column in range(4)]
KEEP_STAFF: Final = [_new(KEEP, kind, 0, TAVERN_NAMES[kind]) for kind in TAVERN_KINDS]
KEEP_SITTING: Final = [_new(KEEP, KEEP_TABLE + i, 0, SPACE_NAMES[FIRST_TABLE + i]) for i in range(MAX_TABLES)]


# --- what can be done with a die: with one on the board by its space and its face, with an unplaced one by its face


def _by_place(first: list[Action]) -> list[list[Targets]]:
    at = [Targets(spot, [first[spot]], MOVE_DIE[spot], SPOT_SPACE[spot]) for spot in range(SPOT_COUNT)]
    return [[at[SPOT_OF[(space + 1) * 7 + face]] for face in range(7)] for space in range(SPACE_COUNT)]


PLANNING_MOVES: Final = _by_place(BACK_FROM)
SERVING_MOVES: Final = _by_place(USE_DIE)
PLACINGS: Final = [Targets(SPOT_OF[face], [], PLACE_DIE[face - 1]) for face in range(7)]
