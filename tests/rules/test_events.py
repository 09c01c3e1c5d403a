"""What is told of a game while it is played: the log, the sentences and the moving pieces are made of nothing else."""

import pytest

from tests.table import Table, edition_with
from tiefenthal.engine.components.kinds import AREA_NAMES, ENTERTAINER_NAMES

OF_CARDS = ("drew", "gained", "removed", "dismissed", "pile empty", "returned")
EVERYBODY = -1


def told(t: Table, *play: str) -> list[str]:
    """What is told while actions ("0 buy table") are played, or of everything so far: "0 lost 2 1"."""
    since = len(t.events) if play else 0
    for words in play:
        who, _, text = words.partition(" ")
        t.do(int(who), text)
    found = []
    for what, seat, first, second in t.events[since:]:
        values: list[object] = [first, second] if second else [first] if first else []
        if what in OF_CARDS:
            values[0] = t.names([first])[0]
        elif what == "upgraded":
            values = [AREA_NAMES[first], *values[1:]]
        elif what == "entertainer":
            values = [ENTERTAINER_NAMES[first], second]
        elif what in ("lost", "served", "signed"):
            values = [first, second]
        found.append(" ".join(map(str, ["all" if seat == EVERYBODY else seat, what, *values])))
    return found


@pytest.mark.rule("A-2")
def test_an_evening_with_counter_guests() -> None:
    t = Table(3, start=1)
    for seat in range(3):
        t.deck(seat, "noble", "r3.2", "r4.1")
    t.evening(1)
    assert told(t) == [
        "all round 1",
        "1 counter guest",
        "2 counter guest",
        "0 counter guest",
        *[f"{seat} drew {card}" for seat in range(3) for card in ("noble", "r3.2", "r4.1")],
    ]


@pytest.mark.rule("A-4", "A-10")
def test_an_evening_with_a_choice() -> None:
    t = Table(start=1).guest_pile("g3.2.3", "g3.3.3").deck(0, "r3.2", "r3.2").deck(1, "r4.1", "r4.2", "r2.1").evening(2)
    assert told(t) == ["all round 2"]
    assert told(t, "0 choose guest", "1 choose barback") == [
        "1 gained barback",
        "0 gained g3.2.3",
        "0 drew g3.2.3",
        "0 drew r3.2",
        "0 drew r3.2",
        "1 drew barback",
        "1 drew r4.1",
        "1 drew r4.2",
        "1 drew r2.1",
    ]


@pytest.mark.rule("A-5")
def test_a_die_in_the_evening_is_rolled() -> None:
    t = Table().colour(0, 4).deck(0).deck(1).evening(3)
    assert told(t, "0 choose die", "1 choose die")[0] == "0 rolled 4"


@pytest.mark.rule("A-7")
def test_the_free_upgrade_and_who_declines_it() -> None:
    t = Table().deck(0).deck(1).evening(8)
    assert told(t, "1 decline", "0 flip monk") == ["0 upgraded monk"]


@pytest.mark.rule("M2-1", "M2-3")
def test_an_evening_with_schnapps_and_an_entertainer() -> None:
    t = Table(modules=2).supply(schnapps=1).deck(0).deck(1).evening(2)
    assert told(t) == ["all round 2", "0 schnapps 1", "1 no schnapps left 1"]
    assert told(t, "0 choose side-2", "1 choose side-1") == ["0 entertainer money 2", "1 entertainer money 1"]


@pytest.mark.rule("B-4", "B-6")
def test_an_arrival_and_another_one() -> None:
    t = Table().deck(0, "r3.2", "server", "noble", "noble").discard(0, "r4.1").deck(1, "r3.2", "r4.2", "r2.2")
    t.counter_guests(0, 1).shuffle(0).shuffle(0, "noble", "r4.1", "noble", "r3.2").arrival()
    assert told(t) == [
        "0 drew r3.2",
        "0 drew server",
        "0 drew noble",
        "0 drew noble",
        "0 reshuffled",
        "0 drew r4.1",
        "1 drew r3.2",
        "1 drew r4.2",
        "1 drew r2.2",
    ]
    assert told(t, "0 again")[:6] == [
        "0 sent home",
        "0 reshuffled",
        "0 drew noble",
        "0 drew r4.1",
        "0 drew noble",
        "0 drew r3.2",
    ]


@pytest.mark.rule("C-1", "D-2")
def test_dice_rolled_and_taken() -> None:
    t = Table(start=1).tavern(0, "server").colour(0, 5).white(0, 1, 2, 3, 6).white(1, 2, 2, 4, 4).servers()
    assert told(t) == ["0 rolled 5"]
    assert told(t, "1 take 4", "0 take 6") == ["1 took 4", "0 took 6"]


@pytest.mark.rule("E-1")
def test_planning_is_nobody_elses_business() -> None:
    t = Table().plan(0, "3 -").planning()
    assert told(t, "0 place 3 cashbox", "0 move cashbox barrel", "0 back barrel", "0 ready", "0 unready") == []


