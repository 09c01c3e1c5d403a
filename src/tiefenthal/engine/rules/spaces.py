"""The action spaces of a tavern, and where a die can stand.

A *space* takes dice: cashbox, barrel, brewer, monk and every table. A *spot* names one die on the board: the space
alone where it holds one die, the space and the face where it may hold several (`brewer:6`). Unplaced dice have spots
too, one per face, so that equal dice have equal spots. A set of spaces is an integer with one bit per space, and "where
could this die go" is a handful of bit operations.
"""

from typing import Final

CASHBOX: Final = 0
BARREL: Final = 1
BREWER_SPACE: Final = 2
MONK: Final = 3
FIRST_TABLE: Final = 4
MAX_TABLES: Final = 20  # 4 of the tavern and 16 table cards
SPACE_COUNT: Final = 24

TRAY: Final = -1  # a die not placed
USED: Final = -2  # a die used this round

AREA_SPACES: Final = 15  # the four spaces that are not tables
MANY_DICE: Final = (1 << BREWER_SPACE) | (1 << MONK)  # spaces that take any number of dice
FILLED: Final = [1 << space & ~MANY_DICE for space in range(SPACE_COUNT)]
"""What is no longer vacant once a die stands on a space: the space, as a set, or none where it takes any number."""
STAYS_VACANT: Final = [~filled for filled in FILLED]
"""All that can still be vacant then."""

SPACE_NAMES: Final = ["cashbox", "barrel", "brewer", "monk"] + [f"t{number}" for number in range(1, MAX_TABLES + 1)]

# What a space asks of a die: 1 to 6 a value, ANY any value, ONE_OR_SIX a 1 or a 6.
ANY: Final = 0
ONE_OR_SIX: Final = 7
NO_WAY: Final = 99
AREA_ASKS: Final = [ANY, ANY, ONE_OR_SIX, 5]  # cashbox, barrel, brewer, monk


def _dishwashers_needed(face: int, asked: int) -> int:
    if asked == ANY:
        return 0
    if asked == ONE_OR_SIX:
        return 0 if face == 1 else 6 - face
    return asked - face if asked >= face else NO_WAY


# NEED[face][asked]: dishwashers that make a die of this face fit (E-4), NO_WAY where none can.
NEED: Final[list[list[int]]] = [
    [_dishwashers_needed(face, asked) if face else NO_WAY for asked in range(8)] for face in range(7)
]

# By value: which of the four areas take a die counting as that value.
AREA_FITS: Final[list[int]] = [
    sum([1 << space for space, asked in enumerate(AREA_ASKS) if NEED[value][asked] == 0]) for value in range(7)
]

# --- spots
SPOT_COUNT: Final = 34  # on the board; the six of the tray come after them
LAST_SPOT: Final = 39  # of those of the tray
SINGLE_SPOTS: Final = 22  # of these, spaces that hold one die; they come first
SPOT_SPACE: Final[list[int]] = []
SPOT_FACE: Final[list[int]] = []  # 0 where the space holds one die and names it alone
SPOT_NAMES: Final[list[str]] = []
SPOT_OF: Final[list[int]] = [0] * (SPACE_COUNT * 7 + 7)  # by (place + 1) * 7 + face, the place being TRAY or a space


def _number_the_spots() -> None:
    for space in range(SPACE_COUNT):
        if MANY_DICE >> space & 1:
            continue
        for face in range(7):
            SPOT_OF[(space + 1) * 7 + face] = len(SPOT_SPACE)
        SPOT_SPACE.append(space)
        SPOT_FACE.append(0)
        SPOT_NAMES.append(SPACE_NAMES[space])
    for space in (BREWER_SPACE, MONK):
        for face in range(1, 7):
            SPOT_OF[(space + 1) * 7 + face] = len(SPOT_SPACE)
            SPOT_SPACE.append(space)
            SPOT_FACE.append(face)
            SPOT_NAMES.append(f"{SPACE_NAMES[space]}:{face}")
    for face in range(1, 7):
        SPOT_OF[face] = SPOT_COUNT + face - 1


_number_the_spots()
