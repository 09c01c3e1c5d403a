"""Wrapped text and tables: one console, plain where the terminal is plain. What needs neither is in `plain.py`."""

import sys
from typing import Final

from rich.box import ASCII2, SIMPLE_HEAD, Box
from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDEST: Final = 100
PIPE_WIDTH: Final = 80


def console(stderr: bool = False) -> Console:
    """A console for the standard output as it is now."""
    found = Console(stderr=stderr, highlight=False, soft_wrap=False, emoji=False, markup=False)
    if not found.is_terminal:
        found.width = PIPE_WIDTH
    elif found.width > WIDEST:
        found.width = WIDEST
    return found


def say(text: str | Text = "", style: str | None = None) -> None:
    """Print a line or several, wrapped at the width of the terminal."""
    console().print(text, style=style)


def new_table(title: str = "") -> Table:
    """A table in the style of the command."""
    box: Box = SIMPLE_HEAD if _has_lines() else ASCII2
    return Table(title=title or None, title_justify="left", title_style="bold", box=box, pad_edge=False, expand=False)


def show(table: Table) -> None:
    """Print a table."""
    console().print(table)


def _has_lines() -> bool:
    """Whether the output can show line-drawing characters."""
    return (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "").startswith("utf")
