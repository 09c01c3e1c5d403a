"""Every reason for a refusal that the code can give, read from its source: the code and the names of its values."""

import ast
from functools import cache
from pathlib import Path

from tests.parsed import nodes

SOURCE = Path(__file__).resolve().parents[1] / "src" / "tiefenthal"
SAMPLES: dict[str, int | str] = {
    "agent": "player_1", "area": "beer_storage", "asks": "one-or-six", "bots": "greedy, random", "card": "server",
    "detail": "no frame", "face": 3, "free": 1, "have": 2, "last": 1944, "legal": "1, 2", "n": 3, "number": 7,
    "price": 5, "seat": 9, "space": "t2", "text": "buy cow",
}  # fmt: skip
"""A value for each name."""


@cache
def reasons(*parts: str) -> dict[str, frozenset[str]]:
    """All calls of `refuse` and `refused` in parts of the package, or in all of it: code -> names of values."""
    found: dict[str, frozenset[str]] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        if parts and not any(file.is_relative_to(SOURCE / part) for part in parts):
            continue
        for node in nodes(file):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("refuse", "refused"):
                _add(found, file, node)
    return found


def _add(found: dict[str, frozenset[str]], file: Path, call: ast.Call) -> None:
    where = f"{file.relative_to(SOURCE)}:{call.lineno}"
    if len(call.args) < 2 or isinstance(call.args[1], ast.Name):
        return  # another function of that name, or one that hands its own arguments on
    code = ast.literal_eval(call.args[1])
    assert isinstance(code, str), f"{where}: a reason is named by a plain text"
    names = frozenset(str(keyword.arg) for keyword in call.keywords)
    assert found.setdefault(code, names) == names, f"{where}: {code} has other values elsewhere"
