"""A broken position gets one message with everything that is wrong; nothing but `PositionError` ever comes out."""

import copy
import functools
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records.test_position import SETUPS, pick, walk
from tiefenthal.engine.chance import SeededChance
from tiefenthal.engine.record.position import PositionError, parse_position, position_of, state_from_position
from tiefenthal.engine.rules.invariants import problems
from tiefenthal.engine.rules.play import acting, advance, apply, legal_actions

Document = dict[str, Any]


def refused(document: object) -> list[str]:
    with pytest.raises(PositionError) as error:
        state_from_position(document)
    assert error.value.problems
    assert str(error.value).startswith("this position cannot be used:\n- ")
    return error.value.problems


def planning() -> Document:
    """A position somebody wrote, which the tests then break."""
    seat = {"seated": ["r3.2", "r4.1"], "drawn": {"dishwasher": 1}, "white_dice": ["3 t1", "3 t2", "6", "1 brewer"]}
    return {
        "modules": 5,
        "round": 2,
        "phase": "planning",
        "seats": [seat, {"white_dice": [1, 2, 3, 4], "discard": ["r2.2"]}],
    }


def test_the_unbroken_one_is_fine() -> None:
    state_from_position(planning())


# --- texts


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1, column 1"),
        ("{", "line 1, column 2"),
        ('{"players": 2,\n "modules" 1}', "line 2, column 12"),
        ('{"players": 2, "players": 3}', '"players" appears twice'),
        ('{"players": NaN}', "NaN"),
        ('{"players": -Infinity}', "-Infinity"),
        ('{"players": 1.5}', "fraction"),
        ('{"players": 1e400}', "fraction"),
        ('{"players": ' + "9" * 5000 + "}", "too large"),
        ("[" * 200_000, "nested too deeply"),
        ('{"a":' * 200_000, "nested too deeply"),
        (" " * 1_000_001, "longer than"),
        ("[1]", "one JSON object"),
        ("null", "one JSON object"),
        ("\x00", "line 1"),
    ],
)
def test_broken_texts(text: str, words: str) -> None:
    with pytest.raises(PositionError) as error:
        parse_position(text)
    assert len(error.value.problems) == 1
    assert words in str(error.value)
    assert len(str(error.value)) < 200


def test_a_byte_order_mark_is_forgiven() -> None:
    assert parse_position('\ufeff{"players": 2}') == {"players": 2}


# --- values


