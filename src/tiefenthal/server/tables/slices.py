"""Long work in short slices, so that the event loop can do other work in between.

The engine is not thread-safe, so logs are replayed and records written in the event loop. All such work of a server
takes turns, slice by slice: however much there is, it delays others by only one slice at a time.
"""

import asyncio
import itertools
import time
from collections.abc import Callable, Iterable
from typing import Final

SLICE: Final = 0.0007
"""Seconds per slice. A move at another table waits for a few of them."""
AT_ONCE: Final = 4
"""The first slices have only one iteration of the event loop between them: enough for a game that has just begun."""
PAUSE: Final = 0.003
"""Seconds between all further slices: a move takes several iterations, and must not wait for a slice in each."""


class Slices:
    """The turns of one server."""

    def __init__(self, seconds: float = SLICE, clock: Callable[[], float] = time.perf_counter) -> None:
        self._seconds = seconds
        self._clock = clock
        self._turn = asyncio.Lock()  # first come, first served, so all work gets its slices in turn

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
