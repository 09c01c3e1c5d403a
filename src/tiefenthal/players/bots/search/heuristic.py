"""What a tavern promises: points so far, and what its cards, areas and markers will bring in the evenings to come.

The judgement is made of a small model of an evening: how many cards come from the deck, how many guests get a die, what
they pay, how much beer is brewed. `HeuristicWeights` holds every figure of it that is not printed on the components.
After the last evening the value is the score.
"""

import math
from typing import Final

from tiefenthal.engine.components.edition import Edition
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
    FIRE,
    FIRST_REGULAR,
    JUGGLER,
    MONEY,
    MONK_AREA,
    NO_CARD,
    NOBLE,
    SAFE_AREA,
    SERVER,
    SERVER_AREA,
    STORAGE_AREA,
    TABLE,
    TABLES_AREA,
)
from tiefenthal.engine.rules.areas import yield_of
from tiefenthal.engine.rules.modules.reputation import ring_points
from tiefenthal.engine.rules.rewards import next_in_monastery
from tiefenthal.engine.rules.state import Setup, State
from tiefenthal.players.bots.bonuses import bonus_worth
from tiefenthal.players.bots.search.summary import TavernSummary, survey
from tiefenthal.players.bots.search.weights import HeuristicWeights, weights_for

SELDOM_BREW: Final = 2.2  # dice that have something better to do than to brew
NEXT_UPGRADES: Final = 3  # that a thaler is thought to go into
USUAL_PRICE: Final = 8.0
NO_UPGRADE: Final = 40.0  # in place of a price, where no area is left


