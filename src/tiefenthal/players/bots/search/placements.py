"""Where the dice of a turn go, and how to get there. The search counts dice on the brewer and what guests pay; the rest
follows from what may be upgraded before the dice are used.

    bits from 33 on of a way (players/bots/ways.py): 33-36 dice on the brewer | 37-46 what guests pay
"""

from typing import Final

from tiefenthal.engine.components.kinds import NO_CARD
from tiefenthal.engine.rules.actions import (
    BACK_FROM,
    MOVE_DIE,
    PLACE_DIE,
    SWAP_DICE,
    Action,
)
from tiefenthal.engine.rules.dice import steps_from, thalers_from
from tiefenthal.engine.rules.play import legal_actions
from tiefenthal.engine.rules.spaces import BARREL, CASHBOX, FIRST_TABLE, MONK, SPOT_COUNT, SPOT_OF, TRAY, USED
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.players.bots.ways import FREE, PRAYED, Layer, Ways, monks_of, raised_of, spaces_of

BREWING: Final = FREE
PAID: Final = FREE + 4
MOST_WAYS: Final = 1500
KEPT_WAYS: Final = 500
ANYTHING: Final = 1 << CASHBOX | 1 << BARREL  # the spaces that take any die


def brewing_of(way: int) -> int:
    """How many dice stand on the brewer."""
    return way >> BREWING & 15


def paid_of(way: int) -> int:
    """What the guests with a die pay."""
    return way >> PAID


def kind_of(way: int) -> int:
    """What a way gives: equal for ways that differ only in which dice and dishwashers do it."""
    return way >> PRAYED << 2 | (way & ANYTHING)


def unused_faces(p: Player) -> list[int]:
    """The dice that are not used yet, in their order."""
    return sorted([face for face, place in zip(p.faces, p.places) if place != USED])


def ways_left(s: State, p: Player) -> Ways:
    """The places that are still there for the dice of a tavern that are not used yet."""
    vacant = p.vacant  # with those on which dice stand that are not used: they may be lifted
    for place in p.places:
        if place >= 0:
            vacant |= 1 << place
    found = Ways(p.dishwashers - p.spent, 1 << BREWING, _rank, MOST_WAYS, KEPT_WAYS)
    found.cashbox = vacant & 1 << CASHBOX
    found.barrel = vacant & 1 << BARREL
    if not steps_from(s, p, MONK):
        found.monk = 0
    die = s.setup.edition.die
    for table, card in enumerate(p.seated):
        space = FIRST_TABLE + table
        if card != NO_CARD and vacant >> space & 1:
            gain = (1 << space) + (thalers_from(s, p, space) << PAID)
            found.tables[die[card]].append((1 << space, gain, space))
    for guests in found.tables:
        if len(guests) > 1:
            guests.sort(key=_pay, reverse=True)
    return found


def _pay(guest: tuple[int, int, int]) -> int:
    return guest[1]


def _rank(way: int) -> int:
    return 5 * paid_of(way) + 10 * brewing_of(way) + 8 * monks_of(way) - 2 * raised_of(way)


def spots_of(layers: list[Layer], faces: list[int], way: int) -> list[int]:
    """The dice of a way as (space + 1) * 7 + face, the last first, those without a place left out."""
    spots = [(space + 1) * 7 + face for face, space in zip(faces, spaces_of(layers, way)) if space != TRAY]
    spots.reverse()
    return spots


def planning_actions(p: Player, spots: list[int]) -> list[Action]:
    """How a plan is laid out in planning: what is wrong is taken back, then the rest is placed."""
    missing = spots[:]
    backs: list[Action] = []
    for face, place in zip(p.faces, p.places):
        if place >= 0:
            spot = (place + 1) * 7 + face
            if spot in missing:
                missing.remove(spot)
            else:
                backs.append(BACK_FROM[SPOT_OF[spot]])
    missing.sort()
    return backs + [PLACE_DIE[spot % 7 - 1][spot // 7 - 1] for spot in missing]


def next_move(s: State, seat: int, spots: list[int]) -> Action | None:
    """While serving: a legal move that brings the unused dice nearer to these places; None if there is none, or if
    they stand there."""
    p = s.players[seat]
    missing = spots[:]
    astray: list[int] = []
    for face, place in zip(p.faces, p.places):
        if place == USED:
            continue
        spot = (place + 1) * 7 + face
        if place != TRAY and spot in missing:
            missing.remove(spot)
        else:
            astray.append(spot)
    if not missing:
        return None
    legal = legal_actions(s, seat)
    for spot in astray:
        for wanted in missing:
            if wanted % 7 == spot % 7:
                space = wanted // 7 - 1
                action = PLACE_DIE[spot % 7 - 1][space] if spot < 7 else MOVE_DIE[SPOT_OF[spot]][space]
                if action in legal:
                    return action
    for spot in astray:
        for other in astray:
            if 7 <= spot < other:
                one, two = SPOT_OF[spot], SPOT_OF[other]
                if one > two:
                    one, two = two, one
                swap = SWAP_DICE.get(one * SPOT_COUNT + two)
                if swap is not None and swap in legal:
                    after = (other // 7) * 7 + spot % 7
                    if after in missing or (spot // 7) * 7 + other % 7 in missing:
                        return swap
    return None


def standing(p: Player, spots: list[int]) -> bool:
    """Whether the unused dice stand exactly so."""
    now = [(place + 1) * 7 + face for face, place in zip(p.faces, p.places) if place >= 0]
    return sorted(now) == sorted(spots)
