"""Series of games: the same whatever the number of processes, cut short without loss, honest about failures."""

import csv
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from harness.patience import PATIENCE
from tests.table import edition_with
from tiefenthal import Game, View
from tiefenthal.engine.rules.actions import Action
from tiefenthal.engine.rules.scoring import SOURCES
from tiefenthal.lab import arena
from tiefenthal.lab.arena import Report, play_game, simulate
from tiefenthal.lab.arena.games import game_seed, seating
from tiefenthal.lab.arena.plot import PlotError
from tiefenthal.lab.arena.report import CSV_COLUMNS
from tiefenthal.players.bots import Bot, UnknownBotError, registry


def test_seats_rotate_and_names_repeat() -> None:
    assert seating(["a", "b"], 2, 0) == ("a", "b")
    assert seating(["a", "b"], 2, 1) == ("b", "a")
    assert seating(["a", "b", "c"], 3, 1) == ("c", "a", "b")
    assert seating(["a", "b"], 4, 0) == ("a", "b", "a", "b")
    assert seating(["a", "b"], 3, 1) == ("a", "a", "b")
    assert seating(["a"], 3, 2) == ("a", "a", "a")


def test_a_game_between_bots() -> None:
    game = play_game(["greedy", "random"], players=3, modules=2, seed=5)
    assert isinstance(game, Game)
    assert game.over
    assert game.seed == "5"
    assert Game.from_record(game.record).scores == game.scores


def test_points_by_source_make_the_score() -> None:
    report = simulate(3, 2, 5, ["greedy", "random"], seed=2)
    for game in report.games:
        for seat in game.seats:
            assert len(seat.points) == len(SOURCES)
            assert sum(seat.points) == seat.score
        assert sum(seat.share for seat in game.seats) == pytest.approx(1)
        assert sorted(seat.order for seat in game.seats) == [0, 1]


def test_other_cards_can_bring_points_too() -> None:
    edition = edition_with(("{ price = 2, points = 0, sources", "{ price = 2, points = 1, sources"))
    report = simulate(1, 2, 1, ["greedy"], seed=2, edition=edition)
    assert report.edition == "changed"
    assert all(sum(seat.points) == seat.score for seat in report.games[0].seats)
    assert any(seat.points[2] > 0 for seat in report.games[0].seats)


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    seen: list[int] = []
    one = simulate(10, 3, 2, ["greedy", "random"], seed="jobs", jobs=1)
    two = simulate(10, 3, 2, ["greedy", "random"], seed="jobs", jobs=2, on_progress=lambda done, _: seen.append(done))
    assert one.games == two.games
    assert one.rows() == two.rows()
    assert not two.interrupted
    assert not two.failures
    assert seen == sorted(seen)
    assert seen[-1] == 10
    assert [game.seed for game in one.games] == [game_seed("jobs", number) for number in range(10)]


def test_a_game_of_a_series_can_be_played_again_from_its_seed() -> None:
    report = simulate(2, 2, 1, ["greedy", "random"], seed=9)
    last = report.games[1]
    game = play_game([seat.bot for seat in last.seats], 2, 1, last.seed)
    assert game.scores == [seat.score for seat in last.seats]


@pytest.fixture(scope="module")
def report() -> Report:
    """A small series."""
    return simulate(6, 3, 3, ["greedy", "random"], seed=4)


