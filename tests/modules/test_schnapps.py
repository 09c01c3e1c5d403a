"""M2. Schnapps and entertainers."""

import pytest

from tests.modules.helpers import assert_offers_agree, own_cards, put_marker, schnapps_in_all
from tests.table import Table, edition_with
from tiefenthal.engine.components.kinds import AREA_NAMES

ON_THE_WAY = {1: 0, 2: 1, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0, 8: 1}
ON_THE_WAY_WITH_TILES = {1: 0, 2: 1, 3: 2, 4: 0, 5: 1, 6: 2, 7: 0, 8: 1}


# --- M2-1: the moon passes schnapps


@pytest.mark.rule("M2-1")
@pytest.mark.parametrize("evening", range(1, 9))
def test_with_module_2_the_moon_passes_the_printed_schnapps_and_the_tiles(evening: int) -> None:
    t = Table(players=3, modules=2).evening(evening)
    assert [p.schnapps for p in t.state.players] == [ON_THE_WAY_WITH_TILES[evening]] * 3


@pytest.mark.rule("M2-1")
@pytest.mark.parametrize("modules", [3, 4, 5])
@pytest.mark.parametrize("evening", range(1, 9))
def test_from_module_3_on_the_tiles_are_turned_over(modules: int, evening: int) -> None:
    t = Table(players=2, modules=modules).evening(evening)
    assert [p.schnapps for p in t.state.players] == [ON_THE_WAY[evening]] * 2


@pytest.mark.rule("M2-1")
@pytest.mark.parametrize("evening", range(1, 9))
def test_module_1_alone_knows_no_schnapps(evening: int) -> None:
    assert Table(modules=1).state.setup.schnapps_track == [0] * 9  # round 0 and the eight evenings
    t = Table(modules=1).evening(evening)
    assert schnapps_in_all(t) == 0


@pytest.mark.rule("M2-1")
@pytest.mark.rule("A-1")
def test_the_schnapps_is_given_before_the_bonus_of_the_space() -> None:
    t = Table(modules=2).evening(2)
    assert t.phase == "A"
    assert t.legal(0) == ["choose side-1", "choose side-2"]
    assert t.player(0).schnapps == 1


@pytest.mark.rule("M2-1")
@pytest.mark.parametrize("modules", [2, 3, 4, 5])
@pytest.mark.parametrize("evening", [2, 3, 5])
def test_the_winter_track_has_entertainers_where_the_summer_track_has_cards(modules: int, evening: int) -> None:
    t = Table(modules=modules).evening(evening)
    assert t.legal(0) == ["choose side-1", "choose side-2"]
    assert "choose side-1" not in Table(modules=1).evening(evening).legal(0)


@pytest.mark.rule("M2-1")
def test_schnapps_from_the_moon_comes_out_of_the_supply() -> None:
    t = Table(players=4, modules=2).evening(3)
    assert t.state.schnapps == 20 - 4 * 2


# --- M2-2: the supply


@pytest.mark.rule("M2-2")
@pytest.mark.parametrize(("modules", "count"), [(1, 0), (2, 20), (3, 20), (4, 20), (5, 20)])
def test_there_are_20_schnapps_in_all(modules: int, count: int) -> None:
    assert schnapps_in_all(Table(players=4, modules=modules)) == count


@pytest.mark.rule("M2-2")
def test_whole_shares_are_given_in_turn_order_while_they_last() -> None:
    t = Table(players=3, modules=2, start=1).supply(schnapps=5).evening(3)
    assert [p.schnapps for p in t.state.players] == [0, 2, 2]
    assert t.state.schnapps == 1, "half a share is not given"


@pytest.mark.rule("M2-2")
def test_a_share_that_fits_exactly_is_given() -> None:
    t = Table(players=2, modules=2).supply(schnapps=4).evening(6)
    assert [p.schnapps for p in t.state.players] == [2, 2]
    assert t.state.schnapps == 0


@pytest.mark.rule("M2-2")
def test_with_none_left_none_is_given() -> None:
    t = Table(players=2, modules=3).supply(schnapps=0).evening(8)
    assert [p.schnapps for p in t.state.players] == [0, 0]
    assert t.state.schnapps == 0


@pytest.mark.rule("M2-2")
def test_a_guest_with_schnapps_gives_none_when_none_is_left() -> None:
    t = Table(modules=3).row("g4.3.3.schnapps", "g5.3.5", "g6.4.6", "g7.2.7")
    t.stores(0, beer=4).supply(schnapps=0).serving(0)
    t.do(0, "recruit row1")
    assert t.player(0).schnapps == 0
    assert t.state.schnapps == 0


@pytest.mark.rule("M2-2")
def test_schnapps_not_given_is_not_owed_later() -> None:
    t = Table(modules=3).tavern(0, "bard").entertainer(0, "money", 1)
    put_marker(t, 0, "5").stores(0, schnapps=2).supply(schnapps=0).serving(0)
    t.do(0, "bard", "entertain thalers")
    assert t.player(0).schnapps == 1
    assert t.state.schnapps == 1


@pytest.mark.rule("M2-2")
def test_spent_schnapps_is_there_for_the_next_one_at_once() -> None:
    t = Table(modules=3).tavern(0, "bard").entertainer(0, "money", 1)
    put_marker(t, 0, "5").stores(0, schnapps=1).supply(schnapps=0).serving(0)
    t.do(0, "entertain thalers")
    assert (t.state.schnapps, t.player(0).schnapps) == (1, 0)
    t.do(0, "bard")
    assert (t.state.schnapps, t.player(0).schnapps) == (0, 1)


