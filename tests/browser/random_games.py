"""A random player in a real browser finishes games in all fifteen set-ups: no dead end, nothing alive that is dead, no
complaint of the page. On a desk and on a phone in turn. Behind `python -m tests.browser.random_games`."""

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import Sequence

from harness.browser.chromium import NoBrowserError, started_browser
from harness.browser.player import Player, play
from harness.browser.table import begin, check_end, leave_to_bot, moment
from harness.browser.visitor import Size, Visitor
from harness.server import Failure, fresh_server, progress
from tests.setups import ALL_SETUPS

CURIOUS = 0.6


def play_one(visitor: Visitor, players: int, modules: int, seed: object, evenings: int = 8) -> Counter[str]:
    """One game against bots from the start screen to the end, so many evenings by hand; what was pressed how often."""
    visitor.remember({"players": players, "modules": modules})
    visitor.go("/")
    table = begin(visitor)
    player = Player(visitor, seed, CURIOUS)
    play(player, until=lambda: moment(visitor)["round"] > evenings)
    if not moment(visitor)["over"]:
        leave_to_bot(visitor, "random")
    check_end(visitor, table)
    visitor.check()
    return player.presses


def setup(text: str) -> tuple[int, int]:
    """`3x5`: three players, modules up to 5."""
    players, _, modules = text.partition("x")
    if (found := (int(players), int(modules))) not in ALL_SETUPS:
        raise ValueError(text)
    return found


def run(setups: Sequence[tuple[int, int]], games: int, seed: int) -> int:
    """Play them all; the exit status: 0 well, 1 a failure, 130 interrupted."""
    jobs = [(players, modules, n) for n in range(games) for players, modules in setups]
    pressed: Counter[str] = Counter()
    done, status, began = 0, 0, time.monotonic()
    try:
        with fresh_server(["--address-rate", "100000", "--log-level", "warning"]) as server, progress() as bar:
            asyncio.run(server.start())
            task = bar.add_task("games", total=len(jobs))
            with started_browser() as browser:
                for players, modules, n in jobs:
                    size: Size = "phone" if (players + modules + n) % 2 else "desk"
                    visitor = Visitor(browser, server.url, size, painted=False)
                    try:
                        pressed += play_one(visitor, players, modules, f"{seed} {players} {modules} {n}")
                    except AssertionError as error:
                        raise Failure(f"{players}x{modules}, game {n} ({size}, seed {seed}): {error}") from None
                    finally:
                        visitor.close()
                    done += 1
                    bar.advance(task)
            server.check_log()
    except KeyboardInterrupt:
        print("interrupted; this is what was seen:", file=sys.stderr)
        status = 130
    except (Failure, NoBrowserError) as error:
        print(f"FAILED: {error}", file=sys.stderr)
        status = 1
    print(f"{done} of {len(jobs)} games over {len(setups)} set-ups in {time.monotonic() - began:.0f} s")
    for what, count in pressed.most_common():
        print(f"  {what:24} {count:,}")
    return status


def main() -> int:
    """Read the options and play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--setups", type=setup, nargs="+", default=ALL_SETUPS, metavar="PxM", help="such as 2x1 4x5")
    parser.add_argument("--games", type=int, default=1, help="games for each set-up")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    return run(options.setups, max(1, options.games), options.seed)


if __name__ == "__main__":
    sys.exit(main())
