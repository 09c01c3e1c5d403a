"""The move ordering of the search: what each purchase adds to the heuristic value, and so what thalers, beer and dice
at hand are still good for. It decides which lines are looked at first; what they are worth in the end is for the judge
to say.
"""

from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    BARBACK,
    BARREL_AREA,
    BREWER_AREA,
    CASHBOX_AREA,
    FIRST_REGULAR,
    GIVES_MONASTERY,
    GIVES_SCHNAPPS,
    GIVES_THALERS,
    MONK_AREA,
    NO_CARD,
    NOBLE,
    RING_CROWN,
    RING_SIGNATURE,
    RING_TOAST,
    SAFE_AREA,
    STORAGE_AREA,
    TAVERN_KINDS,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.rules.actions import BUY_CARD, UPGRADE_AREA
from tiefenthal.engine.rules.areas import more_upgraded
from tiefenthal.engine.rules.dice import area_yield, brewer_yield, counted_beer, counted_thalers, thalers_from
from tiefenthal.engine.rules.market import (
    card_price,
    for_sale,
    guest_at,
    guest_price,
    most_nobles,
    nobles_price,
    returnable,
    upgrade_price,
)
from tiefenthal.engine.rules.modules.guest_book import column_of
from tiefenthal.engine.rules.modules.reputation import next_on_ring, ring_points
from tiefenthal.engine.rules.phases import SERVING, phase_of
from tiefenthal.engine.rules.rewards import next_in_monastery, store
from tiefenthal.engine.rules.spaces import BARREL, BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.players.bots.bonuses import bonus_worth
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.knapsack import CAPACITY, TINY, Offer, PurchaseKnapsack
from tiefenthal.players.bots.search.placements import brewing_of, paid_of
from tiefenthal.players.bots.search.summary import TavernSummary, survey
from tiefenthal.players.bots.ways import monks_of


