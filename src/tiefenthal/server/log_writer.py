"""Log lines are written by a separate thread, so that a slow disk, or a pipe that nobody reads, delays nobody."""

import contextlib
import logging
import queue
import threading
from typing import Final

MOST_WAITING: Final = 10_000
"""Lines. When this many wait, further ones are counted and not written."""
FLUSH_SECONDS: Final = 2.0


class LogWriter(logging.Handler):
    """Hands everything to another handler, on its own thread and in order."""

    def __init__(self, handler: logging.Handler, most: int = MOST_WAITING) -> None:
        super().__init__()
        self._handler = handler
        self._waiting: queue.Queue[logging.LogRecord | None] = queue.Queue(most)
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it for the thread."""
        try:
            self._waiting.put_nowait(record)
        except queue.Full:
            self._lost += 1

    def _write(self) -> None:
        while True:
            record = self._waiting.get()
            try:
                if record is None:
                    return
                self._handler.handle(record)
                if self._lost:
                    lost, self._lost = self._lost, 0
                    self._handler.handle(_lost(lost))
            finally:
                self._waiting.task_done()

    def flush(self) -> None:
        """Wait until all is written, but not forever; `logging` calls this when the program ends."""
        waiting = self._waiting
        with waiting.all_tasks_done:
            waiting.all_tasks_done.wait_for(lambda: waiting.unfinished_tasks == 0, FLUSH_SECONDS)

    def close(self) -> None:
        """Write all pending lines; then the thread ends."""
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait(None)
        self._thread.join(FLUSH_SECONDS)
        super().close()


def _lost(count: int) -> logging.LogRecord:
    """The line that says so."""
    return logging.makeLogRecord(
        {
            "name": "tiefenthal.server",
            "levelno": logging.WARNING,
            "levelname": "WARNING",
            "msg": "log lines lost",
            "fields": {"count": count},
        }
    )
