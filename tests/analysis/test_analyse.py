"""The best options of a seat: the same for the same view, from nothing but the view, for every decision there is."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from tests.analysis.positions import decisions, quick_game, some_of_each
from tests.bots.search import test_positions as known
from tests.table import Table
from tiefenthal import SeededChance, determinize, new_game
from tiefenthal.engine.rules.play import apply, why_not
from tiefenthal.engine.view import View, view_of
from tiefenthal.i18n import CODES, catalogue
from tiefenthal.players.analysis import Analysis, NothingToDecideError, Thinker, analyse, hint_of
from tiefenthal.players.analysis.budget import FULL, BudgetError, care_of, effort_of, look_of
from tiefenthal.players.analysis.calibration import MOMENTS, errors, outlook_of, stretched
from tiefenthal.players.analysis.data import as_json
from tiefenthal.players.analysis.hints import NUDGES
from tiefenthal.players.analysis.judge import Raw
from tiefenthal.players.bots.neural.bot import CARE, EFFORT, LOOK, NeuralBot
from tiefenthal.players.bots.search import Effort, Turn

SOME = some_of_each()


def test_every_kind_of_decision_in_every_set_up() -> None:
    """What is listed is legal, the best first, with an outlook that makes sense; and nothing hidden counts: with every
    hidden pile in another order not one byte differs."""
    kinds = []
    for number, (kind, game, view) in enumerate(SOME):
        found = analyse(view, budget=1, seed="hidden")
        kinds.append(kind)
        assert found.kind == kind
        assert found.options
        worths = [option.worth for option in found.options]
        assert worths == sorted(worths, reverse=True)
        for option in found.options:
            first = next(action for action in view.legal_actions() if action.text == option.actions[0])
            assert why_not(game.state, view.seat, first) is None
            assert 0.0 < option.outlook.win < 1.0
            assert 0.0 <= option.outlook.win_pm < 0.5
            assert option.outlook.score_pm >= 0.0
            assert option.outlook.score > 20
        other = determinize(view, SeededChance(f"other {number}"))
        again = analyse(View(view.seat, other), budget=1, seed="hidden")
        assert as_json(again) == as_json(found)
    assert {kind: kinds.count(kind) >= 10 for kind in ("turn", "draft", "arrival", "choice")} == dict.fromkeys(
        ("turn", "draft", "arrival", "choice"), True
    )


def test_the_state_itself_gives_nothing_away() -> None:
    """Whoever hands over a whole state, its true piles in it, gets what a view gets."""
    arrivals = [(game, view) for kind, game, view in SOME if kind == "arrival"][:4]
    assert any(len(game.state.players[view.seat].deck) > 2 for game, view in arrivals)
    for game, view in arrivals:
        assert as_json(analyse(View(view.seat, game.state), 1)) == as_json(analyse(view, 1))


def test_a_thinker_remembers_nothing() -> None:
    thinker = Thinker(1, "0")
    views = [view for _, _, view in SOME[:6]]
    first = [as_json(analyse(view, thinker=thinker)) for view in views]
    assert [as_json(analyse(view, thinker=thinker)) for view in reversed(views)] == first[::-1]
    assert first[0] == as_json(analyse(views[0], budget=1, seed=0))


def test_turns_can_be_played_as_they_are_listed() -> None:
    """From planning to the end of the serving, when nobody comes in between."""
    for kind, game, view in decisions(2, 5, "played"):
        if kind == "turn" and game.phase == "serving" and game.round in (2, 7):
            option = analyse(view, budget=3).options[0]
            clone = game.clone()
            for text in option.actions:
                assert clone.why_not(view.seat, text) is None
                clone.play(view.seat, text)
            return
    raise AssertionError("there was no serving")


def test_a_seat_that_does_not_decide_is_refused() -> None:
    _, game, view = next(one for one in decisions(2, 1, "x") if one[1].phase == "draft")
    with pytest.raises(NothingToDecideError):
        analyse(game.view(1 - view.seat))
    over = quick_game(2, 1, "over")
    with pytest.raises(NothingToDecideError):
        analyse(over.view(0))
    with pytest.raises(NothingToDecideError):
        analyse(game.view(None))


def test_a_hint_first_says_where_to_look() -> None:
    """A nudge in every language, which names no move."""
    nudges = set()
    for _, _, view in SOME[::3]:
        found = analyse(view, budget=1)
        hint = hint_of(found)
        nudges.add(hint.nudge)
        assert hint.nudge in NUDGES
        assert hint.line == found.options[0].actions
        assert hint.move == hint.line[0]
    assert len(nudges) > 4
    for code in CODES:
        for nudge in NUDGES:
            told = catalogue(code).say(f"hint.{nudge}")
            assert "{" not in told
            assert told[-1] in ".?"


def test_the_budget_counts_work() -> None:
    assert effort_of(FULL) == EFFORT._replace(seconds=0.0)
    assert look_of(FULL) == LOOK._replace(seconds=0.0)
    assert care_of(FULL) == CARE._replace(seconds=0.0)
    assert look_of(1) is None
    assert effort_of(10).nodes < effort_of(50).nodes < effort_of(200).nodes
    for wrong in (0, -1, 1001):
        with pytest.raises(BudgetError):
            Thinker(wrong, "0")


def test_as_json_and_back() -> None:
    found = analyse(SOME[0][2], budget=1)
    assert msgspec.json.decode(as_json(found), type=Analysis) == found


def test_the_master_would_do_the_same() -> None:
    """In choices and draft, where nothing is sampled, with the same work and no clock."""
    same = 0
    views = [view for kind, _, view in SOME if kind in ("choice", "draft")][:12]
    for view in views:
        master = NeuralBot("0", effort=effort_of(FULL), look=look_of(FULL), care=care_of(FULL))
        _, found = Thinker(FULL, "0").candidates(view)
        same += found[0].actions[0] is master.choose(view, view.legal_actions())
    assert same == len(views)


# --- positions with a known best turn, written by hand for the search (tests/bots/search)


OPINIONS = {"test_the_guest_is_served_and_then_removed"}
"""Early in a game, where no score decides: the planner serves the regular before it goes, the judge would rather have a
beer for the die."""


def _cases() -> Iterator[Any]:
    for name, group in inspect.getmembers(known, inspect.isclass):
        if name.startswith("Test"):
            for test_name, test in inspect.getmembers(group, inspect.isfunction):
                marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
                plain = "best(t)" in inspect.getsource(test) and not marks
                if test_name.startswith("test_") and plain and test_name not in OPINIONS:
                    yield pytest.param(group, test, id=f"{name}.{test_name}")


CASES = list(_cases())


def test_there_are_thirty() -> None:
    assert len(CASES) >= 30


@pytest.mark.parametrize(("group", "test"), CASES)
def test_the_known_best_turn_is_named(
    group: type, test: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def best(t: Table, seat: int = 0, effort: Effort | None = None) -> Turn:
        assert effort is None
        _, found = Thinker(FULL, "0").candidates(view_of(t.state, seat))
        return Turn(found[0].actions, found[0].after, found[0].worth)

    monkeypatch.setattr(known, "best", best)
    test(group())


# --- the table of errors


def test_the_table_of_errors_is_whole() -> None:
    for moment in MOMENTS:
        for players in (2, 3, 4):
            for modules in (1, 2, 3, 4, 5):
                s = new_game(players, modules, "errors").state
                for left in range(9):
                    for figure in ("score", "margin"):
                        bias, wide = errors().of(figure, moment, left, s.setup)
                        assert abs(bias) < 40
                        assert 0.0 <= wide < 120
                    win, wide = errors().win(0.5, moment, left, players)
                    assert 0.25 < win < 0.75
                    assert 0.02 < wide <= 0.4


def test_a_chance_stays_a_chance() -> None:
    for win in (0.0, 0.2, 0.5, 1.0):
        found, pm = stretched(win, 2, 1.2, -0.1, 0.2)
        assert 0.0 < found < 1.0
        assert found - pm > -0.01
        assert found + pm < 1.01
    assert stretched(0.5, 2, 1.2, 0.0, 0.2) == (0.5, 0.2)


def test_less_is_sure_the_more_evenings_follow() -> None:
    game = new_game(2, 5, "sure")
    s = game.state
    wide = []
    for number in (7, 4, 1):
        s.round = number
        wide.append(outlook_of(Raw(200.0, 0.0, 0.5), "choice", s).score_pm)
    assert wide == sorted(wide)


def test_hidden_choices_of_others_do_not_count() -> None:
    """In the evening others may have chosen already; nobody knows what."""
    t = Table(players=2, modules=1)
    t.evening(2)
    one, two = t.state.clone(), t.state.clone()
    luck = SeededChance("choices")
    chosen = view_of(one, 1).legal_actions()
    apply(one, 1, chosen[0], luck)
    apply(two, 1, chosen[1], luck)
    assert as_json(analyse(View(0, one), 1)) == as_json(analyse(View(0, two), 1))
