"""Thalers as a knapsack: which sets of purchases are worth most, for any sum."""

from typing import Final

from tiefenthal.engine.rules.actions import Action

CAPACITY: Final = 48  # thalers or beer at hand, as far as the ordering thinks
SLACK: Final = 4.0  # purchases worth so much less than the best are still looked at
TINY: Final = 0.01  # so that a thaler or beer more is never worth nothing

Offer = tuple[int, float, Action]
"""Price, gain, action."""


class PurchaseKnapsack:
    """The best purchases for any sum of thalers, given what is still to be had."""

    __slots__ = ("best", "groups", "kept", "safe")

    def __init__(self, groups: list[list[Offer]], safe: int, kept: float) -> None:
        self.groups: list[list[Offer]] = groups
        self.safe: int = safe
        self.kept: float = kept
        """What a thaler in the safe is worth."""
        last = [TINY * thalers + kept * (thalers if thalers < safe else safe) for thalers in range(CAPACITY + 1)]
        self.best: list[list[float]] = [last]
        """By group and thalers: the best that this group and all before it make of them."""
        for group in groups:
            before = self.best[-1]
            better = before[:]
            for price, gain, _ in group:
                for thalers in range(price, CAPACITY + 1):
                    total = before[thalers - price] + gain
                    if total > better[thalers]:
                        better[thalers] = total
            self.best.append(better)

    def worth(self, thalers: int) -> float:
        """What the thalers are worth, spent well."""
        return self.best[-1][thalers if thalers < CAPACITY else CAPACITY]

    def sets(self, thalers: int, most: int) -> list[tuple[float, list[Action]]]:
        """The best sets of purchases, the very best first, at most `most`."""
        if thalers > CAPACITY:
            thalers = CAPACITY
        found: list[tuple[float, list[Action]]] = []
        slack = SLACK
        while True:
            found = []
            self._collect(len(self.groups), thalers, 0.0, [], self.best[-1][thalers] - slack, found, 8 * most)
            if len(found) <= 4 * most or slack < 0.3:
                break
            slack *= 0.5
        found.sort(key=_first, reverse=True)
        return found[:most]

    def _collect(
        self,
        at: int,
        thalers: int,
        gained: float,
        actions: list[Action],
        least: float,
        found: list[tuple[float, list[Action]]],
        most: int,
    ) -> None:
        if len(found) > most:
            return
        if at == 0:
            found.append((gained + self.best[0][thalers], actions))
            return
        before = self.best[at - 1]
        for price, gain, action in self.groups[at - 1]:
            if price <= thalers and gained + gain + before[thalers - price] >= least:
                self._collect(at - 1, thalers - price, gained + gain, [*actions, action], least, found, most)
        if gained + before[thalers] >= least:
            self._collect(at - 1, thalers, gained, actions, least, found, most)


def _first(item: tuple[float, list[Action]]) -> float:
    return item[0]
