"""F. Serving the guests: what thalers and beer buy."""

import pytest

from tests.figures import FIGURES
from tests.table import Table, edition_with
from tiefenthal.engine.components.kinds import AREA_NAMES
from tiefenthal.engine.rules.areas import BEFORE_SERVING, more_upgraded
from tiefenthal.engine.rules.market import for_sale, most_nobles, nobles_price, returns_needed

PRICES = {"barback": 2, "dishwasher": 3, "server": 4, "table": 5, "brewer": 6}
AREAS = {
    "tables": 15,
    "server": 12,
    "cashbox": 10,
    "monk": 9,
    "dishwasher": 9,
    "safe": 7,
    "barrel": 8,
    "brewer": 18,
    "beer_storage": 6,
}
OFFERS = {"dishwasher": ("dishwasher", 3), "server": ("server", 4), "tables": ("table", 5), "brewer": ("brewer", 6)}


def with_thalers(count: int) -> Table:
    return Table().stores(0, thalers=count)


# --- F-6


@pytest.mark.rule("F-6")
def test_every_card_goes_on_top_of_the_deck_the_last_one_on_top() -> None:
    t = with_thalers(30).deck(0, "r2.1").row("g7.2.7", "g5.3.5", "g4.2.4", "g4.3.4").stores(0, thalers=30, beer=16)
    t.serving(0).do(0, "buy barback", "recruit row1", "upgrade safe", "buy table", "nobles 1")
    assert t.deck_of(0) == ["noble", "table", "noble", "g7.2.7", "barback", "r2.1"]
    assert t.discard_of(0) == []


@pytest.mark.rule("F-6")
def test_a_card_bought_is_drawn_in_the_next_arrival() -> None:
    t = with_thalers(6).serving(0).do(0, "buy brewer", "end").do(1, "end")
    t.play_on("D")
    assert t.drawn(0)["brewer"] >= 1


@pytest.mark.rule("F-6")
def test_cards_on_top_stay_known_until_a_shuffle() -> None:
    t = with_thalers(8).serving(0).do(0, "buy brewer", "buy barback")
    assert t.player(0).known == 2


# --- F-7


@pytest.mark.rule("F-7")
@pytest.mark.parametrize(("name", "price"), PRICES.items())
def test_a_tavern_card_costs_its_thalers(name: str, price: int) -> None:
    assert with_thalers(price - 1).serving(0).refused(0, f"buy {name}") == "F-7"
    t = with_thalers(price).serving(0).do(0, f"buy {name}")
    assert (t.player(0).thalers, t.pile(name)) == (0, 15 - 2 * (name in ("server", "table", "brewer")))
    assert t.top(0) == [name]


@pytest.mark.rule("F-7")
def test_a_bard_costs_1_and_is_for_sale_with_module_3() -> None:
    t = Table(modules=3).stores(0, thalers=2).serving(0).do(0, "buy bard")
    assert t.player(0).thalers == 1
    assert t.refused(0, "buy bard") == "F-7"
    assert with_thalers(9).serving(0).refused(0, "buy bard") == "F-7"


@pytest.mark.rule("F-7")
def test_at_most_one_of_each_kind_per_round() -> None:
    t = with_thalers(99).serving(0)
    for name in PRICES:
        t.do(0, f"buy {name}")
        assert t.refused(0, f"buy {name}") == "F-7"
    assert t.player(0).thalers == 99 - sum(PRICES.values())


@pytest.mark.rule("F-7")
def test_in_the_next_round_one_may_buy_again() -> None:
    t = with_thalers(4).serving(0).do(0, "buy barback").play_on("E").ready()
    while t.acting != [0]:
        t.do(t.acting[0], "end")
    t.stores(0, thalers=2).do(0, "buy barback")


@pytest.mark.rule("F-7")
def test_the_limit_is_each_players_own() -> None:
    t = with_thalers(2).stores(1, thalers=2).serving(0).do(0, "buy barback", "end")
    t.do(1, "buy barback")


