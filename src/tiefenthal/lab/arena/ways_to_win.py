"""The ways to win, and a bot that has to do without one of them.

Monastery, beer and money should each be a way to win: then none of them is needed. A bot that does without one leaves
what serves it as it is at the start: its areas are not upgraded, its cards not bought; no die goes to the monk, or no
noble is recruited with beer. What comes by itself is taken: bonuses, the cards of the start, beer for guests.

The bot knows that it has to: it is shown figures by which all this costs more than anybody has, or yields nothing.
"""

import copy
from typing import Final, NamedTuple

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    BARBACK,
    BARREL_AREA,
    BREWER,
    BREWER_AREA,
    CASHBOX_AREA,
    MONK_AREA,
    SAFE_AREA,
    STORAGE_AREA,
    TABLE,
    TABLES_AREA,
)
from tiefenthal.engine.rules.actions import BUY, MOVE, NOBLES, PLACE, UPGRADE, Action
from tiefenthal.engine.rules.spaces import MONK
from tiefenthal.engine.rules.state import Setup
from tiefenthal.engine.view import View
from tiefenthal.players.bots import Bot

TOO_DEAR: Final = 60  # thalers or beer that nobody ever has in an evening


class Way(NamedTuple):
    """What serves a way to win."""

    areas: tuple[int, ...]
    cards: tuple[int, ...] = ()
    nobles: bool = False
    """Nobles for beer."""
    prayers: bool = False
    """Dice on the monk."""

    def serves(self, action: Action) -> bool:
        """Whether an action leans on it."""
        kind = action.kind
        if kind == UPGRADE:
            return action.a in self.areas
        if kind == BUY:
            return action.a in self.cards
        if kind in (PLACE, MOVE):
            return self.prayers and action.b == MONK
        return kind == NOBLES and self.nobles


WAYS: Final = {
    "monastery": Way((MONK_AREA,), prayers=True),
    "beer": Way((BARREL_AREA, BREWER_AREA, STORAGE_AREA), (BARBACK, BREWER), nobles=True),
    "money": Way((CASHBOX_AREA, SAFE_AREA, TABLES_AREA), (TABLE,)),
}


def edition_without(edition: Edition, way: Way) -> Edition:
    """The figures as they look to somebody who has to do without a way."""
    found = copy.copy(edition)
    found.area_price = [TOO_DEAR if area in way.areas else price for area, price in enumerate(edition.area_price)]
    found.area_discount = [0 if area in way.areas else off for area, off in enumerate(edition.area_discount)]
    found.price = [TOO_DEAR if card in way.cards else price for card, price in enumerate(edition.price)]
    if way.nobles:
        found.noble_price = [0] + [TOO_DEAR] * (len(edition.noble_price) - 1)
    if way.prayers:
        found.area_yield = [[0, 0] if area == MONK_AREA else yields for area, yields in enumerate(edition.area_yield)]
    return found


class Without(Bot):
    """A bot that does without a way to win."""

    def __init__(self, bot: Bot, way: Way, setup: Setup) -> None:
        super().__init__()
        self._bot: Bot = bot
        self._way: Way = way
        edition = edition_without(setup.edition, way)
        self._setup: Setup = Setup(setup.players, setup.modules, edition, setup.flow, setup.rules)

    def choose(self, view: View, legal: list[Action]) -> Action:
        """What the bot chooses of the rest. There always is a rest: one may stop planning and serving at any time."""
        left = [action for action in legal if not self._way.serves(action)]
        if len(left) == 1:
            return left[0]
        view.state.setup = self._setup
        action = self._bot.choose(view, left)
        return action if action in left else left[-1]


def seat_without(number: int, players: int) -> int:
    """The seat that does without, in a game of this number: everybody's turn comes."""
    return number % players
