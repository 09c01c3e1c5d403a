"""E. Planning."""

import pytest

from tests.table import Table

FACES = (1, 2, 3, 4, 5, 6)


def spaces_for(t: Table, seat: int, face: int) -> list[str]:
    """Where an unplaced die of this face can go."""
    return [text.split()[2] for text in t.legal(seat) if text.startswith(f"place {face} ")]


# --- E-1


@pytest.mark.rule("E-1")
def test_dice_are_put_on_spaces_of_the_own_tavern() -> None:
    t = Table().tavern(0, "r3.2").dice(0, 3).tavern(1, "r4.2").dice(1, 3).planning()
    t.do(0, "place 3 t1")
    assert t.dice_of(0) == ["3 t1"]
    assert t.dice_of(1) == ["3 -"]
    assert t.refused(1, "place 3 t1") == "E-3"  # the 3 of the other tavern is not one's own


@pytest.mark.rule("E-1")
def test_only_a_die_one_has_can_be_placed() -> None:
    t = Table().dice(0, 3).planning()
    assert t.refused(0, "place 4 cashbox") == "E-1"
    t.do(0, "place 3 cashbox")
    assert t.refused(0, "place 3 barrel") == "E-1"
    assert t.refused(0, "back barrel") == "E-1"
    assert t.refused(0, "move brewer:6 barrel") == "E-1"


@pytest.mark.rule("E-1")
def test_a_die_may_stay_unplaced() -> None:
    t = Table().dice(0, 3, 5).planning().ready()
    assert t.phase == "F"
    assert t.dice_of(0) == ["3 -", "5 -"]


@pytest.mark.rule("E-1")
@pytest.mark.parametrize("text", ["use cashbox", "buy barback", "recruit pile", "nobles 1", "upgrade safe", "end"])
def test_nothing_is_used_or_bought_in_planning(text: str) -> None:
    t = Table().plan(0, "3 cashbox").stores(0, thalers=20, beer=20).planning()
    assert t.refused(0, text) == "E-1"


@pytest.mark.rule("E-1")
def test_all_plan_at_once() -> None:
    t = Table(3).dice(0, 1).dice(2, 1).planning()
    assert t.acting == [0, 1, 2]
    t.do(2, "place 1 brewer").do(0, "place 1 barrel")
    assert (t.dice_of(0), t.dice_of(2)) == (["1 barrel"], ["1 brewer"])


# --- E-2


@pytest.mark.rule("E-2")
@pytest.mark.parametrize("face", FACES)
def test_which_spaces_take_which_value(face: int) -> None:
    t = Table().dice(0, face).planning()
    expected = ["cashbox", "barrel"]
    if face in (1, 6):
        expected.append("brewer")
    if face == 5:
        expected.append("monk")
    assert spaces_for(t, 0, face) == expected
    for space in ("brewer", "monk"):
        if space not in expected:
            assert t.refused(0, f"place {face} {space}") in ("E-2", "E-4")


@pytest.mark.rule("E-2")
@pytest.mark.parametrize("space", ["cashbox", "barrel"])
def test_cashbox_and_barrel_take_one_die(space: str) -> None:
    t = Table().dice(0, 2, 5).planning().do(0, f"place 2 {space}")
    assert t.refused(0, f"place 5 {space}") == "E-2"


@pytest.mark.rule("E-2")
def test_brewer_and_monk_take_any_number() -> None:
    t = Table().dice(0, 1, 1, 1, 6, 6, 5, 5, coloured=3).planning()
    t.do(0, "place 1 brewer", "place 6 brewer", "place 1 brewer", "place 1 brewer", "place 6 brewer")
    t.do(0, "place 5 monk", "place 5 monk")
    assert t.dice_of(0) == ["1 brewer"] * 3 + ["5 monk"] * 2 + ["6 brewer"] * 2


