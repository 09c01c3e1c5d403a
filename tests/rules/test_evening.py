"""A. A new evening."""

import pytest

from tests.modules.helpers import own_cards
from tests.table import Table, edition_with
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.components import Edition, load_edition
from tiefenthal.engine.rules.round import begin, make_setup

CHEAP_GUEST = "{ cost = 3, die = 2, pays = 3, copies = 2 }"


def cheap_guest_with(bonus: str, *more: tuple[str, str]) -> Edition:
    """An edition in which the 3-beer guests that take a 2 bring a bonus."""
    return edition_with((CHEAP_GUEST, CHEAP_GUEST.replace(" }", f', bonus = "{bonus}" }}')), *more)


def with_bonus_guest(bonus: str) -> Table:
    """A table on whose pile a guest with that bonus lies, one for each of two players."""
    name = f"g3.2.3.{bonus.replace(' ', '-')}"
    return Table(edition=cheap_guest_with(bonus)).guest_pile(name, name, "g3.3.3")


# ---


@pytest.mark.rule("A-1")
@pytest.mark.parametrize("modules", [1, 2, 3])
def test_the_first_evening_is_the_first_space(modules: int) -> None:
    s = begin(make_setup(3, modules, load_edition()), SeededChance("moon"))
    assert s.round == 1
    assert [p.counter_guests for p in s.players] == [1, 1, 1]


@pytest.mark.rule("A-1")
def test_every_player_gets_the_bonus_at_once() -> None:
    assert Table(4).evening(2).acting == [0, 1, 2, 3]
    assert Table(4).evening(8).acting == [0, 1, 2, 3]


@pytest.mark.rule("A-1", "M2-1")
def test_schnapps_comes_before_the_bonus_of_the_space() -> None:
    t = Table(2, modules=2).evening(6)
    told = [what for what, _, _, _ in t.events if what in ("schnapps", "counter guest")]
    assert told == ["schnapps", "schnapps", "counter guest", "counter guest"]
    t = Table(2, modules=2).evening(8)
    assert (t.phase, t.acting) == ("A", [0, 1])
    assert [p.schnapps for p in t.state.players] == [1, 1]


@pytest.mark.rule("A-1")
def test_only_the_bonus_of_this_round_is_offered() -> None:
    t = Table().evening(2)
    assert t.legal(0) == ["choose guest", "choose barback"]
    for other in ("choose die", "choose table", "choose brewer", "choose dishwasher", "flip safe", "stay", "take 2"):
        assert t.refused(0, other) == "A-1"
    assert t.refused(0, "choose side-1") == "A-1"


@pytest.mark.rule("A-1")
def test_the_moon_moves_one_space_each_round() -> None:
    t = Table(2).evening(1)
    seen = [1]
    while not t.state.over:
        t.play_on("B" if t.state.round < 3 else "F")
        seen.append(t.state.round)
    assert sorted(set(seen)) == [1, 2, 3, 4, 5, 6, 7, 8]


# ---


@pytest.mark.rule("A-2")
@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("modules", [1, 2])
def test_counter_guests_come_in_rounds_1_4_and_6(number: int, modules: int) -> None:
    t = Table(3, modules).evening(number)
    coming = number in (1, 4, 6)
    assert [p.counter_guests for p in t.state.players] == [int(coming)] * 3
    assert t.state.counter_guests == (6 if coming else 9)


@pytest.mark.rule("A-2", "S-5")
def test_the_last_counter_guests_are_given_too() -> None:
    t = Table(3).supply(counter_guests=3).evening(6)
    assert [p.counter_guests for p in t.state.players] == [1, 1, 1]
    assert t.state.counter_guests == 0


@pytest.mark.rule("A-2")
def test_a_counter_guest_used_in_the_arrival_leaves_the_game() -> None:
    t = Table().counter_guests(0, 1).arrival()
    left = t.state.counter_guests
    t.do(0, "again")
    assert (t.player(0).counter_guests, t.state.counter_guests) == (0, left)


@pytest.mark.rule("A-2")
def test_a_counter_guest_used_in_serving_leaves_the_game() -> None:
    t = Table().counter_guests(0, 1).serving(0)
    left = t.state.counter_guests
    t.do(0, "counter-guest")
    assert (t.player(0).counter_guests, t.state.counter_guests) == (0, left)
    assert t.refused(0, "counter-guest") == "F-14"


