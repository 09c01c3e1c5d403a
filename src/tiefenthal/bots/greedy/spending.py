"""What so many thalers and so much beer are good for: the best purchases as a small knapsack."""

from collections.abc import Callable
from typing import Final

from tiefenthal.bots.greedy.worth import Worth
from tiefenthal.components.kinds import AREA_COUNT, BREWER, MONEY, NO_CARD
from tiefenthal.rules.actions import BUY_CARD, RECRUIT_GUEST, RECRUIT_NOBLES, UPGRADE_AREA, Action

CAPACITY: Final = 60
GRAIN: Final = 0.02  # so that a thaler or a beer more is never worth nothing


class Thalers:
    """The best purchases of tavern cards and upgrades for any sum up to `capacity`."""

    __slots__ = ("_best", "_pick", "_worth", "capacity")

    def __init__(self, worth: Worth, capacity: int) -> None:
        self.capacity: int = min(capacity, CAPACITY)
        self._worth: Worth = worth
        self._best: list[float] = [0.0] * (self.capacity + 1)
        self._pick: list[tuple[Action, ...]] = [()] * (self.capacity + 1)
        for group in self._offers():
            self._add(group)
        self._keep()

    def _offers(self) -> list[list[tuple[int, float, Action]]]:
        """Groups of which one can be taken: (price, worth, action)."""
        worth = self._worth
        s = worth.s
        p = worth.p
        ed = s.setup.edition
        groups: list[list[tuple[int, float, Action]]] = []
        for area in range(AREA_COUNT):
            if p.upgraded >> area & 1:
                continue
            price = ed.area_price[area]
            gain = worth.area(area)
            group = [(price, gain, UPGRADE_AREA[area][0])]
            card = ed.area_card[area]
            if card != NO_CARD and p.drawn[card]:
                loss = worth.returned(card)
                for count in range(1, p.drawn[card] + 1):
                    lower = price - ed.area_discount[area] * count
                    group.append((max(0, lower), gain - loss * count, UPGRADE_AREA[area][count]))
                    if lower <= 0:
                        break
            groups.append([offer for offer in group if offer[1] > 0])
        if worth.left:
            for kind in range(1, BREWER + 1):
                if s.piles[kind] > 0 and not p.bought >> kind & 1:
                    groups.append([(ed.price[kind], worth.card(kind), BUY_CARD[kind - 1])])
        return groups

    def _add(self, group: list[tuple[int, float, Action]]) -> None:
        best = self._best
        pick = self._pick
        better = best[:]
        picked = pick[:]
        for price, gain, action in group:
            for sum_ in range(price, self.capacity + 1):
                total = best[sum_ - price] + gain
                if total > better[sum_]:
                    better[sum_] = total
                    picked[sum_] = (*pick[sum_ - price], action)
        self._best = better
        self._pick = picked

    def _keep(self) -> None:
        """Whatever is not spent lies in the safe, as far as it goes."""
        worth = self._worth
        safe = worth.stores()[0]
        each = worth.weights.thaler * worth.weights.stored if worth.left else GRAIN
        spent = self._best
        picks = self._pick
        best: list[float] = []
        pick: list[tuple[Action, ...]] = []
        for sum_ in range(self.capacity + 1):
            most = -1.0
            chosen: tuple[Action, ...] = ()
            for kept in range(min(safe, sum_) + 1):
                total = spent[sum_ - kept] + each * kept
                if total > most:
                    most = total
                    chosen = picks[sum_ - kept]
            best.append(most + GRAIN * sum_)
            pick.append(chosen)
        self._best = best
        self._pick = pick

    def worth_of(self, sum_: int) -> float:
        """What so many thalers are worth."""
        return self._best[min(sum_, self.capacity)]

    def purchases(self, sum_: int) -> tuple[Action, ...]:
        """What to buy for them."""
        return self._pick[min(sum_, self.capacity)]


class Beer:
    """The best guest and nobles for any quantity of beer up to `capacity`."""

    __slots__ = ("_best", "_pick", "_worth", "capacity")

    def __init__(self, worth: Worth, capacity: int) -> None:
        self.capacity: int = min(capacity, CAPACITY)
        self._worth: Worth = worth
        nobles = self._nobles()
        s = worth.s
        ed = s.setup.edition
        storage = worth.stores()[1]
        each = worth.weights.beer * worth.weights.stored if worth.left else GRAIN
        guests: list[tuple[int, float, Action | None]] = [(0, 0.0, None)]
        if not worth.p.recruited:
            if s.pile:
                guests.append((ed.beer[s.pile[-1]], worth.recruit(s.pile[-1], s.signed & 1), RECRUIT_GUEST[0]))
            for place, guest in enumerate(s.row, start=1):
                if guest != NO_CARD:
                    gain = worth.recruit(guest, s.signed >> place & 1)
                    guests.append((ed.beer[guest], gain, RECRUIT_GUEST[place]))
        self._best: list[float] = []
        self._pick: list[Action | None] = []
        for beer in range(self.capacity + 1):
            most = -1.0
            chosen: Action | None = None
            for price, gain, action in guests:
                if price > beer:
                    continue
                rest = beer - price
                for kept in range(min(storage, rest) + 1):
                    total = gain + nobles[rest - kept][0] + each * kept
                    if total > most:
                        most = total
                        chosen = action if action is not None else nobles[rest - kept][1]
            self._best.append(most + GRAIN * beer)
            self._pick.append(chosen)

    def _nobles(self) -> list[tuple[float, Action | None]]:
        """By beer: the worth of the nobles it buys, and the first purchase."""
        worth = self._worth
        price = worth.s.setup.edition.noble_price
        left = worth.s.nobles
        best: list[tuple[int, Action | None]] = []
        for beer in range(self.capacity + 1):
            most: tuple[int, Action | None] = (0, None)
            for count in range(1, len(price)):
                if price[count] <= beer and count <= left:
                    total = min(left, count + best[beer - price[count]][0])
                    if total > most[0]:
                        most = (total, RECRUIT_NOBLES[count - 1])
            best.append(most)
        return [(worth.bought_noble * count, action) for count, action in best]

    def worth_of(self, beer: int) -> float:
        """What so much beer is worth."""
        return self._best[min(beer, self.capacity)]

    def recruits(self, beer: int) -> Action | None:
        """Whom to recruit first with it; None to keep it."""
        return self._pick[min(beer, self.capacity)]


def schnapps_cost(worth: Worth, count: int) -> float:
    """What spending so many schnapps now gives up. Those beyond what is kept overnight cost nothing."""
    surplus = max(0, worth.p.schnapps - worth.s.setup.edition.schnapps_kept)
    return worth.schnapps() * max(0, count - surplus)


def best_sale(worth: Worth, side: int, have: int, worth_of: Callable[[int], float]) -> tuple[float, int]:
    """With so many thalers (side 1) or so much beer (side 2): how often to pay the money entertainer, and the worth of
    it all then, less the schnapps."""
    best = worth_of(have)
    often = 0
    if worth.p.entertainers[MONEY] == side:
        ed = worth.s.setup.edition
        price = max(1, ed.entertainer_cost[MONEY][side - 1])
        gain = ed.entertainer_gain[MONEY][side - 1]
        for times in range(1, worth.p.schnapps // price + 1):
            value = worth_of(have + gain * times) - schnapps_cost(worth, price * times)
            if value > best + 1e-9:
                best = value
                often = times
    return best, often
