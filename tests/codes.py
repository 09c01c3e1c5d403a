"""Codes with values, read from the source: which calls name them, and with which values."""

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from tests.parsed import nodes
from tiefenthal import i18n

SOURCE = Path(__file__).resolve().parents[1] / "src" / "tiefenthal"


def calls(names: Collection[str], *parts: str) -> Iterator[tuple[str, ast.Call]]:
    """All calls of functions and methods with these names in parts of the package, or in all of it, with their
    places."""
    for file in sorted(SOURCE.rglob("*.py")):
        if parts and not any(file.is_relative_to(SOURCE / part) for part in parts):
            continue
        for node in nodes(file):
            if isinstance(node, ast.Call) and _name(node.func) in names:
                yield f"{file.relative_to(SOURCE)}:{node.lineno}", node


def codes(
    names: Collection[str], at: int, *parts: str, besides: Collection[str] = (), handed_on: Collection[str] = ()
) -> dict[str, frozenset[str]]:
    """Every code that stands as argument `at` of such calls, with the names of its values, but for those `besides`.
    One more argument is what another error says within the sentence. What stands in `handed_on` is no code, but
    something that has one."""
    found: dict[str, frozenset[str]] = {}
    for where, call in calls(names, *parts):
        if ast.unparse(call.args[at]) in handed_on:
            continue
        code = ast.literal_eval(call.args[at])
        assert isinstance(code, str), f"{where}: a code is a plain text"
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code), f"{where}: {code}"
        values = frozenset(str(keyword.arg) for keyword in call.keywords) - frozenset(besides)
        if len(call.args) > at + 1:
            values |= {"said"}
        assert found.setdefault(code, values) == values, f"{where}: {code} has other values elsewhere"
    return found


def check_sentences(words: i18n.Catalogue, start: str, found: dict[str, frozenset[str]], more: Collection[str]) -> None:
    """Each code has a sentence that begins so, which says all its values and no others, and there is no other sentence
    but for those `more`."""
    keys = {key.removeprefix(start) for key in words.sentences if key.startswith(start)}
    assert keys == {*found, *more}
    for code, values in found.items():
        named = words.names_in(start + code)
        assert values <= named | _chosen_by(words.sentences[start + code]), f"{code}: {values - named} is not said"
        assert named <= values | words.words.keys(), f"{code}: {named - values} is never filled in"


def _chosen_by(entry: i18n.Entry) -> set[str]:
    """A plural form may say the number by itself."""
    return set() if isinstance(entry, str) else {"n"}


def _name(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""
