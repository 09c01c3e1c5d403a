"""What has no hurry is done a few at a time: a hundred who watch, or who hang up at once, must not hold up a move."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

AT_ONCE: Final = 4


class Bell:
    """Makes calls in order, a few in each turn of the event loop."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._waiting: deque[Callable[[], object]] = deque()

    def ring(self, call: Callable[[], object]) -> None:
        """Call it soon."""
        self._waiting.append(call)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._some)

    def _some(self) -> None:
        try:
            for _ in range(min(self._at_once, len(self._waiting))):
                self._waiting.popleft()()
        finally:
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._some)
