"""F-6 to F-13: what thalers and beer buy. Tavern cards, upgrades with their special offers, guests, nobles."""

from typing import Final

from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    AREA_NAMES,
    BARBACK,
    BREWER,
    DISHWASHER,
    DISHWASHER_AREA,
    NO_CARD,
    SERVER,
    TABLE,
    TAVERN_NAMES,
)
from tiefenthal.engine.rules.actions import (
    BUY,
    BUY_CARD,
    FROM_PILE,
    NOBLES,
    RECRUIT,
    RECRUIT_GUEST,
    RECRUIT_NOBLES,
    UPGRADE,
    UPGRADE_AREA,
    Action,
    Offers,
)
from tiefenthal.engine.rules.flow import BONUS, Option
from tiefenthal.engine.rules.placing import fits_of, lose_helpers
from tiefenthal.engine.rules.refusal import Refusal, refuse
from tiefenthal.engine.rules.rewards import gain_noble, put_on_deck
from tiefenthal.engine.rules.state import Player, State, tell

BASIC_CARDS: Final = (BARBACK, DISHWASHER, SERVER, TABLE, BREWER)
"""The tavern cards of the basic game (S-2)."""
CHEAPEST_GUEST: Final = 3  # beer, for those of the open pile (S-3)


def card_price(s: State, kind: int) -> int:
    """Thalers for a tavern card (F-7)."""
    return s.setup.edition.price[kind]


def for_sale(s: State, p: Player, kind: int) -> bool:
    """Whether a tavern card can still be bought this round, given the thalers (F-7)."""
    return s.piles[kind] > 0 and not p.bought >> kind & 1


class BuyCards(Option):
    """At most one tavern card of each kind per round (F-7)."""

    __slots__ = ()

    kinds: tuple[int, ...] = (BUY,)

    def offer(self, s: State, p: Player, out: Offers, changes: bool) -> None:
        """Every kind that is there, affordable and not yet bought this round."""
        affordable = s.setup.affordable
        for kind in affordable[p.thalers] if p.thalers < len(affordable) else affordable[-1]:
            if not p.bought >> kind & 1 and s.piles[kind] > 0:
                out.append(BUY_CARD[kind - 1])

    def candidates(self, s: State, seat: int) -> list[Action]:
        """Every pile, also an empty one."""
        return [BUY_CARD[kind - 1] for kind in BASIC_CARDS]

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Stock, limit, price."""
        p = s.players[seat]
        kind = action.a
        name = TAVERN_NAMES[kind]
        if s.piles[kind] == 0:
            return refuse("F-7", "sold-out", card=name)
        if p.bought >> kind & 1:
            return refuse("F-7", "bought", card=name)
        price = card_price(s, kind)
        if price > p.thalers:
            return refuse("F-7", "card-price", n=price - p.thalers, price=price, have=p.thalers)
        return None

    def do(self, s: State, seat: int, action: Action) -> None:
        """Pay and take the card."""
        p = s.players[seat]
        p.thalers -= card_price(s, action.a)
        p.bought |= 1 << action.a
        s.piles[action.a] -= 1
        put_on_deck(s, seat, action.a)


# --- upgrades


def upgrade_price(s: State, area: int, returned: int) -> int:
    """The price if this many cards are returned (F-9)."""
    ed = s.setup.edition
    price = ed.area_price[area] - ed.area_discount[area] * returned
    return price if price > 0 else 0


def returns_needed(s: State, area: int) -> int:
    """How many cards returned make the upgrade of an area free; 0 where none are taken back (F-9)."""
    ed = s.setup.edition
    if ed.area_card[area] == NO_CARD or ed.area_discount[area] == 0:
        return 0
    return -(-ed.area_price[area] // ed.area_discount[area])


def returnable(s: State, p: Player, area: int) -> int:
    """How many cards could be returned for this area's special offer."""
    card = s.setup.edition.area_card[area]
    return p.drawn[card] if card != NO_CARD else 0


def return_cards(s: State, p: Player, area: int, count: int) -> None:
    """Cards drawn this round go back to the open pile (F-9, F-10)."""
    card = s.setup.edition.area_card[area]
    p.drawn[card] -= count
    s.piles[card] += count
    if area == DISHWASHER_AREA:
        p.dishwashers -= count
        p.fits = fits_of(p.required, p.dishwashers)
        from_spent = min(count, p.spent)
        p.spent -= from_spent
        lose_helpers(p, min(count - from_spent, p.helping))


