"""M4. Start cards."""

import pytest

from tests.modules.helpers import assert_offers_agree, own_cards, regulars
from tests.table import Table, edition_with
from tiefenthal.engine.chance import Outcome, RecordingChance, SeededChance
from tiefenthal.engine.components import load_edition
from tiefenthal.engine.rules.luck import DECK
from tiefenthal.engine.rules.round import begin, make_setup

ALL_REGULARS = ["r2.1", "r2.2", "r3.1", "r3.2", "r3.2", "r4.1", "r4.2"]
DISMISSALS = {"dismiss r2.1", "dismiss r2.2", "dismiss r3.1", "dismiss r3.2", "dismiss r4.1", "dismiss r4.2"}


def choosing(*revealed: int, players: int = 2, modules: int = 4, start: int = 0) -> Table:
    """The choice of start cards with these revealed."""
    return Table(players=players, modules=modules, start=start).start_cards(*revealed)


# --- M4-1: choosing


@pytest.mark.rule("M4-1")
@pytest.mark.parametrize("modules", [4, 5])
def test_three_of_the_seven_start_cards_are_revealed(modules: int) -> None:
    seen: set[int] = set()
    for seed in range(30):
        s = begin(make_setup(3, modules, load_edition()), SeededChance(str(seed)))
        assert s.round == 0
        assert len(set(s.start_cards)) == len(s.start_cards) == 3
        assert set(s.start_cards) <= {1, 2, 3, 4, 5, 6, 7}
        seen |= set(s.start_cards)
    assert seen == {1, 2, 3, 4, 5, 6, 7}


@pytest.mark.rule("M4-1")
@pytest.mark.parametrize("modules", [1, 2, 3])
def test_before_module_4_nobody_chooses_a_start_card(modules: int) -> None:
    s = begin(make_setup(2, modules, load_edition()), SeededChance("x"))
    assert s.round == 1
    assert s.start_cards == []


@pytest.mark.rule("M4-1")
def test_one_of_the_revealed_cards_is_chosen() -> None:
    t = choosing(7, 2, 5)
    assert t.legal(0) == ["start 2", "start 5", "start 7"]
    for other in (1, 3, 4, 6):
        assert t.refused(0, f"start {other}") == "M4-1"
    assert t.refused(0, "stay") == "M4-1"
    assert t.refused(0, "decline") == "M4-1"


@pytest.mark.rule("M4-1")
def test_the_start_player_chooses_first_then_the_others_in_turn_order() -> None:
    t = choosing(1, 2, 4, players=3, start=1)
    for seat in (1, 2, 0):
        assert t.acting == [seat]
        for other in {0, 1, 2} - {seat}:
            assert t.refused(other, "start 1") == "M4-1"
            assert t.legal(other) == []
        assert t.legal(seat) == ["start 1", "start 2", "start 4"]
        t.do(seat, "start 1")
    assert t.state.round == 1


@pytest.mark.rule("M4-1")
def test_several_players_may_choose_the_same_card() -> None:
    t = choosing(2, 3, 4, players=4)
    for seat in range(4):
        t.do(seat, "start 2")
    for seat in range(4):
        assert own_cards(t, seat) == sorted([*ALL_REGULARS, "bard", "barback", "brewer", "server"])
    assert [t.pile(name) for name in ("bard", "barback", "brewer", "server")] == [12, 12, 12, 12]


@pytest.mark.rule("M4-1")
def test_the_choice_is_open_to_the_next_player() -> None:
    t = choosing(1, 4, 6)
    t.do(0, "start 6")
    assert t.areas(0) == {"server"}
    assert t.acting == [1]


@pytest.mark.rule("M4-1")
def test_the_whole_card_is_resolved_before_the_next_player_chooses() -> None:
    t = choosing(3, 4, 6)
    assert_offers_agree(t)
    t.do(0, "start 3")
    for text in ("dismiss r2.2", "dismiss r3.2"):
        assert_offers_agree(t)
        assert t.acting == [0]
        assert t.refused(1, "start 4") == "R-7"
        assert t.legal(1) == []
        t.do(0, text)
    assert t.acting == [1]
    t.do(1, "start 4")


