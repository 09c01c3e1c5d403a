"""Positions: exact round trips, positions written by hand, documents of views."""

import copy
import itertools
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.figures import FIGURES
from tests.setups import fields_of
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.components import Edition, load_edition, parse_edition
from tiefenthal.engine.record.position import (
    PositionError,
    canonical_json,
    digest,
    parse_position,
    position_of,
    state_from_position,
    view_document,
)
from tiefenthal.engine.rules.actions import Action, parse_action
from tiefenthal.engine.rules.invariants import problems
from tiefenthal.engine.rules.play import acting, advance, apply, legal_actions
from tiefenthal.engine.rules.round import begin, make_setup
from tiefenthal.engine.rules.setup import new_state
from tiefenthal.engine.rules.state import Player, State
from tiefenthal.engine.view import SPECTATOR, view_of

SETUPS = [(players, modules) for players in (2, 3, 4) for modules in (1, 2, 3, 4, 5)]
DOCS = Path(__file__).parents[2] / "docs" / "position.md"
LIKED = ("place", "use", "recruit", "upgrade", "counter-guest")
FIDDLING = ("move", "back", "swap", "turn", "ready", "unready", "end")


def pick(s: State, rng: random.Random) -> tuple[int, Action]:
    """A random decision, but with a liking for placing and using dice and for recruiting, so that games see a lot."""
    seat = rng.choice([seat for seat in range(len(s.players)) if acting(s) >> seat & 1])
    actions = legal_actions(s, seat)
    liked = [action for action in actions if action.text.split()[0] in LIKED]
    if liked and rng.random() < 0.6:
        return seat, rng.choice(liked)
    fine = [action for action in actions if action.text.split()[0] not in FIDDLING or rng.random() < 0.1]
    return seat, rng.choice(fine or actions)


def walk(players: int, modules: int, seed: str, edition: Edition | None = None) -> Iterator[State]:
    """The states of a random game, from the first decision to the end."""
    rng = random.Random(seed)
    luck = SeededChance(seed)
    s = begin(make_setup(players, modules, edition or FIGURES), luck)
    while not s.over:
        yield s
        seat, action = pick(s, rng)
        apply(s, seat, action, luck)
    yield s


def play_out(s: State, seed: str = "out") -> None:
    """Play at random to the end, with every state sound on the way."""
    rng = random.Random(seed)
    luck = SeededChance(seed)
    advance(s, luck)
    for ply in itertools.count():
        if s.over:
            break
        assert ply % 7 or problems(s) == []
        seat, action = pick(s, rng)
        apply(s, seat, action, luck)
    assert problems(s) == []


def differences(one: State, two: State) -> list[str]:
    """Every field in which two states differ, `reveals` and `events` left aside."""
    found = [
        f"{field}: {getattr(one, field)} {getattr(two, field)}"
        for field in fields_of(State)
        if field not in {"setup", "players", "reveals", "events"} and getattr(one, field) != getattr(two, field)
    ]
    for seat, (p, q) in enumerate(zip(one.players, two.players, strict=True)):
        for field in fields_of(Player):
            if getattr(p, field) != getattr(q, field):
                found.append(f"{seat} {field}: {getattr(p, field)} {getattr(q, field)}")
    return found


def reload(s: State) -> State:
    return state_from_position(json.dumps(position_of(s), indent=1))


@pytest.mark.parametrize(("players", "modules"), SETUPS)
def test_round_trip_is_exact(players: int, modules: int) -> None:
    for ply, s in enumerate(walk(players, modules, f"trip {players} {modules}")):
        if ply % 11 and not (s.tasks and ply % 2) and not s.over:
            continue
        again = reload(s)
        assert differences(s, again) == []
        assert again.reveals == 0
        assert again.events is None
        assert again.setup.edition is s.setup.edition
        assert (again.setup.players, again.setup.modules) == (players, modules)
        assert digest(again) == digest(s)
        before = canonical_json(position_of(again))
        advance(again, SeededChance("nothing to do"))
        assert canonical_json(position_of(again)) == before


WANTED = {
    *["phase " + name for name in ("start cards", "evening", "arrival", "draft", "planning", "serving", "juggling")],
    *["pending " + name for name in ("service denied", "toast", "free signature", "dismissal")],
    *["step " + name for name in ("nothing", "schnapps", "noble", "for")],
    *["gone", "used", "choice", "dishwashers", "fifth place", "over"],
}


