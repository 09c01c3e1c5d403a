"""A puzzle as data, and files of puzzles: JSON, a line each, compressed together, because they are very similar."""

import functools
import lzma
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec

from tiefenthal.engine.components import load_edition
from tiefenthal.engine.components.loader import is_built_in
from tiefenthal.engine.record.position import state_from_position
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.view import View
from tiefenthal.i18n.errors import Worded
from tiefenthal.players.analysis.data import Reason

TURN: Final = "turn"
DRAFT: Final = "draft"
KINDS: Final = (TURN, DRAFT)
GRADES: Final = ("apprentice", "journeyman", "innkeeper", "master")
"""The grades 1 to 4: the weakest level that finds the answer in most of its tries."""
BEYOND: Final = len(GRADES) + 1
"""The grade of what no level finds at the table."""
FILE: Final = "puzzles.jsonl.xz"
ARCHIVE: Final = "archive.jsonl.xz"
"""Beside it: the puzzles of earlier collections."""
LONGEST: Final = 64 * 1024 * 1024


class PuzzleError(Worded, ValueError):
    """This is not a collection of puzzles; the message says what is wrong with it."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position with one clearly best turn, or one clearly best die to take."""

    id: str
    """Short and lasting: it follows from the position."""
    kind: str
    theme: str
    grade: int
    """1 to 5, see GRADES and BEYOND."""
    found: list[int]
    """In how many percent of their tries the levels find the answer, the weakest first."""
    margin: float
    """By how many points the answer is better than the second best."""
    answer: list[str]
    """Actions in the notation of records: a whole turn, or one take."""
    second: list[str]
    """The second best."""
    costs: dict[str, float]
    """In the draft: what each take costs against the best."""
    reasons: list[Reason]
    """For the answer, against the second best."""
    against: dict[str, list[Reason]]
    """In the draft: for the answer, against each of the other takes."""
    source: str
    """The game it is from."""
    position: dict[str, Any]
    """As the seat could know it (docs/position.md); it names its edition by digest."""

    @property
    def seat(self) -> int:
        """Whose turn it is, from 0."""
        return int(self.position["view_of"]) - 1

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return int(self.position["players"])

    @property
    def modules(self) -> int:
        """The highest module in play."""
        return int(self.position["modules"])

    @property
    def round(self) -> int:
        """The evening in which the puzzle is set."""
        return int(self.position["round"])

    @property
    def older(self) -> bool:
        """Whether its figures are not the built-in ones any more."""
        digest = self.position["edition"]["digest"]
        return bool(digest != load_edition().digest) and is_built_in(digest)

    def state(self) -> State:
        """The table, as the seat could know it."""
        return state_from_position(self.position)

    def view(self) -> View:
        """The same, for programs that think about it."""
        return View(self.seat, self.state())


def pack(found: Iterable[Puzzle]) -> bytes:
    """The contents of a file. The same puzzles give the same bytes."""
    lines = b"".join([msgspec.json.encode(one) + b"\n" for one in found])
    return lzma.compress(lines, preset=9 | lzma.PRESET_EXTREME)


def unpack(data: bytes, name: str) -> list[Puzzle]:
    """The puzzles of a file."""
    try:
        text = lzma.LZMADecompressor().decompress(data, LONGEST)
        return [msgspec.json.decode(line, type=Puzzle) for line in text.splitlines()]
    except (lzma.LZMAError, msgspec.MsgspecError) as error:
        raise PuzzleError("no-collection", name=name, reason=str(error)) from None


def read_puzzles(path: Path) -> list[Puzzle]:
    """Puzzles of your own, as `tiefenthal puzzles make` has written them. Raises PuzzleError, OSError."""
    return unpack(path.read_bytes(), str(path))


def _packaged(name: str) -> list[Puzzle]:
    file = resources.files("tiefenthal.players.puzzles").joinpath(name)
    return unpack(file.read_bytes(), name) if file.is_file() else []


@functools.cache
def puzzles() -> list[Puzzle]:
    """Those of the package, by module and from easy to hard; none where there is no collection."""
    return _packaged(FILE)


@functools.cache
def archived() -> list[Puzzle]:
    """Those of earlier collections: on no list, but found by their name for ever."""
    return _packaged(ARCHIVE)


def find_puzzle(name: str) -> Puzzle | None:
    """The puzzle of the package with this name, whether it is listed or not."""
    for collection in (puzzles, archived):
        for one in collection():
            if one.id == name:
                return one
    return None


def in_order(found: Iterable[Puzzle]) -> list[Puzzle]:
    """As they are listed: by module, from easy to hard."""
    return sorted(found, key=lambda one: (one.modules, one.grade, one.id))
