"""Garbage collection in small portions: young objects are checked after every few moves.

Python itself collects only when a thousand more objects have been made than freed. A move frees about as many objects
as it makes, but the freed ones are old. So tens of thousands of young objects would accumulate, and collecting those
takes 10 to 50 ms in which nobody gets an answer.
"""

import asyncio
import gc
from typing import Final

MOVES: Final = 32
OLDER_EVERY: Final = 8
"""After this many collections the next generation is collected too."""


class GarbageCollector:
    """Counts moves, and collects garbage after every few of them."""

    def __init__(self) -> None:
        self._moves = 0

    def count_move(self) -> None:
        """A move was made. Collection runs after the move has been sent to everyone."""
        self._moves += 1
        if self._moves % MOVES == 0:
            asyncio.get_running_loop().call_soon(gc.collect, 1 if self._moves % (MOVES * OLDER_EVERY) == 0 else 0)
