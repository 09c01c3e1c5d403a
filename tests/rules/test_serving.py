"""F. Serving the guests: dice, dishwashers, counter guests, the end of a serving."""

import pytest

from tests.table import Table
from tiefenthal import parse_action
from tiefenthal.engine.rules.dice import beer_from, steps_from, thalers_from
from tiefenthal.engine.rules.spaces import SPACE_NAMES

# --- F-1, F-2


@pytest.mark.rule("F-1")
def test_a_die_used_is_gone_for_the_round() -> None:
    t = Table().plan(0, "3 cashbox", "5 -").serving(0).do(0, "use cashbox")
    assert t.dice_of(0) == ["3 used", "5 -"]
    assert t.refused(0, "use cashbox") == "F-1"
    assert t.refused(0, "move cashbox barrel") == "E-1"
    assert t.refused(0, "place 3 barrel") == "F-4"


@pytest.mark.rule("F-1")
def test_only_a_die_on_a_space_is_used() -> None:
    t = Table().tavern(0, "r3.2").plan(0, "3 -", "1 brewer").serving(0)
    for text in ("use t1", "use cashbox", "use brewer:6", "use monk:5"):
        assert t.refused(0, text) == "F-1"


@pytest.mark.rule("F-1")
def test_dice_are_used_one_by_one() -> None:
    t = Table().plan(0, "1 brewer", "1 brewer", "6 brewer").serving(0)
    t.do(0, "use brewer:1")
    assert (t.player(0).beer, t.dice_of(0)) == (1, ["1 brewer", "1 used", "6 brewer"])
    t.do(0, "use brewer:6", "use brewer:1")
    assert t.player(0).beer == 3


@pytest.mark.rule("F-1", "D-1")
def test_white_dice_are_back_on_the_coaster_and_coloured_ones_in_the_supply() -> None:
    t = Table().tavern(0, "server").dice(0, 6, coloured=1).plan(0, "3 cashbox", "5 monk").serving(0)
    t.do(0, "use cashbox", "end").do(1, "end")
    t.play_on("D")
    assert [len(p.coaster) for p in t.state.players] == [4, 4]
    t.play_on("E")
    assert all(len(p.faces) == 4 + p.coloured for p in t.state.players)


@pytest.mark.rule("F-2")
@pytest.mark.parametrize(
    ("card", "face", "pays"), [("r3.2", 3, 2), ("r4.1", 4, 1), ("g5.3.5", 3, 5), ("g7.2.7", 2, 7), ("noble", 2, 2)]
)
def test_a_guest_pays_what_is_on_the_card(card: str, face: int, pays: int) -> None:
    t = Table().tavern(0, card).plan(0, f"{face} t1").serving(0).do(0, "use t1")
    assert (t.player(0).thalers, t.player(0).beer) == (pays, 0)


@pytest.mark.rule("F-2")
def test_a_guest_served_with_a_dishwasher_pays_the_same() -> None:
    t = Table().tavern(0, "dishwasher", "g5.3.5").plan(0, "2 t1").serving(0).do(0, "use t1")
    assert t.player(0).thalers == 5


@pytest.mark.rule("F-2")
def test_a_stack_of_nobles_pays_once() -> None:
    t = Table().tavern(0, "noble", "noble", "noble").plan(0, "2 t1", "2 -").serving(0).do(0, "use t1")
    assert t.player(0).thalers == 2
    assert t.refused(0, "place 2 t1") == "F-4"


@pytest.mark.rule("F-2")
@pytest.mark.parametrize(("area", "basic", "better"), [("cashbox", (1, 0), (3, 0)), ("barrel", (0, 1), (0, 2))])
def test_cashbox_and_barrel(area: str, basic: tuple[int, int], better: tuple[int, int]) -> None:
    t = Table().plan(0, f"4 {area}").serving(0).do(0, f"use {area}")
    assert (t.player(0).thalers, t.player(0).beer) == basic
    t = Table().upgraded(0, area).plan(0, f"4 {area}").serving(0).do(0, f"use {area}")
    assert (t.player(0).thalers, t.player(0).beer) == better


