"""Makes the figures of an edition file the built-in ones: `make adopt EDITION=FILE VERSION=2`.

The built-in figures are frozen, since lessons, puzzles and networks hang on them: other ones need the next version
number. The edition that was built in so far stays in the archive under its digest, so that its games continue. Only
house figures may differ from it, and stay believable (`components/plausible.py`): figures from rulebooks and reviews,
and inferred ones, are compared, and refused if they differ. Tests use the figures of a separate edition
(tests/figures.py), which is in the archive too.
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tiefenthal.engine.components import EditionError, load_edition
from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import REFERENCE, is_built_in, read_edition, reference_text
from tiefenthal.engine.components.locate import KeyPath
from tiefenthal.engine.components.plausible import implausible
from tiefenthal.engine.components.reader import HOUSE, key_text

ROOT = Path(__file__).resolve().parents[1]
EDITIONS = ROOT / "src" / "tiefenthal" / "engine" / "components" / "editions"
PORTRAITS = ROOT / "src" / "tiefenthal" / "browser" / "art" / "portraits.json"
ARCHIVE_TEST = ROOT / "tests" / "components" / "test_archive.py"
AFTERWARDS = """\
Now, by hand:
  1. make compiled; make test: tests repeat the figures of tests/figures.py, which stay; what fails is about strength,
     pages that are written by a script, or a test that should name that edition.
  2. Networks for the new figures (lab/training.md), then docs/balance.md and docs/bots.md measured again
     (make balance, make ratings), make docs, CHANGELOG.md.
Records, positions and logs of before need nothing: they name their digest."""


def firm_figures(text: str) -> dict[KeyPath, tuple[str, object]]:
    """Every figure that is not the house's, with its mark."""
    import tomllib

    tables = tomllib.loads(text)
    found: dict[KeyPath, tuple[str, object]] = {}
    for path, mark in read_edition(text, "edition")[1].marks:
        if mark != HOUSE:
            at: Any = tables
            for part in path:
                if isinstance(at, list) and isinstance(part, int):
                    at = at[part]
                else:
                    at = at.get(part) if isinstance(at, dict) else None
            found[path] = (mark, at)
    return found


def problems(old: str, new: str) -> list[str]:
    """What must not have changed, and has."""
    before, after = firm_figures(old), firm_figures(new)
    return [
        f"{key_text(path)}: {before.get(path, ('house', None))} before, {after.get(path, ('house', None))} now"
        for path in dict.fromkeys([*before, *after])
        if before.get(path) != after.get(path)
    ]


def adopted_text(text: str, version: int) -> str:
    """The file under the name and title of the built-in edition, with its version."""
    current = load_edition()
    text = re.sub(r"(?m)^version\s*=.*\n", "", text, count=1)
    text = re.sub(r"(?m)^(format\s*=.*\n)", rf"\g<1>version = {version}\n", text, count=1)
    text = re.sub(r'(?m)^name\s*=\s*".*"$', f'name = "{REFERENCE}"', text, count=1)
    return re.sub(r'(?m)^title\s*=\s*".*"$', f'title = "{current.title}"', text, count=1)


def faces_for(edition: Edition, faces: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """Faces for the cards of an edition that have none yet: of cards that it does not have, regulars or guests of the
    same cost, so that no two of its cards look alike. Cards of different editions may share a face."""

    def group(card: str) -> str:
        return card.split(".", maxsplit=1)[0] if card[0] == "g" else card[0]

    names = [name for name in edition.card_names if name]
    found: dict[str, list[Any]] = {name: faces[name] for name in names if name in faces}
    taken = list(found.values())
    for name in names:
        if name not in found:
            alike = [card for card in faces if card not in found and group(card) == group(name)]
            looks = next((faces[card] for card in alike if faces[card] not in taken), None)
            if looks is None:
                raise LookupError(f"there is no face left for {name}; add one to {PORTRAITS.name}")
            taken.append(looks)
            found[name] = looks
    return {name: looks for name, looks in found.items() if name not in faces}


def with_faces(portraits: str, edition: Edition) -> str:
    """The text of portraits.json with a line for each card of an edition that has none yet."""
    found = faces_for(edition, json.loads(portraits)["cards"])
    lines = [f"    {json.dumps(card)}: {json.dumps(looks)}" for card, looks in found.items()]
    head, end, tail = portraits.partition("\n  },\n")  # of "cards", the first
    return ",\n".join([head, *lines]) + end + tail


def put_in_place(text: str, edition: Edition) -> None:
    """Write the edition, its copy in the archive, faces for its cards, and its digest into the test that guards the
    archive."""
    PORTRAITS.write_text(with_faces(PORTRAITS.read_text(encoding="utf-8"), edition), encoding="utf-8")
    (EDITIONS / "reference.toml").write_text(text, encoding="utf-8")
    (EDITIONS / "archive" / f"{edition.digest}.toml").write_text(text, encoding="utf-8")
    guard = ARCHIVE_TEST.read_text(encoding="utf-8")
    if edition.digest not in guard:
        head, mark, rest = guard.partition("EVER_BUILT_IN = [\n")
        listed, end, tail = rest.partition("]\n")
        ARCHIVE_TEST.write_text(f'{head}{mark}{listed}    "{edition.digest}",\n{end}{tail}', encoding="utf-8")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edition", type=Path, help="an edition file, such as tiefenthal calibrate writes")
    parser.add_argument("version", type=int, help="the number of these figures, one more than that of the present ones")
    options = parser.parse_args()
    before = load_edition()
    if options.version != before.version + 1:
        print(
            f"the figures of version {before.version} are frozen; if others are to take their place, say so with "
            f"VERSION={before.version + 1}",
            file=sys.stderr,
        )
        return 1
    if not (EDITIONS / "archive" / f"{before.digest}.toml").exists():
        print(f"the present edition is not in the archive: {before.digest}", file=sys.stderr)
        return 1
    try:
        text = adopted_text(options.edition.read_text(encoding="utf-8"), options.version)
        edition = read_edition(text, str(options.edition))[0]
    except (OSError, EditionError) as error:
        print(error, file=sys.stderr)
        return 1
    wrong = problems(reference_text(), text)
    if wrong:
        print("these are no house figures, and differ:", *wrong, sep="\n  ", file=sys.stderr)
        return 1
    if is_built_in(edition.digest):
        print("these figures are or were the built-in ones already", file=sys.stderr)
        return 1
    if doubts := implausible(edition):
        print(
            "nobody would believe this of a box:",
            *[f"{one.key}: {one.reason}" for one in doubts],
            sep="\n  ",
            file=sys.stderr,
        )
        return 1
    try:
        put_in_place(text, edition)
    except LookupError as error:
        print(error, file=sys.stderr)
        return 1
    print(
        f"{before.digest[:16]} stays in the archive, {edition.digest[:16]} is built in as version {edition.version}.",
        AFTERWARDS,
        sep="\n",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
