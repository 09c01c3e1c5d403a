"""Writes docs/rules.md: every rule with its words, the code that implements it and the tests that prove it.

    python scripts/write_docs.py           write the page again (`make docs`)
    python scripts/write_docs.py --check   say what is wrong with it, and exit with 1 if anything is

Code names a rule by its id in a docstring or comment, "(F-7)" or "B-1 to B-5"; a test by `@pytest.mark.rule("F-7")`.
"""

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from tiefenthal.i18n.rulebook import Rule, chapters, rules  # noqa: E402

PAGE: Final = "docs/rules.md"
SOURCES: Final = (
    "engine/rules", "engine/components", "engine/record", "engine/chance.py", "engine/view.py", "engine/game.py",
    "engine/replay.py",
)  # fmt: skip
RULES: Final = "src/tiefenthal/engine/rules/"
CHECKS: Final = "src/tiefenthal/engine/rules/invariants"  # these watch over the rules; they do not carry them out
EXAMPLES: Final = "X"  # worked examples: tests alone prove them

_ID: Final = r"(?<![\w-])([SABCDEFGRX]|M[2-5])-([1-9][0-9]?)(?![0-9])"
_NAMED: Final = re.compile(_ID + r"(?: to " + _ID.replace(r"(?<![\w-])", "") + ")?")
_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Place(NamedTuple):
    """A function, class or test that names a rule. An empty name is the file as a whole."""

    path: str
    name: str


class Found(NamedTuple):
    """Where each rule is implemented, which tests prove it, and who names rules that do not exist."""

    code: dict[str, list[Place]]
    tests: dict[str, list[Place]]
    unknown: list[str]


def named_in(text: str) -> list[str]:
    """The rule ids a text names; "B-1 to B-5" names five."""
    found: list[str] = []
    for match in _NAMED.finditer(text):
        first, last = int(match[2]), int(match[2])
        if match[3] is not None and match[3] == match[1]:
            last = int(match[4])
        elif match[3] is not None:
            found.append(f"{match[3]}-{match[4]}")
        found.extend(f"{match[1]}-{number}" for number in range(first, last + 1))
    return found


