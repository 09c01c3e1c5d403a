"""Games for `scripts.measure_analysis`, and the positions in them that are used. A game is a record in a folder;
it is played once and kept."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tiefenthal.engine.game import Game, new_game
from tiefenthal.engine.record.notation import read_record
from tiefenthal.engine.replay import Replay
from tiefenthal.engine.view import View
from tiefenthal.players.analysis.calibration import moment_of
from tiefenthal.players.analysis.thinker import kind_of
from tiefenthal.players.driver import drive, seated_bots

SETUPS = [(players, modules) for modules in (5, 1, 3, 2, 4) for players in (2, 3, 4)]


class Task(NamedTuple):
    """One game."""

    players: int
    modules: int
    number: int
    bots: tuple[str, ...] = ("master",)
    """By seat, again from the first where there are more seats."""

    @property
    def name(self) -> str:
        """Of its files."""
        bots = "" if self.bots == ("master",) else f"-{'-'.join(self.bots)}"
        return f"{self.players}p-m{self.modules}{bots}-{self.number:03}"


def play_game(task: Task, seed: str) -> Game:
    """A game of these bots, who count the processor's time."""
    game = new_game(task.players, task.modules, f"{seed} {task.name}")
    names = [task.bots[(seat + task.number) % len(task.bots)] for seat in range(task.players)]
    game.tags = {f"Seat{seat + 1}": name for seat, name in enumerate(names)}
    return drive(game, seated_bots(names, game.seed))


def kept_game(task: Task, folder: Path, seed: str) -> str:
    """The record, played unless it is there."""
    path = folder / f"{task.name}.txt"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        text = play_game(task, seed).record
        beside = path.with_suffix(".part")
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    return path.read_text(encoding="utf-8")


def chosen(name: str, seat: int, evening: int, moment: str) -> bool:
    """About a third of the moments, whatever the others are."""
    return hashlib.sha256(f"{name} {seat} {evening} {moment}".encode()).digest()[0] % 3 == 0


def moments(text: str, name: str) -> Iterator[tuple[View, str]]:
    """The first decisions of their kind in an evening, each with its moment."""
    replay = Replay(read_record(text))
    seen: set[tuple[int, int, str]] = set()
    while True:
        game = replay.game
        for seat in game.to_act:
            legal = game.legal_actions(seat)
            if len(legal) < 2:
                continue
            view = game.view(seat)
            key = (seat, game.round, moment_of(kind_of(view, legal), game.phase))
            if key not in seen:
                seen.add(key)
                if chosen(name, *key):
                    yield view, key[2]
        if replay.step() is None:
            return


def outcome(game: Game, seat: int) -> tuple[int, int, float]:
    """Final score, margin, and share of the victory."""
    result = game.outcome
    assert result is not None
    others = max(points for other, points in enumerate(result.scores) if other != seat)
    won = 1.0 / len(result.winners) if seat in result.winners else 0.0
    return result.scores[seat], result.scores[seat] - others, won
