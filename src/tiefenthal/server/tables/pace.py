"""Coming and going in single file: a hundred connections that begin or end in one moment are attended to one after the
other, with room between them for whoever is playing."""

import asyncio
from typing import Final

APART: Final = 0.001
"""Seconds from one to the next, of all who come and go."""
ARRIVALS_APART: Final = 0.005
"""Of those who come to one table for a seat, and of those who come to watch, at all tables."""


class Pace:
    """First come, first served, and no two at once. Nobody waits when nobody came just before."""

    def __init__(self, apart: float = APART) -> None:
        self._apart = apart
        self._next = 0.0

    async def step(self) -> None:
        """Wait for one's turn."""
        now = asyncio.get_running_loop().time()
        turn = max(now, self._next)
        self._next = turn + self._apart
        if turn > now:
            await asyncio.sleep(turn - now)
