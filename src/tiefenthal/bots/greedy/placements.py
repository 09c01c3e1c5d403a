"""Where dice do most good: all ways to place them, folded together as far as they give the same.

A way to place some dice is one integer: the one-die spaces taken, the dishwashers used, and what the places give.

    bits 0-23 spaces taken | 24-28 dishwashers | 29-32 dice on the monk | 33-41 beer | 42-51 thalers
"""

from collections.abc import Callable
from typing import Final

from tiefenthal.components.kinds import (
    BARREL_AREA,
    CASHBOX_AREA,
    DISHWASHER,
    DISHWASHER_AREA,
    NO_CARD,
)
from tiefenthal.rules.dice import area_yield, brewer_yield
from tiefenthal.rules.spaces import AREA_FITS, BARREL, BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK, TRAY
from tiefenthal.rules.state import Player, State

RAISED: Final = 24
PRAYED: Final = 29
BREWED: Final = 33
PAID: Final = 42
MONK_BIT: Final = 1 << MONK
BREWER_BIT: Final = 1 << BREWER_SPACE
MOST_WAYS: Final = 2500
KEPT_WAYS: Final = 800

Layer = dict[int, tuple[int, int]]
"""Every way to place the dice so far: the way without the last die, and where that die went."""
Rating = Callable[[int, int, int], float]
"""What thalers, beer and dice on the monk are worth together."""


def thalers_of(way: int) -> int:
    """What the dice on tables and cashbox bring."""
    return way >> PAID


def beer_of(way: int) -> int:
    """What the dice on brewer and barrel bring."""
    return way >> BREWED & 511


def monks_of(way: int) -> int:
    """How many dice stand on the monk."""
    return way >> PRAYED & 15


class QuickPlacements:
    """The action spaces of a tavern this evening, as far as dice care."""

    __slots__ = ("barrel", "brewer", "cashbox", "dishwashers", "tables")

    def __init__(self, s: State, p: Player, anywhere: bool = True) -> None:
        """With `anywhere` false the cashbox and the barrel, which take any die, are left out."""
        ed = s.setup.edition
        self.dishwashers: int = p.drawn[DISHWASHER] + area_yield(s, p, DISHWASHER_AREA)
        self.brewer: int = brewer_yield(s, p) << BREWED
        self.cashbox: int = (area_yield(s, p, CASHBOX_AREA) << PAID) + (1 << CASHBOX) if anywhere else 0
        self.barrel: int = (area_yield(s, p, BARREL_AREA) << BREWED) + (1 << BARREL) if anywhere else 0
        self.tables: list[list[tuple[int, int, int]]] = [[] for _ in range(7)]
        """By value: (space bit, what it adds, space), the best payer first."""
        for table, card in enumerate(p.seated):
            if card != NO_CARD:
                space = FIRST_TABLE + table
                self.tables[ed.die[card]].append((1 << space, (1 << space) + (ed.pays[card] << PAID), space))
        for guests in self.tables:
            guests.sort(key=_pay, reverse=True)

    def add(self, ways: Layer, face: int) -> Layer:
        """Every way to place one more die."""
        new: Layer = {}
        tables = self.tables
        for way in ways:
            highest = face + self.dishwashers - (way >> RAISED & 31)
            if highest > 6:
                highest = 6
            placed = False
            for value in range(face, highest + 1):
                raised = (value - face) << RAISED
                for bit, gain, space in tables[value]:
                    if not way & bit:
                        new.setdefault(way + gain + raised, (way, space))
                        placed = True
                        break
                fits = AREA_FITS[value]
                if fits & MONK_BIT:
                    new.setdefault(way + (1 << PRAYED) + raised, (way, MONK))
                    placed = True
                if fits & BREWER_BIT:
                    new.setdefault(way + self.brewer + raised, (way, BREWER_SPACE))
                    placed = True
            if self.cashbox and not way & 1 << CASHBOX:
                new.setdefault(way + self.cashbox, (way, CASHBOX))
                placed = True
            if self.barrel and not way & 1 << BARREL:
                new.setdefault(way + self.barrel, (way, BARREL))
                placed = True
            if not placed:
                new.setdefault(way, (way, TRAY))
        if len(new) > MOST_WAYS:
            kept = sorted(new, key=_plain, reverse=True)[:KEPT_WAYS]
            new = {way: new[way] for way in kept}
        return new

    def layers(self, faces: list[int]) -> list[Layer]:
        """All ways, one layer for each die more."""
        layers: list[Layer] = [{0: (0, TRAY)}]
        for face in faces:
            layers.append(self.add(layers[-1], face))
        return layers


def _pay(guest: tuple[int, int, int]) -> tuple[int, int]:
    return guest[1] >> PAID, -guest[2]


def _plain(way: int) -> int:
    return 5 * thalers_of(way) + 5 * beer_of(way) + 8 * monks_of(way) - 2 * (way >> RAISED & 31)


def best_way(ways: Layer, rating: Rating) -> tuple[float, int]:
    """The best of them."""
    rated: dict[int, float] = {}
    best = 0
    most = -1e9
    for way in ways:
        gives = way >> PRAYED
        value = rated.get(gives)
        if value is None:
            value = rated[gives] = rating(thalers_of(way), beer_of(way), monks_of(way))
            if value > most:
                most = value
                best = way
    return most, best


def spaces_of(layers: list[Layer], way: int) -> list[int]:
    """Where each die stands in this way, in the order of the dice; TRAY where it is not placed."""
    spaces: list[int] = []
    for layer in reversed(layers[1:]):
        way, space = layer[way]
        spaces.append(space)
    spaces.reverse()
    return spaces