def features(s: State) -> set[str]:
    """What is special about a moment."""
    document = position_of(s)
    found = {f"phase {document['phase']}"} | {f"pending {entry['effect']}" for entry in document["pending"]}
    for seat in document["seats"]:
        found.update(f"step {step.split()[1]}" for step in seat.get("steps", []))
        found.update(["gone"] if any(word.startswith("gone ") for word in seat["seated"]) else [])
        found.update(["dishwashers"] if seat["dishwashers"]["spent"] else [])
        found.update(key for key in ("used", "choice") if seat[key])
    found.update(["fifth place"] if len(s.row) == 5 else [])
    return found | ({"over"} if s.over else set())


def test_every_kind_of_moment_survives_the_round_trip() -> None:
    missing = set(WANTED)
    for number in range(60):
        for s in walk(4, 5 if number % 3 else 4, f"moments {number}"):
            new = missing & features(s)
            if new:
                assert differences(s, reload(s)) == []
                missing -= new
        if not missing:
            return
    raise AssertionError(f"no game came to {sorted(missing)}")


def test_a_loaded_game_goes_on_like_the_original() -> None:
    for ply, s in enumerate(walk(3, 5, "go on")):
        if ply % 60 == 31:
            one, two = s.clone(), reload(s)
            rng, luck_one, luck_two = random.Random(1), SeededChance("x"), SeededChance("x")
            for _ in range(40):
                if one.over:
                    break
                seat, action = pick(one, rng)
                assert legal_actions(one, seat) == legal_actions(two, seat)
                apply(one, seat, action, luck_one)
                apply(two, seat, action, luck_two)
            assert differences(one, two) == []


def test_a_game_that_has_not_begun_has_no_position() -> None:
    s = new_state(make_setup(2, 1, load_edition()), SeededChance("x"))
    with pytest.raises(ValueError, match="has not begun"):
        position_of(s)


# --- editions


def own_edition() -> Edition:
    text = FIGURES.text.replace('name = "reference"', 'name = "mine"').replace("nobles = 61", "nobles = 50")
    return parse_edition(text)


def test_an_edition_of_ones_own_travels_with_the_position() -> None:
    ed = own_edition()
    s = next(walk(2, 3, "own", ed))
    document = position_of(s)
    assert document["edition"]["text"] == ed.text
    again = reload(s)
    assert again.setup.edition.digest == ed.digest
    assert differences(s, again) == []
    del document["edition"]["text"]
    with pytest.raises(PositionError, match="is not built in"):
        state_from_position(document)
    assert differences(s, state_from_position(document, edition=ed)) == []


def test_the_edition_must_be_the_one_written() -> None:
    document = position_of(next(walk(2, 1, "own")))
    assert "text" not in document["edition"]
    with pytest.raises(PositionError, match=r"edition\.name"):
        state_from_position(document, edition=own_edition())
    document["edition"]["digest"] = "0" * 64
    with pytest.raises(PositionError, match=r"edition\.digest.*differ"):
        state_from_position(document)
    document["edition"] = {"text": "nonsense = 1"}
    with pytest.raises(PositionError, match=r"edition\.text"):
        state_from_position(document)
    document["edition"] = "reference"
    state_from_position(document)


# --- by hand


