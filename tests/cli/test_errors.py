"""Every wrong option and every broken file: one clear message, a non-zero exit, never a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tiefenthal
from harness.patience import PATIENCE
from tests.cli.helpers import PROGRAM, assert_refused, environment, in_process, program
from tiefenthal.engine.fairness import commitment

WRONG_OPTIONS = [
    (["play", "--players", "5"], "2 to 4 players"),
    (["play", "--players", "1"], "2 to 4 players"),
    (["play", "--modules", "6"], "modules 1 to 5"),
    (["play", "--modules", "0"], "modules 1 to 5"),
    (["play", "--players", "many"], "--players"),
    (["play", "--bots", "clever"], "clever"),
    (["play", "--bots", ","], "at least one bot"),
    (["play", "--players", "2", "--bots", "greedy,greedy"], "2 bots are named for 1 seats"),
    (["play", "--terminal", "--seat", "3"], "seats 1 to 2"),
    (["play", "--terminal", "--seat", "0"], "seats 1 to 2"),
    (["play", "--terminal", "--seed", ""], "a seed is"),
    (["play", "--terminal", "--seed", "a\nb"], "a seed is"),
    (["play", "--terminal", "--resume", "a", "--position", "b"], "not both"),
    (["play", "--terminal", "--resume", "a", "--players", "3"], "come from a"),
    (["play", "--terminal", "--resume", "a", "--seed", "3"], "comes from a"),
    (["play", "--seed", "3"], "add --terminal"),
    (["play", "--resume", "a"], "add --terminal"),
    (["play", "--position", "a"], "add --terminal"),
    (["play", "--record", "a"], "add --terminal"),
    (["play", "--seat", "2"], "add --terminal"),
    (["play", "--edition", "a"], "play --terminal --edition a"),
    (["play", "--terminal", "--port", "8000"], "leave out --terminal"),
    (["play", "--terminal", "--host", "0.0.0.0"], "leave out --terminal"),
    (["play", "--terminal", "--data", "a"], "leave out --terminal"),
    (["play", "--terminal", "--no-browser"], "leave it out"),
    (["play", "--port", "65536"], "0 to 65535"),
    (["rules", "--language", "klingon"], "en, en-schmidt, de, fr, es, uk"),
    (["replay", "x.record", "--language", "klingon"], "en, en-schmidt, de, fr, es, uk"),
    (["play", "--language", "de"], "ergänze --terminal"),
    (["simulate", "--games", "0"], "at least one game"),
    (["simulate", "--games", "-3"], "at least one game"),
    (["simulate", "--games", "1", "--jobs", "0"], "processes"),
    (["simulate", "--games", "1", "--jobs", "-1"], "processes"),
    (["simulate", "--games", "1", "--jobs", "100000"], "processes"),
    (["simulate", "--games", "x"], "--games"),
    (["simulate", "--games", "1", "--players", "5"], "2 to 4 players"),
    (["simulate", "--games", "1", "--modules", "6"], "modules 1 to 5"),
    (["simulate", "--games", "1", "--bots", "nobody"], "nobody"),
    (["simulate", "--games", "1", "--bots", "greedy,random,greedy"], ""),
    (["simulate", "--games", "1", "--bots", ""], "at least one bot"),
    (["simulate", "--games", "1", "--seed", " "], "a seed is"),
    (["simulate", "--games", "1", "--plot", "a.txt"], "a plot ends in"),
    (["simulate", "--games", "1", "--csv", "/no/such/folder/a.csv"], "no folder"),
    (["rules", "F-99"], "F-1 to F-16"),
    (["rules", "zebra"], "there is no rule"),
    (["position", "x", "--show", "--check"], "not both"),
    (["nonsense"], "nonsense"),
    (["play", "--nonsense"], "--nonsense"),
    (["verify"], "missing argument"),
    (["verify", "x", "--commitment", "abc"], "64 hexadecimal digits"),
    (["verify", "x", "--commitment", ""], "64 hexadecimal digits"),
    (["verify", "x", "--commitment", "g" * 64], "64 hexadecimal digits"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG_OPTIONS, ids=lambda value: str(value)[:50])
def test_a_wrong_option_is_one_message(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = in_process(capsys, *arguments)
    assert_refused(ran, words, code=2 if "folder" not in words else 1)
    assert ran.err.count("\n") == 1
    assert ran.out == ""


READERS = [
    ["verify"],
    ["replay"],
    ["position"],
    ["edition", "check"],
    ["edition", "show"],
    ["play", "--terminal", "--resume"],
    ["play", "--terminal", "--position"],
    ["play", "--terminal", "--edition"],
    ["simulate", "--games", "1", "--edition"],
]


def _broken(folder: Path) -> dict[str, Path]:
    binary = folder / "binary"
    binary.write_bytes(bytes(range(256)) * 4)
    empty = folder / "empty"
    empty.write_text("", encoding="utf-8")
    prose = folder / "prose"
    prose.write_text("Once upon a time there was a tavern.\n", encoding="utf-8")
    return {"missing": folder / "missing", "folder": folder, "binary": binary, "empty": empty, "prose": prose}


@pytest.mark.parametrize("kind", ["missing", "folder", "binary", "empty", "prose"])
@pytest.mark.parametrize("reader", READERS, ids=" ".join)
def test_a_file_that_is_no_such_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, reader: list[str], kind: str
) -> None:
    path = _broken(tmp_path)[kind]
    ran = in_process(capsys, *reader, path)
    assert_refused(ran, str(path), code=1)


def test_a_broken_record_names_its_first_wrong_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, finished_text: str
) -> None:
    lines = finished_text.splitlines()
    wrong = next(number for number, line in enumerate(lines) if line.startswith("p1 use"))
    lines[wrong] = "p1 recruit row5"
    path = tmp_path / "wrong.record"
    path.write_text("\n".join(lines), encoding="utf-8")
    for command in ("verify", "replay"):
        ran = in_process(capsys, command, path)
        assert_refused(ran, f"line {wrong + 1}", "p1 recruit row5", "(F-1", code=1)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('[Players "2"]', '[Players "7"]', "Players"),
        ("p1 take", "p9 take", "p9"),
        ("p1 take", "p1 choose side-1", ""),
        ("* white p1:", "* white p1: 9", ""),
        ("# ", "# 0", "digest"),
    ],
)
def test_other_broken_records(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, finished_text: str, old: str, new: str, words: str
) -> None:
    path = tmp_path / "wrong.record"
    path.write_text(finished_text.replace(old, new, 1), encoding="utf-8")
    for command in (["verify"], ["replay"], ["play", "--terminal", "--resume"]):
        assert_refused(in_process(capsys, *command, path), words, code=1)


def test_outcomes_that_do_not_follow_from_the_seed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, finished_text: str
) -> None:
    path = tmp_path / "rigged.record"
    path.write_text(finished_text.replace('[Seed "cli"]', '[Seed "another"]'), encoding="utf-8")
    assert_refused(in_process(capsys, "verify", path), "does not follow from the seed", "line", code=1)


def test_a_seed_that_is_not_the_one_promised(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, finished: Path, finished_text: str
) -> None:
    """By the record's own tag, or by what somebody noted down: neither makes up for the other."""
    kept, other = commitment("cli"), commitment("another")
    ran = in_process(capsys, "verify", finished, "--commitment", other)
    assert_refused(ran, "isn’t the one promised", f"SHA-256 is {kept}", f"given is {other}", code=1)
    path = tmp_path / "rigged.record"
    path.write_text(finished_text.replace("[Players", f'[Commitment "{other}"]\n[Players', 1), encoding="utf-8")
    for arguments in ([], ["--commitment", kept]):
        ran = in_process(capsys, "verify", path, *arguments)
        assert_refused(ran, "isn’t the one promised", f"tag Commitment says {other}", code=1)
    path.write_text(finished_text.replace("[Players", '[Commitment "abc"]\n[Players', 1), encoding="utf-8")
    assert_refused(in_process(capsys, "verify", path), "the tag Commitment is broken", "64", code=1)