@pytest.mark.rule("E-2")
def test_every_occupied_table_is_a_space_and_a_free_one_is_not() -> None:
    t = Table().tavern(0, "r3.2", "noble").dice(0, 3, 2).planning()
    assert spaces_for(t, 0, 3) == ["cashbox", "barrel", "t1"]
    assert spaces_for(t, 0, 2) == ["cashbox", "barrel", "t2"]
    assert t.refused(0, "place 3 t3") == "E-2"


@pytest.mark.rule("E-2")
def test_a_table_card_brings_a_space_with_its_guest() -> None:
    t = Table().tavern(0, "table", "r3.1", "r4.1", "r2.1", "r4.2").dice(0, 4).planning()
    assert spaces_for(t, 0, 4) == ["cashbox", "barrel", "t2", "t4"]


# --- E-3


@pytest.mark.rule("E-3")
@pytest.mark.parametrize("face", FACES)
def test_a_guest_takes_the_value_it_shows(face: int) -> None:
    t = Table().tavern(0, "g5.3.5").dice(0, face).planning()
    if face == 3:
        t.do(0, "place 3 t1")
    else:
        assert t.refused(0, f"place {face} t1") == ("E-4" if face == 6 else "E-3")


@pytest.mark.rule("E-3")
def test_a_guest_takes_one_die() -> None:
    t = Table().tavern(0, "g5.3.5").dice(0, 3, 3).planning().do(0, "place 3 t1")
    assert t.refused(0, "place 3 t1") == "E-3"


@pytest.mark.rule("E-3")
def test_a_stack_of_nobles_takes_one_die_in_all() -> None:
    t = Table().tavern(0, "noble", "noble", "noble", "r4.1").dice(0, 2, 2).planning()
    t.do(0, "place 2 t1")
    assert t.refused(0, "place 2 t1") == "E-3"
    assert t.refused(0, "place 2 t2") == "E-3"
    assert t.refused(0, "place 2 t3") == "E-2"


# --- E-4


@pytest.mark.rule("E-4")
def test_a_dishwasher_lets_a_die_count_as_one_higher() -> None:
    t = Table().tavern(0, "dishwasher", "g5.5.5", "r4.1", "r3.1").dice(0, 4).planning()
    assert spaces_for(t, 0, 4) == ["cashbox", "barrel", "monk", "t1", "t2"]
    t.do(0, "place 4 t1")
    assert t.dice_of(0) == ["4 t1"]  # the die keeps its face


@pytest.mark.rule("E-4")
def test_a_dishwasher_never_lowers_and_never_raises_by_two() -> None:
    t = Table().tavern(0, "dishwasher", "r3.1").dice(0, 1, 4).planning()
    assert t.refused(0, "place 4 t1") == "E-3"
    assert t.refused(0, "place 1 t1") == "E-4"


@pytest.mark.rule("E-4")
def test_a_5_counting_as_6_goes_to_the_brewer() -> None:
    t = Table().tavern(0, "dishwasher").dice(0, 5, 4).planning()
    assert t.refused(0, "place 4 brewer") == "E-4"
    t.do(0, "place 5 brewer")


@pytest.mark.rule("E-4")
@pytest.mark.parametrize("guest", ["r2.1", "g5.5.5"])
def test_a_6_cannot_be_raised(guest: str) -> None:
    t = Table().tavern(0, *["dishwasher"] * 5, guest).dice(0, 6).planning()
    assert t.refused(0, "place 6 t1") == "E-4"
    assert t.refused(0, "place 6 monk") == "E-4"
    assert spaces_for(t, 0, 6) == ["cashbox", "barrel", "brewer"]


@pytest.mark.rule("E-4")
def test_each_dishwasher_helps_once_per_round() -> None:
    t = Table().tavern(0, "dishwasher", "g5.5.5", "g5.3.5").dice(0, 4, 2).planning()
    t.do(0, "place 4 t1")
    assert t.refused(0, "place 2 t2") == "E-3"


