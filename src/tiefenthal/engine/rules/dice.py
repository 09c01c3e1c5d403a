"""F-1, F-2, F-4: while guests are served, dice are used for what their space gives, or moved to another space."""

from tiefenthal.engine.components.kinds import BARREL_AREA, BREWER, BREWER_AREA, CASHBOX_AREA, MONK_AREA
from tiefenthal.engine.rules.actions import (
    BACK,
    MOVE,
    PLACE,
    PLACINGS,
    SERVING_MOVES,
    SWAP,
    SWAP_DICE,
    USE,
    USE_DIE,
    Action,
    Offers,
)
from tiefenthal.engine.rules.areas import yield_of
from tiefenthal.engine.rules.flow import MONASTERY_STEPS, MoveCheck, Option
from tiefenthal.engine.rules.placing import (
    asked_for,
    die_at,
    free_dishwashers,
    freed_by,
    freed_by_both,
    lift,
    mover_at,
    need_of,
    placings,
    put,
    settle_die,
    why_no_die,
    why_not_fit,
)
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.spaces import (
    BARREL,
    BREWER_SPACE,
    CASHBOX,
    FIRST_TABLE,
    MONK,
    NEED,
    SPACE_NAMES,
    SPOT_COUNT,
    SPOT_FACE,
    SPOT_OF,
    SPOT_SPACE,
    TRAY,
    USED,
)
from tiefenthal.engine.rules.state import Player, State, tell


def area_yield(s: State, p: Player, area: int) -> int:
    """What an area gives now."""
    return yield_of(s.setup.edition, p.upgraded, area)


def brewer_yield(s: State, p: Player) -> int:
    """Beer for one die on the brewer: the area and each brewer card still present (F-2)."""
    return yield_of(s.setup.edition, p.upgraded, BREWER_AREA) + p.drawn[BREWER]


def thalers_from(s: State, p: Player, space: int) -> int:
    """What a die used on a space gives now in thalers: the pay of the guest there, or the cashbox (F-2)."""
    if space >= FIRST_TABLE:
        return s.setup.edition.pays[p.seated[space - FIRST_TABLE]]
    return yield_of(s.setup.edition, p.upgraded, CASHBOX_AREA) if space == CASHBOX else 0


def beer_from(s: State, p: Player, space: int) -> int:
    """The same in beer."""
    if space == BREWER_SPACE:
        return brewer_yield(s, p)
    return yield_of(s.setup.edition, p.upgraded, BARREL_AREA) if space == BARREL else 0


def steps_from(s: State, p: Player, space: int) -> int:
    """The same in steps on the monastery track."""
    return yield_of(s.setup.edition, p.upgraded, MONK_AREA) if space == MONK else 0


class ServeWithDice(Option):
    """Use a die (F-1, F-2), put an unused one elsewhere, or let two change places (F-4)."""

    __slots__ = ()

    kinds: tuple[int, ...] = (USE, PLACE, MOVE, SWAP, BACK)

    def offer(self, s: State, p: Player, out: Offers, changes: bool) -> None:
        """For each die that differs from those before it: use it, or wherever it can go; then the swaps."""
        free = free_dishwashers(p) if p.dishwashers else 0
        helped = 7 * free
        faces = p.faces
        fits = p.fits
        vacant = p.vacant
        check = s.setup.flow.points.move_check
        least = check.least(p) if check is not None else 0
        watching = check if least > 0 else None
        seen = 0  # spots of dice before this one, as bits
        placed: list[int] = []  # of the dice on the board, those that differ
        for die, place in enumerate(p.places):
            if place == USED:
                continue
            face = faces[die]
            moves = PLACINGS[face] if place == TRAY else SERVING_MOVES[place][face]
            if seen & moves.bit:
                continue
            seen |= moves.bit
            reach = fits[helped + face]
            if place != TRAY:
                if not changes:
                    out.append(USE_DIE[SPOT_OF[(place + 1) * 7 + face]])
                    continue
                placed.append(die)
                if p.helping:
                    surely = not p.unmoved >> die & 1
                    own = NEED[face][p.required[place]] if surely else freed_by(p, mover_at(p, face, place))
                    reach = fits[7 * (free + own) + face]
            listed = moves.list_for(reach & vacant)
            if watching is not None:
                for action in listed:
                    if action.kind == USE or count_after(s, p, action, watching) >= least:
                        out.append(action)
            else:
                out.extend(listed)
        if len(placed) > 1 and (watching is None or watching.count_after(p, 0, 0) >= least):
            offer_swaps(p, placed, free, out)

    def candidates(self, s: State, seat: int) -> list[Action]:
        """Every unplaced die on every space."""
        return placings(s.players[seat])

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """The die must be there; the rules of planning hold, but nothing is taken back and used spaces stay used."""
        p = s.players[seat]
        if action.kind == USE:
            if why_no_die(p, action.a) is None:
                return None
            return refuse("F-1", "no-such-die", space=SPACE_NAMES[SPOT_SPACE[action.a]])
        refusal = why_not_move(p, action)
        check = s.setup.flow.points.move_check
        if refusal is None and check is not None and count_after(s, p, action, check) < check.least(p):
            refusal = check.refusal(p)
        return refusal

    def do(self, s: State, seat: int, action: Action) -> None:
        """Use the die, or move it and tell the module that counts the plan."""
        p = s.players[seat]
        if action.kind == USE:
            use_die(s, seat, p, action)
            return
        if action.kind == PLACE:
            put(p, die_at(p, action.a, TRAY), action.b)
        else:
            die = mover_at(p, SPOT_FACE[action.a], SPOT_SPACE[action.a])
            if action.kind == SWAP:
                other = mover_at(p, SPOT_FACE[action.b], SPOT_SPACE[action.b])
                lift(p, die)
                lift(p, other)
                put(p, die, SPOT_SPACE[action.b])
                put(p, other, SPOT_SPACE[action.a])
            else:
                lift(p, die)
                put(p, die, action.b)
        check = s.setup.flow.points.move_check
        if check is not None:
            thalers, beer = plan_change(s, p, action)
            check.moved(s, seat, thalers, beer)


