"""Playing many games from the command line: on how many processes, and a bar that says how long it still takes."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tiefenthal.app.terminal.errors import wrong_option
from tiefenthal.app.terminal.output import console

INTERRUPTED: Final = 130
MOST_JOBS: Final = 256


def checked_jobs(jobs: int | None) -> int:
    """How many processes to use: as requested, or as many as there are cores."""
    if jobs is None:
        return os.cpu_count() or 1
    if not 1 <= jobs <= MOST_JOBS:
        raise wrong_option("jobs", most=MOST_JOBS, found=jobs)
    return jobs


@contextmanager
def games_bar() -> Iterator[Callable[[int, int], None]]:
    """A progress bar, called with the numbers of games done and of all games; nothing without a terminal."""
    with bar("games") as progress:
        yield progress


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """The same for anything that is counted."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"),
        TimeRemainingColumn(),
    )  # fmt: skip
    screen = console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, wanted: progress.update(task, completed=done, total=wanted)
