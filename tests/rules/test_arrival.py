"""B. The guests arrive."""

import pytest

from tests.table import Table

REGULARS = ["r2.1", "r3.1", "r4.1", "r2.2", "r3.2", "r3.2", "r4.2"]


@pytest.mark.rule("B-1")
def test_cards_are_turned_until_every_table_is_occupied() -> None:
    t = Table().deck(0, *REGULARS).arrival()
    assert t.seated(0) == ["r2.1", "r3.1", "r4.1"]
    assert t.deck_of(0) == ["r2.2", "r3.2", "r3.2", "r4.2"]


@pytest.mark.rule("B-1")
@pytest.mark.parametrize("following", ["table", "brewer", "noble"])
def test_the_arrival_stops_at_once(following: str) -> None:
    t = Table().deck(0, "r2.1", "noble", "r4.1", following, "r2.2").arrival()
    assert t.seated(0) == ["r2.1", "noble", "r4.1"]
    assert (t.drawn(0), t.player(0).nobles) == ({}, 1)
    assert t.deck_of(0) == [following, "r2.2"]


@pytest.mark.rule("B-1")
def test_all_taverns_fill_at_once() -> None:
    t = Table(4).arrival()
    assert all(len(p.seated) == p.tables for p in t.state.players)


@pytest.mark.rule("B-1", "F-6")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (2, 0), (3, 0), (5, 2)])
def test_cards_known_to_be_on_top_are_the_first_to_come(before: int, after: int) -> None:
    t = Table().deck(0, *REGULARS)
    t.player(0).known = before
    assert t.arrival().player(0).known == after


@pytest.mark.rule("B-2")
def test_staff_go_to_their_places_and_take_no_table() -> None:
    staff = ["server", "dishwasher", "brewer", "barback", "bard", "brewer"]
    t = Table(modules=3).deck(0, *staff, *REGULARS).arrival()
    assert t.drawn(0) == {"server": 1, "dishwasher": 1, "brewer": 2, "barback": 1, "bard": 1}
    assert t.seated(0) == ["r2.1", "r3.1", "r4.1"]


@pytest.mark.rule("B-2", "S-8")
def test_a_table_card_adds_one_free_table() -> None:
    t = Table().deck(0, "r2.1", "r3.1", "table", "r4.1", "r2.2", "r3.2").arrival()
    assert t.seated(0) == ["r2.1", "r3.1", "r4.1", "r2.2"]
    assert t.drawn(0) == {"table": 1}
    assert t.deck_of(0) == ["r3.2"]


@pytest.mark.rule("B-2")
def test_guests_sit_from_left_to_right() -> None:
    t = Table().deck(0, "g5.3.5", "noble", "r4.1").arrival()
    assert t.seated(0) == ["g5.3.5", "noble", "r4.1"]


@pytest.mark.rule("B-3")
def test_further_nobles_join_the_first_and_take_no_table() -> None:
    t = Table().deck(0, "r2.1", "noble", "noble", "noble", "r3.1", "noble").arrival()
    assert t.seated(0) == ["r2.1", "noble", "r3.1"]
    assert t.player(0).nobles == 3
    assert t.deck_of(0) == ["noble"]


@pytest.mark.rule("B-4")
def test_an_empty_deck_is_formed_anew_from_the_discard_pile() -> None:
    t = Table().deck(0, "r2.1").discard(0, "brewer", "r4.2", "noble", "r3.1", "server")
    t.shuffle(0, "noble", "brewer", "r4.2").arrival()
    assert t.seated(0) == ["r2.1", "noble", "r4.2"]
    assert t.drawn(0) == {"brewer": 1}
    assert sorted(t.deck_of(0)) == ["r3.1", "server"]
    assert t.discard_of(0) == []
    assert t.player(0).known == 0


@pytest.mark.rule("B-4")
def test_the_new_deck_is_shuffled() -> None:
    orders = set()
    for number in range(10):
        t = Table(seed=f"seed {number}").deck(0).discard(0, *REGULARS).arrival()
        orders.add(tuple(t.seated(0) + t.deck_of(0)))
    assert len(orders) > 5


@pytest.mark.rule("B-4")
def test_the_discard_pile_stays_while_no_card_is_needed() -> None:
    t = Table().deck(0, "r2.1", "r3.1", "r4.1").discard(0, "noble").arrival()
    assert (t.deck_of(0), t.discard_of(0)) == ([], ["noble"])


