"""M3. Reputation: the ring, the count before each serving, moving dice, bards."""

import random

import pytest

from tests.modules.helpers import (
    OFF,
    RING,
    RING_SIGNED,
    assert_offers_agree,
    marker,
    own_cards,
    put_marker,
    ring_of,
    schnapps_in_all,
)
from tests.table import Table
from tiefenthal.engine.components.kinds import (
    GIVES_SCHNAPPS,
    RING_CROWN,
    RING_POINTS,
    RING_SIGNATURE,
    RING_TOAST,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.rules.actions import parse_action
from tiefenthal.engine.rules.play import question_of, why_not
from tiefenthal.engine.view import SPECTATOR, view_of

MARKED = [
    "g4.3.3.schnapps", "g4.4.3.2-reputation", "g5.2.4.2-reputation", "g5.4.4.3-reputation", "g5.5.4.schnapps",
    "g6.3.5.3-reputation", "g6.5.5.schnapps", "g7.2.6.schnapps", "g7.4.6.3-reputation", "g8.3.6.4-reputation",
]  # fmt: skip


def singing(space: str, bards: int = 1, modules: int = 3) -> Table:
    """A serving in which that many bards can sing, the marker on a space of the ring."""
    t = Table(modules=modules).tavern(0, *["bard"] * bards)
    return put_marker(t, 0, space)


# --- M3-1: what joins


@pytest.mark.rule("M3-1")
@pytest.mark.parametrize(("modules", "joined"), [(1, []), (2, []), (3, MARKED), (4, MARKED), (5, MARKED)])
def test_the_ten_marked_guests_join_with_module_3(modules: int, joined: list[str]) -> None:
    t = Table(modules=modules)
    s = t.state
    names = t.names([*s.guest_deck, *s.row, *s.pile])
    assert sorted(name for name in names if name in MARKED) == joined
    assert len(names) == 38 + len(joined)


@pytest.mark.rule("M3-1")
@pytest.mark.parametrize(("modules", "count"), [(1, 0), (2, 0), (3, 16), (4, 16), (5, 16)])
def test_the_16_bards_join_with_module_3(modules: int, count: int) -> None:
    assert Table(modules=modules).pile("bard") == count


@pytest.mark.rule("M3-1")
def test_a_bard_costs_1_thaler_and_goes_on_top_of_the_deck() -> None:
    t = Table(modules=3).stores(0, thalers=1).serving(0)
    t.do(0, "buy bard")
    assert t.top(0) == ["bard"]
    assert (t.player(0).thalers, t.pile("bard")) == (0, 15)


@pytest.mark.rule("M3-1")
@pytest.mark.rule("F-7")
def test_without_a_thaler_there_is_no_bard() -> None:
    t = Table(modules=3).serving(0)
    assert t.refused(0, "buy bard") == "F-7"


@pytest.mark.rule("M3-1")
@pytest.mark.rule("F-7")
def test_at_most_one_bard_is_bought_per_round() -> None:
    t = Table(modules=3).stores(0, thalers=2).serving(0)
    t.do(0, "buy bard")
    assert t.refused(0, "buy bard") == "F-7"
    t.play_on("F")
    assert t.state.turn == 1
    t.stores(1, thalers=1).do(1, "buy bard")


@pytest.mark.rule("M3-1")
def test_no_bard_is_for_sale_before_module_3_or_when_none_is_left() -> None:
    assert Table(modules=2).stores(0, thalers=2).serving(0).refused(0, "buy bard") == "F-7"
    assert Table(modules=3).supply(bard=0).stores(0, thalers=2).serving(0).refused(0, "buy bard") == "F-7"


# --- M3-2: the ring


def ring_words(spaces: list[int]) -> list[str]:
    """The spaces of a ring in words."""
    words = {GIVES_SCHNAPPS: "schnapps", RING_TOAST: "toast", RING_CROWN: "crown", RING_SIGNATURE: "signature"}
    return [
        str(bonus_amount(code)) if bonus_what(code) == RING_POINTS else words[bonus_what(code)] for code in spaces[1:]
    ]


@pytest.mark.rule("M3-2")
@pytest.mark.parametrize("modules", [3, 4])
def test_the_ring_has_11_spaces(modules: int) -> None:
    spaces = ring_words(Table(modules=modules).state.setup.ring)
    assert len(spaces) == 11
    assert [space for space in spaces if space.isdigit()] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert [space for space in spaces if not space.isdigit()] == ["schnapps", "toast", "crown"]
    assert (OFF, *spaces) == RING


@pytest.mark.rule("M3-2")
def test_with_module_5_the_ring_has_a_12th_space_for_the_signature() -> None:
    spaces = ring_words(Table(modules=5).state.setup.ring)
    assert len(spaces) == 12
    assert [space for space in spaces if not space.isdigit()] == ["signature", "schnapps", "toast", "crown"]
    assert (OFF, *spaces) == RING_SIGNED


@pytest.mark.rule("M3-2")
@pytest.mark.parametrize("modules", [3, 4, 5])
def test_the_marker_starts_off_the_ring_and_enters_at_1_point(modules: int) -> None:
    t = Table(players=4, modules=modules).tavern(0, "bard")
    assert [marker(t, seat) for seat in range(4)] == [OFF] * 4
    t.serving(0).do(0, "bard")
    assert marker(t) == "1"
    assert [marker(t, seat) for seat in (1, 2, 3)] == [OFF] * 3


@pytest.mark.rule("M3-2")
@pytest.mark.parametrize("modules", [3, 5])
def test_the_marker_goes_round_space_by_space(modules: int) -> None:
    ring = (RING_SIGNED if modules == 5 else RING)[1:]
    t = singing(OFF, bards=len(ring), modules=modules)
    t.serving(0)
    for space in ring:
        t.do(0, "bard")
        assert marker(t) == space
        if space == "toast":
            t.do(0, "schnapps")
        elif space == "signature":
            t.do(0, "sign 1")


# --- M3-3: what the spaces give


@pytest.mark.rule("M3-3")
def test_the_schnapps_space_gives_a_schnapps() -> None:
    t = singing("5").tavern(0, "r3.2").serving(0).do(0, "bard")
    assert marker(t) == "schnapps"
    assert (t.player(0).schnapps, t.state.schnapps) == (1, 19)
    assert t.can(0, "end"), "nothing is asked here"


@pytest.mark.rule("M3-3")
@pytest.mark.parametrize("space", ["1", "2", "3", "4", "5", "6", "7", "8"])
def test_a_numbered_space_gives_nothing(space: str) -> None:
    t = singing(RING[RING.index(space) - 1]).serving(0)
    before = (t.deck_of(0), t.state.schnapps, t.state.nobles)
    t.do(0, "bard")
    assert marker(t) == space
    assert (t.deck_of(0), t.state.schnapps, t.state.nobles) == before
    assert t.can(0, "end")


@pytest.mark.rule("M3-3")
def test_a_space_passed_gives_as_much_as_one_reached() -> None:
    t = put_marker(Table(modules=3), 0, "5").row("g4.4.3.2-reputation", "g5.3.5", "g6.4.6", "g7.2.7")
    t.stores(0, beer=4).serving(0).do(0, "recruit row1")
    assert marker(t) == "6"
    assert t.player(0).schnapps == 1


@pytest.mark.rule("M3-3")
def test_the_crown_gives_a_noble_on_top_of_the_deck() -> None:
    t = singing("toast").serving(0)
    size = len(t.deck_of(0))
    t.do(0, "bard")
    assert marker(t) == "crown"
    assert t.top(0) == ["noble"]
    assert (len(t.deck_of(0)), t.pile("noble")) == (size + 1, 60)


@pytest.mark.rule("M3-3")
@pytest.mark.rule("F-16")
def test_without_nobles_left_the_crown_gives_nothing() -> None:
    t = singing("toast").supply(noble=0).serving(0)
    deck = t.deck_of(0)
    t.do(0, "bard")
    assert marker(t) == "crown"
    assert t.deck_of(0) == deck


@pytest.mark.rule("M3-3")
@pytest.mark.rule("M2-2")
@pytest.mark.parametrize("guests", [(), ("r3.2",)])
def test_the_last_schnapps_can_be_chosen_on_the_toast(guests: tuple[str, ...]) -> None:
    t = singing("8").tavern(0, *guests).supply(schnapps=1).serving(0).do(0, "bard")
    assert t.legal(0) == ["schnapps", *["remove t1" for _ in guests]]
    t.do(0, "schnapps")
    assert (t.player(0).schnapps, t.state.schnapps) == (1, 0)


@pytest.mark.rule("M3-3")
@pytest.mark.rule("M2-2")
def test_without_schnapps_left_the_schnapps_space_gives_nothing() -> None:
    t = singing("5").supply(schnapps=0).serving(0).do(0, "bard")
    assert marker(t) == "schnapps"
    assert schnapps_in_all(t) == 0


@pytest.mark.rule("M3-3")
def test_the_other_schnapps_space_asks_for_schnapps_or_a_removal() -> None:
    t = singing("8").tavern(0, "r3.2", "noble", "g5.3.5", "r4.1").plan(0, "3 t1").serving(0)
    t.do(0, "bard")
    assert t.legal(0) == ["schnapps", "remove t3", "remove t4"]
    assert t.player(0).schnapps == 0
    assert t.refused(0, "remove t1") == "R-6"
    assert t.refused(0, "remove t2") == "R-6"
    assert t.refused(0, "remove t5") == "R-6"
    assert_offers_agree(t)


@pytest.mark.rule("M3-3")
def test_schnapps_is_chosen() -> None:
    t = singing("8").tavern(0, "r3.2").serving(0).do(0, "bard", "schnapps")
    assert (t.player(0).schnapps, t.state.schnapps) == (1, 19)
    assert t.seated(0) == ["r3.2"]
    assert t.removed == []


@pytest.mark.rule("M3-3")
def test_a_removal_is_chosen() -> None:
    t = singing("8").tavern(0, "r3.2", "g5.3.5").serving(0).do(0, "bard", "remove t2")
    assert t.removed == ["g5.3.5"]
    assert t.seated(0) == ["r3.2", ""]
    assert (t.player(0).schnapps, t.state.schnapps) == (0, 20)


@pytest.mark.rule("M3-3")
def test_one_of_the_two_must_be_chosen_before_anything_else() -> None:
    t = singing("8").tavern(0, "r3.2").stores(0, thalers=2).serving(0).do(0, "bard")
    assert t.refused(0, "decline") == "R-8"
    assert t.refused(0, "buy barback") == "M3-3"
    assert t.refused(0, "end") == "M3-3"
    assert t.refused(1, "schnapps") == "R-7"


@pytest.mark.rule("M3-3")
def test_without_anyone_to_remove_only_schnapps_is_offered() -> None:
    t = singing("8").tavern(0, "noble", "r3.2").plan(0, "3 t2").serving(0).do(0, "bard")
    assert t.legal(0) == ["schnapps"]
    t.do(0, "schnapps")
    assert t.player(0).schnapps == 1


@pytest.mark.rule("M3-3")
def test_without_schnapps_left_a_removal_is_offered() -> None:
    t = singing("8").tavern(0, "r3.2").serving(0).do(0, "bard")
    assert question_of(t.state) == "toast"
    t = singing("8").tavern(0, "r3.2").supply(schnapps=0).serving(0).do(0, "bard")
    assert question_of(t.state) == "dry-toast"
    assert t.legal(0) == ["remove t1", "decline"]
    assert t.refused(0, "schnapps") == "M2-2"
    assert_offers_agree(t)
    t.do(0, "remove t1")
    assert t.removed[-1] == "r3.2"


@pytest.mark.rule("M3-3")
@pytest.mark.rule("R-8")
def test_without_schnapps_left_the_removal_may_be_declined() -> None:
    t = singing("8").tavern(0, "r3.2").supply(schnapps=0).serving(0).do(0, "bard", "decline")
    assert (t.seated(0), marker(t), t.player(0).schnapps) == (["r3.2"], "toast", 0)
    assert t.can(0, "end")


@pytest.mark.rule("M3-3")
@pytest.mark.rule("M3-6")
def test_a_step_whose_removal_was_declined_can_be_taken_back() -> None:
    t = Table(modules=3).tavern(0, "r3.1", "r2.2", "brewer").supply(schnapps=0)
    put_marker(t, 0, "8").plan(0, "3 t1", "6 brewer").serving(0)
    assert t.legal(0) == ["remove t2", "decline"]
    t.do(0, "decline", "move t1 monk" if t.can(0, "move t1 monk") else "move t1 barrel")
    assert marker(t) == "8"


@pytest.mark.rule("M3-3")
def test_with_neither_possible_nothing_is_asked() -> None:
    t = singing("8").tavern(0, "r3.2").plan(0, "3 t1").supply(schnapps=0).serving(0).do(0, "bard")
    assert marker(t) == "toast"
    assert t.can(0, "end")
    assert t.player(0).schnapps == 0


@pytest.mark.rule("M3-3")
@pytest.mark.rule("R-1")
def test_each_bonus_is_resolved_before_the_next_step() -> None:
    t = put_marker(Table(modules=3), 0, "8").tavern(0, "r3.2")
    t.row("g6.3.5.3-reputation", "g5.3.5", "g6.4.6", "g7.2.7").stores(0, beer=6).serving(0)
    t.do(0, "recruit row1")
    assert marker(t) == "toast"
    assert t.top(0) == ["g6.3.5.3-reputation"], "the noble of the crown is still to come"
    t.do(0, "schnapps")
    assert marker(t) == "1"
    assert t.top(0, 2) == ["noble", "g6.3.5.3-reputation"]


# --- M3-4: round the ring


@pytest.mark.rule("M3-4")
@pytest.mark.parametrize("modules", [3, 5])
def test_from_the_crown_the_marker_goes_on_at_1_point(modules: int) -> None:
    t = singing("crown", modules=modules).serving(0).do(0, "bard")
    assert marker(t) == "1"


@pytest.mark.rule("M3-4")
def test_the_marker_may_rest_on_the_crown() -> None:
    t = singing("toast").serving(0).do(0, "bard", "end")
    assert marker(t) == "crown"


@pytest.mark.rule("M3-4")
def test_on_the_next_lap_everything_is_given_again() -> None:
    t = singing("4", bards=13).serving(0)
    t.do(0, *["bard"] * 6, "schnapps", *["bard"] * 7)
    assert marker(t) == "schnapps"
    assert t.player(0).schnapps == 3
    assert t.top(0) == ["noble"]


# --- M3-5: the count when a serving begins


def begun(t: Table) -> int:
    """The serving of seat 0 begins; how far its marker came from off the ring."""
    return t.serving(0).player(0).reputation


BEER_ENOUGH = ("6 brewer", "6 brewer")


def with_beer() -> Table:
    """A tavern whose two brewer dice count 8 beer, with 3 brewer cards."""
    return Table(modules=3).tavern(0, "brewer", "brewer", "brewer").plan(0, *BEER_ENOUGH)


def with_thalers() -> Table:
    """A tavern in which a guest with a die pays 7 thalers."""
    return Table(modules=3).tavern(0, "g7.2.7").plan(0, "2 t1")


@pytest.mark.rule("M3-5")
def test_thalers_of_regulars_and_guests_with_a_die_count() -> None:
    t = with_beer().tavern(0, "r3.2", "r4.1", "g4.2.4", "g6.4.6").plan(0, "3 t1", "4 t2", "2 t3")
    assert begun(t) == 2 + 1 + 4


@pytest.mark.rule("M3-5")
def test_a_guest_without_a_die_does_not_count() -> None:
    t = with_beer().tavern(0, "r3.2", "g4.2.4").plan(0, "3 t1", "2 -")
    assert begun(t) == 2


@pytest.mark.rule("M3-5")
def test_the_noble_stack_counts_once() -> None:
    t = with_beer().tavern(0, "noble", "noble", "noble").plan(0, "2 t1")
    assert begun(t) == 2


@pytest.mark.rule("M3-5")
@pytest.mark.parametrize(("areas", "thalers"), [([], 1), (["cashbox"], 3)])
def test_the_cashbox_counts_if_it_holds_a_die(areas: list[str], thalers: int) -> None:
    assert begun(with_beer().upgraded(0, *areas).plan(0, "3 cashbox")) == thalers
    assert begun(with_beer().upgraded(0, *areas).plan(0, "3 -")) == 0


@pytest.mark.rule("M3-5")
@pytest.mark.parametrize(
    ("areas", "cards", "dice", "beer"),
    [([], 0, 1, 1), ([], 0, 3, 3), ([], 2, 1, 3), ([], 2, 2, 6), (["brewer"], 0, 2, 4), (["brewer"], 1, 2, 6)],
)
def test_brewer_dice_count_with_area_and_cards(areas: list[str], cards: int, dice: int, beer: int) -> None:
    t = with_thalers().upgraded(0, *areas).tavern(0, *["brewer"] * cards).plan(0, *["1 brewer"] * dice)
    assert begun(t) == beer


@pytest.mark.rule("M3-5")
@pytest.mark.parametrize(("areas", "beer"), [([], 1), (["barrel"], 2)])
def test_the_barrel_counts_if_it_holds_a_die(areas: list[str], beer: int) -> None:
    assert begun(with_thalers().upgraded(0, *areas).plan(0, "3 barrel")) == beer
    assert begun(with_thalers().upgraded(0, *areas).plan(0, "3 -")) == 0


@pytest.mark.rule("M3-5")
def test_each_barback_counts_one_beer_without_a_die() -> None:
    assert begun(with_thalers().tavern(0, "barback", "barback", "barback")) == 3


@pytest.mark.rule("M3-5")
def test_brewer_barrel_and_barbacks_add_up() -> None:
    t = with_thalers().tavern(0, "barback", "brewer").plan(0, "6 brewer", "1 brewer", "4 barrel")
    assert begun(t) == 4 + 1 + 1


@pytest.mark.rule("M3-5")
@pytest.mark.parametrize(("brewers", "steps"), [(1, 2), (2, 3), (3, 4), (4, 4)])
def test_the_marker_moves_by_the_lower_of_the_two(brewers: int, steps: int) -> None:
    t = Table(modules=3).tavern(0, "g4.2.4", *["brewer"] * brewers).plan(0, "2 t1", "6 brewer")
    assert begun(t) == steps


@pytest.mark.rule("M3-5")
def test_safe_and_storage_do_not_count() -> None:
    assert begun(Table(modules=3).stores(0, thalers=2, beer=2)) == 0
    assert begun(with_beer().stores(0, thalers=2)) == 0
    assert begun(with_thalers().stores(0, beer=2)) == 0


@pytest.mark.rule("M3-5")
def test_the_monk_does_not_count() -> None:
    t = with_beer().plan(0, "5 monk", "5 monk")
    assert begun(t) == 0
    t = with_thalers().plan(0, "5 monk")
    assert begun(t) == 0


@pytest.mark.rule("M3-5")
def test_cards_that_stand_about_do_not_count() -> None:
    t = with_beer().tavern(0, "server", "dishwasher", "table", "bard")
    assert begun(t) == 0


@pytest.mark.rule("M3-5")
def test_a_die_helped_by_a_dishwasher_counts() -> None:
    t = with_beer().tavern(0, "g4.2.4", "dishwasher").plan(0, "1 t1")
    assert begun(t) == 4


@pytest.mark.rule("M3-5")
@pytest.mark.parametrize(("side", "text"), [(1, "entertain thalers"), (2, "entertain beer")])
def test_entertainers_do_not_count(side: int, text: str) -> None:
    t = Table(modules=3).entertainer(0, "money", side).stores(0, schnapps=4)
    t.tavern(0, "r3.2").plan(0, "3 t1", "6 barrel").serving(0)
    assert marker(t) == "1"
    t.do(0, text, text)
    assert marker(t) == "1"


@pytest.mark.rule("M3-5")
def test_bonuses_do_not_count() -> None:
    t = Table(modules=3).tavern(0, "barback", "barback", "barback").markers(0, monastery=3).plan(0, "5 monk").serving(0)
    t.do(0, "use monk:5")
    assert t.player(0).thalers == 2
    assert marker(t) == OFF


@pytest.mark.rule("M3-5")
def test_upgrades_made_in_the_serving_do_not_count() -> None:
    t = with_beer().plan(0, "6 cashbox").stores(0, thalers=10).serving(0)
    assert marker(t) == "1"
    t.do(0, "upgrade cashbox", "use cashbox")
    assert t.player(0).thalers == 3
    assert marker(t) == "1"


@pytest.mark.rule("M3-5")
@pytest.mark.rule("A-7")
@pytest.mark.parametrize(
    ("area", "plan", "steps"),
    [
        ("cashbox", ["6 cashbox", "6 brewer", "6 brewer", "6 brewer"], 3),
        ("barrel", ["6 t3", "6 barrel", "6 -", "6 -"], 2),
        ("brewer", ["6 t3", "6 brewer", "6 -", "6 -"], 2),
        ("monk", ["6 t3", "6 brewer", "6 -", "6 -"], 1),
    ],
)
def test_the_free_upgrade_of_round_8_counts(area: str, plan: list[str], steps: int) -> None:
    t = Table(modules=3).deck(0, "r3.2", "r4.2", "g6.6.5.table", "r2.1").white(0, 6, 6, 6, 6).white(1, 6, 6, 6, 6)
    t.evening(8).do(0, f"flip {area}").do(1, "decline")
    while t.phase == "D":
        t.do(t.acting[0], "take 6")
    for words in plan:
        if not words.endswith("-"):
            t.do(0, f"place {words}")
    t.ready()
    assert t.state.round == 8
    assert t.player(0).reputation == steps


@pytest.mark.rule("M3-5")
@pytest.mark.rule("F-3")
def test_the_marker_moves_before_the_first_action_and_before_the_barbacks_pay() -> None:
    t = put_marker(Table(modules=3), 0, "8").tavern(0, "barback", "r4.1", "r3.2").plan(0, "4 t1").serving(0)
    assert marker(t) == "toast"
    assert t.legal(0) == ["schnapps", "remove t2"]
    assert t.player(0).beer == 0
    assert t.refused(0, "use t1") == "M3-3"
    t.do(0, "remove t2")
    assert t.player(0).beer == 1


@pytest.mark.rule("M3-5")
def test_the_steps_of_the_count_bring_their_bonuses() -> None:
    t = put_marker(with_beer(), 0, "5").tavern(0, "g4.2.4").plan(0, "2 t1").serving(0)
    assert marker(t) == "8"
    assert t.player(0).schnapps == 1


@pytest.mark.rule("M3-5")
def test_a_round_begins_with_a_count_of_its_own() -> None:
    t = with_beer().tavern(0, "r3.2").plan(0, "3 t1").serving(0)
    assert marker(t) == "2"
    t.play_on("E").play_on("F")
    assert t.state.round == 2
    assert marker(t) == "2", "nothing was placed in round 2"


@pytest.mark.rule("M3-5")
def test_before_module_3_nothing_moves() -> None:
    t = Table(modules=2).tavern(0, "g4.2.4", "barback").plan(0, "2 t1").serving(0)
    assert t.player(0).reputation == 0


# --- M3-6: dice move


def two_guests() -> Table:
    """t1 pays 5, t2 pays 4, t3 pays 1, all served by a 3; two brewer cards, so a brewer die counts 3 beer."""
    return Table(modules=3).tavern(0, "g5.3.5", "g4.3.4", "r3.1", "brewer", "brewer")


@pytest.mark.rule("M3-6")
def test_a_better_place_moves_the_marker_on() -> None:
    t = two_guests().plan(0, "3 t3", "6 brewer", "1 brewer").serving(0)
    assert marker(t) == "1"
    t.do(0, "move t3 t1")
    assert marker(t) == "5"


@pytest.mark.rule("M3-6")
def test_a_worse_place_takes_steps_back() -> None:
    t = two_guests().plan(0, "3 t1", "6 brewer", "1 brewer").serving(0)
    assert marker(t) == "5"
    t.do(0, "move t1 t2")
    assert marker(t) == "4"
    t.do(0, "move t2 t3")
    assert marker(t) == "1"
    t.do(0, "move t3 barrel")
    assert marker(t) == OFF


@pytest.mark.rule("M3-6")
def test_beer_is_recounted_like_thalers() -> None:
    t = two_guests().plan(0, "3 t1", "6 brewer", "1 cashbox").serving(0)
    assert marker(t) == "3", "6 thalers, 3 beer"
    t.do(0, "move cashbox barrel")
    assert marker(t) == "4", "5 thalers, 4 beer"
    t.do(0, "move brewer:6 cashbox")
    assert marker(t) == "1", "6 thalers, 1 beer"
    t.do(0, "move barrel brewer")
    assert marker(t) == "3"


@pytest.mark.rule("M3-6")
def test_what_is_more_than_enough_changes_nothing() -> None:
    t = two_guests().plan(0, "3 t1", "6 brewer").serving(0)
    assert marker(t) == "3", "5 thalers, 3 beer"
    t.do(0, "move t1 t2")
    assert marker(t) == "3", "4 thalers, 3 beer"


@pytest.mark.rule("M3-6")
def test_steps_forward_bring_their_bonuses() -> None:
    t = put_marker(two_guests(), 0, "4").plan(0, "3 t3", "6 brewer", "1 brewer").serving(0)
    assert (marker(t), t.player(0).schnapps) == ("5", 0)
    t.do(0, "move t3 t1")
    assert (marker(t), t.player(0).schnapps) == ("8", 1)


@pytest.mark.rule("M3-6")
def test_a_step_forward_may_ask_something_before_the_next_one() -> None:
    t = put_marker(two_guests(), 0, "7").plan(0, "3 t3", "6 brewer", "1 brewer").serving(0)
    t.do(0, "move t3 t2")
    assert marker(t) == "toast"
    assert t.legal(0) == ["schnapps", "remove t1", "remove t3"]
    t.do(0, "schnapps")
    assert marker(t) == "1"
    assert t.top(0) == ["noble"]


@pytest.mark.rule("M3-6")
def test_a_step_taken_back_returns_its_schnapps() -> None:
    t = put_marker(two_guests(), 0, "4").plan(0, "3 t1", "6 brewer", "1 brewer").serving(0)
    assert (marker(t), t.player(0).schnapps, t.state.schnapps) == ("8", 1, 19)
    t.do(0, "move t1 t3")
    assert (marker(t), t.player(0).schnapps, t.state.schnapps) == ("5", 0, 20)


@pytest.mark.rule("M3-6")
def test_the_schnapps_stays_while_its_step_does() -> None:
    t = put_marker(two_guests(), 0, "4").plan(0, "3 t1", "6 brewer", "1 brewer").serving(0)
    t.do(0, "move t1 t2")
    assert (marker(t), t.player(0).schnapps) == ("7", 1)


@pytest.mark.rule("M3-6")
def test_a_step_taken_back_and_made_again_gives_again() -> None:
    t = put_marker(two_guests(), 0, "4").plan(0, "3 t1", "6 brewer", "1 brewer").serving(0)
    t.do(0, "move t1 t3", "move t3 t1")
    assert (marker(t), t.player(0).schnapps, t.state.schnapps) == ("8", 1, 19)


@pytest.mark.rule("M3-6")
def test_the_schnapps_chosen_on_the_toast_is_returned_too() -> None:
    t = put_marker(two_guests(), 0, "8").plan(0, "3 t3", "6 brewer").serving(0)
    t.do(0, "schnapps", "move t3 barrel")
    assert (marker(t), t.player(0).schnapps, t.state.schnapps) == ("8", 0, 20)


@pytest.mark.rule("M3-6")
def test_a_step_taken_back_returns_its_noble() -> None:
    t = put_marker(two_guests(), 0, "toast").plan(0, "3 t3", "6 brewer").serving(0)
    deck = t.deck_of(0)
    assert deck[0] == "noble"
    t.do(0, "move t3 barrel")
    assert marker(t) == "toast"
    assert t.deck_of(0) == deck[1:]
    assert t.pile("noble") == 61


@pytest.mark.rule("M3-6")
def test_that_very_noble_comes_out_of_the_middle_of_the_deck() -> None:
    t = put_marker(two_guests(), 0, "toast").plan(0, "3 t3", "6 brewer").stores(0, thalers=9)
    t.deck(0, "noble", "r4.1", "noble").serving(0)
    t.do(0, "buy barback", "upgrade safe")
    assert t.deck_of(0) == ["noble", "barback", "noble", "noble", "r4.1", "noble"]
    t.do(0, "move t3 barrel")
    assert t.deck_of(0) == ["noble", "barback", "noble", "r4.1", "noble"]
    assert t.player(0).known == 2


@pytest.mark.rule("M3-6")
def test_a_noble_stays_while_the_step_that_gave_it_does() -> None:
    t = singing("toast").tavern(0, "r3.1").plan(0, "3 t1", "6 barrel").stores(0, thalers=11)
    t.deck(0, "r4.1").serving(0)
    assert t.deck_of(0) == ["noble", "r4.1"]
    t.do(0, "upgrade safe", "buy barback", "buy bard", "bard")
    assert marker(t) == "1"
    assert t.deck_of(0) == ["bard", "barback", "noble", "noble", "r4.1"]
    t.do(0, "move barrel cashbox")
    assert marker(t) == "crown", "the latest step is the bard's, and gave nothing"
    assert t.deck_of(0) == ["bard", "barback", "noble", "noble", "r4.1"]


@pytest.mark.rule("M3-6")
def test_the_noble_of_the_step_lies_below_a_bought_card_and_above_another_noble() -> None:
    t = put_marker(two_guests(), 0, "toast").plan(0, "3 -", "6 brewer").stores(0, thalers=11)
    t.deck(0, "r4.1").serving(0)
    t.do(0, "upgrade safe", "buy barback", "place 3 t3", "buy bard")
    assert t.deck_of(0) == ["bard", "noble", "barback", "noble", "r4.1"]
    t.do(0, "move t3 barrel")
    assert t.deck_of(0) == ["bard", "barback", "noble", "r4.1"]
    assert t.player(0).known == 3


@pytest.mark.rule("M3-6")
def test_after_the_noble_is_gone_the_known_cards_are_still_the_right_ones() -> None:
    t = put_marker(two_guests(), 0, "toast").plan(0, "3 t3", "6 brewer").stores(0, thalers=2)
    t.deck(0, "r4.1", "server").serving(0)
    t.do(0, "buy barback", "move t3 barrel")
    assert t.player(0).known == 1
    seen = view_of(t.state, SPECTATOR).state.players[0].deck
    assert t.names(seen) == ["server", "r4.1", "barback"], "the two below are in no particular order"


@pytest.mark.rule("M3-6")
def test_two_nobles_and_two_schnapps_of_a_whole_lap_are_returned_at_once() -> None:
    t = Table(modules=3).tavern(0, "g7.2.7", "g6.4.6", "brewer", "brewer", "brewer", "brewer", "brewer", "dishwasher")
    put_marker(t, 0, "toast").plan(0, "2 t1", "4 t2", "6 brewer", "1 brewer").deck(0, "r4.1").serving(0)
    assert marker(t) == "toast", "11 of 12 steps"
    t.do(0, "schnapps")
    assert marker(t) == "crown"
    assert (t.deck_of(0), t.player(0).schnapps) == (["noble", "noble", "r4.1"], 2)
    t.do(0, "move brewer:6 cashbox", "move brewer:1 barrel")
    assert marker(t) == "crown", "14 thalers, 1 beer: only the first step is left"
    assert (t.deck_of(0), t.player(0).schnapps) == (["noble", "r4.1"], 0)
    assert (t.state.nobles, t.state.schnapps) == (60, 20)


@pytest.mark.rule("M3-6")
def test_the_latest_step_is_taken_back_whoever_gave_it_a_bard() -> None:
    t = put_marker(two_guests(), 0, "3").tavern(0, "bard").plan(0, "3 t3", "6 barrel", "4 cashbox").serving(0)
    assert marker(t) == "4", "2 thalers, 1 beer"
    t.do(0, "bard")
    assert marker(t) == "5"
    t.do(0, "move barrel brewer")
    assert (marker(t), t.player(0).schnapps) == ("schnapps", 1)
    t.do(0, "move brewer:6 barrel")
    assert (marker(t), t.player(0).schnapps) == ("5", 0)
    t.do(0, "move barrel brewer", "move cashbox barrel")
    assert marker(t) == "5", "1 thaler, 4 beer"


@pytest.mark.rule("M3-6")
def test_a_bard_whose_step_was_taken_back_does_not_sing_again() -> None:
    t = put_marker(two_guests(), 0, "4").tavern(0, "bard").plan(0, "3 t3", "6 brewer").serving(0)
    t.do(0, "bard")
    assert (marker(t), t.player(0).schnapps) == ("schnapps", 1)
    t.do(0, "move t3 barrel")
    assert (marker(t), t.player(0).schnapps) == ("5", 0)
    assert t.refused(0, "bard") == "M3-7"


@pytest.mark.rule("M3-6")
def test_the_steps_of_a_recruited_guest_are_taken_back_first() -> None:
    t = Table(modules=3).tavern(0, "r3.2", "r3.1", "brewer", "brewer")
    put_marker(t, 0, "2").row("g4.4.3.2-reputation", "g5.3.5", "g6.4.6", "g7.2.7").stores(0, beer=4)
    t.plan(0, "3 t1", "6 brewer").serving(0)
    assert marker(t) == "4"
    t.do(0, "recruit row1")
    assert (marker(t), t.player(0).schnapps) == ("schnapps", 1)
    t.do(0, "move t1 t2")
    assert (marker(t), t.player(0).schnapps) == ("5", 0)
    assert "g4.4.3.2-reputation" in own_cards(t, 0)


@pytest.mark.rule("M3-6")
def test_a_move_is_refused_when_the_schnapps_to_return_is_spent() -> None:
    t = put_marker(two_guests(), 0, "4").entertainer(0, "money", 1).plan(0, "3 t1", "6 brewer", "1 brewer").serving(0)
    t.do(0, "entertain thalers")
    assert t.refused(0, "move t1 t3") == "M3-6"
    assert t.refused(0, "move t1 barrel") == "M3-6"
    t.do(0, "move t1 t2")
    assert marker(t) == "7", "this much goes back without returning schnapps"


@pytest.mark.rule("M3-6")
def test_a_move_that_costs_beer_is_refused_like_one_that_costs_thalers() -> None:
    t = put_marker(two_guests(), 0, "4").entertainer(0, "money", 1).plan(0, "3 t1", "6 brewer", "1 brewer").serving(0)
    t.do(0, "entertain thalers", "move brewer:1 cashbox")
    assert marker(t) == "6", "6 thalers, 3 beer"
    assert t.refused(0, "move brewer:6 barrel") == "M3-6"


@pytest.mark.rule("M3-6")
def test_any_schnapps_will_do_to_return() -> None:
    t = put_marker(two_guests(), 0, "4").entertainer(0, "money", 1).stores(0, schnapps=1)
    t.plan(0, "3 t1", "6 brewer", "1 brewer").serving(0)
    t.do(0, "entertain thalers", "move t1 t3")
    assert (marker(t), t.player(0).schnapps, t.state.schnapps) == ("5", 0, 20)


@pytest.mark.rule("M3-6")
def test_two_schnapps_to_return_need_two() -> None:
    t = put_marker(two_guests(), 0, "5").entertainer(0, "money", 1).plan(0, "3 t1", "6 brewer", "1 brewer").serving(0)
    assert marker(t) == "toast"
    t.do(0, "schnapps", "entertain thalers")
    assert t.refused(0, "move t1 barrel") == "M3-6"
    t.do(0, "move t1 t3")
    assert (marker(t), t.player(0).schnapps) == ("schnapps", 0)


@pytest.mark.rule("M3-6")
def test_a_move_is_refused_when_a_step_to_take_back_removed_a_guest() -> None:
    t = put_marker(two_guests(), 0, "7").plan(0, "3 t2", "6 brewer").stores(0, schnapps=4).serving(0)
    t.do(0, "remove t1")
    assert marker(t) == "crown"
    assert t.refused(0, "move t2 t3") == "M3-6"
    assert marker(t) == "crown"
    assert t.seated(0) == ["", "g4.3.4", "r3.1"]


@pytest.mark.rule("M3-6")
def test_steps_after_the_removal_can_be_taken_back() -> None:
    t = put_marker(two_guests(), 0, "8").plan(0, "5 cashbox", "3 t3", "6 brewer").serving(0)
    t.do(0, "remove t1")
    assert (marker(t), t.top(0)) == ("crown", ["noble"])
    t.do(0, "move cashbox monk")
    assert (marker(t), t.pile("noble")) == ("toast", 61)
    assert t.refused(0, "move t3 barrel") == "M3-6"


@pytest.mark.rule("M3-6")
def test_a_move_is_refused_when_a_step_to_take_back_placed_a_signature() -> None:
    t = Table(modules=5).tavern(0, "r3.2", "r3.1", "brewer").plan(0, "3 t1", "6 brewer")
    put_marker(t, 0, "2").serving(0)
    assert marker(t) == "signature"
    t.do(0, "sign 1")
    assert t.refused(0, "move t1 t2") == "M3-6"
    assert t.player(0).book == [1, 0, 0, 0]


@pytest.mark.rule("M3-6")
def test_what_a_signature_brought_is_taken_back_before_the_signature() -> None:
    t = Table(modules=5).tavern(0, "r3.2", "r3.1", "brewer").plan(0, "3 t1", "6 brewer")
    put_marker(t, 0, "2").serving(0).do(0, "sign 3")
    assert marker(t) == "4", "the signature of the third column is worth a step"
    t.do(0, "move t1 t2")
    assert marker(t) == "signature"
    assert t.refused(0, "move t2 barrel") == "M3-6"


@pytest.mark.rule("M3-6")
@pytest.mark.parametrize(
    ("space", "reached"), [("5", "schnapps"), ("8", "toast"), ("toast", "crown"), ("3", "signature")]
)
def test_a_step_that_gave_nothing_is_simply_taken_back(space: str, reached: str) -> None:
    t = Table(modules=5).tavern(0, "r3.1").plan(0, "3 t1", "6 brewer").book(0, 3, 3, 3, 3).stores(0, schnapps=2)
    put_marker(t, 0, space).supply(schnapps=0, noble=0).serving(0)
    deck = t.deck_of(0)
    assert marker(t) == reached
    t.do(0, "move brewer:6 cashbox")
    assert marker(t) == space
    assert (t.deck_of(0), t.player(0).schnapps, t.player(0).book) == (deck, 2, [3, 3, 3, 3])


@pytest.mark.rule("M3-6")
def test_a_step_that_gave_no_schnapps_is_taken_back_without_any() -> None:
    t = Table(modules=3).tavern(0, "r3.1").plan(0, "3 t1", "6 brewer").supply(schnapps=0)
    put_marker(t, 0, "5").serving(0).do(0, "move brewer:6 cashbox")
    assert marker(t) == "5"


@pytest.mark.rule("M3-6")
def test_placing_an_unplaced_die_counts_as_moving() -> None:
    t = two_guests().plan(0, "3 -", "6 brewer", "1 brewer").serving(0)
    assert marker(t) == OFF
    t.do(0, "place 3 t2")
    assert marker(t) == "4"


@pytest.mark.rule("M3-6")
def test_used_dice_count_where_they_were_used() -> None:
    t = two_guests().plan(0, "3 t1", "6 brewer", "1 brewer", "4 cashbox").serving(0)
    assert marker(t) == "schnapps", "6 thalers, 6 beer"
    t.do(0, "use t1", "use brewer:1")
    t.do(0, "move cashbox barrel")
    assert marker(t) == "5", "5 thalers, 7 beer"
    t.do(0, "move brewer:6 cashbox")
    assert marker(t) == "4", "6 thalers, 4 beer"


@pytest.mark.rule("M3-6")
def test_a_die_used_on_a_guest_removed_later_still_counts() -> None:
    t = two_guests().entertainer(0, "fire", 2).stores(0, schnapps=2)
    t.plan(0, "3 t1", "6 brewer", "1 brewer", "4 cashbox").serving(0)
    t.do(0, "use t1", "entertain-remove t1")
    assert marker(t) == "schnapps"
    t.do(0, "move cashbox barrel")
    assert marker(t) == "5", "5 thalers, 7 beer"


@pytest.mark.rule("M3-6")
def test_areas_count_as_when_the_serving_began() -> None:
    t = two_guests().plan(0, "3 t3", "6 brewer", "1 brewer").stores(0, thalers=18).serving(0)
    assert marker(t) == "1"
    t.do(0, "upgrade cashbox", "upgrade barrel", "move brewer:1 cashbox")
    assert marker(t) == "2", "a cashbox of 1, though it will pay 3"
    t.do(0, "use cashbox")
    assert t.player(0).thalers == 3


@pytest.mark.rule("M3-6")
def test_the_barrel_counts_as_when_the_serving_began() -> None:
    t = Table(modules=3).tavern(0, "g5.3.5").plan(0, "3 t1", "4 cashbox").stores(0, thalers=8).serving(0)
    t.do(0, "upgrade barrel", "move cashbox barrel")
    assert marker(t) == "1"


@pytest.mark.rule("M3-6")
def test_brewer_area_and_cards_count_as_when_the_serving_began() -> None:
    t = two_guests().plan(0, "3 t1", "6 brewer", "1 cashbox").stores(0, thalers=6).serving(0)
    assert marker(t) == "3"
    t.do(0, "upgrade brewer 2")
    t.do(0, "move cashbox brewer")
    assert marker(t) == "5", "5 thalers; two brewer dice of 3 beer, though each will give 2"
    t.do(0, "use brewer:1")
    assert t.player(0).beer == 2


@pytest.mark.rule("M3-6")
def test_brewer_dice_taken_away_count_for_what_they_counted() -> None:
    t = two_guests().plan(0, "3 t1", "6 brewer", "1 brewer").stores(0, thalers=18).serving(0)
    assert marker(t) == "5"
    t.do(0, "upgrade brewer", "move brewer:1 cashbox")
    assert marker(t) == "3", "6 thalers, 3 beer"


@pytest.mark.rule("M3-6")
def test_two_dice_changing_places_change_nothing() -> None:
    t = put_marker(two_guests(), 0, "8").plan(0, "3 t3", "6 cashbox", "1 brewer").serving(0)
    t.do(0, "remove t1")
    assert marker(t) == "crown"
    t.do(0, "swap cashbox brewer:1")
    assert marker(t) == "crown"
    assert t.dice_of(0) == ["1 cashbox", "3 t3", "6 brewer"]


@pytest.mark.rule("M3-6")
def test_guests_who_pay_unequally_may_swap_their_dice() -> None:
    t = Table(modules=3).tavern(0, "g5.3.5", "r4.1", *["dishwasher"] * 3, *["brewer"] * 3)
    t.plan(0, "2 t1", "3 t2", "6 brewer", "1 brewer").serving(0)
    assert (marker(t), t.player(0).schnapps) == ("schnapps", 1)
    t.do(0, "swap t1 t2")
    assert t.dice_of(0) == ["1 brewer", "2 t2", "3 t1", "6 brewer"]
    assert (marker(t), t.player(0).schnapps) == ("schnapps", 1)


@pytest.mark.rule("M3-6")
def test_the_monk_counts_for_nothing_after_a_move_either() -> None:
    t = two_guests().plan(0, "5 cashbox", "6 brewer").serving(0)
    assert marker(t) == "1"
    t.do(0, "move cashbox monk")
    assert marker(t) == OFF
    t.do(0, "move monk:5 cashbox")
    assert marker(t) == "1"


@pytest.mark.rule("M3-6")
def test_dice_left_unused_change_nothing() -> None:
    t = put_marker(two_guests(), 0, "4").plan(0, "3 t1", "6 brewer", "1 brewer").serving(0)
    t.do(0, "end")
    assert (marker(t), t.player(0).schnapps) == ("8", 1)


@pytest.mark.rule("M3-6")
def test_using_dice_changes_nothing() -> None:
    t = two_guests().plan(0, "3 t1", "6 brewer", "1 brewer").serving(0)
    t.do(0, "use t1", "use brewer:1", "use brewer:6")
    assert marker(t) == "5"


@pytest.mark.rule("M3-6")
def test_with_the_end_of_the_serving_its_count_is_forgotten() -> None:
    t = two_guests().tavern(0, "bard").plan(0, "3 t1", "6 brewer").serving(0).do(0, "end")
    p = t.player(0)
    assert marker(t) == "3"
    assert (p.steps, p.bards, p.counted, p.thaler_count, p.beer_count) == ([], 0, 0, 0, 0)
    assert (p.cash_count, p.barrel_count, p.brewer_count) == (0, 0, 0)


@pytest.mark.rule("M3-6")
def test_in_planning_nothing_is_counted_yet() -> None:
    t = two_guests().plan(0, "3 t3", "6 brewer", "1 brewer").planning()
    t.do(0, "move t3 t1", "move t1 t2")
    assert marker(t) == OFF
    t.ready()
    assert marker(t) == "4"


@pytest.mark.rule("M3-6")
def test_steps_of_an_earlier_serving_are_never_taken_back() -> None:
    t = put_marker(Table(modules=3), 0, "4").tavern(0, "r3.2", "brewer").plan(0, "3 -", "6 brewer").serving(0)
    t.do(0, "place 3 t1", "move t1 barrel")
    assert marker(t) == "4"


@pytest.mark.rule("M3-6")
def test_refused_moves_are_not_offered_and_all_others_are() -> None:
    t = put_marker(two_guests(), 0, "8").plan(0, "5 cashbox", "3 t3", "6 brewer", "2 -").serving(0)
    assert_offers_agree(t)
    t.do(0, "remove t1")
    for text in ("move cashbox monk", "place 2 barrel", "use brewer:6"):
        assert_offers_agree(t)
        t.do(0, text)
    assert_offers_agree(t)
    t = put_marker(two_guests(), 0, "4").entertainer(0, "money", 1).plan(0, "3 t1", "6 brewer", "1 brewer").serving(0)
    t.do(0, "entertain thalers")
    assert_offers_agree(t)


@pytest.mark.rule("M3-6")
def test_a_refusal_says_what_cannot_be_given_back() -> None:
    t = put_marker(two_guests(), 0, "6").plan(0, "3 t1", "6 brewer", "1 brewer").serving(0).do(0, "remove t2")
    assert marker(t) == "1"
    refusal = why_not(t.state, 0, parse_action("move t1 barrel"))
    assert refusal is not None
    assert refusal.code == "steps-back-guest"
    t = put_marker(two_guests(), 0, "5").entertainer(0, "money", 1).plan(0, "3 t2", "6 brewer", "1 brewer").serving(0)
    t.do(0, "entertain thalers")
    refusal = why_not(t.state, 0, parse_action("move t2 barrel"))
    assert refusal is not None
    assert (refusal.code, refusal.values) == ("steps-back-schnapps", {"n": t.player(0).schnapps})


class Count:
    """The count of M3-5 done again from the dice on the board and a note of the dice used."""

    def __init__(self, t: Table) -> None:
        p = t.player(0)
        self.cashbox = t.edition.area_yield[2][p.upgraded >> 2 & 1]
        self.barrel = t.edition.area_yield[6][p.upgraded >> 6 & 1]
        self.brewer = t.edition.area_yield[7][p.upgraded >> 7 & 1] + t.drawn(0).get("brewer", 0)
        self.barbacks = t.drawn(0).get("barback", 0)
        self.used: list[tuple[int, int]] = []

    def worth(self, t: Table, space: str) -> tuple[int, int]:
        """Thalers and beer of a die on a space."""
        if space.startswith("t"):
            return t.edition.pays[t.player(0).seated[int(space[1:]) - 1]], 0
        return {"cashbox": (self.cashbox, 0), "barrel": (0, self.barrel), "brewer": (0, self.brewer)}.get(space, (0, 0))

    def steps(self, t: Table) -> int:
        """The lower of the two sums."""
        spaces = [words.split()[1] for words in t.dice_of(0)]
        dice = self.used + [self.worth(t, space) for space in spaces if space not in {"-", "used"}]
        return min(sum(thalers for thalers, _ in dice), self.barbacks + sum(beer for _, beer in dice))


@pytest.mark.rule("M3-6")
@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_done_the_marker_stands_where_the_count_and_the_bards_put_it(seed: int) -> None:
    chance = random.Random(seed)
    t = Table(modules=chance.choice([3, 5])).entertainer(0, "fire", 2).entertainer(0, "money", 1)
    t.tavern(0, "g5.3.5", "r4.1", "r2.2", "noble", "brewer", "bard", "bard", "barback", "dishwasher")
    t.stores(0, thalers=20, schnapps=3).plan(0, "3 t1", "4 t2", "6 brewer", "1 cashbox", "5 barrel", "2 -")
    start = chance.randrange(len(ring_of(t)))
    t.markers(0, reputation=start)
    count = Count(t)
    t.serving(0)
    ring = len(ring_of(t)) - 1
    sung = 0
    for _ in range(25):
        legal = [text for text in t.legal(0) if text.split()[0] not in {"end", "recruit", "nobles", "buy", "decline"}]
        if not legal:
            break
        text = chance.choice(legal)
        if text.startswith("use"):
            count.used.append(count.worth(t, text.split()[1].split(":")[0]))
        sung += text == "bard"
        if text.startswith("sign"):
            break  # a signature may bring steps of its own
        t.do(0, text)
        if not any(answer.split()[0] in {"schnapps", "remove", "sign"} for answer in t.legal(0)):
            steps = sung + count.steps(t)
            expected = start + steps
            while expected > ring:
                expected -= ring
            assert t.player(0).reputation == expected
            upgrades = len(t.areas(0))
            crowns = (start + steps) // ring - start // ring
            assert t.player(0).deck.count(t.kind("noble")) == crowns + upgrades
    assert schnapps_in_all(t) == 20


# --- M3-7: bards


@pytest.mark.rule("M3-7")
def test_each_bard_drawn_moves_the_marker_one_step_once() -> None:
    t = singing(OFF, bards=2).serving(0)
    t.do(0, "bard")
    assert marker(t) == "1"
    t.do(0, "bard")
    assert marker(t) == "2"
    assert t.refused(0, "bard") == "M3-7"


@pytest.mark.rule("M3-7")
def test_without_a_bard_nobody_sings() -> None:
    t = Table(modules=3).tavern(0, "r3.2").serving(0)
    assert t.refused(0, "bard") == "M3-7"


@pytest.mark.rule("M3-7")
def test_bards_sing_at_any_moment_of_the_serving() -> None:
    t = singing(OFF, bards=3).stores(0, thalers=2).plan(0, "6 cashbox").serving(0)
    t.do(0, "bard", "use cashbox", "bard", "buy barback", "bard", "end")
    assert marker(t) == "3"


@pytest.mark.rule("M3-7")
def test_a_bard_sings_after_the_count_of_the_serving_not_before() -> None:
    t = put_marker(Table(modules=3), 0, "8").tavern(0, "bard", "barback", "r4.1").plan(0, "4 t1").serving(0)
    assert marker(t) == "toast"
    assert t.refused(0, "bard") == "M3-3"
    t.do(0, "schnapps", "bard")
    assert marker(t) == "crown"


@pytest.mark.rule("M3-7")
def test_bards_sing_in_the_own_serving_only() -> None:
    t = Table(modules=3).tavern(0, "bard").tavern(1, "bard").planning()
    assert t.refused(0, "bard") == "E-1"
    t.ready()
    assert t.refused(1, "bard") == "F-5"
    t.do(0, "end")
    assert t.refused(0, "bard") == "F-5"
    t.do(1, "bard")
    assert (marker(t, 0), marker(t, 1)) == (OFF, "1")


@pytest.mark.rule("M3-7")
def test_a_bard_bought_this_evening_does_not_sing() -> None:
    t = Table(modules=3).stores(0, thalers=1).serving(0).do(0, "buy bard")
    assert t.refused(0, "bard") == "M3-7"
    t.do(0, "end")
    assert marker(t) == OFF


@pytest.mark.rule("M3-7")
def test_a_bard_that_was_not_used_has_not_sung() -> None:
    t = singing(OFF, bards=3).serving(0).do(0, "bard", "end")
    assert (marker(t), t.player(0).bards) == ("1", 0)


@pytest.mark.rule("M3-7")
@pytest.mark.rule("F-15")
def test_an_unused_bard_costs_nothing_at_the_end() -> None:
    t = singing("8", bards=2).tavern(0, "r3.2").supply(noble=0).stores(0, thalers=9).serving(0).do(0, "end")
    assert (marker(t), t.acting, t.seated(0)) == ("8", [1], ["r3.2"])
    assert t.player(0).thalers == 2


@pytest.mark.rule("M3-7")
def test_songs_bring_the_bonuses_of_their_spaces() -> None:
    t = singing("5", bards=2).serving(0).do(0, "bard", "bard")
    assert (marker(t), t.player(0).schnapps) == ("6", 1)


@pytest.mark.rule("M3-7")
@pytest.mark.rule("B-6")
def test_a_bard_sent_home_does_not_sing() -> None:
    t = Table(modules=3).deck(0, "bard", "r2.2", "r3.2", "r4.2", "r2.1", "r3.1", "r4.1").counter_guests(0, 1)
    t.arrival()
    assert t.drawn(0) == {"bard": 1}
    t.do(0, "again")
    assert t.drawn(0) == {}
    t.play_on("F")
    assert t.refused(0, "bard") == "M3-7"


@pytest.mark.rule("M3-7")
def test_a_bard_drawn_again_sings_again() -> None:
    t = singing(OFF, bards=2).deck(0, "bard", "r2.2", "r3.2", "r4.2").serving(0)
    t.do(0, "bard", "bard", "end").play_on("E").play_on("F")
    assert (t.state.round, t.acting) == (2, [1])
    t.do(1, "end").do(0, "bard")
    assert marker(t) == "3"
    assert t.refused(0, "bard") == "M3-7"


# --- M3-8: marked guests


@pytest.mark.rule("M3-8")
@pytest.mark.parametrize("guest", MARKED)
def test_a_recruited_guest_gives_its_reputation_or_schnapps_once(guest: str) -> None:
    t = Table(modules=3).row(guest, "g4.2.4", "g5.3.5", "g6.4.6")
    t.stores(0, beer=8).serving(0).do(0, "recruit row1")
    bonus = guest.split(".")[3]
    assert t.top(0) == [guest]
    if bonus == "schnapps":
        assert (marker(t), t.player(0).schnapps, t.state.schnapps) == (OFF, 1, 19)
    else:
        assert (marker(t), t.player(0).schnapps) == (str(int(bonus[0])), 0)


@pytest.mark.rule("M3-8")
@pytest.mark.rule("R-3")
@pytest.mark.parametrize("guest", ["g5.5.4.schnapps", "g5.2.4.2-reputation"])
def test_a_marked_guest_gives_nothing_when_drawn_or_served(guest: str) -> None:
    t = Table(modules=3).deck(0, guest, "r3.2", "r4.2", "r2.2").arrival()
    assert t.seated(0)[0] == guest
    assert (marker(t), t.player(0).schnapps) == (OFF, 0)
    t = Table(modules=3).tavern(0, guest).plan(0, f"{guest[3]} t1").serving(0).do(0, "use t1", "end")
    assert (marker(t), t.player(0).schnapps) == (OFF, 0)
    assert t.state.schnapps == 20


# --- M3-9 and X-8: points

POINTS = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "schnapps": 5, "toast": 8, "crown": 0, OFF: 0}


