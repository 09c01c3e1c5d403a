"""R. Rewards: the bonuses of the monastery track and of guests, resolved at once and depth first.

Whatever gives something pushes it on the stack of tasks; `settle` (play.py) resolves the stack from the top. So a
bonus is complete, with all that follows from it, before anything else happens (R-7).
"""

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    FIRST_REGULAR,
    GIVES_CARD,
    GIVES_MONASTERY,
    GIVES_NOBLE,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    GIVES_SERVICE_DENIED,
    GIVES_THALERS,
    NO_CARD,
    NOBLE,
    SAFE_AREA,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.rules.actions import DECLINE, DECLINE_IT, REMOVE, REMOVE_FROM, Action, Offers
from tiefenthal.engine.rules.areas import yield_of
from tiefenthal.engine.rules.flow import BONUS, MONASTERY_STEPS, REPUTATION_STEPS, SERVICE_DENIED, Effect
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.phases import SERVING
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.spaces import FIRST_TABLE
from tiefenthal.engine.rules.state import Player, State, tell


def put_on_deck(s: State, seat: int, card: int) -> None:
    """A card bought or gained goes on top of the seat's deck, where everyone has seen it (F-6)."""
    p = s.players[seat]
    p.deck.append(card)
    p.known += 1
    tell(s, "gained", seat, card)


def gain_card(s: State, seat: int, kind: int) -> bool:
    """A tavern card from its pile; nothing if the pile is empty (R-4)."""
    if s.piles[kind] == 0:
        tell(s, "pile empty", seat, kind)
        return False
    s.piles[kind] -= 1
    put_on_deck(s, seat, kind)
    return True


def gain_noble(s: State, seat: int) -> bool:
    """A noble; when they are gone it is lost (F-16)."""
    if s.nobles == 0:
        tell(s, "pile empty", seat, NOBLE)
        return False
    s.nobles -= 1
    put_on_deck(s, seat, NOBLE)
    return True


def gain_schnapps(s: State, seat: int, count: int) -> bool:
    """A whole share of schnapps or none (M2-2)."""
    if s.schnapps < count:
        tell(s, "no schnapps left", seat, count)
        return False
    s.schnapps -= count
    s.players[seat].schnapps += count
    tell(s, "schnapps", seat, count)
    return True


def pay_schnapps(s: State, seat: int, count: int) -> None:
    """Spent schnapps returns to the supply at once (M2-2)."""
    s.players[seat].schnapps -= count
    s.schnapps += count
    tell(s, "paid schnapps", seat, count)


def is_serving(s: State, seat: int) -> bool:
    """Whether the seat is in its own serving; outside it bonuses resolve as always, but see `gain_thalers` (A-11)."""
    return s.setup.flow.steps[s.step].name == SERVING and s.turn == seat


def store(s: State, seat: int, area: int) -> int:
    """How much the safe or the beer storage holds now."""
    return yield_of(s.setup.edition, s.players[seat].upgraded, area)


def gain_thalers(s: State, seat: int, count: int) -> None:
    """Bonus thalers join those at hand; outside the seat's serving they go to the safe, up to what it holds (R-5)."""
    p = s.players[seat]
    if not is_serving(s, seat):
        count = max(0, min(count, store(s, seat, SAFE_AREA) - p.thalers))
    p.thalers += count
    tell(s, "thalers", seat, count)


class Bonus(Effect):
    """Give what a packed bonus says (R-4)."""

    __slots__ = ()

    name = "bonus"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        """Give it, or push what must be resolved step by step."""
        what = bonus_what(arg)
        amount = bonus_amount(arg)
        if what == GIVES_CARD:
            gain_card(s, seat, amount)
        elif what == GIVES_THALERS:
            gain_thalers(s, seat, amount)
        elif what == GIVES_MONASTERY:
            s.tasks.append((MONASTERY_STEPS, seat, amount))
        elif what == GIVES_SERVICE_DENIED:
            s.tasks.append((SERVICE_DENIED, seat, 0))
        elif what == GIVES_NOBLE:
            gain_noble(s, seat)
        elif what == GIVES_SCHNAPPS:
            gain_schnapps(s, seat, amount)
        elif what == GIVES_REPUTATION:
            s.tasks.append((REPUTATION_STEPS, seat, amount))


