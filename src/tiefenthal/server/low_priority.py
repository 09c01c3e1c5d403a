"""Work that is not urgent, done a few calls at a time: a hundred watchers, or a hundred connections that close at once,
must not delay a move.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

CALLS_PER_TURN: Final = 4


class LowPriorityQueue:
    """Runs calls in order, a few in each iteration of the event loop."""

    def __init__(self, per_turn: int = CALLS_PER_TURN) -> None:
        self._per_turn = per_turn
        self._waiting: deque[Callable[[], object]] = deque()

    def put(self, call: Callable[[], object]) -> None:
        """Run a call soon."""
        self._waiting.append(call)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._run_some)

    def _run_some(self) -> None:
        try:
            for _ in range(min(self._per_turn, len(self._waiting))):
                self._waiting.popleft()()
        finally:
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._run_some)
