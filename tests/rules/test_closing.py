"""G. Closing time, and the end of the game."""

import pytest

from tests.table import Table, edition_with
from tiefenthal.engine.rules.scoring import SOURCES, points_by_source, stored

# --- G-1


@pytest.mark.rule("G-1")
def test_all_cards_in_or_beside_the_tavern_are_discarded() -> None:
    t = Table(modules=3).deck(0, "r4.2", "r2.2", "r3.2", "r3.2").discard(0, "g5.3.5")
    staff = ["server", "dishwasher", "brewer", "brewer", "barback", "bard", "table"]
    t.tavern(0, "r3.1", "noble", "noble", "g7.2.7", *staff).closing()
    assert t.discard_of(0) == sorted(["g5.3.5", "r3.1", "noble", "noble", "g7.2.7", *staff])
    assert t.state.round == 2


@pytest.mark.rule("G-1")
def test_removed_and_returned_cards_are_not_discarded() -> None:
    t = Table().tavern(0, "r3.1", "r4.1", "brewer", "brewer").markers(0, monastery=7).plan(0, "5 monk")
    t.stores(0, thalers=12).serving(0).do(0, "use monk:5", "remove t1", "upgrade brewer 1", "end").do(1, "end")
    assert t.discard_of(0) == ["brewer", "r4.1"]


@pytest.mark.rule("G-1", "F-6")
def test_cards_gained_this_round_stay_on_the_deck() -> None:
    t = Table().tavern(0, "r3.1").stores(0, thalers=2).serving(0).do(0, "buy barback", "end").do(1, "end")
    assert (t.phase, t.top(0)) == ("A", ["barback"])
    assert t.discard_of(0) == ["r3.1"]


@pytest.mark.rule("G-1", "M2-4")
def test_the_juggler_comes_before_the_cards_are_discarded() -> None:
    t = Table(modules=2).tavern(0, "r3.1", "brewer").entertainer(0, "juggler", 1).stores(0, schnapps=1).closing()
    assert t.acting == [0]
    assert t.discard_of(0) == []
    t.do(0, "keep brewer")
    assert t.discard_of(0) == ["r3.1"]
    assert t.top(0) == ["brewer"]


@pytest.mark.rule("G-1")
def test_the_tavern_is_empty_for_the_next_evening() -> None:
    t = Table().tavern(0, "table", "r3.1", "noble", "noble", "r4.1", "r2.1").closing()
    assert (t.seated(0), t.drawn(0), t.player(0).nobles) == ([], {}, 0)


# --- G-2


@pytest.mark.rule("G-2")
@pytest.mark.parametrize(("players", "start"), [(2, 0), (2, 1), (3, 2), (4, 0), (4, 3)])
def test_the_mug_passes_clockwise_and_a_new_round_starts(players: int, start: int) -> None:
    t = Table(players, start=start, evening=1).closing()
    assert (t.state.round, t.phase, t.state.start_player) == (2, "A", (start + 1) % players)


@pytest.mark.rule("G-2")
def test_a_whole_game_has_eight_rounds() -> None:
    t = Table(3, start=1).evening(1)
    starts = {1: 1}
    while not t.state.over:
        starts[t.state.round] = t.state.start_player
        seat = t.acting[0]
        legal = t.legal(seat)
        t.do(seat, "end" if "end" in legal else ("ready" if "ready" in legal else legal[0]))
    assert starts == {number: number % 3 for number in range(1, 9)}


@pytest.mark.rule("G-2")
def test_after_round_8_the_game_ends() -> None:
    t = Table(evening=8).serving(0).do(0, "end")
    assert t.acting == [1]
    t.do(1, "end")
    assert t.state.over
    assert (t.acting, t.legal(0), t.legal(1)) == ([], [], [])
    assert t.refused(0, "end") == "G-2"
    assert t.state.start_player == 0  # the mug does not pass on


@pytest.mark.rule("G-2")
def test_after_round_7_it_does_not() -> None:
    t = Table(evening=7).closing()
    assert not t.state.over
    assert (t.state.round, t.legal(0)[-1]) == (8, "decline")


# --- G-3


@pytest.mark.rule("G-3")
def test_points_of_all_cards_in_deck_and_discard_pile() -> None:
    t = Table(evening=8).deck(0, "noble", "g8.2.6.table", "r2.1").discard(0, "noble", "g4.2.4", "brewer")
    t.tavern(0, "g5.3.5", "noble", "noble").deck(1, "g3.4.3").closing()
    assert t.state.over
    assert t.scores == [10 + 5 + 10 + 1 + 2 + 20, 1]


@pytest.mark.rule("G-3")
@pytest.mark.parametrize(
    ("card", "points"),
    [("g3.2.3", 1), ("g4.2.4", 1), ("g5.3.5", 2), ("g6.4.6", 3), ("g7.2.7", 4), ("g8.2.6.table", 5), ("noble", 10),
     ("r3.2", 0), ("table", 0)],
)  # fmt: skip
def test_what_a_card_is_worth(card: str, points: int) -> None:
    assert Table(evening=8).deck(0, card).closing().scores[0] == points