@pytest.mark.rule("M4-1")
@pytest.mark.rule("S-6")
def test_the_card_takes_the_place_of_the_three_tavern_cards() -> None:
    t = choosing(3, 4, 5)
    for seat in (0, 1):
        assert sorted(t.deck_of(seat)) == ALL_REGULARS
    assert [t.pile(name) for name in ("server", "table", "brewer")] == [16, 16, 16]
    t.do(0, "start 4")
    assert sorted(t.deck_of(0)) == ALL_REGULARS
    assert [t.pile(name) for name in ("server", "table", "brewer")] == [16, 16, 16]


# --- M4-2: the cards

CARDS = {
    1: (["server", "table", "brewer"], set[str](), 0, 0, 0),
    2: (["bard", "barback", "brewer", "server"], set[str](), 0, 0, 0),
    3: (["barback"], set[str](), 0, 0, 2),
    4: ([], {"tables"}, 1, 0, 0),
    5: (["bard", "table"], {"beer_storage"}, 0, 5, 0),
    6: (["server"], {"server"}, 0, 0, 0),
    7: (["dishwasher"], {"cashbox"}, 0, 0, 1),
}


@pytest.mark.rule("M4-2")
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("modules", [4, 5])
def test_each_start_card_gives_exactly_what_it_shows(modules: int, card: int) -> None:
    gained, areas, schnapps, beer, dismissed = CARDS[card]
    revealed = [card, card % 7 + 1, (card + 1) % 7 + 1]
    t = choosing(*revealed, modules=modules)
    piles = list(t.state.piles)
    t.do(0, f"start {card}")
    staying = list(ALL_REGULARS)
    for regular in ["r2.1", "r3.2"][:dismissed]:
        t.do(0, f"dismiss {regular}")
        staying.remove(regular)
    p = t.player(0)
    assert sorted(t.deck_of(0)) == sorted([*staying, *gained])
    assert t.areas(0) == areas
    assert (p.schnapps, t.state.schnapps) == (schnapps, 20 - schnapps)
    assert (p.beer, p.thalers, p.counter_guests, p.reputation) == (beer, 0, 0, 0)
    assert p.monastery == (3 if card == 3 else 0)
    assert len(t.removed) == dismissed
    for kind in range(1, 7):
        assert piles[kind] - t.state.piles[kind] == t.kinds(gained).count(kind)
    assert (t.player(1).upgraded, t.player(1).schnapps, t.player(1).beer) == (0, 0, 0)
    assert t.acting == [1], "nothing more is asked"


@pytest.mark.rule("M4-2")
@pytest.mark.rule("R-1")
def test_the_steps_of_card_3_bring_the_bonuses_of_their_spaces() -> None:
    edition = edition_with(('1 = "nothing"\n2 = "barback"', '1 = "2 thalers"\n2 = "noble"'))
    t = Table(modules=4, edition=edition).start_cards(3, 4, 5).do(0, "start 3")
    assert t.player(0).thalers == 2
    assert t.top(0) == ["noble"]
    assert t.player(0).monastery == 3


@pytest.mark.rule("M4-2")
@pytest.mark.rule("A-11")
def test_service_denied_in_setup_finds_nobody() -> None:
    edition = edition_with(('2 = "barback"', '2 = "service denied"'))
    t = Table(modules=4, edition=edition).start_cards(3, 4, 5).do(0, "start 3")
    assert set(t.legal(0)) == DISMISSALS
    t.do(0, "dismiss r2.1", "dismiss r2.2")
    assert t.acting == [1]


@pytest.mark.rule("M4-2")
@pytest.mark.parametrize("beer", [1, 3, 5])
def test_the_storage_is_filled_to_what_the_card_says(beer: int) -> None:
    edition = edition_with(("filled to 5", f"filled to {beer}"))
    t = Table(modules=4, edition=edition).start_cards(3, 4, 5).do(0, "start 5")
    assert (t.player(0).beer, t.player(1).beer) == (beer, 0)


@pytest.mark.rule("M4-3")
@pytest.mark.parametrize("count", [3, 4])
def test_as_many_regulars_leave_as_the_card_says(count: int) -> None:
    edition = edition_with(("remove 2 regulars", f"remove {count} regulars"))
    t = Table(modules=4, edition=edition).start_cards(3, 4, 5).do(0, "start 3")
    for text in ("dismiss r2.1", "dismiss r2.2", "dismiss r3.1", "dismiss r3.2")[:count]:
        assert t.acting == [0]
        t.do(0, text)
    assert (t.acting, len(t.removed)) == ([1], count)