# --- M2-3: the entertainers arrive

ARRIVALS = [(2, 0), (3, 1), (5, 2)]


@pytest.mark.rule("M2-3")
@pytest.mark.parametrize(("evening", "entertainer"), ARRIVALS)
@pytest.mark.parametrize("modules", [2, 3, 5])
def test_each_player_takes_the_entertainer_of_the_round_with_a_side(
    modules: int, evening: int, entertainer: int
) -> None:
    t = Table(players=3, modules=modules).evening(evening)
    for seat, side in ((0, 2), (1, 1), (2, 2)):
        t.do(seat, f"choose side-{side}")
    sides = [[0, 0, 0] for _ in range(3)]
    for seat, side in ((0, 2), (1, 1), (2, 2)):
        sides[seat][entertainer] = side
    assert [p.entertainers for p in t.state.players] == sides


@pytest.mark.rule("M2-3")
def test_all_choose_at_once_and_the_choices_take_effect_together() -> None:
    t = Table(players=3, modules=2).evening(2)
    assert t.acting == [0, 1, 2]
    t.do(2, "choose side-1").do(0, "choose side-2")
    assert [p.entertainers for p in t.state.players] == [[0, 0, 0]] * 3
    assert t.acting == [1]
    assert t.refused(0, "choose side-1") == "A-10"
    t.do(1, "choose side-2")
    assert [p.entertainers[0] for p in t.state.players] == [2, 2, 1]


@pytest.mark.rule("M2-3")
@pytest.mark.parametrize("evening", [2, 3, 5])
def test_an_entertainer_gives_nothing_at_once(evening: int) -> None:
    t = Table(modules=3).deck(0, "r2.2", "r3.2", "r4.2", "r2.1").evening(evening)
    schnapps, supply = t.player(0).schnapps, t.state.schnapps
    t.do(0, "choose side-1")
    before = (own_cards(t, 0), t.state.schnapps, t.state.nobles, list(t.state.piles))
    t.do(1, "choose side-2")
    p = t.player(0)
    assert (own_cards(t, 0), t.state.schnapps, t.state.nobles, list(t.state.piles)) == before
    assert (p.thalers, p.beer, p.schnapps, t.state.schnapps) == (0, 0, schnapps, supply)
    assert p.upgraded == 0
    assert p.coloured == 0


@pytest.mark.rule("M2-3")
@pytest.mark.parametrize(
    ("evening", "lost"),
    [(2, ("choose guest", "choose barback")), (3, ("choose die", "choose dishwasher")),
     (5, ("choose table", "choose brewer"))],
)  # fmt: skip
def test_the_entertainer_takes_the_place_of_the_choice_of_cards(evening: int, lost: tuple[str, str]) -> None:
    t = Table(modules=2).evening(evening)
    assert t.legal(0) == ["choose side-1", "choose side-2"]
    for text in lost:
        assert t.refused(0, text) == "M2-3"


@pytest.mark.rule("M2-3")
def test_a_side_must_be_chosen() -> None:
    t = Table(modules=2).evening(2)
    assert t.refused(0, "decline") == "R-8"
    assert t.refused(0, "ready") == "M2-3"


@pytest.mark.rule("M2-3")
@pytest.mark.parametrize("modules", [2, 3, 4, 5])
def test_the_other_spaces_of_the_track_stay_as_they_are(modules: int) -> None:
    for evening in (1, 4, 6):
        t = Table(modules=modules).evening(evening)
        assert [p.counter_guests for p in t.state.players] == [1, 1]
        assert t.phase == "B"
    assert Table(modules=modules).evening(7).legal(0) == ["choose die", "choose barback"]
    assert Table(modules=modules).evening(8).legal(0) == [*(f"flip {area}" for area in AREA_NAMES), "decline"]


@pytest.mark.rule("M2-3")
def test_no_side_is_chosen_where_no_entertainer_arrives() -> None:
    t = Table(modules=2).entertainer(0, "money", 1).evening(7)
    assert t.refused(0, "choose side-2") == "A-1"


@pytest.mark.rule("M2-3")
def test_the_juggler_of_round_5_works_in_that_rounds_planning() -> None:
    t = Table(modules=2).white(0, 3, 3, 3, 3).white(1, 3, 3, 3, 3).evening(5)
    t.do(0, "choose side-2").do(1, "choose side-1")
    t.play_on("E")
    assert t.state.round == 5
    t.do(0, "turn 3 6")
    assert "6 -" in t.dice_of(0)


@pytest.mark.rule("M2-3")
def test_the_money_entertainer_of_round_2_works_in_that_rounds_serving() -> None:
    t = Table(modules=2).evening(2).do(0, "choose side-1").do(1, "choose side-2")
    t.play_on("F")
    assert t.state.round == 2
    t.do(0, "entertain thalers")
    assert t.player(0).thalers == 2


@pytest.mark.rule("M2-3")
def test_an_entertainer_does_nothing_before_planning() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 2).counter_guests(0, 1).stores(0, schnapps=3).arrival()
    assert t.refused(0, "turn 3 6") == "B-6"
    t.do(0, "stay")
    assert t.phase == "D"
    assert t.refused(0, "turn 3 6") == "D-2"


