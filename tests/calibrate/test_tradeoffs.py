"""scripts/tradeoffs.py: the search, and a small run that is continued."""

import random
from pathlib import Path

import pytest

from scripts import tradeoff_games, tradeoff_goals, tradeoff_report, tradeoffs
from scripts.tradeoff_goals import ALL_MODULES, LEAD, LEAD_SQUARED, MODULE_1, Goal, Search
from tiefenthal.arena.targets import POINTS_NAME
from tiefenthal.calibrate.model import Fits
from tiefenthal.calibrate.space import Space
from tiefenthal.components.loader import load_edition, parse_edition, unpinned_edition

ALONE = (Goal("lead over greedy, module 1", LEAD, MODULE_1),)


@pytest.fixture(scope="module")
def space() -> Space:
    before = unpinned_edition()
    assert before is not None
    return Space(before)


def test_held_figures_limit_the_search(space: Space) -> None:
    """A lever that increases the lead and lowers a person's points goes all the way alone, and to the bound held."""
    rng = random.Random(3)
    fits = Fits(space)
    lever = next(n for n, one in enumerate(space.levers) if one.name == "points of guests for 8 beer")
    for _ in range(200):
        values = tuple([rng.randint(one.low, one.high) for one in space.levers])
        lead = 40.0 - 1.0 * values[lever]
        figures = {
            (LEAD, MODULE_1): (lead, -1e9, 1e9),
            (LEAD_SQUARED, MODULE_1): (lead * lead + 300.0, -1e9, 1e9),
            (POINTS_NAME, MODULE_1): (85.0 + 2.0 * values[lever], 95.0, 145.0),
        }
        fits.add(values, figures)
    home = space.values_of(load_edition())
    fits.fit(fits.placed(home))
    search = Search(space, home)
    alone = search.best(fits, ALONE[0], False, [home], True)
    held = search.best(fits, ALONE[0], True, [home], True)
    assert alone[lever] == space.levers[lever].low
    assert 5 <= held[lever] <= 7  # 95 points, and one as a margin


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """As few games as possible."""
    for name, value in {
        "SCAN_GAMES": ((6, 1),),
        "SCAN_DEALS": ((tradeoff_games.MATCH_1, 1),),
        "CORE": ((6, 1),),
        "CORE_DEALS": (),
        "NEURAL_DEALS": (),
        "MORE": {},
        "LIGHT": ((6, 1),),
        "LIGHT_DEALS": (),
        "GOALS": ALONE,
        "WAY": (0.5,),
    }.items():
        monkeypatch.setattr(tradeoffs, name, value)
    monkeypatch.setattr(tradeoff_report, "GOALS", ALONE)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.usefixtures("small")
def test_a_small_run_can_be_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--out", str(tmp_path), "--candidates", "3", "--jobs", "1", "--rounds"]
    assert tradeoffs.main([*command, "1"]) == 0
    assert len(lines(tmp_path / "scan.jsonl")) == 1 + 3
    proof = lines(tmp_path / "proof.jsonl")
    assert len(proof) == 1 + 4  # the reference edition, two for the goal, one on the way
    report = capsys.readouterr().out
    assert "| reference |" in report
    assert (tmp_path / "report.md").read_text(encoding="utf-8") in report
    found = sorted((tmp_path / "editions").iterdir())
    assert len(found) == 3
    assert all(parse_edition(path.read_text(encoding="utf-8")).digest for path in found)

    assert tradeoffs.main([*command, "2"]) == 0
    assert len(lines(tmp_path / "scan.jsonl")) == 1 + 3
    assert lines(tmp_path / "proof.jsonl")[:5] == proof
    assert len(lines(tmp_path / "proof.jsonl")) == 1 + 8
    capsys.readouterr()
    assert tradeoffs.main([*command, "2", "--seed", "another"]) == 1
    assert "belongs to other games" in capsys.readouterr().err
    with (tmp_path / "proof.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"edition": "unknown"}\n')
    assert tradeoffs.main([*command, "2"]) == 1
    assert "line 10 of" in capsys.readouterr().err


def test_it_needs_something_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert tradeoffs.main(["--out", str(tmp_path), "--candidates", "1"]) == 2
    assert "give at least 2 candidates" in capsys.readouterr().err


def test_every_goal_can_be_proved() -> None:
    groups = {group for group, _ in (*tradeoff_games.SCAN_GAMES, *tradeoff_games.CORE)}
    assert groups == set(range(len(tradeoff_games.GROUPS)))
    assert set(tradeoff_games.MORE) <= {goal.name for goal in tradeoff_goals.GOALS}
    assert {goal.where for goal in tradeoff_goals.GOALS if goal.figure == LEAD} == {MODULE_1, ALL_MODULES}
