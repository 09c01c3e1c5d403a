"""What is wrong with an edition file, in lines an owner can act on."""

from collections.abc import Sequence
from typing import NamedTuple


class Problem(NamedTuple):
    """One thing to put right. Line 0 means the file as a whole."""

    line: int
    key: str  # "guests.cards[3].die": elements of a list count from 1; empty for the file as a whole
    reason: str
    code: str = ""  # a name for it where clients say it in their own language; empty where only a file can have it
    values: tuple[tuple[str, int | str], ...] = ()  # what that sentence is filled with


class EditionError(ValueError):
    """An edition that cannot be used, with everything that is wrong with it."""

    problems: list[Problem]
    where: str

    def __init__(self, problems: Sequence[Problem], where: str = "edition") -> None:
        super().__init__(list(problems), where)
        self.problems = list(problems)
        self.where = where

    def __str__(self) -> str:
        lines = []
        for problem in self.problems:
            place = f"{self.where}:{problem.line}" if problem.line else self.where
            key = f"{problem.key}: " if problem.key else ""
            lines.append(f"{place}: {key}{problem.reason}")
        return "\n".join(lines)
