"""Connecting and disconnecting one at a time: a hundred connections that begin or end in one moment are handled one
after the other, with pauses for the games.
"""

import asyncio
from typing import Final

APART: Final = 0.001
"""Seconds from one to the next, of all who come and go."""
ARRIVALS_APART: Final = 0.005
"""Of those who come to one table for a seat, and of those who come to watch, at all tables."""
CROWD: Final = 8
"""This many at one table may connect for a seat, to watch, or disconnect, before they are a crowd: everyone at a table
of four, twice.
"""
CROWD_APART: Final = 0.025
"""Of a crowd."""
WATCHERS_APART: Final = 0.015
"""Of a crowd that comes to watch, at all tables."""
CALM: Final = 1.0
"""Seconds without anybody, after which there is no crowd any more."""


class Pace:
    """First come, first served, and no two at once. Nobody waits when nobody came just before."""

    def __init__(self, apart: float = APART, crowd_apart: float | None = None) -> None:
        """`crowd_apart`: from one to the next in a crowd, if it is to be attended to more slowly."""
        self._apart = apart
        self._crowd_apart = apart if crowd_apart is None else crowd_apart
        self._next = 0.0
        self._came = 0

    async def step(self) -> None:
        """Wait for one's turn."""
        now = asyncio.get_running_loop().time()
        if now - self._next > CALM:
            self._came = 0
        turn = max(now, self._next)
        self._came += 1
        self._next = turn + (self._apart if self._came < CROWD else self._crowd_apart)
        if turn > now:
            await asyncio.sleep(turn - now)
