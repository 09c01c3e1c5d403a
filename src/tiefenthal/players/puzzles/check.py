"""Puzzles solved again, by the deep search and a seed that was not used to make them."""

from collections.abc import Callable
from typing import NamedTuple

from tiefenthal.players.puzzles.data import Puzzle
from tiefenthal.players.puzzles.finder import solve
from tiefenthal.players.workers import Work, run


class Solved(NamedTuple):
    """What the deep search says."""

    id: str
    answer: list[str]
    right: bool


class CheckWork(Work[Puzzle, Solved]):
    """Solves puzzles again and compares the answers."""

    def do(self, task: Puzzle) -> Solved:
        answer = solve(task)
        return Solved(task.id, answer, answer == task.answer)

    def lost(self, task: Puzzle, why: str) -> Solved:
        """One that was not finished is not solved."""
        return Solved(task.id, [why], False)


def check_all(
    found: list[Puzzle], processes: int, progress: Callable[[int, int], None] | None = None
) -> list[tuple[str, list[str]]]:
    """Those whose answer is not found again, with the answer that was found."""
    done: list[Solved] = []

    def tell() -> None:
        if progress is not None:
            progress(len(done), len(found))

    run(CheckWork(), iter(found), min(processes, len(found)), done.append, tell)
    return [(one.id, one.answer) for one in done if not one.right]
