"""M3. Reputation: the ring, the counting before each serving, and the bards.

`Player.steps` remembers the steps of the current serving, the latest last, so that they can be taken back when dice
move (M3-6). A step is packed: the space before it | what it gave << 5 | place in the deck of the noble it gave << 8.
"""

from typing import Final

from tiefenthal.engine.components.kinds import (
    BARBACK,
    BARD,
    BARREL_AREA,
    CASHBOX_AREA,
    GIVES_SCHNAPPS,
    RING_CROWN,
    RING_POINTS,
    RING_SIGNATURE,
    RING_TOAST,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.rules.actions import (
    BARD_SINGS,
    BARD_SONG,
    BUY_CARD,
    DECLINE,
    DECLINE_IT,
    REMOVE,
    REMOVE_FROM,
    SCHNAPPS,
    TAKE_SCHNAPPS,
    Action,
    Offers,
)
from tiefenthal.engine.rules.areas import yield_of
from tiefenthal.engine.rules.dice import brewer_yield, counted_beer, counted_thalers
from tiefenthal.engine.rules.flow import CHOOSE_COLUMN, REPUTATION_STEPS, TOAST, Effect, MoveCheck, Option
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.rewards import (
    any_removable,
    gain_noble,
    gain_schnapps,
    pay_schnapps,
    removable,
    removals,
    remove_guest,
    why_not_removable,
)
from tiefenthal.engine.rules.state import Player, Setup, State, tell

# What a step gave.
GAVE_NOTHING: Final = 0
GAVE_SCHNAPPS: Final = 1
GAVE_NOBLE: Final = 2
GAVE_FOR_GOOD: Final = 3  # removed a guest or placed a signature: cannot be taken back


def lay_out(s: State) -> None:
    """The bards join the open piles (M3-1)."""
    s.piles[BARD] = s.setup.edition.bard_count


def count_plan(s: State, seat: int) -> None:
    """A seat's serving begins: the marker moves by the lower of the plan's thalers and beer (M3-5, M3-10)."""
    p = s.players[seat]
    p.steps = []
    p.bards = p.drawn[BARD]
    p.cash_count = yield_of(s.setup.edition, p.upgraded, CASHBOX_AREA)
    p.barrel_count = yield_of(s.setup.edition, p.upgraded, BARREL_AREA)
    p.brewer_count = brewer_yield(s, p)
    p.thaler_count = 0
    p.beer_count = p.drawn[BARBACK]
    for place in p.places:
        if place >= 0:
            p.thaler_count += counted_thalers(s, p, place)
            p.beer_count += counted_beer(p, place)
    p.counted = min(p.thaler_count, p.beer_count)
    if p.counted > 0:
        s.tasks.append((REPUTATION_STEPS, seat, p.counted))


class Recount(MoveCheck):
    """Dice have moved: the marker follows the new count (M3-6)."""

    __slots__ = ()

    def least(self, p: Player) -> int:
        """Steps can be taken back while all that they gave is still there."""
        left = p.counted
        owed = 0
        at = len(p.steps) - 1
        while left > 0:
            gave = p.steps[at] >> 5 & 7
            if gave == GAVE_FOR_GOOD:
                return left
            if gave == GAVE_SCHNAPPS:
                owed += 1
                if owed > p.schnapps:
                    return left
            at -= 1
            left -= 1
        return 0

    def count_after(self, p: Player, thalers: int, beer: int) -> int:
        """The lower of the two sums."""
        thalers += p.thaler_count
        beer += p.beer_count
        return thalers if thalers < beer else beer

    def refusal(self, p: Player) -> Refusal:
        """Which of the two reasons it is."""
        kept = self.least(p) - p.counted - 1  # counted from the latest step
        if p.steps[kept] >> 5 & 7 == GAVE_FOR_GOOD:
            return refuse("M3-6", "steps-back-guest")
        return refuse("M3-6", "steps-back-schnapps", n=p.schnapps)

    def moved(self, s: State, seat: int, thalers: int, beer: int) -> None:
        """More: steps forward with their bonuses. Less: the latest steps are taken back."""
        p = s.players[seat]
        p.thaler_count += thalers
        p.beer_count += beer
        steps = min(p.thaler_count, p.beer_count) - p.counted
        p.counted += steps
        if steps > 0:
            s.tasks.append((REPUTATION_STEPS, seat, steps))
        elif steps < 0:
            for _ in range(-steps):
                take_back_step(s, seat)


def take_back_step(s: State, seat: int) -> None:
    """Take back the latest step with what it gave."""
    p = s.players[seat]
    step = p.steps.pop()
    p.reputation = step & 31
    gave = step >> 5 & 7
    if gave == GAVE_SCHNAPPS:
        pay_schnapps(s, seat, 1)
    elif gave == GAVE_NOBLE:
        del p.deck[step >> 8]
        p.known -= 1
        s.nobles += 1
    tell(s, "reputation back", seat, p.reputation)


def next_on_ring(setup: Setup, space: int) -> int:
    """The space after this one: from the crown on at the space of 1 point (M3-4)."""
    return space + 1 if space + 1 < len(setup.ring) else 1


class ReputationSteps(Effect):
    """Move along the ring, one step and its bonus at a time (M3-2 to M3-4), whatever gave the steps (M3-8)."""

    __slots__ = ()

    name = "reputation"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        """One step; the rest waits below its bonus."""
        p = s.players[seat]
        before = p.reputation
        p.reputation = next_on_ring(s.setup, before)
        tell(s, "reputation", seat, p.reputation)
        if arg > 1:
            s.tasks.append((REPUTATION_STEPS, seat, arg - 1))
        what = bonus_what(s.setup.ring[p.reputation])
        step = before
        if what == GIVES_SCHNAPPS:
            if gain_schnapps(s, seat, 1):
                step |= GAVE_SCHNAPPS << 5
        elif what == RING_CROWN:
            if gain_noble(s, seat):
                step |= GAVE_NOBLE << 5 | (len(p.deck) - 1) << 8
        elif what == RING_TOAST:
            s.tasks.append((TOAST, seat, 0))
        elif what == RING_SIGNATURE:
            s.tasks.append((CHOOSE_COLUMN, seat, 0))
        p.steps.append(step)


def mark_step(p: Player, gave: int) -> None:
    """Note what the latest step gave, once its question is answered."""
    p.steps[-1] |= gave << 5


class Toast(Effect):
    """The schnapps space with a choice: a schnapps, or a guest is removed. With no schnapps left the removal may be
    declined (M3-3, R-8)."""

    __slots__ = ()

    name = "toast"
    rule = "M3-3"
    question = "toast"

    def asks(self, s: State, seat: int, arg: int) -> bool:
        """At least one of the two is possible."""
        return s.schnapps > 0 or any_removable(s.players[seat])

    def asked(self, s: State) -> str:
        """With no schnapps left there is only the guest to be asked about."""
        return self.question if s.schnapps > 0 else "dry-toast"

    def offer(self, s: State, seat: int, arg: int, out: Offers) -> None:
        if s.schnapps > 0:
            out.append(TAKE_SCHNAPPS)
        p = s.players[seat]
        for table in range(len(p.seated)):
            if removable(p, table):
                out.append(REMOVE_FROM[table])
        if s.schnapps == 0:
            out.append(DECLINE_IT)

    def candidates(self, s: State, seat: int) -> list[Action]:
        """The schnapps, and everybody who sits there."""
        return [TAKE_SCHNAPPS, *removals(s.players[seat])]

    def why_not(self, s: State, seat: int, arg: int, action: Action) -> Refusal | None:
        """Schnapps while there is any, or a guest who can be removed, or neither when it is that guest alone."""
        if action.kind == SCHNAPPS:
            return None if s.schnapps > 0 else refuse("M2-2", "no-schnapps")
        if action.kind == REMOVE:
            return why_not_removable(s.players[seat], action.a)
        if action.kind == DECLINE:
            return None if s.schnapps == 0 else refuse("R-8", "toast-taken")
        return refuse("M3-3", "toast-first")

    def answer(self, s: State, seat: int, arg: int, action: Action) -> None:
        """Give what was chosen."""
        p = s.players[seat]
        if action.kind == SCHNAPPS:
            gain_schnapps(s, seat, 1)
            mark_step(p, GAVE_SCHNAPPS)
        elif action.kind == REMOVE:
            remove_guest(s, seat, action.a)
            mark_step(p, GAVE_FOR_GOOD)


class BardsSing(Option):
    """Each bard drawn may move the marker one step, once, at any moment of the serving (M3-7)."""

    __slots__ = ()

    kinds: tuple[int, ...] = (BARD_SINGS,)

    def offer(self, s: State, p: Player, out: Offers, changes: bool) -> None:
        """While one has not sung."""
        if p.bards > 0:
            out.append(BARD_SONG)

    def candidates(self, s: State, seat: int) -> list[Action]:
        """What the module adds to the table: the bards' pile, and their song."""
        return [BUY_CARD[BARD - 1], BARD_SONG]

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """There must be one."""
        return None if s.players[seat].bards > 0 else refuse("M3-7", "no-bard")

    def do(self, s: State, seat: int, action: Action) -> None:
        """A bard's song is a step on the reputation ring."""
        s.players[seat].bards -= 1
        s.tasks.append((REPUTATION_STEPS, seat, 1))


def close_the_count(s: State, seat: int) -> None:
    """The serving is over: bards that were not used have not sung (M3-7), and steps can no longer be taken back."""
    p = s.players[seat]
    p.bards = 0
    p.steps = []
    p.thaler_count = 0
    p.beer_count = 0
    p.counted = 0
    p.cash_count = 0
    p.barrel_count = 0
    p.brewer_count = 0


def ring_points(setup: Setup, space: int) -> int:
    """The number of a space, or the highest passed since the crown; on the crown nothing (M3-9)."""
    ring = setup.ring
    if bonus_what(ring[space]) == RING_CROWN:
        return 0
    while space > 0 and bonus_what(ring[space]) != RING_POINTS:
        space -= 1
    return bonus_amount(ring[space])


def reputation_points(s: State, seat: int) -> int:
    """What the space the seat's marker is on counts in the end (M3-9)."""
    return ring_points(s.setup, s.players[seat].reputation)
