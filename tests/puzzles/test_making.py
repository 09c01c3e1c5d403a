"""Attempts, and how a collection grows."""

from pathlib import Path

import msgspec
import pytest

from tests.analysis.positions import quick_game
from tiefenthal.engine.rules.refusal import IllegalActionError
from tiefenthal.players.puzzles import Attempt, Puzzle, UnfinishedError, judge_attempt, puzzles
from tiefenthal.players.puzzles.data import PuzzleError, read_puzzles
from tiefenthal.players.puzzles.finder import puzzles_in
from tiefenthal.players.puzzles.maker import Collection, Found, Maker, Task


def a_turn() -> Puzzle:
    return next(one for one in puzzles() if one.kind == "turn")


def test_a_turn_is_played_out_and_refuses_what_the_rules_refuse() -> None:
    one = a_turn()
    attempt = Attempt(one)
    for text in ("end", "take 3", "nonsense"):
        with pytest.raises(IllegalActionError):
            attempt.play(text)
    assert attempt.actions == []
    for text in one.answer:
        assert not attempt.over
        assert text in [action.text for action in attempt.legal_actions()]
        attempt.play(text)
    assert attempt.over
    assert attempt.legal_actions() == []
    with pytest.raises(IllegalActionError):
        attempt.play(one.answer[-1])
    with pytest.raises(UnfinishedError):
        judge_attempt(one, one.answer[:-1])


def test_a_turn_touches_nobody_else() -> None:
    one = a_turn()
    attempt = Attempt(one)
    others = [p.clone() for seat, p in enumerate(attempt.start.players) if seat != one.seat]
    for text in one.answer:
        attempt.play(text)
    now = [p for seat, p in enumerate(attempt.state.players) if seat != one.seat]
    assert [(p.thalers, p.beer, p.deck) for p in now] == [(p.thalers, p.beer, p.deck) for p in others]


def test_a_short_game_is_searched() -> None:
    found = puzzles_in(quick_game(2, 1, "puzzles", evenings=2).record, "here")
    assert all(one.source == "here" for one in found)


def test_a_collection_takes_nothing_twice_and_no_theme_too_often() -> None:
    found = puzzles()
    chosen = Collection(50)
    for one in [*found, *found]:
        chosen.offer(one)
    assert 0 < len(chosen.chosen) <= 50
    assert not any(chosen.offer(one) for one in chosen.chosen.values())
    for modules in range(1, 6):
        own = [one for one in chosen.chosen.values() if one.modules == modules]
        assert len(own) <= 10
        assert all(sum(one.theme == other.theme for other in own) <= 3 for one in own)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    one = puzzles()[0]
    number = next(n for n in range(5) if Task(n).modules == one.modules)
    for game in range(5):
        found = Found(game, [one] if game == number else [])
        (tmp_path / f"game-{game:05}.json").write_bytes(msgspec.json.encode(found))
    (tmp_path / "source.txt").write_text("s", encoding="utf-8")
    maker = Maker(tmp_path, 1, "s")
    assert maker.resume() == 5
    assert [made.id for made in maker.make(1)] == [one.id]
    assert read_puzzles(maker.file) == [one]
    with pytest.raises(ValueError, match="other games"):
        Maker(tmp_path, 1, "another").resume()


def test_what_is_no_collection_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "none.xz"
    file.write_bytes(b"nothing of the kind")
    with pytest.raises(PuzzleError, match="not a collection"):
        read_puzzles(file)
