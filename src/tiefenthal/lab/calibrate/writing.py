"""A found edition as TOML: the text of the edition it came from with the moved figures changed in their places, so that
its comments and source marks stay."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from tiefenthal.engine.components.loader import REFERENCE, parse_edition
from tiefenthal.engine.components.locate import KeyPath, key_lines
from tiefenthal.engine.components.problems import EditionError
from tiefenthal.lab.calibrate import CalibrationError
from tiefenthal.lab.calibrate.space import Space, Tables, Values

NAME: Final = "calibrated"
TITLE: Final = "Calibrated edition"
_VALUE: Final = r'(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|-?\d+)'


def edition_text(space: Space, values: Values) -> str:
    """The text of the edition with the levers at these values, as the loader accepts it."""
    wanted = space.tables_with(values)
    if space.edition.name == REFERENCE:
        wanted |= {"name": NAME, "title": TITLE}
    text = changed(space.edition.text, space.tables, wanted)
    try:
        if parse_edition(text, "the found edition").digest == space.kept_edition(values).digest:
            return text
    except EditionError as error:
        raise CalibrationError(str(error)) from None
    raise CalibrationError(
        f"the figures of the edition {space.edition.name} cannot be changed in its file; write each card, area and "
        "space in a line of its own, as `tiefenthal edition new` does"
    )


def changed(text: str, before: Tables, after: Tables) -> str:
    """The text with every figure that differs written in its place."""
    lines = text.split("\n")
    numbers = key_lines(text)
    for path, value in _differences(before, after, ()):
        number = numbers[path] - 1
        pattern = re.compile(rf"(?<![\w-])({re.escape(str(path[-1]))}\s*=\s*){_VALUE}")
        new = json.dumps(value, ensure_ascii=False)
        found = pattern.search(lines[number])
        if found is not None:
            lines[number] = lines[number][: found.start()] + found.group(1) + new + lines[number][found.end() :]
    return "\n".join(lines)


def _differences(before: Any, after: Any, path: KeyPath) -> Iterator[tuple[KeyPath, Any]]:
    """The paths at which the tables differ; a list of plain figures is one of them."""
    if isinstance(after, dict):
        for key, value in after.items():
            if before[key] != value:
                yield from _differences(before[key], value, (*path, key))
    elif isinstance(after, list) and after and isinstance(after[0], dict):
        for n, value in enumerate(after):
            if before[n] != value:
                yield from _differences(before[n], value, (*path, n))
    else:
        yield path, after
