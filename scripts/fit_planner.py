"""Fit the weights of the planner (players/bots/search/weights.py) to what a network expects: the ends of turns
that a search compares are judged by both, and the weights moved until their differences agree.

    python -m scripts.fit_planner --modules 1 --games 60 --rounds 2 --edition FILE --network FILE

In the first round `hasty` plays, then the planner with the weights found so far, so that they are fitted where they
will be used; every round is fitted together with those before. It takes minutes where scripts/tune_planner.py takes
hours, and is for figures that a network has learned. Put what it prints at the end into weights.py, together with
the command. With build/compiled first on PYTHONPATH it is several times as fast. Ctrl-C in a later round leaves the
weights of the one before on the screen.
"""

import argparse
import json
import math
import random
import sys
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tiefenthal.engine.components import load_edition
from tiefenthal.engine.game import new_game
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.engine.rules.state import Setup, State
from tiefenthal.players.bots.base import Bot
from tiefenthal.players.bots.neural.bot import HastyBot
from tiefenthal.players.bots.neural.judge import NetworkJudge
from tiefenthal.players.bots.neural.weights import find_networks
from tiefenthal.players.bots.planner import PlannerBot
from tiefenthal.players.bots.search.effort import QUICK
from tiefenthal.players.bots.search.heuristic import HeuristicValue
from tiefenthal.players.bots.search.judge import Judge
from tiefenthal.players.bots.search.summary import TavernSummary, survey
from tiefenthal.players.bots.search.weights import HeuristicWeights, weights_for
from tiefenthal.players.driver import drive

FIXED: Final = ("money_side", "fire_side", "juggler_side")  # choices, not figures
NAMES: Final = [name for name in HeuristicWeights._fields if name not in FIXED]
WIDEST: Final = 3.0  # no weight becomes more than e to this many times as large or small as it was
ENDS: Final = 8  # of one turn that are looked at
NEAR: Final = 8.0  # points; an end so much worse than the best of its turn counts e times less
STEP: Final = 0.02  # for slopes
STEPS: Final = 12  # of the fit, at most
LONGEST: Final = 0.7  # step of one weight

Floats = NDArray[np.float64]
Turn = list[tuple[float, TavernSummary]]


class Listening:
    """A judge whose questions are put to the network as well."""

    def __init__(self, inner: Judge, network: NetworkJudge, heard: list[Turn]) -> None:
        self.inner = inner
        self.network = network
        self.heard = heard

    def judge(self, states: list[State], seat: int) -> list[float]:
        """What the judge says; its turn is kept."""
        if len(states) > 1 and states[0].round < states[0].setup.edition.rounds:
            worths = self.network.judge(states, seat)
            self.heard.append([(worth, survey(s, seat)) for worth, s in zip(worths, states, strict=True)])
        return self.inner.judge(states, seat)


def listen(options: argparse.Namespace, number: int, weights: HeuristicWeights) -> list[Turn]:
    """The turns of some games; those of the first round are of games of the network."""
    network = NetworkJudge(find_networks(options.network))
    edition = load_edition(options.edition)
    heard: list[Turn] = []
    for game in range(options.games):
        bots: list[Bot] = []
        for seat in range(options.players):
            seed = f"fit {number} {game} {seat}"
            if number == 0:
                hasty = HastyBot(seed, options.network)
                hasty.judge = Listening(hasty.judge, network, heard)
                bots.append(hasty)
            else:
                planner = PlannerBot(seed, weights, QUICK)
                planner.judge = Listening(planner.judge, network, heard)
                bots.append(planner)
        drive(new_game(options.players, options.modules, f"fit {number} {game}", edition), bots)
        if sys.stderr.isatty():
            print(f"\rround {number + 1}: game {game + 1} of {options.games}  ", end="", file=sys.stderr)
    return heard


