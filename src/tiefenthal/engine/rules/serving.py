"""F. Serving the guests: one seat after the other uses its dice, buys, upgrades and recruits, in any order."""

from tiefenthal.engine.components.kinds import BARBACK, SAFE_AREA, STORAGE_AREA
from tiefenthal.engine.rules.actions import COUNTER_GUEST, END, END_SERVING, SEND_COUNTER_GUEST, Action, Offers
from tiefenthal.engine.rules.flow import CREDIT_BARBACKS, FINISH_SERVING, MONASTERY_STEPS, Effect, Option, Step
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import SERVING
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.rewards import store
from tiefenthal.engine.rules.state import Player, State, put_dice_away, tell


class SendCounterGuests(Option):
    """A counter guest for one step on the monastery track (F-14)."""

    __slots__ = ()

    kinds: tuple[int, ...] = (COUNTER_GUEST,)

    def offer(self, s: State, p: Player, out: Offers, changes: bool) -> None:
        """While there are any."""
        if p.counter_guests > 0:
            out.append(SEND_COUNTER_GUEST)

    def candidates(self, s: State, seat: int) -> list[Action]:
        """The counter, with or without guests."""
        return [SEND_COUNTER_GUEST]

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """There must be one."""
        if s.players[seat].counter_guests > 0:
            return None
        return refuse("F-14", "no-counter-guest")

    def do(self, s: State, seat: int, action: Action) -> None:
        """Send a counter guest away for a step on the monastery track."""
        s.players[seat].counter_guests -= 1
        s.tasks.append((MONASTERY_STEPS, seat, 1))


class EndServing(Option):
    """The serving ends when its player says so (F-15)."""

    __slots__ = ()

    kinds: tuple[int, ...] = (END,)

    def offer(self, s: State, p: Player, out: Offers, changes: bool) -> None:
        """Serving may end at any time."""
        out.append(END_SERVING)

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        return None

    def do(self, s: State, seat: int, action: Action) -> None:
        """What was not done is not done any more; the stores are counted."""
        s.tasks.append((FINISH_SERVING, seat, 0))


class CreditBarbacks(Effect):
    """Each barback drawn gives one beer, once (F-3)."""

    __slots__ = ()

    name = "barbacks"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        p = s.players[seat]
        if p.drawn[BARBACK]:
            p.beer += p.drawn[BARBACK]
            tell(s, "beer", seat, p.drawn[BARBACK])


class FinishServing(Effect):
    """Stores are filled, the rest is lost, dice go back, the next seat begins (F-15)."""

    __slots__ = ()

    name = "end of serving"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        """Count the stores and pass on."""
        p = s.players[seat]
        thalers = min(p.thalers, store(s, seat, SAFE_AREA))
        beer = min(p.beer, store(s, seat, STORAGE_AREA))
        if thalers < p.thalers or beer < p.beer:
            tell(s, "lost", seat, p.thalers - thalers, p.beer - beer)
        p.thalers = thalers
        p.beer = beer
        for ends in s.setup.flow.points.serving_ends:
            ends(s, seat)
        put_dice_away(p)
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

    __slots__ = ()

    name = SERVING
    letter = "F"
    rule = "F-5"
    question = "serving"

    def begin(self, s: State, luck: Luck) -> None:
        """The start player serves first."""
        s.turn = s.start_player
        begin_serving(s)

    def offer(self, s: State, seat: int, out: Offers, changes: bool) -> None:
        """Everything serving offers."""
        if seat == s.turn:
            p = s.players[seat]
            for option in s.setup.flow.serving:
                option.offer(s, p, out, changes)

    def candidates(self, s: State, seat: int) -> list[Action]:
        """Those of every option."""
        found: list[Action] = []
        for option in s.setup.flow.serving:
            found.extend(option.candidates(s, seat))
        return found

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Only on one's own turn; then the option says."""
        if seat != s.turn:
            return refuse("F-5", "serving-turn")
        option = s.setup.flow.serving_by_kind[action.kind]
        if option is None:
            planned = s.setup.flow.planning_by_kind[action.kind]
            rule = planned.rule if planned is not None else self.rule
            return refuse(rule, "not-serving")
        return option.why_not(s, seat, action)

    def do(self, s: State, seat: int, action: Action, luck: Luck) -> None:
        """Let the option do it."""
        option = s.setup.flow.serving_by_kind[action.kind]
        assert option is not None
        option.do(s, seat, action)
