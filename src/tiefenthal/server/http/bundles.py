"""Bundles the modules of the browser game, so that a screen loads with few requests.

A bundle is sent at the address of its entry module. It holds that module and everything it imports that is in no
earlier bundle. Each module in it becomes a function that returns the module's exports, in the order in which a browser
would run them. The addresses of the other modules stay valid: each re-exports its module from the bundle, so a module
exists only once, however it is imported. A source map leads debuggers back to the files.

This requires that the modules have no import cycles (biome checks it), use only the forms of import and export below,
and export only names that are never reassigned.
"""

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Final

ENTRIES: Final = (
    "js/main.js", "js/table/screen.js", "js/pages/replay.js", "js/review/page.js", "js/lessons/page.js",
    "js/lessons/teacher.js", "js/puzzles/page.js", "js/daily/page.js", "js/box/page.js",
)  # fmt: skip
"""The screens, each loaded on demand. A module that several need is in the bundle of the first of them here."""
PREFIX: Final = "/static/"
_IMPORT: Final = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"(\.[^"]+)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:(?:async )?function\*?|const|class) (\w+))", re.MULTILINE)
_LATER: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
_LEFT: Final = re.compile(r"^(?:import\b(?!\()|export\b).*$", re.MULTILINE)
_NEXT_LINE: Final = "AACA"
"""In a source map: the line after the one before, of the same file."""
_DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class BundleError(ValueError):
    """A module cannot be put into a bundle."""


def bundled(
    read: Mapping[str, str], written: Mapping[str, str], entries: tuple[str, ...] = ENTRIES
) -> Iterator[tuple[str, str]]:
    """By path: what is sent for each bundled module, and the source maps. `written` has the modules as debuggers show
    them, line by line the same."""
    home: dict[str, str] = {}
    """By module: the bundle that contains it."""
    for entry in entries:
        if entry not in read or entry in home:
            continue
        inside = [path for path in _in_order(entry, read) if path not in home]
        home |= dict.fromkeys(inside, entry)
        yield entry, _bundle(entry, inside, read, home)
        yield f"{entry}.map", _map(entry, inside, read, written)
        for path in inside:
            if path != entry:
                yield path, _forwarding(path, entry, read[path])


def _in_order(entry: str, read: Mapping[str, str]) -> list[str]:
    """A module and everything it imports, each module after those that it imports."""
    found: dict[str, None] = {}

    def visit(path: str, above: tuple[str, ...]) -> None:
        if path in above:
            raise BundleError(f"modules import each other: {' '.join([*above[above.index(path) :], path])}")
        if path not in found and path.startswith("js/"):
            for _, wanted in _IMPORT.findall(read[path]):
                visit(_resolved(path, wanted), (*above, path))
            found[path] = None

    visit(entry, ())
    return list(found)


def _resolved(path: str, wanted: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), wanted))


def name_of(path: str) -> str:
    """What a module is called in a bundle."""
    return "$" + re.sub(r"\W", "_", path.removeprefix("js/").removesuffix(".js"))


def exports(text: str) -> list[str]:
    """The names that a module exports."""
    return _EXPORT.findall(text)


def body(path: str, text: str) -> str:
    """A module as the body of a function, line by line; imports become references to other modules of the bundle."""

    def taken(found: re.Match[str]) -> str:
        names, lines = found[1] or "", "\n" * found[0].count("\n")
        if not names:
            return lines
        source = name_of(_resolved(path, found[2]))
        if names.startswith("*"):
            return f"const {names.removeprefix('* as ')} = {source};{lines}"
        return f"const {' '.join(names.split()).replace(' as ', ': ').replace(', }', ' }')} = {source};{lines}"

    made = _EXPORT.sub("", _IMPORT.sub(taken, text))
    if left := _LEFT.search(made):
        raise BundleError(f"{path}: bundles do not support {left[0]!r}")
    return _LATER.sub(lambda found: f'import("{PREFIX}{_resolved(path, found[1])}")', made).rstrip("\n")


def _bundle(entry: str, inside: list[str], read: Mapping[str, str], home: Mapping[str, str]) -> str:
    outside = {
        _resolved(path, wanted) for path in inside for _, wanted in _IMPORT.findall(read[path])
    } - set(inside)  # fmt: skip
    from_bundles: dict[str, list[str]] = {}
    for path in sorted(outside & home.keys()):
        from_bundles.setdefault(home[path], []).append(name_of(path))
    imports = [f'import {{ {", ".join(names)} }} from "{PREFIX}{bundle}";' for bundle, names in from_bundles.items()]
    imports += [f'import * as {name_of(path)} from "{PREFIX}{path}";' for path in sorted(outside - home.keys())]
    head = " ".join(imports)  # one line, whatever it holds: the map relies on it
    parts = [
        f"const {name_of(path)} = (() => {{\n{body(path, read[path])}\n"
        f"return {{ {', '.join(exports(read[path]))} }};\n}})();\n"
        for path in inside
    ]
    foot = f"export {{ {', '.join(map(name_of, inside))} }};\n"
    own = exports(read[entry])
    if own:
        foot += f"export const {{ {', '.join(own)} }} = {name_of(entry)};\n"
    return f"{head}\n{''.join(parts)}{foot}//# sourceMappingURL={PREFIX}{entry}.map\n"


def _forwarding(path: str, bundle: str, text: str) -> str:
    """What the address of a bundled module sends: its exports, from the bundle."""
    names = exports(text)
    if not names:
        return f'import "{PREFIX}{bundle}";\n'
    handed = f"export const {{ {', '.join(names)} }} = {name_of(path)};\n"
    return f'import {{ {name_of(path)} }} from "{PREFIX}{bundle}";\n{handed}'


def _map(entry: str, inside: list[str], read: Mapping[str, str], written: Mapping[str, str]) -> str:
    """The source map of a bundle: each line of a function is a line of its file."""
    mappings = [""]  # the imports
    last = 0
    for number, path in enumerate(inside):
        first = f"A{'C' if number else 'A'}{_digits(-last)}A"
        last = read[path].rstrip("\n").count("\n")
        mappings += ["", first, *[_NEXT_LINE] * last, "", ""]
    return json.dumps(
        {
            "version": 3,
            "file": posixpath.basename(entry),
            "sources": [f"{PREFIX}source/{path}" for path in inside],
            "sourcesContent": [written[path] for path in inside],
            "names": [],
            "mappings": ";".join(mappings),
        },
        separators=(",", ":"),
    )


def _digits(number: int) -> str:
    """A number in base64 VLQ, as source maps use it: five bits per digit, lowest first; the lowest bit is the sign."""
    left = -number << 1 | 1 if number < 0 else number << 1
    made = ""
    while True:
        digit, left = left & 31, left >> 5
        made += _DIGITS[digit | (32 if left else 0)]
        if not left:
            return made