@pytest.mark.rule("M2-3")
def test_the_side_chosen_stays_up_to_the_end_of_the_game() -> None:
    t = Table(modules=2).evening(2).do(0, "choose side-2").do(1, "choose side-1")
    while not t.state.over:
        t.play_on("F")
        if not t.state.over:
            assert [p.entertainers[0] for p in t.state.players] == [2, 1]
            assert t.refused(t.acting[0], "choose side-1") == "F-5"
    assert [p.entertainers[0] for p in t.state.players] == [2, 1]


# --- M2-4 a: money


@pytest.mark.rule("M2-4")
def test_one_schnapps_for_two_thalers() -> None:
    t = Table(modules=2).entertainer(0, "money", 1).stores(0, thalers=1, beer=1, schnapps=3).serving(0)
    t.do(0, "entertain thalers")
    p = t.player(0)
    assert (p.thalers, p.beer, p.schnapps) == (3, 1, 2)
    assert t.state.schnapps == 18


@pytest.mark.rule("M2-4")
def test_two_schnapps_for_three_beer() -> None:
    t = Table(modules=2).entertainer(0, "money", 2).stores(0, thalers=1, beer=1, schnapps=3).serving(0)
    t.do(0, "entertain beer")
    p = t.player(0)
    assert (p.thalers, p.beer, p.schnapps) == (1, 4, 1)
    assert t.state.schnapps == 19


@pytest.mark.rule("M2-4")
def test_thalers_are_had_as_often_as_schnapps_lasts() -> None:
    t = Table(modules=2).entertainer(0, "money", 1).stores(0, schnapps=3).serving(0)
    t.do(0, "entertain thalers", "entertain thalers", "entertain thalers")
    assert t.player(0).thalers == 6
    assert t.refused(0, "entertain thalers") == "M2-4"


@pytest.mark.rule("M2-4")
def test_beer_is_had_as_often_as_schnapps_lasts() -> None:
    t = Table(modules=2).entertainer(0, "money", 2).stores(0, schnapps=5).serving(0)
    t.do(0, "entertain beer", "entertain beer")
    assert (t.player(0).beer, t.player(0).schnapps) == (6, 1)
    assert t.refused(0, "entertain beer") == "M2-4"


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize(
    ("name", "side", "text"),
    [
        ("money", 2, "entertain thalers"),
        ("money", 1, "entertain beer"),
        ("fire", 2, "entertain-upgrade safe"),
        ("fire", 1, "entertain-remove t1"),
    ],
)
def test_only_the_side_that_is_up_works(name: str, side: int, text: str) -> None:
    t = Table(modules=2).entertainer(0, name, side).tavern(0, "r3.2").stores(0, schnapps=9).serving(0)
    assert t.refused(0, text) == "M2-4"
    assert t.can(0, text) is False


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize(
    "text", ["entertain thalers", "entertain beer", "entertain-upgrade safe", "entertain-remove t1"]
)
def test_without_the_entertainer_schnapps_buys_nothing(text: str) -> None:
    t = Table(modules=2).tavern(0, "r3.2").stores(0, schnapps=9).serving(0)
    assert t.refused(0, text) == "M2-4"


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize(
    ("name", "side", "schnapps", "text"),
    [
        ("money", 1, 0, "entertain thalers"),
        ("money", 2, 1, "entertain beer"),
        ("fire", 1, 4, "entertain-upgrade safe"),
        ("fire", 2, 1, "entertain-remove t1"),
    ],
)
def test_one_schnapps_too_few_is_too_few(name: str, side: int, schnapps: int, text: str) -> None:
    t = Table(modules=2).entertainer(0, name, side).tavern(0, "r3.2").stores(0, schnapps=schnapps).serving(0)
    assert t.refused(0, text) == "M2-4"
    t.stores(0, schnapps=schnapps + 1)
    assert t.can(0, text)


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize(
    ("name", "side", "text"),
    [
        ("money", 1, "entertain thalers"),
        ("money", 2, "entertain beer"),
        ("fire", 1, "entertain-upgrade safe"),
        ("fire", 2, "entertain-remove t1"),
    ],
)
def test_these_entertainers_work_in_the_own_serving_only(name: str, side: int, text: str) -> None:
    t = Table(modules=2).tavern(0, "r3.2").tavern(1, "r3.2")
    for seat in (0, 1):
        t.entertainer(seat, name, side).stores(seat, schnapps=5)
    t.planning()
    assert t.refused(0, text) == "E-1"
    t.ready()
    assert t.refused(1, text) == "F-5"
    assert t.can(0, text)


@pytest.mark.rule("M2-4")
def test_entertainers_are_mixed_with_purchases_and_dice() -> None:
    t = Table(modules=2).entertainer(0, "money", 1).stores(0, schnapps=2).plan(0, "6 cashbox").serving(0)
    t.do(0, "entertain thalers", "buy barback", "entertain thalers", "use cashbox", "buy dishwasher")
    assert t.top(0, 2) == ["dishwasher", "barback"]
    assert t.player(0).thalers == 0