@pytest.mark.parametrize("document", [None, 1, "text", [], [{}], {1: 2}, {"\ud800": 1}, {None: {}}])
def test_no_document(document: object) -> None:
    assert refused(document)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "tiefenthal position 9"}, 'format: must be "tiefenthal position 1"'),
        ({"modules": 6}, "modules: must be a whole number from 1 to 5, not 6"),
        ({"modules": True}, "modules: must be a whole number from 1 to 5, not true"),
        ({"players": 5}, "players: must be a whole number from 2 to 4, not 5"),
        ({"players": 3}, "seats: 2 seats are listed"),
        ({"seats": [{}]}, "seats: 1 seats are listed"),
        ({"seats": "two"}, "seats: must be a list"),
        ({"seats": [{}, []]}, "seats[2]: must be an object"),
        ({"phase": "plannning"}, 'did you mean "planning"?'),
        ({"phase": 5}, "phase: 5 is not a phase"),
        ({"round": 9}, "round: must be a whole number from 0 to 8"),
        ({"round": 0}, "round: must be 1 to 8"),
        ({"turn": 3}, "turn: must be a whole number from 1 to 2"),
        ({"turn": 2}, "turn: outside start cards, draft and serving"),
        ({"waiting": [0]}, "waiting[1]: must be a whole number from 1 to 2"),
        ({"waiting": 1}, "waiting: must be a list"),
        ({"over": True}, "over: the game is over exactly when"),
        ({"over": "no"}, "over: must be true or false"),
        ({"edition": 7}, "edition: must be an object"),
        ({"edition": {"name": 7}}, "edition.name: must be a text"),
        ({"edition": "mine"}, "is not built in"),
        ({"supply": {"nobels": 3}}, 'supply.nobels: unknown key, remove it; did you mean "nobles"?'),
        ({"supply": {"nobles": 60}}, "cards: 60 of noble"),
        ({"supply": {"server": 17}}, "cards: 17 of server in all places together; there must be 16"),
        ({"supply": {"schnapps": 19}}, "supply.schnapps: 19 schnapps in all; there must be 20"),
        ({"supply": {"signatures": 40}}, "supply.signatures: 45 signatures"),
        ({"supply": {"counter_guests": 7}}, "there are 6"),
        ({"removed": ["r9.9"]}, 'removed[1]: "r9.9" is no card'),
        ({"removed": ["noble"]}, "removed: card kind 7"),
        ({"removed": ["r2.2"] * 600}, "removed: has 600 entries"),
        ({"start_cards": [9]}, "start_cards: the start cards are numbered 1 to 7"),
        ({"start_cards": [3, 2, 1]}, "ascending"),
        ({"guests": {"row": [None, None, None, None]}}, "a place is empty only when the guest deck is"),
        ({"guests": {"row": ["g5.3.5"]}}, "must have 4 places"),
        ({"guests": {"row": ["g3.2.3", "g5.3.5", "g5.4.5", "g5.5.5"]}}, "does not belong there"),
        ({"guests": {"pile": ["g5.3.5"]}}, "is not a guest for 3 beer"),
        ({"guests": {"signed": ["row5"]}}, "nobody lies at place 5"),
        ({"guests": {"signed": ["row1", "row1"]}}, "listed twice"),
        ({"pending": [{"seat": 1, "effect": "bonus", "what": "noble"}]}, "nothing can be pending"),
        ({"pending": [7]}, "pending[1]: must be an object"),
        ({"pending": [{"seat": 1, "effect": "bonus"}]}, '"what" is missing'),
        ({"pending": [{"seat": 1, "effect": "bonus", "what": "gold"}]}, "is not a bonus"),
        ({"pending": [{"seat": 1, "effect": "bonus", "what": ["noble"]}]}, "is not a bonus"),
        ({"pending": [{"seat": 1, "effect": "toasts"}]}, 'did you mean "toast"'),
        ({"pending": [{"seat": 9, "effect": "toast"}]}, "pending[1].seat"),
        ({"pending": [{"seat": 1, "effect": "toast", "steps": 2}]}, "pending[1].steps: unknown key"),
    ],
)
def test_one_thing_wrong_with_the_table(change: Document, words: str) -> None:
    found = refused({**planning(), **change})
    assert any(words in problem for problem in found), found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"deck": "cards"}, "seats[1].deck: must be a list"),
        ({"deck": ["r3.2", 5]}, "seats[1].deck[2]: 5 is no card"),
        ({"deck": [""]}, 'seats[1].deck[1]: "" is no card'),
        ({"deck": {"top": [], "rest": {"r3.2": -1}}}, "seats[1].deck.rest.r3.2: must be a whole number"),
        ({"deck": {"top": [], "rest": {"r3.22": 1}}}, 'did you mean "r3.2"'),
        ({"deck": []}, "of r3.2 in all places together"),
        ({"deck": ["r3.2", "r3.2", "r3.2"]}, "of the regular r3.2; a seat has 2"),
        ({"known": 20}, "seats[1].known: 20 cards on top are known"),
        ({"seated": ["server"]}, 'put it in "drawn"'),
        ({"seated": ["gone 7", "r4.1"]}, 'write "gone"'),
        ({"seated": ["gone", "r4.1"], "white_dice": [1, 2, 3, 4]}, "nobody can have been removed before"),
        ({"seated": ["noble", "noble"]}, "nobles share one table"),
        ({"nobles": 2}, "2 in the stack, but 0 table"),
        ({"seated": ["r3.2"] * 30}, "at most 20 tables"),
        ({"tables": 1}, "2 tables are occupied, but there are 1"),
        ({"drawn": {"cook": 1}}, "seats[1].drawn.cook: unknown key"),
        ({"coaster": [3]}, "only during the draft"),
        ({"coaster": [7]}, "seats[1].coaster[1]"),
        ({"white_dice": ["3 t1"]}, "1, but after the draft everyone has 4"),
        ({"white_dice": ["3 t1", "3 t1", "1", "1"]}, "two dice on t1"),
        ({"white_dice": ["3 t3", "1", "1", "1"]}, "where nobody sits"),
        ({"white_dice": ["3 oven", "1", "1", "1"]}, '"oven" is no action space'),
        ({"white_dice": ["7", "1", "1", "1"]}, '"7" is not a die'),
        ({"white_dice": ["6 monk", "1", "1", "1"]}, "a 6 cannot stand on monk"),
        ({"white_dice": ["1 t1", "1 t2", "1", "1"]}, "0 spent and 5 helping dice, but only 1 working"),
        ({"white_dice": ["3 used", "1", "1", "1"]}, "cannot have been used outside"),
        ({"coloured_dice": [1, 2, 3, 4]}, "at most 3"),
        ({"used": ["cashbox"]}, "1 spaces are used, but only 0 dice"),
        ({"used": ["monk"]}, "never used up"),
        ({"used": ["t1"]}, "has a die on it"),
        ({"used": ["t4"]}, "nobody sits at t4"),
        ({"dishwashers": {"working": 3}}, "3, but 1 cards are in the tavern"),
        ({"dishwashers": {"spent": 1}}, "none is spent or returned before"),
        ({"thalers": 3}, "seats[1].thalers: must be 0 to 2, which the safe holds"),
        ({"beer": 6}, "seats[1].beer: must be 0 to 2"),
        ({"upgraded": ["roof"]}, '"roof" is no area'),
        ({"upgraded": ["safe", "safe"]}, "listed twice"),
        ({"monastery": 23}, "the track has spaces 0 to 22"),
        ({"counter_guests": 7}, "7 with the players; there are 6"),
        ({"bought": ["server"]}, "nothing was bought"),
        ({"bought": [""]}, "is no tavern card"),
        ({"recruited": 1}, "must be true or false"),
        ({"choice": "choose die"}, "a choice is remembered only"),
        ({"choice": "dance"}, "is not an action"),
        ({"choice": 5}, "must be an action"),
        ({"choice": "hidden"}, "only its seat knows"),
        ({"schnapps": 21}, "supply.schnapps: 21 are in play, but the box has 20"),
        ({"entertainers": {"money": 3}}, "must be a whole number from 1 to 2"),
        ({"reputation": 13}, "the ring has spaces 1 to 12"),
        ({"bards": 1}, "1 to sing"),
        ({"steps": ["3 gold"]}, "is not a step"),
        ({"steps": ["3 nothing"]}, "a step from space 3 does not lead to space 0"),
        ({"count": {"thalers": 2}}, "are counted only in"),
        ({"book": [0, 0, 0]}, "must have 4 columns"),
        ({"book": [4, 0, 0, 0]}, "0 to 3 signatures"),
        ({"talers": 1}, 'seats[1].talers: unknown key, remove it; did you mean "thalers"?'),
    ],
)
def test_one_thing_wrong_with_a_seat(change: Document, words: str) -> None:
    document = planning()
    document["seats"][0].update(change)
    found = refused(document)
    assert any(words in problem for problem in found), found


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"players": 2, "modules": 1}, "phase: missing"),
        ({"players": 2, "phase": "evening", "round": 1}, "modules: missing"),
        ({"modules": 1, "phase": "evening", "round": 1}, "players: missing"),
        ({"players": 2, "modules": 1, "phase": "evening"}, "round: missing"),
        ({"players": 2, "modules": 1, "phase": "juggling", "round": 1}, "is not a phase with modules 1 to 1"),
        ({"players": 2, "modules": 4, "phase": "start cards"}, "list the revealed ones"),
        ({"players": 2, "modules": 1, "phase": "evening", "round": 1, "waiting": [1]}, "nothing to choose in round 1"),
        ({"players": 2, "modules": 1, "phase": "evening", "round": 2, "waiting": [1]}, "has not chosen yet"),
        ({"players": 2, "modules": 1, "phase": "arrival", "round": 2, "waiting": [2]}, "has no counter guest"),
        ({"players": 2, "modules": 2, "phase": "juggling", "round": 2, "waiting": [2]}, "no juggler to pay"),
        ({"players": 2, "modules": 1, "phase": "servers", "round": 2, "waiting": [2]}, "has nothing to decide"),
        ({"players": 2, "modules": 1, "phase": "draft", "round": 2}, "coaster: 0 dice, must be 4"),
        ({"players": 2, "modules": 1, "phase": "closing", "round": 8, "over": False}, "over: "),
        ({"modules": 1, "phase": "evening", "round": 2, "seats": [{"schnapps": 1}, {}]}, "schnapps: unknown key"),
        (
            {"modules": 1, "phase": "evening", "round": 2, "seats": [{"choice": "choose die"}, {}]},
            '"choose die" cannot be chosen in round 2',
        ),
        (
            {"modules": 1, "phase": "evening", "round": 2, "waiting": [], "seats": [{"choice": "choose guest"}, {}]},
            'a "choice" of this seat must be pending',
        ),
    ],
)
def test_a_phase_that_does_not_fit(document: Document, words: str) -> None:
    found = refused(document)
    assert any(words in problem for problem in found), found


