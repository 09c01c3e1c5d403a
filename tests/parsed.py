"""The sources taken apart, once for all tests of a process that read them."""

import ast
from functools import cache
from pathlib import Path


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """All that a Python file consists of. Not to be changed."""
    return tuple(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
