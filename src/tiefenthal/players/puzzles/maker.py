"""A collection of puzzles: games are played and searched, here or in several processes, until there are enough.

Each game leaves a file, so an interrupted run continues where it stopped; the collection is chosen from the files in
the order of the games, and is the same however many processes made them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from tiefenthal.players.puzzles.data import BEYOND, FILE, Puzzle, in_order, pack
from tiefenthal.players.puzzles.finder import played, puzzles_in
from tiefenthal.players.workers import Work, run

MODULES: Final = 5
PLAYERS: Final = (2, 3, 2, 4, 2)
OF_A_MODULE_THEME: Final = 0.3
"""The largest share of a module's puzzles that may have the same theme,"""
OF_A_MODULE_GRADE: Final = 0.5
"""and the same grade."""


class Task(NamedTuple):
    """A game to be played in search of puzzles."""

    number: int

    @property
    def modules(self) -> int:
        """All numbers of modules in turn."""
        return self.number % MODULES + 1

    @property
    def players(self) -> int:
        """Two more often than more: their tables are easier to take in."""
        return PLAYERS[self.number // MODULES % len(PLAYERS)]


class Found(msgspec.Struct, frozen=True):
    """What a game brought."""

    number: int
    puzzles: list[Puzzle]
    why_not: str = ""
    """What went wrong, where something did."""


class MakeWork(Work[Task, Found]):
    """Plays and searches games."""

    def __init__(self, seed: str, records: Sequence[Path] = ()) -> None:
        self._seed = seed
        self._records = records

    def do(self, task: Task) -> Found:
        """One game, played now or long ago."""
        if not self._records:
            seed = f"{self._seed} {task.number}"
            return Found(task.number, puzzles_in(played(task.players, task.modules, seed), seed))
        path = self._records[task.number]
        try:
            return Found(task.number, puzzles_in(path.read_text(encoding="utf-8"), path.stem))
        except (OSError, ValueError) as error:
            return Found(task.number, [], f"{path}: {error}")

    def lost(self, task: Task, why: str) -> Found:
        """An unfinished game."""
        return Found(task.number, [], why)


class Collection:
    """The growing collection: no two alike, no theme and no grade too often."""

    def __init__(self, count: int) -> None:
        self.count: int = count
        self.chosen: dict[str, Puzzle] = {}
        self._seen: Counter[tuple[object, ...]] = Counter()
        self._share: int = -(-count // MODULES)

    @property
    def full(self) -> bool:
        """Whether there are enough of each module."""
        return len(self.chosen) >= self.count

    def wants_module(self, modules: int) -> bool:
        """Whether more of a module are needed."""
        return not self.full and self._seen[modules,] < self._share

    def offer(self, puzzle: Puzzle) -> bool:
        """Add a puzzle, if it is needed."""
        of_theme, of_grade = (puzzle.modules, puzzle.theme), (puzzle.modules, puzzle.grade)
        most = max(1, round(OF_A_MODULE_THEME * self._share))
        most_of_grade = max(1, round(OF_A_MODULE_GRADE * self._share))
        wanted = self.wants_module(puzzle.modules) and puzzle.id not in self.chosen
        if not wanted or self._seen[of_theme] >= most or self._seen[of_grade] >= most_of_grade:
            return False
        self.chosen[puzzle.id] = puzzle
        self._seen.update(((puzzle.modules,), of_theme, of_grade))
        return True


class Maker:
    """A folder in which a collection grows."""

    def __init__(self, folder: Path, count: int, seed: str, records: Sequence[Path] = ()) -> None:
        """Without `records`, which are searched in their order, games are played."""
        self.folder: Path = folder
        self.count: int = count
        self.seed: str = seed
        self.records: Sequence[Path] = records
        self.lost: list[str] = []
        self._done: dict[int, Found] = {}

    @property
    def file(self) -> Path:
        """Where the collection is kept."""
        return self.folder / FILE

    def _path(self, number: int) -> Path:
        return self.folder / f"game-{number:05}.json"

    def resume(self) -> int:
        """Resume from the folder; the number of games in it. Raises ValueError if it is of another seed."""
        self.folder.mkdir(parents=True, exist_ok=True)
        about = self.folder / "source.txt"
        source = "\n".join([path.name for path in self.records]) or self.seed
        if about.exists() and about.read_text(encoding="utf-8") != source:
            raise ValueError(f"{self.folder} holds puzzles of other games; name another folder")
        about.write_text(source, encoding="utf-8")
        for path in sorted(self.folder.glob("game-*.json")):
            found = msgspec.json.decode(path.read_bytes(), type=Found)
            self._done[found.number] = found
        return len(self._done)

    def _all(self) -> Collection:
        """What can be chosen from the games that are done."""
        chosen = Collection(self.count)
        for _, found in sorted(self._done.items()):
            for puzzle in found.puzzles:
                chosen.offer(puzzle)
        return chosen

    def tasks(self) -> Iterator[Task]:
        """Games that are still needed, one by one."""
        number = 0
        while not self.records or number < len(self.records):
            if number not in self._done:
                chosen = self._all()
                if chosen.full:
                    return
                task = Task(number)
                if self.records or chosen.wants_module(task.modules):
                    yield task
                else:
                    self._keep(Found(number, []))  # its module is complete
            number += 1

    def _keep(self, found: Found) -> None:
        if found.why_not:
            self.lost.append(found.why_not)
        path = self._path(found.number)
        beside = path.with_suffix(".part")
        beside.write_bytes(msgspec.json.encode(found))
        beside.replace(path)
        self._done[found.number] = found

    def make(self, processes: int, progress: Callable[[int, int], None] | None = None) -> list[Puzzle]:
        """Play until there are enough, and write the collection. Interrupted, it writes what there is and raises
        KeyboardInterrupt."""

        def tell() -> None:
            self.write()
            if progress is not None:
                progress(len(self._all().chosen), self.count)

        try:
            run(MakeWork(self.seed, self.records), self.tasks(), processes, self._keep, tell)
        finally:
            self.write()
        return in_order(self._all().chosen.values())

    def write(self) -> None:
        """The collection as it is now, into its file."""
        beside = self.file.with_suffix(".part")
        beside.write_bytes(pack(in_order(self._all().chosen.values())))
        beside.replace(self.file)


def grades_and_themes(found: Iterable[Puzzle]) -> Counter[tuple[str, object]]:
    """How many puzzles there are by modules, grade and theme."""
    counts: Counter[tuple[str, object]] = Counter()
    for one in found:
        counts.update((("modules", one.modules), ("grade", min(one.grade, BEYOND)), ("theme", one.theme)))
    return counts