@pytest.mark.rule("F-7")
def test_cards_gained_do_not_count() -> None:
    t = with_thalers(2).markers(0, monastery=1).plan(0, "5 monk").serving(0).do(0, "use monk:5")
    assert t.top(0) == ["barback"]
    t.do(0, "buy barback")
    assert t.top(0, 2) == ["barback", "barback"]


@pytest.mark.rule("F-7")
def test_a_card_gained_in_the_evening_does_not_count() -> None:
    t = Table().evening(2).do(0, "choose barback").do(1, "choose barback")
    t.play_on("F")
    t.stores(0, thalers=2).do(0, "buy barback")


@pytest.mark.rule("F-7")
def test_an_empty_pile_sells_nothing() -> None:
    t = with_thalers(9).supply(brewer=0, barback=1).stores(1, thalers=9).serving(0)
    assert t.refused(0, "buy brewer") == "F-7"
    t.do(0, "buy barback", "end")
    assert t.refused(1, "buy barback") == "F-7"


@pytest.mark.rule("F-7", "F-9")
def test_returned_cards_are_for_sale_at_once_to_their_returner_too() -> None:
    t = with_thalers(18).tavern(0, "brewer").supply(brewer=0).serving(0)
    assert t.refused(0, "buy brewer") == "F-7"
    t.do(0, "upgrade brewer 1", "buy brewer")
    assert (t.player(0).thalers, t.pile("brewer")) == (0, 0)


# --- F-8


@pytest.mark.rule("F-8")
@pytest.mark.parametrize(("area", "price"), AREAS.items())
def test_an_upgrade_costs_its_thalers_and_brings_a_noble(area: str, price: int) -> None:
    assert with_thalers(price - 1).serving(0).refused(0, f"upgrade {area}") == "F-8"
    t = with_thalers(price).serving(0).do(0, f"upgrade {area}")
    assert t.areas(0) == {area}
    assert (t.player(0).thalers, t.pile("noble")) == (0, 60)
    assert t.top(0) == ["noble"]


@pytest.mark.rule("F-8")
@pytest.mark.parametrize("area", AREAS)
def test_each_area_is_upgraded_once(area: str) -> None:
    t = with_thalers(40).serving(0).do(0, f"upgrade {area}")
    assert t.refused(0, f"upgrade {area}") == "F-8"
    assert Table().upgraded(0, area).stores(0, thalers=40).serving(0).refused(0, f"upgrade {area}") == "F-8"


@pytest.mark.rule("F-8", "F-9")
@pytest.mark.parametrize("area", OFFERS)
def test_an_upgraded_area_has_no_special_offer_any_more(area: str) -> None:
    t = Table().tavern(0, *[OFFERS[area][0]] * 2).stores(0, thalers=40).serving(0).do(0, f"upgrade {area} 1")
    assert t.refused(0, f"upgrade {area} 1") == "F-8"


@pytest.mark.rule("F-8")
def test_several_areas_may_be_upgraded_in_a_serving() -> None:
    t = with_thalers(30).serving(0).do(0, "upgrade safe", "upgrade barrel", "upgrade server")
    assert t.areas(0) == {"safe", "barrel", "server"}
    assert t.top(0, 3) == ["noble"] * 3


@pytest.mark.rule("F-8")
def test_a_server_area_upgraded_now_brings_its_die_next_round() -> None:
    t = with_thalers(12).deck(0, "r2.1", "r3.1").discard(0, "r4.1", "r2.2").serving(0).do(0, "upgrade server")
    assert t.dice_of(0) == []
    t.play_on("D")
    assert t.player(0).coloured == 1


@pytest.mark.rule("F-8")
def test_tables_upgraded_now_are_there_next_round() -> None:
    t = with_thalers(15).tavern(0, "r2.1", "r3.1", "r4.1").plan(0, "2 -").serving(0)
    before = t.deck_of(0)
    t.do(0, "upgrade tables")
    assert t.seated(0) == ["r2.1", "r3.1", "r4.1"]
    assert t.deck_of(0) == ["noble", *before]
    assert t.refused(0, "place 2 t4") == "E-2"
    t.play_on("D")
    assert len(t.seated(0)) == 4 + t.drawn(0).get("table", 0)