class HeuristicValue:
    """The model with its figures, for one set-up."""

    def __init__(self, setup: Setup, weights: HeuristicWeights | None = None) -> None:
        self.setup: Setup = setup
        self.edition: Edition = setup.edition
        w = weights if weights is not None else weights_for(setup.modules, setup.edition)
        self.weights: HeuristicWeights = w
        self.known_ring: bool = setup.modules >= 3
        self.thaler: float = w.thaler
        self.thaler_early: float = w.thaler_early
        self.beer: float = w.beer
        self.beer_early: float = w.beer_early
        self.first_beer: float = w.first_beer
        self.cheap: float = w.cheap
        self.served: float = w.served
        self.raised: float = w.raised
        self.payers: float = w.payers
        self.brewing: float = w.brewing
        self.brewing_raised: float = w.brewing_raised
        self.praying: float = w.praying
        self.cashbox: float = w.cashbox
        self.barrel: float = w.barrel
        self.safe: float = w.safe
        self.storage: float = w.storage
        self.kept_thaler: float = w.kept_thaler
        self.kept_beer: float = w.kept_beer
        self.crowd: float = w.crowd
        self.idle: float = w.idle
        self.refund: float = w.refund
        self.step: float = w.step
        self.bonus_card: float = w.bonus_card
        self.denied: float = w.denied
        self.counter: float = w.counter
        self.schnapps: float = w.schnapps
        self.schnapps_early: float = w.schnapps_early
        self.schnapps_idle: float = w.schnapps_idle
        self.crown: float = w.crown
        self.reputation: float = w.reputation
        self.book: float = w.book
        self.nearer: float = w.nearer
        self.signature: float = w.signature
        self.noble: float = float(self.edition.points[NOBLE])
        self.refunds: list[float] = [0.0] * FIRST_REGULAR
        """By kind of card: its special offer."""
        self.refund_area: list[int] = [0] * FIRST_REGULAR
        self.refund_most: list[int] = [0] * FIRST_REGULAR
        for area in range(AREA_COUNT):
            card = self.edition.area_card[area]
            if card != NO_CARD:
                self.refunds[card] = float(self.edition.area_discount[area])
                self.refund_area[card] = area
                self.refund_most[card] = -(-self.edition.area_price[area] // max(1, self.edition.area_discount[area]))
        guests = range(self.edition.first_guest, self.edition.card_count)
        copies = sum([self.edition.guest_copies[kind] for kind in guests])
        cost = sum([self.edition.guest_copies[kind] * self.edition.beer[kind] for kind in guests])
        self.round_beer: float = cost / copies
        """What a guest costs on average."""
        self.sides: list[int] = [int(w.money_side), int(w.fire_side), int(w.juggler_side)]
        """By entertainer: 0 for its first side, 1 for its second."""
        self.white: float = float(self.edition.white_dice)
        spaces = range(len(self.edition.monastery))
        self._next_space: list[int] = [next_in_monastery(self.edition, space) for space in spaces]
        self._ahead: dict[int, list[float]] = {}
        self._book_ahead: dict[int, list[list[float]]] = {}

    # --- single things

    def thaler_worth(self, left: int, upgraded: int, kinds: list[int]) -> float:
        """The worth of a thaler earned with `left` evenings to come: the cheaper the next upgrades, the more."""
        ed = self.edition
        prices: list[float] = []
        for area in range(AREA_COUNT):
            if not upgraded >> area & 1:
                price = float(ed.area_price[area])
                card = ed.area_card[area]
                if card != NO_CARD and kinds[card]:
                    have = kinds[card] if kinds[card] < self.refund_most[card] else self.refund_most[card]
                    price -= 0.5 * ed.area_discount[area] * have
                prices.append(price)
        prices.sort()
        total = 0.0
        for i in range(NEXT_UPGRADES):
            total += prices[i] if i < len(prices) else NO_UPGRADE
        share = USUAL_PRICE * NEXT_UPGRADES / total if total > 1.0 else 2.0
        return (self.thaler + self.thaler_early * left) * (1.0 + self.cheap * (share - 1.0))

    def beer_worth(self, left: int) -> float:
        """A beer earned in such an evening."""
        return self.beer + self.beer_early * left

    def schnapps_worth(self, left: int, entertainers: list[int]) -> float:
        """One schnapps kept; each is a point in the end."""
        if left == 0:
            return 1.0
        worth = self.schnapps + self.schnapps_early * left
        if entertainers[MONEY] == 0 and entertainers[FIRE] == 0 and entertainers[JUGGLER] == 0:
            worth *= self.schnapps_idle
        return worth

    def card_worth(self, kind: int, left: int) -> float:
        """A tavern card as a bonus to come, roughly; a card in the deck is judged by the model instead."""
        evenings = left if left < 3 else 3.0 + (left - 3) * 0.5
        if kind == SERVER:
            each = 2.0
        elif kind == TABLE:
            each = 1.8
        elif kind == BREWER:
            each = 1.5 * self.beer
        elif kind == BARBACK:
            each = self.beer
        else:
            each = 1.0
        return self.bonus_card * each * evenings * 0.8

    def ahead(self, left: int) -> list[float]:
        """By space of the monastery: what its bonus is worth with `left` evenings to come."""
        found = self._ahead.get(left)
        if found is None:
            to_come = BonusesToCome(self, left)
            found = [bonus_worth(code, to_come) for code in self.edition.monastery]
            self._ahead[left] = found
        return found

    def book_ahead(self, left: int) -> list[list[float]]:
        """The same by row and column of the guest book."""
        found = self._book_ahead.get(left)
        if found is None:
            to_come = BonusesToCome(self, left)
            found = [[bonus_worth(code, to_come) for code in row] for row in self.edition.book]
            self._book_ahead[left] = found
        return found

    # --- the whole

    def value(self, t: TavernSummary) -> float:
        """What a tavern is worth at the end of an evening."""
        left = t.left
        total = float(t.points)
        if left == 0:
            total += t.schnapps + 0.01 * (t.thalers + t.beer)
            if self.known_ring:
                total += ring_points(self.setup, t.reputation)
            return total
        ed = self.edition
        up = t.upgraded
        kinds = t.kinds
        top = t.top
        base = float(yield_of(ed, up, TABLES_AREA))
        servers = float(yield_of(ed, up, SERVER_AREA))
        washing = float(yield_of(ed, up, DISHWASHER_AREA))
        # a later evening: every card of the deck comes with the same frequency
        nobles = kinds[NOBLE]
        stack = nobles / (nobles + 0.8)
        sitters = t.sitters + stack
        tables = float(kinds[TABLE])
        often = base / max(base, sitters - tables)
        pay = (t.pay + ed.pays[NOBLE] * stack) / max(1.0, sitters)
        steps = 0.0
        if left > 1:
            later = (left - 2) * 0.5
            thalers, beer, prayed = self._evening(
                up,
                base + often * tables,
                pay,
                servers + often * kinds[SERVER],
                washing + often * kinds[DISHWASHER],
                often * kinds[BREWER],
                often * kinds[BARBACK],
            )
            worth = thalers * self.thaler_worth(int(later), up, kinds) + beer * (self.beer + self.beer_early * later)
            worth += self.first_beer * self._for_a_guest(beer)
            if self.known_ring:
                worth += self.reputation * (min(thalers, beer) + often * kinds[BARD])
            total += worth * (left - 1)
            steps += prayed * (left - 1)
        # the next one: what lies on top of the deck comes for certain
        first_stack = 1.0 if top[NOBLE] else stack
        came = t.top_sitters + (1.0 if top[NOBLE] else 0.0)
        rest = sitters - came if sitters > came else 0.0
        rest_tables = tables - top[TABLE]
        free = base + top[TABLE] - came
        share = 0.0
        if free > 0.0 and rest > 0.0:
            share = free / max(free, rest - rest_tables)
        rest_pay = (t.pay - t.top_pay + (0.0 if top[NOBLE] else ed.pays[NOBLE] * first_stack)) / max(1.0, rest)
        seats = came + min(rest, free + share * rest_tables) if free > 0.0 else base + top[TABLE]
        first_pay = t.top_pay + (float(ed.pays[NOBLE]) if top[NOBLE] else 0.0) + (seats - came) * rest_pay
        thalers, beer, prayed = self._evening(
            up,
            seats,
            first_pay / max(1.0, seats),
            servers + t.dice + top[SERVER] + share * (kinds[SERVER] - top[SERVER]),
            washing + top[DISHWASHER] + share * (kinds[DISHWASHER] - top[DISHWASHER]),
            top[BREWER] + share * (kinds[BREWER] - top[BREWER]),
            top[BARBACK] + share * (kinds[BARBACK] - top[BARBACK]),
        )
        thaler = self.thaler_worth(left - 1, up, kinds)
        one_beer = self.beer_worth(left - 1)
        total += (thalers + self.kept_thaler * t.thalers) * thaler + (beer + self.kept_beer * t.beer) * one_beer
        total += self.first_beer * self._for_a_guest(beer + self.kept_beer * t.beer)
        if self.known_ring:
            bards = top[BARD] + share * (kinds[BARD] - top[BARD])
            total += self.reputation * (min(thalers, beer) + bards)
        steps += prayed + 0.5 * t.counter_guests
        total -= (self.crowd * t.sitters + self.idle * nobles) * left
        # areas, special offers, markers
        if up >> SAFE_AREA & 1:
            total += self.safe * left
        if up >> STORAGE_AREA & 1:
            total += self.storage * left
        for kind in range(DISHWASHER, NOBLE):
            if kinds[kind] and not up >> self.refund_area[kind] & 1:
                most = self.refund_most[kind]
                total += self.refund * self.refunds[kind] * (kinds[kind] if kinds[kind] < most else most)
        total += self.counter * t.counter_guests
        total += self.schnapps_worth(left, t.entertainers) * t.schnapps
        total += self.promise(t.monastery, steps, left)
        if self.known_ring and t.reputation:
            count = len(self.setup.ring) - 1
            if t.reputation < count:
                total += self.crown * self.noble * t.reputation / count
        if self.setup.modules >= 5:
            total += self.book_worth(t.book, left)
        return total

    def _evening(
        self, up: int, tables: float, pay: float, servers: float, washing: float, brewers: float, barbacks: float
    ) -> tuple[float, float, float]:
        """Thalers, beer and steps of one evening."""
        ed = self.edition
        dice = self.white + (servers if servers < 2.0 else (2.0 + (servers - 2.0) * 0.6 if servers < 3.5 else 2.9))
        if tables < 1.0:
            tables = 1.0
        served = tables * (1.0 - math.exp(-(self.served * dice + self.raised * washing) / tables))
        thalers = self.payers * served * pay + self.cashbox * yield_of(ed, up, CASHBOX_AREA)
        brewed = self.brewing * (dice - SELDOM_BREW) + self.brewing_raised * washing
        beer = brewed * (yield_of(ed, up, BREWER_AREA) + brewers) + barbacks
        beer += self.barrel * yield_of(ed, up, BARREL_AREA)
        return thalers, beer, self.praying * dice * yield_of(ed, up, MONK_AREA)

    def _for_a_guest(self, beer: float) -> float:
        """How much of an evening's beer goes into its one guest, if that is what it amounts to on average."""
        return self.round_beer * (1.0 - math.exp(-beer / self.round_beer)) if beer > 0.0 else 0.0

    def promise(self, at: int, steps: float, left: int) -> float:
        """The bonuses ahead, as far as the steps to come are likely to reach."""
        ahead = self.ahead(left)
        following = self._next_space
        total = 0.0
        far = 2.0 * steps + 1.0
        i = 1
        while i < far and i < len(ahead):
            at = following[at]
            total += ahead[at] * (1.0 - i / far)
            i += 1
        return self.step * total

    def book_worth(self, book: list[int], left: int) -> float:
        """What the signatures promise: each row its noble, the more the fuller it is, and the bonuses further down."""
        rows = self.edition.book
        ahead = self.book_ahead(left)
        columns = len(book)
        total = 0.0
        reach = (left if left < 4 else 4) * 0.25
        for row in range(len(rows)):
            there = 0
            for column in range(columns):
                if book[column] > row:
                    there += 1
                elif rows[row][column]:
                    near = self.nearer if book[column] == row else self.nearer * 0.4
                    total += near * reach * ahead[row][column]
            if there < columns:
                share = there / columns
                total += self.book * self.noble * reach * share * math.sqrt(share)
        return total


class BonusesToCome:
    """Estimates for `bonus_worth` of a bonus that may come when `left` evenings are to come."""

    __slots__ = ("heuristic", "left")

    def __init__(self, heuristic: HeuristicValue, left: int) -> None:
        self.heuristic: HeuristicValue = heuristic
        self.left: int = left

    def worth_of_card(self, kind: int) -> float:
        return self.heuristic.card_worth(kind, self.left)

    def worth_of_thalers(self, count: int) -> float:
        """Thalers, as in the last evening."""
        return self.heuristic.thaler * count

    def worth_of_steps(self, count: int) -> float:
        """Steps on the monastery track."""
        return self.heuristic.step * count

    def worth_of_denial(self) -> float:
        """What "service denied" is worth: the later, the less."""
        return self.heuristic.denied * (self.left if self.left < 4 else 4) * 0.25

    def worth_of_noble(self) -> float:
        """What a noble is worth."""
        return self.heuristic.noble

    def worth_of_schnapps(self, count: int) -> float:
        """Schnapps; each is a point in the end."""
        return float(count) if self.left == 0 else self.heuristic.schnapps * count

    def worth_of_reputation(self, count: int) -> float:
        """Steps on the ring."""
        return self.heuristic.reputation * count


class HeuristicJudge:
    """The judge that goes by the heuristic alone."""

    def __init__(self, weights: HeuristicWeights | None = None) -> None:
        self.weights: HeuristicWeights | None = weights
        self._heuristic: HeuristicValue | None = None

    def judge(self, states: list[State], seat: int) -> list[float]:
        """In points at the end of the game."""
        if not states:
            return []
        setup = states[0].setup
        heuristic = self._heuristic
        if heuristic is None or heuristic.setup is not setup:
            heuristic = HeuristicValue(setup, self.weights)
            self._heuristic = heuristic
        return [heuristic.value(survey(s, seat)) for s in states]
