"""Slips: what people overlook. Each takes something out of a player's sight, or makes something look better than it is.

A slip works on a `Glance`: the view as the player takes it in, the actions that come to its mind, and what it holds
things to be worth. The bot behind the player then does its best with that, so the mistake is the one somebody makes who
has forgotten just this; never a random one.
"""

import copy
from collections.abc import Callable
from typing import Final, NamedTuple

from tiefenthal.engine.components.kinds import DISHWASHER
from tiefenthal.engine.rules.actions import (
    AGAIN,
    BUY,
    COUNTER_GUEST,
    END_SERVING,
    TAKE,
    UPGRADE,
    Action,
)
from tiefenthal.engine.rules.market import card_price
from tiefenthal.engine.rules.state import Setup
from tiefenthal.engine.view import View
from tiefenthal.players.bots.greedy.worth import WEIGHTS, GreedyWeights

NEVER: Final = 99.0  # by how much a noble is thought to be worth less for each evening to come
FOND: Final = 1.8  # of guests, and so of beer


class Glance:
    """What a player takes in at a decision."""

    __slots__ = ("at_once", "legal", "view", "weights")

    def __init__(self, view: View, legal: list[Action]) -> None:
        self.view: View = View(view.seat, view.state.clone())
        self.legal: list[Action] = legal
        self.weights: GreedyWeights = WEIGHTS
        self.at_once: Action | None = None
        """What is done without a further thought."""


class Slip(NamedTuple):
    """One thing to overlook."""

    name: str
    words: str
    """For people: "forgets that ..."."""
    make: Callable[[Glance], None]


def _no_nobles(glance: Glance) -> None:
    glance.weights = glance.weights._replace(patience=NEVER)


def _no_offers(glance: Glance) -> None:
    """Cards that could be returned are not thought of; with dice in hand brewers are, for what they brew."""
    glance.legal = [action for action in glance.legal if action.kind != UPGRADE or action.b == 0]
    p = glance.view.state.players[glance.view.seat]
    if END_SERVING in glance.legal:
        p.drawn = [0] * len(p.drawn)


def _haste(glance: Glance) -> None:
    """The dearest card there is money for is bought before anything else is done."""
    if END_SERVING not in glance.legal:
        return
    s = glance.view.state
    cards = [action for action in glance.legal if action.kind == BUY and card_price(s, action.a) > 1]
    if cards:
        glance.at_once = max(cards, key=lambda action: (card_price(s, action.a), -action.a))


def _no_dishwashers(glance: Glance) -> None:
    p = glance.view.state.players[glance.view.seat]
    p.dishwashers = p.spent + p.helping  # what was raised, before this evening's slip, stands
    p.drawn = p.drawn[:]
    p.drawn[DISHWASHER] = 0


def _fond_of_guests(glance: Glance) -> None:
    w = glance.weights
    glance.weights = w._replace(beer=w.beer * FOND, table=0.0, raised=0.0, die=w.die * 0.3)


def _one_die(glance: Glance) -> None:
    """In the draft each die is looked at as if it were alone."""
    if glance.legal[0].kind == TAKE:
        p = glance.view.state.players[glance.view.seat]
        p.faces = []
        p.places = []
        p.coloured = 0


def _no_counter_guests(glance: Glance) -> None:
    kept = [action for action in glance.legal if action.kind not in (AGAIN, COUNTER_GUEST)]
    if kept:
        glance.legal = kept
        glance.view.state.players[glance.view.seat].counter_guests = 0


def _no_monastery(glance: Glance) -> None:
    """The figures as somebody remembers them who has no monastery in mind."""
    s = glance.view.state
    edition = copy.copy(s.setup.edition)
    edition.monastery = [0] * len(edition.monastery)
    s.setup = Setup(s.setup.players, s.setup.modules, edition, s.setup.flow, s.setup.rules)


def _spends_all(glance: Glance) -> None:
    glance.weights = glance.weights._replace(stored=0.0, linear=0.0)


SLIPS: Final = (
    Slip("nobles", "forgets that an upgrade brings a noble", _no_nobles),
    Slip("offers", "overlooks the special offers", _no_offers),
    Slip("haste", "spends the first thalers on the first thing they buy", _haste),
    Slip("dishwashers", "does not count the dishwashers", _no_dishwashers),
    Slip("guests", "likes guests better than upgrades", _fond_of_guests),
    Slip("draft", "looks at one die at a time in the draft", _one_die),
    Slip("counter", "forgets the counter guests", _no_counter_guests),
    Slip("monastery", "forgets the monastery", _no_monastery),
    Slip("stores", "keeps nothing for the next evening", _spends_all),
)


def slip_named(name: str) -> Slip:
    """The slip of this name."""
    return next(slip for slip in SLIPS if slip.name == name)
