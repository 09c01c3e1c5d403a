"""The greedy bot while serving (F). Every action spends something, so the serving comes to its end."""

from tiefenthal.engine.components.kinds import BREWER_AREA, FIRE
from tiefenthal.engine.rules.actions import (
    BARD_SINGS,
    COUNTER_GUEST,
    END_SERVING,
    ENTERTAIN_BEER,
    ENTERTAIN_REMOVE,
    ENTERTAIN_THALERS,
    ENTERTAIN_UPGRADE,
    PLACE,
    UPGRADE,
    USE,
    Action,
)
from tiefenthal.engine.rules.areas import AREA_OF_SPACE
from tiefenthal.engine.rules.dice import beer_from, steps_from, thalers_from
from tiefenthal.engine.rules.market import CHEAPEST_GUEST, upgrade_price
from tiefenthal.engine.rules.modules.schnapps import REMOVES, SELLS_BEER, SELLS_THALERS, UPGRADES, cost
from tiefenthal.engine.rules.spaces import BARREL, BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK, SPOT_SPACE
from tiefenthal.players.bots.greedy.spending import Beer, Thalers, best_sale, most_sold, schnapps_cost
from tiefenthal.players.bots.greedy.worth import Worth

ORDER = (CASHBOX, MONK, BREWER_SPACE, BARREL)  # after the tables


def next_action(worth: Worth, legal: list[Action]) -> Action:
    """Place what is unplaced, collect, upgrade what helps the dice still to be used, recruit, and spend the rest."""
    for kind, find in (
        (PLACE, _place),
        (ENTERTAIN_UPGRADE, _free_upgrade),
        (USE, _use),
        (BARD_SINGS, _sing),
        (COUNTER_GUEST, _counter_guest),
    ):
        offered = [action for action in legal if action.kind == kind]
        if offered:
            action = find(worth, offered)
            if action is not None:
                return action
    action = _recruit(worth)
    if action is None:
        action = _spend(worth)
    if action is None:
        offered = [action for action in legal if action.kind == ENTERTAIN_REMOVE]
        action = _remove(worth, offered)
    return action if action is not None else END_SERVING


def _sing(worth: Worth, offered: list[Action]) -> Action | None:
    """A bard sings when it, or it with those after it, brings anything: onto the crown with no noble left it costs."""
    gains = [worth.reputation(songs) for songs in range(1, worth.p.bards + 1)]
    return offered[0] if max(gains) > 0 else None


def _place(worth: Worth, offered: list[Action]) -> Action | None:
    """An unplaced die goes where it gives most."""
    return max(offered, key=lambda action: _yield(worth, action.b))


def _yield(worth: Worth, space: int) -> float:
    """What a die on a space gives now."""
    s = worth.s
    p = worth.p
    w = worth.weights
    if space == MONK:
        return worth.monastery(steps_from(s, p, space))
    return w.thaler * thalers_from(s, p, space) + w.beer * beer_from(s, p, space)


def _use(worth: Worth, offered: list[Action]) -> Action | None:
    """Tables first: served guests pay, and can be sent away. Then the areas, each upgraded before its dice are used
    where the thalers at hand are best spent so."""
    by_space: dict[int, Action] = {}
    for action in offered:
        by_space.setdefault(SPOT_SPACE[action.a], action)
    tables = [space for space in by_space if space >= FIRST_TABLE]
    if tables:
        return by_space[max(tables, key=lambda space: _yield(worth, space))]
    areas = [AREA_OF_SPACE[space] for space in by_space if not worth.p.upgraded >> AREA_OF_SPACE[space] & 1]
    if areas and worth.p.thalers:
        thalers = Thalers(worth, worth.p.thalers)
        for purchase in thalers.purchases(worth.p.thalers):
            if purchase.kind == UPGRADE and purchase.a in areas and not (purchase.a == BREWER_AREA and purchase.b):
                return purchase
    for space in ORDER:
        if space in by_space:
            return by_space[space]
    return None


def _free_upgrade(worth: Worth, offered: list[Action]) -> Action | None:
    """The fire entertainer upgrades what is dear and helps much."""
    s = worth.s
    best = max(offered, key=lambda action: worth.area(action.a) + 0.5 * upgrade_price(s, action.a, 0))
    price = cost(s, FIRE, UPGRADES)
    return best if worth.area(best.a) > schnapps_cost(worth, price) else None


def _counter_guest(worth: Worth, offered: list[Action]) -> Action | None:
    """In the last evening every counter guest is worth a step; before, one is sent only for a good bonus."""
    return offered[0] if not worth.left or worth.monastery(1) > worth.weights.counter else None


def _recruit(worth: Worth) -> Action | None:
    """The best guest and nobles for the beer at hand, with the entertainer's beer where it pays."""
    p = worth.p
    more = most_sold(worth, SELLS_BEER)
    if p.beer + more < CHEAPEST_GUEST:
        return None
    beer = Beer(worth, p.beer + more)
    if best_sale(worth, SELLS_BEER, p.beer, beer.worth_of)[1]:
        return ENTERTAIN_BEER
    return beer.recruits(p.beer)


def _spend(worth: Worth) -> Action | None:
    """The best purchases for the thalers at hand, with the entertainer's thalers where they pay."""
    p = worth.p
    thalers = Thalers(worth, p.thalers + most_sold(worth, SELLS_THALERS))
    if best_sale(worth, SELLS_THALERS, p.thalers, thalers.worth_of)[1]:
        return ENTERTAIN_THALERS
    purchases = thalers.purchases(p.thalers)
    return purchases[0] if purchases else None


def _remove(worth: Worth, offered: list[Action]) -> Action | None:
    """The fire entertainer sends away a guest worth less than the schnapps."""
    best: Action | None = None
    most = schnapps_cost(worth, cost(worth.s, FIRE, REMOVES))
    for action in offered:
        gain = worth.removal(worth.p.seated[action.a])
        if gain > most:
            most = gain
            best = action
    return best