@pytest.mark.rule("F-2")
@pytest.mark.parametrize(
    ("cards", "upgraded", "each"), [(0, False, 1), (1, False, 2), (2, False, 3), (0, True, 2), (3, True, 5)]
)
def test_the_brewer_gives_beer_per_die(cards: int, upgraded: bool, each: int) -> None:
    t = Table().tavern(0, *["brewer"] * cards).plan(0, "1 brewer", "6 brewer")
    if upgraded:
        t.upgraded(0, "brewer")
    t.serving(0).do(0, "use brewer:1")
    assert t.player(0).beer == each
    t.do(0, "use brewer:6")
    assert t.player(0).beer == 2 * each


@pytest.mark.rule("F-2")
def test_only_brewer_cards_in_the_tavern_add_to_the_brewer() -> None:
    t = Table().deck(0, "brewer").discard(0, "brewer").tavern(1, "brewer").plan(0, "1 brewer").serving(0)
    t.do(0, "use brewer:1")
    assert t.player(0).beer == 1


@pytest.mark.rule("F-2")
@pytest.mark.parametrize(("upgraded", "steps"), [(False, 1), (True, 2)])
def test_the_monk_gives_steps_per_die(upgraded: bool, steps: int) -> None:
    t = Table().markers(0, monastery=4).plan(0, "5 monk", "5 monk")
    if upgraded:
        t.upgraded(0, "monk")
    t.serving(0).do(0, "use monk:5")
    assert t.player(0).monastery == 4 + steps
    t.do(0, "use monk:5")
    assert t.player(0).monastery == 4 + 2 * steps


# --- F-3


@pytest.mark.rule("F-3")
@pytest.mark.parametrize("count", [0, 1, 3])
def test_each_barback_gives_one_beer_when_the_serving_begins(count: int) -> None:
    t = Table().tavern(0, *["barback"] * count).stores(0, beer=2).serving(0)
    assert t.player(0).beer == 2 + count
    assert t.dice_of(0) == []


@pytest.mark.rule("F-3")
def test_a_barback_never_adds_to_the_brewer() -> None:
    t = Table().tavern(0, "barback", "barback").plan(0, "1 brewer").serving(0)
    t.do(0, "use brewer:1")
    assert t.player(0).beer == 2 + 1


@pytest.mark.rule("F-3")
def test_barbacks_give_once_and_only_in_the_own_serving() -> None:
    t = Table().tavern(0, "barback").tavern(1, "barback", "barback").serving(0)
    assert [p.beer for p in t.state.players] == [1, 0]
    t.do(0, "end")
    assert [p.beer for p in t.state.players] == [1, 2]


@pytest.mark.rule("F-3")
def test_a_barback_bought_now_gives_nothing_yet() -> None:
    t = Table().stores(0, thalers=2).serving(0).do(0, "buy barback")
    assert t.player(0).beer == 0


@pytest.mark.rule("F-3", "M3-5")
def test_barbacks_are_credited_after_the_reputation_was_counted() -> None:
    t = Table(modules=5).tavern(0, "barback", "r3.1").plan(0, "3 t1").markers(0, reputation=3).serving(0)
    assert t.legal(0) == ["sign 1", "sign 2", "sign 3", "sign 4"]  # the signature space asks first
    assert t.player(0).beer == 0
    t.do(0, "sign 1")
    assert t.player(0).beer == 1


# --- F-4


@pytest.mark.rule("F-4")
def test_an_unused_die_may_move_to_another_space() -> None:
    t = Table().tavern(0, "r3.2").plan(0, "3 cashbox").serving(0)
    t.do(0, "move cashbox t1")
    assert t.dice_of(0) == ["3 t1"]
    t.do(0, "move t1 barrel", "use barrel")
    assert t.player(0).beer == 1


@pytest.mark.rule("F-4")
def test_an_unplaced_die_may_be_put_on_a_space() -> None:
    t = Table().plan(0, "5 -").serving(0).do(0, "place 5 monk", "use monk:5")
    assert t.player(0).monastery == 1