# ---


@pytest.mark.rule("A-3", "F-6")
def test_round_2_gives_a_cheap_guest_or_a_barback_on_top_of_the_deck() -> None:
    t = Table().guest_pile("g3.4.3", "g3.2.3").evening(2)
    t.deck(0, "r2.1", "r3.1").deck(1, "r2.1", "r3.1", "r4.1", "r2.2")
    t.do(0, "choose guest")
    t.do(1, "choose barback")
    assert t.seated(0) == ["g3.4.3", "r2.1", "r3.1"]
    assert t.drawn(1) == {"barback": 1}
    assert t.pile("barback") == 15
    assert t.names(t.state.pile) == ["g3.2.3"]


@pytest.mark.rule("A-4")
def test_round_3_gives_a_die_that_is_rolled_now_and_kept() -> None:
    t = Table().evening(3)
    assert t.legal(0) == t.legal(1) == ["choose die", "choose dishwasher"]
    t.deck(0, "r2.1", "r3.1", "r4.1").colour(0, 5)
    t.do(0, "choose die")
    t.do(1, "choose dishwasher")
    assert ("rolled", 0, 5, 0) in t.events
    assert t.drawn(1)["dishwasher"] == 1
    t.play_on("E")
    assert "5 -" in t.dice_of(0)
    assert t.player(0).coloured == 1
    assert len(t.dice_of(0)) == 5


@pytest.mark.rule("A-4")
def test_the_die_of_round_3_is_for_this_round_only() -> None:
    t = Table().evening(3).colour(0, 5)
    t.do(0, "choose die")
    t.do(1, "choose dishwasher")
    t.play_on("F")
    t.do(0, "end")
    assert (t.player(0).coloured, t.dice_of(0)) == (0, [])


@pytest.mark.rule("A-5")
def test_round_5_gives_a_table_or_a_brewer() -> None:
    t = Table().evening(5)
    assert t.legal(0) == ["choose table", "choose brewer"]
    t.deck(0, *["r3.2"] * 2, "r2.1", "r3.1").deck(1, "r2.1", "r3.1", "r4.1")
    t.do(0, "choose table")
    t.do(1, "choose brewer")
    assert (t.drawn(0), t.player(0).tables) == ({"table": 1}, 4)
    assert t.drawn(1) == {"brewer": 1}


@pytest.mark.rule("A-6")
@pytest.mark.parametrize("modules", [1, 2, 3, 5])
def test_round_7_gives_a_die_or_a_barback(modules: int) -> None:
    t = Table(2, modules).evening(7)
    assert t.legal(0) == ["choose die", "choose barback"]
    t.colour(0, 6)
    t.do(0, "choose die")
    t.do(1, "choose barback")
    assert ("rolled", 0, 6, 0) in t.events
    assert t.drawn(1)["barback"] == 1
    assert t.player(1).coloured == t.drawn(1).get("server", 0)


@pytest.mark.rule("A-3", "A-4", "A-5", "M2-3")
@pytest.mark.parametrize("number", [2, 3, 5])
def test_with_module_2_an_entertainer_comes_instead(number: int) -> None:
    t = Table(modules=2).evening(number)
    assert t.legal(0) == ["choose side-1", "choose side-2"]
    assert t.refused(0, "choose barback") == "M2-3"


@pytest.mark.rule("A-3", "F-6")
def test_the_card_chosen_lies_openly_on_top() -> None:
    t = Table().evening(2)
    t.do(0, "choose barback")
    before = t.deck_of(0)
    assert (t.top(0), t.player(0).known) == (before[:1], 0)
    t.do(1, "choose barback")
    assert ("gained", 0, t.kind("barback"), 0) in t.events
    drew = [card for what, seat, card, _ in t.events if what == "drew" and seat == 0]
    assert drew[0] == t.kind("barback")


# ---


def flipped(area: str) -> Table:
    """Round 8, with that area flipped for free by seat 0, before the guests arrive."""
    t = Table().evening(8).deck(0, "r2.1", "r3.1", "r4.1", "r2.2", "r3.2", "r3.2", "r4.2")
    t.do(0, f"flip {area}")
    return t