@pytest.mark.rule("M2-4")
def test_the_prices_and_gains_are_those_of_the_edition() -> None:
    edition = edition_with(
        ("thalers = { schnapps = 1, gain = 2 }", "thalers = { schnapps = 2, gain = 7 }"),
        ("service_denied = { schnapps = 2 }", "service_denied = { schnapps = 3 }"),
    )
    t = Table(modules=2, edition=edition).entertainer(0, "money", 1).entertainer(0, "fire", 2).tavern(0, "r3.2")
    t.stores(0, schnapps=5).serving(0)
    t.do(0, "entertain thalers", "entertain-remove t1")
    assert (t.player(0).thalers, t.player(0).schnapps) == (7, 0)


# --- M2-4 b: fire


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize("area", AREA_NAMES)
def test_five_schnapps_upgrade_any_area_for_free_with_its_noble(area: str) -> None:
    t = Table(modules=2).entertainer(0, "fire", 1).stores(0, thalers=2, schnapps=6).serving(0)
    t.do(0, f"entertain-upgrade {area}")
    assert t.areas(0) == {area}
    assert t.top(0) == ["noble"]
    assert t.pile("noble") == 60
    assert (t.player(0).thalers, t.player(0).schnapps, t.state.schnapps) == (2, 1, 19)


@pytest.mark.rule("M2-4")
def test_an_upgraded_area_is_not_upgraded_again() -> None:
    t = Table(modules=2).entertainer(0, "fire", 1).upgraded(0, "monk").stores(0, schnapps=5).serving(0)
    assert t.refused(0, "entertain-upgrade monk") == "F-8"
    others = [f"entertain-upgrade {area}" for area in AREA_NAMES if area != "monk"]
    assert [text for text in t.legal(0) if text.startswith("entertain")] == others


@pytest.mark.rule("M2-4")
def test_upgrades_are_had_as_often_as_schnapps_lasts() -> None:
    t = Table(modules=2).entertainer(0, "fire", 1).stores(0, schnapps=12).serving(0)
    t.do(0, "entertain-upgrade safe", "entertain-upgrade tables")
    assert t.areas(0) == {"safe", "tables"}
    assert t.top(0, 2) == ["noble", "noble"]
    assert t.player(0).schnapps == 2
    assert t.refused(0, "entertain-upgrade monk") == "M2-4"


@pytest.mark.rule("M2-4")
@pytest.mark.rule("F-9")
def test_no_card_goes_back_for_an_upgrade_paid_in_schnapps() -> None:
    t = Table(modules=2).entertainer(0, "fire", 1).tavern(0, "server", "r3.2").stores(0, schnapps=5)
    left = t.pile("server")
    t.serving(0).do(0, "entertain-upgrade server")
    assert t.drawn(0) == {"server": 1}
    assert t.pile("server") == left


@pytest.mark.rule("M2-4")
@pytest.mark.rule("F-16")
def test_without_nobles_left_the_fire_still_upgrades() -> None:
    t = Table(modules=2).entertainer(0, "fire", 1).supply(noble=0).stores(0, schnapps=5).serving(0)
    size = len(t.deck_of(0))
    t.do(0, "entertain-upgrade barrel")
    assert t.areas(0) == {"barrel"}
    assert len(t.deck_of(0)) == size


@pytest.mark.rule("M2-4")
def test_an_area_upgraded_with_schnapps_works_at_once() -> None:
    t = Table(modules=2).entertainer(0, "fire", 1).stores(0, schnapps=15)
    t.plan(0, "4 cashbox", "4 barrel", "6 brewer").serving(0)
    t.do(0, "entertain-upgrade cashbox", "entertain-upgrade barrel", "entertain-upgrade brewer")
    t.do(0, "use cashbox", "use barrel", "use brewer:6")
    assert (t.player(0).thalers, t.player(0).beer) == (3, 4)


@pytest.mark.rule("M2-4")
def test_dishwasher_server_and_tables_upgraded_with_schnapps_work_from_the_next_round_on() -> None:
    t = Table(modules=2, evening=3).entertainer(0, "fire", 1).tavern(0, "r3.2").stores(0, schnapps=15)
    t.deck(0, "r3.1", "r4.1", "r2.1", "r4.2", "r2.2").plan(0, "2 cashbox").serving(0)
    t.do(0, "entertain-upgrade dishwasher", "entertain-upgrade server", "entertain-upgrade tables")
    assert t.refused(0, "move cashbox t1") == "E-3"
    assert (t.player(0).tables, t.player(0).coloured) == (3, 0)
    t.do(0, "end").do(1, "end")
    assert (t.state.round, t.phase) == (4, "B")
    assert t.player(0).tables == 4
    t.play_on("E")
    assert t.player(0).coloured == 1
    assert t.player(0).dishwashers == 1


@pytest.mark.rule("M2-4")
def test_two_schnapps_remove_a_regular_or_guest_without_a_die() -> None:
    t = Table(modules=2).entertainer(0, "fire", 2).tavern(0, "r3.2", "g5.3.5").stores(0, schnapps=5).serving(0)
    t.do(0, "entertain-remove t1")
    assert t.seated(0) == ["", "g5.3.5"]
    assert t.removed == ["r3.2"]
    assert (t.player(0).schnapps, t.state.schnapps) == (3, 17)
    t.do(0, "entertain-remove t2")
    assert t.removed == ["r3.2", "g5.3.5"]
    assert t.player(0).schnapps == 1
    assert "g5.3.5" not in own_cards(t, 0)