@pytest.mark.rule("F-4")
def test_a_die_moves_by_the_rules_of_planning() -> None:
    t = Table().tavern(0, "r3.2", "r4.2").plan(0, "3 t1", "4 t2", "2 cashbox").serving(0)
    assert t.refused(0, "move t1 t2") == "E-3"
    assert t.refused(0, "move t1 brewer") == "E-2"
    assert t.refused(0, "move t1 monk") == "E-2"
    assert t.refused(0, "move t1 cashbox") == "E-2"
    assert t.refused(0, "move t1 t1") == "F-4"
    assert t.refused(0, "move t1 t3") == "E-2"


@pytest.mark.rule("F-4")
def test_moving_takes_dishwashers_that_are_free_and_those_of_the_moving_die() -> None:
    t = Table().tavern(0, "dishwasher", "g5.5.5", "g6.5.5.server").plan(0, "4 t1", "4 barrel").serving(0)
    assert t.refused(0, "move barrel t2") == "E-3"
    t.do(0, "move t1 t2")  # its own dishwasher comes along
    assert t.refused(0, "move barrel t1") == "E-3"


@pytest.mark.rule("F-4")
def test_a_die_is_not_taken_back() -> None:
    t = Table().plan(0, "3 cashbox", "4 barrel").serving(0)
    for text in ("back cashbox", "back barrel"):
        assert t.refused(0, text) == "F-4"


@pytest.mark.rule("F-4", "F-1")
def test_equal_dice_are_one_choice() -> None:
    t = Table().plan(0, "1 brewer", "1 brewer", "6 -", "6 -").serving(0)
    assert t.legal(0) == [
        "use brewer:1", "move brewer:1 cashbox", "move brewer:1 barrel",
        "place 6 cashbox", "place 6 barrel", "place 6 brewer", "end",
    ]  # fmt: skip


@pytest.mark.rule("F-4")
def test_two_placed_dice_of_different_faces_may_swap() -> None:
    t = Table().tavern(0, "dishwasher", "r4.2", "r3.2").plan(0, "3 t1", "3 t2").serving(0)
    assert t.refused(0, "swap t1 t2") == "F-4"  # equal faces: nothing to swap
    t = Table().tavern(0, "r4.2").plan(0, "4 t1", "6 barrel", "3 cashbox").serving(0)
    t.do(0, "swap cashbox barrel")
    assert t.dice_of(0) == ["3 barrel", "4 t1", "6 cashbox"]
    assert t.refused(0, "swap barrel t1") == "E-4"
    assert t.refused(0, "swap barrel t2") == "E-1"


@pytest.mark.rule("F-4")
def test_a_swap_is_one_move_between_full_spaces() -> None:
    t = Table().tavern(0, "dishwasher", "dishwasher", "g5.5.5", "r4.1").plan(0, "4 t1", "3 t2").serving(0)
    assert t.refused(0, "move t2 t1") == "E-3"
    t.do(0, "swap t1 t2")  # both dishwashers go to the 3
    assert t.dice_of(0) == ["3 t1", "4 t2"]


@pytest.mark.rule("F-4")
def test_after_a_swap_the_dishwashers_are_counted_anew() -> None:
    t = (
        Table()
        .tavern(0, "dishwasher", "dishwasher", "g5.5.5", "r4.1", "r3.2")
        .plan(0, "4 t1", "3 t2", "1 -")
        .serving(0)
    )
    t.do(0, "swap t1 t2")
    assert t.refused(0, "place 1 t3") == "E-3"
    t.do(0, "move t1 barrel", "place 1 t3")  # both came free
    t = Table().tavern(0, "dishwasher", "r4.2", "r3.2").plan(0, "3 t1", "4 barrel", "2 -").serving(0)
    assert t.refused(0, "place 2 t2") == "E-3"
    t.do(0, "swap barrel t1", "place 2 t2")


@pytest.mark.rule("F-4")
def test_a_swap_needs_enough_dishwashers_for_both() -> None:
    t = Table().tavern(0, "dishwasher", "g5.5.5", "r4.1").plan(0, "5 t1", "3 t2", "6 -").serving(0)
    assert t.refused(0, "swap t1 t2") == "E-4"
    t = Table().tavern(0, "dishwasher", "g5.5.5", "r4.1", "r3.1").plan(0, "5 t1", "4 t2", "2 t3").serving(0)
    assert t.refused(0, "swap t1 t2") == "E-4"  # a 5 is no 4
    t = Table().tavern(0, "dishwasher", "r4.1", "r3.1").plan(0, "4 t1", "3 barrel", "2 t2").serving(0)
    assert t.refused(0, "swap barrel t1") == "E-4"  # the only dishwasher helps the 2
    t.do(0, "move t2 cashbox", "swap barrel t1")
    assert t.dice_of(0) == ["2 cashbox", "3 t1", "4 barrel"]


