"""One seat's tavern, looked through: its cards by kind, and its markers."""

from tiefenthal.engine.components.kinds import FIRST_REGULAR, NOBLE
from tiefenthal.engine.rules.state import State


class TavernSummary:
    """What the heuristic looks at: a seat's cards by kind, those known to come first counted apart, and its markers."""

    __slots__ = (
        "beer", "book", "counter_guests", "dice", "entertainers", "kinds", "left", "monastery", "pay", "points",
        "reputation", "schnapps", "sitters", "thalers", "top", "top_pay", "top_sitters", "upgraded",
    )  # fmt: skip

    def __init__(self) -> None:
        self.kinds: list[int] = [0] * FIRST_REGULAR
        """TavernSummary cards and nobles, all of them."""
        self.top: list[int] = [0] * FIRST_REGULAR
        """Those of them on top of the deck."""
        self.sitters: int = 0
        self.pay: int = 0
        self.top_sitters: int = 0
        self.top_pay: int = 0
        self.points: int = 0
        self.left: int = 0
        """Evenings to come."""
        self.dice: int = 0
        """Coloured dice in hand for the next of them."""
        self.thalers: int = 0
        self.beer: int = 0
        self.schnapps: int = 0
        self.upgraded: int = 0
        self.monastery: int = 0
        self.counter_guests: int = 0
        self.reputation: int = 0
        self.book: list[int] = []
        self.entertainers: list[int] = []


def survey(s: State, seat: int) -> TavernSummary:
    """Look through a tavern."""
    p = s.players[seat]
    ed = s.setup.edition
    pays = ed.pays
    points = ed.points
    t = TavernSummary()
    kinds = t.kinds
    top = t.top
    sitters = 0
    pay = 0
    total = 0
    deck = p.deck
    unknown = len(deck) - p.known
    for i in range(len(deck)):
        card = deck[i]
        total += points[card]
        if card < FIRST_REGULAR:
            kinds[card] += 1
            if i >= unknown:
                top[card] += 1
        else:
            sitters += 1
            pay += pays[card]
            if i >= unknown:
                t.top_sitters += 1
                t.top_pay += pays[card]
    for card in p.discard:
        total += points[card]
        if card < FIRST_REGULAR:
            kinds[card] += 1
        else:
            sitters += 1
            pay += pays[card]
    for card in p.seated:
        if card >= FIRST_REGULAR:
            total += points[card]
            sitters += 1
            pay += pays[card]
    for kind in range(1, NOBLE):
        count = p.drawn[kind]
        if count:
            kinds[kind] += count
            total += points[kind] * count
    kinds[NOBLE] += p.nobles
    t.points = total + points[NOBLE] * p.nobles
    t.sitters = sitters
    t.pay = pay
    t.left = ed.rounds - s.round
    t.thalers = p.thalers
    t.beer = p.beer
    t.schnapps = p.schnapps
    t.upgraded = p.upgraded
    t.monastery = p.monastery
    t.counter_guests = p.counter_guests
    t.reputation = p.reputation
    t.book = p.book
    t.entertainers = p.entertainers
    return t