def _definitions(
    tree: ast.AST, outer: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]]:
    """Every function, class and method with its qualified name, outer ones first."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, _DEFINITIONS):
            yield f"{outer}{node.name}", node
            yield from _definitions(node, f"{outer}{node.name}.")
        else:
            yield from _definitions(node, outer)


@cache  # the tests look through many copies of the same files
def code_places(text: str, shown: str) -> dict[str, list[Place]]:
    """The rules that a source file names, each with the innermost definitions that do."""
    tree = ast.parse(text)
    definitions = list(_definitions(tree))
    places: dict[str, list[Place]] = {}

    def add(words: str, name: str) -> None:
        for rule in named_in(words):
            listed = places.setdefault(rule, [])
            if Place(shown, name) not in listed:
                listed.append(Place(shown, name))

    for name, node in definitions:
        add(ast.get_docstring(node) or "", name)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line = token.start[0]
            around = [name for name, node in definitions if node.lineno <= line <= (node.end_lineno or node.lineno)]
            if around:
                add(token.string, around[-1])
    # A file that names a rule in its own docstring stands for it only where nothing inside does.
    for rule in named_in(ast.get_docstring(tree) or ""):
        places.setdefault(rule, [Place(shown, "")])
    return places


def _marks(node: ast.AST) -> list[str]:
    """The ids in `pytest.mark.rule(...)` anywhere below a node."""
    found: list[str] = []
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule":
            mark = call.func.value
            if isinstance(mark, ast.Attribute) and mark.attr == "mark":
                found.extend(
                    arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                )
    return found


@cache
def test_places(text: str, shown: str) -> dict[str, list[Place]]:
    """The rules that the tests of a file are marked with."""
    places: dict[str, list[Place]] = {}

    def add(ids: list[str], name: str) -> None:
        for rule in ids:
            listed = places.setdefault(rule, [])
            if Place(shown, name) not in listed:
                listed.append(Place(shown, name))

    tree = ast.parse(text)
    for name, node in _definitions(tree):
        last = name.rsplit(".", maxsplit=1)[-1]
        if last.startswith(("test", "Test")) or isinstance(node, ast.ClassDef):
            for decorator in node.decorator_list:
                add(_marks(decorator), name)
    for statement in tree.body:
        if not isinstance(statement, _DEFINITIONS):
            add(_marks(statement), "")  # pytestmark, and lists of parameters
    return places


def collect(root: Path = ROOT) -> Found:
    """Look through the sources and the tests of a checkout."""
    known = rules()
    found = Found({name: [] for name in known}, {name: [] for name in known}, [])
    package = root / "src" / "tiefenthal"
    for source in SOURCES:
        paths = [package / source] if source.endswith(".py") else sorted((package / source).rglob("*.py"))
        for path in paths:
            text = path.read_text(encoding="utf-8")
            _merge(code_places(text, path.relative_to(root).as_posix()), found.code, found.unknown)
    for path in sorted((root / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        _merge(test_places(text, path.relative_to(root).as_posix()), found.tests, found.unknown)
    for name, places in found.code.items():
        found.code[name] = _nearest(places)
    return found


def _nearest(places: list[Place]) -> list[Place]:
    """The chapters of the rules come before everything else that names a rule, and functions before whole files."""
    chapter = [place for place in places if place.path.startswith(RULES) and not place.path.startswith(CHECKS)]
    places = chapter or places
    return [place for place in places if place.name] or places


def _merge(places: dict[str, list[Place]], table: dict[str, list[Place]], unknown: list[str]) -> None:
    for rule, listed in places.items():
        if rule in table:
            table[rule].extend(listed)
        else:
            for place in listed:
                where = f"{place.path}, {place.name}" if place.name else place.path
                unknown.append(f"{where}: names {rule}, but there is no such rule")


def problems(root: Path = ROOT) -> list[str]:
    """Everything that is wrong: rules without code or tests, unknown ids, a page that is not up to date."""
    found = collect(root)
    wrong = list(found.unknown)
    for name, rule in rules().items():
        if not found.tests[name]:
            wrong.append(f'{name}: no test is marked with it; mark one with @pytest.mark.rule("{name}")')
        if not found.code[name] and rule.chapter != EXAMPLES:
            wrong.append(f"{name}: no docstring or comment in src/tiefenthal names it where it is implemented")
    page = root / PAGE
    if not page.is_file() or page.read_text(encoding="utf-8") != page_text(found):
        wrong.append(f"{PAGE} is not up to date; write it again with: make docs")
    return wrong


# --- the page


def page_text(found: Found) -> str:
    """The text of docs/rules.md."""
    lines = [
        "# The rules, their code and their tests",
        "",
        "<!-- Written by scripts/write_docs.py (`make docs`). Change src/tiefenthal/i18n/rulebook/rules.md,",
        "     the code or the tests, not this page. -->",
        "",
        "Every rule of the game in our own words. `[ruling]` marks a point on which the rulebooks are silent or",
        "disagree and which we settle here. Below each rule: the code that implements it, and the tests that prove",
        "it. `tiefenthal rules F-7` shows a rule in the terminal.",
        "",
    ]
    table = rules()
    for chapter in chapters().values():
        anchor = f"{chapter.letter}. {chapter.title}"
        own = [rule for rule in table.values() if rule.chapter == chapter.letter]
        lines.append(f"- [{anchor}](#{_anchor(anchor)}): {own[0].id} to {own[-1].id}")
    for chapter in chapters().values():
        lines += ["", f"## {chapter.letter}. {chapter.title}"]
        if chapter.note:
            lines += ["", f"({chapter.note})"]
        for rule in table.values():
            if rule.chapter == chapter.letter:
                lines += _rule_lines(rule, found)
    return "\n".join(lines) + "\n"


def _anchor(heading: str) -> str:
    """The anchor GitHub and most others give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _rule_lines(rule: Rule, found: Found) -> list[str]:
    lines = ["", f"### {rule.id}", ""]
    for number, paragraph in enumerate(rule.text.split("\n")):
        lines += [f"- {paragraph}"] if number else [paragraph, ""] if "\n" in rule.text else [paragraph]
    if found.code[rule.id]:
        lines += ["", "Code: " + "; ".join(_by_file(found.code[rule.id])) + "."]
    if found.tests[rule.id]:
        lines += ["", "Tests: " + "; ".join(_by_file(found.tests[rule.id])) + "."]
    return lines


def _by_file(places: list[Place]) -> list[str]:
    """Places grouped by file, each file with a link."""
    files: dict[str, list[str]] = {}
    for path, name in places:
        files.setdefault(path, []).append(name)
    parts: list[str] = []
    for path, names in files.items():
        link = f"[{path.removeprefix('src/tiefenthal/')}](../{path})"
        inner = ", ".join(f"`{name}`" for name in names if name)
        parts.append(f"{link} {inner}" if inner else link)
    return parts


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Write docs/rules.md, or check it.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if anything is wrong")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to look at")
    options = parser.parse_args(arguments)
    root: Path = options.root
    if not options.check:
        page = root / PAGE
        page.parent.mkdir(exist_ok=True)
        page.write_text(page_text(collect(root)), encoding="utf-8")
        print(f"{PAGE}: {len(rules())} rules")
    wrong = problems(root)
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
