"""Tests use the scripts and the harness; neither knows a test."""

import ast
from pathlib import Path

import pytest

from tests.parsed import nodes

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(path for folder in ("bench", "examples", "harness", "scripts") for path in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=[path.relative_to(ROOT).as_posix() for path in FILES])
def test_nothing_but_tests_imports_tests(file: Path) -> None:
    imported: list[str] = []
    for node in nodes(file):
        if isinstance(node, ast.Import):
            imported += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imported.append(node.module or "")
    assert [name for name in imported if name.partition(".")[0] == "tests"] == []


def test_the_harness_knows_no_script() -> None:
    harness = [path for path in FILES if path.is_relative_to(ROOT / "harness")]
    assert len(harness) > 5
    assert [path.name for path in harness if "from scripts" in path.read_text(encoding="utf-8")] == []
