"""Looking for figures: the model, a whole small calibration, cut off and gone on with."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from harness.patience import PATIENCE
from tiefenthal.engine.components.loader import load_edition, parse_edition
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.results import ResultsError
from tiefenthal.lab.arena.targets import FIRST, PLACES_WON, POINTS_NAME, RECRUITED, RUN_OUT
from tiefenthal.lab.calibrate import CalibrationError
from tiefenthal.lab.calibrate.aims import COUNTS, FORMS, UNIT_OF, Bounds, loss_of, target_loss
from tiefenthal.lab.calibrate.model import HOLD, Model
from tiefenthal.lab.calibrate.play import CandidateGames
from tiefenthal.lab.calibrate.report import SPOKEN_OF, report_text
from tiefenthal.lab.calibrate.search import CANDIDATES_FILE, EDITION_FILE, REPORT_FILE, Options, calibrate
from tiefenthal.lab.calibrate.space import Space

SMALL = Options(players=(2,), modules=(1,), candidates=2, deals=1, proof=1)


@pytest.fixture(scope="module")
def space() -> Space:
    return Space(load_edition())


def lever_at(space: Space, name: str) -> int:
    return [lever.name for lever in space.levers].index(name)


def test_the_model_finds_where_the_figures_are_as_wanted(space: Space) -> None:
    """Figures that follow two levers, under much noise: wanted is where both are right, and all else stays."""
    rng = random.Random(4)
    book, cashbox = lever_at(space, "the guest book"), lever_at(space, "price of the cashbox")
    model = Model(space)
    guests, nobles = (f"people: {RECRUITED}", "here"), (f"people: {RUN_OUT}", "here")
    for _ in range(250):
        values = tuple([rng.randint(lever.low, lever.high) for lever in space.levers])
        figures = {
            guests: (0.05 + 0.04 * values[book] + rng.gauss(0.0, 0.03), 0.12, float("inf")),
            nobles: (0.6 + 0.1 * values[cashbox] + rng.gauss(0.0, 0.05), -float("inf"), 0.5),
        }
        model.add(values, figures)
    home = model.placed(space.base)
    model.fit(home)
    found = model.whole(model.best(home, 2.0, "test"))
    assert 0.05 + 0.04 * found[book] >= 0.11
    assert 0.6 + 0.1 * found[cashbox] <= 0.5
    point = model.placed(found)
    moved = HOLD * float(((point - home) ** 2).sum())
    assert model.loss(point) == pytest.approx(loss_of(model.figures(point), model.bounds) + moved)
    assert model.loss(point) < model.loss(home)
    near = model.best(home, 0.1, "test")
    assert float(np.abs(near - home).max()) <= 0.1 + 1e-9


def test_what_each_lever_does_is_read_off_all_candidates(space: Space) -> None:
    rng = random.Random(6)
    model = Model(space)
    name = f"people: {RUN_OUT}"
    assert model.effects(name) == []
    for _ in range(200):
        values = tuple([rng.randint(lever.low, lever.high) for lever in space.levers])
        figure = 0.6 - 0.02 * values[1] + rng.gauss(0.0, 0.02)
        wide = rng.gauss(0.0, 0.1)  # two set-ups that differ: the mean counts
        found = {(name, where): (figure + sign * wide, -float("inf"), 0.5) for where, sign in (("a", 1), ("b", -1))}
        model.add(values, found)
    effects = model.effects(name)
    lever = space.levers[1]
    assert effects[1].value == pytest.approx(-0.02 * (lever.high - lever.low), abs=0.03)
    assert effects[1].high < 0
    others = [effect for place, effect in enumerate(effects) if place != 1]
    assert len([effect for effect in others if effect.low <= 0 <= effect.high]) > 0.8 * len(others)
    expected = {name: effects}
    report = report_text(space, space.base, "searched", (0, 0), {}, {}, {}, expected)
    assert "| lever | nobles run out |" in report
    row = next(line for line in report.splitlines() if line.startswith("| price of the monk (-2 to 2)"))
    assert "| **−" in row


def test_what_counts_and_what_is_spoken_of_are_targets() -> None:
    assert {*COUNTS, *UNIT_OF, *SPOKEN_OF} <= set(FORMS)


def test_the_loss_is_nothing_where_all_is_met_and_grows_with_the_distance() -> None:
    key = (POINTS_NAME, "here")
    bounds = {key: Bounds(80.0, 130.0)}
    losses = [loss_of({key: figure}, bounds) for figure in (100.0, 82.0, 70.0, 0.0)]
    assert losses[0] == 0.0
    assert losses == sorted(losses)
    places = (f"people: {PLACES_WON}", "here")
    upgrades = (f"people: {FIRST}", "here")
    wanted = {places: Bounds(0.2, 0.3), upgrades: Bounds(0.0, 0.45)}
    assert loss_of({places: 0.4, upgrades: 0.4}, wanted) > loss_of({places: 0.25, upgrades: 0.55}, wanted) > 0.0
    assert target_loss([0.0, 1.0]) < target_loss([1.0, 1.0]) < target_loss([2.0, 1.0])


def test_candidates_of_a_generation_play_the_same_deals() -> None:
    work = CandidateGames(load_edition(), [Setting(2, 1)], "hasty", None, "seed")
    assert [str(group) for group in work.groups] == ["2p1m", "2p1m journeyman", "2p1m planner"]
    space = Space(load_edition())
    other = (1, *space.base[1:])
    assert space.edition_with(other) is not None
    person = work.tasks(0, space.base, 6, 2)[-1], work.tasks(1, other, 6, 2)[-1]
    told = [work.do(task).stories for task in person]
    assert [len(stories) for stories in told] == [2, 2]
    orders = [[[seat.order for seat in story.seats] for story in stories] for stories in told]  # type: ignore[union-attr]
    assert orders[0] == orders[1]
    assert [story.number for story in told[0]] == [6, 7]


def test_a_calibration_is_gone_on_with_and_leaves_an_edition(tmp_path: Path) -> None:
    seen: list[str] = []
    first = calibrate(tmp_path, load_edition(), SMALL, watch=lambda standing: seen.append(standing.part))
    assert (first.standing.candidates, first.standing.lost) == (2, 0)
    assert {"search", "after"} <= set(seen)
    lines = (tmp_path / CANDIDATES_FILE).read_bytes()
    assert lines.count(b"\n") == 1 + 2 + 2  # a head, the candidates, and the proof of before and after
    again = calibrate(tmp_path, load_edition(), SMALL._replace(candidates=3))
    assert again.standing.candidates == 3
    assert (tmp_path / CANDIDATES_FILE).read_bytes().startswith(lines)
    assert parse_edition((tmp_path / EDITION_FILE).read_text(encoding="utf-8")).digest
    report = (tmp_path / REPORT_FILE).read_text(encoding="utf-8")
    assert "| points of the Journeyman | 80 to 130 with 2 players, module 1; " in report
    assert "| price of the cashbox | 0 | -2 to 1 |" in report
    with pytest.raises(ResultsError, match="belongs to other games"):
        calibrate(tmp_path, load_edition(), SMALL._replace(seed="another"))


def test_without_an_end_or_with_an_unknown_player_it_does_not_begin(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="needs an end"):
        calibrate(tmp_path / "one", load_edition(), Options())
    with pytest.raises(CalibrationError, match="by hasty or swift, not by 'greedy'"):
        calibrate(tmp_path / "two", load_edition(), SMALL._replace(bot="greedy"))


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_leaves_what_is_known_by_then(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tiefenthal.app.cli",
        "calibrate",
        "--out",
        str(tmp_path / "run"),
        "--players",
        "2",
    ]
    command += ["--modules", "1", "--deals", "1", "--candidates", "9999", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        file = tmp_path / "run" / CANDIDATES_FILE
        end = time.monotonic() + PATIENCE
        while not (file.exists() and file.read_bytes().count(b"\n") >= 2) and time.monotonic() < end:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=PATIENCE)[0]
    assert process.returncode == 130, said
    assert "Report written to" in said
    assert (tmp_path / "run" / EDITION_FILE).exists()
