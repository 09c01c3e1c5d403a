"""The puzzles of the package: enough of them, no two alike, each with an answer that holds."""

import copy
from collections import Counter
from typing import Any

import pytest

from tiefenthal.engine.components.loader import is_built_in
from tiefenthal.i18n import CODES, catalogue
from tiefenthal.players.analysis.reasons import OTHER, THIS
from tiefenthal.players.analysis.words import reasons_words, steps_words
from tiefenthal.players.puzzles import GRADES, KINDS, THEMES, Puzzle, archived, judge_attempt, puzzles
from tiefenthal.players.puzzles.data import in_order, pack, unpack
from tiefenthal.players.puzzles.finder import MARGIN, solve
from tiefenthal.players.puzzles.form import form_of, name_of
from tiefenthal.players.puzzles.levels import grade_of
from tiefenthal.players.puzzles.verdict import end_of, same_end

ENOUGH = 300
SAMPLE = 6
"""How many the deep search solves here; `make puzzles-check` solves all."""


def turned(position: dict[str, Any]) -> dict[str, Any]:
    """The same table with its seats numbered from another one, and its dice and cards laid down otherwise."""
    found = copy.deepcopy(position)
    count = found["players"]
    found["seats"] = found["seats"][1:] + found["seats"][:1]
    for key in ("view_of", "start_player", "turn"):
        found[key] = (found[key] - 2) % count + 1
    for seat in found["seats"]:
        for key in ("white", "coloured", "discard", "coaster"):
            if isinstance(seat.get(key), list):
                seat[key] = seat[key][::-1]
    found["guests"]["row"] = found["guests"]["row"][::-1]
    return found


def test_there_are_enough() -> None:
    found = puzzles()
    assert len(found) >= ENOUGH
    by_module = Counter(one.modules for one in found)
    assert sorted(by_module) == [1, 2, 3, 4, 5]
    assert min(by_module.values()) >= ENOUGH // 10
    assert len({one.theme for one in found}) >= 8
    assert len({one.grade for one in found}) >= 4
    assert sum(one.kind == "turn" for one in found) >= ENOUGH // 3
    assert found == in_order(found)


def test_no_two_are_alike() -> None:
    found = puzzles()
    assert len({form_of(one.position) for one in found}) == len(found)
    assert all(one.id == name_of(one.position) for one in found)


def test_other_names_make_no_other_puzzle() -> None:
    for one in puzzles()[::25]:
        assert form_of(turned(one.position)) == form_of(one.position)
        other = copy.deepcopy(one.position)
        other["round"] += 1
        assert form_of(other) != form_of(one.position)
        seat = copy.deepcopy(one.position)
        seat["seats"][one.seat]["thalers"] += 1
        assert form_of(seat) != form_of(one.position)


def test_every_one_is_whole() -> None:
    for one in [*puzzles(), *archived()]:
        assert one.kind in KINDS
        assert one.theme in THEMES
        assert is_built_in(one.position["edition"]["digest"]), one.id
        assert len(one.found) == len(GRADES)
        assert grade_of(one, one.found).grade == one.grade
        assert one.margin >= MARGIN[one.kind]
        wasted = ("thalers-lost", "beer-lost")
        assert any((reason.side == THIS) != (reason.code in wasted) for reason in one.reasons), one.id
        assert {reason.side for reason in one.reasons} <= {THIS, OTHER}
        best, second = end_of(one, one.answer), end_of(one, one.second)
        if one.kind == "draft":
            assert one.answer != one.second
            assert (
                set(one.costs)
                == set(one.against)
                == {f"take {face}" for face in set(best.start.players[one.seat].coaster)} - {one.answer[0]}
            )
        else:
            assert not same_end(best.state, second.state, one.seat)


def test_a_file_keeps_them() -> None:
    some = puzzles()[::50]
    assert unpack(pack(some), "here") == some
    assert pack(some) == pack(some)


def sample() -> list[Puzzle]:
    """Some of each kind, spread over the list."""
    turns = [one for one in puzzles() if one.kind == "turn" and one.margin >= 4.0]
    drafts = [one for one in puzzles() if one.kind == "draft"]
    half = SAMPLE // 2
    return turns[:: len(turns) // half][:half] + drafts[:: len(drafts) // half][:half]


@pytest.mark.parametrize("number", range(SAMPLE))
def test_the_deep_search_finds_the_answer(number: int) -> None:
    one = sample()[number]
    assert solve(one) == one.answer


@pytest.mark.parametrize("number", range(SAMPLE))
def test_what_is_worth_what(number: int) -> None:
    one = sample()[number]
    best = judge_attempt(one, one.answer)
    assert (best.result, best.cost) == ("best", 0.0)
    assert best.reasons == one.reasons
    second = judge_attempt(one, one.second)
    assert second.result in ("nearly", "not")
    assert second.cost == pytest.approx(one.margin, abs=0.2)
    assert second.reasons == one.reasons


@pytest.mark.parametrize("code", CODES)
def test_the_answer_in_words(code: str) -> None:
    words = catalogue(code)
    for one in puzzles()[::20]:
        state = one.state()
        said = steps_words(words, state, one.seat, one.answer)
        said += reasons_words(words, state.setup.edition, one.reasons, "puzzles.for-best", "puzzles.for-second")
        said += [words.say(f"puzzles.theme.{one.theme}"), words.say(f"puzzles.grade.{one.grade}")]
        assert all(text and "{" not in text for text in said)