@pytest.mark.rule("M4-3")
def test_a_noble_who_looks_like_a_regular_does_not_leave() -> None:
    edition = edition_with(('2 = "barback"', '2 = "noble"'))
    t = Table(modules=4, edition=edition).start_cards(3, 4, 5).do(0, "start 3", "dismiss r2.2")
    assert t.refused(0, "dismiss r2.2") == "M4-3", "a noble too shows a 2 and pays 2"
    t.do(0, "dismiss r4.1")
    assert "noble" in t.deck_of(0)


@pytest.mark.rule("M4-2")
def test_the_steps_of_card_3_come_before_the_regulars_leave() -> None:
    t = choosing(3, 4, 5).do(0, "start 3")
    assert t.player(0).monastery == 3
    assert "barback" in t.deck_of(0)


@pytest.mark.rule("M4-2")
def test_schnapps_from_a_start_card_is_given_while_it_lasts() -> None:
    t = Table(modules=4).supply(schnapps=1).start_cards(4, 5, 6)
    t.do(0, "start 4").do(1, "start 4")
    assert [p.schnapps for p in t.state.players] == [1, 0]
    assert [t.areas(seat) for seat in (0, 1)] == [{"tables"}, {"tables"}]


@pytest.mark.rule("X-9")
@pytest.mark.rule("M4-2")
def test_three_steps_give_exactly_a_barback() -> None:
    t = choosing(3, 4, 5)
    piles, nobles = list(t.state.piles), t.pile("noble")
    t.do(0, "start 3")
    p = t.player(0)
    assert p.monastery == 3
    assert sorted(t.deck_of(0)) == sorted([*ALL_REGULARS, "barback"])
    piles[t.kind("barback")] -= 1
    assert (t.state.piles, t.pile("noble")) == (piles, nobles)
    assert (p.thalers, p.beer, p.schnapps, p.upgraded) == (0, 0, 0, 0)


# --- M4-3: upgrades and regulars who leave


@pytest.mark.rule("M4-3")
@pytest.mark.parametrize("card", [4, 5, 6, 7])
def test_an_upgrade_from_a_start_card_brings_no_noble(card: int) -> None:
    t = choosing(card, card % 7 + 1, (card + 1) % 7 + 1).do(0, f"start {card}")
    assert t.player(0).upgraded != 0
    assert "noble" not in t.deck_of(0)
    assert t.pile("noble") == 61


@pytest.mark.rule("M4-3")
def test_upgraded_tables_are_there_when_the_first_guests_arrive() -> None:
    t = choosing(1, 4, 5).shuffle(0, "r2.1", "r3.1", "r4.1", "r2.2", "r3.2").shuffle(1, "r2.1", "r3.1", "r4.1")
    t.do(0, "start 4").do(1, "start 1")
    assert (t.state.round, t.phase) == (1, "B")
    assert t.seated(0) == ["r2.1", "r3.1", "r4.1", "r2.2"]
    assert t.seated(1) == ["r2.1", "r3.1", "r4.1"]


@pytest.mark.rule("M4-3")
def test_the_upgraded_server_area_brings_a_die_in_round_1() -> None:
    t = choosing(6, 4, 5).shuffle(0, "r2.1", "r3.1", "r4.1").shuffle(1, "server", "r2.1", "r3.1", "r4.1")
    t.do(0, "start 6").do(1, "start 6").play_on("D")
    assert t.state.round == 1
    assert [p.coloured for p in t.state.players] == [1, 2]


@pytest.mark.rule("M4-3")
def test_the_upgraded_cashbox_pays_3_in_round_1() -> None:
    t = choosing(7, 4, 5).white(0, 6, 6, 6, 6).white(1, 6, 6, 6, 6)
    t.do(0, "start 7", "dismiss r2.1").do(1, "start 4").play_on("E")
    t.do(0, "place 6 cashbox").ready()
    assert t.state.round == 1
    t.do(0, "use cashbox")
    assert t.player(0).thalers == 3


@pytest.mark.rule("M4-3")
def test_the_upgraded_storage_keeps_5_beer_in_round_1() -> None:
    t = choosing(5, 4, 6).do(0, "start 5").do(1, "start 4").play_on("F")
    assert (t.state.round, t.player(0).beer) == (1, 5)
    t.do(0, "end")
    assert t.player(0).beer == 5


