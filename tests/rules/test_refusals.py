"""Refusals: how much is missing is said exactly, and what is asked is said with its rule."""

import pytest

from tests.table import Table
from tiefenthal.engine.rules.actions import ACTIONS, NotAnActionError, action_by_id, parse_action
from tiefenthal.engine.rules.play import question_of, rule_of, why_not
from tiefenthal.engine.rules.refusal import IllegalActionError, Refusal, refuse


def why(t: Table, text: str, seat: int = 0) -> Refusal:
    """Why an action is not possible."""
    found = why_not(t.state, seat, parse_action(text))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("buy brewer", refuse("F-7", "card-price", n=4, price=6, have=2)),
        ("upgrade safe", refuse("F-8", "area-price", n=5, price=7, have=2)),
        ("upgrade brewer 1", refuse("F-8", "area-price", n=10, price=12, have=2)),
        ("upgrade brewer 3", refuse("F-9", "few-cards", n=2, area="brewer")),
        ("recruit row1", refuse("F-11", "guest-price", n=4, price=7, have=3)),
        ("nobles 2", refuse("F-13", "nobles-price", n=11, price=14, have=3)),
        ("entertain beer", refuse("M2-4", "schnapps-price", n=1, price=2, have=1)),
        ("entertain-upgrade safe", refuse("M2-4", "schnapps-price", n=4, price=5, have=1)),
    ],
)
def test_what_is_too_dear_says_how_much_is_missing(text: str, refusal: Refusal) -> None:
    t = Table(modules=2).tavern(0, "brewer", "brewer").row("g7.2.7", "g5.3.5", "g5.4.5", "g5.5.5")
    t.entertainer(0, "money", 2).entertainer(0, "fire", 1).stores(0, thalers=2, beer=3, schnapps=1).serving(0)
    assert why(t, text) == refusal


@pytest.mark.rule("E-4")
def test_a_die_without_enough_help_says_how_much_it_needs() -> None:
    t = Table().tavern(0, "dishwasher", "g5.3.5", "r4.1").plan(0, "2 -", "1 -", "6 -").planning()
    assert why(t, "place 2 t2") == refuse("E-4", "few-dishwashers", space="t2", asks=4, face=2, n=2, free=1)
    assert why(t, "place 6 t2") == refuse("E-4", "no-way", space="t2", asks=4, face=6)
    t.do(0, "place 2 t1")
    assert why(t, "place 1 t2") == refuse("E-3", "no-dishwasher", space="t2", asks=4, face=1)
    assert why(t, "place 2 brewer") == refuse("E-1", "no-unplaced", face=2)


def test_refusals_are_equal_when_they_say_the_same() -> None:
    one = refuse("F-7", "card-price", n=4)
    assert one == refuse("F-7", "card-price", n=4)
    assert hash(one) == hash(refuse("F-7", "card-price", n=4))
    for other in (refuse("F-8", "card-price", n=4), refuse("F-7", "area-price", n=4), refuse("F-7", "card-price", n=5)):
        assert one != other
    assert one != "F-7"


def test_a_refusal_shows_its_rule_its_code_and_its_values() -> None:
    assert repr(refuse("F-7", "card-price", n=4, card="table")) == "<Refusal F-7: card-price, n=4, card='table'>"
    error = IllegalActionError(refuse("F-7", "bought"), "You have one.")
    assert str(error) == "You have one. (F-7)"
    assert (error.words, error.refusal.code) == ("You have one.", "bought")


@pytest.mark.rule("S-1", "G-2")
def test_a_seat_that_is_not_there_and_a_game_that_is_over() -> None:
    t = Table(3).serving(0)
    for seat in (-1, 3):
        assert why(t, "end", seat) == refuse("S-1", "no-seat", seat=seat, n=3)
        assert t.legal(seat) == []
    assert why(Table(evening=8).closing(), "end") == refuse("G-2", "over")


def test_what_is_asked_has_a_name_and_a_rule() -> None:
    asked = [
        (Table(modules=4).start_cards(1, 3, 5), "start", "M4-1"),
        (Table(modules=4).start_cards(1, 3, 5).do(0, "start 3"), "dismiss", "M4-3"),
        (Table().evening(2), "evening", "A-1"),
        (Table().counter_guests(0, 1).arrival(), "arrival", "B-6"),
        (Table().draft(), "draft", "D-2"),
        (Table().planning(), "planning", "E-1"),
        (Table().serving(0), "serving", "F-5"),
        (Table().tavern(0, "r3.2").markers(0, monastery=7).counter_guests(0, 1).serving(0).do(0, "counter-guest"),
         "remove", "R-6"),
        (Table(modules=3).tavern(0, "bard").markers(0, reputation=9).serving(0).do(0, "bard"), "toast", "M3-3"),
        (Table(modules=3).supply(schnapps=1).tavern(0, "bard").markers(0, reputation=9).serving(0).do(0, "bard"),
         "toast", "M3-3"),
        (Table(modules=3).supply(schnapps=0).tavern(0, "bard", "r3.2").markers(0, reputation=9).serving(0)
         .do(0, "bard"), "dry-toast", "M3-3"),
        (Table(modules=5).tavern(0, "bard").markers(0, reputation=3).serving(0).do(0, "bard"), "sign", "M5-4"),
        (Table(modules=2).entertainer(0, "juggler", 1).stores(0, schnapps=1).tavern(0, "r3.2").closing(),
         "closing", "M2-4"),
        (Table(evening=8).closing(), "", "G-2"),
    ]  # fmt: skip
    for t, question, rule in asked:
        assert (question_of(t.state), rule_of(t.state)) == (question, rule)


def test_actions_are_known_by_their_numbers() -> None:
    for number in (0, 1, len(ACTIONS) - 1):
        assert action_by_id(number) is ACTIONS[number]
        assert action_by_id(number).id == number
    for number in (-1, len(ACTIONS)):
        with pytest.raises(
            NotAnActionError, match=f"no action {number}; actions are numbered 0 to {len(ACTIONS) - 1}$"
        ):
            action_by_id(number)


def test_an_action_cannot_be_changed() -> None:
    action = parse_action("buy table")
    with pytest.raises(AttributeError):
        setattr(action, "kind", 0)  # noqa: B010 (a name that is not typed)
    assert action is parse_action("buy table")
    assert action.text == "buy table"
    assert action.kind != 0