def next_in_monastery(edition: Edition, space: int) -> int:
    """The space after this one: from the last one back to the start (R-2)."""
    return space + 1 if space + 1 < len(edition.monastery) else 0


class MonasterySteps(Effect):
    """Move along the monastery track, one step and its bonus at a time (R-1, R-2)."""

    __slots__ = ()

    name = "monastery"

    def resolve(self, s: State, seat: int, arg: int, luck: Luck) -> None:
        """One step; the rest waits below its bonus."""
        p = s.players[seat]
        p.monastery = next_in_monastery(s.setup.edition, p.monastery)
        tell(s, "monastery", seat, p.monastery)
        if arg > 1:
            s.tasks.append((MONASTERY_STEPS, seat, arg - 1))
        bonus = s.setup.edition.monastery[p.monastery]
        if bonus:
            s.tasks.append((BONUS, seat, bonus))


# --- service denied


def has_die(p: Player, space: int) -> bool:
    """Whether a die stands on the space."""
    return space in p.places


def removable(p: Player, table: int) -> bool:
    """Whether a regular or guest sits at the table with no die on it (R-6)."""
    card = p.seated[table]
    return card >= FIRST_REGULAR and FIRST_TABLE + table not in p.places


def any_removable(p: Player) -> bool:
    """Whether service denied would find a target."""
    for table in range(len(p.seated)):
        if removable(p, table):
            return True
    return False


def removals(p: Player) -> list[Action]:
    """Everybody who sits there, removable or not."""
    return [REMOVE_FROM[table] for table, card in enumerate(p.seated) if card != NO_CARD]


def why_not_removable(p: Player, table: int) -> Refusal | None:
    """Why the person at a table cannot be removed."""
    if table >= len(p.seated) or p.seated[table] == NO_CARD:
        return refuse("R-6", "nobody-there")
    if p.seated[table] == NOBLE:
        return refuse("R-6", "no-noble")
    if has_die(p, FIRST_TABLE + table):
        return refuse("R-6", "die-on-guest")
    return None


def remove_guest(s: State, seat: int, table: int) -> None:
    """The guest leaves the game; the table is not refilled and takes no more dice (R-6)."""
    p = s.players[seat]
    card = p.seated[table]
    p.seated[table] = NO_CARD
    p.vacant &= ~(1 << (FIRST_TABLE + table))
    s.removed.append(card)
    tell(s, "removed", seat, card, table)


class ServiceDenied(Effect):
    """The player may remove a guest or decline (R-6, R-8); with no target, as in the evening, it is lost (A-11)."""

    __slots__ = ()

    name = "service denied"
    rule = "R-6"
    question = "remove"

    def asks(self, s: State, seat: int, arg: int) -> bool:
        """There is someone to remove."""
        return any_removable(s.players[seat])

    def offer(self, s: State, seat: int, arg: int, out: Offers) -> None:
        """Each table with a target, or decline."""
        p = s.players[seat]
        for table in range(len(p.seated)):
            if removable(p, table):
                out.append(REMOVE_FROM[table])
        out.append(DECLINE_IT)

    def candidates(self, s: State, seat: int) -> list[Action]:
        """Everybody who sits there."""
        return removals(s.players[seat])

    def why_not(self, s: State, seat: int, arg: int, action: Action) -> Refusal | None:
        """Only a removal or declining answers it."""
        if action.kind == DECLINE:
            return None
        if action.kind == REMOVE:
            return why_not_removable(s.players[seat], action.a)
        return refuse("R-7", "denied-first")

    def answer(self, s: State, seat: int, arg: int, action: Action) -> None:
        """Remove the guest, or nothing."""
        if action.kind == REMOVE:
            remove_guest(s, seat, action.a)