@pytest.mark.rule("M4-3")
@pytest.mark.rule("E-4")
def test_a_dishwasher_area_upgraded_by_a_start_card_would_help_in_round_1() -> None:
    edition = edition_with(('"server area upgraded"', '"dishwasher area upgraded"'))
    t = Table(modules=4, edition=edition).start_cards(6, 4, 5).shuffle(0, "r2.1", "r3.1", "r4.1")
    t.do(0, "start 6").do(1, "start 4").play_on("E")
    assert t.state.round == 1
    assert [p.dishwashers for p in t.state.players] == [1, 0]


@pytest.mark.rule("M4-3")
def test_the_player_chooses_which_regulars_leave_the_game() -> None:
    t = choosing(3, 4, 5).do(0, "start 3")
    assert set(t.legal(0)) == DISMISSALS
    assert len(t.legal(0)) == len(DISMISSALS)
    t.do(0, "dismiss r3.2")
    assert set(t.legal(0)) == DISMISSALS, "there are two regulars of this kind"
    t.do(0, "dismiss r3.2")
    assert t.removed == ["r3.2", "r3.2"]
    assert sorted(t.deck_of(0)) == ["barback", "r2.1", "r2.2", "r3.1", "r4.1", "r4.2"]
    assert t.discard_of(0) == []


@pytest.mark.rule("M4-3")
def test_a_regular_who_has_left_cannot_leave_again() -> None:
    t = choosing(3, 4, 5).do(0, "start 3", "dismiss r4.1")
    assert set(t.legal(0)) == DISMISSALS - {"dismiss r4.1"}
    assert t.refused(0, "dismiss r4.1") == "M4-3"
    assert t.refused(0, "dismiss r6.2") == "M4-3"


@pytest.mark.rule("M4-3")
def test_regulars_must_leave() -> None:
    t = choosing(7, 4, 5).do(0, "start 7")
    assert t.refused(0, "decline") == "M4-2"
    assert t.refused(0, "start 4") == "M4-2"
    t.do(0, "dismiss r2.2")
    assert t.acting == [1]


@pytest.mark.rule("M4-3")
def test_without_regulars_nobody_leaves() -> None:
    t = choosing(3, 4, 5).deck(0, "noble").do(0, "start 3")
    assert t.acting == [1]
    assert sorted(t.deck_of(0)) == ["barback", "noble"]


@pytest.mark.rule("M4-3")
def test_the_regulars_of_others_stay() -> None:
    t = choosing(3, 4, 5).do(0, "start 3", "dismiss r2.1", "dismiss r2.2")
    assert sorted(t.deck_of(1)) == regulars(t) == ALL_REGULARS


@pytest.mark.rule("M4-3")
def test_a_regular_who_left_never_comes_back() -> None:
    t = choosing(7, 4, 5).do(0, "start 7", "dismiss r2.2").do(1, "start 4")
    while not t.state.over:
        t.play_on("F")
        assert "r2.2" not in own_cards(t, 0)
        assert "r2.2" in own_cards(t, 1)


# --- M4-4: shuffled afterwards


@pytest.mark.rule("M4-4")
def test_the_deck_is_shuffled_after_the_start_card_is_resolved() -> None:
    t = choosing(3, 4, 5).shuffle(0, "r3.1", "barback", "r4.2").do(0, "start 3", "dismiss r2.1")
    assert t.player(0).known == 1, "not shuffled yet: the barback lies openly on top"
    t.do(0, "dismiss r2.2")
    assert t.top(0, 3) == ["r3.1", "barback", "r4.2"]
    assert t.player(0).known == 0


@pytest.mark.rule("M4-4")
@pytest.mark.parametrize("card", [1, 2, 4, 5, 6])
def test_nothing_on_top_of_the_deck_stays_known(card: int) -> None:
    t = choosing(card, card % 7 + 1, (card + 1) % 7 + 1).shuffle(0, "r4.1", "r2.1").do(0, f"start {card}")
    assert t.top(0, 2) == ["r4.1", "r2.1"]
    assert t.player(0).known == 0


@pytest.mark.rule("M4-4")
def test_each_deck_is_shuffled_once_in_turn_order_and_whole() -> None:
    outcomes: list[Outcome] = []
    t = Table(players=3, modules=4, start=2).start_cards(1, 2, 4)
    luck = RecordingChance(SeededChance("record"), outcomes, [])
    for seat, card in ((2, 1), (0, 4), (1, 2)):
        t.luck._after = luck
        t.do(seat, f"start {card}")
    shuffles = [(seat, len(cards)) for stream, seat, cards in outcomes if stream == DECK]
    assert shuffles == [(2, 10), (0, 7), (1, 11)]
