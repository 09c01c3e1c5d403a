"""The puzzle of a day: the same one for everybody, from the date and the collection alone."""

import datetime
import hashlib
from collections.abc import Sequence

from tiefenthal.players.puzzles.data import Puzzle


def puzzle_of(day: datetime.date, found: Sequence[Puzzle]) -> Puzzle | None:
    """The puzzle of a day, in UTC. Each comes once before any comes again, and every time in another order."""
    if not found:
        return None
    turn, place = divmod(day.toordinal(), len(found))
    return sorted(found, key=lambda one: hashlib.sha256(f"{turn} {one.id}".encode()).digest())[place]


def today() -> datetime.date:
    """By this machine's clock."""
    return datetime.datetime.now(datetime.UTC).date()