@pytest.mark.rule("F-8")
def test_a_dishwasher_area_upgraded_now_does_not_help_yet() -> None:
    t = with_thalers(9).tavern(0, "r3.1").plan(0, "2 barrel").serving(0).do(0, "upgrade dishwasher")
    assert t.refused(0, "move barrel t1") == "E-3"


def _a_serving(area: str) -> tuple[object, ...]:
    """What a seat can do with its dice, gets and keeps in a serving in which it first upgrades this area, if any."""
    t = Table().tavern(0, "r2.1", "r3.1", "r4.1").stores(0, thalers=60, beer=9)
    t.plan(0, "2 -", "3 cashbox", "4 barrel", "6 brewer", "5 monk").serving(0)
    if area:
        t.do(0, f"upgrade {area}")
    moves = [text for text in t.legal(0) if text.split()[0] in ("place", "move", "swap", "use")]
    t.do(0, "use cashbox", "use barrel", "use brewer:6", "use monk:5")
    p = t.player(0)
    had = (p.thalers + AREAS.get(area, 0), p.beer, p.monastery)
    t.do(0, "end")
    return moves, had, p.thalers, p.beer


@pytest.mark.rule("F-8")
@pytest.mark.parametrize("area", AREAS)
def test_what_is_said_of_when_an_upgrade_works_is_so(area: str) -> None:
    said = AREA_NAMES.index(area) in BEFORE_SERVING
    assert (_a_serving(area) == _a_serving("")) == said


@pytest.mark.rule("F-8", "F-16")
def test_without_nobles_one_may_still_upgrade() -> None:
    t = with_thalers(7).supply(noble=0).deck(0, "r2.1").serving(0).do(0, "upgrade safe")
    assert t.areas(0) == {"safe"}
    assert t.deck_of(0) == ["r2.1"]


# --- F-9


@pytest.mark.rule("F-9")
@pytest.mark.parametrize("area", OFFERS)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_each_card_returned_lowers_the_price(area: str, count: int) -> None:
    card, discount = OFFERS[area]
    price = AREAS[area] - discount * count
    t = Table().tavern(0, *[card] * 3).stores(0, thalers=price)
    left = t.pile(card)
    t.serving(0).do(0, f"upgrade {area} {count}")
    assert (t.player(0).thalers, t.areas(0), t.top(0)) == (0, {area}, ["noble"])
    assert t.pile(card) == left + count
    assert t.drawn(0).get(card, 0) == 3 - count


@pytest.mark.rule("F-9")
@pytest.mark.parametrize("area", OFFERS)
def test_a_lowered_price_must_still_be_paid(area: str) -> None:
    card, discount = OFFERS[area]
    t = Table().tavern(0, card, card).stores(0, thalers=AREAS[area] - 2 * discount - 1).serving(0)
    assert t.refused(0, f"upgrade {area} 2") == "F-8"
    assert t.refused(0, f"upgrade {area} 1") == "F-8"


@pytest.mark.rule("F-9")
def test_the_price_does_not_fall_below_nothing_and_more_cards_may_be_returned() -> None:
    t = Table().tavern(0, *["brewer"] * 4).stores(0, thalers=1).serving(0)
    assert t.can(0, "upgrade brewer 3")
    t.do(0, "upgrade brewer 4")
    assert (t.player(0).thalers, t.drawn(0)) == (1, {})


@pytest.mark.rule("F-9")
def test_a_price_of_one_thaler_is_paid() -> None:
    edition = edition_with(("dishwasher   = { price = 9,", "dishwasher   = { price = 10,"))
    t = Table(edition=edition).tavern(0, *["dishwasher"] * 3).stores(0, thalers=1).serving(0)
    t.do(0, "upgrade dishwasher 3")
    assert t.player(0).thalers == 0
    t = Table(edition=edition).tavern(0, *["dishwasher"] * 3).serving(0)
    assert t.refused(0, "upgrade dishwasher 3") == "F-8"


