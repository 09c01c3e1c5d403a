"""Two networks of the neural bot against each other, two players: is one trained for an edition better there than one
for any figures? Or one network against itself: is it better with other settings for the first player? Or a network
against another bot: does it beat that with any figures?

    PYTHONPATH=build/compiled python scripts/match_networks.py one.npz other.npz --edition E.toml --modules 5
    PYTHONPATH=build/compiled python scripts/match_networks.py one.npz other.npz --edition E.toml --drawn
    PYTHONPATH=build/compiled python scripts/match_networks.py --against planner --edition E.toml --drawn
    PYTHONPATH=build/compiled python scripts/match_networks.py --bot neural --look turns=6,rollouts=128,seconds=0.6

Every deal is played twice with the same luck, the seats exchanged (`arena/lineups.py`). With --drawn each deal has an
edition of its own, drawn by lot from the search space around the one named (docs/calibration.md). Unless another is
asked for `hasty` plays, the network with hardly a search, as in training.
"""

import argparse
import functools
import multiprocessing
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tiefenthal.arena.games import drive
from tiefenthal.arena.lineups import Setting, deal_seed
from tiefenthal.arena.stats import mean_of_clusters, share_of_clusters
from tiefenthal.bots import Bot, make_bot
from tiefenthal.bots.neural.bot import CARE, EFFORT, HASTY_EFFORT, LOOK, NeuralBot
from tiefenthal.bots.neural.evening import Care
from tiefenthal.bots.neural.judge import Aim
from tiefenthal.bots.neural.lookahead import Look
from tiefenthal.bots.neural.network import WeightsError
from tiefenthal.bots.neural.weights import find_networks
from tiefenthal.bots.search import Effort
from tiefenthal.calibrate import CalibrationError
from tiefenthal.calibrate.space import Space
from tiefenthal.components import EditionError, load_edition
from tiefenthal.game import new_game


class Settings(NamedTuple):
    """A neural bot; without weights with those of the package for the edition at the table."""

    weights: Path | None
    effort: Effort
    look: Look | None
    care: Care | None
    aim: Aim

    def player(self, seed: str) -> NeuralBot:
        """One that plays so."""
        return NeuralBot(seed, self.weights, self.effort, self.look, self.care, self.aim)


USUAL = {"hasty": Settings(None, HASTY_EFFORT, None, None, Aim()), "neural": Settings(None, EFFORT, LOOK, CARE, Aim())}


class Named(NamedTuple):
    """Another bot."""

    name: str

    def player(self, seed: str) -> Bot:
        """One that plays so."""
        return make_bot(self.name, seed)


Job = tuple[Settings, Settings | Named, str | None, bool, int, str, int]


@functools.cache
def space_of(edition: str | None) -> Space:
    """The search space around an edition."""
    return Space(load_edition(edition))


def play_deal(job: Job) -> tuple[float, float]:
    """The first player's part of the victories in the two games of a deal, and its points above the other."""
    one, other, edition, drawn, modules, seed, deal = job
    won = above = 0.0
    luck = deal_seed(seed, Setting(2, modules), deal)
    figures = space_of(edition).draw(random.Random(f"{luck} edition"))[0] if drawn else load_edition(edition)
    for seat in (0, 1):
        game = new_game(2, modules, luck, figures)
        drive(game, [(one if n == seat else other).player(f"{luck} bot {n + 1}") for n in (0, 1)])
        outcome = game.outcome
        assert outcome is not None
        won += 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        above += outcome.scores[seat] - outcome.scores[1 - seat]
    return won, above


def changed(usual: Settings, given: argparse.Namespace) -> Settings:
    """The first player's settings: what the command line changes, such as `--look turns=6,rollouts=128`."""
    settings = usual._replace(weights=given.one)
    for part, whole in (("effort", Effort), ("look", Look), ("care", Care), ("aim", Aim)):
        text = getattr(given, part)
        if text is None:
            continue
        values = {}
        for item in text.split(","):
            name, _, value = item.partition("=")
            kind = type(whole._field_defaults.get(name))
            if kind not in (int, float):
                known = [key for key, default in whole._field_defaults.items() if type(default) in (int, float)]
                raise ValueError(f"--{part} has no figure {name!r}; it has {', '.join(known)}")
            try:
                values[name] = kind(value)
            except ValueError as error:
                raise ValueError(f"--{part}: {name} is a number, not {value!r}") from error
        before = getattr(settings, part)
        replaced: dict[str, Any] = {part: (before if before is not None else whole())._replace(**values)}
        settings = settings._replace(**replaced)
    return settings


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("one", type=Path, nargs="?", help="weights of the first network; the package's without")
    parser.add_argument("other", type=Path, nargs="?", help="weights of the second one; the package's without")
    parser.add_argument("--bot", default="hasty", choices=sorted(USUAL), help="how hard both think")
    for part in ("effort", "look", "care", "aim"):
        parser.add_argument(f"--{part}", metavar="NAME=N,…", help="what the first player does otherwise")
    parser.add_argument("--against", metavar="BOT", help="another bot in place of the second network")
    parser.add_argument("--edition", default=None, help="an edition file; the built-in edition without")
    parser.add_argument("--drawn", action="store_true", help="every deal with house figures drawn by lot")
    parser.add_argument("--modules", type=int, default=1, choices=range(1, 6))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="networks")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    try:
        if given.drawn:
            space_of(given.edition)
        load_edition(given.edition)
        for path in (given.one, given.other):
            find_networks(path)
        usual = USUAL[given.bot]
        one = changed(usual, given)
        other = Named(given.against) if given.against else usual._replace(weights=given.other)
        other.player("")
    except (CalibrationError, EditionError, WeightsError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    jobs = [
        (one, other, given.edition, given.drawn, given.modules, given.seed, deal)
        for deal in range(max(2, (given.games + 1) // 2))
    ]
    found: list[tuple[float, float]] = []
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for result in pool.imap_unordered(play_deal, jobs):
            found.append(result)
            if len(found) % 20 == 0:
                print(f"{2 * len(found)} of {2 * len(jobs)} games", file=sys.stderr, flush=True)
    won = share_of_clusters([(share, 2.0) for share, _ in found])
    above = mean_of_clusters([(points, 2.0) for _, points in found])
    print(
        f"{2 * len(found)} games, {Setting(2, given.modules)}: the first won {100 * won.value:.1f} % "
        f"({100 * won.low:.1f} to {100 * won.high:.1f}), "
        f"{above.value:+.1f} points ({above.low:+.1f} to {above.high:+.1f})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
