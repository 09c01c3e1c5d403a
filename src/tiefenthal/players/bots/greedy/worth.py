"""What things are worth to a seat, in points at the end of the game: the greedy bot's judgement, and all its figures.

The figures in `GreedyWeights` are estimates; what cards show is read from the edition, and what things cost and give
is asked of the rules, so the bot also plays with an edition of your own.
"""

from typing import Final, NamedTuple

from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    BARBACK,
    BARD,
    BARREL_AREA,
    BREWER,
    BREWER_AREA,
    CASHBOX_AREA,
    DISHWASHER,
    DISHWASHER_AREA,
    FIRST_REGULAR,
    GIVES_SCHNAPPS,
    MONK_AREA,
    NO_CARD,
    NOBLE,
    RING_CROWN,
    RING_SIGNATURE,
    RING_TOAST,
    SAFE_AREA,
    SERVER,
    SERVER_AREA,
    STORAGE_AREA,
    TABLE,
    TABLES_AREA,
    bonus_what,
)
from tiefenthal.engine.rules.areas import more_upgraded
from tiefenthal.engine.rules.arrival import cards_in_tavern
from tiefenthal.engine.rules.dice import area_yield
from tiefenthal.engine.rules.market import returns_needed
from tiefenthal.engine.rules.modules.guest_book import column_of
from tiefenthal.engine.rules.modules.reputation import next_on_ring, ring_points
from tiefenthal.engine.rules.rewards import next_in_monastery, store
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.players.bots.bonuses import bonus_worth


class GreedyWeights(NamedTuple):
    """The bot's estimates, in points."""

    thaler: float = 1.2
    beer: float = 2.0
    die: float = 2.7  # one more die for one evening
    raised: float = 1.1  # one dishwasher for one evening
    table: float = 2.2  # one more table for one evening
    brew_dice: float = 1.6  # dice on the brewer in an evening
    monk_dice: float = 0.7
    reputation: float = 1.2  # a step of the ring, while the end is far
    denied: float = 2.0  # a service denied to come
    schnapps: float = 2.3  # a schnapps, while the end is far
    safe: float = 0.5  # the upgraded stores, for one evening
    storage: float = 0.5
    stored: float = 0.8  # part of its worth that a thaler or beer keeps in the store
    refund: float = 0.7  # part of the special offer that a new card will bring
    served: float = 0.7  # how often a guest gets a die
    patience: float = 0.7  # by how much a noble that is paid for is worth less, for each evening to come
    signature: float = 2.5
    ahead: float = 0.75  # a bonus of the monastery one step further on
    linear: float = 0.1  # part of the plain worth of thalers and beer beside what they buy
    counter: float = 4.0  # what a step must bring for a counter guest to be sent before the last evening
    again: float = 1.0  # how much better than a step new guests must promise to be


WEIGHTS: Final = GreedyWeights()