@pytest.mark.rule("A-7")
def test_round_8_offers_any_area_not_yet_upgraded() -> None:
    t = Table().upgraded(0, "safe", "monk").evening(8)
    assert t.legal(0) == [
        "flip tables", "flip server", "flip cashbox", "flip dishwasher", "flip barrel", "flip brewer",
        "flip beer_storage", "decline",
    ]  # fmt: skip
    assert t.refused(0, "flip safe") == "A-7"
    assert t.refused(0, "choose barback") == "A-7"


@pytest.mark.rule("A-7")
@pytest.mark.parametrize("modules", [1, 2, 5])
def test_the_free_upgrade_costs_nothing_and_brings_no_noble(modules: int) -> None:
    t = Table(modules=modules).stores(0, thalers=2).evening(8)
    t.do(0, "flip brewer")
    t.do(1, "decline")
    assert t.areas(0) == {"brewer"}
    assert t.areas(1) == set()
    assert (t.player(0).thalers, t.pile("noble")) == (2, 61)


@pytest.mark.rule("A-7")
def test_flipped_tables_fill_in_this_arrival() -> None:
    t = flipped("tables").do(1, "decline")
    assert len(t.seated(0)) == 4


@pytest.mark.rule("A-7")
def test_a_flipped_server_area_brings_a_die_now() -> None:
    t = flipped("server").do(1, "decline")
    assert t.player(0).coloured == 1


@pytest.mark.rule("A-7", "E-4")
def test_a_flipped_dishwasher_area_helps_in_this_planning() -> None:
    t = flipped("dishwasher").white(0, 4, 4, 4, 4).white(1, 4, 4, 4, 4)
    t.do(1, "decline")
    t.play_on("E")
    t.do(0, "place 4 monk")
    assert t.refused(0, "place 4 monk") == "E-2"


@pytest.mark.rule("A-7")
@pytest.mark.parametrize(
    ("area", "die", "thalers", "beer", "steps"),
    [("cashbox", "6 cashbox", 3, 0, 0), ("barrel", "6 barrel", 0, 2, 0), ("brewer", "6 brewer", 0, 2, 0),
     ("monk", "5 monk", 0, 0, 2)],
)  # fmt: skip
def test_flipped_areas_yield_more_in_this_serving(area: str, die: str, thalers: int, beer: int, steps: int) -> None:
    face, space = die.split()
    t = flipped(area).white(0, *[int(face)] * 4).white(1, *[int(face)] * 4)
    t.do(1, "decline")
    t.play_on("E")
    t.do(0, f"place {face} {space}").ready()
    t.do(0, f"use {space}" if space in ("cashbox", "barrel") else f"use {space}:{face}")
    p = t.player(0)
    assert (p.thalers, p.beer, p.monastery) == (thalers, beer, steps)


@pytest.mark.rule("A-7", "F-15")
@pytest.mark.parametrize(("area", "kept"), [("safe", (5, 2)), ("beer_storage", (2, 5))])
def test_flipped_stores_hold_more_at_the_end_of_this_serving(area: str, kept: tuple[int, int]) -> None:
    t = flipped(area).do(1, "decline")
    t.play_on("F")
    t.stores(0, thalers=9, beer=9).do(0, "end")
    assert (t.player(0).thalers, t.player(0).beer) == kept


@pytest.mark.rule("A-7")
def test_with_all_nine_upgraded_the_free_upgrade_lapses() -> None:
    everything = ["tables", "server", "cashbox", "monk", "dishwasher", "safe", "barrel", "brewer", "beer_storage"]
    t = Table().upgraded(0, *everything).evening(8)
    assert t.acting == [1]
    assert t.legal(0) == []
    t.do(1, "flip safe")
    assert t.phase != "A"
    t = Table().upgraded(0, *everything).upgraded(1, *everything).evening(8)
    assert t.phase != "A"


