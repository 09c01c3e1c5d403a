"""`tiefenthal puzzles`."""

from pathlib import Path

import pytest

from tests.cli.helpers import assert_refused, in_process
from tiefenthal.i18n import CODES
from tiefenthal.players.puzzles import puzzles

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("code", CODES)
def test_the_list(code: str, capsys: Capture) -> None:
    some = puzzles()[0]
    ran = in_process(capsys, "puzzles", "--module", some.modules, "--grade", some.grade, "--language", code)
    assert ran.code == 0
    assert "{" not in ran.out
    wanted = [one.id for one in puzzles() if (one.modules, one.grade) == (some.modules, some.grade)]
    assert all(name in ran.out for name in wanted)


def test_one_is_played(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    one = next(one for one in puzzles() if one.kind == "draft")
    lines = iter(["nonsense", one.second[0]])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(lines))
    ran = in_process(capsys, "puzzles", "play", one.id, "--language", "en")
    assert ran.code == 0
    assert "less than the best" in ran.out
    assert "Which bots take it" not in ran.out
    assert "The best die" in ran.out


def test_a_turn_is_played(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    one = next(one for one in puzzles() if one.kind == "turn")
    lines = iter([one.answer[0], "u", ", ".join(one.answer)])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(lines))
    ran = in_process(capsys, "puzzles", "play", one.id, "--language", "en")
    assert "That’s the best evening!" in ran.out


def test_what_is_refused(tmp_path: Path, capsys: Capture) -> None:
    assert_refused(in_process(capsys, "puzzles", "play", "nowhere"), "no puzzle")
    assert_refused(in_process(capsys, "puzzles", "--theme", "cats"), "no theme", code=2)
    assert_refused(in_process(capsys, "puzzles", "--file", tmp_path / "none.xz"), "no file")
    assert_refused(in_process(capsys, "puzzles", "make", "--count", 0), "--count", code=2)
    assert_refused(
        in_process(capsys, "puzzles", "make", "--records", tmp_path, "--out", tmp_path / "out"), "no records"
    )
