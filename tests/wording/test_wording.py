"""Words for every event and action, and when they can be kept."""

import ast
import random
from pathlib import Path

import pytest

import tiefenthal
from tests.box.boxes import other_box
from tests.figures import FIGURES
from tests.parsed import nodes
from tests.setups import ALL_SETUPS
from tiefenthal import new_game
from tiefenthal.engine.box import make_edition
from tiefenthal.engine.components.kinds import FIRST_REGULAR
from tiefenthal.engine.components.loader import load_edition, parse_edition
from tiefenthal.engine.record.action_data import depends_on
from tiefenthal.engine.rules.actions import parse_action
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.state import Event
from tiefenthal.engine.wording.actions import action_words, after_name, decision_words, deed_words
from tiefenthal.engine.wording.events import EVENT_KINDS, event_name, grouped, notes_of
from tiefenthal.engine.wording.names import card_heading, described, the_described
from tiefenthal.i18n import CODES, catalogue

RULES = Path(__file__).resolve().parents[2] / "src" / "tiefenthal" / "engine" / "rules"


def told_kinds() -> set[str]:
    """Every kind of event the rules report: the second argument of each call of `tell`."""
    kinds: set[str] = set()
    for file in RULES.rglob("*.py"):
        for node in nodes(file):
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
    told = {code: [notes_of(catalogue(code), setup, *group) for group in grouped(events)] for code in CODES}
    assert told["en"] == [
        "+3 thalers",
        "+1 thaler",
        "a server comes",
        "rolled a 6, rolled a 2",
        "signature in column 3/4",
        "Evening 1",
        "Closing time",
        "starts serving",
        "2 nobles on the deck",
        "kept 1 thaler and 2 beer",
    ]
    assert told["en-schmidt"][0] == "+3 doubloons"
    assert told["de"][0] == "+3 Dublonen"
    assert told["uk"][0] == "+3 талери"


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_words_that_are_kept_stay_right(players: int, modules: int) -> None:
    """With the same action and the same number from `depends_on`, an action is always put into the same words."""
    rng = random.Random(modules)
    game = tiefenthal.new_game(players, modules, seed=f"words {players}")
    kept: dict[tuple[int, int], str] = {}
    while not game.over:
        for seat in game.to_act:
            for action in game.legal_actions(seat):
                words = action_words(game.state, seat, action)
                assert words
                assert kept.setdefault((action.id, depends_on(game.state, seat, action)), words) == words
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_actions(seat)))


@pytest.mark.parametrize("code", CODES)
def test_decisions_and_events_of_a_game_are_told(code: str) -> None:
    words = catalogue(code)
    rng = random.Random(code)
    events: list[Event] = []
    game = tiefenthal.new_game(3, 5, seed="told")
    game.listen(events)
    told, kinds = set(), set()
    while not game.over:
        seat = rng.choice(game.to_act)
        action = rng.choice(game.legal_actions(seat))
        for who in ("", "Magda"):
            sentence = decision_words(game.state, seat, action, words, who)
            assert sentence.endswith(".")
            assert ("Magda" in sentence) == bool(who)
            told.add(sentence)
        events.clear()
        game.play(seat, action)
        for what, group in grouped(events):
            kinds.add(what)
            told.add(notes_of(words, game.state.setup, what, group))
    assert len(kinds) > 15
    assert [one for one in told if "{" in one or "_" in one] == []


def test_deeds_are_put_after_a_name() -> None:
    """Every English sentence about a decision begins with who made it."""
    words = catalogue("en")
    keys = [key for key in words.sentences if key.startswith(("log.", "happened.undone"))]
    assert len(keys) > 40
    for key in keys:
        entry = words.sentences[key]
        for text in [entry] if isinstance(entry, str) else entry.values():
            assert text.startswith("{who} "), key
    assert after_name("log.take", {"face": 3}) == "took a 3"
    game = tiefenthal.new_game(2, 1, seed="deeds")
    assert deed_words(game.state, 0, game.legal_actions(0)[0])[:1].islower()


def test_every_event_has_its_sentences() -> None:
    words = catalogue("en")
    for what in EVENT_KINDS:
        assert words.has(f"note.{event_name(what)}")
        assert words.has(f"happened.{event_name(what)}")


def test_which_guest_was_chosen_is_known_when_all_have_chosen() -> None:
    """A-10: whoever comes earlier in the order takes the one that lay on top."""
    game = new_game(players=2, modules=1, seed="chosen", edition=FIGURES)
    rng = random.Random("chosen")
    while "choose guest" not in [one.text for one in game.legal_actions(game.to_act[0])]:
        game.play(game.to_act[0], rng.choice(game.legal_actions(game.to_act[0])))
    seat, words = game.to_act[0], catalogue()
    chosen = parse_action("choose guest")
    assert seat == game.state.start_player
    top = the_described(words, game.edition, game.state.pile[-1])
    assert top in action_words(game.state, seat, chosen), "what lies there now is shown to whoever chooses"
    assert action_words(game.state, 1 - seat, chosen).endswith("or the next guest if that one is taken before you")
    assert depends_on(game.state, seat, chosen) != depends_on(game.state, 1 - seat, chosen)
    assert decision_words(game.state, seat, chosen, words, "") == "You put a guest on top of your deck."
    assert decision_words(game.state, seat, chosen, words, "Ada") == "Ada put a guest on top of the deck."


def test_regulars_and_guests_have_the_names_of_people() -> None:
    """As at the table in the browser, in every language; a card of an edition without names keeps its figures."""
    ed, words = load_edition(None), catalogue()
    nun = next(
        card for card in range(ed.first_guest, len(ed.card_names)) if the_described(words, ed, card) == "the nun"
    )
    assert described(words, ed, nun) == f"Nun (die {ed.die[nun]}, pays {ed.pays[nun]})"
    assert the_described(catalogue("de"), ed, nun) == "die Nonne"
    for code in CODES:
        people = [card for card in ed.card_names if card[:1] in "gr" and card[1:2].isdigit()]
        assert len({card_heading(catalogue(code), card) for card in people}) == len(people) > 30
    other = parse_edition(ed.text)
    other.card_names[nun] = "g9.1.1"
    assert the_described(words, other, nun) == f"a guest (die {ed.die[nun]}, pays {ed.pays[nun]})"


def test_a_regular_that_counts_points_is_named_like_any_other() -> None:
    """In somebody's own box; the action names its die and its pay alone."""
    edition = make_edition("A box", other_box())
    worth = next(card for card in range(FIRST_REGULAR, edition.first_guest) if edition.points[card])
    action = parse_action(f"dismiss r{edition.die[worth]}.{edition.pays[worth]}")
    state = new_game(players=2, modules=4, seed=1, edition=edition).state
    assert str(edition.die[worth]) in action_words(state, 0, action)
