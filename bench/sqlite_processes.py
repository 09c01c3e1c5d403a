"""Are several processes on one SQLite store faster than one? Measures appends per second, and how long the slowest
take.

    python -m bench.sqlite_processes

Each process writes to its own tables as fast as possible, like people at many tables. The lock of the data
folder, which allows one server, is left out here on purpose.
"""

import asyncio
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path

from tiefenthal.server.store.base import Head, Row, StoreError
from tiefenthal.server.store.sqlite import open_sqlite

SECONDS = 5.0
TABLES = 60


async def write(folder: Path, process: int, tables: int, start: float) -> tuple[int, int, list[float]]:
    """Append to so many tables at once; how many appends, how many failed, and how long each took."""
    store = open_sqlite(folder)
    took: list[float] = []
    failed = 0

    async def play(number: int) -> None:
        nonlocal failed
        table, length = f"{process}-{number}", 0
        while time.time() < start + SECONDS:
            began = time.perf_counter()
            head = Head(table, "playing", False, 1.0, 2.0, b"[]", (1, 2))
            try:
                await store.append(table, length, [Row(length, 1.0, b'{"what":"played","seat":0,"action":"x"}')], head)
                length += 1
                took.append(time.perf_counter() - began)
            except StoreError:
                failed += 1

    await asyncio.sleep(max(0.0, start - time.time()))
    await asyncio.gather(*(play(number) for number in range(tables)))
    await store.close()
    return len(took), failed, took


def one(folder: Path, process: int, tables: int, start: float, answer: "multiprocessing.Queue[object]") -> None:
    """In a separate process."""
    answer.put(asyncio.run(write(folder, process, tables, start)))


def main() -> int:
    """Print a line for one, two and three processes."""
    context = multiprocessing.get_context("spawn")
    for processes in (1, 2, 3, 1):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            asyncio.run(open_sqlite_and_close(folder))
            answer = context.Queue()
            start = time.time() + 2.0
            running = [
                context.Process(target=one, args=(folder, number, TABLES // processes, start, answer))
                for number in range(processes)
            ]
            for each in running:
                each.start()
            found = [answer.get() for _ in running]
            for each in running:
                each.join()
        took = sorted(seconds for _, _, all_of_it in found for seconds in all_of_it)
        print(
            f"{processes} processes: {len(took) / SECONDS:7.0f} appends a second, "
            f"p50 {1000 * took[len(took) // 2]:6.1f} ms, p99 {1000 * took[len(took) * 99 // 100]:7.1f} ms, "
            f"longest {1000 * took[-1]:7.1f} ms, failed {sum(failed for _, failed, _ in found)}"
        )
    return 0


async def open_sqlite_and_close(folder: Path) -> None:
    """Make the store."""
    await open_sqlite(folder).close()


if __name__ == "__main__":
    sys.exit(main())
