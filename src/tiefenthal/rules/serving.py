"""F. Serving the guests: one seat after the other uses its dice, buys, upgrades and recruits, in any order."""

from tiefenthal.components.kinds import (
    BARBACK,
    BARREL_AREA,
    BREWER,
    BREWER_AREA,
    CASHBOX_AREA,
    MONK_AREA,
    SAFE_AREA,
    STORAGE_AREA,
)
from tiefenthal.rules.actions import (
    BACK,
    COUNTER_GUEST,
    END,
    END_SERVING,
    MOVE,
    MOVE_DIE,
    PLACE,
    PLACE_DIE,
    SEND_COUNTER_GUEST,
    SWAP,
    SWAP_DICE,
    USE,
    USE_DIE,
    Action,
)
from tiefenthal.rules.flow import CREDIT_BARBACKS, FINISH_SERVING, MONASTERY_STEPS, Effect, Option, Step
from tiefenthal.rules.luck import Luck
from tiefenthal.rules.placing import (
    die_at,
    free_dishwashers,
    freed_by,
    lift,
    put,
    reach,
    why_no_die,
    why_not_fit,
)
from tiefenthal.rules.refusal import Refusal, refuse
from tiefenthal.rules.rewards import store
from tiefenthal.rules.spaces import (
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
from tiefenthal.rules.state import Player, State, tell


def area_yield(s: State, p: Player, area: int) -> int:
    """What an area gives now."""
    return s.setup.edition.area_yield[area][p.upgraded >> area & 1]


class UseDice(Option):
    """Remove a die and take what its space gives (F-1, F-2)."""

    kinds: tuple[int, ...] = (USE,)

    def offer(self, s: State, seat: int, out: list[Action]) -> None:
        """Each die on the board, equal ones once."""
        p = s.players[seat]
        seen = 0
        for i in range(len(p.places)):
            place = p.places[i]
            if place >= 0:
                spot = SPOT_OF[place * 7 + p.faces[i]]
                if not seen >> spot & 1:
                    seen |= 1 << spot
                    out.append(USE_DIE[spot])

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """The die must be there."""
        if why_no_die(s.players[seat], action.a) is None:
            return None
        return refuse("F-1", f"There is no such die on {SPACE_NAMES[SPOT_SPACE[action.a]]} to use.")

    def do(self, s: State, seat: int, action: Action) -> None:
        """The die is gone for the round; its dishwashers are spent."""
        p = s.players[seat]
        space = SPOT_SPACE[action.a]
        die = die_at(p, SPOT_FACE[action.a], space)
        need = NEED[p.faces[die]][p.wants[space]]
        if need:
            freed = freed_by(p, need)
            p.orphans -= need - freed
            p.spent += freed
            p.helping -= need
        p.places[die] = USED
        if space >= FIRST_TABLE:
            thalers = s.setup.edition.pays[p.seated[space - FIRST_TABLE]]
            p.thalers += thalers
            tell(s, "thalers", seat, thalers)
        elif space == CASHBOX:
            thalers = area_yield(s, p, CASHBOX_AREA)
            p.thalers += thalers
            tell(s, "thalers", seat, thalers)
        elif space == MONK:
            s.tasks.append((MONASTERY_STEPS, seat, area_yield(s, p, MONK_AREA)))
        else:
            beer = area_yield(s, p, BARREL_AREA) if space == BARREL else brewer_yield(s, p)
            p.beer += beer
            tell(s, "beer", seat, beer)


def brewer_yield(s: State, p: Player) -> int:
    """Beer for one die on the brewer: the area and each brewer card still present (F-2)."""
    return area_yield(s, p, BREWER_AREA) + p.drawn[BREWER]


class MoveDice(Option):
    """An unused die goes to another space, or two dice change places (F-4)."""

    kinds: tuple[int, ...] = (PLACE, MOVE, SWAP, BACK)

    def offer(self, s: State, seat: int, out: list[Action]) -> None:
        """Wherever each die can go; equal dice once."""
        p = s.players[seat]
        free = free_dishwashers(p)
        wants = p.wants
        moves: list[Action] = []
        spots: list[int] = []
        spot_faces: list[int] = []
        seen = 0
        for i in range(len(p.faces)):
            face = p.faces[i]
            place = p.places[i]
            if place >= 0:
                spot = SPOT_OF[place * 7 + face]
                if seen >> (spot + 7) & 1:
                    continue
                seen |= 1 << (spot + 7)
                spots.append(spot)
                spot_faces.append(face)
                spaces = reach(p, face, free + freed_by(p, NEED[face][wants[place]])) & ~(1 << place)
                MOVE_DIE[spot].list_into(spaces, moves)
            elif place == TRAY and not seen >> face & 1:
                seen |= 1 << face
                PLACE_DIE[face - 1].list_into(reach(p, face, free), moves)
        for i in range(1, len(spots)):
            for j in range(i):
                one_face = spot_faces[i]
                two_face = spot_faces[j]
                if one_face == two_face:
                    continue
                one = spots[i]
                two = spots[j]
                one_asked = wants[SPOT_SPACE[one]]
                two_asked = wants[SPOT_SPACE[two]]
                need = NEED[one_face][two_asked] + NEED[two_face][one_asked]
                if need > free:
                    if need >= 99:
                        continue
                    if need > free + freed_by(p, NEED[one_face][one_asked] + NEED[two_face][two_asked]):
                        continue
                if SPOT_SPACE[one] != SPOT_SPACE[two]:
                    moves.append(SWAP_DICE[one * SPOT_COUNT + two if one < two else two * SPOT_COUNT + one])
        for refused in s.setup.flow.points.move_refused:
            moves = [move for move in moves if refused(s, seat, *plan_change(s, p, move)) is None]
        out.extend(moves)

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """The rules of planning, but dice are not taken back and used spaces stay used."""
        refusal = self._why_not_place(s, s.players[seat], action)
        if refusal is not None:
            return refusal
        for refused in s.setup.flow.points.move_refused:
            refusal = refused(s, seat, *plan_change(s, s.players[seat], action))
            if refusal is not None:
                return refusal
        return None

    def _why_not_place(self, s: State, p: Player, action: Action) -> Refusal | None:
        free = free_dishwashers(p)
        if action.kind == PLACE:
            if die_at(p, action.a, TRAY) < 0:
                return refuse("F-4", f"You have no unplaced {action.a}.")
            return why_not_fit(p, action.a, action.b, free)
        refusal = why_no_die(p, action.a)
        if refusal is not None:
            return refusal
        if action.kind == BACK:
            return refuse("F-4", "While serving, a die is not taken back; it may move to another space.")
        space = SPOT_SPACE[action.a]
        face = p.faces[die_at(p, SPOT_FACE[action.a], space)]
        need = NEED[face][p.wants[space]]
        if action.kind == MOVE:
            if space == action.b:
                return refuse("F-4", "The die stands there already.")
            return why_not_fit(p, face, action.b, free + freed_by(p, need))
        return self._why_not_swap(p, action, space, face)

    def _why_not_swap(self, p: Player, action: Action, space: int, face: int) -> Refusal | None:
        refusal = why_no_die(p, action.b)
        if refusal is not None:
            return refusal
        other = SPOT_SPACE[action.b]
        other_face = p.faces[die_at(p, SPOT_FACE[action.b], other)]
        if face == other_face:
            return refuse("F-4", "Two dice of the same face have nothing to swap.")
        need = NEED[face][p.wants[other]] + NEED[other_face][p.wants[space]]
        had = NEED[face][p.wants[space]] + NEED[other_face][p.wants[other]]
        if need > free_dishwashers(p) + freed_by(p, had):
            return refuse("E-4", "These dice do not fit each other's places, even with the dishwashers free.")
        return None

    def do(self, s: State, seat: int, action: Action) -> None:
        """Move the dice, and tell whoever counts the plan."""
        p = s.players[seat]
        points = s.setup.flow.points
        thalers = 0
        beer = 0
        if points.dice_moved:
            thalers, beer = plan_change(s, p, action)
        if action.kind == PLACE:
            put(p, die_at(p, action.a, TRAY), action.b)
        else:
            die = die_at(p, SPOT_FACE[action.a], SPOT_SPACE[action.a])
            if action.kind == SWAP:
                other = die_at(p, SPOT_FACE[action.b], SPOT_SPACE[action.b])
                lift(p, die)
                lift(p, other)
                put(p, die, SPOT_SPACE[action.b])
                put(p, other, SPOT_SPACE[action.a])
            else:
                lift(p, die)
                put(p, die, action.b)
        for moved in points.dice_moved:
            moved(s, seat, thalers, beer)


def counted_thalers(s: State, p: Player, space: int) -> int:
    """What a die on a space counts for in thalers, as when the serving began (M3-5, M3-6)."""
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
    beer = counted_beer(p, action.b)
    if action.kind == MOVE:
        space = SPOT_SPACE[action.a]
        thalers -= counted_thalers(s, p, space)
        beer -= counted_beer(p, space)
    return thalers, beer


class SendCounterGuests(Option):
    """A counter guest for one step on the monastery track (F-14)."""

    kinds: tuple[int, ...] = (COUNTER_GUEST,)

    def offer(self, s: State, seat: int, out: list[Action]) -> None:
        """While there are any."""
        if s.players[seat].counter_guests > 0:
            out.append(SEND_COUNTER_GUEST)

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """There must be one."""
        if s.players[seat].counter_guests > 0:
            return None
        return refuse("F-14", "You have no counter guest.")

    def do(self, s: State, seat: int, action: Action) -> None:
        """One step."""
        s.players[seat].counter_guests -= 1
        s.tasks.append((MONASTERY_STEPS, seat, 1))


class EndServing(Option):
    """The serving ends when its player says so (F-15)."""

    kinds: tuple[int, ...] = (END,)

    def offer(self, s: State, seat: int, out: list[Action]) -> None:
        """Always."""
        out.append(END_SERVING)

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Never refused."""
        return None

    def do(self, s: State, seat: int, action: Action) -> None:
        """What is left to do comes first, the counting of the stores last."""
        s.tasks.append((FINISH_SERVING, seat, 0))
        for closes in s.setup.flow.points.serving_closes:
            closes(s, seat)


class CreditBarbacks(Effect):
    """Each barback drawn gives one beer, once (F-3)."""

    name = "barbacks"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        """Credit them."""
        p = s.players[seat]
        if p.drawn[BARBACK]:
            p.beer += p.drawn[BARBACK]
            tell(s, "beer", seat, p.drawn[BARBACK])


class FinishServing(Effect):
    """Stores are filled, the rest is lost, dice go back, the next seat begins (F-15)."""

    name = "end of serving"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        """Count the stores and pass on."""
        p = s.players[seat]
        p.thalers = min(p.thalers, store(s, seat, SAFE_AREA))
        p.beer = min(p.beer, store(s, seat, STORAGE_AREA))
        for ends in s.setup.flow.points.serving_ends:
            ends(s, seat)
        p.faces = []
        p.places = []
        p.coloured = 0
        p.wants = []
        p.fits = [0] * 7
        p.dishwashers = 0
        p.spent = 0
        p.helping = 0
        p.orphans = 0
        tell(s, "served", seat, p.thalers, p.beer)
        s.turn = (seat + 1) % len(s.players)
        if s.turn == s.start_player:
            s.waiting = 0
        else:
            begin_serving(s)


def begin_serving(s: State) -> None:
    """The serving of `s.turn` begins: first what must come before the first action, then the barbacks (F-3)."""
    s.waiting = 1 << s.turn
    tell(s, "serving", s.turn)
    s.tasks.append((CREDIT_BARBACKS, s.turn, 0))
    for begins in s.setup.flow.points.serving_begins:
        begins(s, s.turn)


class Serving(Step):
    """In turn order each player does everything, then the next (F-5)."""

    name = "serving"
    letter = "F"
    rule = "F-5"
    question = "Serve: use dice, buy, upgrade and recruit in any order, then end your serving."

    def begin(self, s: State, luck: Luck) -> None:
        """The start player serves first."""
        s.turn = s.start_player
        begin_serving(s)

    def offer(self, s: State, seat: int, out: list[Action]) -> None:
        """Everything serving offers."""
        if seat == s.turn:
            for option in s.setup.flow.serving:
                option.offer(s, seat, out)

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Only on the own turn; then the option says."""
        if seat != s.turn:
            return refuse("F-5", "Guests are served in turn order; it is not your turn.")
        option = s.setup.flow.serving_by_kind[action.kind]
        if option is None:
            return refuse("F-5", "That is not something one does while serving.")
        return option.why_not(s, seat, action)

    def do(self, s: State, seat: int, action: Action, luck: Luck) -> None:
        """Let the option do it."""
        option = s.setup.flow.serving_by_kind[action.kind]
        assert option is not None
        option.do(s, seat, action)
