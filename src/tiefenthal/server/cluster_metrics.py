"""The metrics of several processes at one address: whichever process is asked answers for all.

Every few seconds each process writes its metrics to a shared folder. The one that is asked adds those of the others to
its own, each sample with the label of its process.
"""

import asyncio
import contextlib
import os
import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

WRITE_EVERY: Final = 5.0
STALE_AFTER: Final = 60.0
"""Seconds after which a file is ignored: its process has ended."""
_SAMPLE: Final = re.compile(r"^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (.*)$")


class ClusterMetrics:
    """The metrics of one of these processes."""

    def __init__(self, folder: Path, number: int, text: Callable[[], str]) -> None:
        """`number`: of this process. One that replaces a dead process has the same number and writes the same file."""
        self._folder = folder
        self._own = str(number)
        self._text = text
        self._writing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to write the metrics every few seconds."""
        self._writing = asyncio.create_task(self._write_for_ever(), name="figures")

    async def stop(self) -> None:
        """Stop, and remove this process's file."""
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.gather(self._writing, return_exceptions=True)
        self._file(self._own).unlink(missing_ok=True)

    async def all(self) -> str:
        """The metrics of all processes."""
        return await asyncio.to_thread(lambda: merge({self._own: self._text(), **self._others()}))

    async def _write_for_ever(self) -> None:
        while True:
            await asyncio.to_thread(self._write)
            await asyncio.sleep(WRITE_EVERY)

    def _write(self) -> None:
        new = self._folder / f"{self._own}.new"
        with contextlib.suppress(OSError):  # a full disk must not stop anything
            new.write_text(self._text(), encoding="utf-8")
            os.replace(new, self._file(self._own))

    def _others(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for file in sorted(self._folder.glob("*.prom")):
            with contextlib.suppress(OSError):
                if file.stem != self._own and time.time() - file.stat().st_mtime < STALE_AFTER:
                    found[file.stem] = file.read_text(encoding="utf-8")
        return found

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.prom"


def merge(texts: Mapping[str, str]) -> str:
    """Metrics of several processes, merged by name."""
    heads: dict[str, list[str]] = {}
    samples: dict[str, list[str]] = {}
    for process, text in texts.items():
        family = ""
        for line in text.splitlines():
            if line.startswith("# "):
                family = line.split(" ", 3)[2]
                if line not in heads.setdefault(family, []):
                    heads[family].append(line)
            elif match := _SAMPLE.match(line):
                name, labels, value = match.groups()
                label = f'process="{process}"' + (f",{labels}" if labels else "")
                samples.setdefault(family, []).append(f"{name}{{{label}}} {value}")
    return "".join(line + "\n" for family, head in heads.items() for line in (*head, *samples.get(family, [])))