def test_all_problems_come_at_once() -> None:
    document = planning()
    document["round"] = 99
    document["colour"] = "red"
    document["seats"][0]["thalers"] = "three"
    document["seats"][1]["white_dice"] = [9, "1 roof", 2, 3]
    found = refused(document)
    assert [problem.split(":")[0] for problem in found] == [
        "colour",
        "round",
        "seats[1].thalers",
        "seats[2].white_dice[1]",
        "seats[2].white_dice[2]",
    ]


def test_an_unknown_key_does_not_hide_a_lost_card() -> None:
    document = planning()
    document["colour"] = "red"
    document["supply"] = {"brewer": 0}
    found = refused(document)
    assert len(found) == 2
    assert "brewer" in found[1]


def test_a_long_list_of_problems_is_cut_in_the_message_only() -> None:
    document = planning()
    document["seats"][0]["deck"] = ["?"] * 100
    with pytest.raises(PositionError) as error:
        state_from_position(document)
    assert len(error.value.problems) == 100
    assert "... and 70 more" in str(error.value)


def test_a_flood_of_unknown_keys_is_one_problem() -> None:
    document = {**planning(), **{f"key{i}": i for i in range(50_000)}}
    assert len(refused(document)) == 1


# --- anything at all


@functools.cache
def samples() -> list[str]:
    """Positions of every phase and kind of question, in every set-up."""
    found: list[str] = []
    for players, modules in SETUPS:
        seen: set[tuple[str, ...]] = set()
        for ply, s in enumerate(walk(players, modules, f"sample {players} {modules}")):
            kind = (str(s.step), *[str(task[0]) for task in s.tasks])
            if kind not in seen and (s.tasks or s.over or ply % 5 == 0):
                seen.add(kind)
                document = position_of(s)
                del document["edition"]
                found.append(json.dumps(document))
    return found