class Fit:
    """The ends of many turns, and the weights that agree best with the network about each turn's."""

    def __init__(self, setup: Setup, turns: list[Turn], start: HeuristicWeights, prior: float) -> None:
        self.setup = setup
        self.start = start
        chosen = random.Random("fit")
        self.ends: list[TavernSummary] = []
        worths: list[float] = []
        weights: list[float] = []
        numbers: list[int] = []
        for number, turn in enumerate(turns):
            best = max(turn, key=lambda end: end[0])
            some = [best, *chosen.sample(turn, min(ENDS - 1, len(turn)))]
            for worth, end in some:
                self.ends.append(end)
                worths.append(worth)
                weights.append(math.exp((worth - best[0]) / NEAR))
                numbers.append(number)
        self.turn: NDArray[np.int64] = np.array(numbers)
        self.weight: Floats = np.array(weights)
        self.whole: Floats = np.bincount(self.turn, self.weight).astype(np.float64)
        self.worth: Floats = self.centred(np.array(worths))
        self.prior = prior * len(turns) / len(NAMES)
        """How much a turn's disagreement of a point squared weighs against a weight that changes e times."""

    def centred(self, values: Floats) -> Floats:
        """Above the mean of its turn."""
        mean: Floats = np.bincount(self.turn, self.weight * values) / self.whole
        return values - mean[self.turn]

    def weights_at(self, point: Floats) -> HeuristicWeights:
        """The weights at a point: each coordinate is the logarithm of a factor."""
        factors = np.exp(np.clip(point, -WIDEST, WIDEST)).tolist()
        changed = {name: getattr(self.start, name) * factor for name, factor in zip(NAMES, factors, strict=True)}
        return self.start._replace(**changed)

    def off(self, point: Floats) -> Floats:
        """By how much the heuristic is off, end by end."""
        heuristic = HeuristicValue(self.setup, self.weights_at(point))
        values = np.array([heuristic.value(end) for end in self.ends])
        return np.sqrt(self.weight) * (self.centred(values) - self.worth)

    def run(self, steps: int) -> HeuristicWeights:
        """Levenberg and Marquardt's method."""
        point = np.zeros(len(NAMES))
        off = self.off(point)
        damping = 0.1
        print(f"{len(self.ends)} ends of {len(self.whole)} turns; off by {self.mean(off):.3f} points")
        for _ in range(steps):
            slopes = np.empty((len(off), len(NAMES)))
            for column in range(len(NAMES)):
                beside = point.copy()
                beside[column] += STEP
                slopes[:, column] = (self.off(beside) - off) / STEP
            curve = slopes.T @ slopes + self.prior * np.eye(len(NAMES))
            down = -(slopes.T @ off + self.prior * point)
            for _ in range(6):
                step = np.linalg.solve(curve + damping * np.diag(np.diag(curve)), down)
                next_point = point + np.clip(step, -LONGEST, LONGEST)
                next_off = self.off(next_point)
                if self.loss(next_off, next_point) < self.loss(off, point):
                    point, off, damping = next_point, next_off, max(damping / 3, 1e-4)
                    break
                damping *= 4
            else:
                break
        print(f"after the fit off by {self.mean(off):.3f} points")
        return self.weights_at(point)

    def mean(self, off: Floats) -> float:
        """The usual error in points."""
        return math.sqrt(float(off @ off) / float(self.weight.sum()))

    def loss(self, off: Floats, point: Floats) -> float:
        """What is made small."""
        return float(off @ off) + self.prior * float(point @ point)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modules", type=int, default=1)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=60, help="of one round")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--prior", type=float, default=1.0, help="the larger, the less the weights move")
    parser.add_argument("--edition", type=Path, help="where not the built-in one")
    parser.add_argument("--network", type=Path, help="where not the package's")
    parser.add_argument(
        "--start", type=Path, help="JSON object of weights to start from, in place of those in the source"
    )
    options = parser.parse_args()
    edition = load_edition(options.edition)
    start = weights_for(options.modules, edition)
    if options.start is not None:
        start = start._replace(**json.loads(options.start.read_text()))
    setup = make_setup(options.players, options.modules, edition)
    weights = start
    turns: list[Turn] = []
    try:
        for number in range(options.rounds):
            turns += listen(options, number, weights)
            weights = Fit(setup, turns, start, options.prior).run(STEPS)
            print("".join([f"    {name}={getattr(weights, name):.4g},\n" for name in NAMES]), flush=True)
    except KeyboardInterrupt:
        print("\nstopped; the weights printed last are those of the last whole round", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
