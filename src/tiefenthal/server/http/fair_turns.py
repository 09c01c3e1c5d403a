"""Fair turns at something that serves one request at a time: each address gets an equal share of its time, and so does
each session of an address. So nobody waits for more than the current turn, however much others ask for.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from tiefenthal.server.bots.fair_queue import FairQueue, Turn


class Requester(NamedTuple):
    """Who asks for a turn."""

    address: str
    session: int | None = None
    """None: those of an address without a session share their turns."""


class QueueFullError(Exception):
    """Too many wait already, in total or from this address."""


class FairTurns:
    """One has the turn; a limited number wait, in total and from each address."""

    def __init__(self, *, waiting: int, of_one_address: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = waiting
        self._most_of_one = of_one_address
        self._clock = clock
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue()
        self._waiting: Counter[str] = Counter()
        self._now: Turn[asyncio.Future[None]] | None = None
        self._began = 0.0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._queue)

    @property
    def busy(self) -> bool:
        """Whether somebody has a turn."""
        return self._now is not None

    @asynccontextmanager
    async def turn(self, requester: Requester) -> AsyncIterator[None]:
        """Wait for a turn and have it. Raises QueueFullError."""
        if len(self._queue) >= self._most or self._waiting[requester.address] >= self._most_of_one:
            raise QueueFullError
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(requester, mine)
        self._waiting[requester.address] += 1
        if self._now is None:
            self._give()
        try:
            await mine
            yield
        finally:
            if self._now is not None and self._now.item is mine:
                self._queue.done(self._now, self._clock() - self._began)
                self._give()

    def _give(self) -> None:
        """Give the turn to the next one that still waits."""
        self._now = None
        while self._now is None and len(self._queue):
            turn = self._queue.take()
            self._waiting[str(turn.path[0])] -= 1
            self._waiting = +self._waiting  # without addresses for which nobody waits
            if turn.item.cancelled():
                self._queue.done(turn, 0.0)
            else:
                self._now, self._began = turn, self._clock()
                turn.item.set_result(None)