def places(value: object) -> list[tuple[Any, Any]]:
    """Every place of a document: a container and a key in it."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            found.append((value, key))
            found.extend(places(value[key]))
    return found


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 12),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["noble", "server", "gone", "gone 3", "5 monk", "6 used", "1 t1", "serving", "evening", "decline"]),
    st.builds(list),
    st.builds(dict),
)


@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_mutated_positions_are_refused_or_sound(data: st.DataObject) -> None:
    document = json.loads(data.draw(st.sampled_from(samples())))
    for _ in range(data.draw(st.integers(1, 3))):
        spots = places(document)
        if not spots:
            break
        container, key = spots[data.draw(st.integers(0, len(spots) - 1))]
        change = data.draw(st.sampled_from(["delete", "number", "junk", "copy", "repeat"]))
        if change == "delete":
            del container[key]
        elif change == "number" and isinstance(container[key], int):
            container[key] += data.draw(st.sampled_from([-1, 1]))
        elif change == "copy":
            other, where = spots[data.draw(st.integers(0, len(spots) - 1))]
            container[key] = copy.deepcopy(other[where])
        elif change == "repeat" and isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
        else:
            container[key] = data.draw(JUNK)
    try:
        s = state_from_position(document)
    except PositionError as error:
        str(error).encode("utf-8")
        return
    assert problems(s) == []
    luck = SeededChance("mutant")
    advance(s, luck)
    rng = random.Random(0)
    for _ in range(12):
        if s.over:
            break
        assert all(legal_actions(s, seat) for seat in range(len(s.players)) if acting(s) >> seat & 1)
        seat, action = pick(s, rng)
        apply(s, seat, action, luck)
    assert problems(s) == []


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_cut_and_scrambled_texts_are_refused_or_read(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(samples()))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    text = text[:start] + data.draw(st.text(max_size=6)) + text[end:]
    try:
        state_from_position(parse_position(text))
    except PositionError as error:
        str(error).encode("utf-8")


@settings(max_examples=50, deadline=None)
@given(st.recursive(JUNK, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner)))
def test_any_value_at_all_is_refused(value: object) -> None:
    refused(value)
