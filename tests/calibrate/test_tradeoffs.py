"""scripts/tradeoffs.py: what it looks for, and a whole small run, gone on with."""

import random
from pathlib import Path

import pytest

from scripts import tradeoff_goals, tradeoffs
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


def test_what_is_held_limits_what_is_looked_for(space: Space) -> None:
    """A lever that makes the lead larger and a person poorer: by itself it goes all the way, else to the bound."""
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
    weaker = search.best(fits, ALONE[0]._replace(person=88.0), True, [home], True)
    assert alone[lever] == space.levers[lever].low
    assert (weaker[lever], held[lever]) == (2, 6)  # a point inside the bound
    assert held[:lever] == home[:lever]
    assert held[lever + 1 :] == home[lever + 1 :]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """As few games as there can be."""
    for name, value in {
        "SCAN_GAMES": ((6, 1),),
        "SCAN_DEALS": ((tradeoffs.MATCH_1, 1),),
        "CORE": ((6, 1),),
        "CORE_DEALS": (),
        "NEURAL_DEALS": (),
        "MORE": {},
        "GOALS": ALONE,
        "FRONT": (),
        "WAY": (0.5,),
    }.items():
        monkeypatch.setattr(tradeoffs, name, value)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.usefixtures("small")
def test_a_small_run_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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
    groups = {group for group, _ in (*tradeoffs.SCAN_GAMES, *tradeoffs.CORE)}
    assert groups == set(range(len(tradeoffs.GROUPS)))
    assert set(tradeoffs.MORE) <= {goal.name for goal in tradeoff_goals.GOALS}
    assert {goal.where for goal in tradeoff_goals.GOALS if goal.figure == LEAD} == {MODULE_1, ALL_MODULES}