def test_a_broken_position_says_everything_at_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    document = tiefenthal.new_game(2, 1, seed=1).position()
    document["round"] = 99
    document["seats"][0]["thalers"] = -4
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert_refused(in_process(capsys, "position", path), "round", "thalers", code=1)
    assert_refused(in_process(capsys, "play", "--terminal", "--position", path), "round", "thalers", code=1)


def test_a_broken_edition_says_everything_at_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    assert in_process(capsys, "edition", "new", path).code == 0
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("bards = 16", "bards = -1").replace("die = 2, pays = 2", "die = 7, pays = 2", 1), "utf-8"
    )
    ran = in_process(capsys, "edition", "check", path)
    assert_refused(ran, "bards", "die", code=1)
    assert f"{path}:" in ran.err


def test_a_finished_game_is_not_resumed(capsys: pytest.CaptureFixture[str], finished: Path) -> None:
    assert_refused(in_process(capsys, "play", "--terminal", "--resume", finished), "is over", code=2)


def test_a_record_is_not_written_over(capsys: pytest.CaptureFixture[str], finished: Path) -> None:
    assert_refused(in_process(capsys, "play", "--terminal", "--record", finished), "is there already", code=2)
    assert_refused(in_process(capsys, "play", "--terminal", "--record", finished.parent), "is a folder", code=1)
    assert_refused(in_process(capsys, "play", "--terminal", "--record", finished / "x"), "cannot be written", code=1)


def test_an_edition_is_not_written_over_without_force(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text("mine", encoding="utf-8")
    assert_refused(in_process(capsys, "edition", "new", path), "--force", code=2)
    assert path.read_text(encoding="utf-8") == "mine"
    assert in_process(capsys, "edition", "new", path, "--force").code == 0
    assert in_process(capsys, "edition", "check", path).code == 0


def test_nobody_reads_the_output(tmp_path: Path, finished: Path) -> None:
    for arguments in (["replay", str(finished)], ["edition", "show"], ["rules", "F"]):
        process = subprocess.Popen(
            [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, env=environment()
        )
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        process.stderr.close()
        process.wait(timeout=PATIENCE)


def test_without_typer_or_rich_one_sentence(tmp_path: Path) -> None:
    """A folder without site packages stands for a machine without them."""
    code = "import importlib.util as u; u.find_spec = lambda name: None; from tiefenthal.app import cli; cli.main()"
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, env=environment(), check=False
    )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "typer and rich missing" in ran.stderr


def test_a_terminal_that_knows_only_ascii(tmp_path: Path) -> None:
    ran = program(tmp_path, "rules", "S-2", PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert "n ? 3" in ran.out
    ran = program(tmp_path, "simulate", "--games", "2", "--jobs", "1", "--seed", "1", PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert "greedy" in ran.out
