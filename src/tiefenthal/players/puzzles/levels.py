"""How hard a puzzle is: which of the levels find the answer, each at the table as it plays there."""

from typing import Final

import msgspec

from tiefenthal.players.bots import make_bot
from tiefenthal.players.bots.clock import by_cpu_time
from tiefenthal.players.puzzles.attempt import MOST_ACTIONS, Attempt
from tiefenthal.players.puzzles.data import BEYOND, GRADES, TURN, Puzzle
from tiefenthal.players.puzzles.verdict import end_of, same_end

TRIES: Final = (5, 5, 3, 1)
"""Of each level, the weakest first. The weaker ones overlook something else each time; the Master has no moods."""
MOST: Final = 50
"""Percent of the tries that must find it."""


def attempt_by(puzzle: Puzzle, level: str, seed: str) -> Attempt:
    """How well a level solves a puzzle."""
    attempt = Attempt(puzzle)
    bot = make_bot(level, seed)
    while not attempt.over and len(attempt.actions) < MOST_ACTIONS:
        legal = attempt.legal_actions()
        attempt.play(legal[0] if len(legal) == 1 else bot.choose(attempt.view, legal))
    return attempt


def tried(puzzle: Puzzle) -> list[int]:
    """In how many percent of their tries the levels find the answer."""
    answer = end_of(puzzle, puzzle.answer)
    found: list[int] = []
    with by_cpu_time():
        for level, tries in zip(GRADES, TRIES, strict=True):
            hits = 0
            for number in range(tries):
                attempt = attempt_by(puzzle, level, f"{puzzle.id} {number}")
                if puzzle.kind == TURN:
                    hits += attempt.over and same_end(attempt.state, answer.state, puzzle.seat)
                else:
                    hits += attempt.actions == answer.actions
            found.append(round(100 * hits / tries))
    return found


def grade_of(puzzle: Puzzle, found: list[int]) -> Puzzle:
    """The puzzle with its grade: the weakest level that finds it in most of its tries."""
    grade = next((number for number, share in enumerate(found, start=1) if share > MOST), BEYOND)
    return msgspec.structs.replace(puzzle, grade=grade, found=found)
