"""The rest of the box: what a position document omits follows from everything it says."""

from tiefenthal.engine.components.kinds import (
    BREWER,
    FIRST_REGULAR,
    NO_CARD,
    NOBLE,
    SERVER,
    TABLE,
    TAVERN_KINDS,
    TAVERN_NAMES,
)
from tiefenthal.engine.record.position.seat import OpenPile
from tiefenthal.engine.record.position.values import Values
from tiefenthal.engine.rules import flow
from tiefenthal.engine.rules.invariants import card_total
from tiefenthal.engine.rules.luck import DECK, GUEST_DECK, GUEST_PILE, Luck
from tiefenthal.engine.rules.market import CHEAPEST_GUEST
from tiefenthal.engine.rules.setup import OPEN_GUESTS
from tiefenthal.engine.rules.state import Player, State


def shuffle_bottom(cards: list[int], count: int, stream: str, seat: int, luck: Luck | None) -> None:
    """Bring the lowest cards of a pile into an order by luck."""
    if luck is not None and count > 1:
        loose = cards[:count]
        luck.shuffle(stream, seat, loose)
        cards[:count] = loose


def _held(p: Player) -> list[int]:
    """A seat's cards outside its deck."""
    cards = p.discard + [card for card in p.seated if card not in (NO_CARD, NOBLE)] + [NOBLE] * p.nobles
    for kind in TAVERN_KINDS:
        cards.extend([kind] * p.drawn[kind])
    return cards


def fill_decks(s: State, decks: list[OpenPile], luck: Luck | None) -> None:
    """An omitted deck holds the cards of the starting deck that are nowhere else (S-6)."""
    ed = s.setup.edition
    start = ed.regulars + ([SERVER, TABLE, BREWER] if s.setup.modules < 4 else [])
    missing: list[list[int]] = []
    for p, pile in zip(s.players, decks, strict=True):
        if pile.written:
            continue
        left = sorted(start)
        for card in _held(p):
            if card in left:
                left.remove(card)
        p.deck = left
        pile.cards = left
        missing.append(left)
    # regulars who left the game are taken from the decks not written, as far as their owners cannot account for them
    for kind in range(FIRST_REGULAR, ed.first_guest):
        surplus = s.removed.count(kind) - card_total(s, kind)
        for p in s.players:
            surplus += (p.deck + p.discard + p.seated).count(kind)
        for left in missing:
            while surplus > 0 and kind in left:
                left.remove(kind)
                surplus -= 1
    for seat, (p, pile) in enumerate(zip(s.players, decks, strict=True)):
        shuffle_bottom(p.deck, pile.loose if pile.written else max(0, len(p.deck) - p.known), DECK, seat, luck)


def fill_guests(
    s: State, pile: OpenPile, deck: OpenPile, row: list[int] | None, signed: int | None, luck: Luck | None
) -> None:
    """Omitted guests are those who are nowhere else; the row opens from the deck, signatures lie on open guests."""
    ed = s.setup.edition
    seen = s.removed + pile.cards + deck.cards + (row or [])
    for p in s.players:
        seen = seen + p.deck + p.discard + p.seated
    cheap: list[int] = []
    others: list[int] = []
    for kind in range(ed.first_guest, ed.card_count):
        left = card_total(s, kind) - seen.count(kind)
        (cheap if ed.beer[kind] == CHEAPEST_GUEST else others).extend([kind] * max(0, left))
    s.pile = pile.cards if pile.written else cheap
    shuffle_bottom(s.pile, pile.loose if pile.written else len(s.pile), GUEST_PILE, -1, luck)
    places = OPEN_GUESTS if s.pile else OPEN_GUESTS + 1
    s.guest_deck = deck.cards if deck.written else others
    shuffle_bottom(s.guest_deck, deck.loose if deck.written else len(s.guest_deck), GUEST_DECK, -1, luck)
    if row is not None:
        s.row = row
    else:
        source = others if deck.written else s.guest_deck
        s.row = [source.pop() if source else NO_CARD for _ in range(places)]
    s.signed = signed or 0
    if signed is None and s.setup.modules >= 5:
        free = ed.signatures - _signed_elsewhere(s)
        for place in range(6):
            there = s.pile[-1:] if place == 0 else s.row[place - 1 : place]
            if there and there[0] != NO_CARD and free > 0:
                s.signed |= 1 << place
                free -= 1


def _signed_elsewhere(s: State) -> int:
    """Signatures in guest books and on their way there."""
    return sum(sum(p.book) for p in s.players) + len([task for task in s.tasks if task[0] == flow.SIGNATURE])


def fill_supply(v: Values, s: State, numbers: dict[str, int]) -> None:
    """Omitted piles and tokens are what is nowhere else."""
    ed = s.setup.edition
    held: list[int] = []
    for p in s.players:
        held.extend(p.deck)
        held.extend(_held(p))
    kinds = TAVERN_KINDS if s.setup.modules >= 3 else TAVERN_KINDS[1:]
    for kind in kinds:
        name = TAVERN_NAMES[kind]
        s.piles[kind] = _rest(v, numbers, name, card_total(s, kind), held.count(kind))
    s.nobles = _rest(v, numbers, "nobles", ed.nobles, held.count(NOBLE))
    if s.setup.modules >= 2:
        s.schnapps = _rest(v, numbers, "schnapps", ed.schnapps, sum(p.schnapps for p in s.players))
    if s.setup.modules >= 5:
        placed = s.signed.bit_count() + _signed_elsewhere(s)
        s.signatures = _rest(v, numbers, "signatures", ed.signatures, placed)
    s.counter_guests = numbers["counter_guests"]


def _rest(v: Values, numbers: dict[str, int], name: str, total: int, elsewhere: int) -> int:
    if name in numbers:
        return numbers[name]
    if elsewhere > total:
        v.note(f"supply.{name}", "in-play", count=elsewhere, total=total)
        return 0
    return total - elsewhere