@pytest.mark.rule("E-4")
def test_several_may_help_one_die() -> None:
    t = Table().tavern(0, "dishwasher", "dishwasher", "dishwasher", "g5.5.5", "r3.1").dice(0, 2, 2).planning()
    t.do(0, "place 2 t1")
    assert t.refused(0, "place 2 t2") == "E-3"
    t.do(0, "move t1 t2")
    assert t.can(0, "place 2 barrel")
    t.do(0, "back t2")
    assert spaces_for(t, 0, 2) == ["cashbox", "barrel", "monk", "t1", "t2"]


@pytest.mark.rule("E-4")
@pytest.mark.parametrize(("face", "dishwashers"), [(5, 2), (5, 3), (4, 3), (3, 4)])
def test_more_dishwashers_than_a_die_can_use_do_not_keep_it_from_counting_as_6(face: int, dishwashers: int) -> None:
    t = Table().tavern(0, *["dishwasher"] * dishwashers, "g5.6.4.dishwasher").dice(0, face).planning()
    assert {"brewer", "t1"} <= set(spaces_for(t, 0, face))
    t.do(0, f"place {face} t1", "move t1 brewer").ready()
    t.do(0, f"move brewer:{face} t1", "use t1")
    assert t.player(0).thalers == 4


@pytest.mark.rule("E-4")
def test_every_card_counts_and_an_area_upgraded_earlier_counts_as_one() -> None:
    t = Table().upgraded(0, "dishwasher").tavern(0, "dishwasher", "g5.5.5").dice(0, 3, 3).planning()
    t.do(0, "place 3 t1")
    assert t.refused(0, "place 3 monk") == "E-2"
    t = Table().upgraded(0, "dishwasher").tavern(0, "g5.5.5").dice(0, 4, 3).planning()
    assert t.refused(0, "place 3 t1") == "E-4"
    t.do(0, "place 4 t1")


@pytest.mark.rule("E-4", "F-8")
def test_an_area_upgraded_in_serving_helps_from_the_next_round_on() -> None:
    t = Table().stores(0, thalers=9).plan(0, "4 -").serving(0).do(0, "upgrade dishwasher")
    assert t.refused(0, "place 4 monk") == "E-2"
    t.white(0, 4, 4, 4, 4).white(1, 4, 4, 4, 4)
    t.play_on("E")
    t.do(0, "place 4 monk")


@pytest.mark.rule("E-4", "M4-3")
def test_an_area_upgraded_by_a_start_card_helps_from_round_1_on() -> None:
    t = Table(modules=4)
    t.upgraded(0, "dishwasher").white(0, 4, 4, 4, 4).white(1, 4, 4, 4, 4).evening(1).play_on("E")
    t.do(0, "place 4 monk")


@pytest.mark.rule("E-4")
def test_a_dishwasher_is_free_again_when_its_die_moves_or_is_taken_back() -> None:
    t = Table().tavern(0, "dishwasher", "g5.5.5", "r3.1").dice(0, 4, 2).planning()
    t.do(0, "place 4 t1", "move t1 barrel", "place 2 t2", "back t2", "move barrel monk")
    assert t.refused(0, "place 2 t2") == "E-3"
    t.do(0, "move monk:4 t1")
    assert t.dice_of(0) == ["2 -", "4 t1"]


@pytest.mark.rule("E-4")
def test_a_dishwasher_that_helped_a_used_die_is_spent() -> None:
    t = Table().tavern(0, "dishwasher", "g5.5.5", "r3.1").plan(0, "4 t1", "2 -").serving(0)
    t.do(0, "use t1")
    assert t.refused(0, "place 2 t2") == "E-3"


@pytest.mark.rule("E-4")
def test_a_dishwasher_whose_die_moved_in_serving_is_free_again() -> None:
    t = Table().tavern(0, "dishwasher", "g5.5.5", "r3.1").plan(0, "4 t1", "2 -").serving(0)
    assert t.refused(0, "place 2 t2") == "E-3"
    t.do(0, "move t1 barrel", "place 2 t2")


