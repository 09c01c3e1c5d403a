"""M2. Schnapps and the entertainers who work for it."""

from typing import Final

from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    AREA_NAMES,
    BREWER,
    FIRE,
    JUGGLER,
    MONEY,
    NO_CARD,
    NOBLE,
    TAVERN_NAMES,
)
from tiefenthal.engine.rules.actions import (
    CHOOSE_SIDE_1,
    CHOOSE_SIDE_2,
    DECLINE,
    DECLINE_IT,
    ENTERTAIN,
    ENTERTAIN_AREA,
    ENTERTAIN_BEER,
    ENTERTAIN_REMOVE,
    ENTERTAIN_TABLE,
    ENTERTAIN_THALERS,
    ENTERTAIN_UPGRADE,
    KEEP,
    KEEP_SITTING,
    KEEP_STAFF,
    KEEP_TABLE,
    TURN,
    TURN_DIE,
    Action,
    Offers,
)
from tiefenthal.engine.rules.flow import Option, Step, TrackSpace
from tiefenthal.engine.rules.luck import Luck
from tiefenthal.engine.rules.market import upgrade
from tiefenthal.engine.rules.phases import JUGGLING
from tiefenthal.engine.rules.placing import die_at
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.rewards import (
    gain_schnapps,
    pay_schnapps,
    put_on_deck,
    removable,
    remove_guest,
    why_not_removable,
)
from tiefenthal.engine.rules.spaces import TRAY
from tiefenthal.engine.rules.state import Player, State, seats_in_order, tell

SIDE_1: Final = 1
SIDE_2: Final = 2
# What the sides of the entertainers do (M2-4).
SELLS_THALERS: Final = SIDE_1  # money
SELLS_BEER: Final = SIDE_2
UPGRADES: Final = SIDE_1  # fire
REMOVES: Final = SIDE_2
KEEPS: Final = SIDE_1  # juggler
TURNS: Final = SIDE_2


def lay_out(s: State) -> None:
    """The supply of schnapps (M2-2)."""
    s.schnapps = s.setup.edition.schnapps


def moon_passes(s: State) -> None:
    """Each player gets the schnapps the moon passes, whole shares in turn order (M2-1, M2-2)."""
    share = s.setup.schnapps_track[s.round]
    if share:
        for seat in seats_in_order(s):
            gain_schnapps(s, seat, share)


def not_kept(s: State, p: Player) -> int:
    """How much of a tavern's schnapps is more than the 4 that are kept when its serving ends (M2-5)."""
    surplus = p.schnapps - s.setup.edition.schnapps_kept
    return surplus if surplus > 0 else 0


def keep_four(s: State, seat: int) -> None:
    """At the end of a seat's serving at most 4 are kept (M2-5)."""
    surplus = not_kept(s, s.players[seat])
    if surplus > 0:
        pay_schnapps(s, seat, surplus)


def schnapps_points(s: State, seat: int) -> int:
    """One point each (M2-6)."""
    return s.players[seat].schnapps


class EntertainerArrives(TrackSpace):
    """An entertainer comes to every tavern; each player chooses its side for the rest of the game (M2-3)."""

    __slots__ = ()

    rule = "M2-3"

    def choices(self) -> list[int]:
        return [CHOOSE_SIDE_1, CHOOSE_SIDE_2]

    def refusal(self) -> Refusal:
        """One of the sides it is."""
        return refuse("M2-3", "choose-side")

    def take(self, s: State, seat: int, amount: int, chosen: int) -> None:
        """The entertainer stays with this side up. It gives nothing at once."""
        p = s.players[seat]
        p.entertainers = p.entertainers[:]
        p.entertainers[amount] = chosen - CHOOSE_SIDE_1 + 1
        tell(s, "entertainer", seat, amount, p.entertainers[amount])


def cost(s: State, entertainer: int, side: int) -> int:
    """Schnapps for one action of this side."""
    return s.setup.edition.entertainer_cost[entertainer][side - 1]


def sold(s: State, side: int) -> int:
    """The thalers or the beer that the money entertainer sells at once (M2-4 a)."""
    return s.setup.edition.entertainer_gain[MONEY][side - 1]