@pytest.mark.rule("F-4")
def test_a_swap_with_one_of_several_dice_on_a_space() -> None:
    t = Table().plan(0, "1 brewer", "6 brewer", "6 barrel", "1 cashbox").serving(0)
    t.do(0, "swap barrel brewer:1")
    assert t.dice_of(0) == ["1 barrel", "1 cashbox", "6 brewer", "6 brewer"]
    assert t.refused(0, "swap cashbox brewer:1") == "E-1"


@pytest.mark.rule("F-4")
@pytest.mark.parametrize("space", ["cashbox", "barrel"])
def test_cashbox_and_barrel_are_not_used_twice_even_after_an_upgrade(space: str) -> None:
    t = Table().stores(0, thalers=10).plan(0, f"3 {space}", "4 -", "6 brewer")
    t.serving(0).do(0, f"use {space}", f"upgrade {space}")
    assert t.refused(0, f"place 4 {space}") == "F-4"
    assert t.refused(0, f"move brewer:6 {space}") == "F-4"


@pytest.mark.rule("F-4")
def test_a_guest_is_not_served_twice() -> None:
    t = Table().tavern(0, "r3.2", "noble", "noble").plan(0, "3 t1", "2 t2", "3 -", "2 barrel").serving(0)
    t.do(0, "use t1", "use t2")
    assert t.refused(0, "place 3 t1") == "F-4"
    assert t.refused(0, "move barrel t2") == "F-4"


@pytest.mark.rule("F-4")
def test_a_space_left_unused_takes_another_die() -> None:
    t = Table().tavern(0, "r3.2").plan(0, "3 t1", "3 -").serving(0)
    t.do(0, "move t1 barrel", "place 3 t1", "use t1", "use barrel")
    assert (t.player(0).thalers, t.player(0).beer) == (2, 1)


@pytest.mark.rule("F-4")
def test_a_die_does_not_come_back_to_a_used_space() -> None:
    t = Table().plan(0, "3 cashbox", "4 barrel", "1 brewer").serving(0).do(0, "use cashbox")
    assert t.refused(0, "swap cashbox barrel") == "E-1"
    t.do(0, "use barrel")
    assert t.refused(0, "move brewer:1 cashbox") == "F-4"
    assert t.refused(0, "move brewer:1 barrel") == "F-4"


@pytest.mark.rule("F-4")
def test_brewer_and_monk_may_take_more_after_being_used() -> None:
    t = Table().plan(0, "1 brewer", "5 monk", "6 -", "5 -").serving(0)
    t.do(0, "use brewer:1", "use monk:5", "place 6 brewer", "place 5 monk", "use brewer:6", "use monk:5")
    assert (t.player(0).beer, t.player(0).monastery) == (2, 2)


# --- F-5


@pytest.mark.rule("F-5")
def test_each_player_does_everything_then_the_next() -> None:
    t = Table(3, start=1).serving(1)
    assert (t.acting, t.legal(0), t.legal(2)) == ([1], [], [])
    assert t.refused(0, "end") == "F-5"
    t.do(1, "end")
    assert t.acting == [2]
    t.do(2, "end")
    assert t.acting == [0]
    assert t.refused(1, "end") == "F-5"
    t.do(0, "end")
    assert t.phase != "F"


@pytest.mark.rule("F-5")
def test_serving_begins_with_the_start_player() -> None:
    assert Table(4, start=2).planning().ready().acting == [2]


@pytest.mark.rule("F-5")
def test_uses_and_purchases_mix_and_what_is_left_stays_for_the_next() -> None:
    t = Table().tavern(0, "g5.3.5", "r3.2").plan(0, "3 t1", "3 t2", "6 brewer").serving(0)
    t.do(0, "use t1", "buy barback", "use brewer:6", "use t2", "buy table")
    assert (t.player(0).thalers, t.player(0).beer) == (0, 1)


