"""Random games through the real protocol, for each of the fifteen set-ups, with everything that happens to real people:
lost connections, undos, seats handed to bots, other devices, wrong and repeated commands, a server that stops
or is killed. No dead end, nobody sees a different game, every record verifies. Behind `make games`."""

import argparse
import asyncio
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from harness.server import Failure, Server, Tool, carry_out, fresh_server, progress
from scripts.cluster import add_cluster, chosen
from scripts.protocol_party import Party
from tiefenthal.client import CommandRefused, ServerError

SETUPS = [(players, modules) for players in (2, 3, 4) for modules in (1, 2, 3, 4, 5)]


class ProtocolGames(Tool):
    """Many parties at one server, several at a time, while it is stopped and killed."""

    def __init__(
        self,
        setups: Sequence[tuple[int, int]],
        games: int,
        at_once: int,
        seed: int,
        restart: float,
        fresh: Callable[[Sequence[str]], AbstractContextManager[Server]] = fresh_server,
    ) -> None:
        self.fresh = fresh
        self.jobs = [(players, modules, n) for n in range(games) for players, modules in setups]
        self.wanted = len(self.jobs)
        self.at_once = at_once
        self.seed = seed
        self.restart = restart
        self.tally: Counter[str] = Counter()
        self.games: Counter[tuple[int, int]] = Counter()

    async def run(self) -> None:
        """Play them all."""
        with self.fresh(["--address-rate", "100000"]) as server, progress() as bar:
            await server.start()
            task = bar.add_task("games", total=self.wanted)
            restarts = asyncio.create_task(self.restarts(server))
            try:
                async with asyncio.TaskGroup() as group:
                    for _ in range(self.at_once):
                        group.create_task(self.work(server, lambda: bar.advance(task)))
                    group.create_task(self.until_played(restarts))
            except* Failure as failures:
                raise failures.exceptions[0] from None
            finally:
                restarts.cancel()
            server.check_log()

    async def until_played(self, restarts: "asyncio.Task[None]") -> None:
        """The restarts end with the last game; should they fail, everything does."""
        while sum(self.games.values()) < self.wanted:
            if restarts.done():
                restarts.result()
            await asyncio.sleep(0.2)

    async def work(self, server: Server, advance: Callable[[], None]) -> None:
        """One game after the other."""
        while self.jobs:
            players, modules, n = self.jobs.pop(0)
            rng = random.Random(f"{self.seed} {players} {modules} {n}")
            party = Party(server, rng, players, modules, self.tally)
            try:
                await party.sit_down()
                await party.play()
                await party.check()
            except (Failure, ServerError, CommandRefused, ConnectionError) as failure:
                raise Failure(f"game {n} (seed {self.seed}): {failure}") from None
            finally:
                await party.close()
            self.games[players, modules] += 1
            advance()

    async def restarts(self, server: Server) -> None:
        """Stop or kill the server again and again."""
        rng = random.Random(self.seed)
        while self.restart > 0:
            await asyncio.sleep(rng.uniform(0.5, 1.5) * self.restart)
            self.tally[await server.mishap(rng)] += 1

    def report(self) -> str:
        """The results."""
        head = f"{sum(self.games.values())} of {self.wanted} games over {len(self.games)} set-ups"
        return "\n".join([head, *(f"  {what:24} {count:,}" for what, count in sorted(self.tally.items()))])


def main() -> int:
    """Run it and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20, help="games for each of the 15 set-ups")
    parser.add_argument("--at-once", type=int, default=10, help="games played at a time")
    parser.add_argument("--restart", type=float, default=4.0, help="mean seconds between restarts; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=120.0, help="give up after this")
    parser.add_argument("--quick", action="store_true", help="one game for each set-up")
    add_cluster(parser)
    options = parser.parse_args()
    games = 1 if options.quick else max(1, options.games)
    fresh = chosen(options)
    return carry_out(
        ProtocolGames(SETUPS, games, options.at_once, options.seed, options.restart, fresh), options.minutes
    )


if __name__ == "__main__":
    sys.exit(main())