@pytest.mark.rule("M2-4")
@pytest.mark.rule("R-6")
def test_a_removal_for_schnapps_finds_the_same_targets_as_service_denied() -> None:
    t = Table(modules=2).entertainer(0, "fire", 2).tavern(0, "r3.2", "noble", "g5.3.5", "r4.1")
    t.stores(0, schnapps=6).plan(0, "3 t1", "3 t3").serving(0)
    assert [text for text in t.legal(0) if text.startswith("entertain")] == ["entertain-remove t4"]
    assert t.refused(0, "entertain-remove t1") == "R-6"
    assert t.refused(0, "entertain-remove t2") == "R-6"
    assert t.refused(0, "entertain-remove t5") == "R-6"
    t.do(0, "use t1", "entertain-remove t1")
    assert t.removed == ["r3.2"]
    assert t.refused(0, "entertain-remove t1") == "R-6"


@pytest.mark.rule("M2-4")
def test_without_anyone_to_remove_the_schnapps_is_not_spent() -> None:
    t = Table(modules=2).entertainer(0, "fire", 2).tavern(0, "noble", "r3.2").plan(0, "3 t2")
    t.stores(0, schnapps=4).serving(0)
    assert not [text for text in t.legal(0) if text.startswith("entertain")]
    assert t.refused(0, "entertain-remove t1") == "R-6"
    assert t.player(0).schnapps == 4


@pytest.mark.rule("M2-4")
def test_the_place_of_a_guest_removed_for_schnapps_takes_no_die_and_is_not_refilled() -> None:
    t = Table(modules=2).entertainer(0, "fire", 2).tavern(0, "r3.2", "r3.1").stores(0, schnapps=2)
    t.plan(0, "3 cashbox").serving(0)
    t.do(0, "entertain-remove t1")
    assert t.refused(0, "move cashbox t1") == "R-6"
    assert t.can(0, "move cashbox t2")
    assert t.seated(0) == ["", "r3.1"]


# --- M2-4 c: the juggler at closing time


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize("card", ["barback", "dishwasher", "server", "table", "brewer", "bard"])
def test_the_juggler_puts_a_drawn_tavern_card_on_top_of_the_deck(card: str) -> None:
    t = Table(modules=3, evening=6).entertainer(0, "juggler", 1).tavern(0, card, card, "r3.2")
    t.stores(0, schnapps=2).closing()
    assert t.legal(0) == [f"keep {card}", "keep t1", "decline"]
    t.do(0, f"keep {card}")
    assert t.top(0) == [card]
    assert t.discard_of(0) == sorted([card, "r3.2"])
    assert (t.player(0).schnapps, t.state.schnapps) == (1, 19)


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize("card", ["r3.2", "g5.3.5", "noble"])
def test_the_juggler_puts_a_guest_regular_or_noble_on_top_of_the_deck(card: str) -> None:
    t = Table(modules=2, evening=8).entertainer(0, "juggler", 1).tavern(0, "r4.1", card, "server")
    t.stores(0, schnapps=2).closing()
    t.do(0, "keep t2")
    assert t.top(0) == [card]
    assert t.discard_of(0) == ["r4.1", "server"]
    assert (t.player(0).schnapps, t.state.schnapps) == (1, 19)


@pytest.mark.rule("M2-4")
def test_the_kept_card_lies_above_those_bought_this_evening() -> None:
    t = Table(modules=2, evening=6).entertainer(0, "juggler", 1).tavern(0, "brewer", "r3.2")
    t.stores(0, thalers=2, schnapps=1).serving(0)
    t.do(0, "buy barback", "end").do(1, "end").do(0, "keep brewer")
    assert t.top(0, 2) == ["brewer", "barback"]


@pytest.mark.rule("M2-4")
def test_cards_of_the_next_evening_lie_above_the_kept_one() -> None:
    t = Table(modules=2, evening=6).entertainer(0, "juggler", 1).tavern(0, "brewer", "r3.2").stores(0, schnapps=1)
    t.closing().do(0, "keep brewer").do(0, "choose barback")
    t.do(1, "choose die")
    drew = [t.edition.card_names[card] for what, seat, card, _ in t.events if what == "drew" and seat == 0]
    assert drew[:2] == ["barback", "brewer"]


@pytest.mark.rule("M2-4")
def test_the_kept_card_is_the_first_to_arrive_next_evening() -> None:
    t = Table(modules=2, evening=3).entertainer(0, "juggler", 1).tavern(0, "r3.2", "g5.3.5").stores(0, schnapps=1)
    t.closing().do(0, "keep t2")
    assert (t.state.round, t.phase) == (4, "B")
    assert t.seated(0)[0] == "g5.3.5"


@pytest.mark.rule("M2-4")
@pytest.mark.rule("B-4")
def test_on_an_empty_deck_the_kept_card_is_the_deck_and_nothing_is_shuffled() -> None:
    t = Table(modules=2, evening=6).entertainer(0, "juggler", 1).deck(0).discard(0, "r4.1")
    t.tavern(0, "r3.2", "g5.3.5").stores(0, schnapps=1).closing()
    t.do(0, "keep t1")
    assert t.deck_of(0) == ["r3.2"]
    assert t.player(0).known == 1
    assert t.discard_of(0) == ["g5.3.5", "r4.1"]
    assert not [event for event in t.events if event[0] == "reshuffled"]


@pytest.mark.rule("M2-4")
def test_the_kept_card_is_known_to_lie_on_top() -> None:
    t = Table(modules=2, evening=6).entertainer(0, "juggler", 1).tavern(0, "server", "r3.2").stores(0, schnapps=1)
    t.closing()
    assert t.player(0).known == 0
    t.do(0, "keep server")
    assert t.player(0).known == 1