def example() -> dict[str, Any]:
    """The example of docs/position.md."""
    found = re.search(r"```json\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return parse_position(found[1])


def test_the_documented_example() -> None:
    s = state_from_position(example(), luck=SeededChance("7"))
    assert s.turn == 0
    assert "use t2" in [action.text for action in legal_actions(s, 0)]
    assert "place 5 t1" not in [action.text for action in legal_actions(s, 0)]
    p = s.players[0]
    assert (p.helping, p.dishwashers, p.bards) == (1, 1, 1)
    assert (p.thaler_count, p.beer_count, p.counted) == (2 + 2 + 3, 1, 1)  # the used 3, the nobles, the cashbox
    assert s.nobles == load_edition().nobles - 2
    assert differences(s, reload(s)) == []
    play_out(s)


def test_the_documentation_names_every_key() -> None:
    text = DOCS.read_text(encoding="utf-8")
    document = position_of(next(walk(2, 5, "keys")))
    for keys in (document, document["supply"], document["guests"], document["seats"][0]):
        for key in keys:
            assert f"`{key}`" in text, key


@pytest.mark.parametrize(("players", "modules"), SETUPS)
def test_the_shortest_position_is_a_new_game(players: int, modules: int) -> None:
    document: dict[str, Any] = {"players": players, "modules": modules, "phase": "starting decks"}
    if modules >= 4:
        document.update(phase="start cards", start_cards=[1, 3, 7])
    s = state_from_position(document, luck=SeededChance("short"))
    assert s.round == 0
    assert len(s.row) == 4
    play_out(s)


def test_what_is_left_open_is_brought_into_order_by_luck() -> None:
    document = {"players": 2, "modules": 1, "phase": "closing", "round": 2}
    one = state_from_position(document, luck=SeededChance("1"))
    two = state_from_position(document, luck=SeededChance("2"))
    assert digest(one) == digest(state_from_position(document, luck=SeededChance("1")))
    assert digest(one) != digest(two)
    assert state_from_position(document).guest_deck == sorted(state_from_position(document).guest_deck)
    play_out(one)


@pytest.mark.parametrize("phase", ["evening", "arrival", "servers", "planning", "juggling", "closing"])
def test_a_phase_nobody_waits_in_is_done(phase: str) -> None:
    seat = {"white_dice": [1, 2, 3, 4]} if phase == "planning" else {}
    document = {"modules": 2, "phase": phase, "round": 2, "waiting": [], "seats": [seat, seat]}
    play_out(state_from_position(document))


def test_whom_the_game_waits_for_follows_from_the_phase() -> None:
    juggler = {"entertainers": {"juggler": 1}, "schnapps": 1, "drawn": {"server": 1}}
    s = state_from_position({"modules": 2, "phase": "juggling", "round": 5, "seats": [{}, juggler]})
    assert s.waiting == 0b10
    s = state_from_position({"modules": 1, "phase": "evening", "round": 2, "seats": [{"choice": "choose guest"}, {}]})
    assert s.waiting == 0b10
    play_out(s)


def test_a_deck_may_name_its_known_cards_only() -> None:
    regulars = {"r2.2": 1, "r3.2": 2, "r4.2": 1, "r2.1": 1, "r3.1": 1, "r4.1": 1}
    deck = {"top": ["noble", "server"], "rest": regulars}
    document = {"modules": 1, "phase": "evening", "round": 2, "seats": [{"deck": deck}, {}]}
    s = state_from_position(document, luck=SeededChance("deck"))
    names = s.setup.edition.card_names
    assert [names[card] for card in reversed(s.players[0].deck)][:2] == ["noble", "server"]
    assert s.players[0].known == 2
    assert sorted(s.players[0].deck[:-2]) == sorted(s.setup.edition.regulars)


def test_regulars_who_left_are_missing_from_the_decks_left_out() -> None:
    document = {"players": 2, "modules": 1, "phase": "evening", "round": 2, "removed": ["r3.2", "r3.2", "r3.2"]}
    s = state_from_position(document)
    assert [len(p.deck) for p in s.players] == [8, 9]


# --- dishwashers returned while dice stand with their help (F-10)


def washing_up(**more: object) -> dict[str, Any]:
    """Two dice were raised by one each when one of the two was returned."""
    seat = {
        "seated": ["r4.2", "r3.2", "r4.1"],
        "drawn": {"dishwasher": 1},
        "upgraded": ["dishwasher"],
        "white_dice": ["3 t1", "2 t2", "4 barrel", "5"],
        "dishwashers": {"working": 1, "spent": 0, "returned": 1} | more,
    }
    return {"modules": 1, "phase": "serving", "round": 3, "seats": [seat, {"white_dice": [1, 2, 3, 4]}]}


def test_a_position_of_before_says_only_how_many_were_returned() -> None:
    """All dice that have help can account for it, and nothing more is written: its digest stays what it was."""
    s = state_from_position(washing_up())
    assert (s.players[0].returned_helpers, s.players[0].unmoved) == (1, 0b11)
    assert position_of(s)["seats"][0]["dishwashers"] == {"working": 1, "spent": 0, "returned": 1}
    assert "move t1 t3" in [action.text for action in legal_actions(s, 0)]
    play_out(s)


def test_which_dice_have_not_moved_since_is_part_of_a_position() -> None:
    s = state_from_position(washing_up())
    apply(s, 0, parse_action("move t1 t3"), SeededChance("move"))
    assert position_of(s)["seats"][0]["dishwashers"]["unmoved"] == ["2 t2"]
    again = reload(s)
    assert differences(s, again) == []
    assert legal_actions(s, 0) == legal_actions(again, 0)
    assert state_from_position(view_document(view_of(s, 0))).players[0].unmoved == 0b10


def test_of_equal_dice_it_does_not_matter_which_is_the_unmoved_one() -> None:
    """A die joins one that has not moved: the state is the one that its position tells."""
    document = washing_up()
    document["seats"][0] |= {
        "drawn": {"dishwasher": 2},
        "white_dice": ["4", "4 monk", "3 t1", "5"],
        "dishwashers": {"working": 2, "returned": 1},
    }
    s = state_from_position(document)
    apply(s, 0, parse_action("place 4 monk"), SeededChance("place"))
    assert position_of(s)["seats"][0]["dishwashers"]["unmoved"] == ["4 monk", "3 t1"]
    assert differences(s, reload(s)) == []


@pytest.mark.parametrize(
    ("unmoved", "words"),
    [
        (["2 t3"], '"2 t3": no (other) such die is on the board'),
        (["2 t2", "2 t2"], '"2 t2": no (other) such die is on the board'),
        (["4 barrel"], "can account for the 1 returned"),
        ([], "can account for the 1 returned"),
        (3, "must be a list"),
    ],
)
def test_unmoved_dice_must_be_there_and_account_for_what_was_returned(unmoved: object, words: str) -> None:
    with pytest.raises(PositionError, match=re.escape(words)):
        state_from_position(washing_up(unmoved=unmoved))


def test_dishwashers_are_returned_when_their_area_is_upgraded() -> None:
    document = washing_up()
    document["seats"][0]["upgraded"] = []
    with pytest.raises(PositionError, match="only when the area is upgraded"):
        state_from_position(document)


def test_a_position_of_before_with_the_end_of_a_serving_pending_goes_on() -> None:
    """Bards used to sing when a serving ended, so a question of theirs could come before its end."""
    seat = {"seated": ["r3.2"], "drawn": {"bard": 1}, "bards": 0, "reputation": 10, "steps": ["9 nothing"]}
    pending = [{"effect": "toast", "seat": 1}, {"effect": "end of serving", "seat": 1}]
    seats = [seat | {"white_dice": ["3", "3", "4", "5"]}, {"white_dice": [1, 2, 3, 4]}]
    s = state_from_position({"modules": 3, "phase": "serving", "round": 3, "pending": pending, "seats": seats})
    apply(s, 0, parse_action("schnapps"), SeededChance("end"))
    assert (s.turn, s.players[0].schnapps, s.players[0].faces) == (1, 1, [])
    play_out(s)


# --- views


def shuffle_hidden(s: State, rng: random.Random) -> State:
    """The same game with everything hidden in another order."""
    other = s.clone()
    rng.shuffle(other.guest_deck)
    top = other.pile[-1:]
    rest = other.pile[:-1]
    rng.shuffle(rest)
    other.pile = rest + top
    for p in other.players:
        unknown = p.deck[: len(p.deck) - p.known]
        rng.shuffle(unknown)
        p.deck = unknown + p.deck[len(unknown) :]
    return other


@pytest.mark.parametrize("modules", [1, 3, 5])
def test_a_view_document_shows_nothing_hidden(modules: int) -> None:
    rng = random.Random("hidden")
    for ply, s in enumerate(walk(3, modules, f"view {modules}")):
        if ply % 25 and not any(p.choice >= 0 for p in s.players):
            continue
        other = shuffle_hidden(s, rng)
        for seat in (SPECTATOR, 0, 1, 2):
            document = view_document(view_of(s, seat))
            assert canonical_json(document) == canonical_json(view_document(view_of(other, seat)))
            assert document["view_of"] == (seat + 1 if seat >= 0 else "spectator")
            for number, entry in enumerate(document["seats"]):
                if entry["choice"] is not None and number != seat and not s.tasks:
                    assert entry["choice"] == "hidden"


def test_a_view_document_can_be_played_from() -> None:
    for ply, s in enumerate(walk(2, 4, "from view")):
        if ply % 40 == 7 and not any(p.choice >= 0 for p in s.players):
            view = view_of(s, 0)
            again = state_from_position(view_document(view))
            assert differences(view.state, again) == []
            state_from_position(view_document(view), luck=SeededChance("deal"))


def test_writing_does_not_touch_the_state_and_reading_not_the_document() -> None:
    for ply, s in enumerate(walk(2, 5, "touch")):
        if ply % 200 == 0:
            document = position_of(s)
            kept = copy.deepcopy(document)
            loaded = state_from_position(document)
            play_out(loaded)
            assert document == kept
            document["seats"][0]["deck"].clear()
            document["seats"][0]["coaster"].append(1)
            assert position_of(s) == kept