def count_after(s: State, p: Player, action: Action, check: MoveCheck) -> int:
    """The plan's count after a move, as the module that counts the plan sees it."""
    thalers, beer = plan_change(s, p, action)
    return check.count_after(p, thalers, beer)


def use_die(s: State, seat: int, p: Player, action: Action) -> None:
    """The die is gone for the round, its dishwashers are spent, the space gives its yield (F-1, F-2). An unmoved die
    does without what was returned, so it accounts for as much of that as it can (F-10)."""
    space = SPOT_SPACE[action.a]
    die = die_at(p, SPOT_FACE[action.a], space)
    need = NEED[p.faces[die]][p.required[space]]
    if need:
        p.helping -= need
        p.spent += need
        if p.unmoved >> die & 1:
            missing = min(need, p.returned_helpers)
            p.spent -= missing
            settle_die(p, die, missing)
    p.places[die] = USED
    if space == MONK:
        s.tasks.append((MONASTERY_STEPS, seat, steps_from(s, p, space)))
    elif space in (BREWER_SPACE, BARREL):
        beer = beer_from(s, p, space)
        p.beer += beer
        tell(s, "beer", seat, beer)
    else:
        thalers = thalers_from(s, p, space)
        p.thalers += thalers
        tell(s, "thalers", seat, thalers)


def offer_swaps(p: Player, placed: list[int], free: int, out: Offers) -> None:
    """Each of these dice with every one before it of another face, where both can change places (F-4)."""
    most = p.dishwashers - p.spent  # that dice on the board could have between them
    faces = p.faces
    places = p.places
    required = p.required
    for die in placed:
        face = faces[die]
        place = places[die]
        for before in placed:
            if before == die:
                break
            other = places[before]
            other_face = faces[before]
            if other == place or other_face == face:
                continue
            need = NEED[face][required[other]] + NEED[other_face][required[place]]
            if free < need <= most:
                need -= freed_by_both(p, mover_at(p, face, place), mover_at(p, other_face, other))
            if need <= free:
                one = SPOT_OF[(place + 1) * 7 + face]
                two = SPOT_OF[(other + 1) * 7 + other_face]
                out.append(SWAP_DICE[one * SPOT_COUNT + two if one < two else two * SPOT_COUNT + one])


def why_not_move(p: Player, action: Action) -> Refusal | None:
    """Why a die cannot be placed, moved or swapped so."""
    free = free_dishwashers(p)
    if action.kind == PLACE:
        if die_at(p, action.a, TRAY) < 0:
            return refuse("F-4", "no-unplaced", face=action.a)
        return why_not_fit(p, action.a, action.b, free)
    refusal = why_no_die(p, action.a)
    if refusal is not None:
        return refusal
    if action.kind == BACK:
        return refuse("F-4", "not-back")
    space = SPOT_SPACE[action.a]
    die = mover_at(p, SPOT_FACE[action.a], space)
    if action.kind == SWAP:
        return why_not_swap(p, action, die)
    if space == action.b:
        return refuse("F-4", "there-already")
    face = p.faces[die]
    refusal = why_not_fit(p, face, action.b, free + freed_by(p, die))
    if refusal is None or why_not_fit(p, face, action.b, free + need_of(p, die)) is not None:
        return refusal
    return refuse("F-10", "returned", space=SPACE_NAMES[action.b], asks=asked_for(p, action.b), face=face)


def why_not_swap(p: Player, action: Action, die: int) -> Refusal | None:
    """Why two dice cannot change places."""
    refusal = why_no_die(p, action.b)
    if refusal is not None:
        return refusal
    other = mover_at(p, SPOT_FACE[action.b], SPOT_SPACE[action.b])
    face = p.faces[die]
    other_face = p.faces[other]
    if face == other_face:
        return refuse("F-4", "same-faces")
    need = NEED[face][p.required[p.places[other]]] + NEED[other_face][p.required[p.places[die]]]
    free = free_dishwashers(p)
    if need <= free + freed_by_both(p, die, other):
        return None
    if need <= free + need_of(p, die) + need_of(p, other):
        return refuse("F-10", "returned-swap")
    return refuse("E-4", "no-swap")


def counted_thalers(s: State, p: Player, space: int) -> int:
    """What a die on a space counts for in thalers, areas as when the serving began."""
    if space >= FIRST_TABLE:
        return s.setup.edition.pays[p.seated[space - FIRST_TABLE]]
    return p.cash_count if space == CASHBOX else 0


def counted_beer(p: Player, space: int) -> int:
    """The same in beer."""
    if space == BREWER_SPACE:
        return p.brewer_count
    return p.barrel_count if space == BARREL else 0


def plan_change(s: State, p: Player, action: Action) -> tuple[int, int]:
    """By how much a move changes the thalers and the beer of the plan. A swap of two dice changes neither."""
    if action.kind == SWAP:
        return 0, 0
    thalers = counted_thalers(s, p, action.b)
    beer = counted_beer(p, action.b) if action.b < FIRST_TABLE else 0
    if action.kind == MOVE:
        space = SPOT_SPACE[action.a]
        thalers -= counted_thalers(s, p, space)
        if space < FIRST_TABLE:
            beer -= counted_beer(p, space)
    return thalers, beer
