"""How good the analysis is (`make measure-analysis`), into docs/analysis.md: whether its expectations are right,
whether it agrees with the Master, whether a review tells the levels apart, and how long one takes. The run takes an
hour or two. It can be interrupted and continues where it stopped: games and results are kept in build/analysis. With
--so-far nothing is played, and the page is written with what there is; with --time only a review is timed, on a machine
that should be quiet. With --errors the table players/analysis/errors.json is made again, from the same games; do
that after the network has changed.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from statistics import correlation, stdev
from typing import Any

from harness.server import machine
from scripts.analysis_agreement import Agreement, OtherMaster
from scripts.analysis_errors import Checked, fitted, mean, quantile
from scripts.analysis_positions import SETUPS, Task, kept_game
from scripts.analysis_works import Fortunes, GameWork, Levels, PlayedOn, Positions
from scripts.write_ratings import fill
from tiefenthal.app.cli.progress import bar
from tiefenthal.lab.arena.stats import mean_of_clusters
from tiefenthal.players.analysis.calibration import FILE, Errors
from tiefenthal.players.analysis.processes import review_in_processes
from tiefenthal.players.workers import WorkersError, run

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "analysis.md"
TABLE = ROOT / "src" / "tiefenthal" / "players" / "analysis" / FILE
KEPT = ROOT / "build" / "analysis"
GAMES = KEPT / "games"
"""What the table is made from."""
FRESH = KEPT / "fresh"
"""The games it is tested on."""
LEVELS = ("apprentice", "journeyman", "innkeeper", "master")
BUDGET = 25
"""For positions by the thousand."""
QUICK = 10
"""For whole games by the dozen."""
FULL = 100
OTHERS = 5
"""Games in which another Master is asked."""


def tasks(games: int) -> list[Task]:
    """So many games of the Master with itself in every set-up."""
    return [Task(players, modules, number) for number in range(games) for players, modules in SETUPS]


def level_tasks() -> list[Task]:
    """Every two levels nine times, over all modules and with changing seats."""
    pairs = list(combinations(LEVELS, 2))
    return [Task(2, 1 + (at + number) % 5, number, pair) for number in range(9) for at, pair in enumerate(pairs)]


def agreement_tasks() -> list[Task]:
    """Twenty games of two, over all modules."""
    return [Task(2, modules, number) for number in range(4) for modules in (5, 1, 3, 2, 4)]


def do(work: GameWork, games: Iterable[Task], jobs: int) -> None:
    """Do what is not done yet, with a bar."""
    todo = [task for task in games if not work.path(task).exists()]
    lost: list[str] = []
    done: list[str] = []

    def keep(name: str) -> None:
        (lost if ": " in name else done).append(name)

    with bar(work.what) as progress:
        run(work, iter(todo), min(jobs, max(1, len(todo))), keep, lambda: progress(len(done), len(todo)))
    for one in lost:
        print(one, file=sys.stderr)


def rows(work: GameWork, games: Iterable[Task]) -> list[dict[str, Any]]:
    """The results of the games that are done."""
    found: list[dict[str, Any]] = []
    for task in games:
        path = work.path(task)
        if path.exists():
            found += [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return found


def write_errors(games: int) -> None:
    """The table, from what there is."""
    positions = rows(Positions(GAMES, "games", BUDGET), tasks(games))
    played_on = rows(PlayedOn(GAMES, "games", BUDGET), tasks(games))
    made = {
        "by": "make measure-analysis ARGS=--errors",
        "games": len({row["game"] for row in positions}),
        "positions": len(positions),
        "played_on": len(played_on),
    }
    TABLE.write_text(json.dumps(fitted(positions, played_on, made), indent=1) + "\n", encoding="utf-8")


def calibration_part(games: int) -> str:
    """What the table is worth in games it has nothing from; and in those it was made from."""
    table = Errors(json.loads(TABLE.read_text(encoding="utf-8")))
    there = Checked(rows(Positions(GAMES, "games", BUDGET), tasks(games)), table)
    fresh = Checked(rows(Positions(FRESH, "fresh", BUDGET), tasks(games)), table)
    played_on = rows(PlayedOn(FRESH, "fresh", BUDGET), tasks(games))
    if not fresh.rows:
        return ""
    made_from = there.line("the games it was made from", there.rows) + "\n" if there.rows else ""
    return "\n".join(["", fresh.report() + made_from, fresh.reliability(), fresh.coverage(played_on)])


def agreement_part() -> str:
    """By phase, and together."""
    work = Agreement(KEPT / "master", "master", FULL)
    found = rows(work, agreement_tasks())
    others = rows(OtherMaster(KEPT / "master", "master", FULL), agreement_tasks())
    games = sum(work.path(task).exists() for task in agreement_tasks())
    lines = [
        "",
        "| | decisions | the same | otherwise behind by (median) | another Master |",
        "|---|---:|---:|---:|---:|",
    ]
    for phase in [*dict.fromkeys(row["phase"] for row in found), "all"]:
        own = [row for row in found if phase in (row["phase"], "all")]
        behind = [row["behind"] for row in own if row.get("behind") is not None]
        again = [row["agrees"] for row in others if row["phase"] == phase]
        cells = (
            f"{len(own):,}",
            f"{100 * mean([row['agrees'] for row in own]):.1f} %",
            f"{quantile(behind, 0.5):.1f} points" if behind else "",
            f"{100 * mean(again):.1f} %" if again else "",
        )
        lines.append(f"| {phase} | {' | '.join(cells)} |")
    return "\n".join([*lines, "", f"{games} games; another Master in {len({row['game'] for row in others})}.", ""])


def levels_part() -> str:
    """The mean over games, with its interval; and how luck and what was lost add up."""
    found = rows(Levels(KEPT / "levels", "levels", QUICK), level_tasks())
    luck = rows(Fortunes(KEPT / "levels", "levels", QUICK), level_tasks())
    games_with_luck = {row["game"] for row in luck}
    lines = [
        "",
        "| | games | accuracy | points lost | score | both | luck: cards (95 %) | dice (95 %) |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for level in reversed(LEVELS):
        own = [row for row in found if row["bot"] == level]
        if not own:
            continue
        seen, cost, score = (mean([row[what] for row in own]) for what in ("accuracy", "cost", "score"))
        cells = [f"{seen:.0f}", f"{cost:.0f}", f"{score:.0f}"]
        cells.append(f"{cost + score:.0f}")
        for what in ("cards", "dice"):
            by_game = [
                (sum(row[what] for row in luck if row["game"] == game["game"] and row["bot"] == level), 1.0)
                for game in own
                if game["game"] in games_with_luck
            ]
            middle = mean_of_clusters(by_game)
            cells.append(f"{middle.value:+.1f} ({middle.low:+.1f} to {middle.high:+.1f})" if by_game else "")
        lines.append(f"| {level.capitalize()} | {len(own)} | {' | '.join(cells)} |")
    games = len({row["game"] for row in found})
    about = f"{games} games of two, all modules; luck in {len(games_with_luck)} of them."
    return "\n".join([*lines, "", about, "", sums(found, luck)])


def sums(found: list[dict[str, Any]], luck: list[dict[str, Any]]) -> str:
    """From the first evening on: what became of the expected score, against luck and what was lost."""
    changes: list[float] = []
    told: list[float] = []
    against: dict[str, list[float]] = {level: [] for level in reversed(LEVELS)}
    for row in found:
        own = [one for one in luck if one["game"] == row["game"] and one["bot"] == row["bot"] and one["round"] > 1]
        if own:
            given = sum(cost for number, _, cost in row["costs"] if number > 1)
            changes.append(row["expected"][-1] - row["expected"][0])
            told.append(sum(one["cards"] + one["dice"] for one in own) - given)
            other = next(one["bot"] for one in found if one["game"] == row["game"] and one["bot"] != row["bot"])
            against[other].append(changes[-1] - told[-1])
    if len(told) < 2:
        return ""
    rest = [change - one for change, one in zip(changes, told, strict=True)]
    by_level = ", ".join(f"{mean(values):+.0f} against the {level.capitalize()}" for level, values in against.items())
    return (
        f"The change of the expected score after the first evening has a standard deviation of {stdev(changes):.0f} "
        f"points from seat to seat. Luck minus points lost (correlation {correlation(changes, told):.2f}, "
        f"{len(told)} seats) leaves {stdev(rest):.0f}, and {mean(rest):+.0f} on average: {by_level}.\n"
    )


def time_part() -> str:
    """A review of a game of two with all modules, on two processes."""
    record = kept_game(Task(2, 5, 0), KEPT / "master", "master")
    began, worked = time.perf_counter(), children_time()
    review_in_processes(record, jobs=2)
    seconds, worked = time.perf_counter() - began, children_time() - worked
    return (
        f"\nA game of two with all modules: {seconds:.0f} s on two processes, with {worked:.0f} s of processor time in "
        f"total ({machine()}).\n\n"
    )


def children_time() -> float:
    """Seconds of the processor that processes which have ended took."""
    used = os.times()
    return used.children_user + used.children_system


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--errors", action="store_true", help="make the table of errors again")
    parser.add_argument("--games", type=int, default=8, help="games in every set-up")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--so-far", action="store_true", help="play nothing, write what there is")
    parser.add_argument("--time", action="store_true", help="only see how long a review takes; wants a quiet machine")
    options = parser.parse_args()
    games, jobs = options.games, options.jobs
    try:
        if not options.so_far and not options.time:
            do(Positions(GAMES, "games", BUDGET), tasks(games), jobs)
            do(Positions(FRESH, "fresh", BUDGET), tasks(games), jobs)
            do(PlayedOn(GAMES, "games", BUDGET), tasks(games), jobs)
            do(PlayedOn(FRESH, "fresh", BUDGET), tasks(games), jobs)
            do(Levels(KEPT / "levels", "levels", QUICK), level_tasks(), jobs)
            do(Fortunes(KEPT / "levels", "levels", QUICK), level_tasks(), jobs)
            do(Agreement(KEPT / "master", "master", FULL), agreement_tasks(), jobs)
            do(OtherMaster(KEPT / "master", "master", FULL), agreement_tasks()[:OTHERS], jobs)
        if options.errors:
            write_errors(games)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    except WorkersError as error:
        print(error, file=sys.stderr)
        return 1
    page = PAGE.read_text(encoding="utf-8")
    parts: dict[str, str] = {}
    if not options.time:
        parts = {"calibration": calibration_part(games), "agreement": agreement_part(), "levels": levels_part()}
    if not options.so_far:
        parts["time"] = time_part()
    for name, part in parts.items():
        page = fill(page, name, part)
    PAGE.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
