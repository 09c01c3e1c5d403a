"""Where dice do most good: the greedy bot counts what the places give, so that equal evenings are one way.

bits from 33 on of a way (players/bots/ways.py): 33-41 beer | 42-51 thalers
"""

from collections.abc import Callable
from typing import Final

from tiefenthal.engine.components.kinds import NO_CARD
from tiefenthal.engine.rules.dice import beer_from, steps_from, thalers_from
from tiefenthal.engine.rules.placing import dishwashers_tonight
from tiefenthal.engine.rules.spaces import BARREL, BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.players.bots.ways import FREE, PRAYED, Layer, Ways, monks_of, raised_of

BREWED: Final = FREE
PAID: Final = FREE + 9
MOST_WAYS: Final = 2500
KEPT_WAYS: Final = 800

Rating = Callable[[int, int, int], float]
"""What thalers, beer and dice on the monk are worth together."""


def thalers_of(way: int) -> int:
    """What the dice on tables and cashbox bring."""
    return way >> PAID


def beer_of(way: int) -> int:
    """What the dice on brewer and barrel bring."""
    return way >> BREWED & 511


def ways_tonight(s: State, p: Player, anywhere: bool = True) -> Ways:
    """The action spaces of a tavern this evening, as far as dice care. With `anywhere` false the cashbox and the
    barrel, which take any die, are left out."""
    found = Ways(dishwashers_tonight(s, p), beer_from(s, p, BREWER_SPACE) << BREWED, _rank, MOST_WAYS, KEPT_WAYS)
    if anywhere:
        found.cashbox = (thalers_from(s, p, CASHBOX) << PAID) + (1 << CASHBOX)
        found.barrel = (beer_from(s, p, BARREL) << BREWED) + (1 << BARREL)
    if not steps_from(s, p, MONK):
        found.monk = 0
    for table, card in enumerate(p.seated):
        if card != NO_CARD:
            space = FIRST_TABLE + table
            gain = (1 << space) + (thalers_from(s, p, space) << PAID)
            found.tables[s.setup.edition.die[card]].append((1 << space, gain, space))
    for guests in found.tables:
        guests.sort(key=_pay, reverse=True)
    return found


def _pay(guest: tuple[int, int, int]) -> tuple[int, int]:
    return guest[1] >> PAID, -guest[2]


def _rank(way: int) -> int:
    return 5 * thalers_of(way) + 5 * beer_of(way) + 8 * monks_of(way) - 2 * raised_of(way)


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