class TestReport:
    def test_standings(self, report: Report) -> None:
        greedy, random = report.by_bot
        assert (greedy.name, random.name) == ("greedy", "random")
        assert greedy.scores.size + random.scores.size == 18
        assert greedy.scores.mean > random.scores.mean
        assert greedy.victories.share == 1.0
        assert greedy.fair + random.fair == pytest.approx(1)
        assert sum(greedy.points) == pytest.approx(greedy.scores.mean)
        for standings in (report.by_seat, report.by_turn_order):
            assert len(standings) == 3
            assert sum(one.victories.wins for one in standings) == pytest.approx(6)
            assert all(one.scores.size == 6 for one in standings)
        assert report.decisions_per_game.mean > 300
        assert report.games_per_second > 0

    def test_text(self, report: Report) -> None:
        text = str(report)
        assert text.startswith("6 of 6 games, 3 players, modules 1 to 3, edition reference, seed 4\n")
        assert "100.0% (61.0% to 100.0%)" in text

    def test_csv(self, report: Report, tmp_path: Path) -> None:
        report.to_csv(tmp_path / "games.csv")
        with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert tuple(rows[0]) == CSV_COLUMNS
        assert CSV_COLUMNS == (
            "game", "seed", "players", "modules", "seat", "turn_order", "bot", "score", "share_of_victory", "stored",
            "points_nobles", "points_guests", "points_other_cards", "points_schnapps", "points_reputation", "decisions",
        )  # fmt: skip
        assert len(rows) == 18
        assert [row["seat"] for row in rows[:3]] == ["1", "2", "3"]
        assert sum(int(row["score"]) for row in rows) == sum(seat.score for game in report.games for seat in game.seats)

    def test_plot(self, report: Report, tmp_path: Path) -> None:
        pytest.importorskip("matplotlib")
        report.to_plot(tmp_path / "games.png")
        assert (tmp_path / "games.png").read_bytes().startswith(b"\x89PNG")
        with pytest.raises(PlotError, match="cannot draw"):
            report.to_plot(tmp_path / "games.nonsense")

    def test_plot_without_matplotlib(self, report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        with pytest.raises(PlotError, match=r"tiefenthal\[plot\]"):
            report.to_plot(tmp_path / "games.png")
        assert not (tmp_path / "games.png").exists()


class TestRefusals:
    def test_unknown_bot(self) -> None:
        with pytest.raises(UnknownBotError, match="did you mean greedy"):
            simulate(1, 2, 1, ["greed", "random"])

    @pytest.mark.parametrize(
        ("wrong", "words"),
        [
            ({"games": 0}, "at least one game"),
            ({"players": 5}, "2 to 4 players"),
            ({"modules": 6}, "modules 1 to 5"),
            ({"jobs": 0}, "at least one process"),
            ({"bots": []}, "at least one bot"),
            ({"bots": ["random"] * 3}, "3 bots cannot sit at 2 seats"),
        ],
    )
    def test_impossible_series(self, wrong: dict[str, object], words: str) -> None:
        with pytest.raises(ValueError, match=words):
            simulate(**{"games": 1, **wrong})  # type: ignore[arg-type]


class TestStopping:
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_an_interrupted_series_reports_what_is_finished(self, jobs: int, tmp_path: Path) -> None:
        def stop(done: int, _wanted: int) -> None:
            if done >= 3:
                raise KeyboardInterrupt

        report = simulate(400, 2, 1, ["random"], seed=1, jobs=jobs, on_progress=stop)
        assert report.interrupted
        assert 3 <= len(report.games) < 400
        assert not report.failures
        assert "stopped early" in str(report)
        whole = {game.number: game for game in simulate(len(report.games), 2, 1, ["random"], seed=1).games}
        assert all(game == whole[game.number] for game in report.games if game.number in whole)
        report.to_csv(tmp_path / "part.csv")

    def test_stopped_before_the_first_game(self) -> None:
        report = Report([], [], 5, 2, 1, ["random"], "1", "reference", 0.0, True)
        assert report.by_bot[0].scores.size == 0
        assert "0 of 5 games" in str(report)

    @pytest.mark.skipif(os.name != "posix", reason="signals")
    def test_control_c(self, tmp_path: Path) -> None:
        script = tmp_path / "series.py"
        script.write_text(
            "from tiefenthal.lab.arena import simulate\n"
            "if __name__ == '__main__':\n"
            "    report = simulate(100000, 2, 1, ['random'], seed=1, jobs=2,\n"
            "                      on_progress=lambda done, wanted: print(done, flush=True))\n"
            "    print('partial', report.interrupted, len(report.games) > 0, len(report.failures))\n"
        )
        package = str(Path(arena.__file__).parents[2])
        with subprocess.Popen(
            [sys.executable, str(script)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": package},
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the parent and its workers
            try:
                out, errors = process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        assert out.splitlines()[-1] == "partial True True 0"
        assert errors == ""
        assert process.returncode == 0


class TestFailures:
    @pytest.mark.usefixtures("plug_ins")
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_a_failing_bot_ends_its_game_only(self, jobs: int) -> None:
        report = simulate(4, 2, 1, ["clumsy", "greedy"], seed=3, jobs=jobs)
        assert not report.games
        assert [failure.number for failure in report.failures] == [0, 1, 2, 3]
        failure = report.failures[1]
        assert failure.seed == game_seed("3", 1)
        assert failure.bots == ("greedy", "clumsy")
        assert failure.error == "RuntimeError: dropped the mug"
        assert "Traceback" in failure.details
        assert Game.from_record(failure.record).round == 2
        assert f"game 1 failed (seed {failure.seed}): RuntimeError: dropped the mug" in str(report)

    @pytest.mark.usefixtures("plug_ins")
    def test_a_process_that_dies_is_reported(self) -> None:
        report = simulate(2, 2, 1, ["deadly"], seed=3, jobs=2)
        assert [failure.number for failure in report.failures] == [0, 1]
        assert "ended unexpectedly" in report.failures[0].error

    def test_an_illegal_choice_is_a_failure(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Cheat(Bot):
            def choose(self, view: View, legal: list[Action]) -> Action:
                return next(action for action in ACTIONS if action not in legal)

        from tiefenthal.engine.rules.actions import ACTIONS

        monkeypatch.setitem(registry.BUILT_IN, "cheat", Cheat)
        report = simulate(1, 2, 1, ["cheat"], seed=3)
        assert report.failures[0].error.startswith("IllegalActionError")