@pytest.mark.rule("B-5")
def test_without_cards_the_arrival_ends_with_tables_free() -> None:
    t = Table().deck(0, "r2.1").discard(0, "brewer").arrival()
    assert t.seated(0) == ["r2.1"]
    assert t.drawn(0) == {"brewer": 1}
    assert t.player(0).tables == 3
    assert t.phase == "D"


@pytest.mark.rule("B-5", "B-6")
def test_after_an_arrival_with_tables_free_one_may_start_again() -> None:
    t = Table().deck(0, "r2.1", "brewer").counter_guests(0, 1).arrival()
    t.do(0, "again")
    assert t.seated(0) == ["r2.1"]
    assert t.drawn(0) == {"brewer": 1}


# --- B-6


@pytest.mark.rule("B-6")
def test_all_cards_drawn_go_to_the_discard_pile_and_the_arrival_starts_again() -> None:
    t = Table().deck(0, "r2.1", "brewer", "noble", "noble", "server", "r3.1", "r4.1", "r2.2", "r3.2")
    t.discard(0, "r4.2").counter_guests(0, 1).arrival()
    assert t.seated(0) == ["r2.1", "noble", "r3.1"]
    t.do(0, "again")
    assert t.seated(0) == ["r4.1", "r2.2", "r3.2"]
    assert (t.drawn(0), t.player(0).nobles) == ({}, 0)
    assert t.discard_of(0) == ["brewer", "noble", "noble", "r2.1", "r3.1", "r4.2", "server"]
    assert t.player(0).counter_guests == 0


@pytest.mark.rule("B-6", "S-8")
def test_tables_drawn_before_are_gone_after_starting_again() -> None:
    t = Table().deck(0, "table", *REGULARS).counter_guests(0, 1).arrival()
    assert len(t.seated(0)) == 4
    t.do(0, "again")
    assert t.seated(0) == REGULARS[4:]
    assert t.player(0).tables == 3


@pytest.mark.rule("B-6", "B-4")
def test_those_very_cards_may_be_shuffled_into_the_new_deck() -> None:
    t = Table().deck(0, "r2.1", "brewer", "r3.1", "r4.1").discard(0, "noble").counter_guests(0, 1).arrival()
    t.shuffle(0, "brewer", "noble", "r4.1", "r3.1").do(0, "again")
    assert t.drawn(0) == {"brewer": 1}
    assert t.seated(0) == ["noble", "r4.1", "r3.1"]
    assert t.deck_of(0) == ["r2.1"]
    assert t.discard_of(0) == []


@pytest.mark.rule("B-6")
def test_a_die_kept_from_the_evening_stays() -> None:
    t = Table().counter_guests(0, 1).evening(3).colour(0, 6)
    t.do(0, "choose die").do(1, "choose die")
    t.do(0, "again")
    assert "6 -" in t.dice_of(0)
    assert t.player(0).coloured >= 1


@pytest.mark.rule("B-6")
def test_one_may_start_again_while_counter_guests_last() -> None:
    t = Table().counter_guests(0, 2).arrival()
    t.do(0, "again")
    assert (t.phase, t.legal(0)) == ("B", ["stay", "again"])
    t.do(0, "again")
    assert (t.phase, t.player(0).counter_guests) == ("D", 0)


@pytest.mark.rule("B-6")
def test_players_decide_independently_and_the_servers_wait_for_all() -> None:
    t = Table(3).counter_guests(0, 1).counter_guests(2, 1).tavern(1).arrival()
    assert t.acting == [0, 2]
    t.do(2, "stay")
    assert (t.phase, t.acting) == ("B", [0])
    t.do(0, "again")
    assert t.phase == "D"


@pytest.mark.rule("B-6")
def test_staying_is_final() -> None:
    t = Table().counter_guests(0, 2).counter_guests(1, 1).arrival().do(0, "stay")
    assert t.refused(0, "again") == "B-6"
    assert t.legal(0) == []


@pytest.mark.rule("B-6")
def test_a_player_without_counter_guests_is_not_asked() -> None:
    t = Table().counter_guests(1, 1).arrival()
    assert t.acting == [1]
    assert t.legal(0) == []
    assert t.refused(0, "again") == "B-6"
    assert t.refused(0, "stay") == "B-6"
    assert t.refused(1, "ready") == "B-6"


@pytest.mark.rule("B-6")
def test_nothing_is_lost_on_the_way() -> None:
    t = Table(3).counter_guests(0, 3)
    before = t.census()
    t.arrival().do(0, "again", "again", "again")
    assert t.census() == before
