"""The greedy bot while serving (F). Every action spends something, so the serving comes to its end."""

from tiefenthal.bots.greedy.spending import Beer, Thalers, best_sale, schnapps_cost
from tiefenthal.bots.greedy.worth import Worth
from tiefenthal.components.kinds import (
    BARREL_AREA,
    BREWER_AREA,
    CASHBOX_AREA,
    FIRE,
    MONEY,
    MONK_AREA,
)
from tiefenthal.rules.actions import (
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
from tiefenthal.rules.dice import area_yield, brewer_yield
from tiefenthal.rules.spaces import BARREL, BREWER_SPACE, CASHBOX, FIRST_TABLE, MONK, SPOT_SPACE

AREA_OF_SPACE = {CASHBOX: CASHBOX_AREA, BARREL: BARREL_AREA, BREWER_SPACE: BREWER_AREA, MONK: MONK_AREA}
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
    if space >= FIRST_TABLE:
        return w.thaler * s.setup.edition.pays[p.seated[space - FIRST_TABLE]]
    if space == CASHBOX:
        return w.thaler * area_yield(s, p, CASHBOX_AREA)
    if space == MONK:
        return worth.monastery(area_yield(s, p, MONK_AREA))
    return w.beer * (area_yield(s, p, BARREL_AREA) if space == BARREL else brewer_yield(s, p))


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
    ed = worth.s.setup.edition
    best = max(offered, key=lambda action: worth.area(action.a) + 0.5 * ed.area_price[action.a])
    price = ed.entertainer_cost[FIRE][0]
    return best if worth.area(best.a) > schnapps_cost(worth, price) else None


def _counter_guest(worth: Worth, offered: list[Action]) -> Action | None:
    """In the last evening every counter guest is worth a step; before, one is sent only for a good bonus."""
    return offered[0] if not worth.left or worth.monastery(1) > worth.weights.counter else None


def _recruit(worth: Worth) -> Action | None:
    """The best guest and nobles for the beer at hand, with the entertainer's beer where it pays."""
    p = worth.p
    ed = worth.s.setup.edition
    more = 0
    if p.entertainers[MONEY] == 2:
        more = p.schnapps // max(1, ed.entertainer_cost[MONEY][1]) * ed.entertainer_gain[MONEY][1]
    if p.beer + more < 3:
        return None
    beer = Beer(worth, p.beer + more)
    if best_sale(worth, 2, p.beer, beer.worth_of)[1]:
        return ENTERTAIN_BEER
    return beer.recruits(p.beer)


def _spend(worth: Worth) -> Action | None:
    """The best purchases for the thalers at hand, with the entertainer's thalers where they pay."""
    p = worth.p
    ed = worth.s.setup.edition
    more = 0
    if p.entertainers[MONEY] == 1:
        more = p.schnapps // max(1, ed.entertainer_cost[MONEY][0]) * ed.entertainer_gain[MONEY][0]
    thalers = Thalers(worth, p.thalers + more)
    if best_sale(worth, 1, p.thalers, thalers.worth_of)[1]:
        return ENTERTAIN_THALERS
    purchases = thalers.purchases(p.thalers)
    return purchases[0] if purchases else None


def _remove(worth: Worth, offered: list[Action]) -> Action | None:
    """The fire entertainer sends away whoever is worth less than the schnapps."""
    best: Action | None = None
    most = schnapps_cost(worth, worth.s.setup.edition.entertainer_cost[FIRE][1])
    for action in offered:
        gain = worth.removal(worth.p.seated[action.a])
        if gain > most:
            most = gain
            best = action
    return best