@pytest.mark.rule("F-9")
def test_only_cards_still_in_the_tavern_are_returned() -> None:
    t = Table().deck(0, "brewer").discard(0, "brewer").tavern(1, "brewer").tavern(0, "brewer").stores(0, thalers=20)
    t.serving(0)
    assert t.refused(0, "upgrade brewer 2") == "F-9"
    t.do(0, "upgrade brewer 1")
    assert t.player(0).thalers == 8


@pytest.mark.rule("F-9")
def test_a_card_bought_now_is_not_returned() -> None:
    t = with_thalers(30).serving(0).do(0, "buy brewer")
    assert t.refused(0, "upgrade brewer 1") == "F-9"


@pytest.mark.rule("F-9")
def test_returning_is_a_choice() -> None:
    t = Table().tavern(0, "server").stores(0, thalers=12).serving(0).do(0, "upgrade server")
    assert t.drawn(0) == {"server": 1}


@pytest.mark.rule("F-9")
@pytest.mark.parametrize("area", ["cashbox", "monk", "safe", "barrel", "beer_storage"])
def test_five_areas_have_no_special_offer(area: str) -> None:
    staff = ["barback", "dishwasher", "server", "table", "brewer"]
    t = Table().tavern(0, *staff).stores(0, thalers=30).serving(0)
    assert t.refused(0, f"upgrade {area} 1") == "F-9"


@pytest.mark.rule("F-9")
@pytest.mark.parametrize("area", OFFERS)
def test_only_cards_of_that_kind(area: str) -> None:
    others = [card for card, _ in OFFERS.values() if card != OFFERS[area][0]]
    t = Table().tavern(0, *others, "barback").stores(0, thalers=30).serving(0)
    assert t.refused(0, f"upgrade {area} 1") == "F-9"


@pytest.mark.rule("F-9")
def test_a_guest_on_a_returned_table_card_stays_with_its_die() -> None:
    t = Table().tavern(0, "table", "r2.1", "r3.1", "r4.1", "r4.2").plan(0, "4 t4", "4 barrel").stores(0, thalers=10)
    t.serving(0).do(0, "upgrade tables 1")
    assert t.seated(0) == ["r2.1", "r3.1", "r4.1", "r4.2"]
    t.do(0, "use t4")
    assert t.player(0).thalers == 2


@pytest.mark.rule("F-9", "F-4")
def test_a_guest_on_a_returned_table_card_can_still_be_given_a_die() -> None:
    t = Table().tavern(0, "table", "r2.1", "r3.1", "r4.1", "r4.2").plan(0, "4 barrel").stores(0, thalers=10)
    t.serving(0).do(0, "upgrade tables 1", "move barrel t4", "use t4")
    assert t.player(0).thalers == 2


@pytest.mark.rule("F-9", "R-6")
def test_a_guest_on_a_returned_table_card_can_be_removed() -> None:
    t = Table().tavern(0, "table", "r2.1", "r3.1", "r4.1", "r4.2").counter_guests(0, 1).markers(0, monastery=7)
    t.stores(0, thalers=10).serving(0).do(0, "upgrade tables 1", "counter-guest", "remove t4")
    assert t.removed[-1] == "r4.2"


@pytest.mark.rule("F-9", "G-1")
def test_returned_cards_are_not_discarded_but_the_guest_is() -> None:
    t = Table().tavern(0, "table", "r2.1", "r3.1", "r4.1", "r4.2").stores(0, thalers=10)
    before = t.census()
    t.serving(0).do(0, "upgrade tables 1", "end").do(1, "end")
    assert t.discard_of(0) == ["r2.1", "r3.1", "r4.1", "r4.2"]
    assert t.census() == before


@pytest.mark.rule("F-9")
def test_dice_from_a_returned_server_stay() -> None:
    t = Table().tavern(0, "server").dice(0, 6, coloured=1).stores(0, thalers=8).serving(0)
    t.do(0, "upgrade server 1", "place 6 brewer", "use brewer:6")
    assert t.player(0).beer == 1
    assert t.player(0).coloured == 1


