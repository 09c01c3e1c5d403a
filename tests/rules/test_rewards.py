"""R. Rewards."""

import pytest

from tests.table import Table, edition_with

BONUS_GUESTS = {
    "barback": "g5.2.4.barback",
    "dishwasher": "g5.6.4.dishwasher",
    "server": "g6.5.5.server",
    "table": "g6.6.5.table",
    "brewer": "g8.4.7.brewer",
    "noble": "g8.5.6.noble",
}
OTHERS = ("g4.2.4", "g4.3.4", "g4.4.4")


def recruiting(guest: str) -> Table:
    """Seat 0 is about to serve, with plenty of beer, and the guest is at the first place of the row."""
    return Table().row(guest, *OTHERS).stores(0, beer=8)


def denying(*cards: str) -> Table:
    """Service denied lies on the next space of the monastery track, and there is a die for the monk."""
    return Table().tavern(0, *cards).markers(0, monastery=7).plan(0, "5 monk")


# ---


@pytest.mark.rule("R-1")
def test_bonuses_of_spaces_passed_and_reached_are_given() -> None:
    track = edition_with(('1 = "nothing"', '1 = "table"'), ('2 = "barback"', '2 = "brewer"'))
    t = Table(edition=track).upgraded(0, "monk").plan(0, "5 monk").serving(0).do(0, "use monk:5")
    assert t.player(0).monastery == 2
    assert t.top(0, 2) == ["brewer", "table"]  # in the order of the track


@pytest.mark.rule("R-1")
def test_a_space_left_gives_nothing_again() -> None:
    t = Table().markers(0, monastery=2).plan(0, "5 monk").serving(0).do(0, "use monk:5")
    assert t.pile("barback") == 16


@pytest.mark.rule("R-1", "R-7")
def test_each_bonus_is_resolved_before_the_next_step() -> None:
    t = Table().upgraded(0, "monk").tavern(0, "r3.1", "r4.1").markers(0, monastery=16).plan(0, "5 monk").serving(0)
    t.do(0, "use monk:5")
    assert t.player(0).monastery == 17  # service denied waits for an answer
    assert t.legal(0) == ["remove t1", "remove t2", "decline"]
    t.do(0, "remove t1")
    assert t.player(0).monastery == 18


@pytest.mark.rule("R-1")
@pytest.mark.parametrize(("bonus", "steps"), [("g4.4.3.1-monastery", 1), ("g7.5.6.2-monastery", 2)])
def test_steps_from_a_guest_move_the_marker(bonus: str, steps: int) -> None:
    t = recruiting(bonus).serving(0).do(0, "recruit row1")
    assert t.player(0).monastery == steps
    assert t.top(0) == (["barback"] if steps == 2 else [bonus])


@pytest.mark.rule("R-2")
def test_from_space_22_the_marker_goes_to_the_start_for_one_step() -> None:
    t = Table().markers(0, monastery=22).plan(0, "5 monk", "5 monk").serving(0).do(0, "use monk:5")
    assert (t.player(0).monastery, t.pile("noble")) == (0, 61)
    t.do(0, "use monk:5")
    assert t.player(0).monastery == 1


@pytest.mark.rule("R-2")
def test_space_22_itself_gives_its_bonus() -> None:
    t = Table().markers(0, monastery=21).upgraded(0, "monk").plan(0, "5 monk").serving(0).do(0, "use monk:5")
    assert (t.player(0).monastery, t.top(0)) == (0, ["noble"])


@pytest.mark.rule("R-2")
def test_bonuses_may_be_earned_again() -> None:
    t = Table().markers(0, monastery=22).counter_guests(0, 3).serving(0)
    t.do(0, "counter-guest", "counter-guest", "counter-guest")
    assert (t.player(0).monastery, t.top(0)) == (2, ["barback"])


# ---


