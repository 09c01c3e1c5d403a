"""The commands that show, check and simulate."""

import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.progress import Progress, TaskID
from typer.testing import CliRunner

from tests.cli.conftest import played
from tests.cli.helpers import assert_refused, in_process, program
from tiefenthal.app.cli.app import assembled
from tiefenthal.engine.build.release import release
from tiefenthal.engine.fairness import commitment
from tiefenthal.i18n import catalogue, rulebook

VERSION = f"tiefenthal {release()} (interpreted engine)\n"


def test_version_and_help() -> None:
    runner = CliRunner()
    assert runner.invoke(assembled(), ["--version"]).output == VERSION
    for arguments in ([], ["--help"], ["-h"]):
        ran = runner.invoke(assembled(), arguments)
        assert ran.exit_code == 0
        for command in ("play", "simulate", "replay", "verify", "position", "edition", "rules"):
            assert f"  {command} " in ran.output
    assert "show" in runner.invoke(assembled(), ["edition"]).output


def test_only_the_command_that_was_named_is_loaded() -> None:
    code = (
        "import sys; from tiefenthal.app.cli.app import run; run(['rules', 'F-9']); "
        "print(sorted(name for name in sys.modules if name in {'tiefenthal.lab.arena', 'tiefenthal.app.cli.rulebook'}))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "['tiefenthal.app.cli.rulebook']"


@pytest.mark.parametrize("module", ["tiefenthal", "tiefenthal.app.cli"])
def test_python_runs_it_as_a_module(module: str) -> None:
    ran = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == VERSION


def test_a_command_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    ran = in_process(capsys, "srve")
    assert ran.code != 0
    assert (
        ran.err
        == "tiefenthal: no such command 'srve'. Did you mean 'serve'? `tiefenthal --help` shows what is possible\n"
    )


def test_rules_shows_a_rule_with_its_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    ran = in_process(capsys, "rules", "f7")
    assert ran.code == 0
    assert ran.out.startswith("F-7")
    assert "at most one card of each kind" in " ".join(ran.out.split())
    assert "[ruling: one of each kind" in " ".join(ran.out.split())
    assert "silent or disagree" in ran.out


def test_rules_lists_chapters_and_the_rules_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    out = in_process(capsys, "rules").out
    for chapter in rulebook.chapters().values():
        assert chapter.title in out
    out = in_process(capsys, "rules", "m3").out
    assert out.count("\nM3-") == 10


@pytest.mark.parametrize("language", rulebook.LANGUAGES)
def test_rules_in_every_language(capsys: pytest.CaptureFixture[str], language: str) -> None:
    out = in_process(capsys, "rules", "--language", language).out
    for chapter in rulebook.chapters(language).values():
        assert chapter.title in out
    ran = in_process(capsys, "rules", "F-7", "--language", language.upper())
    assert ran.code == 0
    words = rulebook.find_rule("F-7", language).text
    shown = words.replace("[ruling", f"[{catalogue(language).say('terminal.rules.tag')}")
    assert " ".join(shown.split()) in " ".join(ran.out.split())
    assert (words == rulebook.find_rule("F-7").text) == (language == "en")
    assert in_process(capsys, "rules", "F", "--language", language).out.count("\nF-") >= 10


def test_every_rule_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for name in rulebook.rules():
        ran = in_process(capsys, "rules", name)
        assert ran.code == 0
        assert ran.out.startswith(name)


def test_edition_show_check_new(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = in_process(capsys, "edition", "show").out
    assert "cards.brewer.price" in out
    assert "6 thalers" in out
    path = tmp_path / "box.toml"
    assert "edition check" in in_process(capsys, "edition", "new", path).out
    ran = in_process(capsys, "edition", "check", path)
    assert ran.code == 0
    assert "valid edition" in ran.out
    assert "my-box" in in_process(capsys, "edition", "show", path).out


def test_verify_says_what_holds(capsys: pytest.CaptureFixture[str], finished: Path) -> None:
    ran = in_process(capsys, "verify", finished)
    assert ran.code == 0
    assert "obeys the rules" in ran.out
    assert "follow from the seed" in ran.out
    assert "The digests hold (8)" in ran.out
    assert "Final points: p1 " in ran.out


def test_verify_a_game_that_is_not_over(capsys: pytest.CaptureFixture[str], begun: Path) -> None:
    ran = in_process(capsys, "verify", begun)
    assert ran.code == 0
    assert "isn’t over" in ran.out


def test_verify_without_a_seed(capsys: pytest.CaptureFixture[str], tmp_path: Path, finished_text: str) -> None:
    path = tmp_path / "seedless.record"
    path.write_text(finished_text.replace('[Seed "cli"]\n', ""), encoding="utf-8")
    ran = in_process(capsys, "verify", path)
    assert ran.code == 0
    assert "names no seed" in ran.out


def promised(folder: Path, text: str, tag: str) -> Path:
    """A record with a commitment in its head."""
    path = folder / "promised.record"
    head, _, body = text.partition("\n")
    path.write_text(f'{head}\n[Commitment "{tag}"]\n{body}', encoding="utf-8")
    return path


def test_verify_compares_the_seed_with_the_promise(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, finished: Path, finished_text: str
) -> None:
    """The one given on the command line is worth more than the one in the record, which can be written again."""
    kept = commitment("cli")
    assert "promised" not in in_process(capsys, "verify", finished).out
    ran = in_process(capsys, "verify", finished, "--commitment", kept.upper())
    assert ran.code == 0
    words = " ".join(ran.out.split())
    assert "follow from the seed" in words
    assert "The seed is the one promised when the game began: its SHA-256 is the commitment given." in words
    ran = in_process(capsys, "verify", promised(tmp_path, finished_text, kept))
    assert ran.code == 0
    words = " ".join(ran.out.split())
    assert "its SHA-256 is the commitment in the record." in words
    assert "--commitment" in words


def test_verify_a_promise_without_a_seed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, finished_text: str
) -> None:
    """A game still going on shows its commitment, not its seed."""
    seedless = finished_text.replace('[Seed "cli"]\n', "")
    path = promised(tmp_path, seedless, commitment("cli"))
    ran = in_process(capsys, "verify", path)
    assert ran.code == 0
    assert "no seed to compare" in " ".join(ran.out.split())
    assert_refused(
        in_process(capsys, "verify", path, "--commitment", commitment("cli")), "names no seed", str(path), code=1
    )


def test_replay_tells_every_decision(capsys: pytest.CaptureFixture[str], finished: Path, finished_text: str) -> None:
    ran = in_process(capsys, "replay", finished)
    assert ran.code == 0
    numbers = [int(found) for found in re.findall(r"^ {0,3}(\d+)  ", ran.out, re.MULTILINE)]
    decisions = sum(1 for line in finished_text.splitlines() if line.startswith("p"))
    assert numbers == list(range(1, decisions + 1))
    assert [f"== Evening {number} of 8 ==" in ran.out for number in range(1, 9)] == [True] * 8
    assert ran.out.count("Closing time of evening") == 8
    for letter in "ABDEF":
        assert f"-- {letter}. {catalogue().phases[letter]} --" in ran.out
    assert "The game is over" in ran.out


def test_replay_from_a_decision_and_of_a_round(capsys: pytest.CaptureFixture[str], finished: Path) -> None:
    out = in_process(capsys, "replay", finished, "--from", "100").out
    assert re.findall(r"^ {0,3}(\d+)  ", out, re.MULTILINE)[0] == "100"
    out = in_process(capsys, "replay", finished, "--round", "3").out
    assert re.findall(r"== Evening (\d)", out) == ["3"]
    assert "Closing time of evening 3" in out
    assert "Closing time of evening 2" not in out
    assert in_process(capsys, "replay", finished, "--round", "9").code == 2
    assert in_process(capsys, "replay", finished, "--from", "99999").code == 2
    assert in_process(capsys, "replay", finished, "--from", "0").code == 2


@pytest.mark.parametrize("modules", [2, 4, 5])
def test_replay_with_modules(capsys: pytest.CaptureFixture[str], tmp_path: Path, modules: int) -> None:
    path = tmp_path / "game.record"
    path.write_text(played(modules, 3).record, encoding="utf-8")
    ran = in_process(capsys, "replay", path)
    assert ran.code == 0
    assert "schnapps" in ran.out
    assert ran.err == ""


def test_position_is_shown_and_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(played(5, 3, until=70).position()), encoding="utf-8")
    ran = in_process(capsys, "position", path, "--check")
    assert ran.code == 0
    assert "valid position" in ran.out
    assert "Tables" not in ran.out
    ran = in_process(capsys, "position", path)
    assert ran.out.count("\nTables ") == 3
    assert ran.out.count("\nBook ") == 3