@pytest.mark.rule("F-9", "F-2")
def test_a_returned_brewer_adds_nothing_to_dice_removed_later() -> None:
    t = Table().tavern(0, "brewer", "brewer").plan(0, "1 brewer", "6 brewer").stores(0, thalers=12).serving(0)
    t.do(0, "use brewer:1")
    assert t.player(0).beer == 3
    t.do(0, "upgrade brewer 1", "use brewer:6")
    assert t.player(0).beer == 3 + 3  # upgraded area 2, one card left 1


# --- F-11, F-12


@pytest.mark.rule("F-11")
def test_a_guest_costs_its_beer() -> None:
    t = Table().row("g4.2.4", "g5.3.5", "g7.2.7", "g8.2.6.table").stores(0, beer=5).serving(0)
    assert [text for text in t.legal(0) if "recruit" in text] == ["recruit pile", "recruit row1", "recruit row2"]
    assert t.refused(0, "recruit row3") == "F-11"
    t.do(0, "recruit row2")
    assert (t.player(0).beer, t.top(0)) == (0, ["g5.3.5"])
    assert Table().stores(0, beer=2).serving(0).refused(0, "recruit pile") == "F-11"
    t = Table().stores(0, beer=3).serving(0).do(0, "recruit pile")
    assert t.player(0).beer == 0


@pytest.mark.rule("F-11")
@pytest.mark.parametrize("modules", [1, 3, 5])
@pytest.mark.parametrize("first", ["recruit pile", "recruit row1"])
def test_at_most_one_guest_per_round(modules: int, first: str) -> None:
    t = Table(modules=modules).row("g4.2.4", "g5.3.5", "g7.2.7", "g4.3.4").stores(0, beer=30).serving(0).do(0, first)
    assert t.refused(0, "recruit row2") == "F-11"
    assert t.refused(0, "recruit pile") == "F-11"


@pytest.mark.rule("F-11")
def test_in_the_next_round_one_may_recruit_again() -> None:
    t = Table().stores(0, beer=3).serving(0).do(0, "recruit pile").play_on("E").ready()
    while t.acting != [0]:
        t.do(t.acting[0], "end")
    t.stores(0, beer=3).do(0, "recruit pile")


@pytest.mark.rule("F-11")
def test_each_player_may_recruit_one() -> None:
    t = Table().stores(0, beer=3).stores(1, beer=3).serving(0).do(0, "recruit pile", "end").do(1, "recruit pile")
    assert len(t.state.pile) == 6


@pytest.mark.rule("F-12")
def test_the_row_is_refilled_at_once() -> None:
    t = Table().row("g4.2.4", "g5.3.5", "g7.2.7", "g4.3.4").next_guest("g6.4.6").stores(0, beer=5).serving(0)
    t.do(0, "recruit row2")
    assert t.open_guests == ["g4.2.4", "g6.4.6", "g7.2.7", "g4.3.4"]


@pytest.mark.rule("F-12")
def test_recruiting_from_the_pile_leaves_the_row() -> None:
    t = Table().row("g4.2.4", "g5.3.5", "g7.2.7", "g4.3.4").guest_pile("g3.4.3", "g3.5.3").stores(0, beer=3).serving(0)
    t.do(0, "recruit pile")
    assert t.open_guests == ["g4.2.4", "g5.3.5", "g7.2.7", "g4.3.4"]
    assert t.names(t.state.pile) == ["g3.5.3"]


@pytest.mark.rule("F-12")
def test_the_row_gets_a_fifth_place_when_the_pile_has_run_out() -> None:
    t = Table().row("g4.2.4", "g5.3.5", "g7.2.7", "g4.3.4").guest_pile("g3.4.3").next_guest("g6.4.6", "g8.2.6.table")
    t.stores(0, beer=3).stores(1, beer=6).serving(0)
    assert t.refused(0, "recruit row5") == "F-12"
    t.do(0, "recruit pile")
    assert t.open_guests == ["g4.2.4", "g5.3.5", "g7.2.7", "g4.3.4", "g6.4.6"]  # the rightmost
    t.do(0, "end")
    assert t.refused(1, "recruit pile") == "F-11"
    t.do(1, "recruit row5")
    assert t.open_guests[4] == "g8.2.6.table"  # and it stays


