"""`tiefenthal engine`: how it stands with the compiled build, in every language."""

import json
import time
from pathlib import Path

import pytest

from tests.cli.helpers import in_process
from tiefenthal import i18n
from tiefenthal.app.cli.engine import why_words
from tiefenthal.engine.build import background, builds, maker, switch
from tiefenthal.engine.build.sources import build_name

WHY = "terminal.engine.why."


def flat(text: str) -> str:
    """However it is broken into lines."""
    return " ".join(text.split())


@pytest.fixture
def nothing_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that can compile, and has not yet."""
    monkeypatch.delenv(switch.VARIABLE, raising=False)
    monkeypatch.setattr(switch, "installed_compiled", lambda: False)
    monkeypatch.setattr(maker, "missing", lambda: None)
    monkeypatch.setattr(builds, "place", lambda: tmp_path)
    return tmp_path


@pytest.mark.parametrize("code", i18n.CODES)
def test_every_reason_has_a_sentence(code: str) -> None:
    words = i18n.catalogue(code)
    assert {key.removeprefix(WHY) for key in words.sentences if key.startswith(WHY)} == set(maker.REASONS)
    assert "/there: full" in why_words(words, "place", "/there: full")


@pytest.mark.parametrize("code", i18n.CODES)
def test_how_it_stands(
    nothing_built: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    words = i18n.catalogue(code)

    def told(*options: object) -> str:
        ran = in_process(capsys, "engine", "--language", code, *options)
        assert ran.code == (1 if options else 0)
        assert "{" not in ran.out + ran.err
        return flat(ran.out + ran.err)

    first = words.say("terminal.engine.interpreted")
    assert told() == flat(f"{first} {words.say('terminal.engine.next', command='tiefenthal engine --build')}")
    with maker.locked(nothing_built):
        assert str(nothing_built / background.LOG) in told().replace(" ", "")
    failed = {"name": build_name(), "why": "not-fetched", "about": "", "when": time.time()}
    (nothing_built / background.FAILED).write_text(json.dumps(failed), encoding="utf-8")
    assert why_words(words, "not-fetched") in told()
    monkeypatch.setattr(maker, "missing", lambda: "no-compiler")
    why = why_words(words, "no-compiler")
    assert told() == flat(f"{first} {words.say('terminal.engine.lacking', why=why)}")
    assert told("--build").endswith(flat(words.say("terminal.engine.cannot", why=why)))


def test_what_an_older_version_wrote_down_is_told_as_it_is(
    nothing_built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failed = {"name": build_name(), "why": "the moon was full", "when": time.time()}
    (nothing_built / background.FAILED).write_text(json.dumps(failed), encoding="utf-8")
    assert "the moon was full" in flat(in_process(capsys, "engine", "--language", "de").out)
