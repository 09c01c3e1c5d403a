"""Connecting and disconnecting one at a time: a hundred connections that begin or end at the same moment are handled
one after the other, with pauses in which games go on.
"""

import asyncio
from typing import Final

INTERVAL: Final = 0.001
"""Seconds from one to the next, for everyone who connects or disconnects."""
ARRIVAL_INTERVAL: Final = 0.005
"""The same for players who connect to one table, and for watchers who connect to any table."""
CROWD: Final = 8
"""This many may do the same at one table before they count as a crowd: everyone at a table of four, twice."""
CROWD_INTERVAL: Final = 0.025
"""Seconds from one to the next in a crowd."""
WATCHER_INTERVAL: Final = 0.015
"""The same for watchers at all tables."""
CALM: Final = 1.0
"""A crowd is over after this many seconds without anybody."""


class ConnectionThrottle:
    """Lets one pass at a time, in order of arrival. Nobody waits if nobody came just before."""

    def __init__(self, interval: float = INTERVAL, crowd_interval: float | None = None) -> None:
        """`crowd_interval`: seconds from one to the next in a crowd, if different."""
        self._interval = interval
        self._crowd_interval = interval if crowd_interval is None else crowd_interval
        self._next = 0.0
        self._came = 0

    async def wait(self) -> None:
        """Wait until it is the caller's turn."""
        now = asyncio.get_running_loop().time()
        if now - self._next > CALM:
            self._came = 0
        turn = max(now, self._next)
        self._came += 1
        self._next = turn + (self._interval if self._came < CROWD else self._crowd_interval)
        if turn > now:
            await asyncio.sleep(turn - now)
