"""How a judge thinks otherwise than the outlook: so many points more or less for each trait of a tavern.

The outlook guides every search, whoever judges what is found. A judge who thinks otherwise about a card or an area
would never be shown the turns it likes best; with a leaning the outlook follows it there. Whoever knows the judge finds
the figures (`bots/neural/follower.py`).
"""

from typing import Final

from tiefenthal.bots.turn.tavern import Tavern
from tiefenthal.components.kinds import AREA_COUNT, FIRST_REGULAR

TRACK: Final = 32  # spaces of the monastery track, and more than enough
RING: Final = 16
COLUMNS: Final = 4  # of the guest book

# Where each trait stands in a list of them.
ALWAYS: Final = 0
SITTERS: Final = 1
PAY: Final = 2
POINTS: Final = 3
TOP_SITTERS: Final = 4
SCHNAPPS: Final = 5
COUNTER: Final = 6
THALERS: Final = 7
BEER: Final = 8
KINDS: Final = 9  # + kind of card
TOP: Final = KINDS + FIRST_REGULAR
AREAS: Final = TOP + FIRST_REGULAR
AT_TRACK: Final = AREAS + AREA_COUNT
AT_RING: Final = AT_TRACK + TRACK
BOOK: Final = AT_RING + RING
TRAITS: Final = BOOK + COLUMNS


def traits(t: Tavern) -> list[float]:
    """All traits of a tavern."""
    found = [0.0] * TRAITS
    found[ALWAYS] = 1.0
    found[SITTERS] = float(t.sitters)
    found[PAY] = float(t.pay)
    found[POINTS] = float(t.points)
    found[TOP_SITTERS] = float(t.top_sitters)
    found[SCHNAPPS] = float(t.schnapps)
    found[COUNTER] = float(t.counter_guests)
    found[THALERS] = float(t.thalers)
    found[BEER] = float(t.beer)
    for kind in range(1, FIRST_REGULAR):
        found[KINDS + kind] = float(t.kinds[kind])
        found[TOP + kind] = float(t.top[kind])
    for area in range(AREA_COUNT):
        if t.upgraded >> area & 1:
            found[AREAS + area] = 1.0
    found[AT_TRACK + (t.monastery if t.monastery < TRACK else TRACK - 1)] = 1.0
    found[AT_RING + (t.reputation if t.reputation < RING else RING - 1)] = 1.0
    for column in range(len(t.book)):
        if column < COLUMNS:
            found[BOOK + column] = float(t.book[column])
    return found


class Leaning:
    """Points for each trait."""

    def __init__(self, points: list[float]) -> None:
        self.points: list[float] = points
        self.thaler: float = points[THALERS]
        self.beer: float = points[BEER]
        self.schnapps: float = points[SCHNAPPS]

    def of(self, t: Tavern) -> float:
        """What is added to the outlook of a tavern: the sum over its `traits`, without a list of them."""
        points = self.points
        total = points[ALWAYS] + points[SITTERS] * t.sitters + points[PAY] * t.pay + points[POINTS] * t.points
        total += points[TOP_SITTERS] * t.top_sitters + points[COUNTER] * t.counter_guests
        total += self.schnapps * t.schnapps + self.thaler * t.thalers + self.beer * t.beer
        kinds = t.kinds
        top = t.top
        for kind in range(1, FIRST_REGULAR):
            total += points[KINDS + kind] * kinds[kind]
            if top[kind]:
                total += points[TOP + kind] * top[kind]
        up = t.upgraded
        for area in range(AREA_COUNT):
            if up >> area & 1:
                total += points[AREAS + area]
        book = t.book
        for column in range(len(book)):
            if column < COLUMNS:
                total += points[BOOK + column] * book[column]
        return total + self.at_track(t.monastery) + self.at_ring(t.reputation)

    def at_track(self, space: int) -> float:
        """The part of a space of the monastery track."""
        return self.points[AT_TRACK + (space if space < TRACK else TRACK - 1)]

    def at_ring(self, space: int) -> float:
        """The part of a space of the reputation ring."""
        return self.points[AT_RING + (space if space < RING else RING - 1)]

    def in_book(self, column: int) -> float:
        """The part of a signature."""
        return self.points[BOOK + column] if column < COLUMNS else 0.0


NONE: Final = Leaning([0.0] * TRAITS)
