"""E-1 to E-4: which die can stand on which space, with how many dishwashers. Planning and serving both use this."""

from tiefenthal.engine.components.kinds import DISHWASHER, DISHWASHER_AREA, NO_CARD
from tiefenthal.engine.rules.actions import PLACE_DIE, Action
from tiefenthal.engine.rules.areas import yield_of
from tiefenthal.engine.rules.refusal import Refusal, Value, refuse
from tiefenthal.engine.rules.spaces import (
    AREA_ASKS,
    AREA_FITS,
    FILLED,
    FIRST_TABLE,
    MANY_DICE,
    NEED,
    NO_WAY,
    ONE_OR_SIX,
    SPACE_NAMES,
    SPOT_FACE,
    SPOT_SPACE,
    STAYS_VACANT,
    TRAY,
)
from tiefenthal.engine.rules.state import Player, State


def dishwashers_tonight(s: State, p: Player) -> int:
    """How many dishwashers a tavern has for the evening: those drawn, and what the area gives (E-4)."""
    return p.drawn[DISHWASHER] + yield_of(s.setup.edition, p.upgraded, DISHWASHER_AREA)


def open_spaces(s: State, p: Player) -> None:
    """Lay out the action spaces for this evening (E-2) and count the dishwashers (E-4)."""
    die = s.setup.edition.die
    p.required = AREA_ASKS + [die[card] for card in p.seated]
    p.vacant = (1 << len(p.required)) - 1
    p.dishwashers = dishwashers_tonight(s, p)
    p.fits = fits_of(p.required, p.dishwashers)
    p.spent = 0
    p.helping = 0
    p.returned_helpers = 0
    p.unmoved = 0


def fits_of(required: list[int], dishwashers: int) -> list[int]:
    """The set of spaces that take a die of a face with a number of free dishwashers, by 7 * free + face."""
    fits = AREA_FITS[:]
    bit = 1 << FIRST_TABLE
    for asked in required[FIRST_TABLE:]:
        fits[asked] |= bit
        bit <<= 1
    for _ in range(dishwashers):  # one more, and a die also goes where one higher did without it (E-4)
        fits.append(0)
        for _ in range(6):
            fits.append(fits[len(fits) - 7] | fits[len(fits) - 6])
    return fits


def used_spaces(p: Player) -> list[int]:
    """The spaces for one die that have been used this evening; a removed guest's place takes no dice anyway."""
    found: list[int] = []
    for space in range(len(p.required)):
        if MANY_DICE >> space & 1 or space in p.places:
            continue
        if space >= FIRST_TABLE and p.seated[space - FIRST_TABLE] == NO_CARD:
            continue
        if not p.vacant >> space & 1:
            found.append(space)
    return found


def free_dishwashers(p: Player) -> int:
    """Dishwashers in the tavern that neither helped a used die nor help one on the board (E-4, F-10)."""
    return p.dishwashers - p.spent - p.helping + p.returned_helpers


def need_of(p: Player, die: int) -> int:
    """How many dishwashers a die on the board stands there with."""
    return NEED[p.faces[die]][p.required[p.places[die]]]


def helped_dice(p: Player) -> int:
    """The set of dice on the board that stand there with dishwashers."""
    helped = 0
    for die, place in enumerate(p.places):
        if place >= 0 and need_of(p, die) > 0:
            helped |= 1 << die
    return helped


def unmoved_need(p: Player) -> int:
    """How many dishwashers the unmoved dice stand with: as many returned ones they can account for (F-10)."""
    need = 0
    for die in range(len(p.places)):
        if p.unmoved >> die & 1:
            need += need_of(p, die)
    return need


def missing_to(p: Player, need: int) -> int:
    """How many of the dishwashers that helped dice about to move are gone. `need` is how many those dice stand with:
    the returned dishwashers that the other unmoved dice cannot account for are missing here (F-10)."""
    others = unmoved_need(p) - need
    return p.returned_helpers - others if p.returned_helpers > others else 0


def freed_by(p: Player, die: int) -> int:
    """How many dishwashers become free when a die leaves its place for another."""
    need = need_of(p, die)
    return need - missing_to(p, need) if p.unmoved >> die & 1 else need


def freed_by_both(p: Player, die: int, other: int) -> int:
    """The same for two dice at once."""
    need = need_of(p, die)
    other_need = need_of(p, other)
    if p.unmoved == 0:
        return need + other_need
    doubtful = need if p.unmoved >> die & 1 else 0
    if p.unmoved >> other & 1:
        doubtful += other_need
    return need + other_need - missing_to(p, doubtful)


def settle_die(p: Player, die: int, missing: int) -> None:
    """It is clear now how many of the dishwashers returned had helped this die: it no longer counts as unmoved."""
    p.returned_helpers -= missing
    p.unmoved = p.unmoved & ~(1 << die) if p.returned_helpers else 0


