"""Writes who uses whom into docs/architecture.md, from the imports in the sources (`make docs`).

What a part reaches through another one that it names is left out, so that the lines can be read.
"""

import ast
import sys
from pathlib import Path

from tiefenthal import _MODULE

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "tiefenthal"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- parts: written by make docs -->\n", "<!-- end of parts -->\n"

BACK = ("game", "replay")
"""The one import against the arrows: a game opens a record when it is asked to."""

Uses = dict[str, set[str]]


def direct() -> Uses:
    """For each part of the package, the parts its modules import."""
    parts = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    parts -= {"__init__", "__main__"}
    found: Uses = {part: set() for part in sorted(parts)}
    for path in sorted(PACKAGE.rglob("*.py")):
        part = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if part in found:
            found[part] |= {name for name in _imported(path) if name in found and name != part}
    found[BACK[0]].remove(BACK[1])
    return found


def _imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            dotted = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "tiefenthal":
            dotted = [_MODULE.get(alias.name, f"tiefenthal.{alias.name}") for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
            dotted = [node.module]
        else:
            continue
        names |= {name.split(".")[1] for name in dotted if name.startswith("tiefenthal.")}
    return names


def reached(uses: Uses, part: str) -> set[str]:
    """Whatever a part uses, itself or through others."""
    found: set[str] = set()
    todo = [part]
    while todo:
        for one in uses[todo.pop()] - found:
            found.add(one)
            todo.append(one)
    return found


def text(uses: Uses) -> str:
    """The lines: those that are used by nobody first, each part before what it uses."""
    depth = {part: len(reached(uses, part)) for part in uses}
    lines = ["```"]
    for part in sorted((part for part in uses if uses[part]), key=lambda name: (-depth[name], name)):
        through = {far for near in uses[part] for far in reached(uses, near)}
        named = sorted(uses[part] - through, key=lambda name: (-depth[name], name))
        lines.append(f"{part:<8} ─► {', '.join(named)}")
    lines.append(f"import no other part: {', '.join(part for part in sorted(uses) if not uses[part])}")
    return "\n".join([*lines, "```"]) + "\n"


def page() -> str:
    """The page with these lines in it."""
    whole = PAGE.read_text(encoding="utf-8")
    before, begin, rest = whole.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE} has no place for the parts: {BEGIN.strip()} … {END.strip()}")
    return before + BEGIN + text(direct()) + END + after


def main() -> int:
    """Write it."""
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