def busy() -> Table:
    """A serving with something of everything."""
    t = Table(modules=5).tavern(0, "barback", "r3.2", "r4.1", "dishwasher", "bard", "bard")
    t.plan(0, "3 t1", "5 monk", "1 brewer", "1 barrel").markers(0, monastery=7)
    return t.stores(0, thalers=30, beer=20, schnapps=7).row("g5.3.5", "g5.4.5", "g5.5.5", "g4.3.4").serving(0)


@pytest.mark.rule("F-3", "M3-5")
def test_a_serving_begins() -> None:
    assert told(busy()) == ["0 serving", "0 reputation 1", "0 reputation 2", "0 beer 1"]


@pytest.mark.parametrize(
    ("text", "happens"),
    [
        ("use t1", ["0 thalers 2"]),
        ("use barrel", ["0 beer 1"]),
        ("use brewer:1", ["0 beer 1"]),
        ("use monk:5", ["0 monastery 8"]),
        ("move t1 cashbox", ["0 reputation back 1"]),
        ("buy table", ["0 gained table"]),
        ("upgrade safe", ["0 upgraded safe", "0 gained noble"]),
        ("upgrade dishwasher 1", ["0 returned dishwasher 1", "0 upgraded dishwasher", "0 gained noble"]),
        ("recruit row1", ["0 gained g5.3.5", "0 signed 1 0"]),
        ("nobles 2", ["0 gained noble", "0 gained noble"]),
        ("bard", ["0 reputation 3"]),
    ],
)
def test_what_a_serving_tells(text: str, happens: list[str]) -> None:
    assert told(busy(), f"0 {text}") == happens


@pytest.mark.rule("R-6")
def test_a_guest_removed_is_told_with_the_table() -> None:
    t = busy()
    assert told(t, "0 use monk:5", "0 remove t2") == ["0 monastery 8", "0 removed r4.1 1"]


@pytest.mark.rule("M2-4")
def test_what_entertainers_are_paid_and_give() -> None:
    t = busy().entertainer(0, "money", 1).entertainer(0, "fire", 2)
    assert told(t, "0 entertain thalers") == ["0 paid schnapps 1", "0 thalers 2"]
    assert told(t, "0 entertain-remove t2") == ["0 paid schnapps 2", "0 removed r4.1 1"]
    t.entertainer(0, "money", 2)
    assert told(t, "0 entertain beer") == ["0 paid schnapps 2", "0 beer 3"]


@pytest.mark.rule("F-16", "R-4")
def test_an_empty_pile_is_told_too() -> None:
    t = Table().supply(noble=0, barback=0).plan(0, "5 monk").markers(0, monastery=1).stores(0, thalers=7).serving(0)
    assert told(t, "0 upgrade safe") == ["0 upgraded safe", "0 pile empty noble"]
    assert told(t, "0 use monk:5") == ["0 monastery 2", "0 pile empty barback"]


@pytest.mark.rule("R-5")
def test_bonus_thalers_are_told_as_far_as_they_fit() -> None:
    track = edition_with(('2 = "barback"', '2 = "4 thalers"'))
    t = Table(modules=4, edition=track).start_cards(1, 3, 5)
    assert "0 thalers 2" in told(t, "0 start 3")


@pytest.mark.rule("F-15", "M2-5")
@pytest.mark.parametrize(
    ("thalers", "beer", "happens"),
    [
        (5, 2, ["0 lost 3 0", "0 served 2 2"]),
        (2, 3, ["0 lost 0 1", "0 served 2 2"]),
        (9, 6, ["0 lost 7 4", "0 served 2 2"]),
        (1, 2, ["0 served 1 2"]),
    ],
)
def test_the_end_of_a_serving(thalers: int, beer: int, happens: list[str]) -> None:
    t = Table(modules=2).stores(0, thalers=thalers, beer=beer).serving(0)
    assert told(t, "0 end") == [*happens, "1 serving"]
    t = Table(modules=2).stores(0, thalers=thalers, beer=beer, schnapps=6).serving(0)
    assert told(t, "0 end") == [*happens[:-1], "0 paid schnapps 2", happens[-1], "1 serving"]


@pytest.mark.rule("G-1", "M2-4")
def test_closing_time() -> None:
    t = Table(modules=2).tavern(0, "r3.2").entertainer(0, "juggler", 1).stores(0, schnapps=1).deck(0).deck(1).closing()
    assert told(t, "0 keep t1")[:4] == ["0 paid schnapps 1", "0 gained r3.2", "all closed 1", "all round 2"]


@pytest.mark.rule("M4-1", "M4-3")
def test_start_cards() -> None:
    t = Table(modules=4).start_cards(1, 3, 5)
    assert told(t, "0 start 3") == [
        "0 start card 3",
        "0 monastery 1",
        "0 monastery 2",
        "0 gained barback",
        "0 monastery 3",
    ]
    assert told(t, "0 dismiss r3.2") == ["0 dismissed r3.2"]
    t = Table(modules=4).start_cards(4, 5, 7)
    assert told(t, "0 start 5") == [
        "0 start card 5",
        "0 gained bard",
        "0 gained table",
        "0 upgraded beer_storage",
        "0 beer 5",
    ]
    assert told(t, "1 start 4")[:3] == ["1 start card 4", "1 schnapps 1", "1 upgraded tables"]
