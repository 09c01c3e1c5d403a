"""Writes the rooms of the package into docs/architecture.md, from the imports in the sources (`make docs`).

A room is a folder of the package. What it reaches through another room that it names is left out, so that the lines
can be read. A floor is a room's distance from those that import no other.
"""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "tiefenthal"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- rooms: written by make docs -->\n", "<!-- end of rooms -->\n"

Uses = dict[str, set[str]]


def direct() -> Uses:
    """For each room, the rooms its modules import."""
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    found: Uses = {room: set() for room in sorted(rooms)}
    for room in found:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            found[room] |= {name for name in _imported(path) if name in found and name != room}
    return found


def _imported(path: Path) -> set[str]:
    """What of the package a module imports, by the names below `tiefenthal`."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            dotted = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "tiefenthal":
            dotted = [f"tiefenthal.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
            dotted = [node.module]
        else:
            continue
        names |= {name.split(".")[1] for name in dotted if name.startswith("tiefenthal.")}
    return names


def reached(uses: Uses, room: str) -> set[str]:
    """Whatever a room uses, itself or through others."""
    found: set[str] = set()
    todo = [room]
    while todo:
        for one in uses[todo.pop()] - found:
            found.add(one)
            todo.append(one)
    return found


def floor(uses: Uses, room: str) -> int:
    """How many rooms lie below this one at most; there must be no circle."""
    return 1 + max((floor(uses, below) for below in uses[room]), default=0)


def text(uses: Uses) -> str:
    """A line for each floor, the highest first, with its rooms and what each imports."""
    lines = ["```"]
    floors = {room: floor(uses, room) for room in uses}
    for number in range(max(floors.values()), 0, -1):
        for room in sorted(room for room, at in floors.items() if at == number):
            through = {far for near in uses[room] for far in reached(uses, near)}
            named = sorted(uses[room] - through, key=lambda name: (-floors[name], name))
            lines.append(f"{number}  {room:<8} ─► {', '.join(named)}" if named else f"{number}  {room}")
    return "\n".join([*lines, "```"]) + "\n"


def page() -> str:
    """The page with these lines in it."""
    whole = PAGE.read_text(encoding="utf-8")
    before, begin, rest = whole.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE} has no place for the rooms: {BEGIN.strip()} … {END.strip()}")
    return before + BEGIN + text(direct()) + END + after


def main() -> int:
    """Write it."""
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
