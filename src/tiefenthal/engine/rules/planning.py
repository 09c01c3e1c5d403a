"""E. Planning: dice are placed, moved and taken back until everyone is ready."""

from tiefenthal.engine.rules.actions import (
    BACK,
    MOVE,
    PLACE,
    PLACINGS,
    PLANNING_MOVES,
    READY,
    READY_NOW,
    UNREADY,
    UNREADY_NOW,
    Action,
    Offers,
)
from tiefenthal.engine.rules.flow import Option, Step
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import PLANNING
from tiefenthal.engine.rules.placing import (
    die_at,
    free_dishwashers,
    lift,
    open_spaces,
    placings,
    put,
    why_no_die,
    why_not_fit,
)
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.spaces import NEED, SPOT_FACE, SPOT_SPACE, TRAY
from tiefenthal.engine.rules.state import Player, State


class PlanDice(Option):
    """Place, move and take back dice (E-1 to E-4), until the plan is ready. It binds nobody (E-5)."""

    __slots__ = ()

    kinds: tuple[int, ...] = (PLACE, MOVE, BACK, READY)

    def offer(self, s: State, p: Player, out: Offers, changes: bool) -> None:
        """For each die that differs from those before it: wherever it can go. Placing comes first, then being ready,
        then changes of the plan (taking a die back, or moving it), so that always taking the first action leads on."""
        free = free_dishwashers(p) if p.dishwashers else 0
        faces = p.faces
        places = p.places
        fits = p.fits
        helped = 7 * free
        vacant = p.vacant
        seen = 0  # spots of dice before this one, as bits
        placed: list[int] = []  # dice on the board
        for die, place in enumerate(places):
            if place != TRAY:
                placed.append(die)
                continue
            face = faces[die]
            moves = PLACINGS[face]
            if seen & moves.bit:
                continue
            seen |= moves.bit
            out.extend(moves.list_for(fits[helped + face] & vacant))
        out.append(READY_NOW)
        if not changes:
            return
        for die in placed:
            face = faces[die]
            place = places[die]
            moves = PLANNING_MOVES[place][face]
            if moves.bit:
                if seen & moves.bit:
                    continue
                seen |= moves.bit
            if p.helping:
                helped = 7 * (free + NEED[face][p.required[place]])
            out.extend(moves.list_for(fits[helped + face] & vacant))

    def candidates(self, s: State, seat: int) -> list[Action]:
        """Every unplaced die on every space."""
        return placings(s.players[seat])

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """The die must be there and the space must take it."""
        p = s.players[seat]
        if action.kind == READY:
            return None
        if action.kind == PLACE:
            if die_at(p, action.a, TRAY) < 0:
                return refuse("E-1", "no-unplaced", face=action.a)
            return why_not_fit(p, action.a, action.b, free_dishwashers(p))
        refusal = why_no_die(p, action.a)
        if refusal is not None or action.kind == BACK:
            return refusal
        space = SPOT_SPACE[action.a]
        if space == action.b:
            return refuse("E-5", "there-already")
        face = p.faces[die_at(p, SPOT_FACE[action.a], space)]
        return why_not_fit(p, face, action.b, free_dishwashers(p) + NEED[face][p.required[space]])

    def do(self, s: State, seat: int, action: Action) -> None:
        """Change the plan, or say that it is ready."""
        if action.kind == READY:
            s.waiting &= ~(1 << seat)
            return
        p = s.players[seat]
        if action.kind == PLACE:
            put(p, die_at(p, action.a, TRAY), action.b)
            return
        die = die_at(p, SPOT_FACE[action.a], SPOT_SPACE[action.a])
        lift(p, die)
        if action.kind == MOVE:
            put(p, die, action.b)


class Planning(Step):
    """All plan at once; being ready can be taken back until the last one is (E-5)."""

    __slots__ = ()

    name = PLANNING
    letter = "E"
    rule = "E-1"
    question = "planning"
    simultaneous = True

    def begin(self, s: State, luck: Luck) -> None:
        """Lay out the action spaces of every tavern."""
        for p in s.players:
            open_spaces(s, p)
        s.waiting = (1 << len(s.players)) - 1

    def offer(self, s: State, seat: int, out: Offers, changes: bool) -> None:
        """Everything planning offers, and being ready."""
        if not s.waiting >> seat & 1:
            if changes:
                out.append(UNREADY_NOW)
            return
        p = s.players[seat]
        for option in s.setup.flow.planning:
            option.offer(s, p, out, changes)

    def candidates(self, s: State, seat: int) -> list[Action]:
        """Those of every option."""
        found: list[Action] = []
        for option in s.setup.flow.planning:
            found.extend(option.candidates(s, seat))
        return found

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """A ready seat must first take that back."""
        if not s.waiting >> seat & 1:
            return None if action.kind == UNREADY else refuse("E-5", "is-ready")
        if action.kind == UNREADY:
            return refuse("E-5", "not-ready")
        option = s.setup.flow.planning_by_kind[action.kind]
        if option is None:
            return refuse("E-1", "planning-only")
        return option.why_not(s, seat, action)

    def do(self, s: State, seat: int, action: Action, luck: Luck) -> None:
        """Let the option do it, or take being ready back."""
        if action.kind == UNREADY:
            s.waiting |= 1 << seat
        else:
            option = s.setup.flow.planning_by_kind[action.kind]
            assert option is not None
            option.do(s, seat, action)