@pytest.mark.rule("M2-4")
def test_a_guest_kept_leaves_its_table_and_the_nobles_stay_for_the_discard_pile() -> None:
    t = Table(modules=2, evening=6).entertainer(0, "juggler", 1).tavern(0, "noble", "r3.2", "noble")
    t.stores(0, schnapps=1).closing()
    owned = own_cards(t, 0)
    t.do(0, "keep t2")
    assert t.top(0) == ["r3.2"]
    assert t.discard_of(0) == ["noble", "noble"]
    assert own_cards(t, 0) == owned


@pytest.mark.rule("M2-4")
def test_the_juggler_keeps_one_card_a_round_whatever_schnapps_is_left() -> None:
    t = Table(modules=2, evening=6).entertainer(0, "juggler", 1).tavern(0, "server", "r3.2", "r4.1")
    t.stores(0, schnapps=4).closing()
    t.do(0, "keep t1")
    assert t.state.round == 7
    assert t.discard_of(0) == ["r4.1", "server"]
    assert t.player(0).schnapps == 3
    assert t.refused(0, "keep t2") == "A-1"


@pytest.mark.rule("M2-4")
def test_while_others_still_think_the_juggler_is_done() -> None:
    t = Table(modules=2).tavern(0, "server", "r3.2").tavern(1, "r3.2")
    for seat in (0, 1):
        t.entertainer(seat, "juggler", 1).stores(seat, schnapps=4)
    t.closing().do(0, "keep server")
    assert t.phase == "G"
    assert t.acting == [1]
    assert t.legal(0) == []
    assert t.refused(0, "keep t1") == "M2-4"


@pytest.mark.rule("M2-4")
def test_the_juggler_keeps_a_card_again_in_the_next_round() -> None:
    t = Table(modules=3, evening=3).entertainer(0, "juggler", 1).tavern(0, "r3.2").stores(0, schnapps=2).closing()
    t.do(0, "keep t1")
    while t.phase != "G":
        seat = t.acting[0]
        legal = t.legal(seat)
        t.do(seat, next((text for text in ("stay", "ready", "end") if text in legal), legal[0]))
    assert t.state.round == 4
    assert t.acting == [0]
    t.do(0, "keep t1")
    assert t.player(0).schnapps == 0


@pytest.mark.rule("M2-4")
def test_the_juggler_may_be_sent_away() -> None:
    t = Table(modules=2, evening=6).entertainer(0, "juggler", 1).tavern(0, "server", "r3.2").stores(0, schnapps=1)
    t.closing().do(0, "decline")
    assert t.discard_of(0) == ["r3.2", "server"]
    assert t.player(0).schnapps == 1
    assert t.player(0).known == 0


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize("missing", ["schnapps", "juggler", "side", "cards"])
def test_who_cannot_use_the_juggler_is_not_asked(missing: str) -> None:
    t = Table(modules=2, evening=6).entertainer(1, "juggler", 1).tavern(1, "r3.2").stores(1, schnapps=1)
    if missing != "juggler":
        t.entertainer(0, "juggler", 2 if missing == "side" else 1)
    if missing != "cards":
        t.tavern(0, "server", "r3.2")
    t.stores(0, schnapps=0 if missing == "schnapps" else 4).closing()
    assert t.acting == [1]
    assert t.refused(0, "keep server") == "M2-4"
    assert t.refused(0, "decline") == "M2-4"


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize("cards", [["server"], ["noble"], ["r3.2"]])
def test_any_single_card_is_enough_to_ask_the_juggler(cards: list[str]) -> None:
    t = Table(modules=2).entertainer(0, "juggler", 1).tavern(0, *cards).stores(0, schnapps=1).closing()
    assert t.phase == "G"
    assert t.acting == [0]


@pytest.mark.rule("M2-4")
def test_cards_that_are_gone_cannot_be_kept() -> None:
    t = Table(modules=2, start=1).entertainer(0, "juggler", 1).entertainer(0, "fire", 2)
    t.tavern(0, "r3.2", "dishwasher", "g5.3.5").stores(0, thalers=6, schnapps=3).serving(0)
    t.do(0, "entertain-remove t1", "upgrade dishwasher 1", "end")
    assert t.legal(0) == ["keep t2", "decline"]
    assert t.refused(0, "keep t1") == "M2-4"
    assert t.refused(0, "keep dishwasher") == "M2-4"
    assert t.refused(0, "keep t3") == "M2-4"
    assert t.refused(0, "ready") == "G-1"


@pytest.mark.rule("M2-4")
def test_a_noble_is_taken_out_of_its_stack() -> None:
    t = Table(modules=2, evening=8).entertainer(0, "juggler", 1).tavern(0, "noble", "r3.2", "noble", "noble")
    t.deck(0, "r4.1").stores(0, schnapps=1).closing()
    assert t.legal(0) == ["keep t1", "keep t2", "decline"]
    t.do(0, "keep t1")
    assert t.deck_of(0) == ["noble", "r4.1"]
    assert t.discard_of(0) == ["noble", "noble", "r3.2"]


