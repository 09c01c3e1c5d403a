"""Makes a collection the puzzles of the package: `python -m scripts.adopt_puzzles build/puzzles/puzzles.jsonl.xz`.

Only a collection with the figures of the built-in edition is taken. The puzzles that it replaces move to the archive
beside it, so that their addresses still lead to them; the archive never loses one, except to the collection itself.
`make puzzles` does this at its end, and may do it again with the same collection.
"""

import argparse
import sys
from pathlib import Path

from tiefenthal.engine.components import load_edition
from tiefenthal.players.puzzles.data import ARCHIVE, FILE, Puzzle, PuzzleError, in_order, pack, read_puzzles

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "tiefenthal" / "players" / "puzzles"


def foreign(found: list[Puzzle]) -> list[str]:
    """The names of the puzzles whose figures are not the built-in ones."""
    return [one.id for one in found if one.position["edition"]["digest"] != load_edition().digest]


def adopt(collection: Path, package: Path) -> tuple[int, int]:
    """Put a collection in place; how many puzzles it has, and how many are in the archive now. Raises PuzzleError,
    OSError, ValueError."""
    new = read_puzzles(collection)
    if not new:
        raise ValueError(f"there are no puzzles in {collection}")
    if others := foreign(new):
        raise ValueError(f"{len(others)} puzzles do not have the built-in figures: {', '.join(others[:5])}")
    before = [one for name in (FILE, ARCHIVE) if (package / name).exists() for one in read_puzzles(package / name)]
    listed = {one.id for one in new}
    archive = {one.id: one for one in before if one.id not in listed}
    # The archive first: interrupted, a puzzle stands in both files and not in none.
    (package / ARCHIVE).write_bytes(pack(in_order(archive.values())))
    (package / FILE).write_bytes(pack(in_order(new)))
    return len(new), len(archive)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", type=Path, help="a file that tiefenthal puzzles make has written")
    try:
        listed, archived = adopt(parser.parse_args().collection, PACKAGE)
    except (PuzzleError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{listed} puzzles in the package, {archived} in the archive")
    return 0


if __name__ == "__main__":
    sys.exit(main())