def upgrade(s: State, seat: int, area: int) -> None:
    """Flip the area and take a noble (F-8)."""
    s.players[seat].upgraded |= 1 << area
    tell(s, "upgraded", seat, area)
    gain_noble(s, seat)


class UpgradeAreas(Option):
    """Pay the area's price, less what the special offer gives (F-8, F-9)."""

    __slots__ = ()

    kinds: tuple[int, ...] = (UPGRADE,)

    def offer(self, s: State, p: Player, out: Offers, changes: bool) -> None:
        """Every affordable combination of area and cards returned."""
        ed = s.setup.edition
        thalers = p.thalers
        affordable = s.setup.affordable_areas
        for area in affordable[thalers] if thalers < len(affordable) else affordable[-1]:
            if not p.upgraded >> area & 1:
                out.append(UPGRADE_AREA[area][0])
        drawn = p.drawn
        card = ed.area_card
        for area in s.setup.special_offers:
            most = drawn[card[area]]
            if most and not p.upgraded >> area & 1:
                price = ed.area_price[area]
                discount = ed.area_discount[area]
                if price - discount * most <= thalers:
                    for returned in range(1, most + 1):
                        if price - discount * returned <= thalers:
                            out.append(UPGRADE_AREA[area][returned])

    def candidates(self, s: State, seat: int) -> list[Action]:
        """Every area, with every number of cards that could be returned for it."""
        p = s.players[seat]
        found: list[Action] = []
        for area in range(AREA_COUNT):
            most = 0 if p.upgraded >> area & 1 else returnable(s, p, area)
            found.extend(UPGRADE_AREA[area][: most + 1])
        return found

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """Once per area, the cards must be there, the price must be paid."""
        p = s.players[seat]
        area = action.a
        name = AREA_NAMES[area]
        if p.upgraded >> area & 1:
            return refuse("F-8", "upgraded", area=name)
        if action.b > returnable(s, p, area):
            return refuse("F-9", "few-cards", n=returnable(s, p, area), area=name)
        price = upgrade_price(s, area, action.b)
        if price > p.thalers:
            return refuse("F-8", "area-price", n=price - p.thalers, price=price, have=p.thalers)
        return None

    def do(self, s: State, seat: int, action: Action) -> None:
        """Pay, return the cards, flip, take the noble."""
        p = s.players[seat]
        p.thalers -= upgrade_price(s, action.a, action.b)
        if action.b:
            return_cards(s, p, action.a, action.b)
            tell(s, "returned", seat, s.setup.edition.area_card[action.a], action.b)
        upgrade(s, seat, action.a)


# --- guests


def open_guest(s: State, place: int) -> None:
    """Fill place 1 to 5 of the row from the guest deck; it stays empty when the deck is (F-12)."""
    if not s.guest_deck:
        s.row[place - 1] = NO_CARD
        return
    s.row[place - 1] = s.guest_deck.pop()
    s.reveals += 1
    for opened in s.setup.flow.points.guest_opened:
        opened(s, place)


def take_open_guest(s: State, place: int) -> None:
    """The guest at place 1 to 5 of the row or on top of the pile (0) is gone: refill at once (F-12)."""
    s.signed &= ~(1 << place)
    if place == FROM_PILE:
        s.pile.pop()
        if s.pile:
            s.reveals += 1
            for opened in s.setup.flow.points.guest_opened:
                opened(s, FROM_PILE)
        else:
            s.row.append(NO_CARD)  # the fifth place, to the end of the game
            open_guest(s, len(s.row))
    else:
        open_guest(s, place)


def take_guest(s: State, seat: int) -> None:
    """The top 3-beer guest as a bonus, with its own bonus but no signature (A-8)."""
    signed = s.signed & 1
    guest = s.pile[-1]
    put_on_deck(s, seat, guest)
    take_open_guest(s, FROM_PILE)
    for gained in s.setup.flow.points.gained_free:
        gained(s, signed)
    push_bonus(s, seat, guest)


def push_bonus(s: State, seat: int, guest: int) -> None:
    """The immediate bonus of a guest taken into the deck (R-3)."""
    bonus = s.setup.edition.bonus[guest]
    if bonus:
        s.tasks.append((BONUS, seat, bonus))