@pytest.mark.rule("F-5")
def test_safe_and_storage_may_be_used_too() -> None:
    t = Table().stores(0, thalers=2, beer=2).plan(0, "3 cashbox", "4 barrel").serving(0)
    t.do(0, "use cashbox", "buy dishwasher", "use barrel", "recruit pile")
    assert (t.player(0).thalers, t.player(0).beer) == (0, 0)


@pytest.mark.rule("F-5", "F-8")
@pytest.mark.parametrize(("area", "thalers", "beer"), [("cashbox", 3, 0), ("barrel", 0, 2), ("brewer", 0, 2)])
def test_an_upgrade_made_first_counts_for_dice_removed_later(area: str, thalers: int, beer: int) -> None:
    price = {"cashbox": 10, "barrel": 8, "brewer": 18}[area]
    t = Table().stores(0, thalers=price).plan(0, f"6 {area}").serving(0)
    t.do(0, f"upgrade {area}")
    assert t.dice_of(0) == [f"6 {area}"]  # dice on the area stay on it
    t.do(0, f"use {area}:6" if area == "brewer" else f"use {area}")
    assert (t.player(0).thalers, t.player(0).beer) == (thalers, beer)


@pytest.mark.rule("F-5", "F-8")
def test_an_upgraded_monk_moves_two_steps_at_once() -> None:
    t = Table().stores(0, thalers=9).plan(0, "5 monk", "5 monk").serving(0)
    t.do(0, "use monk:5", "upgrade monk", "use monk:5")
    assert t.player(0).monastery == 3


@pytest.mark.rule("F-5")
@pytest.mark.parametrize("text", ["ready", "stay", "take 1", "choose barback", "flip safe", "decline", "remove t1"])
def test_what_belongs_elsewhere_is_refused(text: str) -> None:
    assert Table().tavern(0, "r3.1").serving(0).refused(0, text) == "F-5"


# --- F-10


def washing_up(*dice: str) -> Table:
    """Two dishwasher cards, guests for a 5, a 4 and a 3, and enough to upgrade the dishwasher area."""
    t = Table().tavern(0, "dishwasher", "dishwasher", "g5.5.5", "r4.2", "r3.2").stores(0, thalers=9)
    return t.plan(0, *dice).serving(0)


@pytest.mark.rule("F-10")
def test_a_die_placed_with_a_returned_dishwasher_still_pays() -> None:
    t = washing_up("4 t1", "3 t2").do(0, "upgrade dishwasher 2")
    assert t.dice_of(0) == ["3 t2", "4 t1"]
    t.do(0, "use t1", "use t2")
    assert t.player(0).thalers == 6 + 5 + 2


@pytest.mark.rule("F-10")
def test_such_a_die_moves_only_with_a_dishwasher_still_free() -> None:
    t = washing_up("4 t1", "3 t2").do(0, "upgrade dishwasher 2")
    assert t.refused(0, "move t1 monk") == "F-10"
    assert t.refused(0, "swap t1 t2") == "F-10"
    t.do(0, "move t1 barrel")
    assert t.refused(0, "move barrel t1") == "E-3"


@pytest.mark.rule("F-10")
def test_such_a_die_moves_with_another_dishwasher() -> None:
    t = washing_up("4 t1").do(0, "upgrade dishwasher 1")  # one helps, one is free: the helping one goes
    t.do(0, "move t1 monk")  # with the free one
    t.do(0, "use monk:4")
    assert t.player(0).monastery == 1


@pytest.mark.rule("F-10")
def test_spent_dishwashers_are_returned_first() -> None:
    t = washing_up("4 t1", "3 t2", "2 -").do(0, "use t1", "upgrade dishwasher 1")
    assert t.refused(0, "place 2 t3") == "E-3"
    t.do(0, "move t2 cashbox", "place 2 t3")  # the other one is still there and helps again