@pytest.mark.rule("M3-9")
@pytest.mark.parametrize("space", RING)
@pytest.mark.parametrize("modules", [3, 4])
def test_the_marker_scores_its_space(modules: int, space: str) -> None:
    t = Table(modules=modules, evening=8).deck(0, "noble").deck(1, "noble")
    put_marker(t, 0, space).closing()
    assert t.state.over
    assert t.scores == [10 + POINTS[space], 10]


@pytest.mark.rule("M3-9")
@pytest.mark.parametrize("space", RING_SIGNED)
def test_the_marker_scores_its_space_on_the_ring_with_a_signature(space: str) -> None:
    t = Table(modules=5, evening=8).deck(0, "noble").deck(1, "noble")
    put_marker(t, 0, space).closing()
    assert t.scores == [10 + (3 if space == "signature" else POINTS[space]), 10]


@pytest.mark.rule("M3-9")
def test_after_the_crown_only_the_new_lap_scores() -> None:
    t = Table(modules=3, evening=8, start=1).deck(0).tavern(0, *["bard"] * 3)
    put_marker(t, 0, "8").serving(0)
    t.do(0, "bard", "schnapps")
    assert t.scores[0] == 8 + 1
    t.do(0, "bard")
    assert t.scores[0] == 0 + 1 + 10
    t.do(0, "bard")
    assert t.scores[0] == 1 + 1 + 10
    t.do(0, "end")
    assert t.state.over
    assert t.scores[0] == 12


