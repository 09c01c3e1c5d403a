"""The terminal speaks every wording of the game: as it is told, or as the system is set."""

import functools
import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import played
from tests.cli.helpers import Command, in_process, program
from tiefenthal import i18n
from tiefenthal.app.cli.language import system_language
from tiefenthal.engine.fairness import commitment
from tiefenthal.i18n import rulebook

ENGLISH = re.compile(r"\b(the|you|your|and|of|for|with|is|are|to)\b", re.IGNORECASE)
ENTER_OR_AUTO = "\nauto\n" * 500


def flat(text: str) -> str:
    """However it is broken into lines."""
    return " ".join(text.split())


@pytest.mark.parametrize("code", i18n.CODES)
def test_a_game_in_every_language(command: Command, tmp_path: Path, code: str) -> None:
    """One of them, with letters of its own, goes through the pipes of a process."""
    typed = "buy server\nundo\n?\nhint\nrule B-6\nboard\ndeck\nauto\nundo\n" + ENTER_OR_AUTO
    options = ["--language", code, "--modules", 5, "--seed", 5, "--record", "game.record"]
    run = functools.partial(program, tmp_path) if code == "uk" else command
    ran = run("play", "--terminal", *options, typed=typed)
    assert ran.code == 0, ran.err
    words = i18n.catalogue(code)
    flat = " ".join(ran.out.split())
    assert words.say("why.over").removesuffix(".") in flat
    assert " ".join(words.phases["F"].split()) in flat
    assert re.search(r"[{}]", ran.out) is None
    assert max(len(line) for line in ran.out.splitlines() if "game.record" not in line) <= 80
    if code in ("de", "fr", "es", "uk"):
        told = re.sub(r"greedy|`[^`]*`|\(.*?\)|\[.*?\]", "", flat, flags=re.IGNORECASE)
        assert len(ENGLISH.findall(told)) < len(told.split()) / 100, "hardly any English is left"


@pytest.mark.parametrize("code", i18n.CODES)
def test_replay_and_position_in_every_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, finished: Path, code: str
) -> None:
    words = i18n.catalogue(code)
    ran = in_process(capsys, "replay", finished, "--language", code)
    assert ran.code == 0
    assert f"-- {words.say('phase.mark.e')}. {words.phases['E']} --" in ran.out
    assert ran.out.count(words.say("happened.closed", number=3)) == 1
    path = tmp_path / "position.json"
    path.write_text(json.dumps(played(5, 3, until=70).position()), encoding="utf-8")
    ran = in_process(capsys, "position", path, "--language", code)
    assert ran.code == 0
    assert len(re.findall(rf"(?m)^{words.say('terminal.label.tables')} ", ran.out)) == 3
    assert "{" not in ran.out


@pytest.mark.parametrize("code", i18n.CODES)
def test_verify_in_every_language(capsys: pytest.CaptureFixture[str], finished: Path, code: str) -> None:
    words = i18n.catalogue(code)
    ran = in_process(capsys, "verify", finished, "--language", code, "--commitment", commitment("cli"))
    assert ran.code == 0
    assert flat(words.say("terminal.verify.seed")) in flat(ran.out)
    assert flat(words.say("terminal.verify.given")) in flat(ran.out)
    assert "{" not in ran.out
    other = commitment("another")
    ran = in_process(capsys, "verify", finished, "--language", code, "--commitment", other)
    assert ran.code == 1
    values = {"path": str(finished), "found": commitment("cli"), "given": other}
    assert flat(words.say("terminal.verify.not-given", **values)) in flat(ran.err)


def test_rules_of_the_other_english_box(capsys: pytest.CaptureFixture[str]) -> None:
    ran = in_process(capsys, "rules", "F-7", "--language", "en-schmidt")
    assert ran.code == 0
    assert rulebook.find_rule("F-7").text[:30] in ran.out


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "uk_UA.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LANG": "deutsch"}, "en"),
        ({}, "en"),
    ],
)
def test_the_system_says_which_language(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], code: str) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert system_language() == code


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_labels_fit_their_column(language: str) -> None:
    words = i18n.catalogue(language)
    for key in words.sentences:
        if key.startswith("terminal.label."):
            assert len(words.say(key)) <= 10, key