@pytest.mark.rule("A-7", "A-10")
def test_whoever_was_not_asked_gets_nothing_when_the_others_have_chosen() -> None:
    everything = ["tables", "server", "cashbox", "monk", "dishwasher", "safe", "barrel", "brewer", "beer_storage"]
    t = Table(modules=2).upgraded(0, *everything).entertainer(0, "money", 2).evening(8)
    before = (own_cards(t, 0), t.player(0).schnapps)
    t.do(1, "flip safe")
    assert t.player(0).entertainers == [2, 0, 0]
    assert (own_cards(t, 0), t.player(0).schnapps) == before
    assert (t.areas(0), t.areas(1)) == (set(everything), {"safe"})


@pytest.mark.rule("A-7", "A-10")
def test_the_choice_of_an_earlier_round_is_not_taken_again() -> None:
    everything = ["tables", "server", "cashbox", "monk", "dishwasher", "safe", "barrel", "brewer", "beer_storage"]
    t = Table().upgraded(0, *everything).evening(7).do(0, "choose barback").do(1, "choose barback")
    assert t.pile("barback") == 14
    t.evening(8).do(1, "decline")
    assert t.pile("barback") == 14


@pytest.mark.rule("A-7", "R-8")
def test_the_free_upgrade_may_be_declined() -> None:
    t = Table().evening(8).do(0, "decline").do(1, "decline")
    assert t.areas(0) == t.areas(1) == set()
    assert t.phase == "D"


# ---


@pytest.mark.rule("A-8", "R-3")
def test_a_guest_taken_as_a_bonus_gives_its_bonus() -> None:
    t = with_bonus_guest("noble").deck(0, "r2.1", "r3.1", "r4.1").evening(2)
    t.do(0, "choose guest")
    t.do(1, "choose barback")
    assert t.pile("noble") == 60
    assert t.seated(0) == ["noble", "g3.2.3.noble", "r2.1"]  # the guest first, its bonus on top of it


@pytest.mark.rule("A-8")
def test_a_guest_taken_as_a_bonus_is_not_the_recruited_guest_of_the_round() -> None:
    t = Table().evening(2).do(0, "choose guest").do(1, "choose guest")
    t.play_on("F")
    t.stores(0, beer=3)
    assert t.can(0, "recruit pile")


@pytest.mark.rule("A-8", "M5-1")
def test_a_guest_taken_as_a_bonus_brings_no_signature() -> None:
    juggler = '5 = "entertainer juggler"\n'
    winter = edition_with((f'{juggler}6 = "counter guest"', f'{juggler}6 = "3-beer guest | barback"'))
    t = Table(modules=5, edition=winter).evening(6)
    assert (t.state.signatures, t.state.signed) == (35, 0b11111)
    t.do(0, "choose guest").do(1, "choose barback")
    assert t.player(0).book == [0, 0, 0, 0]
    assert (t.state.signatures, t.state.signed) == (35, 0b11111)  # one back, one on the guest now on top


# ---


@pytest.mark.rule("A-9", "A-10")
def test_an_empty_pile_leaves_only_the_other_choice_which_is_asked() -> None:
    t = Table().supply(barback=0).evening(2)
    assert t.legal(0) == ["choose guest"]
    assert t.refused(0, "choose barback") == "A-9"
    assert t.acting == [0, 1]
    t = Table().guest_pile().evening(2)
    assert t.legal(1) == ["choose barback"]
    assert t.refused(1, "choose guest") == "A-9"


@pytest.mark.rule("A-9", "A-10")
def test_with_both_piles_empty_nothing_is_asked() -> None:
    assert Table().supply(barback=0).guest_pile().evening(2).phase != "A"
    assert Table().supply(table=0, brewer=0).evening(5).phase != "A"


@pytest.mark.rule("A-9")
@pytest.mark.parametrize(("number", "pile"), [(3, "dishwasher"), (7, "barback")])
def test_a_die_can_always_be_chosen(number: int, pile: str) -> None:
    assert Table().supply(**{pile: 0}).evening(number).legal(0) == ["choose die"]


@pytest.mark.rule("A-10")
def test_choices_take_effect_together_once_all_are_made() -> None:
    t = Table(3).evening(2)
    t.do(1, "choose barback")
    t.do(0, "choose guest")
    assert (t.pile("barback"), len(t.state.pile)) == (16, 8)
    assert t.acting == [2]
    t.do(2, "choose barback")
    assert (t.pile("barback"), len(t.state.pile)) == (14, 7)


