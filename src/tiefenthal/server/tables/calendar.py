"""Whether the clock can be trusted when it says that something is old.

A clock that was set wrong makes everything look old at once. So nothing is removed until the clock has run evenly for
some days, compared with the monotonic clock, which nobody can set, and over restarts that were not longer apart than a
week.
"""

import contextlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tiefenthal.server import logs
from tiefenthal.server.config import DAY

FILE_NAME: Final = "tiefenthal.clock"
MOST_DRIFT: Final = 300.0
"""Seconds by which the two clocks may differ between two checks; smaller corrections of the clock are accepted."""
LONGEST_GAP: Final = 7 * DAY
"""The server may have been off for so long."""
STEADY: Final = 3 * DAY
BETWEEN: Final = 1 * DAY
"""Between two times that something is removed."""
SAVE_EVERY: Final = 600.0


def running() -> float:
    """Seconds since the machine was started, its sleep included where the system counts that."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Calendar:
    """Checks the clock now and then, and keeps the result in a file."""

    def __init__(
        self,
        folder: Path | None = None,
        clock: Callable[[], float] = time.time,
        running: Callable[[], float] = running,
        *,
        steady: float = STEADY,
    ) -> None:
        self._file = folder / FILE_NAME if folder is not None else None
        self._clock = clock
        self._running = running
        self._steady = steady
        self._looked: tuple[float, float] | None = None
        """The two clocks at the last check of this process."""
        self._saved, self._since, self._removed = self._read()

    def look(self) -> None:
        """Compare the clocks; call it often."""
        now, ran = self._clock(), self._running()
        if self._looked is not None:
            off = now - self._looked[0] - (ran - self._looked[1])
            jumped = abs(off) > MOST_DRIFT
        else:
            off = now - self._saved
            jumped = not -MOST_DRIFT <= off <= LONGEST_GAP
        if jumped:
            self._since = now
            self._removed = min(self._removed, now)
            if self._saved:  # else it is the very first check
                logs.event("clock jumped", level="warning", seconds=off)
        self._looked = (now, ran)
        if jumped or now - self._saved >= SAVE_EVERY:
            self._save(now)

    @property
    def may_remove(self) -> bool:
        """Whether it is time to remove old data, and the clock can be trusted."""
        self.look()
        now = self._clock()
        self._removed = max(self._removed, self._read()[2])  # another process may have
        return now - self._since >= self._steady and now - self._removed >= min(BETWEEN, self._steady)

    def removed(self) -> None:
        """Something was removed; that is enough for today."""
        self._removed = self._clock()
        self._save(self._removed)

    def _read(self) -> tuple[float, float, float]:
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            if self._file is not None:
                found = json.loads(self._file.read_bytes())
                return float(found["looked"]), float(found["steady_since"]), float(found["removed"])
        return 0.0, 0.0, 0.0

    def _save(self, now: float) -> None:
        self._saved = now
        if self._file is None:
            return
        text = json.dumps({"looked": now, "steady_since": self._since, "removed": self._removed})
        new = self._file.with_name(f"{FILE_NAME}.new")
        with contextlib.suppress(OSError):  # then it begins again after the next start, and nothing is removed
            new.write_text(text, encoding="ascii")
            os.replace(new, self._file)
