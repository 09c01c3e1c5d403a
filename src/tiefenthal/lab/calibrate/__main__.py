"""`python -m tiefenthal.lab.calibrate`: `tiefenthal calibrate` on a machine with nothing but numpy and cma."""

import argparse
import sys
import time
from pathlib import Path

from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.components.problems import EditionError
from tiefenthal.lab.arena.lineups import Setting
from tiefenthal.lab.arena.results import ResultsError
from tiefenthal.lab.calibrate import CalibrationError
from tiefenthal.lab.calibrate.search import Options, Standing, calibrate
from tiefenthal.players.bots.neural.network import WeightsError
from tiefenthal.players.workers import WorkersError

LINE_EVERY = 15.0


def main() -> int:
    usual = Options()
    parser = argparse.ArgumentParser(prog="tiefenthal.lab.calibrate", description="Find better house figures.")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the calibration")
    parser.add_argument("--edition", default=None, help="an edition file to start from")
    parser.add_argument("--weights", type=Path, default=None, help="the network that judges")
    parser.add_argument("--bot", default=usual.bot, help="hasty or swift")
    parser.add_argument("--players", type=_list, default=usual.players)
    parser.add_argument("--modules", type=_list, default=usual.modules)
    parser.add_argument("--setups", type=_setups, default=usual.setups, help="instead of both, such as 2:1,4:5")
    parser.add_argument("--start", default=None, help="an edition file found before, to begin with")
    parser.add_argument(
        "--told", type=Path, default=None, help="told.jsonl.gz of a training run (tell=1), which counts too"
    )
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after this many minutes")
    parser.add_argument("--candidates", type=int, default=0, help="stop after this many candidates in all")
    parser.add_argument("--deals", type=int, default=usual.deals, help="games of a candidate in each set-up")
    parser.add_argument("--proof", type=int, default=usual.proof, help="games in each set-up that prove the result")
    parser.add_argument("--seed", default=usual.seed)
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    given = parser.parse_args()
    last = [time.monotonic() - LINE_EVERY]

    def watch(standing: Standing) -> None:
        if time.monotonic() - last[0] >= LINE_EVERY:
            last[0] = time.monotonic()
            print(f"{standing.done:4.0%} {standing.words()}", flush=True)

    options = Options(
        given.players, given.modules, given.bot, given.weights, given.seed, given.deals, given.candidates, given.proof,
        given.setups, None, given.told,
    )  # fmt: skip
    try:
        edition = load_edition(given.edition)
        if given.start is not None:
            options = options._replace(start=load_edition(given.start))
        found = calibrate(given.out, edition, options, given.minutes, given.workers, None, watch)
    except (CalibrationError, EditionError, ResultsError, WeightsError, WorkersError) as error:
        print(f"tiefenthal calibrate: {error}", file=sys.stderr)
        return 1
    print(found.report)
    return 0


def _list(text: str) -> tuple[int, ...]:
    return tuple([int(word) for word in text.split(",")])


def _setups(text: str) -> tuple[Setting, ...]:
    return tuple([Setting(*[int(number) for number in word.split(":")]) for word in text.split(",")])


if __name__ == "__main__":
    sys.exit(main())
