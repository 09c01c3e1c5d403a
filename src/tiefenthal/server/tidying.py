"""Garbage collection often and in small portions: new objects are checked after every few moves.

By itself it would wait until a thousand more objects were made than freed. A move makes about as many as it frees, and
those it frees are old ones; so tens of thousands of new ones come together, and looking through those takes 10 to 50 ms
in which nobody is answered.
"""

import asyncio
import gc
from typing import Final

MOVES: Final = 32
ROUNDS: Final = 8
"""After so many times what is a little older is looked through too."""


class Tidying:
    """Counts the moves of a server."""

    def __init__(self) -> None:
        self._moves = 0

    def moved(self) -> None:
        """A move was made: if it is time, collect garbage in a moment, when everyone has been sent it."""
        self._moves += 1
        if self._moves % MOVES == 0:
            asyncio.get_running_loop().call_soon(gc.collect, 1 if self._moves % (MOVES * ROUNDS) == 0 else 0)