def guest_at(s: State, place: int) -> int:
    """Who lies open at a place of the row (1 to 5) or on the pile (0); NO_CARD if nobody does."""
    if place == FROM_PILE:
        return s.pile[-1] if s.pile else NO_CARD
    return s.row[place - 1] if place <= len(s.row) else NO_CARD


def guest_price(s: State, guest: int) -> int:
    """Beer for a guest (F-11)."""
    return s.setup.edition.beer[guest]


class RecruitGuests(Option):
    """At most one guest per round, for its beer (F-11, F-12)."""

    __slots__ = ()

    kinds: tuple[int, ...] = (RECRUIT,)

    def offer(self, s: State, p: Player, out: Offers, changes: bool) -> None:
        """Every open guest one can afford."""
        if p.recruited or p.beer < CHEAPEST_GUEST:
            return
        cost = s.setup.edition.beer
        if s.pile and cost[s.pile[-1]] <= p.beer:
            out.append(RECRUIT_GUEST[FROM_PILE])
        for place, guest in enumerate(s.row):
            if guest != NO_CARD and cost[guest] <= p.beer:
                out.append(RECRUIT_GUEST[place + 1])

    def candidates(self, s: State, seat: int) -> list[Action]:
        """Every guest that lies open."""
        found = [RECRUIT_GUEST[FROM_PILE]] if s.pile else []
        for place, guest in enumerate(s.row):
            if guest != NO_CARD:
                found.append(RECRUIT_GUEST[place + 1])
        return found

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """One per round, somebody must be there, the beer must be paid."""
        p = s.players[seat]
        if p.recruited:
            return refuse("F-11", "recruited")
        guest = guest_at(s, action.a)
        if guest == NO_CARD:
            return refuse("F-11" if action.a == FROM_PILE else "F-12", "no-guest")
        cost = guest_price(s, guest)
        if cost > p.beer:
            return refuse("F-11", "guest-price", n=cost - p.beer, price=cost, have=p.beer)
        return None

    def do(self, s: State, seat: int, action: Action) -> None:
        """Pay; guest on the deck; the place refilled; then the bonus, then the rest (F-12)."""
        p = s.players[seat]
        signed = s.signed >> action.a & 1
        guest = guest_at(s, action.a)
        p.beer -= guest_price(s, guest)
        p.recruited = 1
        put_on_deck(s, seat, guest)
        take_open_guest(s, action.a)
        for recruited in s.setup.flow.points.guest_recruited:
            recruited(s, seat, guest, signed)
        push_bonus(s, seat, guest)


def nobles_price(s: State, count: int) -> int:
    """Beer for `count` nobles at once (F-13)."""
    return s.setup.edition.noble_price[count]


def most_nobles(s: State) -> int:
    """How many nobles can be recruited at once at most, pile and beer permitting (F-13)."""
    return len(s.setup.edition.noble_price) - 1


class RecruitNobles(Option):
    """One, two or three nobles for beer, any number of times (F-13)."""

    __slots__ = ()

    kinds: tuple[int, ...] = (NOBLES,)

    def offer(self, s: State, p: Player, out: Offers, changes: bool) -> None:
        """As many as the beer and the pile allow."""
        beer = p.beer
        price = s.setup.edition.noble_price
        if beer < price[1]:
            return
        for count in range(1, len(price)):
            if price[count] <= beer and count <= s.nobles:
                out.append(RECRUIT_NOBLES[count - 1])

    def candidates(self, s: State, seat: int) -> list[Action]:
        """Every number that has a price."""
        return RECRUIT_NOBLES[: most_nobles(s)]

    def why_not(self, s: State, seat: int, action: Action) -> Refusal | None:
        """The pile and the price."""
        if action.a > s.nobles:
            return refuse("F-13", "nobles-left", n=s.nobles)
        price = nobles_price(s, action.a)
        beer = s.players[seat].beer
        if price > beer:
            return refuse("F-13", "nobles-price", n=price - beer, price=price, have=beer)
        return None

    def do(self, s: State, seat: int, action: Action) -> None:
        """Pay and take them."""
        s.players[seat].beer -= nobles_price(s, action.a)
        for _ in range(action.a):
            gain_noble(s, seat)
