"""A series of games between bots, on as many processes as wanted. The results do not depend on how many."""

import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.lab.arena.games import Failure, GameResult, check_bots, game_seed, play_numbered, seating
from tiefenthal.lab.arena.report import Report
from tiefenthal.players.bots.registry import check_bot
from tiefenthal.players.workers import Work, run

Progress = Callable[[int, int], None]
"""Called by the parent process with the games done and the games wanted."""


class Series(Work[int, GameResult | Failure]):
    """What every game of a series has in common."""

    def __init__(self, bots: tuple[str, ...], players: int, modules: int, master: str, edition: Edition) -> None:
        self.bots: tuple[str, ...] = bots
        self.players: int = players
        self.modules: int = modules
        self.master: str = master
        self.edition: Edition = edition

    def do(self, task: int) -> GameResult | Failure:
        """The game of this number."""
        return play_numbered(task, self.bots, self.players, self.modules, self.master, self.edition)

    def lost(self, task: int, why: str) -> Failure:
        """A game that took its process with it."""
        names = seating(self.bots, self.players, task)
        return Failure(task, game_seed(self.master, task), names, why, why, "")


def simulate(
    games: int,
    players: int = 2,
    modules: int = 1,
    bots: Sequence[str] = ("greedy", "random"),
    seed: int | str | None = None,
    jobs: int = 1,
    edition: Edition | str | Path | None = None,
    on_progress: Progress | None = None,
) -> Report:
    """Play a series of games and report on it.

    Bot i of the list sits at seat (i + game) % players; fewer bots than players repeat in their order. Interrupted
    (Ctrl-C), it stops and reports on the games finished so far. With `jobs` above 1 the games are spread over that many
    processes; a script that asks for that must be importable, with its own work behind `if __name__ == "__main__"`.
    """
    if games < 1:
        raise ValueError(f"at least one game must be played, not {games}")
    if jobs < 1:
        raise ValueError(f"at least one process must play, not {jobs}")
    figures = edition if isinstance(edition, Edition) else load_edition(edition)
    make_setup(players, modules, figures)
    check_bots(bots, players)
    for name in bots:
        check_bot(name)
    master = secrets.token_hex(8) if seed is None else str(seed)
    series = Series(tuple(bots), players, modules, master, figures)
    played: list[GameResult | Failure] = []
    began = time.perf_counter()
    interrupted = False
    try:
        run(
            series,
            iter(range(games)),
            min(jobs, games),
            played.append,
            (lambda: on_progress(len(played), games)) if on_progress is not None else None,
        )
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - began
    finished = [game for game in played if isinstance(game, GameResult)]
    failed = [game for game in played if isinstance(game, Failure)]
    return Report(finished, failed, games, players, modules, bots, master, figures.name, seconds, interrupted)