@pytest.mark.rule("G-3")
def test_the_score_so_far_counts_all_own_cards() -> None:
    t = Table().deck(0, "noble").discard(0, "g8.2.6.table").tavern(0, "noble", "noble", "g5.3.5")
    assert t.scores == [10 + 5 + 20 + 2, 0]


@pytest.mark.rule("G-3")
def test_removed_guests_and_stores_score_nothing() -> None:
    t = Table(evening=8).deck(0).tavern(0, "g7.2.7").markers(0, monastery=7).plan(0, "5 monk")
    t.stores(0, thalers=2, beer=2).serving(0).do(0, "use monk:5", "remove t1", "end").do(1, "end")
    assert t.scores[0] == 0


@pytest.mark.rule("G-3")
def test_points_printed_on_other_cards_count() -> None:
    printed = edition_with(("brewer     = { price = 6, points = 0", "brewer     = { price = 6, points = 2"))
    assert Table(evening=8, edition=printed).deck(0, "brewer").closing().scores[0] == 2


@pytest.mark.rule("G-3", "M2-6", "M3-9")
def test_schnapps_and_reputation_count_with_their_modules() -> None:
    t = Table(modules=3, evening=8).deck(0, "noble").stores(0, schnapps=3).markers(0, reputation=5).closing()
    assert t.scores[0] == 10 + 3 + 5
    t = Table(modules=2, evening=8).deck(0, "noble").stores(0, schnapps=3).closing()
    assert t.scores[0] == 10 + 3


# --- G-4


def finished(*seats: tuple[int, int, int]) -> Table:
    """A finished game; of each seat the nobles, thalers and beer."""
    t = Table(len(seats), modules=2, evening=8)
    for seat, (nobles, thalers, beer) in enumerate(seats):
        t.deck(seat, *["noble"] * nobles).stores(seat, thalers=thalers, beer=beer)
    return t.closing()


@pytest.mark.rule("G-4")
def test_most_points_win_whatever_is_stored() -> None:
    assert finished((1, 5, 5), (2, 0, 0)).winners == [1]
    assert finished((3, 0, 0), (2, 5, 5), (1, 5, 5)).winners == [0]


@pytest.mark.rule("G-4")
def test_a_tie_is_broken_by_thalers_and_beer_together() -> None:
    assert finished((1, 2, 0), (1, 1, 2)).winners == [1]
    assert finished((1, 0, 5), (1, 4, 0)).winners == [0]
    assert finished((1, 5, 0), (1, 0, 4), (0, 5, 5)).winners == [0]


@pytest.mark.rule("G-4")
def test_still_tied_players_share_the_victory() -> None:
    assert finished((1, 2, 1), (1, 1, 2)).winners == [0, 1]
    assert finished((2, 2, 1), (1, 5, 5), (2, 3, 0), (2, 0, 2)).winners == [0, 2]


@pytest.mark.rule("G-4")
def test_schnapps_does_not_break_a_tie() -> None:
    t = Table(modules=2, evening=8).deck(0, "g7.2.7").deck(1, "g5.3.5")
    t.stores(0, thalers=1, schnapps=0).stores(1, thalers=1, schnapps=2).closing()
    assert t.scores == [4, 4]
    assert t.winners == [0, 1]


@pytest.mark.rule("G-4", "F-15")
def test_what_counts_is_what_is_left_after_the_last_serving() -> None:
    t = Table(evening=8).deck(0).deck(1).stores(0, thalers=9).stores(1, thalers=1, beer=2).serving(0)
    t.do(0, "end").do(1, "end")
    assert t.winners == [1]


@pytest.mark.rule("G-4")
def test_what_breaks_a_tie_is_the_sum_of_thalers_and_beer() -> None:
    t = finished((1, 2, 1), (1, 0, 0), (0, 1, 2))
    assert [stored(t.state, seat) for seat in range(3)] == [3, 0, 3]


@pytest.mark.rule("G-3")
def test_points_by_where_they_come_from_make_the_score() -> None:
    t = Table(modules=3).deck(0, "noble", "g7.2.7", "r2.1").discard(0, "noble", "g4.2.4", "brewer")
    t.tavern(0, "g5.3.5", "noble", "noble").stores(0, thalers=2, schnapps=3).markers(0, reputation=5)
    assert dict(zip(SOURCES, points_by_source(t.state, 0))) == {
        "nobles": 40, "guests": 4 + 1 + 2, "other cards": 0, "schnapps": 3, "reputation": 5
    }  # fmt: skip
    assert sum(points_by_source(t.state, 0)) == t.scores[0]
    dear = edition_with(("table      = { price = 5, points = 0", "table      = { price = 5, points = 7"))
    t = Table(edition=dear).deck(0, "table").discard(0, "table").tavern(0, "table", "noble")
    assert points_by_source(t.state, 0) == (10, 0, 21, 0, 0)
