"""Words for every event and action, and when they can be kept."""

import ast
import random
from pathlib import Path

import pytest

import tiefenthal
from tests.setups import ALL_SETUPS
from tiefenthal.components.loader import load_edition
from tiefenthal.rules.round import make_setup
from tiefenthal.rules.state import Event
from tiefenthal.wording.events import EVENT_KINDS, event_words, grouped
from tiefenthal.wording.words import action_words, third_person, words_depend_on

RULES = Path(__file__).resolve().parents[2] / "src" / "tiefenthal" / "rules"


def told_kinds() -> set[str]:
    """Every kind of event the rules report: the second argument of each call of `tell`."""
    kinds: set[str] = set()
    for file in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tell":
                what = ast.literal_eval(node.args[1])
                assert isinstance(what, str), f"{file.name}: an event is named by a plain text"
                kinds.add(what)
    return kinds


def test_every_event_of_the_rules_has_words() -> None:
    kinds = told_kinds()
    assert len(kinds) > 20
    assert set(EVENT_KINDS) == kinds


def test_events_in_words() -> None:
    setup = make_setup(2, 5, load_edition(None))
    events: list[Event] = [
        ("thalers", 0, 2, 0), ("thalers", 0, 1, 0), ("thalers", 1, 1, 0), ("drew", 1, 4, 0), ("rolled", 1, 6, 0),
        ("rolled", 1, 2, 0), ("signed", 1, 0, 2), ("round", -1, 1, 0), ("closed", -1, 1, 0), ("serving", 1, 0, 0),
        ("gained", 0, 7, 0), ("gained", 0, 7, 0), ("served", 0, 1, 2),
    ]  # fmt: skip
    assert [event_words(setup, what, group) for what, group in grouped(events)] == [
        "+3 thalers",
        "+1 thaler",
        "in come: server",
        "rolls 6 2 in their own colour",
        "signature in column 3/4 (row 3)",
        "round 1 of 8, which brings: counter guest",
        "closing time of round 1",
        "serves the guests",
        "2 nobles on the deck",
        "1 thaler and 2 beer kept",
    ]


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_words_that_are_kept_stay_right(players: int, modules: int) -> None:
    """With the same action and the same number from `words_depend_on`, an action is always put into the same words."""
    rng = random.Random(modules)
    game = tiefenthal.new_game(players, modules, seed=f"words {players}")
    kept: dict[tuple[int, int], str] = {}
    while not game.over:
        for seat in game.to_act:
            for action in game.legal_actions(seat):
                words = action_words(game.state, seat, action)
                assert words
                assert kept.setdefault((action.id, words_depend_on(game.state, seat, action)), words) == words
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("buy a server for 4 thalers", "buys a server for 4 thalers"),
        ("are ready", "is ready"),
        ("let a bard sing", "lets a bard sing"),
        ("dismiss a regular", "dismisses a regular"),
        ("decline", "declines"),
        ("choose barback on top of your deck", "chooses barback on top of their deck"),
    ],
)
def test_third_person(words: str, told: str) -> None:
    assert third_person(words) == told