@pytest.mark.rule("F-10")
def test_helping_dishwashers_are_returned_before_free_ones() -> None:
    t = washing_up("4 t1", "3 -", "2 -").do(0, "upgrade dishwasher 1")
    t.do(0, "place 3 t2")  # the free one is still there
    assert t.refused(0, "place 2 t3") == "E-3"
    assert t.refused(0, "move t1 monk") == "F-10"
    t.do(0, "move t1 barrel")
    assert t.refused(0, "place 2 t3") == "E-3"  # no dishwasher came free


@pytest.mark.rule("F-10")
def test_free_dishwashers_are_returned_last() -> None:
    t = washing_up("4 t1", "3 -").do(0, "upgrade dishwasher 2")
    assert t.refused(0, "place 3 t2") == "E-3"
    t.do(0, "use t1")
    assert t.player(0).thalers == 6 + 5


@pytest.mark.rule("F-10")
def test_spent_then_helping_then_free() -> None:
    t = Table().tavern(0, *["dishwasher"] * 3, "g5.5.5", "r4.2", "r3.2").stores(0, thalers=9)
    t.plan(0, "4 t1", "3 t2", "2 -", "2 -").serving(0).do(0, "use t1", "upgrade dishwasher 2")
    t.do(0, "move t2 cashbox")  # its dishwasher is gone, so none comes free
    t.do(0, "place 2 t3")  # the third was free all the time
    assert t.refused(0, "move cashbox t2") == "E-3"
    assert t.refused(0, "place 2 t2") == "E-3"


@pytest.mark.rule("F-10")
def test_using_a_die_of_a_returned_dishwasher_spends_no_other() -> None:
    t = washing_up("4 t1", "3 -", "2 -").do(0, "upgrade dishwasher 1", "use t1", "place 3 t2")
    assert t.refused(0, "place 2 t3") == "E-3"
    t.do(0, "use t2")
    assert t.player(0).thalers == 3 + 5 + 2


@pytest.mark.rule("F-10")
def test_a_die_helped_by_two_of_which_one_was_returned() -> None:
    t = washing_up("3 t1", "3 -", "2 -").do(0, "upgrade dishwasher 1")
    assert t.refused(0, "move t1 monk") == "F-10"  # it needs two, one is left
    assert t.refused(0, "place 3 t2") == "E-3"
    t.do(0, "move t1 t2")  # with the one left
    assert t.refused(0, "place 2 t3") == "E-3"


@pytest.mark.rule("F-10", "E-4")
def test_a_used_die_spends_the_one_that_was_not_returned() -> None:
    t = washing_up("3 t1", "3 -").do(0, "upgrade dishwasher 1", "use t1")
    assert t.player(0).thalers == 3 + 5
    assert t.refused(0, "place 3 t2") == "E-3"


@pytest.mark.rule("F-10", "E-4")
def test_a_spent_dishwasher_that_was_returned_leaves_the_others_as_they_were() -> None:
    t = washing_up("4 t1", "3 -", "2 -").do(0, "use t1", "upgrade dishwasher 1", "place 3 t2")
    assert t.refused(0, "place 2 t3") == "E-3"


# --- F-14


@pytest.mark.rule("F-14")
def test_counter_guests_move_the_marker_one_step_each() -> None:
    t = Table().counter_guests(0, 3).serving(0).do(0, "counter-guest", "counter-guest")
    assert (t.player(0).monastery, t.player(0).counter_guests) == (2, 1)
    assert t.top(0) == ["barback"]  # space 2
    t.do(0, "counter-guest")
    assert t.refused(0, "counter-guest") == "F-14"
    assert t.player(0).monastery == 3


@pytest.mark.rule("F-14")
def test_an_upgraded_monk_changes_nothing_for_counter_guests() -> None:
    t = Table().upgraded(0, "monk").counter_guests(0, 1).serving(0).do(0, "counter-guest")
    assert t.player(0).monastery == 1


@pytest.mark.rule("F-14")
def test_only_in_the_own_serving() -> None:
    t = Table().counter_guests(0, 1).counter_guests(1, 1).serving(0)
    assert t.refused(1, "counter-guest") == "F-5"
    assert Table().counter_guests(0, 1).planning().refused(0, "counter-guest") == "E-1"


