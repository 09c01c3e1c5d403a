"""Puzzles: positions from strong self-play in which one turn is clearly the best (docs/puzzles.md).

    puzzles() -> list[Puzzle]                  # those of the package; `read_puzzles(path)` for your own
    find_puzzle(name) -> Puzzle | None         # by its name, also one of an earlier collection, which is not listed
    puzzle_of(day, puzzles()) -> Puzzle | None # the puzzle of a day
    Attempt(puzzle).play(text)                 # the turn, played out action by action at a table of its own
    judge_attempt(puzzle, actions) -> Verdict  # best, nearly or not; what it costs, and why

`finder` looks for them in a game, `levels` grades them, `maker` makes a whole collection.
"""

from tiefenthal.players.puzzles.attempt import Attempt, UnfinishedError
from tiefenthal.players.puzzles.data import BEYOND, GRADES, KINDS, Puzzle, archived, find_puzzle, puzzles, read_puzzles
from tiefenthal.players.puzzles.themes import THEMES
from tiefenthal.players.puzzles.today import puzzle_of
from tiefenthal.players.puzzles.verdict import Verdict, judge_attempt

__all__ = [
    "BEYOND",
    "GRADES",
    "KINDS",
    "THEMES",
    "Attempt",
    "Puzzle",
    "UnfinishedError",
    "Verdict",
    "archived",
    "find_puzzle",
    "judge_attempt",
    "puzzle_of",
    "puzzles",
    "read_puzzles",
]
