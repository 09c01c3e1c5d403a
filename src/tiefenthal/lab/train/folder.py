"""The folder of a run. Every file is written whole or not at all, so a run can be cut off at any moment.

progress.json   settings and where the run stands; written last, it makes a checkpoint valid
checkpoint.pt   the learner
window.bin      what it learns from, as far as it fits
weights.npz     the network that plays: what the neural bot reads
curves.csv, curves.svg
told.jsonl.gz   the games themselves, where they are told; this one only grows
"""

import gzip
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.settings import Settings, settings_from, settings_json

FORMAT: Final = 1


class Standing(NamedTuple):
    """Where a run stands."""

    games: int = 0
    """How many games are finished."""
    next_game: int = 0
    """The number of the next game to be begun."""
    episodes: int = 0
    teacher_games: int = 0
    failures: int = 0
    version: int = 0
    """Networks published so far; 0 while the teacher plays."""
    steps_at_warm_up: int = 0
    """Steps and episodes when the network began to play itself, or when settings changed later; from then on the one is
    bound to the other."""
    episodes_at_warm_up: int = 0
    seconds: float = 0.0


class Folder:
    """The files of one run."""

    def __init__(self, path: Path) -> None:
        self.path: Path = path
        self.progress: Path = path / "progress.json"
        self.checkpoint: Path = path / "checkpoint.pt"
        self.window: Path = path / "window.bin"
        self.weights: Path = path / "weights.npz"
        self.curves_csv: Path = path / "curves.csv"
        self.curves_svg: Path = path / "curves.svg"
        self.told: Path = path / "told.jsonl.gz"

    def begin(self) -> None:
        """A new run: the folder must not hold another one."""
        if self.progress.exists():
            raise TrainingError(f"{self.path} holds a training run already; go on with it by --resume, or name another")
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TrainingError(f"the folder {self.path} cannot be made: {error.strerror or error}") from None
        if not os.access(self.path, os.W_OK):
            raise TrainingError(f"the folder {self.path} cannot be written")

    def write(self, path: Path, data: bytes) -> None:
        """Write a file whole or not at all."""
        beside = path.with_name(f".{path.name}.new")
        try:
            beside.write_bytes(data)
            beside.replace(path)
        except OSError as error:
            raise TrainingError(f"{path} cannot be written: {error.strerror or error}") from None

    def tell(self, lines: Sequence[str]) -> None:
        """Add games to those told before."""
        try:
            with gzip.open(self.told, "at", encoding="utf-8") as file:
                file.writelines([f"{line}\n" for line in lines])
        except OSError as error:
            raise TrainingError(f"{self.told} cannot be written: {error.strerror or error}") from None

    def write_progress(self, settings: Settings, standing: Standing, versions: dict[str, str]) -> None:
        """Make the checkpoint valid."""
        document = {
            "format": FORMAT,
            "settings": settings_json(settings),
            "standing": standing._asdict(),
            "versions": versions,
        }
        self.write(self.progress, (json.dumps(document, indent=1) + "\n").encode())

    def read_progress(self) -> tuple[Settings, Standing]:
        """Where the run in this folder stands."""
        try:
            document: Any = json.loads(self.progress.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise TrainingError(f"{self.path} holds no training run to go on with; leave --resume away") from None
        except OSError as error:
            raise TrainingError(f"{self.progress} cannot be read: {error.strerror or error}") from None
        except ValueError:
            raise TrainingError(f"{self.progress} is damaged; begin again in another folder") from None
        try:
            if document["format"] != FORMAT:
                raise TrainingError(f"{self.progress} was written by another version of this program")
            standing = Standing(**document["standing"])
            settings = settings_from(document["settings"])
        except (TypeError, KeyError, AttributeError):
            raise TrainingError(f"{self.progress} is damaged; begin again in another folder") from None
        return settings, standing
