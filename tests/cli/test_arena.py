"""`tiefenthal arena` and `tiefenthal balance`: what they say, what they write, what they refuse."""

import os
import re
import shlex
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
import typer.main
from rich.progress import Progress, TaskID

from tests.arena.conftest import install
from tests.cli.helpers import assert_refused, in_process, program
from tiefenthal.app.cli.app import assembled
from tiefenthal.players.bots import registry

ROOT = Path(__file__).resolve().parents[2]
CLUMSY = """
from tiefenthal.players.bots import Bot

class Clumsy(Bot):
    def choose(self, view, legal):
        raise RuntimeError("dropped the mug")
"""


def block(language: str) -> str:
    """The first code block of a language in docs/bots.md after the heading for your own bot."""
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8").partition("## A bot of your own")[2]
    found = re.search(rf"```{language}\n(.*?)```", page, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_bot_of_the_docs_enters_by_its_entry_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its code and its entry point are taken from the page; it is found by a program of its own and its processes."""
    code = block("python")
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    announced = tomllib.loads(block("toml"))["project"]["entry-points"][registry.GROUP]
    ((name, value),) = announced.items()
    module, _, kind = value.partition(":")
    folder = tmp_path / "site"
    folder.mkdir()
    install(folder, module, code, {name: kind})
    source = os.pathsep.join([str(folder), str(ROOT / "src")])
    ran = program(tmp_path, "arena", name, "random", "--games", 4, "--seed", 3, "--jobs", 2, PYTHONPATH=source)
    assert ran.code == 0, ran.err
    assert f"{name} v random" in ran.out
    assert re.search(rf"{name} v random +4 +100\.0 %", ran.out)
    assert_refused(
        in_process(capsys, "arena", name, "random"), f"there is no bot '{name}'", code=2
    )  # not announced here


@pytest.mark.parametrize("page", ["arena.md", "bots.md"])
def test_the_commands_of_the_docs_can_be_given(page: str) -> None:
    """Every option they use exists and takes what they give it."""
    command = typer.main.get_command(assembled())
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    lines = re.findall(r"^tiefenthal ([^#\n]*)", text, re.MULTILINE)
    assert len(lines) >= 2
    for line in lines:
        name, *words = shlex.split(line)
        command.commands[name].make_context(name, words)  # type: ignore[attr-defined]


class TestArena:
    def test_it_prints_and_writes(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        out = tmp_path / "deep" / "out"
        options = ["--players", "2,3", "--games", "2", "--seed", "3", "--jobs", "1", "--out", str(out)]
        ran = in_process(capsys, "arena", "random", "greedy", *options)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith("8 of 8 games: edition reference, seed 3\n")
        for words in (
            "Ratings: 2 players, module 1", "Ratings: 3 players, module 1", "Ratings: all set-ups together",
            "Head to head: 3 players, module 1", "random v 2 greedy", "fair", "Time per decision",
        ):  # fmt: skip
            assert words in ran.out
        assert max(len(line) for line in ran.out.splitlines() if str(out) not in line) <= 80
        page = (out / "report.html").read_text(encoding="utf-8")
        assert "tiefenthal arena random greedy --players 2,3 --modules 1 --games 2 --seed 3<" in page
        ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
        again = in_process(capsys, "arena", "random", "greedy", *options)
        assert again.code == 0
        assert again.out.splitlines()[0] == ran.out.splitlines()[0]

    def test_early_stop(self, capsys: pytest.CaptureFixture[str]) -> None:
        options = ["--games", 400, "--seed", 3, "--jobs", 1, "--tables", "alone", "--stop-when-decided"]
        ran = in_process(capsys, "arena", "greedy", "random", *options)
        assert ran.code == 0
        assert re.search(r"greedy v random .* yes", ran.out)
        assert int(ran.out.split()[0]) < 40

    def test_an_interruption_reports_what_is_there(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        def interrupt(progress: Progress, task: TaskID, completed: int, total: int) -> None:
            assert total == 1000
            if completed == 4:
                raise KeyboardInterrupt

        monkeypatch.setattr(Progress, "update", interrupt)
        ran = in_process(
            capsys, "arena", "random", "greedy", "--games", 1000, "--jobs", 1, "--seed", 1, "--out", tmp_path
        )
        assert ran.code == 130
        assert "4 of 1,000 games, stopped early" in ran.out
        assert "Ratings" in ran.out
        assert ran.err == ""
        assert "stopped early by hand" in (tmp_path / "report.html").read_text(encoding="utf-8")

    def test_a_failing_bot_shows_in_the_exit_status(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        install(tmp_path, "clumsy_bots", CLUMSY, {"clumsy": "Clumsy"})
        monkeypatch.syspath_prepend(str(tmp_path))
        out = tmp_path / "out"
        ran = in_process(capsys, "arena", "random", "clumsy", "--games", 6, "--jobs", 1, "--seed", 1, "--out", out)
        assert ran.code == 1
        assert "No deal was finished" in ran.out
        assert "could not be finished: RuntimeError: dropped the mug" in ran.err
        assert "and 1 more games" in ran.err
        assert f"their records are in {out / 'failures'}" in ran.err
        assert "Traceback" not in ran.err
        assert len(list((out / "failures").iterdir())) == 6
        replayed = in_process(capsys, "verify", out / "failures" / "line-up-1-deal-1-seating-1.txt")
        assert replayed.code == 0


BALANCE = ["balance", "random", "--players", "2", "--modules", "1,4", "--games", "2", "--jobs", "1", "--out", "bal"]


def test_balance(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = in_process(capsys, *BALANCE, "--seed", "4")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("19 of 19 games: random in every seat, edition reference, seed 4\n")
    assert "Winning scores" in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    summary = (tmp_path / "bal" / "balance.md").read_text(encoding="utf-8")
    assert "`tiefenthal balance random --players 2 --modules 1,4 --games 2 --seed 4`" in summary
    ElementTree.fromstring((tmp_path / "bal" / "balance.html").read_text(encoding="utf-8").partition("\n")[2])
    assert_refused(in_process(capsys, *BALANCE, "--seed", "5"), "seed there: 4; now: 5", code=1)
    part = in_process(capsys, *BALANCE[:-1], "part", "--seed", "4", "--part", "2/2")
    assert (part.code, [path.name for path in (tmp_path / "part").iterdir()]) == (0, ["stories-2-of-2.jsonl"])
    assert part.out.startswith("6 of 6 games: random in every seat")


WRONG = [
    (["arena"], "missing argument"),
    (["arena", "random"], "at least two bots"),
    (["arena", "random", "random"], "named twice"),
    (["arena", "random", "nobody"], "there is no bot 'nobody'"),
    (["arena", "random", "greedy", "--players", "two"], "give --players 2,4"),
    (["arena", "random", "greedy", "--players", "2,"], "give --players 2,4"),
    (["arena", "random", "greedy", "--players", "2,5"], "2 to 4 players"),
    (["arena", "random", "greedy", "--modules", "0"], "modules 1 to 5"),
    (["arena", "random", "greedy", "--games", "0"], "at least one game"),
    (["arena", "random", "greedy", "--jobs", "0"], "processes"),
    (["arena", "random", "greedy", "--seed", " "], "a seed is"),
    (["arena", "random", "greedy", "--tables", "x"], "give --tables pairs, alone, first or together"),
    (["balance", "nobody"], "there is no bot 'nobody'"),
    (["balance", "random", "--games", "0"], "at least one game"),
    (["balance", "random", "--players", "x"], "give --players 2,4"),
    (["calibrate", "--candidates", "1", "--setups", "21"], "'21' is not a set-up"),
    (["calibrate", "--candidates", "1", "--setups", "2:9"], "--modules"),
    (["balance", "random", "--jobs", "1000"], "processes"),
    (["balance", "random", "--part", "3/2"], "give --part 2/5"),
    (["balance", "random", "--part", "2"], "give --part 2/5"),
    (["balance", "random", "--part", "1/2"], "give --seed"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG, ids=lambda value: str(value)[:60])
def test_wrong_options(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    ran = in_process(capsys, *arguments)
    assert_refused(ran, words, code=2)
    assert ran.out == ""


@pytest.mark.parametrize("command", [["arena", "random", "greedy", "--games", "1"], ["balance", "random"]])
def test_folders_that_cannot_be(capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str]) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    assert_refused(in_process(capsys, *command, "--out", file), "is a file, not a folder", code=1)
    assert_refused(in_process(capsys, *command, "--out", file / "inside"), "cannot be made", code=1)
    name = "deals.jsonl" if command[0] == "arena" else "stories.jsonl"
    (tmp_path / name).write_text("Once upon a time\n", encoding="utf-8")
    assert_refused(in_process(capsys, *command, "--out", tmp_path), "is not a file of results", code=1)