def test_simulate_prints_and_writes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rows = tmp_path / "games.csv"
    ran = in_process(capsys, "simulate", "--games", 6, "--seed", 3, "--jobs", 1, "--csv", rows, "--players", 3)
    assert ran.code == 0
    for words in ("By bot", "By seat", "95 % interval", "Mean points by source", "decisions per game", "per second"):
        assert words in ran.out
    with rows.open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 18
    assert max(len(line) for line in ran.out.splitlines() if str(rows) not in line) <= 80


def test_simulate_draws(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot = tmp_path / "games.svg"
    ran = in_process(capsys, "simulate", "--games", 4, "--seed", 3, "--jobs", 1, "--plot", plot)
    assert ran.code == 0
    assert "<svg" in plot.read_text(encoding="utf-8")


def test_the_same_seed_on_any_number_of_processes(tmp_path: Path) -> None:
    found = []
    for jobs in (1, 2):
        rows = tmp_path / f"{jobs}.csv"
        ran = program(tmp_path, "simulate", "--games", 6, "--seed", 9, "--jobs", jobs, "--csv", rows, "--modules", 5)
        assert ran.code == 0, ran.err
        found.append(rows.read_text(encoding="utf-8"))
    assert found[0] == found[1]


def test_an_interrupted_series_reports_what_it_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(progress: Progress, task: TaskID, completed: int, total: int) -> None:
        if completed == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "update", interrupt)
    ran = in_process(capsys, "simulate", "--games", 1000, "--jobs", 1, "--seed", 1)
    assert ran.code == 130
    assert "3 of 1000 games, stopped early" in ran.out
    assert "By bot" in ran.out
    assert ran.err == ""
