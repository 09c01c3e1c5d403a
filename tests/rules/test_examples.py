"""X. The worked examples of the rulebooks, each played through."""

import pytest

from tests.table import Table


@pytest.mark.rule("X-1")
def test_arrival() -> None:
    """Noble, table, server, brewer, guest, guest, noble, server, regular: then every table is full."""
    t = Table().deck(
        0, "noble", "table", "server", "brewer", "g4.2.4", "g5.3.5", "noble", "server", "r3.1", "r4.1", "r2.1"
    )
    t.arrival()
    assert t.seated(0) == ["noble", "g4.2.4", "g5.3.5", "r3.1"]
    assert (t.player(0).tables, t.player(0).nobles) == (4, 2)
    assert t.drawn(0) == {"server": 2, "table": 1, "brewer": 1}
    assert t.deck_of(0) == ["r4.1", "r2.1"]


@pytest.mark.rule("X-2")
def test_dice() -> None:
    """One server card and an upgraded server area: two dice."""
    t = Table().upgraded(0, "server").tavern(0, "server").colour(0, 3, 6).servers()
    assert (t.player(0).coloured, t.dice_of(0)) == (2, ["3 -", "6 -"])


@pytest.mark.rule("X-3")
def test_draft() -> None:
    """Four players take 6, 6, 2, 5; the coasters move on; they take 6, 5, 4, 1."""
    wolfgang, nina, luke, marie = range(4)
    t = Table(4).white(wolfgang, 6, 5, 2, 1).white(nina, 6, 4, 3, 3).white(luke, 2, 1, 1, 1).white(marie, 5, 6, 2, 2)
    t.draft()
    t.do(wolfgang, "take 6").do(nina, "take 6").do(luke, "take 2").do(marie, "take 5")
    assert t.player(wolfgang).coaster == [6, 2, 2]  # Marie's
    assert t.player(nina).coaster == [5, 2, 1]  # Wolfgang's
    t.do(wolfgang, "take 6").do(nina, "take 5").do(luke, "take 4").do(marie, "take 1")
    t.do(wolfgang, "take 1").do(nina, "take 2").do(luke, "take 2").do(marie, "take 3")
    t.do(wolfgang, "take 3").do(nina, "take 1").do(luke, "take 2").do(marie, "take 1")
    assert t.phase == "E"
    assert sorted(t.player(wolfgang).faces) == [1, 3, 6, 6]
    assert [len(p.faces) for p in t.state.players] == [4, 4, 4, 4]


@pytest.mark.rule("X-4")
def test_planning() -> None:
    """Dice 1, 1, 3, 3, 5, 6: brewer, brewer, guest, barrel, monk, brewer."""
    t = Table().tavern(0, "r3.2", "r4.1").dice(0, 1, 1, 3, 3, 5, 6, coloured=2).planning()
    t.do(0, "place 1 brewer", "place 1 brewer", "place 6 brewer", "place 5 monk", "place 3 t1", "place 3 barrel")
    assert t.dice_of(0) == ["1 brewer", "1 brewer", "3 barrel", "3 t1", "5 monk", "6 brewer"]
    t.ready()
    assert t.phase == "F"


@pytest.mark.rule("X-5")
def test_brewer() -> None:
    """Not upgraded, two brewer cards, three dice: nine beer."""
    t = Table().tavern(0, "brewer", "brewer").plan(0, "1 brewer", "1 brewer", "6 brewer").serving(0)
    t.do(0, "use brewer:1", "use brewer:1", "use brewer:6")
    assert t.player(0).beer == 9


@pytest.mark.rule("X-6")
def test_special_offer() -> None:
    """The dishwasher area with one of two dishwasher cards returned: 9 - 3 = 6 thalers, and a noble."""
    t = Table().tavern(0, "dishwasher", "dishwasher").stores(0, thalers=6).serving(0)
    t.do(0, "upgrade dishwasher 1")
    assert (t.player(0).thalers, t.areas(0), t.drawn(0)) == (0, {"dishwasher"}, {"dishwasher": 1})
    assert t.top(0) == ["noble"]
    assert (t.pile("dishwasher"), t.pile("noble")) == (15, 60)


@pytest.mark.rule("X-7")
def test_a_whole_serving() -> None:
    t = Table().deck(0, "r2.1").upgraded(0, "safe", "cashbox").stores(0, thalers=5)
    t.row("g7.4.6.3-thalers", "g4.2.4", "g4.3.4", "g4.4.4")
    t.tavern(0, "dishwasher", "dishwasher", "brewer", "g6.3.6", "g5.5.5", "noble")
    t.dice(0, 4, 1, coloured=2).dice(0, 3, 4, 1, 6, 6).planning()
    t.do(0, "place 4 t2", "place 1 t3")  # a 4 counts as 5, a 1 as 2
    t.do(0, "place 3 t1", "place 4 cashbox", "place 1 brewer", "place 6 brewer", "place 6 brewer")
    t.ready()
    p = t.player(0)

    t.do(0, "use t2", "use t1")  # the two guests: 5 + 6
    assert p.thalers == 5 + 11
    t.do(0, "use cashbox")
    assert p.thalers == 5 + 14
    t.do(0, "upgrade brewer")  # for 18, four of them from the safe
    assert (p.thalers, t.top(0)) == (1, ["noble"])
    t.do(0, "use t3")  # the noble pays 2
    assert p.thalers == 3
    t.do(0, "buy barback")
    assert (p.thalers, t.top(0)) == (1, ["barback"])
    t.do(0, "use brewer:1", "use brewer:6", "use brewer:6")  # 3 beer each
    assert p.beer == 9
    t.do(0, "recruit row1")  # for 7 beer, and 3 thalers at once
    assert (p.beer, p.thalers) == (2, 4)
    t.do(0, "upgrade dishwasher 2")  # 9 - 6 = 3
    assert (p.thalers, t.top(0), t.pile("dishwasher")) == (1, ["noble"], 16)
    t.do(0, "end")

    assert (p.thalers, p.beer) == (1, 2)
    assert t.deck_of(0) == ["noble", "g7.4.6.3-thalers", "barback", "noble", "r2.1"]
    assert t.areas(0) == {"safe", "cashbox", "brewer", "dishwasher"}
    assert t.drawn(0) == {"brewer": 1}
