"""The words of the box as small integers.

Everything the engine counts, compares and copies in its inner loops is one of these. The numbers are part of the
public interface (records use names, but observations and action ids use numbers), so they are never reordered.
"""

from typing import Final

# --- card kinds. The tavern cards stand in the order of the display, by ascending price. A guest or regular kind is a
# number from FIRST_REGULAR on, given out by the edition; cards of one kind are interchangeable.
NO_CARD: Final = 0
BARD: Final = 1
BARBACK: Final = 2
DISHWASHER: Final = 3
SERVER: Final = 4
TABLE: Final = 5
BREWER: Final = 6
NOBLE: Final = 7
FIRST_REGULAR: Final = 8

TAVERN_KINDS: Final = (BARD, BARBACK, DISHWASHER, SERVER, TABLE, BREWER)
TAVERN_NAMES: Final = ("", "bard", "barback", "dishwasher", "server", "table", "brewer")

# --- the nine areas of a tavern that can be upgraded, in the order of S-5
TABLES_AREA: Final = 0
SERVER_AREA: Final = 1
CASHBOX_AREA: Final = 2
MONK_AREA: Final = 3
DISHWASHER_AREA: Final = 4
SAFE_AREA: Final = 5
BARREL_AREA: Final = 6
BREWER_AREA: Final = 7
STORAGE_AREA: Final = 8
AREA_COUNT: Final = 9
AREA_NAMES: Final = (
    "tables",
    "server",
    "cashbox",
    "monk",
    "dishwasher",
    "safe",
    "barrel",
    "brewer",
    "beer_storage",
)

# --- things a space, a card or a signature can give. A bonus is one integer: what << 8 | how much (or which card, which
# area, which entertainer). 0 is "nothing".
NOTHING: Final = 0
GIVES_CARD: Final = 1  # a tavern card of kind n, on top of the deck
GIVES_THALERS: Final = 2
GIVES_MONASTERY: Final = 3  # n steps
GIVES_SERVICE_DENIED: Final = 4
GIVES_NOBLE: Final = 5
GIVES_SCHNAPPS: Final = 6
GIVES_REPUTATION: Final = 7  # n steps
# only on the round track
GIVES_COUNTER_GUEST: Final = 8
GIVES_GUEST: Final = 9  # the top 3-beer guest
GIVES_DIE: Final = 10  # a die of the seat's colour, rolled now
GIVES_FREE_UPGRADE: Final = 11
GIVES_ENTERTAINER: Final = 12  # entertainer n
# only on start cards
GIVES_AREA: Final = 13  # area n upgraded, without a noble
GIVES_DISMISSAL: Final = 14  # remove n regulars
GIVES_BEER: Final = 15  # beer storage filled to n
# only on the reputation ring
RING_POINTS: Final = 16  # a numbered space worth n points
RING_TOAST: Final = 17  # the schnapps space with the choice of service denied
RING_CROWN: Final = 18
RING_SIGNATURE: Final = 19

# --- entertainers (module 2), in the order in which they arrive
MONEY: Final = 0
FIRE: Final = 1
JUGGLER: Final = 2
ENTERTAINER_NAMES: Final = ("money", "fire", "juggler")


def bonus(what: int, amount: int = 1) -> int:
    """Pack a bonus: what it is and how much of it (or which)."""
    return what << 8 | amount


def bonus_what(code: int) -> int:
    """What a packed bonus gives."""
    return code >> 8


def bonus_amount(code: int) -> int:
    """How much a packed bonus gives (or which card, area, entertainer)."""
    return code & 255
