"""All ways to put dice on the action spaces of a tavern, folded together as far as they give the same.

A way to place some dice is one integer: the one-die spaces taken, the dishwashers used, and what the places give.

    bits 0-23 spaces taken | 24-28 dishwashers | 29-32 dice on the monk | from 33 on what else a bot wants to know

Where a die fits is asked of the rules. What it adds to a way where it stands is for each bot to say: it makes a `Ways`
and fills in what each space adds.
"""

from collections.abc import Callable
from typing import Final

from tiefenthal.engine.rules.spaces import AREA_FITS, BARREL, BREWER_SPACE, CASHBOX, MANY_DICE, MONK, TRAY

RAISED: Final = 24
PRAYED: Final = 29
FREE: Final = 33  # the first bit that means what a bot likes
MONK_BIT: Final = 1 << MONK
BREWER_BIT: Final = 1 << BREWER_SPACE

Layer = dict[int, int]
"""Every way to place the dice so far: the way without the last die << 5 | where that die went + 1."""
Rank = Callable[[int], int]
"""Which ways are kept where there are too many: those that rank highest."""


def monks_of(way: int) -> int:
    """How many dice stand on the monk."""
    return way >> PRAYED & 15


def raised_of(way: int) -> int:
    """How many dishwashers are used."""
    return way >> RAISED & 31


class Ways:
    """The spaces that are there for the dice of a tavern, and what a die adds to a way on each."""

    __slots__ = ("barrel", "brewer", "cashbox", "dishwashers", "kept", "monk", "most", "rank", "tables")

    def __init__(self, dishwashers: int, brewer: int, rank: Rank, most: int, kept: int) -> None:
        """Where there are more than `most` ways, `kept` of them are kept."""
        self.dishwashers: int = dishwashers
        self.rank: Rank = rank
        self.most: int = most
        self.kept: int = kept
        self.monk: int = 1 << PRAYED
        """0 where dice would pray in vain."""
        self.brewer: int = brewer
        self.cashbox: int = 0
        """0 while there is none; so at the barrel."""
        self.barrel: int = 0
        self.tables: list[list[tuple[int, int, int]]] = [[] for _ in range(7)]
        """By value: (space bit, what a die there adds, space), the best first. Of those with one value only the best
        that is vacant is thought of."""

    def add(self, ways: Layer, face: int) -> Layer:
        """Every way to place one more die. A die that fits somewhere is not left over: every place gives something."""
        new: Layer = {}
        tables = self.tables
        for way in ways:
            highest = face + self.dishwashers - (way >> RAISED & 31)
            if highest > 6:
                highest = 6
            placed = False
            before = way << 5
            for value in range(face, highest + 1):
                more = way + ((value - face) << RAISED)
                for bit, gain, space in tables[value]:
                    if not way & bit:
                        new[more + gain] = before | (space + 1)
                        placed = True
                        break
                fits = AREA_FITS[value]
                if fits & MONK_BIT and self.monk:
                    new[more + self.monk] = before | (MONK + 1)
                    placed = True
                if fits & BREWER_BIT:
                    new[more + self.brewer] = before | (BREWER_SPACE + 1)
                    placed = True
            if self.cashbox and not way & 1 << CASHBOX:
                new[way + self.cashbox] = before | (CASHBOX + 1)
                placed = True
            if self.barrel and not way & 1 << BARREL:
                new[way + self.barrel] = before | (BARREL + 1)
                placed = True
            if not placed:
                new[way] = before
        if len(new) > self.most:
            kept = sorted(new, key=self.rank, reverse=True)[: self.kept]
            new = {way: new[way] for way in kept}
        return new

    def layers(self, faces: list[int]) -> list[Layer]:
        """All ways, one layer for each die more."""
        layers: list[Layer] = [{0: 0}]
        for face in faces:
            layers.append(self.add(layers[-1], face))
        return layers

    def targets(self) -> list[int]:
        """The values worth turning a die to: those that guests ask for, and those that brewer and monk take."""
        return [value for value in range(1, 7) if value in AREA_TARGETS or self.tables[value]]


def spaces_of(layers: list[Layer], way: int) -> list[int]:
    """Where each die stands in this way, in the order of the dice; TRAY where it is not placed."""
    spaces: list[int] = []
    for i in range(len(layers) - 1, 0, -1):
        code = layers[i][way]
        spaces.append((code & 31) + TRAY)
        way = code >> 5
    spaces.reverse()
    return spaces


def _area_targets() -> list[int]:
    """Values that areas with room for many dice take, less those for which a higher one does as well."""
    found: list[int] = []
    for value in range(1, 7):
        areas = AREA_FITS[value] & MANY_DICE
        better = [higher for higher in range(value + 1, 7) if AREA_FITS[higher] & areas == areas]
        if areas and not better:
            found.append(value)
    return found


AREA_TARGETS: Final = _area_targets()
