"""Tune the weights of the planner (players/bots/search/weights.py) by CMA-ES, over the scores that it makes
playing itself.

    python -m scripts.tune_planner FOLDER --modules 1,5 --games 24 --generations 40

Every generation plays the same games with each of its candidates, and the next generation others, so that the weights
do not overfit. Scores of different modules are compared by what the weights to start from score there. FOLDER holds
everything (state.pickle, progress.csv, best.txt): the same command continues where it stopped; Ctrl-C loses at most
the generation at work. Put what it prints at the end into weights.py, together with the command. Needs the extra
`train`; with build/compiled first on PYTHONPATH it is about five times as fast.
"""

import argparse
import csv
import importlib
import json
import math
import multiprocessing
import pickle
import signal
import sys
import time
from pathlib import Path
from typing import Any

from tiefenthal.engine.components import load_edition
from tiefenthal.engine.game import new_game
from tiefenthal.players.bots.planner import PlannerBot
from tiefenthal.players.bots.search.effort import QUICK
from tiefenthal.players.bots.search.weights import HeuristicWeights, weights_for
from tiefenthal.players.driver import drive

FIXED = ("money_side", "fire_side", "juggler_side")  # choices, not figures
NAMES = [name for name in HeuristicWeights._fields if name not in FIXED]
WIDEST = 2.5  # no weight becomes more than e to this many times as large or small as it was

Job = tuple[HeuristicWeights, str, int, int]


def weights_at(start: HeuristicWeights, point: list[float]) -> HeuristicWeights:
    """The weights at a point of the search space: each coordinate is the logarithm of a factor."""
    factors = [math.exp(max(-WIDEST, min(WIDEST, x))) for x in point]
    return start._replace(**{name: getattr(start, name) * factor for name, factor in zip(NAMES, factors, strict=True)})


def play(job: Job) -> float:
    """The mean score of one game between copies of the planner."""
    weights, seed, players, modules = job
    game = new_game(players, modules, seed)
    drive(game, [PlannerBot(f"{seed} {seat}", weights, QUICK) for seat in range(players)])
    return sum(game.scores) / players


def ignore_interrupts() -> None:
    """Ctrl-C is for the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Tuning:
    """A run of the optimiser and its folder."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.folder: Path = options.folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.modules = [int(part) for part in options.modules.split(",")]
        self.players = [int(part) for part in options.players.split(",")]
        self.games: int = options.games
        self.start = weights_for(max(self.modules), load_edition())
        if options.start is not None:
            self.start = self.start._replace(**json.loads(options.start.read_text()))
        self.generation = 0
        self.par: dict[tuple[int, int], float] = {}
        self.es: Any = None
        self.state = self.folder / "state.pickle"
        if self.state.exists():
            with self.state.open("rb") as file:
                self.generation, self.start, self.par, self.es = pickle.load(file)
            print(f"going on after generation {self.generation}")
        else:
            cma = importlib.import_module("cma")
            settings: dict[str, Any] = {"seed": options.seed, "verbose": -9}
            if options.population:
                settings["popsize"] = options.population
            self.es = cma.CMAEvolutionStrategy([0.0] * len(NAMES), options.sigma, settings)

    def jobs(self, weights: HeuristicWeights, name: str) -> list[Job]:
        """The games one set of weights plays."""
        found: list[Job] = []
        for modules in self.modules:
            for players in self.players:
                for number in range(self.games):
                    found.append((weights, f"tune {name} {number}", players, modules))
        return found

    def measure(self, pool: Any, candidates: list[HeuristicWeights], name: str) -> list[list[float]]:
        """The mean scores of each candidate, by modules and players."""
        work = [job for weights in candidates for job in self.jobs(weights, name)]
        scores: list[float] = []
        began = time.monotonic()
        for score in pool.imap(play, work, chunksize=4):
            scores.append(score)
            if len(scores) % 20 == 0 and sys.stderr.isatty():
                left = (time.monotonic() - began) / len(scores) * (len(work) - len(scores))
                print(f"\r{name}: {len(scores)} of {len(work)} games, {left:.0f} s left  ", end="", file=sys.stderr)
        means = [sum(scores[i : i + self.games]) / self.games for i in range(0, len(scores), self.games)]
        groups = len(self.modules) * len(self.players)
        return [means[i : i + groups] for i in range(0, len(means), groups)]

    def run(self, pool: Any, generations: int) -> None:
        """Generations until there were so many, each saved when it is complete."""
        if not self.par:
            found = self.measure(pool, [self.start], "par")[0]
            keys = [(modules, players) for modules in self.modules for players in self.players]
            self.par = dict(zip(keys, found, strict=True))
        par = list(self.par.values())
        while self.generation < generations:
            points = self.es.ask()
            scores = self.measure(
                pool, [weights_at(self.start, list(point)) for point in points], f"g{self.generation + 1}"
            )
            losses = [-100.0 * sum(s / p for s, p in zip(score, par, strict=True)) / len(par) for score in scores]
            self.es.tell(points, losses)
            self.generation += 1
            self.save(losses)

    def save(self, losses: list[float]) -> None:
        """Write down where the run stands."""
        with self.state.with_suffix(".new").open("wb") as file:
            pickle.dump((self.generation, self.start, self.par, self.es), file)
        self.state.with_suffix(".new").replace(self.state)
        mean = -sum(losses) / len(losses)
        with (self.folder / "progress.csv").open("a", newline="") as file:
            csv.writer(file).writerow([self.generation, f"{mean:.2f}", f"{-min(losses):.2f}", f"{self.es.sigma:.4f}"])
        (self.folder / "best.txt").write_text(self.text())
        print(f"\rgeneration {self.generation}: mean {mean:.2f}, best {-min(losses):.2f}, sigma {self.es.sigma:.3f}")

    def text(self) -> str:
        """The weights the run has come to, as they stand in the source."""
        weights = weights_at(self.start, list(self.es.mean))
        return "".join([f"    {name}={getattr(weights, name):.4g},\n" for name in HeuristicWeights._fields])


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the run is kept")
    parser.add_argument("--modules", default="1,5", help="highest modules to play, such as 1,5")
    parser.add_argument("--players", default="2", help="numbers of players, such as 2,4")
    parser.add_argument("--games", type=int, default=24, help="games of each candidate, for each set-up")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--population", type=int, default=0, help="candidates; 0 for CMA-ES' own number")
    parser.add_argument("--sigma", type=float, default=0.25, help="how far the first generation strays")
    parser.add_argument(
        "--start", type=Path, help="JSON object of weights to start from, where not those in the source"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    options = parser.parse_args()
    try:
        tuning = Tuning(options)
    except ImportError:
        print("CMA-ES is missing; install it with: pip install 'tiefenthal[train]'", file=sys.stderr)
        return 1
    with multiprocessing.get_context("spawn").Pool(options.jobs, initializer=ignore_interrupts) as pool:
        try:
            tuning.run(pool, options.generations)
        except KeyboardInterrupt:
            print(f"\nstopped; the same command goes on after generation {tuning.generation}", file=sys.stderr)
            pool.terminate()
    print(tuning.text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
