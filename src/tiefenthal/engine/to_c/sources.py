"""The source text of the rules, as syntax trees."""

import ast
import sys
from functools import cache
from pathlib import Path
from typing import Any


class Untranslatable(Exception):
    """Something the translator does not support; the message says what and where."""


@cache
def _tree(module: str) -> ast.Module:
    file = sys.modules[module].__file__ or ""
    if not file.endswith(".py"):
        raise Untranslatable(f"{module} is not there as source text")
    return ast.parse(Path(file).read_text(encoding="utf-8"), file)


def _definition(module: str, name: str) -> Any:
    """A function or method of a module, by its name with dots."""
    found: Any = _tree(module)
    for part in name.split("."):
        inner = [one for one in found.body if isinstance(one, ast.FunctionDef | ast.ClassDef) and one.name == part]
        if len(inner) != 1:
            raise Untranslatable(f"{module} does not define {name} once, as a function or method")
        found = inner[0]
    return found


def function_tree(function: Any) -> ast.FunctionDef:
    """The text of a function or method."""
    found: ast.FunctionDef = _definition(function.__module__, function.__qualname__)
    return found


def annotated_in_init(cls: type) -> dict[str, str]:
    """The attributes that `__init__` declares, with the text of their types."""
    return {
        one.target.attr: ast.unparse(one.annotation)
        for one in _definition(cls.__module__, f"{cls.__name__}.__init__").body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Attribute)
    }