@pytest.mark.rule("M2-4")
def test_a_single_noble_leaves_no_noble_behind() -> None:
    t = Table(modules=2, evening=8).entertainer(0, "juggler", 1).tavern(0, "noble", "r3.2")
    t.deck(0).stores(0, schnapps=1).closing()
    t.do(0, "keep t1")
    assert t.deck_of(0) == ["noble"]
    assert t.discard_of(0) == ["r3.2"]


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize(("nobles", "left"), [(1, ["", "r3.2"]), (2, ["noble", "r3.2"])])
def test_the_rest_of_the_stack_stays_at_its_table_until_the_tavern_closes(nobles: int, left: list[str]) -> None:
    t = Table(modules=2).tavern(0, "noble", "r3.2", *["noble"] * (nobles - 1)).tavern(1, "r3.2")
    for seat in (0, 1):
        t.entertainer(seat, "juggler", 1).stores(seat, schnapps=1)
    t.closing().do(0, "keep t1")
    assert t.acting == [1]
    assert t.seated(0) == left


@pytest.mark.rule("M2-4")
def test_all_players_ask_the_juggler_at_once() -> None:
    t = Table(players=3, modules=2, evening=8)
    for seat in range(3):
        t.entertainer(seat, "juggler", 1).tavern(seat, "r3.2").stores(seat, schnapps=1)
    t.closing()
    assert t.acting == [0, 1, 2]
    t.do(2, "keep t1").do(0, "decline")
    assert t.acting == [1]
    t.do(1, "keep t1")
    assert [t.top(seat) for seat in (1, 2)] == [["r3.2"], ["r3.2"]]
    assert t.discard_of(0) == ["r3.2"]


@pytest.mark.rule("M2-4")
def test_the_juggler_works_in_round_8_too() -> None:
    t = Table(modules=2, evening=8).entertainer(0, "juggler", 1).tavern(0, "noble").stores(0, schnapps=2).closing()
    assert (t.phase, t.acting) == ("G", [0])
    before = t.scores[0]
    t.do(0, "keep t1")
    assert t.state.over
    assert t.top(0) == ["noble"]
    assert t.scores[0] == before - 1, "the card counts wherever it is, the schnapps is gone"


@pytest.mark.rule("M2-4")
def test_the_juggler_keeps_nothing_before_closing_time() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 1).tavern(0, "r3.2").stores(0, schnapps=4).planning()
    assert t.refused(0, "keep t1") == "E-1"
    t.ready()
    assert t.refused(0, "keep t1") == "F-5"
    t.do(0, "end")
    assert t.refused(0, "keep t1") == "F-5"
    t.do(1, "end")
    assert t.can(0, "keep t1")


# --- M2-4 c: the juggler in planning


def turns(t: Table, seat: int) -> list[str]:
    """The turns of dice that are offered."""
    return [text for text in t.legal(seat) if text.startswith("turn")]


@pytest.mark.rule("M2-4")
def test_for_a_schnapps_an_unplaced_die_is_turned_to_any_other_side() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 2).dice(0, 3, 6, 3).stores(0, schnapps=2).planning()
    assert turns(t, 0) == [f"turn 3 {to}" for to in (1, 2, 4, 5, 6)] + [f"turn 6 {to}" for to in (1, 2, 3, 4, 5)]
    t.do(0, "turn 6 1")
    assert t.dice_of(0) == ["1 -", "3 -", "3 -"]
    assert (t.player(0).schnapps, t.state.schnapps) == (1, 19)


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_of_any_face_is_turned(face: int) -> None:
    t = Table(modules=2).entertainer(0, "juggler", 2).dice(0, face).stores(0, schnapps=1).planning()
    others = [to for to in range(1, 7) if to != face]
    assert turns(t, 0) == [f"turn {face} {to}" for to in others]
    t.do(0, f"turn {face} {others[-1]}")
    assert t.dice_of(0) == [f"{others[-1]} -"]


@pytest.mark.rule("M2-4")
def test_turning_is_repeated_while_schnapps_lasts_on_the_same_die_too() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 2).dice(0, 2, 4).stores(0, schnapps=3).planning()
    t.do(0, "turn 2 5", "turn 5 3", "turn 4 1")
    assert t.dice_of(0) == ["1 -", "3 -"]
    assert t.refused(0, "turn 3 6") == "M2-4"
    assert turns(t, 0) == []


@pytest.mark.rule("M2-4")
def test_white_and_coloured_dice_are_turned_alike() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 2).dice(0, 2, 4, coloured=1).stores(0, schnapps=2).planning()
    t.do(0, "turn 2 6", "turn 4 5")
    assert t.player(0).faces == [6, 5]
    assert t.player(0).coloured == 1


@pytest.mark.rule("M2-4")
def test_a_placed_die_is_not_turned_until_it_is_taken_back() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 2).plan(0, "4 cashbox").stores(0, schnapps=1).planning()
    assert t.refused(0, "turn 4 6") == "M2-4"
    assert turns(t, 0) == []
    t.do(0, "back cashbox", "turn 4 6", "place 6 brewer")
    assert t.dice_of(0) == ["6 brewer"]


@pytest.mark.rule("M2-4")
def test_a_die_is_not_turned_to_the_side_it_shows() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 2).dice(0, 4).stores(0, schnapps=1).planning()
    assert t.refused(0, "turn 4 4") == "M2-4"
    assert t.refused(0, "turn 3 4") == "M2-4"