@pytest.mark.rule("R-3")
def test_a_guest_gives_its_bonus_when_it_is_taken_and_never_when_it_is_drawn_or_served() -> None:
    t = Table(evening=3).row("g6.2.5.3-thalers", *OTHERS).stores(0, beer=6).deck(0, "r2.1", "r3.1").serving(0)
    t.do(0, "recruit row1")
    assert t.player(0).thalers == 3
    t.do(0, "end").do(1, "end").play_on("D")
    assert t.seated(0)[0] == "g6.2.5.3-thalers"
    assert t.player(0).thalers == 2
    t = Table().tavern(0, "g8.5.6.noble").plan(0, "5 t1").serving(0).do(0, "use t1")
    assert (t.player(0).thalers, t.pile("noble")) == (6, 61)


@pytest.mark.rule("R-4")
@pytest.mark.parametrize("card", BONUS_GUESTS)
def test_a_card_as_a_bonus_comes_on_top_of_the_deck(card: str) -> None:
    t = recruiting(BONUS_GUESTS[card])
    left = t.pile(card)
    t.serving(0).do(0, "recruit row1")
    assert t.top(0, 2) == [card, BONUS_GUESTS[card]]
    assert t.pile(card) == left - 1


@pytest.mark.rule("R-4", "F-16")
@pytest.mark.parametrize("card", BONUS_GUESTS)
def test_an_empty_pile_gives_nothing(card: str) -> None:
    t = recruiting(BONUS_GUESTS[card]).deck(0, "r2.1").supply(**{card: 0}).serving(0)
    t.do(0, "recruit row1")
    assert t.deck_of(0) == [BONUS_GUESTS[card], "r2.1"]
    assert t.pile(card) == 0


@pytest.mark.rule("R-4")
@pytest.mark.parametrize(
    ("guest", "thalers"), [("g4.5.3.2-thalers", 2), ("g5.3.4.3-thalers", 3), ("g8.3.7.4-thalers", 4)]
)
def test_thalers_as_a_bonus(guest: str, thalers: int) -> None:
    t = recruiting(guest).serving(0).do(0, "recruit row1")
    assert t.player(0).thalers == thalers


@pytest.mark.rule("R-4")
@pytest.mark.parametrize(
    ("space", "gain"),
    [(2, "barback"), (6, "dishwasher"), (10, "server"), (14, "noble"), (16, "table"), (19, "brewer"), (22, "noble")],
)
def test_cards_of_the_monastery_track(space: int, gain: str) -> None:
    t = Table().markers(0, monastery=space - 1).plan(0, "5 monk").serving(0).do(0, "use monk:5")
    assert t.top(0) == [gain]


@pytest.mark.rule("R-4")
@pytest.mark.parametrize(("space", "thalers"), [(4, 2), (12, 3), (20, 4)])
def test_thalers_of_the_monastery_track(space: int, thalers: int) -> None:
    t = Table().markers(0, monastery=space - 1).plan(0, "5 monk").serving(0).do(0, "use monk:5")
    assert t.player(0).thalers == thalers


# ---


@pytest.mark.rule("R-5")
def test_bonus_thalers_join_those_at_hand_and_may_be_spent_or_saved() -> None:
    t = Table().stores(0, thalers=2).markers(0, monastery=19).plan(0, "5 monk").serving(0).do(0, "use monk:5")
    assert t.player(0).thalers == 6
    t.do(0, "buy server", "end")
    assert t.player(0).thalers == 2


@pytest.mark.rule("R-5")
def test_a_bonus_not_used_at_once_is_lost() -> None:
    t = denying("r3.1").serving(0).do(0, "use monk:5", "decline")
    assert t.refused(0, "remove t1") == "F-5"
    assert t.seated(0) == ["r3.1"]


# ---


@pytest.mark.rule("R-6")
def test_service_denied_removes_a_regular_or_guest_from_the_game() -> None:
    t = denying("r3.1", "g5.3.5", "r4.1").plan(0, "4 t3").serving(0).do(0, "use monk:5")
    assert t.legal(0) == ["remove t1", "remove t2", "decline"]
    t.do(0, "remove t2")
    assert t.seated(0) == ["r3.1", "", "r4.1"]  # the table is not refilled
    assert t.removed[-1] == "g5.3.5"
    t.do(0, "end").do(1, "end")
    assert t.discard_of(0) == ["r3.1", "r4.1"]


