"""M5. The guest book."""

import pytest

from tests.modules.helpers import assert_offers_agree, marker, own_cards, put_marker, signatures_in_all, signed_places
from tests.table import Table, edition_with
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.rules.round import begin, make_setup

ROW = ("g4.2.4", "g5.3.5", "g6.4.6", "g7.2.7")  # one guest without a bonus for each column
NEXT = ("g4.3.4", "g5.4.5", "g6.3.6", "g4.4.4")
EVERYWHERE = {"pile", "row1", "row2", "row3", "row4"}


def market(*row: str, beer: int = 9, players: int = 2) -> Table:
    """Open guests and beer to recruit them; the next guests are without a bonus too."""
    t = Table(players=players, modules=5).row(*(row or ROW))
    t.next_guest(*(name for name in NEXT if name not in row))
    for seat in range(players):
        t.stores(seat, beer=beer)
    return t


# --- M5-1: where signatures lie


@pytest.mark.rule("M5-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_signature_lies_on_each_open_guest_and_on_the_top_of_the_pile(players: int) -> None:
    t = Table(players=players, modules=5)
    assert signed_places(t) == EVERYWHERE
    assert t.state.signatures == 35
    assert signatures_in_all(t) == 40


@pytest.mark.rule("M5-1")
@pytest.mark.parametrize("modules", [1, 2, 3, 4])
def test_without_module_5_there_are_no_signatures(modules: int) -> None:
    t = Table(modules=modules).row(*ROW).stores(0, beer=4).serving(0).do(0, "recruit row1")
    assert signatures_in_all(t) == 0
    assert t.player(0).book == [0, 0, 0, 0]


@pytest.mark.rule("M5-1")
@pytest.mark.parametrize("place", ["pile", "row1", "row2", "row3", "row4"])
def test_a_newly_open_guest_gets_a_signature(place: str) -> None:
    t = market().serving(0).do(0, f"recruit {place}")
    assert signed_places(t) == EVERYWHERE
    assert t.state.signatures == 34
    assert signatures_in_all(t) == 40


@pytest.mark.rule("M5-1")
def test_the_guest_in_the_fifth_place_gets_one_too() -> None:
    t = market().guest_pile("g3.2.3").serving(0).do(0, "recruit pile")
    assert t.open_guests == [*ROW, "g4.3.4"]
    assert signed_places(t) == {"row1", "row2", "row3", "row4", "row5"}
    assert t.state.signatures == 34
    t.do(0, "end").do(1, "recruit row5")
    assert t.player(1).book == [1, 0, 0, 0]
    assert "row5" in signed_places(t)


@pytest.mark.rule("M5-1")
@pytest.mark.parametrize("place", ["row1", "pile"])
def test_with_none_left_a_newly_open_guest_gets_none(place: str) -> None:
    t = market().supply(signatures=0).serving(0).do(0, f"recruit {place}")
    assert signed_places(t) == EVERYWHERE - {place}
    assert t.state.signatures == 0
    assert t.player(0).book == [1, 0, 0, 0]


@pytest.mark.rule("M5-1")
def test_the_last_signature_is_laid_out() -> None:
    t = market().supply(signatures=1).serving(0).do(0, "recruit row1")
    assert signed_places(t) == EVERYWHERE
    assert t.state.signatures == 0


@pytest.mark.rule("M5-1")
def test_a_guest_opened_without_one_never_gets_one_later() -> None:
    t = market(players=3).supply(signatures=0).book(1, 0, 3, 0, 0).supply(signatures=0).serving(0)
    t.do(0, "recruit row1", "end")
    t.do(1, "recruit row2", "end")
    assert t.state.signatures == 1, "the full column left one over"
    assert signed_places(t) == {"pile", "row3", "row4"}
    t.do(2, "recruit row3")
    assert signed_places(t) == {"pile", "row3", "row4"}, "the new guest got it"
    assert t.state.signatures == 0


@pytest.mark.rule("M5-1")
def test_an_empty_place_takes_no_signature() -> None:
    t = market().guest_deck().serving(0)
    t.do(0, "recruit row1")
    assert t.open_guests[0] == ""
    assert signed_places(t) == EVERYWHERE - {"row1"}
    assert t.state.signatures == 35


@pytest.mark.rule("M5-1")
def test_a_fifth_place_without_a_guest_takes_no_signature() -> None:
    t = market().guest_pile("g3.2.3").guest_deck().serving(0).do(0, "recruit pile")
    assert t.open_guests == [*ROW, ""]
    assert signed_places(t) == {"row1", "row2", "row3", "row4"}
    assert t.state.signatures == 35


@pytest.mark.rule("M5-1")
@pytest.mark.parametrize("count", [0, 2, 4])
def test_no_more_are_laid_out_than_there_are(count: int) -> None:
    edition = edition_with(("signatures = 40", f"signatures = {count}"))
    s = begin(make_setup(2, 5, edition), SeededChance("x"))
    assert s.signatures == 0
    assert s.signed.bit_count() == count


@pytest.mark.rule("M5-1")
@pytest.mark.rule("A-8")
@pytest.mark.parametrize(("left", "signed", "left_after"), [(5, EVERYWHERE, 5), (0, EVERYWHERE - {"pile"}, 1)])
def test_a_guest_taken_as_a_bonus_brings_no_signature(left: int, signed: set[str], left_after: int) -> None:
    edition = edition_with(
        ('5 = "entertainer juggler"\n6 = "counter guest"', '5 = "entertainer juggler"\n6 = "3-beer guest | barback"')
    )
    t = Table(modules=5, edition=edition).supply(signatures=left).evening(6)
    t.do(0, "choose guest").do(1, "choose barback")
    assert len([name for name in own_cards(t, 0) if name.startswith("g3")]) == 1
    assert t.player(0).book == [0, 0, 0, 0]
    assert signed_places(t) == signed
    assert t.state.signatures == left_after


# --- M5-2: into the guest book


@pytest.mark.rule("M5-2")
@pytest.mark.parametrize(
    ("guest", "column"),
    [("g4.2.4", 0), ("g5.3.5", 1), ("g6.4.6", 2), ("g7.2.7", 3), ("g8.3.7.4-thalers", 3)],
)
def test_a_recruited_guest_signs_in_the_column_of_its_cost(guest: str, column: int) -> None:
    t = market(guest, *NEXT[1:]).serving(0)
    t.do(0, "recruit row1")
    assert t.player(0).book == [int(i == column) for i in range(4)]
    assert t.player(1).book == [0, 0, 0, 0]
    assert signatures_in_all(t) == 40


@pytest.mark.rule("M5-2")
def test_a_3_beer_guest_signs_in_the_first_column() -> None:
    t = market(beer=3).serving(0).do(0, "recruit pile")
    assert t.player(0).book == [1, 0, 0, 0]


@pytest.mark.rule("M5-2")
@pytest.mark.parametrize(("height", "top"), [(0, "g4.2.4"), (1, "barback"), (2, "table")])
def test_columns_fill_from_the_top(height: int, top: str) -> None:
    t = market().book(0, height, 0, 0, 0).serving(0).do(0, "recruit row1")
    assert t.player(0).book == [height + 1, 0, 0, 0]
    assert t.top(0) == [top]


@pytest.mark.rule("M5-2")
def test_nobles_do_not_sign() -> None:
    t = market().serving(0).do(0, "nobles 1")
    assert t.player(0).book == [0, 0, 0, 0]
    assert t.state.signatures == 35


@pytest.mark.rule("M5-2")
def test_each_player_has_a_book_of_their_own() -> None:
    t = market().serving(0).do(0, "recruit row2", "end").do(1, "recruit row3")
    assert [p.book for p in t.state.players] == [[0, 1, 0, 0], [0, 0, 1, 0]]


# --- M5-3 and M5-7: the spaces of the book

SPACES = [
    (0, 0, "nothing"), (0, 1, "nothing"), (0, 2, "1 reputation"), (0, 3, "schnapps"),
    (1, 0, "barback"), (1, 1, "schnapps"), (1, 2, "dishwasher"), (1, 3, "server"),
    (2, 0, "table"), (2, 1, "3 reputation"), (2, 2, "3 reputation"), (2, 3, "noble"),
]  # fmt: skip


@pytest.mark.rule("M5-3")
@pytest.mark.rule("M5-7")
@pytest.mark.parametrize(("row", "column", "gives"), SPACES)
def test_a_signature_gives_the_bonus_of_its_space_at_once(row: int, column: int, gives: str) -> None:
    heights = [0, 0, 0, 0]
    heights[column] = row
    t = market().book(0, *heights).serving(0)
    guest, deck, schnapps = t.open_guests[column], t.deck_of(0), t.state.schnapps
    t.do(0, f"recruit row{column + 1}")
    heights[column] += 1
    p = t.player(0)
    assert p.book == heights
    cards = [gives] if gives in {"barback", "dishwasher", "server", "table", "noble"} else []
    assert t.deck_of(0) == [*cards, guest, *deck]
    steps = int(gives[0]) if gives.endswith("reputation") else 0
    assert p.reputation == steps
    assert (p.schnapps, t.state.schnapps) == (int(gives == "schnapps"), schnapps - int(gives == "schnapps"))
    assert (p.thalers, p.monastery) == (0, 0)


@pytest.mark.rule("M5-3")
@pytest.mark.rule("R-4")
def test_a_bonus_whose_pile_is_empty_is_lost() -> None:
    t = market().supply(barback=0).book(0, 1, 0, 0, 0).serving(0).do(0, "recruit row1")
    assert t.top(0) == ["g4.2.4"]
    assert t.player(0).book == [2, 0, 0, 0]


@pytest.mark.rule("M5-3")
def test_other_bonuses_an_edition_may_have_are_given_too() -> None:
    edition = edition_with(('1 = ["nothing", "nothing"', '1 = ["4 thalers", "2 monastery"'))
    t = Table(modules=5, edition=edition).row(*ROW).stores(0, beer=9).serving(0).do(0, "recruit row2")
    assert t.player(0).monastery == 2
    assert t.top(0, 2) == ["barback", "g5.3.5"]


# --- M5-4: the signature space of the ring


def singing(space: str = "3", bards: int = 1) -> Table:
    """A serving with bards, the marker by default before the signature space."""
    t = Table(modules=5).tavern(0, *["bard"] * bards)
    return put_marker(t, 0, space)


@pytest.mark.rule("M5-4")
@pytest.mark.rule("M3-3")
@pytest.mark.parametrize("column", [1, 2, 3, 4])
def test_reputation_brings_a_signature_into_any_column(column: int) -> None:
    t = singing().serving(0).do(0, "bard")
    assert marker(t) == "signature"
    assert t.legal(0) == ["sign 1", "sign 2", "sign 3", "sign 4"]
    t.do(0, f"sign {column}")
    assert t.player(0).book == [int(i == column - 1) for i in range(4)]
    assert t.state.signatures == 34
    assert signed_places(t) == EVERYWHERE, "it comes from the supply"
    assert signatures_in_all(t) == 40


@pytest.mark.rule("M5-4")
def test_only_columns_with_room_are_offered() -> None:
    t = singing().book(0, 3, 2, 3, 0).serving(0).do(0, "bard")
    assert t.legal(0) == ["sign 2", "sign 4"]
    assert t.refused(0, "sign 1") == "M5-5"
    assert t.refused(0, "sign 3") == "M5-5"
    assert_offers_agree(t)


@pytest.mark.rule("M5-4")
def test_the_column_is_chosen_before_anything_else() -> None:
    t = singing().stores(0, thalers=2).serving(0).do(0, "bard")
    assert t.refused(0, "decline") == "M5-4"
    assert t.refused(0, "buy barback") == "M5-4"
    assert t.refused(0, "end") == "M5-4"
    assert t.refused(1, "sign 1") == "R-7"


@pytest.mark.rule("M5-4")
def test_passing_the_signature_space_is_enough() -> None:
    t = put_marker(market("g4.4.3.2-reputation", *NEXT[1:]), 0, "3").serving(0).do(0, "recruit row1")
    assert marker(t) == "signature", "the second step waits"
    t.do(0, "sign 2")
    assert marker(t) == "4"
    assert t.player(0).book == [1, 1, 0, 0]


@pytest.mark.rule("M5-4")
def test_with_a_full_book_the_signature_space_gives_nothing() -> None:
    t = singing().book(0, 3, 3, 3, 3).serving(0)
    left = t.state.signatures
    t.do(0, "bard")
    assert marker(t) == "signature"
    assert t.state.signatures == left
    assert t.can(0, "end")


@pytest.mark.rule("M5-4")
def test_with_an_empty_supply_the_signature_space_gives_nothing() -> None:
    t = singing().supply(signatures=0).serving(0).do(0, "bard")
    assert marker(t) == "signature"
    assert t.player(0).book == [0, 0, 0, 0]
    assert t.state.signatures == 0
    assert t.can(0, "end")


@pytest.mark.rule("M5-4")
def test_the_last_signature_of_the_supply_is_given() -> None:
    t = singing().supply(signatures=1).serving(0).do(0, "bard", "sign 1")
    assert t.player(0).book == [1, 0, 0, 0]
    assert t.state.signatures == 0


@pytest.mark.rule("M5-4")
@pytest.mark.rule("M5-3")
@pytest.mark.parametrize(("row", "column", "gives"), SPACES)
def test_a_signature_from_the_ring_gives_the_bonus_of_its_space(row: int, column: int, gives: str) -> None:
    heights = [0, 0, 0, 0]
    heights[column] = row
    t = singing().book(0, *heights).serving(0)
    deck = t.deck_of(0)
    t.do(0, "bard", f"sign {column + 1}")
    cards = [gives] if gives in {"barback", "dishwasher", "server", "table", "noble"} else []
    assert t.deck_of(0) == [*cards, *deck]
    reached = {"1 reputation": "4", "3 reputation": "schnapps"}.get(gives, "signature")
    assert marker(t) == reached
    assert t.player(0).schnapps == int(gives in {"schnapps", "3 reputation"})


@pytest.mark.rule("M5-4")
def test_every_lap_brings_a_signature() -> None:
    t = singing(bards=13).supply(schnapps=0).serving(0)
    t.do(0, "bard", "sign 1", *["bard"] * 12, "sign 1")
    assert t.player(0).book == [2, 0, 0, 0]


# --- M5-5: no room, no signature


@pytest.mark.rule("M5-5")
@pytest.mark.parametrize("column", [0, 1, 2, 3])
def test_a_full_column_takes_nothing_and_gives_nothing(column: int) -> None:
    heights = [0, 0, 0, 0]
    heights[column] = 3
    t = market().book(0, *heights).serving(0)
    guest, deck, left = t.open_guests[column], t.deck_of(0), t.state.signatures
    t.do(0, f"recruit row{column + 1}")
    assert t.player(0).book == heights
    assert t.deck_of(0) == [guest, *deck]
    assert (t.player(0).reputation, t.player(0).schnapps) == (0, 0)
    assert signed_places(t) == EVERYWHERE
    assert t.state.signatures == left, "one for the new guest, one back"
    assert signatures_in_all(t) == 40


@pytest.mark.rule("M5-5")
@pytest.mark.parametrize("place", ["row1", "pile"])
def test_the_untaken_signature_returns_only_after_the_refill_took_its_own(place: str) -> None:
    t = market().book(0, 3, 0, 0, 0).supply(signatures=0).serving(0).do(0, f"recruit {place}")
    assert signed_places(t) == EVERYWHERE - {place}
    assert t.state.signatures == 1


@pytest.mark.rule("M5-5")
def test_a_guest_without_a_signature_brings_none() -> None:
    t = market().supply(signatures=0).serving(0)
    t.do(0, "recruit row1", "end")
    t.supply(signatures=5)
    assert t.open_guests[0] == "g4.3.4"
    t.do(1, "recruit row1")
    assert t.player(1).book == [0, 0, 0, 0]
    assert t.state.signatures == 4, "the next guest in that place has one"
    assert signed_places(t) == EVERYWHERE


@pytest.mark.rule("M5-5")
def test_a_guest_without_a_signature_gives_none_back_to_the_supply_either() -> None:
    t = market().supply(signatures=0).book(1, 3, 0, 0, 0).supply(signatures=0).serving(0)
    t.do(0, "recruit row1", "end").do(1, "recruit row1")
    assert t.state.signatures == 0
    assert t.player(1).book == [3, 0, 0, 0]


@pytest.mark.rule("M5-5")
def test_a_column_filled_by_the_guests_own_bonus_has_no_room_for_its_signature() -> None:
    t = put_marker(market("g4.4.3.2-reputation", *NEXT[1:]), 0, "3").book(0, 2, 0, 0, 0).serving(0)
    left = t.state.signatures
    t.do(0, "recruit row1", "sign 1")
    assert t.player(0).book == [3, 0, 0, 0]
    assert t.state.signatures == left - 1, "one for the new guest, one for the ring, one back"
    assert t.top(0, 2) == ["table", "g4.4.3.2-reputation"]


# --- M5-6: complete rows


@pytest.mark.rule("M5-6")
@pytest.mark.parametrize(("row", "column", "gives"), SPACES)
def test_completing_a_row_gives_a_noble(row: int, column: int, gives: str) -> None:
    heights = [row + 1] * 4
    heights[column] = row
    t = market().book(0, *heights).serving(0)
    nobles = t.pile("noble")
    t.do(0, f"recruit row{column + 1}")
    assert t.player(0).book == [row + 1] * 4
    assert t.top(0) == ["noble"]
    assert t.pile("noble") == nobles - 1 - int(gives == "noble")


@pytest.mark.rule("M5-6")
@pytest.mark.parametrize("heights", [(0, 1, 1, 0), (0, 3, 3, 0), (1, 0, 2, 3), (2, 2, 0, 3), (1, 1, 1, 0)])
def test_a_row_with_a_gap_gives_none(heights: tuple[int, int, int, int]) -> None:
    t = market().book(0, *heights).serving(0).do(0, "recruit row1")
    assert t.pile("noble") == 61


@pytest.mark.rule("M5-6")
def test_an_upper_row_completed_late_gives_its_noble() -> None:
    t = market().book(0, 3, 0, 2, 1).serving(0).do(0, "recruit row2")
    assert t.pile("noble") == 60
    assert t.top(0) == ["noble"]


@pytest.mark.rule("M5-6")
def test_a_row_gives_its_noble_once() -> None:
    t = market().book(0, 1, 1, 1, 1).serving(0).do(0, "recruit row1")
    assert t.player(0).book == [2, 1, 1, 1]
    assert t.pile("noble") == 61


@pytest.mark.rule("M5-6")
@pytest.mark.rule("F-16")
def test_without_nobles_left_a_complete_row_gives_nothing() -> None:
    t = market().supply(noble=0).book(0, 0, 1, 1, 1).serving(0).do(0, "recruit row1")
    assert t.top(0) == ["g4.2.4"]


@pytest.mark.rule("M5-6")
@pytest.mark.rule("M5-4")
def test_a_signature_from_the_ring_completes_a_row_too() -> None:
    t = singing().book(0, 1, 1, 0, 1).serving(0).do(0, "bard", "sign 3")
    assert marker(t) == "4"
    assert t.top(0) == ["noble"]
    assert t.pile("noble") == 60


@pytest.mark.rule("M5-6")
def test_the_noble_of_the_row_comes_after_the_card_of_the_space() -> None:
    t = market().book(0, 1, 2, 2, 2).serving(0).do(0, "recruit row1")
    assert t.top(0, 3) == ["noble", "barback", "g4.2.4"]


@pytest.mark.rule("M5-6")
def test_the_noble_of_the_row_waits_for_everything_the_bonus_caused() -> None:
    t = put_marker(market(), 0, "8").book(0, 3, 2, 3, 3).serving(0).do(0, "recruit row2")
    assert marker(t) == "toast"
    assert (t.top(0), t.pile("noble")) == (["g5.3.5"], 61)
    t.do(0, "schnapps")
    assert marker(t) == "1"
    assert t.top(0, 3) == ["noble", "noble", "g5.3.5"], "the crown's and the row's"


@pytest.mark.rule("M5-6")
def test_the_noble_of_the_row_lies_above_the_card_of_a_signature_its_bonus_brought() -> None:
    t = put_marker(market(), 0, "3").book(0, 1, 1, 0, 1).serving(0).do(0, "recruit row3")
    assert marker(t) == "signature"
    assert t.top(0) == ["g6.4.6"]
    t.do(0, "sign 1")
    assert t.top(0, 3) == ["noble", "barback", "g6.4.6"]


@pytest.mark.rule("M5-6")
def test_a_row_counts_as_complete_from_the_moment_its_signature_is_placed() -> None:
    t = put_marker(market(), 0, "3").book(0, 2, 1, 0, 1).serving(0).do(0, "recruit row3", "sign 2")
    assert t.player(0).book == [2, 2, 1, 1]
    assert t.top(0, 2) == ["noble", "g6.4.6"]
    assert t.pile("noble") == 60


# --- chains of bonuses


@pytest.mark.rule("R-7")
@pytest.mark.rule("M5-4")
@pytest.mark.rule("M5-3")
def test_guest_reputation_signature_reputation_and_then_the_own_signature() -> None:
    t = put_marker(market("g8.3.6.4-reputation", *NEXT[1:]), 0, "3").book(0, 0, 0, 2, 1).serving(0)
    t.do(0, "recruit row1")
    assert marker(t) == "signature"
    assert t.player(0).book == [0, 0, 2, 1], "the guest's own signature waits for its bonus"
    t.do(0, "sign 3")
    assert marker(t) == "8", "three steps for the signature, then the three left of the guest's four"
    assert t.player(0).schnapps == 1
    assert t.player(0).book == [0, 0, 3, 2]
    assert t.top(0, 2) == ["server", "g8.3.6.4-reputation"]


@pytest.mark.rule("R-7")
@pytest.mark.rule("M5-6")
def test_a_signature_within_a_signature_is_resolved_first_with_its_row() -> None:
    t = put_marker(market(), 0, "3").book(0, 3, 2, 2, 3).serving(0).do(0, "recruit row2")
    assert (marker(t), t.player(0).book) == ("signature", [3, 3, 2, 3])
    t.do(0, "sign 3")
    assert marker(t) == "7", "three steps of the inner signature, then the two left of the outer"
    assert t.pile("noble") == 60, "the row was complete with the inner signature, and only once"
    assert t.top(0, 2) == ["noble", "g5.3.5"]


@pytest.mark.rule("R-7")
@pytest.mark.rule("M5-6")
def test_the_inner_rows_noble_comes_before_the_steps_still_owed() -> None:
    t = put_marker(market("g8.3.6.4-reputation", *NEXT[1:]), 0, "3").book(0, 0, 1, 1, 1).serving(0)
    t.do(0, "recruit row1", "sign 1")
    told = [what for what, seat, _, _ in t.events if what in {"gained", "reputation", "signed"}]
    assert told == ["gained", "reputation", "signed", "gained", "reputation", "reputation", "reputation", "signed",
                    "gained"]  # fmt: skip
    assert t.top(0, 3) == ["server", "noble", "g8.3.6.4-reputation"]


# --- F-12: the order of a recruitment


@pytest.mark.rule("F-12")
@pytest.mark.rule("M5-2")
def test_guest_then_its_bonus_then_the_bonus_of_its_signature() -> None:
    t = market("g6.5.5.server", *NEXT[1:]).book(0, 0, 0, 1, 0).serving(0).do(0, "recruit row1")
    assert t.top(0, 3) == ["dishwasher", "server", "g6.5.5.server"]


@pytest.mark.rule("F-12")
@pytest.mark.rule("M5-1")
def test_the_place_is_refilled_and_signed_before_the_guests_bonus() -> None:
    t = market("g6.3.5.service-denied", *NEXT[1:]).tavern(0, "r3.2").serving(0)
    t.do(0, "recruit row1")
    assert t.legal(0) == ["remove t1", "decline"]
    assert t.player(0).beer == 3
    assert t.top(0) == ["g6.3.5.service-denied"]
    assert t.open_guests[0] == "g4.3.4"
    assert signed_places(t) == EVERYWHERE
    assert t.state.signatures == 34
    assert t.player(0).book == [0, 0, 0, 0], "the signature comes last"
    t.do(0, "decline")
    assert t.player(0).book == [0, 0, 1, 0]
    assert marker(t) == "1"


@pytest.mark.rule("F-12")
@pytest.mark.rule("M5-4")
def test_the_refill_takes_the_last_signature_before_the_ring_can() -> None:
    t = put_marker(market("g4.4.3.2-reputation", *NEXT[1:]), 0, "3").supply(signatures=1).serving(0)
    t.do(0, "recruit row1")
    assert marker(t) == "4", "nothing was left for the signature space"
    assert signed_places(t) == EVERYWHERE
    assert t.player(0).book == [1, 0, 0, 0]


@pytest.mark.rule("F-11")
@pytest.mark.rule("M5-2")
def test_with_the_guest_book_too_one_guest_is_recruited_per_round() -> None:
    t = market(beer=20).serving(0).do(0, "recruit row1")
    assert t.refused(0, "recruit row2") == "F-11"
    assert t.refused(0, "recruit pile") == "F-11"
