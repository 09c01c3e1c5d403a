"""What an amount of thalers or beer is good for: the best purchases as a small knapsack."""

from collections.abc import Callable
from typing import Final

from tiefenthal.engine.components.kinds import AREA_COUNT, MONEY, NO_CARD, TAVERN_KINDS
from tiefenthal.engine.rules.actions import BUY_CARD, RECRUIT_GUEST, RECRUIT_NOBLES, UPGRADE_AREA, Action
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
from tiefenthal.engine.rules.modules.schnapps import cost, not_kept, sold
from tiefenthal.players.bots.greedy.worth import Worth

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
        for group in self.offers():
            self._add(group)
        self._keep()

    def offers(self) -> list[list[tuple[int, float, Action]]]:
        """Groups of which one can be taken: (price, worth, action)."""
        worth = self._worth
        s = worth.s
        p = worth.p
        groups: list[list[tuple[int, float, Action]]] = []
        for area in range(AREA_COUNT):
            if p.upgraded >> area & 1:
                continue
            gain = worth.area(area)
            most = returnable(s, p, area)
            loss = worth.returned(s.setup.edition.area_card[area]) if most else 0.0
            group: list[tuple[int, float, Action]] = []
            for count in range(most + 1):
                price = upgrade_price(s, area, count)
                group.append((price, gain - loss * count, UPGRADE_AREA[area][count]))
                if price == 0:
                    break
            groups.append([offer for offer in group if offer[1] > 0])
        if worth.left:
            for kind in TAVERN_KINDS:
                if for_sale(s, p, kind):
                    groups.append([(card_price(s, kind), worth.card(kind), BUY_CARD[kind - 1])])
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
        """What the thalers are worth, spent well."""
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
        storage = worth.stores()[1]
        each = worth.weights.beer * worth.weights.stored if worth.left else GRAIN
        guests: list[tuple[int, float, Action | None]] = [(0, 0.0, None)]
        if not worth.p.recruited:
            for place in range(len(s.row) + 1):
                guest = guest_at(s, place)
                if guest != NO_CARD:
                    gain = worth.recruit(guest, s.signed >> place & 1)
                    guests.append((guest_price(s, guest), gain, RECRUIT_GUEST[place]))
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
        price = [nobles_price(worth.s, count) for count in range(most_nobles(worth.s) + 1)]
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
    """What spending `count` schnapps now gives up. Those beyond what is kept overnight cost nothing."""
    return worth.schnapps() * max(0, count - not_kept(worth.s, worth.p))


def most_sold(worth: Worth, side: int) -> int:
    """How many thalers, or how much beer, all the schnapps would buy from the money entertainer."""
    if worth.p.entertainers[MONEY] != side:
        return 0
    return worth.p.schnapps // max(1, cost(worth.s, MONEY, side)) * sold(worth.s, side)


def best_sale(worth: Worth, side: int, have: int, worth_of: Callable[[int], float]) -> tuple[float, int]:
    """With `have` thalers or beer, whichever the side sells: what it is all worth in the end, less the schnapps, and
    how often to pay the money entertainer for that."""
    best = worth_of(have)
    often = 0
    if worth.p.entertainers[MONEY] == side:
        price = max(1, cost(worth.s, MONEY, side))
        gain = sold(worth.s, side)
        for times in range(1, worth.p.schnapps // price + 1):
            value = worth_of(have + gain * times) - schnapps_cost(worth, price * times)
            if value > best + 1e-9:
                best = value
                often = times
    return best, often
