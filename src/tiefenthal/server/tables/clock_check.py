"""Whether the clock can be trusted when it says that data is old.

A clock that is set wrong makes everything look old at once. So nothing is removed until the clock has run evenly for
some days. It is compared with the monotonic clock, which nobody can set; across restarts it counts as even if the
server was off for less than a week.
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
"""The server may have been off for this long."""
STEADY: Final = 3 * DAY
BETWEEN: Final = 1 * DAY
"""Seconds between two removals of old data."""
SAVE_EVERY: Final = 600.0


def uptime() -> float:
    """Seconds since the machine was started, sleep included if the system counts it."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class ClockCheck:
    """Compares the clock with the monotonic clock, and keeps the result in a file."""

    def __init__(
        self,
        folder: Path | None = None,
        clock: Callable[[], float] = time.time,
        running: Callable[[], float] = uptime,
        *,
        steady: float = STEADY,
    ) -> None:
        self._file = folder / FILE_NAME if folder is not None else None
        self._clock = clock
        self._running = running
        self._steady = steady
        self._compared: tuple[float, float] | None = None
        """The two clocks at the last check of this process."""
        self._saved, self._since, self._removed = self._read()

    def compare(self) -> None:
        """Compare the clocks; call it often."""
        now, ran = self._clock(), self._running()
        if self._compared is not None:
            off = now - self._compared[0] - (ran - self._compared[1])
            jumped = abs(off) > MOST_DRIFT
        else:
            off = now - self._saved
            jumped = not -MOST_DRIFT <= off <= LONGEST_GAP
        if jumped:
            self._since = now
            self._removed = min(self._removed, now)
            if self._saved:  # else it is the very first check
                logs.event("clock jumped", level="warning", seconds=off)
        self._compared = (now, ran)
        if jumped or now - self._saved >= SAVE_EVERY:
            self._save(now)

    @property
    def may_remove(self) -> bool:
        """Whether it is time to remove old data, and the clock can be trusted."""
        self.compare()
        now = self._clock()
        self._removed = max(self._removed, self._read()[2])  # another process may have
        return now - self._since >= self._steady and now - self._removed >= min(BETWEEN, self._steady)

    def note_removal(self) -> None:
        """Old data was removed; the next removal is a day later."""
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
        with contextlib.suppress(OSError):  # then the check starts over after a restart, and nothing is removed
            new.write_text(text, encoding="ascii")
            os.replace(new, self._file)