@pytest.mark.rule("R-6")
def test_who_has_a_die_is_not_removed() -> None:
    t = denying("r3.1", "r4.1").plan(0, "3 t1").serving(0).do(0, "use monk:5")
    assert t.refused(0, "remove t1") == "R-6"
    t = denying("r3.1", "r4.1").plan(0, "4 t2").serving(0).do(0, "use monk:5")
    assert t.refused(0, "remove t2") == "R-6"


@pytest.mark.rule("R-6")
@pytest.mark.parametrize("card", ["r2.2", "r3.2", "r4.2", "r2.1", "r3.1", "r4.1", "g3.2.3", "g8.2.6.table"])
def test_any_regular_or_guest_can_be_removed(card: str) -> None:
    t = denying(card).serving(0).do(0, "use monk:5", "remove t1")
    assert t.removed[-1] == card


@pytest.mark.rule("R-6")
def test_a_guest_already_served_may_be_removed() -> None:
    t = denying("r3.1").plan(0, "3 t1").serving(0).do(0, "use t1", "use monk:5", "remove t1")
    assert (t.player(0).thalers, t.seated(0)) == (1, [""])


@pytest.mark.rule("R-6")
def test_nobles_are_not_removed() -> None:
    t = denying("noble", "noble", "r4.1").serving(0).do(0, "use monk:5")
    assert t.refused(0, "remove t1") == "R-6"
    assert t.legal(0) == ["remove t2", "decline"]


@pytest.mark.rule("R-6")
def test_nobody_is_removed_from_an_empty_table() -> None:
    t = denying("r3.1", "r4.1").counter_guests(0, 1).serving(0).do(0, "use monk:5")
    assert t.refused(0, "remove t3") == "R-6"
    t.do(0, "remove t1")
    t.player(0).monastery = 7
    t.do(0, "counter-guest")
    assert t.refused(0, "remove t1") == "R-6"
    assert t.legal(0) == ["remove t2", "decline"]


@pytest.mark.rule("R-6")
def test_cards_in_deck_and_discard_pile_are_safe() -> None:
    t = denying().deck(0, "r2.1").discard(0, "r3.1").tavern(1, "r4.1").serving(0).do(0, "use monk:5")
    assert t.state.tasks == []
    assert (t.deck_of(0), t.discard_of(0), t.seated(1)) == (["r2.1"], ["r3.1"], ["r4.1"])


@pytest.mark.rule("R-6")
def test_without_a_target_it_is_lost() -> None:
    t = denying("noble", "r3.1").plan(0, "3 t2").serving(0).do(0, "use monk:5")
    assert t.state.tasks == []
    assert t.can(0, "end")
    t.do(0, "use t2")
    assert t.seated(0) == ["noble", "r3.1"]


@pytest.mark.rule("R-6")
def test_a_removed_guests_place_takes_no_more_dice() -> None:
    t = denying("r3.1", "r4.1").plan(0, "3 -", "3 barrel").serving(0).do(0, "use monk:5", "remove t1")
    assert t.refused(0, "place 3 t1") == "R-6"
    assert t.refused(0, "move barrel t1") == "R-6"
    t = denying("r4.1", "r3.1", "r3.2").plan(0, "3 -").serving(0).do(0, "use monk:5", "remove t2")
    assert t.refused(0, "place 3 t2") == "R-6"
    assert [text for text in t.legal(0) if text.startswith("place")] == [
        "place 3 cashbox", "place 3 barrel", "place 3 t3",
    ]  # fmt: skip


@pytest.mark.rule("R-6")
def test_other_guests_keep_their_places() -> None:
    t = denying("r3.1", "r4.1", "r2.2").plan(0, "2 t3", "4 -").serving(0).do(0, "use monk:5", "remove t1")
    t.do(0, "place 4 t2", "use t2", "use t3")
    assert t.player(0).thalers == 3


