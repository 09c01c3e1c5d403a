"""What only gives, in a serving: things never worth waiting with, and so no choice."""

from typing import Final

from tiefenthal.components.kinds import (
    AREA_COUNT,
    BARREL_AREA,
    BREWER_AREA,
    CASHBOX_AREA,
    FIRE,
    MONEY,
    MONK_AREA,
    NOBLE,
    RING_CROWN,
    RING_POINTS,
)
from tiefenthal.rules.actions import BARD_SONG, SEND_COUNTER_GUEST, USE_DIE, Action
from tiefenthal.rules.market import returnable, upgrade_price
from tiefenthal.rules.modules.schnapps import cost
from tiefenthal.rules.spaces import CASHBOX, FIRST_TABLE, MONK, SPOT_OF
from tiefenthal.rules.state import Player, State

AREA_OF_SPACE: Final = [CASHBOX_AREA, BARREL_AREA, BREWER_AREA, MONK_AREA]
FREE_UPGRADE_SIDE: Final = 1  # of the fire entertainer
PAID_BY_A_GUEST: Final = 4  # thalers a guest may still bring
STEPS_BY_A_GUEST: Final = 7  # reputation a guest may still bring, with its signature


def plain_gain(s: State, p: Player, last: bool) -> Action | None:
    """Something that only gives, guests first: once served they can be sent away. In the last evening counter guests
    are good for nothing else than a step. None when only choices are left."""
    area_die = -1
    for i, place in enumerate(p.places):
        if place >= FIRST_TABLE:
            return USE_DIE[SPOT_OF[(place + 1) * 7 + p.faces[i]]]
        if place >= 0 and area_die < 0 and p.upgraded >> AREA_OF_SPACE[place] & 1:
            area_die = i
    if p.bards > 0 and songs_only_give(s, p):
        return BARD_SONG
    if area_die < 0:
        if last and p.counter_guests > 0:
            return SEND_COUNTER_GUEST
        area_die = hopeless_die(s, p)
    if area_die < 0:
        return None
    return USE_DIE[SPOT_OF[(p.places[area_die] + 1) * 7 + p.faces[area_die]]]


def songs_only_give(s: State, p: Player) -> bool:
    """Whether the bards may as well sing at once: they do not come near the crown, which takes the points of the ring
    away, or it has a noble to make up for that (M3-4, M3-7)."""
    ring = s.setup.ring
    most = p.bards + (0 if p.recruited else STEPS_BY_A_GUEST)
    at = p.reputation
    points = 0
    for _ in range(most):
        at = at + 1 if at + 1 < len(ring) else 1
        if ring[at] >> 8 == RING_CROWN:
            return s.nobles > 0 and s.setup.edition.points[NOBLE] >= points
        if ring[at] >> 8 == RING_POINTS:
            points = ring[at] & 255
    return True


def hopeless_die(s: State, p: Player) -> int:
    """A die on an area, when no area with dice can be upgraded in this serving any more; -1 if there is hope."""
    found = -1
    most = p.thalers
    ed = s.setup.edition
    areas = 0
    for i, place in enumerate(p.places):
        if place >= 0:
            if found < 0 or place == MONK:
                found = i
            areas |= 1 << AREA_OF_SPACE[place]
            if place == CASHBOX:
                most += 1
            elif place == MONK:
                most += 2
    if found < 0:
        return -1
    if p.entertainers[MONEY] == 1:
        most += p.schnapps // max(1, cost(s, MONEY, 1)) * ed.entertainer_gain[MONEY][0]
    if p.entertainers[FIRE] == FREE_UPGRADE_SIDE and p.schnapps >= cost(s, FIRE, FREE_UPGRADE_SIDE):
        return -1
    if not p.recruited:
        most += PAID_BY_A_GUEST
    for area in range(AREA_COUNT):
        if areas >> area & 1 and upgrade_price(s, area, returnable(s, p, area)) <= most:
            return -1
    return found