@pytest.mark.rule("F-12")
def test_the_fifth_place_comes_in_the_evening_too() -> None:
    t = Table().row("g4.2.4", "g5.3.5", "g7.2.7", "g4.3.4").guest_pile("g3.4.3").next_guest("g6.4.6").evening(2)
    t.do(0, "choose guest").do(1, "choose barback")
    assert t.open_guests == ["g4.2.4", "g5.3.5", "g7.2.7", "g4.3.4", "g6.4.6"]


@pytest.mark.rule("F-12")
def test_with_an_empty_guest_deck_the_place_stays_empty() -> None:
    t = Table().row("g4.2.4", "g5.3.5", "g7.2.7", "g4.3.4").guest_deck("g6.4.6").stores(0, beer=4).stores(1, beer=9)
    t.serving(0).do(0, "recruit row1", "end")
    assert t.open_guests == ["g6.4.6", "g5.3.5", "g7.2.7", "g4.3.4"]
    t.do(1, "recruit row1")
    assert t.open_guests == ["", "g5.3.5", "g7.2.7", "g4.3.4"]
    assert [text for text in t.legal(1) if "row1" in text] == []
    t.player(1).recruited = 0
    assert t.refused(1, "recruit row1") == "F-12"


@pytest.mark.rule("F-12")
def test_the_fifth_place_may_be_empty_too() -> None:
    t = Table().guest_deck().guest_pile("g3.4.3").stores(0, beer=3).serving(0).do(0, "recruit pile")
    assert t.open_guests[4:] == [""]
    t.player(0).recruited = 0
    assert t.refused(0, "recruit row5") == "F-12"


@pytest.mark.rule("F-12")
def test_guest_then_refill_then_its_bonus() -> None:
    t = Table().row("g5.4.4.service-denied", "g5.3.5", "g7.2.7", "g4.3.4").next_guest("g6.4.6").tavern(0, "r2.1")
    t.stores(0, beer=5).serving(0).do(0, "recruit row1")
    assert t.can(0, "remove t1")  # the bonus is pending
    assert t.player(0).beer == 0
    assert t.top(0) == ["g5.4.4.service-denied"]
    assert t.open_guests[0] == "g6.4.6"


@pytest.mark.rule("F-12", "M5-2")
def test_the_bonus_of_the_guest_comes_before_its_signature() -> None:
    book = edition_with(('2 = ["barback", "schnapps",', '2 = ["barback", "table",'))
    t = Table(modules=5, edition=book).row("g5.6.4.dishwasher", "g5.3.5", "g7.2.7", "g4.3.4").book(0, 0, 1, 0, 0)
    t.stores(0, beer=5).serving(0)
    left = t.state.signatures
    t.do(0, "recruit row1")
    assert t.top(0, 3) == ["table", "dishwasher", "g5.6.4.dishwasher"]
    assert t.player(0).book == [0, 2, 0, 0]
    assert t.state.signatures == left - 1  # the refilled place got its own
    assert t.state.signed == 0b11111


@pytest.mark.rule("F-12", "M5-1")
def test_an_empty_place_has_no_signature() -> None:
    t = Table(modules=5).row("g4.2.4", "g5.3.5", "g7.2.7", "g4.3.4").guest_deck().stores(0, beer=4).serving(0)
    t.do(0, "recruit row1")
    assert t.state.signed == 0b11101


# --- F-13, F-16


@pytest.mark.rule("F-13")
@pytest.mark.parametrize(("count", "price"), [(1, 9), (2, 14), (3, 18)])
def test_nobles_cost_9_14_and_18_beer(count: int, price: int) -> None:
    assert Table().stores(0, beer=price - 1).serving(0).refused(0, f"nobles {count}") == "F-13"
    t = Table().stores(0, beer=price).serving(0).do(0, f"nobles {count}")
    assert (t.player(0).beer, t.pile("noble"), t.top(0, count)) == (0, 61 - count, ["noble"] * count)


