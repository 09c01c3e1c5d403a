"""The window: the newest episodes, of which the learner picks. It is saved with the run, as far as it fits a file."""

import io
import zlib
from pathlib import Path
from typing import Final

import numpy as np

from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.episodes import Episode
from tiefenthal.players.bots.neural import features
from tiefenthal.players.bots.neural.network import Bytes, Floats, rows_array

LARGEST_FILE: Final = 15 * 1024 * 1024
HEADER: Final = b"tiefenthal window 1\n"
LENGTH: Final = 16  # rows of an episode: eight turns, and the choices of evenings and start cards
BLOCK: Final = 2000  # episodes compressed together; a file holds whole blocks


class Window:
    """A ring of episodes. Each has up to LENGTH rows, the last one at the end and nothing but zeros before the first,
    and three figures: final score, final margin, part of the victory."""

    def __init__(self, capacity: int) -> None:
        self.capacity: int = capacity
        self.count: int = 0
        """Episodes in it now."""
        self.total: int = 0
        """Episodes that ever came in."""
        self.rows: Bytes = np.zeros((capacity, LENGTH, features.SIZE), dtype=np.uint8)
        self.finals: Floats = np.zeros((capacity, 3), dtype=np.float32)
        self._next: int = 0

    def add(self, episode: Episode) -> None:
        """The newest takes the place of the oldest."""
        rows = np.zeros((LENGTH, features.SIZE), dtype=np.uint8)
        kept = episode.rows[-LENGTH:]
        rows[LENGTH - len(kept) :] = rows_array(kept)
        self._put(rows, np.array([episode.score, episode.margin, episode.win], dtype=np.float32))
        self.total += 1

    def _put(self, rows: Bytes, finals: Floats) -> None:
        self.rows[self._next] = rows
        self.finals[self._next] = finals
        self._next = (self._next + 1) % self.capacity
        self.count = min(self.count + 1, self.capacity)

    def newest_first(self) -> list[int]:
        """Where the episodes lie, the newest first."""
        return [(self._next - 1 - n) % self.capacity for n in range(self.count)]

    def pick(self, rng: np.random.Generator, size: int) -> tuple[Bytes, Floats]:
        """`count` episodes, drawn at random."""
        chosen = rng.integers(0, self.count, size)
        return self.rows[chosen], self.finals[chosen]

    # --- on disk

    def to_bytes(self, most: int = LARGEST_FILE) -> bytes:
        """The newest episodes, as many as fit. Rows are stored column by column, which makes them far smaller."""
        order = self.newest_first()
        out = io.BytesIO()
        out.write(HEADER + f"{features.VERSION} {features.SIZE} {LENGTH} {self.total}\n".encode())
        for first in range(0, len(order), BLOCK):
            chosen = order[first : first + BLOCK]
            rows = self.rows[chosen].reshape(-1, features.SIZE)
            data = self.finals[chosen].tobytes() + np.ascontiguousarray(rows.T).tobytes()
            packed = zlib.compress(data, 3)
            if out.tell() + len(packed) + 64 > most:
                break
            out.write(f"{len(chosen)} {len(packed)}\n".encode())
            out.write(packed)
        return out.getvalue()

    def load(self, path: Path) -> None:
        """Fill the window from a file."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise TrainingError(f"{path} cannot be read: {error.strerror or error}") from None
        try:
            self._load(io.BytesIO(data))
        except (ValueError, IndexError, zlib.error) as error:
            raise TrainingError(
                f"{path} is damaged or made for other features ({error}); remove it, and the run goes on without it"
            ) from None

    def _load(self, file: io.BytesIO) -> None:
        if file.readline() != HEADER:
            raise ValueError("the first line is not that of a window")
        version, size, length, total = [int(word) for word in file.readline().split()]
        if (version, size, length) != (features.VERSION, features.SIZE, LENGTH):
            raise ValueError("other features or lengths")
        blocks: list[tuple[Bytes, Floats]] = []
        while line := file.readline():
            count, packed = [int(word) for word in line.split()]
            data = zlib.decompress(file.read(packed))
            finals = np.frombuffer(data[: count * 12], dtype=np.float32).reshape(count, 3)
            columns = np.frombuffer(data[count * 12 :], dtype=np.uint8).reshape(size, count * length)
            blocks.append((columns.T.reshape(count, length, size), finals))
        for rows, finals in reversed(blocks):
            for n in range(len(rows) - 1, -1, -1):
                self._put(rows[n], finals[n])
        self.total = total
