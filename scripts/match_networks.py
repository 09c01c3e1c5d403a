"""Two networks of the neural bot against each other, two players: is one trained for an edition better there than one
for any figures?

    PYTHONPATH=build/compiled python scripts/match_networks.py one.npz other.npz --edition E.toml --modules 5

Every deal is played twice with the same luck, the seats exchanged (`arena/lineups.py`). `hasty` plays, the network with
hardly a search, as in training.
"""

import argparse
import multiprocessing
import sys
from pathlib import Path

from tiefenthal.arena.games import drive
from tiefenthal.arena.lineups import Setting, deal_seed
from tiefenthal.arena.stats import mean_of_clusters, share_of_clusters
from tiefenthal.bots.neural.bot import HastyBot
from tiefenthal.bots.neural.network import WeightsError
from tiefenthal.bots.neural.weights import find_networks
from tiefenthal.components import EditionError, load_edition
from tiefenthal.game import new_game

Job = tuple[Path, Path, str | None, int, str, int]


def play_deal(job: Job) -> tuple[float, float]:
    """The first network's part of the victories in the two games of a deal, and its points above the other."""
    one, other, edition, modules, seed, deal = job
    won = above = 0.0
    luck = deal_seed(seed, Setting(2, modules), deal)
    for seat in (0, 1):
        game = new_game(2, modules, luck, load_edition(edition))
        drive(game, [HastyBot(f"{luck} bot {n + 1}", one if n == seat else other) for n in (0, 1)])
        outcome = game.outcome
        assert outcome is not None
        won += 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        above += outcome.scores[seat] - outcome.scores[1 - seat]
    return won, above


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("one", type=Path, help="weights of the first network")
    parser.add_argument("other", type=Path, help="weights of the second one")
    parser.add_argument("--edition", default=None, help="an edition file; the built-in edition without")
    parser.add_argument("--modules", type=int, default=1, choices=range(1, 6))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="networks")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    try:
        load_edition(given.edition)
        for path in (given.one, given.other):
            find_networks(path)
    except (EditionError, WeightsError) as error:
        print(error, file=sys.stderr)
        return 1
    jobs = [
        (given.one, given.other, given.edition, given.modules, given.seed, deal)
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
        f"{2 * len(found)} games, {Setting(2, given.modules)}: {given.one} won {100 * won.value:.1f} % "
        f"({100 * won.low:.1f} to {100 * won.high:.1f}), "
        f"{above.value:+.1f} points ({above.low:+.1f} to {above.high:+.1f})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
