"""What lies before a seat to be pointed at, possible or not; what is not possible has a reason."""

import pytest

from tests.table import Table
from tiefenthal.engine.rules.play import candidates

CARDS = ["buy barback", "buy dishwasher", "buy server", "buy table", "buy brewer"]
UPGRADES = ["upgrade tables", "upgrade server", "upgrade cashbox", "upgrade monk", "upgrade dishwasher",
            "upgrade safe", "upgrade barrel", "upgrade brewer", "upgrade beer_storage"]  # fmt: skip
AREAS = ["cashbox", "barrel", "brewer", "monk"]


def seen(t: Table, seat: int = 0) -> list[str]:
    """The texts of it; each once, and possible or with a reason."""
    found = [action.text for action in candidates(t.state, seat)]
    assert len(set(found)) == len(found)
    for text in found:
        assert t.can(seat, text) or t.refused(seat, text)
    return found


@pytest.mark.rule("A-1", "A-9")
def test_the_space_of_the_evening_shows_what_has_run_out_too() -> None:
    t = Table().supply(barback=0).evening(2)
    assert seen(t) == ["choose guest", "choose barback"]
    assert seen(Table().evening(3)) == ["choose die", "choose dishwasher"]
    assert seen(Table(modules=2).evening(2)) == ["choose side-1", "choose side-2"]


@pytest.mark.rule("A-7")
def test_the_free_upgrade_shows_every_area() -> None:
    t = Table().upgraded(0, "safe").evening(8)
    assert seen(t) == [text.replace("upgrade", "flip") for text in UPGRADES]


def test_only_those_who_decide_are_shown_anything() -> None:
    t = Table(3).guest_pile("g3.2.3").evening(2).do(1, "choose barback")
    assert [bool(seen(t, seat)) for seat in range(3)] == [True, False, True]
    t = Table(3).dice(1, 4).serving(1)
    assert [bool(seen(t, seat)) for seat in range(3)] == [False, True, False]
    t = Table(evening=8).closing()
    assert t.state.over
    assert [seen(t, seat) for seat in range(2)] == [[], []]


@pytest.mark.rule("E-1", "E-2")
def test_planning_shows_every_unplaced_face_on_every_space() -> None:
    t = Table().tavern(0, "r3.2", "noble").plan(0, "1 -", "1 -", "6 -", "4 barrel").planning()
    assert seen(t) == [f"place {face} {space}" for face in (1, 6) for space in [*AREAS, "t1", "t2"]]
    t = Table().plan(0, "6 -", "2 -").planning()
    assert seen(t) == [f"place {face} {space}" for face in (2, 6) for space in AREAS]


@pytest.mark.rule("M2-4")
def test_a_juggler_who_turns_dice_shows_every_side() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 2).plan(0, "1 -", "6 -", "4 barrel").planning()
    turns = [text for text in seen(t) if text.startswith("turn")]
    assert turns == ["turn 1 2", "turn 1 3", "turn 1 4", "turn 1 5", "turn 1 6",
                     "turn 6 1", "turn 6 2", "turn 6 3", "turn 6 4", "turn 6 5"]  # fmt: skip
    t = Table(modules=2).entertainer(0, "juggler", 1).plan(0, "1 -").planning()
    assert not [text for text in seen(t) if text.startswith("turn")]


@pytest.mark.rule("F-5")
def test_a_serving_shows_the_whole_market() -> None:
    t = Table().tavern(0, "brewer", "brewer", "dishwasher").upgraded(0, "dishwasher").plan(0, "5 -").serving(0)
    upgrades = [*UPGRADES[:8], "upgrade brewer 1", "upgrade brewer 2", *UPGRADES[8:]]
    guests = ["recruit pile", "recruit row1", "recruit row2", "recruit row3", "recruit row4"]
    nobles = ["nobles 1", "nobles 2", "nobles 3"]
    dice = [f"place 5 {space}" for space in AREAS]
    assert seen(t) == [*dice, *CARDS, *upgrades, *guests, *nobles, "counter-guest"]


@pytest.mark.rule("F-12")
def test_guests_are_shown_where_some_lie() -> None:
    t = Table().guest_pile().guest_deck().row("", "g5.3.5", "g5.4.5", "", "g4.2.4").serving(0)
    assert [text for text in seen(t) if text.startswith("recruit")] == ["recruit row2", "recruit row3", "recruit row5"]


@pytest.mark.rule("M2-4", "M3-7")
def test_modules_show_what_they_add() -> None:
    def added(modules: int, money: int, fire: int) -> list[str]:
        t = (
            Table(modules=modules)
            .tavern(0, "r3.2", "noble")
            .entertainer(0, "money", money)
            .entertainer(0, "fire", fire)
        )
        basic = seen(Table().tavern(0, "r3.2", "noble").serving(0))
        return [text for text in seen(t.serving(0)) if text not in basic]

    assert added(2, 0, 0) == []
    assert added(2, 1, 0) == ["entertain thalers"]
    assert added(2, 2, 0) == ["entertain beer"]
    assert added(2, 0, 1) == [text.replace("upgrade", "entertain-upgrade") for text in UPGRADES]
    assert added(2, 0, 2) == ["entertain-remove t1", "entertain-remove t2"]
    assert added(3, 0, 0) == ["buy bard", "bard"]


@pytest.mark.rule("R-6")
def test_service_denied_shows_everybody_who_sits_there() -> None:
    t = Table().tavern(0, "r3.2", "noble", "r4.1", "r2.1").markers(0, monastery=7).plan(0, "5 monk", "3 t1", "5 monk")
    t.serving(0).do(0, "use monk:5", "remove t3")
    t.player(0).monastery = 7
    assert seen(t.do(0, "use monk:5")) == ["remove t1", "remove t2", "remove t4"]
    assert seen(t, 1) == []


@pytest.mark.rule("M3-3")
def test_the_toast_shows_the_schnapps_and_everybody() -> None:
    t = Table(modules=3).supply(schnapps=0).tavern(0, "bard", "r3.2", "noble").markers(0, reputation=9).serving(0)
    assert seen(t.do(0, "bard")) == ["schnapps", "remove t1", "remove t2"]


@pytest.mark.rule("M5-4")
def test_a_free_signature_shows_every_column() -> None:
    t = Table(modules=5).tavern(0, "bard").book(0, 0, 3, 0, 0).markers(0, reputation=3).serving(0)
    assert seen(t.do(0, "bard")) == ["sign 1", "sign 2", "sign 3", "sign 4"]


@pytest.mark.rule("D-2", "M4-1")
def test_where_all_that_lies_there_is_possible_nothing_is_shown() -> None:
    for t in (
        Table().draft(),
        Table(modules=4).start_cards(1, 3, 5),
        Table(modules=4).start_cards(1, 3, 5).do(0, "start 3"),
        Table().counter_guests(0, 1).arrival(),
        Table(modules=2).entertainer(0, "juggler", 1).stores(0, schnapps=1).tavern(0, "r3.2").closing(),
    ):
        assert t.acting == [0]
        assert seen(t) == []
