"""E-1 to E-4: which die can stand on which space, with how many dishwashers. Planning and serving both use this."""

from tiefenthal.components.kinds import DISHWASHER, DISHWASHER_AREA, NO_CARD
from tiefenthal.rules.refusal import Refusal, refuse
from tiefenthal.rules.spaces import (
    ANY,
    AREA_FITS,
    FIRST_TABLE,
    MANY_DICE,
    NEED,
    NO_WAY,
    ONE_OR_SIX,
    SPACE_NAMES,
    SPOT_FACE,
    SPOT_SPACE,
    TRAY,
)
from tiefenthal.rules.state import Player, State


def open_spaces(s: State, p: Player) -> None:
    """Lay out the action spaces for this evening (E-2) and count the dishwashers (E-4)."""
    die = s.setup.edition.die
    p.wants = [ANY, ANY, ONE_OR_SIX, 5] + [die[card] for card in p.seated]
    p.fits = fits_of(p.wants)
    p.vacant = (1 << len(p.wants)) - 1
    area = s.setup.edition.area_yield[DISHWASHER_AREA][p.upgraded >> DISHWASHER_AREA & 1]
    p.dishwashers = p.drawn[DISHWASHER] + area
    p.spent = 0
    p.helping = 0
    p.orphans = 0


def fits_of(wants: list[int]) -> list[int]:
    """By value: the set of spaces that take a die counting as that value. Entry 0 is not used."""
    fits = AREA_FITS[:]
    bit = 1 << FIRST_TABLE
    for asked in wants[FIRST_TABLE:]:
        fits[asked] |= bit
        bit <<= 1
    return fits


def free_dishwashers(p: Player) -> int:
    """Dishwashers in the tavern that neither helped a used die nor help one on the board (E-4, F-10)."""
    return p.dishwashers - p.spent - p.helping + p.orphans


def freed_by(p: Player, need: int) -> int:
    """How many dishwashers become free when dice that needed so many leave their places. Those returned since
    (orphans) do not: the first dice to leave are the ones they had helped (F-10)."""
    return need - p.orphans if need > p.orphans else 0


def reach(p: Player, face: int, free: int) -> int:
    """The set of spaces, vacant or not, that a die of this face fits with so many dishwashers free."""
    fits = p.fits
    spaces = fits[face]
    highest = face + free
    if highest > 6:
        highest = 6
    while highest > face:
        spaces |= fits[highest]
        highest -= 1
    return spaces


def die_at(p: Player, face: int, place: int) -> int:
    """The index of a die with this face (0: any) at this place, or -1."""
    faces = p.faces
    for die, where in enumerate(p.places):
        if where == place and (face == 0 or faces[die] == face):
            return die
    return -1


def put(p: Player, die: int, space: int) -> None:
    """Put a die on a space it fits."""
    p.places[die] = space
    if p.dishwashers:  # without one no die stands where it needs any
        p.helping += NEED[p.faces[die]][p.wants[space]]
    if not MANY_DICE >> space & 1:
        p.vacant &= ~(1 << space)


def lift(p: Player, die: int) -> None:
    """Take a die from its space, unused: the space is vacant again, its dishwashers are free again."""
    space = p.places[die]
    p.places[die] = TRAY
    p.vacant |= 1 << space
    if p.helping:
        need = NEED[p.faces[die]][p.wants[space]]
        p.helping -= need
        p.orphans -= need - freed_by(p, need)


def has_space(p: Player, space: int) -> bool:
    """Whether the tavern has this action space tonight."""
    return space < FIRST_TABLE + len(p.seated)


def why_not_fit(p: Player, face: int, space: int, free: int) -> Refusal | None:
    """Why a die of this face cannot go on the space, with so many dishwashers free."""
    name = SPACE_NAMES[space]
    if not has_space(p, space):
        return refuse("E-2", f"Nobody sits at {name}.")
    if space >= FIRST_TABLE and p.seated[space - FIRST_TABLE] == NO_CARD:
        return refuse("R-6", f"The guest at {name} was removed; the place takes no more dice.")
    if not MANY_DICE >> space & 1:
        if space in p.places:
            return refuse("E-3" if space >= FIRST_TABLE else "E-2", f"A die is on {name} already; it takes one.")
        if not p.vacant >> space & 1:
            return refuse("F-4", f"{name} has been used; it is not used twice in a round.")
    asked = p.wants[space]
    need = NEED[face][asked]
    if need <= free:
        return None
    values = "a 1 or a 6" if asked == ONE_OR_SIX else f"a {asked}"
    if need == NO_WAY:
        rule = "E-4" if face == 6 else ("E-3" if space >= FIRST_TABLE else "E-2")
        return refuse(rule, f"{name} takes {values}; a {face} cannot be lowered or turned over.")
    if free > 0:
        return refuse("E-4", f"{name} takes {values}; a {face} would need {need} dishwashers, {free} free.")
    return refuse(
        "E-3" if space >= FIRST_TABLE else "E-2", f"{name} takes {values}; no dishwasher is free to raise a {face}."
    )


def why_no_die(p: Player, spot: int) -> Refusal | None:
    """Why no die can be named by this spot."""
    if die_at(p, SPOT_FACE[spot], SPOT_SPACE[spot]) >= 0:
        return None
    where = SPACE_NAMES[SPOT_SPACE[spot]]
    if SPOT_FACE[spot]:
        return refuse("E-1", f"There is no {SPOT_FACE[spot]} on {where}.")
    return refuse("E-1", f"There is no die on {where}.")