@pytest.mark.rule("A-10")
def test_a_choice_made_is_made() -> None:
    t = Table().evening(2).do(0, "choose barback")
    assert t.refused(0, "choose guest") == "A-10"
    assert t.legal(0) == []


@pytest.mark.rule("A-10")
def test_whoever_finds_the_pile_empty_in_turn_order_gets_the_other_choice() -> None:
    t = Table(3, start=1).supply(barback=1).guest_pile("g3.4.3", "g3.2.3").evening(2)
    for seat in (0, 2, 1):  # the order of answering does not matter, the turn order does: 1, 2, 0
        t.do(seat, "choose barback")
    gained = [(seat, t.names([card])[0]) for what, seat, card, _ in t.events if what == "gained"]
    assert gained == [(1, "barback"), (2, "g3.4.3"), (0, "g3.2.3")]


@pytest.mark.rule("A-10")
def test_whoever_finds_both_piles_empty_gets_nothing() -> None:
    t = Table(3, start=2).supply(barback=1).guest_pile("g3.4.3").evening(2)
    for seat in range(3):
        t.do(seat, "choose barback")
    gained = [(seat, t.names([card])[0]) for what, seat, card, _ in t.events if what == "gained"]
    assert gained == [(2, "barback"), (0, "g3.4.3")]
    assert t.phase != "A"


@pytest.mark.rule("A-10")
def test_whoever_finds_no_dishwasher_gets_a_die() -> None:
    t = Table(2).supply(dishwasher=1).evening(3).colour(1, 4)
    t.do(0, "choose dishwasher").do(1, "choose dishwasher")
    assert ("rolled", 1, 4, 0) in t.events
    assert t.pile("dishwasher") == 0


# ---


@pytest.mark.rule("A-11", "R-1")
def test_steps_gained_in_the_evening_give_the_bonuses_of_the_track() -> None:
    t = with_bonus_guest("2 monastery").markers(0, monastery=1).deck(0, "r2.1", "r3.1", "r4.1").evening(2)
    t.do(0, "choose guest")
    t.do(1, "choose barback")
    assert t.player(0).monastery == 3
    assert t.drawn(0) == {"barback": 1}  # space 2


@pytest.mark.rule("A-11", "R-5")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 2), (2, 2)])
def test_thalers_gained_in_the_evening_go_to_the_safe_up_to_what_it_holds(before: int, after: int) -> None:
    t = with_bonus_guest("3 thalers").stores(0, thalers=before).evening(2)
    t.do(0, "choose guest")
    t.do(1, "choose barback")
    assert t.player(0).thalers == after


@pytest.mark.rule("A-11", "R-5")
def test_an_upgraded_safe_takes_more_of_them() -> None:
    t = with_bonus_guest("3 thalers").stores(0, thalers=1).upgraded(0, "safe").evening(2)
    t.do(0, "choose guest")
    t.do(1, "choose barback")
    assert t.player(0).thalers == 4


@pytest.mark.rule("A-11", "R-6")
def test_service_denied_in_the_evening_finds_nobody_and_is_lost() -> None:
    t = with_bonus_guest("service denied").evening(2)
    t.do(0, "choose guest")
    t.do(1, "choose barback")
    assert t.phase != "A"
    assert t.state.tasks == []
    assert t.removed.count("g3.2.3.service-denied") == 0


@pytest.mark.rule("A-11", "R-5")
def test_thalers_gained_in_setup_go_to_the_safe() -> None:
    track = edition_with(('2 = "barback"', '2 = "4 thalers"'))
    t = Table(modules=4, edition=track).start_cards(1, 3, 5)
    t.do(0, "start 3")
    assert (t.player(0).monastery, t.player(0).thalers) == (3, 2)


@pytest.mark.rule("A-11")
def test_cards_gained_in_setup_join_the_deck_before_the_shuffle() -> None:
    t = Table(modules=4).start_cards(1, 3, 5)
    t.do(0, "start 3", "dismiss r2.1", "dismiss r3.1")
    assert "barback" in t.deck_of(0)
    assert t.player(0).known == 0