class Worth:
    """The worth of things to one seat at one moment."""

    __slots__ = (
        "_monastery",
        "bought_noble",
        "frequency",
        "kinds",
        "left",
        "noble",
        "p",
        "pay",
        "s",
        "seat",
        "weights",
    )

    def __init__(self, s: State, seat: int, weights: GreedyWeights = WEIGHTS) -> None:
        self.s: State = s
        self.seat: int = seat
        self.p: Player = s.players[seat]
        self.weights: GreedyWeights = weights
        ed = s.setup.edition
        self.left: int = ed.rounds - s.round
        """Evenings after this one."""
        self.noble: float = float(ed.points[NOBLE]) if s.nobles > 0 else 0.0
        """A noble that comes for nothing."""
        self.bought_noble: float = max(0.0, self.noble - weights.patience * self.left)
        """A noble that takes thalers or beer: early on these are better used for what bears fruit."""
        self.kinds: list[int] = [0] * FIRST_REGULAR
        """The seat's tavern cards and nobles, by kind."""
        sitters = 0
        pays = 0
        p = self.p
        for pile in (p.deck, p.discard, cards_in_tavern(p)):
            for card in pile:
                if card < FIRST_REGULAR:
                    self.kinds[card] += 1
                else:
                    sitters += 1
                    pays += ed.pays[card]
        if self.kinds[NOBLE]:
            sitters += 1
            pays += ed.pays[NOBLE]
        tables = area_yield(s, p, TABLES_AREA) + 0.4 * self.kinds[TABLE]
        self.frequency: float = min(1.0, tables / max(1, sitters))
        """How often a card of the deck is drawn, per evening."""
        self.pay: float = pays / max(1, sitters)
        """What a guest of the seat's deck pays, on average."""
        self._monastery: list[float] = []

    # --- cards

    def uses(self) -> float:
        """How often a card put on the deck now will be drawn."""
        return 1.0 + (self.left - 1) * self.frequency if self.left > 0 else 0.0

    def use_of(self, kind: int) -> float:
        """A tavern card in one evening."""
        w = self.weights
        if kind == BARD:
            return w.reputation
        if kind == BARBACK:
            return w.beer
        if kind == DISHWASHER:
            return w.raised
        if kind == TABLE:
            return w.table
        if kind == BREWER:
            return w.beer * w.brew_dice
        return w.die

    def card(self, kind: int) -> float:
        """One more tavern card, on top of the deck."""
        worth = self.use_of(kind) * self.uses() * self._enough(kind)
        return worth + self._refund(kind) if self.left > 0 else 0.0

    def _enough(self, kind: int) -> float:
        """Cards of which one has many already help less."""
        dice = self.s.setup.edition.colour_dice
        if kind == SERVER:
            have = self.kinds[SERVER] * self.frequency + (self.p.upgraded >> SERVER_AREA & 1)
            return 1.0 if have < dice - 1 else 0.3
        return 1.0 if self.kinds[kind] < 3 else 0.7

    def _refund(self, kind: int) -> float:
        ed = self.s.setup.edition
        for area in range(AREA_COUNT):
            if ed.area_card[area] == kind and not self.p.upgraded >> area & 1:
                if self.kinds[kind] < returns_needed(self.s, area):
                    return self.weights.refund * ed.area_discount[area]
        return 0.0

    def returned(self, kind: int) -> float:
        """What is given up with a card returned for the special offer."""
        return self.use_of(kind) * self.left * self.frequency * 0.8

    def guest(self, guest: int) -> float:
        """A guest taken into the deck now, with its bonus, without its signature."""
        ed = self.s.setup.edition
        more = (ed.pays[guest] - min(self.pay, 2.0)) * self.weights.thaler * self.weights.served
        return ed.points[guest] + more * self.uses() + self.bonus(ed.bonus[guest])

    def removal(self, card: int) -> float:
        """What it helps when this regular or guest leaves the game."""
        if card in (NO_CARD, NOBLE):
            return -99.0
        ed = self.s.setup.edition
        w = self.weights
        better = (self.pay - ed.pays[card] + 0.6) * w.thaler * w.served
        return better * self.left * self.frequency - ed.points[card]

    # --- areas

    def area_effect(self, area: int) -> float:
        """An upgraded area in one evening."""
        w = self.weights
        ed = self.s.setup.edition
        more = more_upgraded(ed, area)
        if area == TABLES_AREA:
            return w.table * more
        if area == SERVER_AREA:
            return w.die * more * (0.5 if self.kinds[SERVER] * self.frequency > ed.colour_dice - 1 else 1.0)
        if area == CASHBOX_AREA:
            return w.thaler * more * 0.9
        if area == MONK_AREA:
            return 2.2 * w.monk_dice * more
        if area == DISHWASHER_AREA:
            return w.raised * more
        if area == BARREL_AREA:
            return w.beer * more * 0.9
        if area == BREWER_AREA:
            return w.beer * w.brew_dice * more
        return w.safe if area == SAFE_AREA else w.storage

    def area(self, area: int) -> float:
        """A paid upgrade: its noble, and its effect from the next evening on."""
        return self.bought_noble + self.area_effect(area) * self.left

    # --- bonuses and tracks

    def bonus(self, code: int) -> float:
        """A packed bonus, gained now."""
        return bonus_worth(code, self)

    def worth_of_card(self, kind: int) -> float:
        """One more tavern card."""
        return self.card(kind)

    def worth_of_thalers(self, count: int) -> float:
        """Thalers that come in their own time: some will lie idle."""
        return self.weights.thaler * count * 0.8

    def worth_of_steps(self, count: int) -> float:
        """Steps on the monastery track, wherever they lead."""
        return 2.0 * count if self.left else 1.0 * count

    def worth_of_denial(self) -> float:
        """Service denied: the later, the less a better deck helps."""
        return self.weights.denied * min(1.0, self.left / 4)

    def worth_of_noble(self) -> float:
        """A noble that comes for nothing."""
        return self.noble

    def worth_of_schnapps(self, count: int) -> float:
        """What this many schnapps are worth."""
        return self.schnapps() * count

    def worth_of_reputation(self, count: int) -> float:
        """Steps on the ring."""
        return self.reputation(count)

    def schnapps(self) -> float:
        """What one schnapps is worth."""
        return self.weights.schnapps if self.left else 1.0

    def monastery(self, steps: int) -> float:
        """The worth of steps on the monastery track: their bonuses, and how near the next ones have come."""
        if not self._monastery:
            self._monastery = [self.bonus(code) for code in self.s.setup.edition.monastery]
        at = self.p.monastery
        total = 0.0
        for _ in range(steps):
            at = next_in_monastery(self.s.setup.edition, at)
            total += self._monastery[at]
        if self.left:
            total += self._ahead(at) - self._ahead(self.p.monastery)
        return total

    def _ahead(self, at: int) -> float:
        total = 0.0
        share = 1.0
        for _ in range(5):
            share *= self.weights.ahead
            at = next_in_monastery(self.s.setup.edition, at)
            total += self._monastery[at] * share
        return total

    def reputation(self, steps: int) -> float:
        """The worth of steps on the ring: an average while the end is far, exact in the last evening."""
        if self.left:
            return self.weights.reputation * steps
        setup = self.s.setup
        at = self.p.reputation
        total = -float(ring_points(setup, at))
        for _ in range(steps):
            at = next_on_ring(setup, at)
            what = bonus_what(setup.ring[at])
            if what in (GIVES_SCHNAPPS, RING_TOAST):
                total += 1.0 if self.s.schnapps > 0 else 0.0
            elif what == RING_CROWN:
                total += self.noble
            elif what == RING_SIGNATURE:
                total += self.weights.signature
        return total + ring_points(setup, at)

    def signature(self, column: int) -> float:
        """A signature in a column of the guest book: the bonus of its space, and the row it helps to complete."""
        book = self.p.book
        rows = self.s.setup.edition.book
        row = book[column]
        if row >= len(rows):
            return 0.0
        others = sum([1 for other, height in enumerate(book) if other != column and height > row])
        progress = self.noble if others == len(book) - 1 else self.noble * 0.12 * others
        if not self.left and others < len(book) - 1:
            progress = 0.0
        return self.bonus(rows[row][column]) + progress + (0.5 if self.left else 0.0)

    def recruit(self, guest: int, signed: int) -> float:
        """A guest recruited with beer, with the signature that may lie on it."""
        worth = self.guest(guest)
        if signed:
            worth += self.signature(column_of(self.s, guest))
        return worth

    def stores(self) -> tuple[int, int]:
        """How much safe and beer storage hold."""
        return store(self.s, self.seat, SAFE_AREA), store(self.s, self.seat, STORAGE_AREA)
