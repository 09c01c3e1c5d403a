"""The tables of docs/bots.md: the small run is what the arena gives, and the full run can be written."""

import fcntl
import shlex
from pathlib import Path

import pytest

from scripts import write_ratings
from scripts.write_ratings import LADDER, PAGE, RUNS, SMALL_COMMAND, chosen_pairs, entrants, fill, meetings, small_run
from tests.cli.helpers import in_process

PARTS = ("ratings two", "ratings three", "small run")
EMPTY = "# Bots\n" + "".join([f"<!-- {part}: begin -->\nold {part}\n<!-- {part}: end -->\n" for part in PARTS])


def test_the_small_run_of_the_page_is_what_the_command_gives(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Written again with: make ratings ARGS=--small"""
    ran = in_process(capsys, *shlex.split(SMALL_COMMAND)[1:], "--jobs", 1, "--out", tmp_path)
    assert ran.out.startswith("20 of 20 games")
    assert small_run(tmp_path) in PAGE.read_text(encoding="utf-8")


def test_markers() -> None:
    page = fill(EMPTY, "ratings two", "new\n")
    assert page == EMPTY.replace("old ratings two", "new")
    assert fill(page, "ratings two", "new\n") == page
    with pytest.raises(ValueError, match="no markers"):
        fill(page, "figures", "")


def test_the_page_has_a_part_for_every_run() -> None:
    """Or hours of games would find no place to be written to."""
    for run in RUNS:
        fill(PAGE.read_text(encoding="utf-8"), f"ratings {run[0]}", "")


def test_who_plays_whom() -> None:
    assert set(chosen_pairs(LADDER, True)) == {(high, low) for i, low in enumerate(LADDER) for high in LADDER[i + 1 :]}
    few = chosen_pairs(LADDER, False)
    assert few[0] == ("neural", "mcts")
    assert {("greedy", "random"), ("planner", "greedy"), ("mcts", "planner"), ("neural", "mcts")} <= set(few)
    assert {("neural", bot) for bot in LADDER[1:-1]} <= set(few)
    assert not {("mcts", "random"), ("neural", "random")} & set(few)
    assert chosen_pairs(("random", "greedy"), False) == [("greedy", "random")]


def test_the_neural_bot_meets_mcts_at_the_same_time_too() -> None:
    assert entrants(LADDER, 2) == ["neural", "mcts:0.12", "mcts", "planner", "greedy", "random"]
    assert entrants(LADDER, 4) == ["neural", "mcts:0.21", "mcts", "planner", "greedy", "random"]
    two = meetings(LADDER, 2, False)
    assert two[0] == ("neural", "mcts:0.12")
    assert set(two[1:]) == set(chosen_pairs(LADDER, False))
    four = meetings(LADDER, 4, False)
    assert four[0] == ("neural", "mcts:0.21")
    assert set(two[1:]) - set(four[1:]) == {("neural", "mcts")}
    assert entrants(("random", "neural"), 2) == ["neural", "random"]
    assert meetings(("random", "greedy"), 2, False) == [("greedy", "random")]


def options_for(page: Path, out: Path) -> list[str]:
    return f"--bots random,greedy,nobody --games 2 --jobs 1 --out {out} --page {page}".split()


def test_the_whole_of_it_in_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = (("two", (2,), (1,), "pairs"), ("three", (3,), (1,), "first"))
    monkeypatch.setattr(write_ratings, "RUNS", runs)
    monkeypatch.setattr(write_ratings, "small_run", lambda: "the small run\n")
    page = tmp_path / "bots.md"
    page.write_text(EMPTY, encoding="utf-8")
    options = options_for(page, tmp_path / "out")
    assert write_ratings.main(options) == 0
    text = page.read_text(encoding="utf-8")
    for words in ("**2 players, module 1**", "| greedy v 2 random | 3 | 100.0 %", "| random | ≤ ", "Time per"):
        assert words in text
    assert "the small run" in text
    assert "At least 2 games for each line-up." in text
    assert "old" not in text
    assert write_ratings.main([*options, "--small"]) == 0
    assert page.read_text(encoding="utf-8") == text


def test_one_run_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_ratings, "RUNS", (("two", (2,), (1,), "pairs"), ("three", (3,), (1,), "first")))
    monkeypatch.setattr(write_ratings, "small_run", lambda: "the small run\n")
    page = tmp_path / "bots.md"
    page.write_text(EMPTY, encoding="utf-8")
    assert write_ratings.main([*options_for(page, tmp_path / "out"), "--run", "three"]) == 0
    text = page.read_text(encoding="utf-8")
    assert "old ratings two" in text
    assert "old ratings three" not in text
    assert "| greedy v 2 random | 3 | 100.0 %" in text
    assert not (tmp_path / "out" / "two").exists()


def test_the_page_of_a_run_that_is_not_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also while another process is writing, amid a line."""
    monkeypatch.setattr(write_ratings, "RUNS", (("two", (2,), (1,), "pairs"), ("three", (3,), (1,), "first")))
    monkeypatch.setattr(write_ratings, "small_run", lambda: "the small run\n")
    page = tmp_path / "bots.md"
    page.write_text(EMPTY, encoding="utf-8")
    options = [*options_for(page, tmp_path / "out"), "--games", "4"]
    assert write_ratings.main([*options, "--so-far"]) == 0
    text = page.read_text(encoding="utf-8")
    assert "**Not complete:** 0 of 4 games." in text
    assert "**Not complete:** 0 of 6 games." in text
    assert not (tmp_path / "out").exists()
    assert write_ratings.main([*options, "--games", "2"]) == 0
    deals = tmp_path / "out" / "two" / "deals.jsonl"
    with deals.open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(b'{"line_up":0,"de')
        file.flush()
        before = deals.read_bytes()
        assert write_ratings.main([*options, "--so-far"]) == 0
    assert deals.read_bytes() == before
    text = page.read_text(encoding="utf-8")
    assert "**Not complete:** 2 of 4 games. At least 4 are wanted" in text
    assert "**Not complete:** 3 of 6 games. At least 4 are wanted" in text
    assert "| greedy v random | 2 | 100.0 %" in text