def lose_helpers(p: Player, count: int) -> None:
    """This many dishwashers that help dice on the board are returned; which dice they helped stays open (F-10). The
    area is upgraded once in a game, so this happens once."""
    if count > 0:
        p.returned_helpers = count
        p.unmoved = helped_dice(p)


def die_at(p: Player, face: int, place: int) -> int:
    """The index of a die with this face (0: any) at this place, or -1."""
    if face == 0:
        return p.places.index(place) if place in p.places else -1
    places = p.places
    for die, shown in enumerate(p.faces):
        if shown == face and places[die] == place:
            return die
    return -1


def mover_at(p: Player, face: int, place: int) -> int:
    """The die that moves when one with this face (0: any) at this place does, or -1. Of equal dice one that surely has
    its dishwashers goes first: the unmoved ones can then still account for those returned (F-10)."""
    die = die_at(p, face, place)
    if die >= 0 and p.unmoved >> die & 1:
        for other in range(die + 1, len(p.places)):
            if p.places[other] == place and p.faces[other] == p.faces[die] and not p.unmoved >> other & 1:
                return other
    return die


def keep_unmoved_first(p: Player, die: int, space: int) -> None:
    """A die joins equal dice: those unmoved are the first of them, so that equal positions are equal states."""
    for other in range(len(p.places) - 1, die, -1):
        if p.unmoved >> other & 1 and p.places[other] == space and p.faces[other] == p.faces[die]:
            p.unmoved ^= 1 << other | 1 << die
            return


def put(p: Player, die: int, space: int) -> None:
    """Put a die on a space it fits."""
    if p.unmoved:
        keep_unmoved_first(p, die, space)
    p.places[die] = space
    if p.dishwashers:  # without one no die stands where it needs any
        p.helping += NEED[p.faces[die]][p.required[space]]
    p.vacant &= STAYS_VACANT[space]


def lift(p: Player, die: int) -> None:
    """Take a die from its space, unused: the space is vacant again, its dishwashers are free again."""
    space = p.places[die]
    if p.helping:
        need = NEED[p.faces[die]][p.required[space]]
        p.helping -= need
        if p.unmoved >> die & 1:
            settle_die(p, die, missing_to(p, need))
    p.places[die] = TRAY
    p.vacant |= FILLED[space]


def has_space(p: Player, space: int) -> bool:
    """Whether the tavern has this action space tonight."""
    return space < FIRST_TABLE + len(p.seated)


def placings(p: Player) -> list[Action]:
    """Every unplaced face on every space of the tavern, whether it fits or not."""
    found: list[Action] = []
    for face in range(1, 7):
        if die_at(p, face, TRAY) >= 0:
            found.extend(PLACE_DIE[face - 1][: FIRST_TABLE + len(p.seated)])
    return found


def why_not_fit(p: Player, face: int, space: int, free: int) -> Refusal | None:
    """Why a die of this face cannot go on the space with `free` dishwashers."""
    name = SPACE_NAMES[space]
    if not has_space(p, space):
        return refuse("E-2", "nobody-sits", space=name)
    if space >= FIRST_TABLE and p.seated[space - FIRST_TABLE] == NO_CARD:
        return refuse("R-6", "removed")
    if not MANY_DICE >> space & 1:
        if space in p.places:
            return refuse("E-3" if space >= FIRST_TABLE else "E-2", "taken", space=name)
        if not p.vacant >> space & 1:
            return refuse("F-4", "used", space=name)
    need = NEED[face][p.required[space]]
    if need <= free:
        return None
    asks = asked_for(p, space)
    if need == NO_WAY:
        rule = "E-4" if face == 6 else ("E-3" if space >= FIRST_TABLE else "E-2")
        return refuse(rule, "no-way", space=name, asks=asks, face=face)
    if free > 0:
        return refuse("E-4", "few-dishwashers", space=name, asks=asks, face=face, n=need, free=free)
    rule = "E-3" if space >= FIRST_TABLE else "E-2"
    return refuse(rule, "no-dishwasher", space=name, asks=asks, face=face)


def asked_for(p: Player, space: int) -> Value:
    """What a space that is not open to any value asks for: a face, or one of two."""
    return "one-or-six" if p.required[space] == ONE_OR_SIX else p.required[space]


def why_no_die(p: Player, spot: int) -> Refusal | None:
    """Why no die can be named by this spot."""
    if die_at(p, SPOT_FACE[spot], SPOT_SPACE[spot]) >= 0:
        return None
    return refuse("E-1", "no-die-there", space=SPACE_NAMES[SPOT_SPACE[spot]])