@pytest.mark.rule("F-14", "R-7")
def test_not_while_a_bonus_is_pending() -> None:
    t = Table().tavern(0, "r3.1").counter_guests(0, 2).markers(0, monastery=7).serving(0)
    t.do(0, "counter-guest")
    assert t.refused(0, "counter-guest") == "R-7"
    t.do(0, "decline", "counter-guest")
    assert t.player(0).monastery == 9


# --- F-15


@pytest.mark.rule("F-15")
@pytest.mark.parametrize(
    ("areas", "kept"),
    [((), (2, 2)), (("safe",), (5, 2)), (("beer_storage",), (2, 5)), (("safe", "beer_storage"), (5, 5))],
)
def test_stores_keep_what_they_hold(areas: tuple[str, ...], kept: tuple[int, int]) -> None:
    t = Table().upgraded(0, *areas).stores(0, thalers=9, beer=8).serving(0).do(0, "end")
    assert (t.player(0).thalers, t.player(0).beer) == kept


@pytest.mark.rule("F-15")
@pytest.mark.parametrize(("thalers", "beer"), [(0, 0), (1, 2), (2, 1)])
def test_what_fits_is_kept_in_full(thalers: int, beer: int) -> None:
    t = Table().stores(0, thalers=thalers, beer=beer).serving(0).do(0, "end")
    assert (t.player(0).thalers, t.player(0).beer) == (thalers, beer)


@pytest.mark.rule("F-15", "F-8")
def test_stores_upgraded_in_this_serving_work_at_once() -> None:
    t = Table().stores(0, thalers=20, beer=9).serving(0).do(0, "upgrade safe", "upgrade beer_storage", "end")
    assert (t.player(0).thalers, t.player(0).beer) == (5, 5)


@pytest.mark.rule("F-15")
def test_dice_go_back_unused_ones_too() -> None:
    t = Table().plan(0, "3 cashbox", "5 monk", "6 -").serving(0).do(0, "use cashbox", "end")
    assert (t.dice_of(0), t.player(0).coloured, t.player(0).monastery, t.player(0).thalers) == ([], 0, 0, 1)


@pytest.mark.rule("F-15", "M3-7", "M2-5")
def test_the_end_counts_the_stores_and_then_the_schnapps_and_no_bard_sings() -> None:
    t = Table(modules=3).tavern(0, "bard", "bard").markers(0, reputation=5).stores(0, thalers=3, schnapps=4).serving(0)
    t.do(0, "bard")  # reaches the schnapps space: a fifth, which is not kept
    t.do(0, "end")
    assert (t.player(0).reputation, t.player(0).schnapps, t.player(0).thalers) == (6, 4, 2)
    served = [(what, seat) for what, seat, _, _ in t.events if what in ("reputation", "paid schnapps", "served")]
    assert served == [("reputation", 0), ("paid schnapps", 0), ("served", 0)]


@pytest.mark.rule("F-15")
def test_a_serving_may_end_at_any_time() -> None:
    t = Table().plan(0, "3 cashbox").serving(0)
    assert t.can(0, "end")


@pytest.mark.rule("F-4")
def test_it_does_not_matter_which_die_of_a_swap_is_named_first() -> None:
    t = Table().plan(0, "3 cashbox", "4 barrel").serving(0)
    assert parse_action("swap barrel cashbox") is parse_action("Swap  cashbox BARREL")
    t.do(0, "swap barrel cashbox")
    assert sorted(t.dice_of(0)) == ["3 barrel", "4 cashbox"]


@pytest.mark.rule("F-2")
def test_what_a_die_on_each_space_gives() -> None:
    t = Table().upgraded(0, "cashbox", "monk").tavern(0, "brewer", "r4.1", "g7.2.7").serving(0)
    s, p = t.state, t.player(0)
    gives = {
        SPACE_NAMES[space]: (thalers_from(s, p, space), beer_from(s, p, space), steps_from(s, p, space))
        for space in range(6)
    }
    assert gives == {
        "cashbox": (3, 0, 0),
        "barrel": (0, 1, 0),
        "brewer": (0, 2, 0),
        "monk": (0, 0, 2),
        "t1": (1, 0, 0),
        "t2": (7, 0, 0),
    }