class MoveOrdering:
    """The estimates of one search, made where it begins."""

    def __init__(self, s: State, seat: int, heuristic: HeuristicValue) -> None:
        self.heuristic: HeuristicValue = heuristic
        self.seat: int = seat
        ed = s.setup.edition
        p = s.players[seat]
        t = survey(s, seat)
        t.thalers = 0
        t.beer = 0
        left = t.left
        base = heuristic.value(t)
        self.base: float = base
        self.left: int = left
        self.noble: float = self._with_noble(t, base) if s.nobles > 0 else 0.0
        self.cards: list[float] = [0.0] * FIRST_REGULAR
        self.returned: list[float] = [0.0] * FIRST_REGULAR
        """What is lost with a card returned."""
        for kind in range(1, NOBLE):
            if left:
                t.kinds[kind] += 1
                t.top[kind] += 1
                self.cards[kind] = heuristic.value(t) - base
                t.kinds[kind] -= 1
                t.top[kind] -= 1
                if p.drawn[kind]:
                    t.kinds[kind] -= 1
                    self.returned[kind] = base - heuristic.value(t)
                    t.kinds[kind] += 1
        self.areas: list[float] = [0.0] * AREA_COUNT
        for area in range(AREA_COUNT):
            if not p.upgraded >> area & 1:
                t.upgraded |= 1 << area
                self.areas[area] = heuristic.value(t) - base + self.noble
                t.upgraded &= ~(1 << area)
        self.thaler: float = heuristic.thaler_worth(left, p.upgraded, t.kinds)
        self.kept_thaler: float = (
            heuristic.thaler_worth(left - 1, p.upgraded, t.kinds) * heuristic.kept_thaler if left else 0.01
        )
        self.kept_beer: float = heuristic.beer_worth(left - 1) * heuristic.kept_beer if left else 0.01
        self.schnapps: float = heuristic.schnapps_worth(left, p.entertainers)
        self.denied: float = self._best_denial(t, p, base, ed.pays, ed.points)
        self._monastery: list[float] = [0.0]
        self._ring: list[float] = []
        if s.setup.modules >= 3:
            self._ring = self._ring_steps(s, p, left)
        self._monastery = self._steps(s, p, left)
        self._count_used(s, p)
        self._knapsacks: dict[tuple[int, int], PurchaseKnapsack] = {}
        self.guests: list[tuple[int, float]] = self._guests(s, p, t, base)
        """(beer, gain) of each open guest."""
        self.payers: list[tuple[int, float, int]] = self._payers(s, p)
        """(beer, gain without its thalers, thalers) of each open guest whose bonus is thalers."""
        nobles = self._nobles(s, store(s, seat, STORAGE_AREA))
        self._beer: list[list[float]] = [self._with_guest(nobles), nobles]
        """By whether a guest has been recruited: what so much beer is good for."""

    def _count_used(self, s: State, p: Player) -> None:
        """What the dice already used count for on the ring, which moving the others does not change (M3-6)."""
        self._used_thalers: int = p.thaler_count
        self._used_beer: int = p.beer_count
        if s.setup.modules >= 3 and s.turn == self.seat:
            for place in p.places:
                if place >= 0:
                    self._used_thalers -= counted_thalers(s, p, place)
                    self._used_beer -= counted_beer(p, place)

    # --- gains

    def _with_noble(self, t: TavernSummary, base: float) -> float:
        t.kinds[NOBLE] += 1
        t.top[NOBLE] += 1
        t.points += int(self.heuristic.noble)
        gain = self.heuristic.value(t) - base
        t.kinds[NOBLE] -= 1
        t.top[NOBLE] -= 1
        t.points -= int(self.heuristic.noble)
        return gain

    def _best_denial(self, t: TavernSummary, p: Player, base: float, pays: list[int], points: list[int]) -> float:
        """The gain from sending away, with "service denied", the guest who is missed least."""
        best = 0.0
        if self.left:
            for card in p.seated:
                if card >= FIRST_REGULAR:
                    t.sitters -= 1
                    t.pay -= pays[card]
                    t.points -= points[card]
                    gain = self.heuristic.value(t) - base
                    t.sitters += 1
                    t.pay += pays[card]
                    t.points += points[card]
                    if gain > best:
                        best = gain
        return best

    def worth_of_card(self, kind: int) -> float:
        """A tavern card gained in this serving."""
        return self.cards[kind]

    def worth_of_thalers(self, count: int) -> float:
        """Thalers gained in it."""
        return self.thaler * count

    def worth_of_steps(self, count: int) -> float:
        """Steps on the monastery track."""
        return self.monastery(count)

    def worth_of_denial(self) -> float:
        """The guest who is missed least leaves."""
        return self.denied

    def worth_of_noble(self) -> float:
        """A noble gained in this serving."""
        return self.noble

    def worth_of_schnapps(self, count: int) -> float:
        """Schnapps gained in this serving."""
        return self.schnapps * count

    def worth_of_reputation(self, count: int) -> float:
        """Steps on the ring."""
        return self.ring(count)

    def _steps(self, s: State, p: Player, left: int) -> list[float]:
        """By number of steps on the monastery track: what they bring now and bring nearer."""
        track = s.setup.edition.monastery
        gained = [0.0]
        at = p.monastery
        heuristic = self.heuristic
        promise = 0.0
        steps = 2.0 + left
        if left:
            promise = heuristic.promise(at, steps, left)
        total = 0.0
        for _ in range(len(track)):
            at = next_in_monastery(s.setup.edition, at)
            code = track[at]
            if bonus_what(code) != GIVES_MONASTERY:
                total += bonus_worth(code, self)
            gained.append(total + (heuristic.promise(at, steps, left) - promise if left else 0.0))
        return gained

    def monastery(self, steps: int) -> float:
        """The gain from steps on the monastery track."""
        track = self._monastery
        return track[steps if steps < len(track) else len(track) - 1]

    def _ring_steps(self, s: State, p: Player, left: int) -> list[float]:
        """By number of steps on the ring."""
        ring = s.setup.ring
        count = len(ring) - 1
        heuristic = self.heuristic
        crown = heuristic.crown * heuristic.noble / count if left else 0.0
        at = p.reputation
        before = crown * at if at < count else 0.0
        points = 0.0 if left else float(ring_points(s.setup, at))
        gained = [0.0]
        total = 0.0
        for _ in range(40):
            at = next_on_ring(s.setup, at)
            what = bonus_what(ring[at])
            if what in (GIVES_SCHNAPPS, RING_TOAST):
                total += self.schnapps
            elif what == RING_CROWN:
                total += self.noble
            elif what == RING_SIGNATURE:
                total += heuristic.signature
            now = crown * at if at < count else 0.0
            more = 0.0 if left else ring_points(s.setup, at) - points
            gained.append(total + now - before + more)
        return gained

    def ring(self, steps: int) -> float:
        """The gain from steps on the reputation ring."""
        ring = self._ring
        if not ring:
            return 0.0
        return ring[steps if steps < len(ring) else len(ring) - 1]

    def _guests(self, s: State, p: Player, t: TavernSummary, base: float) -> list[tuple[int, float]]:
        ed = s.setup.edition
        found: list[tuple[int, float]] = []
        if p.recruited:
            return found
        for place in range(len(s.row) + 1):
            guest = guest_at(s, place)
            if guest == NO_CARD:
                continue
            t.sitters += 1
            t.top_sitters += 1
            t.pay += ed.pays[guest]
            t.top_pay += ed.pays[guest]
            t.points += ed.points[guest]
            gain = self.heuristic.value(t) - base + bonus_worth(ed.bonus[guest], self)
            t.sitters -= 1
            t.top_sitters -= 1
            t.pay -= ed.pays[guest]
            t.top_pay -= ed.pays[guest]
            t.points -= ed.points[guest]
            if s.signed >> place & 1:
                gain += self._signature(p, column_of(s, guest), ed.book)
            found.append((guest_price(s, guest), gain))
        return found

    def _payers(self, s: State, p: Player) -> list[tuple[int, float, int]]:
        ed = s.setup.edition
        found: list[tuple[int, float, int]] = []
        at = 0
        if p.recruited:
            return found
        for place in range(len(s.row) + 1):
            guest = guest_at(s, place)
            if guest == NO_CARD:
                continue
            beer, gain = self.guests[at]
            at += 1
            bonus = ed.bonus[guest]
            if bonus_what(bonus) == GIVES_THALERS:
                found.append((beer, gain - bonus_worth(bonus, self), bonus_amount(bonus)))
        return found

    def _signature(self, p: Player, column: int, rows: list[list[int]]) -> float:
        """A signature in a column now."""
        row = p.book[column]
        if row >= len(rows):
            return 0.0
        others = 0
        for height in p.book:
            if height > row:
                others += 1
        worth = bonus_worth(rows[row][column], self)
        if others == len(p.book) - 1:
            worth += self.noble
        if self.left:
            book = p.book[:]
            book[column] += 1
            worth += self.heuristic.book_worth(book, self.left) - self.heuristic.book_worth(p.book, self.left)
        return worth

    # --- what beer is good for

    def _nobles(self, s: State, storage: int) -> list[float]:
        price = [nobles_price(s, count) for count in range(most_nobles(s) + 1)]
        best: list[float] = []
        for beer in range(CAPACITY + 1):
            most = TINY * beer + self.kept_beer * (beer if beer < storage else storage)
            for count in range(1, len(price)):
                if price[count] <= beer and count <= s.nobles:
                    total = best[beer - price[count]] + self.noble * count
                    if total > most:
                        most = total
            best.append(most)
        return best

    def _with_guest(self, nobles: list[float]) -> list[float]:
        best = nobles[:]
        for price, gain in self.guests:
            for beer in range(price, CAPACITY + 1):
                total = nobles[beer - price] + gain
                if total > best[beer]:
                    best[beer] = total
        return best

    def beer(self, beer: int, recruited: int) -> float:
        """What so much beer is good for."""
        return self._beer[recruited][beer if beer < CAPACITY else CAPACITY]

    def both(self, knapsack: PurchaseKnapsack, thalers: int, beer: int, recruited: int) -> float:
        """What thalers and beer are good for together: a guest may pay for what the thalers alone do not buy."""
        best = knapsack.worth(thalers) + self.beer(beer, recruited)
        if not recruited:
            for price, gain, paid in self.payers:
                if price <= beer:
                    total = knapsack.worth(thalers + paid) + gain + self.beer(beer - price, 1)
                    if total > best:
                        best = total
        return best

    # --- what thalers are good for

    def knapsack(self, s: State, p: Player) -> PurchaseKnapsack:
        """The purchases that are left."""
        drawn = 0
        for kind in range(1, NOBLE):
            drawn = drawn * 16 + p.drawn[kind]
        key = (p.upgraded | p.bought << 16, drawn)
        found = self._knapsacks.get(key)
        if found is None:
            found = self._knapsack(s, p)
            self._knapsacks[key] = found
        return found

    def _knapsack(self, s: State, p: Player) -> PurchaseKnapsack:
        ed = s.setup.edition
        groups: list[list[Offer]] = []
        if self.left:
            for kind in TAVERN_KINDS:
                if for_sale(s, p, kind) and self.cards[kind] > 0.0:
                    groups.append([(card_price(s, kind), self.cards[kind], BUY_CARD[kind - 1])])
        for area in range(AREA_COUNT):
            if p.upgraded >> area & 1:
                continue
            gain = self.areas[area]
            loss = self.returned[ed.area_card[area]]
            group: list[Offer] = []
            for count in range(returnable(s, p, area) + 1):
                price = upgrade_price(s, area, count)
                group.append((price, gain - loss * count, UPGRADE_AREA[area][count]))
                if price == 0:
                    break
            groups.append(group)
        return PurchaseKnapsack(groups, store(s, self.seat, SAFE_AREA), self.kept_thaler)

    # --- a moment of the serving

    def value(self, s: State) -> float:
        """What a moment of the serving promises: the heuristic, and the best use of all that is at hand."""
        p = s.players[self.seat]
        paid = 0
        cash = 0
        barrel = 0
        brewing = 0
        monks = 0
        for place in p.places:
            if place >= FIRST_TABLE:
                paid += thalers_from(s, p, place)
            elif place == CASHBOX:
                cash = 1
            elif place == BARREL:
                barrel = 1
            elif place == BREWER_SPACE:
                brewing += 1
            elif place == MONK:
                monks += 1
        t = survey(s, self.seat)
        t.thalers = 0
        t.beer = 0
        value = self.heuristic.value(t)
        return value + self._at_hand(s, p, p.thalers + paid, p.beer, cash, barrel, brewing, monks)

    def _at_hand(
        self, s: State, p: Player, thalers: int, beer: int, cash: int, barrel: int, brewing: int, monks: int
    ) -> float:
        """Thalers and beer with what the dice on the areas will bring. Hopeful: an area that could be upgraded before
        its dice are used counts as upgraded for them."""
        up = p.upgraded
        ed = s.setup.edition
        if cash:
            thalers += area_yield(s, p, CASHBOX_AREA)
        if barrel:
            beer += area_yield(s, p, BARREL_AREA)
        if brewing:
            beer += brewing * brewer_yield(s, p)
        steps = monks * area_yield(s, p, MONK_AREA)
        reach = thalers
        if not p.recruited:
            for price, _, more in self.payers:
                if price <= beer and thalers + more > reach:
                    reach = thalers + more
        if brewing and not up >> BREWER_AREA & 1 and reach >= upgrade_price(s, BREWER_AREA, 0):
            beer += brewing * more_upgraded(ed, BREWER_AREA)
        elif barrel and not up >> BARREL_AREA & 1 and reach >= upgrade_price(s, BARREL_AREA, 0):
            beer += more_upgraded(ed, BARREL_AREA)
        elif cash and not up >> CASHBOX_AREA & 1 and reach > upgrade_price(s, CASHBOX_AREA, 0):
            thalers += more_upgraded(ed, CASHBOX_AREA)
        elif monks and not up >> MONK_AREA & 1 and reach >= upgrade_price(s, MONK_AREA, 0):
            steps += monks * more_upgraded(ed, MONK_AREA)
        total = self.both(self.knapsack(s, p), thalers, beer, p.recruited)
        return total + self.monastery(steps) if steps else total

    def rate(self, s: State, p: Player, way: int) -> float:
        """What a way to place the dice promises, before it is laid out."""
        cash = way >> CASHBOX & 1
        barrel = way >> BARREL & 1
        brewing = brewing_of(way)
        paid = paid_of(way)
        first = phase_of(s) != SERVING
        beer = p.beer + p.drawn[BARBACK] if first else p.beer
        total = self.base + self._at_hand(s, p, p.thalers + paid, beer, cash, barrel, brewing, monks_of(way))
        if self._ring:
            if first:
                earned = paid + cash * area_yield(s, p, CASHBOX_AREA)
                brewed = brewing * brewer_yield(s, p) + barrel * area_yield(s, p, BARREL_AREA) + p.drawn[BARBACK]
                steps = min(earned, brewed)
            else:
                earned = self._used_thalers + paid + cash * p.cash_count
                brewed = self._used_beer + brewing * p.brewer_count + barrel * p.barrel_count
                steps = min(earned, brewed) - p.counted
            total += self.ring(steps) if steps >= 0 else float(steps)
        return total