@pytest.mark.rule("F-13")
def test_nobles_do_not_count_as_the_rounds_guest() -> None:
    t = Table().stores(0, beer=24).serving(0).do(0, "nobles 1", "recruit pile", "nobles 1")
    assert t.player(0).beer == 3


@pytest.mark.rule("F-13")
def test_nobles_may_be_recruited_any_number_of_times() -> None:
    t = Table().stores(0, beer=18 * 3).serving(0).do(0, "nobles 3", "nobles 3", "nobles 3")
    assert t.pile("noble") == 52


@pytest.mark.rule("F-13", "F-16")
def test_asking_for_more_nobles_than_are_left_is_refused() -> None:
    t = Table().supply(noble=2).stores(0, beer=40).serving(0)
    assert t.refused(0, "nobles 3") == "F-13"
    t.do(0, "nobles 2")
    assert t.refused(0, "nobles 1") == "F-13"


@pytest.mark.rule("F-13")
def test_only_in_the_own_serving() -> None:
    t = Table().stores(1, beer=9).serving(0)
    assert t.refused(1, "nobles 1") == "F-5"


@pytest.mark.rule("F-16", "R-4")
def test_a_noble_owed_is_lost_when_they_are_gone() -> None:
    t = Table().supply(noble=1).markers(0, monastery=13).plan(0, "5 monk").stores(0, thalers=7, beer=8)
    t.row("g8.5.6.noble", "g5.3.5", "g7.2.7", "g4.3.4").deck(0, "r2.1").serving(0)
    t.do(0, "use monk:5")  # space 14: the last noble
    assert t.pile("noble") == 0
    t.do(0, "upgrade safe", "recruit row1")
    assert t.deck_of(0) == ["g8.5.6.noble", "noble", "r2.1"]
    assert t.pile("noble") == 0


# --- what programs ask about the market


@pytest.mark.rule("F-7")
def test_a_card_is_for_sale_while_it_is_there_and_was_not_bought() -> None:
    def on_sale(t: Table) -> list[str]:
        return [name for name in PRICES if for_sale(t.state, t.player(0), t.kind(name))]

    t = with_thalers(9).supply(brewer=0, barback=1, table=1).serving(0)
    assert on_sale(t) == ["barback", "dishwasher", "server", "table"]
    assert on_sale(t.do(0, "buy dishwasher")) == ["barback", "server", "table"]
    assert on_sale(t.do(0, "buy table")) == ["barback", "server"]


@pytest.mark.rule("F-9")
def test_how_many_cards_make_an_upgrade_free() -> None:
    state = Table().state
    assert [returns_needed(state, area) for area in range(len(AREA_NAMES))] == [3, 3, 0, 0, 3, 0, 0, 3, 0]
    dearer = Table(edition=edition_with(("price = 15, discount = 5", "price = 16, discount = 5"))).state
    assert returns_needed(dearer, AREA_NAMES.index("tables")) == 4  # the fourth pays for the last thaler
    meaner = Table(edition=edition_with(("price = 15, discount = 5", "price = 15, discount = 1"))).state
    assert returns_needed(meaner, AREA_NAMES.index("tables")) == 15


@pytest.mark.rule("F-13")
def test_three_nobles_are_the_most_at_once() -> None:
    state = Table().state
    assert most_nobles(state) == 3
    assert [nobles_price(state, count) for count in range(1, most_nobles(state) + 1)] == [9, 14, 18]


@pytest.mark.rule("F-8")
def test_how_much_more_an_upgraded_area_gives() -> None:
    more = {name: more_upgraded(FIGURES, area) for area, name in enumerate(AREA_NAMES)}
    assert more == {"tables": 1, "server": 1, "cashbox": 2, "monk": 1, "dishwasher": 1, "safe": 3, "barrel": 1,
                    "brewer": 1, "beer_storage": 3}  # fmt: skip