# --- E-5


@pytest.mark.rule("E-5")
def test_the_plan_may_be_changed_freely() -> None:
    t = Table().tavern(0, "r3.1").dice(0, 3, 6).planning()
    t.do(0, "place 3 t1", "move t1 cashbox", "back cashbox", "place 3 barrel", "move barrel t1", "place 6 barrel")
    assert t.dice_of(0) == ["3 t1", "6 barrel"]
    assert t.refused(0, "move t1 t1") == "E-5"


@pytest.mark.rule("E-5", "E-2", "E-3")
def test_a_die_moves_only_where_it_could_be_placed() -> None:
    t = Table().tavern(0, "r3.1", "r4.1", "dishwasher").dice(0, 3, 2).planning().do(0, "place 3 t1", "place 2 barrel")
    assert t.refused(0, "move t1 brewer") == "E-4"
    assert t.refused(0, "move t1 barrel") == "E-2"
    assert t.refused(0, "move barrel t1") == "E-3"
    assert t.refused(0, "move t1 t3") == "E-2"
    t.do(0, "move t1 t2")
    assert t.refused(0, "move barrel t1") == "E-3"
    assert t.refused(0, "move t2 monk") == "E-4"


@pytest.mark.rule("E-1")
def test_equal_dice_are_one_choice() -> None:
    t = Table().dice(0, 6, 6, 6).planning()
    assert t.legal(0) == ["place 6 cashbox", "place 6 barrel", "place 6 brewer", "ready"]
    t.do(0, "place 6 brewer", "place 6 brewer", "place 6 brewer")
    assert t.legal(0) == ["ready", "back brewer:6", "move brewer:6 cashbox", "move brewer:6 barrel"]


@pytest.mark.rule("E-5")
def test_a_space_left_is_open_again() -> None:
    t = Table().tavern(0, "r3.1").dice(0, 3, 3).planning()
    t.do(0, "place 3 t1", "back t1", "place 3 t1", "move t1 cashbox", "place 3 t1")
    assert t.dice_of(0) == ["3 cashbox", "3 t1"]


@pytest.mark.rule("E-5")
def test_being_ready_may_be_taken_back_until_all_are() -> None:
    t = Table(3).dice(0, 3).planning().do(0, "ready")
    assert (t.legal(0), t.acting) == (["unready"], [1, 2])
    assert t.refused(0, "place 3 cashbox") == "E-5"
    t.do(1, "ready").do(0, "unready", "place 3 cashbox")
    assert t.refused(0, "unready") == "E-5"
    t.do(2, "ready")
    assert t.phase == "E"
    t.do(0, "ready")
    assert (t.phase, t.acting) == ("F", [0])
    for seat in range(3):
        assert t.refused(seat, "unready") == "F-5"


@pytest.mark.rule("E-5")
def test_each_seat_takes_its_own_being_ready_back() -> None:
    t = Table(3).dice(1, 3).planning().do(1, "ready").do(2, "ready").do(1, "unready")
    assert t.acting == [0, 1]
    t.do(2, "unready")
    assert t.acting == [0, 1, 2]
    t.do(0, "ready").do(2, "ready")
    assert (t.phase, t.acting) == ("E", [1])
    t.do(1, "place 3 barrel", "ready")
    assert t.phase == "F"


@pytest.mark.rule("E-5")
def test_after_planning_a_die_is_not_taken_back() -> None:
    t = Table().plan(0, "3 cashbox").planning().ready()
    assert t.refused(0, "back cashbox") == "F-4"
    t.do(0, "move cashbox barrel")


@pytest.mark.rule("E-5")
def test_whoever_serves_later_cannot_change_the_plan_before() -> None:
    t = Table().plan(1, "3 cashbox").planning().ready()
    assert t.refused(1, "move cashbox barrel") == "F-5"
    t.do(0, "end").do(1, "move cashbox barrel")
