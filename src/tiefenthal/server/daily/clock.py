"""Which day it is: by the machine's clock, as long as it runs evenly beside the monotonic clock, which nobody can set.

A clock that jumps ahead would reveal seeds in use. So a jump is not accepted until the clock has run evenly for some
hours after it, and no day is closed earlier after its beginning than the monotonic clock allows. That clock begins anew
when the machine starts: then the clock must have run evenly for some hours, or another start of the machine must have
agreed that the day is past. Where the store has a clock of its own, it must agree, too (`evening.py`).
"""

import secrets
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from tiefenthal.server import logs
from tiefenthal.server.daily import plan
from tiefenthal.server.store.days import DayRow
from tiefenthal.server.tables import clock_check

MOST_DRIFT: Final = clock_check.MOST_DRIFT
STEADY: Final = 3 * 3_600.0
"""After a jump the clock is trusted again when it has run evenly for this long."""
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


def this_boot() -> str:
    """A name for this start of the machine; where the system has none, for this start of the program."""
    try:
        return _BOOT.read_text("ascii").strip() or secrets.token_hex(16)
    except (OSError, ValueError):
        return secrets.token_hex(16)


class DayClock:
    """The time that decides which day it is."""

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        running: Callable[[], float] = clock_check.uptime,
        boot: str | None = None,
    ) -> None:
        self._clock = clock
        self.running = running
        self.boot = this_boot() if boot is None else boot
        self._ahead: float | None = None
        """How far the trusted time is ahead of the monotonic clock."""
        self._odd: tuple[float, float] | None = None
        """The same for a clock that is not trusted yet, and since when."""
        self._even_since: float | None = None
        """Since when the trusted time runs evenly, by the monotonic clock."""

    def recall(self, row: DayRow) -> None:
        """Go on from when a day was begun, if the machine has run since then."""
        if row.boot == self.boot:
            self._ahead = row.opened - row.running
            self._even_since = row.running

    def now(self) -> float:
        """The time, in seconds since 1970. Ask often: everything between two calls is one jump."""
        ran = self.running()
        ahead = self._clock() - ran
        if self._even_since is None:
            self._even_since = ran
        if self._ahead is None or abs(ahead - self._ahead) <= MOST_DRIFT:
            self._ahead, self._odd = ahead, None
        elif self._odd is None or abs(ahead - self._odd[0]) > MOST_DRIFT:
            self._odd = (ahead, ran)
            logs.event("clock jumped", level="warning", seconds=ahead - self._ahead)
        elif ran - self._odd[1] >= STEADY:
            self._ahead, self._even_since, self._odd = ahead, self._odd[1], None
        return ran + self._ahead

    def is_over(self, row: DayRow, others: Iterable[DayRow] = ()) -> bool:
        """Whether a day is to be closed, by both clocks. `others`: other days that have begun."""
        end = plan.closes(row.day)
        if self.now() < end:
            return False
        if row.boot == self.boot:
            return self.running() - row.running >= end - row.opened - MOST_DRIFT
        if self._odd is None and self._even_since is not None and self.running() - self._even_since >= STEADY:
            return True
        return any(other.day > row.day and other.boot not in (row.boot, self.boot) for other in others)