@pytest.mark.rule("M3-9")
def test_on_the_second_lap_the_schnapps_space_scores_5_again() -> None:
    t = singing("crown", bards=6).deck(0).serving(0).do(0, *["bard"] * 6)
    assert marker(t) == "schnapps"
    assert t.scores[0] == 5 + 1


@pytest.mark.rule("M3-9")
def test_without_module_3_there_are_no_points_for_reputation() -> None:
    t = Table(modules=2, evening=8).deck(0, "noble").markers(0, reputation=3).closing()
    assert t.scores[0] == 10


@pytest.mark.rule("X-8")
@pytest.mark.rule("M3-9")
def test_a_marker_on_the_sixth_space_scores_5() -> None:
    t = Table(modules=3, evening=8).deck(0).markers(0, reputation=6)
    assert marker(t) == "schnapps"
    t.closing()
    assert t.scores[0] == 5


# --- M3-10: one after the other


@pytest.mark.rule("M3-10")
def test_the_next_players_count_waits_until_this_serving_has_ended() -> None:
    t = Table(players=3, modules=3)
    for seat in range(3):
        t.tavern(seat, "r3.2", "brewer").plan(seat, "3 t1", "6 brewer")
    t.serving(0)
    assert [marker(t, seat) for seat in range(3)] == ["2", OFF, OFF]
    t.do(0, "use t1")
    assert [marker(t, seat) for seat in range(3)] == ["2", OFF, OFF]
    t.do(0, "end")
    assert [marker(t, seat) for seat in range(3)] == ["2", "2", OFF]
    t.do(1, "end")
    assert [marker(t, seat) for seat in range(3)] == ["2", "2", "2"]


@pytest.mark.rule("M3-10")
def test_counts_follow_the_turn_order_not_the_seats() -> None:
    t = Table(players=3, modules=3, start=2)
    for seat in range(3):
        t.tavern(seat, "r3.2", "brewer").plan(seat, "3 t1", "6 brewer")
    t.serving(2)
    assert [marker(t, seat) for seat in range(3)] == [OFF, OFF, "2"]
    t.do(2, "end")
    assert [marker(t, seat) for seat in range(3)] == ["2", OFF, "2"]


@pytest.mark.rule("M3-10")
def test_schnapps_lost_at_the_end_of_one_serving_is_there_for_the_next_count() -> None:
    t = Table(modules=3).supply(schnapps=0).tavern(1, "r4.1", "barback").plan(1, "4 t1")
    put_marker(t, 1, "5")
    t.player(0).schnapps = 5
    t.serving(0).do(0, "end")
    assert marker(t, 1) == "schnapps"
    assert [p.schnapps for p in t.state.players] == [4, 1]
