"""By which clock bots keep their time.

At a table that is the wall clock: somebody waits for the answer. Games that nobody waits for count the time of the
processor instead (`by_cpu_time`), so that a bot's strength does not depend on what else the machine is doing.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Clock = Callable[[], float]
"""Says how late it is, in seconds from some moment on."""

_clocks: list[Clock] = [time.perf_counter]  # the last one counts


def now() -> float:
    """How late it is by the clock that counts."""
    return _clocks[-1]()


@contextmanager
def by_cpu_time() -> Iterator[None]:
    """In here, and in the whole of this process, time passes as the process uses the processor, all its threads
    together: a bot that thinks in several is charged for each."""
    _clocks.append(time.process_time)
    try:
        yield
    finally:
        _clocks.pop()