@pytest.mark.rule("M2-4")
def test_turning_needs_the_planning_side_and_a_schnapps() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 1).dice(0, 4).stores(0, schnapps=4)
    t.dice(1, 4).entertainer(1, "juggler", 2).planning()
    assert t.refused(0, "turn 4 6") == "M2-4"
    assert t.refused(1, "turn 4 6") == "M2-4"
    assert turns(t, 0) == turns(t, 1) == []


@pytest.mark.rule("M2-4")
def test_dice_are_not_turned_in_serving() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 2).dice(0, 4).stores(0, schnapps=4).serving(0)
    assert t.refused(0, "turn 4 6") == "M2-4"
    assert turns(t, 0) == []


@pytest.mark.rule("M2-4")
def test_who_is_ready_takes_that_back_before_turning_a_die() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 2).dice(0, 4).stores(0, schnapps=4).planning()
    t.do(0, "ready")
    assert t.refused(0, "turn 4 6") == "E-5"
    t.do(0, "unready", "turn 4 6")
    assert t.dice_of(0) == ["6 -"]


@pytest.mark.rule("M2-4")
def test_a_turned_die_has_its_new_face_in_every_respect() -> None:
    t = Table(modules=2).entertainer(0, "juggler", 2).dice(0, 6).tavern(0, "r3.2").stores(0, schnapps=1).planning()
    t.do(0, "turn 6 3", "place 3 t1").ready()
    t.do(0, "use t1")
    assert t.player(0).thalers == 2


@pytest.mark.rule("M2-4")
def test_no_entertainer_works_without_module_2() -> None:
    t = Table(modules=1).tavern(0, "r3.2").dice(0, 4).planning()
    assert turns(t, 0) == []
    t.ready()
    assert not [text for text in t.legal(0) if text.startswith("entertain")]
    assert t.refused(0, "entertain thalers") == "F-5"


@pytest.mark.rule("M2-4")
@pytest.mark.parametrize("sides", [(1, 1, 1), (2, 2, 2), (0, 0, 0)])
@pytest.mark.parametrize("schnapps", [0, 1, 2, 5])
def test_what_entertainers_offer_is_what_they_do(sides: tuple[int, int, int], schnapps: int) -> None:
    t = Table(modules=2, start=1).tavern(0, "r3.2", "noble", "g5.3.5", "server").plan(0, "3 t1", "4 -")
    for name, side in zip(("money", "fire", "juggler"), sides, strict=True):
        t.entertainer(0, name, side)
    t.upgraded(0, "safe").stores(0, schnapps=schnapps).planning()
    assert_offers_agree(t)
    t.ready().do(1, "end")
    assert_offers_agree(t)
    t.do(0, "end")
    assert_offers_agree(t)


# --- M2-5: at most four are kept


@pytest.mark.rule("M2-5")
@pytest.mark.parametrize(("held", "kept"), [(0, 0), (3, 3), (4, 4), (5, 4), (9, 4)])
def test_at_the_end_of_the_own_serving_at_most_4_schnapps_are_kept(held: int, kept: int) -> None:
    t = Table(modules=2).stores(0, schnapps=held).serving(0)
    assert t.player(0).schnapps == held
    t.do(0, "end")
    assert t.player(0).schnapps == kept
    assert t.state.schnapps == 20 - kept


@pytest.mark.rule("M2-5")
def test_the_others_keep_theirs_until_their_own_serving_ends() -> None:
    t = Table(players=3, modules=2).stores(1, schnapps=6).stores(2, schnapps=7).serving(0)
    t.do(0, "end")
    assert [p.schnapps for p in t.state.players] == [0, 6, 7]
    t.do(1, "end")
    assert [p.schnapps for p in t.state.players] == [0, 4, 7]
    t.do(2, "end")
    assert [p.schnapps for p in t.state.players][1:] == [5, 5], "4 kept, and one on the way into round 2"


@pytest.mark.rule("M2-5")
def test_more_may_be_held_from_the_evening_until_the_end_of_the_serving() -> None:
    t = Table(modules=2).stores(0, schnapps=4).evening(6)
    assert t.player(0).schnapps == 6
    for letter in ("D", "E", "F"):
        t.play_on(letter)
        assert t.player(0).schnapps == 6
    t.do(0, "end")
    assert t.player(0).schnapps == 4


@pytest.mark.rule("M2-5")
def test_the_juggler_of_closing_time_is_paid_out_of_what_was_kept() -> None:
    t = Table(modules=2, evening=8, start=1).entertainer(0, "juggler", 1).tavern(0, "r3.2")
    t.stores(0, schnapps=7).serving(0)
    t.do(0, "end", "keep t1")
    assert t.player(0).schnapps == 3


# --- M2-6: points


@pytest.mark.rule("M2-6")
@pytest.mark.parametrize("modules", [2, 3, 4, 5])
def test_each_schnapps_left_scores_a_point(modules: int) -> None:
    t = Table(modules=modules, evening=8).deck(0, "noble", "r3.2").deck(1, "noble")
    t.stores(0, schnapps=3).stores(1, thalers=2, beer=2).closing()
    assert t.state.over
    assert t.scores == [13, 10]
    assert t.winners == [0]


@pytest.mark.rule("M2-6")
def test_schnapps_lost_at_the_end_of_the_serving_scores_nothing() -> None:
    t = Table(modules=2, evening=8, start=1).deck(0, "noble").stores(0, schnapps=9).serving(0)
    t.do(0, "end")
    assert t.state.over
    assert t.scores[0] == 14