@pytest.mark.rule("R-6", "R-7")
@pytest.mark.parametrize("text", ["move t1 barrel", "swap cashbox t1", "place 6 brewer", "use t1"])
def test_no_die_is_moved_between_gaining_and_using_it(text: str) -> None:
    t = denying("r3.1", "r4.1").plan(0, "3 t1", "4 cashbox", "6 -").serving(0).do(0, "use monk:5")
    assert t.refused(0, text) == "R-7"


@pytest.mark.rule("R-6")
def test_service_denied_by_a_guest_just_recruited() -> None:
    t = recruiting("g4.2.3.service-denied").tavern(0, "r3.1", "r4.1").serving(0).do(0, "recruit row1", "remove t2")
    assert t.seated(0) == ["r3.1", ""]
    assert t.top(0) == ["g4.2.3.service-denied"]


# ---


@pytest.mark.rule("R-7")
@pytest.mark.parametrize("text", ["end", "buy barback", "upgrade safe", "recruit pile", "nobles 1", "counter-guest"])
def test_nothing_else_happens_while_a_bonus_is_pending(text: str) -> None:
    t = denying("r3.1").stores(0, thalers=9, beer=9).counter_guests(0, 1).serving(0).do(0, "use monk:5")
    assert t.refused(0, text) == "R-7"
    assert t.refused(1, text) == "R-7"
    t.do(0, "decline")
    assert t.can(0, text)


@pytest.mark.rule("R-7", "R-6")
def test_another_players_bonus_is_not_mine() -> None:
    t = denying("r3.1").tavern(1, "r4.1").serving(0).do(0, "use monk:5")
    assert (t.acting, t.legal(1)) == ([0], [])
    assert t.refused(1, "remove t1") == "R-7"
    assert t.refused(1, "decline") == "R-7"


@pytest.mark.rule("R-7")
def test_bonuses_resolve_depth_first() -> None:
    # The guest's two steps: the service denied of space 17 and all that follows come before the second step.
    t = recruiting("g6.4.5.2-monastery").tavern(0, "r3.1").markers(0, monastery=16).serving(0).do(0, "recruit row1")
    assert (t.player(0).monastery, t.legal(0)) == (17, ["remove t1", "decline"])
    t.do(0, "decline")
    assert t.player(0).monastery == 18


@pytest.mark.rule("R-7", "M5-3")
def test_steps_from_a_guest_come_before_its_signature() -> None:
    t = Table(modules=5).row("g5.5.4.2-monastery", *OTHERS).stores(0, beer=5).markers(0, monastery=1)
    t.book(0, 0, 0, 0, 0).tavern(0, "r3.1").serving(0)
    t.markers(0, monastery=7).do(0, "recruit row1")
    assert t.player(0).book == [0, 0, 0, 0]
    t.do(0, "decline")
    assert t.player(0).book == [0, 1, 0, 0]


@pytest.mark.rule("R-8")
def test_service_denied_may_be_declined() -> None:
    t = denying("r3.1").serving(0).do(0, "use monk:5")
    assert "decline" in t.legal(0)
    t.do(0, "decline")
    assert t.seated(0) == ["r3.1"]


@pytest.mark.rule("R-8")
@pytest.mark.parametrize("number", [2, 3, 5, 7])
def test_one_of_the_choices_of_the_evening_must_be_taken(number: int) -> None:
    t = Table().evening(number)
    assert t.refused(0, "decline") == "R-8"


@pytest.mark.rule("R-8")
def test_other_bonuses_are_automatic() -> None:
    t = recruiting("g5.2.4.barback").serving(0).do(0, "recruit row1")
    assert t.state.tasks == []
    assert t.refused(0, "decline") == "F-5"


@pytest.mark.rule("R-8")
def test_a_monk_die_and_a_counter_guest_are_declined_by_not_using_them() -> None:
    t = Table().counter_guests(0, 1).plan(0, "5 monk").serving(0).do(0, "end")
    assert (t.player(0).monastery, t.player(0).counter_guests) == (0, 1)
