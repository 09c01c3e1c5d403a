"""Positions of all phases, each of which is then spoiled in one place (test_faults_*.py)."""

from tests.table import Table
from tiefenthal.engine.components import kinds
from tiefenthal.engine.components.kinds import AREA_NAMES
from tiefenthal.engine.rules import actions, flow, placing, spaces
from tiefenthal.engine.rules.invariants import problems

NAMES = {**vars(kinds), **vars(spaces), **vars(actions), **vars(flow), "fits_of": placing.fits_of}
"""What a spoiling statement can name, besides `s`, the state, and `p`, the tavern of seat 3."""


def faults(t: Table, spoil: str) -> list[str]:
    """What is wrong once something is spoiled: where, what, and the values that are said. Before, nothing is."""
    assert problems(t.state) == []
    exec(spoil, dict(NAMES), {"s": t.state, "p": t.player(2)})
    return [repr(fault)[len("<Fault ") : -1] for fault in problems(t.state)]


# --- layouts. Seat 2 begins, seat 3 is the one that is looked at.


def _planning(t: Table) -> Table:
    """Dice for the two other seats."""
    for seat in (0, 1):
        t.plan(seat, "1 -", "2 -", "3 -", "4 -")
    return t.planning()


def start_cards() -> Table:
    return Table(3, 5, start=2).start_cards(1, 3, 7)


def dismissing() -> Table:
    return start_cards().do(2, "start 3")


def counter_guests() -> Table:
    """An evening that asks nobody anything."""
    t = Table(3, 1, start=1)
    t._go("A")
    return t


def choosing() -> Table:
    return Table(3, 1, start=1).evening(2).do(2, "choose barback")


def choosing_sides() -> Table:
    return Table(3, 2, start=1).evening(2).do(2, "choose side-1")


def free_upgrade() -> Table:
    """Seat 1 has nothing left to upgrade."""
    return Table(3, 2, start=1).upgraded(0, *AREA_NAMES).evening(8)


def flipping() -> Table:
    return Table(3, 2, start=1).evening(8).do(2, "flip safe")


def arrival() -> Table:
    return Table(3, 5, start=1, evening=2).counter_guests(2, 1).arrival()


def no_pile() -> Table:
    """The cheap guests are gone: a fifth place."""
    t = Table(3, 5, start=1, evening=2).guest_pile().row("g7.2.7", "g5.3.5", "g5.4.5", "g5.5.5", "g4.2.4")
    return t.counter_guests(2, 1).arrival()


def draft() -> Table:
    """Seat 2 has taken a die, seat 3 is next."""
    return Table(3, 5, start=1).white(1, 1, 2, 3, 4).draft().do(1, "take 1")


def planning() -> Table:
    t = Table(3, 5, start=1, evening=2).tavern(2, "dishwasher", "r3.2", "noble", "noble")
    return _planning(t.plan(2, "3 t1", "1 cashbox", "5 monk", "5 -"))


def planning_alone() -> Table:
    """Module 1 only."""
    return _planning(Table(3, 1, start=1, evening=2).tavern(2, "r3.2").plan(2, "1 -", "2 -", "3 -", "4 -"))


def helped() -> Table:
    """Two dishwashers, one of the area and one card, help two dice."""
    t = Table(3, 5, start=2, evening=2).upgraded(2, "dishwasher").tavern(2, "dishwasher", "r3.2")
    return _planning(t.plan(2, "2 t1", "5 brewer", "1 cashbox", "1 -"))


def serving() -> Table:
    """Seat 2 is done, seat 3 has used the cashbox, seat 1 is still to come."""
    t = Table(3, 5, start=1, evening=2).tavern(2, "dishwasher", "barback", "bard", "r3.2", "noble", "noble")
    t.tavern(1, "r4.1").plan(2, "3 t1", "1 cashbox", "5 monk", "1 brewer")
    return _planning(t).ready().do(1, "end").do(2, "use cashbox")


def serving_alone() -> Table:
    return planning_alone().ready().do(1, "end")


def nothing_used() -> Table:
    t = Table(3, 5, start=2, evening=2).tavern(2, "dishwasher", "dishwasher", "r3.2")
    return _planning(t.plan(2, "1 -", "5 -", "1 cashbox", "1 -")).ready()


def many_dishwashers() -> Table:
    t = Table(3, 1, start=2, evening=2).tavern(2, *["dishwasher"] * 6, "r3.2")
    return _planning(t.plan(2, "1 -", "5 -", "1 cashbox", "1 -")).ready().do(2, "use cashbox")


def returned() -> Table:
    """Of two dishwashers, both helping, one was returned."""
    t = Table(3, 5, start=2, evening=2).tavern(2, "dishwasher", "dishwasher", "r3.2")
    _planning(t.plan(2, "2 t1", "5 brewer", "1 cashbox", "1 -")).ready()
    return t.stores(2, thalers=9).do(2, "upgrade dishwasher 1")


def removed() -> Table:
    """The guest of the third table is gone."""
    t = Table(3, 5, start=2, evening=2).tavern(2, "dishwasher", "r3.2", "noble", "r4.1").markers(2, monastery=7)
    return _planning(t.plan(2, "3 t1", "1 cashbox", "5 monk", "1 -")).ready().do(2, "use monk:5", "remove t3")


def removed_after_serving() -> Table:
    """The guest of the first table has paid, and is gone."""
    t = Table(3, 3, start=2, evening=2).tavern(2, "r3.2", "r4.1").markers(2, monastery=7)
    _planning(t.plan(2, "3 t1", "4 t2", "5 monk", "1 cashbox")).ready()
    return t.do(2, "use t1", "use monk:5", "remove t1")


def brewing() -> Table:
    """One of two dice on the brewer is used; the area is upgraded in this serving, for one of two cards."""
    t = Table(3, 3, start=2, evening=2).tavern(2, "brewer", "brewer", "r3.2")
    _planning(t.plan(2, "1 brewer", "6 brewer", "3 t1", "1 barrel")).ready()
    return t.stores(2, thalers=12).do(2, "use brewer:1", "upgrade brewer 1")


def upgraded() -> Table:
    """All that counts was upgraded before."""
    t = Table(3, 3, start=2, evening=2).upgraded(2, "brewer", "cashbox", "barrel").tavern(2, "brewer", "r3.2")
    return _planning(t.plan(2, "1 brewer", "6 brewer", "3 t1", "1 barrel")).ready()


def crown() -> Table:
    """The count has brought a noble."""
    t = Table(3, 3, start=2, evening=2).tavern(2, "r3.2").markers(2, reputation=10)
    return _planning(t.plan(2, "3 t1", "1 brewer", "1 cashbox", "1 -")).ready()


def toast() -> Table:
    t = Table(3, 3, start=2, evening=2).tavern(2, "r3.2").markers(2, reputation=9)
    return _planning(t.plan(2, "3 t1", "1 brewer", "1 cashbox", "1 -")).ready()


def free_signature() -> Table:
    t = Table(3, 5, start=2, evening=2).tavern(2, "r3.2").markers(2, reputation=3)
    return _planning(t.plan(2, "3 t1", "1 brewer", "1 cashbox", "1 -")).ready()


def juggling() -> Table:
    return Table(3, 2, start=1).entertainer(2, "juggler", 1).stores(2, schnapps=1).tavern(2, "r3.2").closing()


def over() -> Table:
    return Table(3, 2, start=1, evening=8).closing()
