"""Two networks of the neural bot against each other: is one trained for an edition better there than one
for any figures? Or one network against itself: is it better with other settings for the first player? Or a network
against another bot: does it beat that with any figures?

    PYTHONPATH=build/compiled python scripts/match_networks.py one.npz other.npz --edition E.toml --modules 5
    PYTHONPATH=build/compiled python scripts/match_networks.py one.npz other.npz --edition E.toml --drawn
    PYTHONPATH=build/compiled python scripts/match_networks.py --against planner --edition E.toml --drawn
    PYTHONPATH=build/compiled python scripts/match_networks.py --bot neural --look turns=6,rollouts=128,seconds=0.6

Every deal is played in every seating with the same luck, the first player alone against all others
(`lab/arena/lineups.py`). With --drawn each deal has an
edition of its own, drawn by lot from the search space around the one named (lab/calibration.md). Unless another is
asked for `hasty` plays, the network with hardly a search, as in training.
"""

import argparse
import multiprocessing
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tiefenthal.engine.components import EditionError, load_edition
from tiefenthal.engine.game import new_game
from tiefenthal.lab.arena.lineups import Setting, deal_seed
from tiefenthal.lab.arena.stats import mean_of_clusters, share_of_clusters
from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.settings import space_of
from tiefenthal.players.bots import Bot, make_bot
from tiefenthal.players.bots.neural.bot import CARE, EFFORT, HASTY_EFFORT, LOOK, NeuralBot
from tiefenthal.players.bots.neural.evening import Care
from tiefenthal.players.bots.neural.judge import Aim
from tiefenthal.players.bots.neural.lookahead import Look
from tiefenthal.players.bots.neural.network import WeightsError
from tiefenthal.players.bots.neural.weights import find_networks
from tiefenthal.players.bots.registry import check_bot
from tiefenthal.players.bots.search import Effort
from tiefenthal.players.driver import drive


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


class Job(NamedTuple):
    """A deal, and who plays it."""

    one: Settings
    other: Settings | Named
    edition: str
    drawn: bool
    setting: Setting
    luck: str


def play_deal(job: Job) -> tuple[float, float]:
    """The first player's part of the victories in the games of a deal, and its points above the mean of the others."""
    won = above = 0.0
    players, modules = job.setting
    if job.drawn:
        figures = space_of(job.edition).draw(random.Random(f"{job.luck} edition"))[0]
    else:
        figures = load_edition(job.edition or None)
    for seat in range(players):
        game = new_game(players, modules, job.luck, figures)
        drive(game, [(job.one if n == seat else job.other).player(f"{job.luck} bot {n + 1}") for n in range(players)])
        outcome = game.outcome
        assert outcome is not None
        won += 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        above += outcome.scores[seat] - (sum(outcome.scores) - outcome.scores[seat]) / (players - 1)
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
    parser.add_argument("--edition", default="", help="an edition file; the built-in edition without")
    parser.add_argument("--drawn", action="store_true", help="every deal with house figures drawn by lot")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--modules", type=int, default=1, choices=range(1, 6))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="networks")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    try:
        if given.other and given.against:
            raise ValueError("the others are either a second network or another bot: leave out one of them")
        if given.drawn:
            space_of(given.edition)
        else:
            load_edition(given.edition or None)
        for path in (given.one, given.other):
            find_networks(path)
        usual = USUAL[given.bot]
        one = changed(usual, given)
        if given.against:
            check_bot(given.against)
        other = Named(given.against) if given.against else usual._replace(weights=given.other)
    except (EditionError, TrainingError, WeightsError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    players = given.players
    setting = Setting(players, given.modules)
    deals = max(2, -(-given.games // players))
    jobs = [
        Job(one, other, given.edition, given.drawn, setting, deal_seed(given.seed, setting, deal))
        for deal in range(deals)
    ]
    found: list[tuple[float, float]] = []
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for result in pool.imap_unordered(play_deal, jobs):
            found.append(result)
            if len(found) % 20 == 0:
                print(f"{players * len(found)} of {players * len(jobs)} games", file=sys.stderr, flush=True)
    won = share_of_clusters([(share, float(players)) for share, _ in found])
    above = mean_of_clusters([(points, float(players)) for _, points in found])
    print(
        f"{players * len(found)} games, {setting}: the first won {100 * won.value:.1f} % "
        f"({100 * won.low:.1f} to {100 * won.high:.1f}), "
        f"{above.value:+.1f} points ({above.low:+.1f} to {above.high:+.1f})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