def why_not_entertained(s: State, seat: int, entertainer: int, side: int, rule: str) -> Refusal | None:
    """The entertainer must be there with this side up, and be paid."""
    p = s.players[seat]
    if p.entertainers[entertainer] != side:
        return refuse(rule, "no-entertainer")
    price = cost(s, entertainer, side)
    if p.schnapps < price:
        return refuse(rule, "schnapps-price", n=price - p.schnapps, price=price, have=p.schnapps)
    return None


class Entertain(Option):
    """What the entertainers do while guests are served (M2-4 a and b), as often as schnapps lasts."""

    __slots__ = ()

    kinds: tuple[int, ...] = (ENTERTAIN, ENTERTAIN_UPGRADE, ENTERTAIN_REMOVE)

    def offer(self, s: State, p: Player, out: Offers, changes: bool) -> None:
        """What the sides chosen offer and the schnapps pays."""
        side = p.entertainers[MONEY]
        if side and p.schnapps >= cost(s, MONEY, side):
            out.append(ENTERTAIN_THALERS if side == SELLS_THALERS else ENTERTAIN_BEER)
        side = p.entertainers[FIRE]
        if side == 0 or p.schnapps < cost(s, FIRE, side):
            return
        if side == UPGRADES:
            for area in range(AREA_COUNT):
                if not p.upgraded >> area & 1:
                    out.append(ENTERTAIN_AREA[area])
        else:
            for table in range(len(p.seated)):
                if removable(p, table):
                    out.append(ENTERTAIN_TABLE[table])

    def candidates(self, s: State, seat: int) -> list[Action]:
        """What the entertainers in the tavern do with the sides chosen, on everything it could be done to."""
        p = s.players[seat]
        found: list[Action] = []
        if p.entertainers[MONEY]:
            found.append(ENTERTAIN_THALERS if p.entertainers[MONEY] == SELLS_THALERS else ENTERTAIN_BEER)
        if p.entertainers[FIRE] == UPGRADES:
            found.extend(ENTERTAIN_AREA)
        elif p.entertainers[FIRE] == REMOVES:
            found.extend([ENTERTAIN_TABLE[table] for table, card in enumerate(p.seated) if card != NO_CARD])
        return found

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Side, price, and a target where one is needed."""
        if action.kind == ENTERTAIN:
            return why_not_entertained(s, seat, MONEY, action.a + 1, "M2-4")
        side = UPGRADES if action.kind == ENTERTAIN_UPGRADE else REMOVES
        refusal = why_not_entertained(s, seat, FIRE, side, "M2-4")
        if refusal is not None:
            return refusal
        p = s.players[seat]
        if action.kind == ENTERTAIN_REMOVE:
            return why_not_removable(p, action.a)
        if p.upgraded >> action.a & 1:
            return refuse("F-8", "upgraded", area=AREA_NAMES[action.a])
        return None

    def do(self, s: State, seat: int, action: Action) -> None:
        """Pay, and take what it gives."""
        p = s.players[seat]
        if action.kind == ENTERTAIN:
            side = action.a + 1
            pay_schnapps(s, seat, cost(s, MONEY, side))
            gain = sold(s, side)
            if side == SELLS_THALERS:
                p.thalers += gain
                tell(s, "thalers", seat, gain)
            else:
                p.beer += gain
                tell(s, "beer", seat, gain)
        elif action.kind == ENTERTAIN_UPGRADE:
            pay_schnapps(s, seat, cost(s, FIRE, UPGRADES))
            upgrade(s, seat, action.a)
        else:
            pay_schnapps(s, seat, cost(s, FIRE, REMOVES))
            remove_guest(s, seat, action.a)


class TurnDice(Option):
    """The juggler's planning side: turn an unplaced die to another side (M2-4 c)."""

    __slots__ = ()

    kinds: tuple[int, ...] = (TURN,)
    rule = "M2-4"

    def offer(self, s: State, p: Player, out: Offers, changes: bool) -> None:
        """Every unplaced face to every other."""
        if p.entertainers[JUGGLER] != TURNS or p.schnapps < cost(s, JUGGLER, TURNS):
            return
        for face in range(1, 7):
            if die_at(p, face, TRAY) >= 0:
                for to in range(1, 7):
                    if to != face:
                        out.append(TURN_DIE[face - 1][to - 1])

    def candidates(self, s: State, seat: int) -> list[Action]:
        """Every unplaced face to every other, where there is a juggler who turns dice."""
        p = s.players[seat]
        if p.entertainers[JUGGLER] != TURNS:
            return []
        faces = [face for face in range(1, 7) if die_at(p, face, TRAY) >= 0]
        return [TURN_DIE[face - 1][to - 1] for face in faces for to in range(1, 7) if to != face]

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Side, price, an unplaced die, another face."""
        refusal = why_not_entertained(s, seat, JUGGLER, TURNS, "M2-4")
        if refusal is not None:
            return refusal
        if die_at(s.players[seat], action.a, TRAY) < 0:
            return refuse("M2-4", "no-unplaced", face=action.a)
        if action.a == action.b:
            return refuse("M2-4", "other-side")
        return None

    def do(self, s: State, seat: int, action: Action) -> None:
        """Pay and turn it."""
        pay_schnapps(s, seat, cost(s, JUGGLER, TURNS))
        p = s.players[seat]
        p.faces[die_at(p, action.a, TRAY)] = action.b


class Juggling(Step):
    """The juggler's closing side: once per round, one card drawn goes on top of the deck (M2-4 c, G-1)."""

    __slots__ = ()

    name = JUGGLING
    letter = "G"
    rule = "M2-4"
    question = "closing"
    simultaneous = True

    def begin(self, s: State, luck: Luck) -> None:
        """Ask everyone who could."""
        for seat, p in enumerate(s.players):
            if self._can_pay(s, p) and (any(p.drawn) or p.nobles > 0 or any(p.seated)):
                s.waiting |= 1 << seat

    def _can_pay(self, s: State, p: Player) -> bool:
        return p.entertainers[JUGGLER] == KEEPS and p.juggled == 0 and p.schnapps >= cost(s, JUGGLER, KEEPS)

    def offer(self, s: State, seat: int, out: Offers, changes: bool) -> None:
        """Every card still there, or none."""
        if not s.waiting >> seat & 1:
            return
        p = s.players[seat]
        for kind in range(1, BREWER + 1):
            if p.drawn[kind] > 0:
                out.append(KEEP_STAFF[kind - 1])
        for table, card in enumerate(p.seated):
            if card != NO_CARD:
                out.append(KEEP_SITTING[table])
        out.append(DECLINE_IT)

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Only those who were asked; only a card that is there."""
        if not s.waiting >> seat & 1:
            return refuse("M2-4", "juggler-idle")
        if action.kind == DECLINE:
            return None
        if action.kind != KEEP:
            return refuse("G-1", "juggler-first")
        p = s.players[seat]
        if action.a >= KEEP_TABLE:
            table = action.a - KEEP_TABLE
            if table < len(p.seated) and p.seated[table] != NO_CARD:
                return None
            return refuse("M2-4", "nobody-there")
        if p.drawn[action.a] > 0:
            return None
        return refuse("M2-4", "no-such-card", card=TAVERN_NAMES[action.a])

    def do(self, s: State, seat: int, action: Action, luck: Luck) -> None:
        """Put the card on the deck, if any."""
        s.waiting &= ~(1 << seat)
        if action.kind == DECLINE:
            return
        p = s.players[seat]
        pay_schnapps(s, seat, cost(s, JUGGLER, KEEPS))
        p.juggled = 1
        if action.a >= KEEP_TABLE:
            table = action.a - KEEP_TABLE
            card = p.seated[table]
            if card == NOBLE:
                p.nobles -= 1  # out of its stack
            if card != NOBLE or p.nobles == 0:
                p.seated[table] = NO_CARD
            put_on_deck(s, seat, card)
        else:
            p.drawn[action.a] -= 1
            put_on_deck(s, seat, action.a)
