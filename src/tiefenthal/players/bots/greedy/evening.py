"""The greedy bot's answers outside draft, planning and serving: start cards, the round track, arrivals, bonuses."""

from tiefenthal.engine.components.kinds import (
    BARREL_AREA,
    BREWER_AREA,
    CASHBOX_AREA,
    DISHWASHER_AREA,
    FIRE,
    FIRST_REGULAR,
    GIVES_AREA,
    GIVES_BEER,
    GIVES_DISMISSAL,
    JUGGLER,
    MONEY,
    MONK_AREA,
    NO_CARD,
    NOBLE,
    SERVER_AREA,
    TABLES_AREA,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.rules.actions import (
    AGAIN_PLEASE,
    CHOICES,
    CHOOSE,
    CHOOSE_DIE,
    CHOOSE_GUEST,
    CHOOSE_SIDE_1,
    DECLINE_IT,
    DISMISS,
    FLIP,
    FLIP_AREA,
    KEEP,
    KEEP_TABLE,
    REMOVE,
    SCHNAPPS,
    SIGN,
    START,
    STAY,
    STAY_HERE,
    TAKE_SCHNAPPS,
    Action,
)
from tiefenthal.engine.rules.dice import area_yield
from tiefenthal.engine.rules.evening import dice_left
from tiefenthal.engine.rules.modules.schnapps import SELLS_BEER, TURNS, UPGRADES
from tiefenthal.players.bots.greedy.worth import Worth

SIDES = {MONEY: SELLS_BEER, FIRE: UPGRADES, JUGGLER: TURNS}
"""The side chosen for each entertainer."""
FLIPS = (SERVER_AREA, TABLES_AREA, BREWER_AREA, CASHBOX_AREA, DISHWASHER_AREA, MONK_AREA, BARREL_AREA)
"""What the free upgrade of the last evening helps, best first. The rest is better bought, for its noble."""


def answer(worth: Worth, legal: list[Action]) -> Action:
    """The best answer to a question."""
    kind = legal[0].kind
    if kind == START:
        return max(legal, key=lambda action: _start_card(worth, action.a))
    if kind == DISMISS:
        return min(legal, key=lambda action: (action.b, action.id))
    if kind == CHOOSE:
        return _choice(worth, legal)
    if kind == FLIP:
        return _flip(worth)
    if kind == STAY:
        return _again(worth)
    if kind == SIGN:
        return max(legal, key=lambda action: worth.signature(action.a))
    if kind in (REMOVE, SCHNAPPS):
        return _denied(worth, legal)
    if kind == KEEP:
        return _keep(worth, legal)
    return legal[-1]


def _start_card(worth: Worth, card: int) -> float:
    total = 0.0
    for item in worth.s.setup.edition.start_cards[card]:
        what = bonus_what(item)
        amount = bonus_amount(item)
        if what == GIVES_AREA:
            total += worth.area_effect(amount) * worth.left * 0.8
        elif what == GIVES_DISMISSAL:
            total += worth.weights.denied * amount
        elif what == GIVES_BEER:
            total += worth.weights.beer * amount
        else:
            total += worth.bonus(item)
    return total


def _choice(worth: Worth, legal: list[Action]) -> Action:
    """The better bonus of the round track; for an entertainer the side the bot knows to use."""
    if legal[0].a == CHOOSE_SIDE_1:
        entertainer = bonus_amount(worth.s.setup.round_track[worth.s.round][0])
        return CHOICES[CHOOSE_SIDE_1 + SIDES[entertainer] - 2]

    def value(action: Action) -> float:
        if action.a == CHOOSE_DIE:
            return worth.weights.die if dice_left(worth.s, worth.p) > 0 else 0.0
        if action.a == CHOOSE_GUEST:
            return worth.guest(worth.s.pile[-1]) + worth.weights.thaler
        return worth.card(action.a) + worth.use_of(action.a) * 0.6

    return max(legal, key=value)


def _flip(worth: Worth) -> Action:
    for area in FLIPS:
        if not worth.p.upgraded >> area & 1:
            return FLIP_AREA[area]
    return DECLINE_IT


def _again(worth: Worth) -> Action:
    """Send everyone home when the deck promises clearly better guests than those who came."""
    p = worth.p
    pool = p.deck
    if sum([1 for card in pool if card >= NOBLE]) < p.tables + 1:
        pool = p.deck + p.discard + [card for card in p.seated if card != NO_CARD]
        for kind in range(1, NOBLE):
            pool += [kind] * p.drawn[kind]
    came = sum([_sitting(worth, card) for card in p.seated]) + sum(
        [worth.use_of(kind) * p.drawn[kind] for kind in range(1, NOBLE)]
    )
    sitters = 0
    total = 0.0
    for card in pool:
        if card >= FIRST_REGULAR:
            sitters += 1
            total += _sitting(worth, card)
        elif card < NOBLE:
            total += worth.use_of(card)
    if NOBLE in pool:
        sitters += 1
        total += _sitting(worth, NOBLE)
    if not sitters:
        return STAY_HERE
    tables = area_yield(worth.s, p, TABLES_AREA)
    hoped = total * tables / sitters
    return AGAIN_PLEASE if hoped > came + worth.monastery(1) + worth.weights.again else STAY_HERE


def _sitting(worth: Worth, card: int) -> float:
    return worth.weights.thaler * worth.weights.served * worth.s.setup.edition.pays[card]


def _denied(worth: Worth, legal: list[Action]) -> Action:
    """Remove the guest who helps least; decline, or take the schnapps, when that is better."""
    other = TAKE_SCHNAPPS if TAKE_SCHNAPPS in legal else DECLINE_IT
    best = other
    most = worth.schnapps() if other is TAKE_SCHNAPPS else 0.0
    for action in legal:
        if action.kind == REMOVE:
            gain = worth.removal(worth.p.seated[action.a])
            if gain > most:
                most = gain
                best = action
    return best


def _keep(worth: Worth, legal: list[Action]) -> Action:
    """The juggler keeps the card that is missed most tomorrow, if any is worth the schnapps."""
    best = DECLINE_IT
    most = worth.schnapps()
    if not worth.left:
        return best
    rarely = 1.0 - worth.frequency
    for action in legal:
        if action.kind != KEEP:
            continue
        if action.a < KEEP_TABLE:
            gain = worth.use_of(action.a) * rarely
        else:
            card = worth.p.seated[action.a - KEEP_TABLE]
            gain = (_sitting(worth, card) - worth.pay * worth.weights.thaler * worth.weights.served) * rarely
        if gain > most:
            most = gain
            best = action
    return best
