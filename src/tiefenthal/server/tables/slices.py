"""Long work in short slices: the event loop handles everybody else in between.

The engine is not for several threads, so logs are replayed and records written here. All such work of a server takes
turns, slice by slice: however much of it there is, it holds up others for one slice at a time.
"""

import asyncio
import itertools
import time
from collections.abc import Callable, Iterable
from typing import Final

SLICE: Final = 0.0007
"""Seconds. A move at another table meets a few of them on its way."""
AT_ONCE: Final = 4
"""Slices with only one turn of the event loop between them: enough for a game that has just begun."""
PAUSE: Final = 0.003
"""Seconds between all further slices: a move goes through several turns, and must not meet a slice at each."""


class Slices:
    """The turns of one server."""

    def __init__(self, seconds: float = SLICE, clock: Callable[[], float] = time.perf_counter) -> None:
        self._seconds = seconds
        self._clock = clock
        self._turn = asyncio.Lock()  # first come, first served: so every work gets its slice in turn

    async def run(self, steps: Iterable[object]) -> None:
        """Take all steps, each of which must be short."""
        clock, left = self._clock, iter(steps)
        for slices in itertools.count(1):
            async with self._turn:
                until = clock() + self._seconds
                for _ in left:
                    if clock() >= until:
                        break
                else:
                    return
                await asyncio.sleep(0 if slices <= AT_ONCE else PAUSE)
