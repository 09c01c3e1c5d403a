"""Records of episodes: the game written down as anyone can read, replay and verify it (docs/notation.md)."""

from collections.abc import Sequence
from pathlib import Path

from tiefenthal.engine.game import Game
from tiefenthal.engine.rules.actions import ACTIONS
from tiefenthal.engine.rules.state import Setup


def replayed(setup: Setup, seed: str, log: Sequence[int], names: Sequence[str] = ()) -> Game:
    """The game that began with this seed, after these decisions (seat << 16 | number of the action)."""
    game = Game.new(setup, seed)
    for seat, name in enumerate(names):
        game.tags[f"Seat{seat + 1}"] = name
    for entry in log:
        game.play(entry >> 16, ACTIONS[entry & 0xFFFF])
    return game


class RecordFolder:
    """A folder that gets the record of every finished episode: episode-000001.txt and so on."""

    def __init__(self, folder: str | Path, prefix: str = "episode") -> None:
        self.folder: Path = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._prefix: str = prefix
        self._written: int = 0

    def write(self, setup: Setup, seed: str, log: Sequence[int], names: Sequence[str] = ()) -> Path:
        """Write an episode down; files of an earlier run are not overwritten."""
        text = replayed(setup, seed, log, names).record
        while True:
            self._written += 1
            path = self.folder / f"{self._prefix}-{self._written:06d}.txt"
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(text)
            except FileExistsError:
                continue
            return path
