"""The actions of a serving that only give and never pay to put off, so that there is no choice about them."""

from typing import Final

from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    FIRE,
    MONEY,
    NOBLE,
    RING_CROWN,
    bonus_what,
)
from tiefenthal.engine.rules.actions import BARD_SONG, SEND_COUNTER_GUEST, USE_DIE, Action
from tiefenthal.engine.rules.areas import AREA_OF_SPACE
from tiefenthal.engine.rules.dice import thalers_from
from tiefenthal.engine.rules.market import returnable, upgrade_price
from tiefenthal.engine.rules.modules.reputation import next_on_ring, ring_points
from tiefenthal.engine.rules.modules.schnapps import SELLS_THALERS, UPGRADES, cost, sold
from tiefenthal.engine.rules.spaces import FIRST_TABLE, MONK, SPOT_OF
from tiefenthal.engine.rules.state import Player, State

PAID_BY_A_GUEST: Final = 4  # thalers a guest may still bring
PAID_BY_A_STEP: Final = 2  # thalers a die on the monk may still bring
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
    setup = s.setup
    at = p.reputation
    for _ in range(p.bards + (0 if p.recruited else STEPS_BY_A_GUEST)):
        before = at
        at = next_on_ring(setup, at)
        if bonus_what(setup.ring[at]) == RING_CROWN:
            return s.nobles > 0 and setup.edition.points[NOBLE] >= ring_points(setup, before)
    return True


def hopeless_die(s: State, p: Player) -> int:
    """A die on an area, when no area with dice can be upgraded in this serving any more; -1 if there is hope."""
    found = -1
    most = p.thalers
    areas = 0
    for i, place in enumerate(p.places):
        if place >= 0:
            if found < 0 or place == MONK:
                found = i
            areas |= 1 << AREA_OF_SPACE[place]
            most += PAID_BY_A_STEP if place == MONK else thalers_from(s, p, place)
    if found < 0:
        return -1
    if p.entertainers[MONEY] == SELLS_THALERS:
        most += p.schnapps // max(1, cost(s, MONEY, SELLS_THALERS)) * sold(s, SELLS_THALERS)
    if p.entertainers[FIRE] == UPGRADES and p.schnapps >= cost(s, FIRE, UPGRADES):
        return -1
    if not p.recruited:
        most += PAID_BY_A_GUEST
    for area in range(AREA_COUNT):
        if areas >> area & 1 and upgrade_price(s, area, returnable(s, p, area)) <= most:
            return -1
    return found
