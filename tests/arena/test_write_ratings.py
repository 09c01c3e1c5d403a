"""The tables of docs/bots.md: the small run is what the arena gives, and the full run can be written."""

import shlex
from pathlib import Path

import pytest

from scripts import write_ratings
from scripts.write_ratings import LADDER, PAGE, SMALL_COMMAND, chosen_pairs, fill, small_run
from tests.cli.helpers import in_process

EMPTY = (
    "# Bots\n<!-- ratings: begin -->\nold\n<!-- ratings: end -->\n<!-- small run: begin -->\n<!-- small run: end -->\n"
)


def test_the_small_run_of_the_page_is_what_the_command_gives(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Written anew with: make ratings ARGS=--small"""
    ran = in_process(capsys, *shlex.split(SMALL_COMMAND)[1:], "--jobs", 1, "--out", tmp_path)
    assert ran.out.startswith("20 of 20 games")
    assert small_run(tmp_path) in PAGE.read_text(encoding="utf-8")


def test_markers() -> None:
    page = fill(EMPTY, "ratings", "new\n")
    assert page == EMPTY.replace("old", "new")
    assert fill(page, "ratings", "new\n") == page
    with pytest.raises(ValueError, match="no markers"):
        fill(page, "figures", "")


def test_who_plays_whom() -> None:
    assert chosen_pairs(LADDER, True) == [
        (high, low) for i, low in enumerate(LADDER) for high in LADDER[i + 1 :]
    ]  # fmt: skip
    few = chosen_pairs(LADDER, False)
    assert {("greedy", "random"), ("planner", "greedy"), ("mcts", "planner"), ("neural", "mcts")} <= set(few)
    assert {("neural", bot) for bot in LADDER[:-1]} <= set(few)
    assert ("mcts", "random") not in few


def test_the_whole_of_it_in_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = (("two", (2,), (1,), "pairs"), ("three", (3,), (1,), "alone"))
    monkeypatch.setattr(write_ratings, "RUNS", runs)
    monkeypatch.setattr(write_ratings, "small_run", lambda: "the small run\n")
    page = tmp_path / "bots.md"
    page.write_text(EMPTY, encoding="utf-8")
    options = [
        "--bots",
        "random,greedy,nobody",
        "--games",
        "2",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "out"),
        "--page",
        str(page),
    ]
    assert write_ratings.main(options) == 0
    text = page.read_text(encoding="utf-8")
    for words in ("**2 players, module 1**", "| greedy v 2 random | 3 | 100.0 %", "| random | ≤ ", "Time per"):
        assert words in text
    assert "the small run" in text
    assert write_ratings.main([*options, "--small"]) == 0
    assert page.read_text(encoding="utf-8") == text
