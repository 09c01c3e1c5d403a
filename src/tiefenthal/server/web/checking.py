"""Checking records and editions that somebody sends. In the worst case that takes seconds of a processor, so it happens
in a process of its own: the games at this server do not wait for it, and it can be ended."""

import asyncio
import contextlib
import json
import math
import sys
from typing import Any, Final

import msgspec

from tiefenthal.protocol.http import EditionVerdict, Verdict
from tiefenthal.server.web import checker, logs
from tiefenthal.server.web.problem import Refusal

SECONDS: Final = 20.0
BUSY: Final = (503, "busy", "Too many others are having something checked; try again a little later.")
TOO_LONG: Final = (422, "too-long", "Checking this took too long; it is no ordinary game or edition.")


class Checker:
    """Runs `checker.py`: so many at once, some more waiting, the rest refused."""

    def __init__(self, *, at_once: int = 1, waiting: int = 8, seconds: float = SECONDS) -> None:
        self._turns = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._seconds = seconds
        self.busy = 0
        """How many are being checked or wait."""

    async def record(self, text: str, commitment: str | None = None) -> Verdict:
        """What verifying a record finds. Raises Refusal (503, 422)."""
        found = await self._ask({"what": "record", "text": text, "commitment": commitment})
        return msgspec.json.decode(found, type=Verdict)

    async def edition(self, text: str) -> EditionVerdict:
        """Whether an edition can be played with. Raises Refusal (503, 422)."""
        return msgspec.json.decode(await self._ask({"what": "edition", "text": text}), type=EditionVerdict)

    async def _ask(self, question: dict[str, Any]) -> bytes:
        if self.busy >= self._most:
            raise Refusal(*BUSY, [("retry-after", "10")])
        self.busy += 1
        try:
            async with self._turns:
                return await self._run(json.dumps(question).encode("ascii"))
        finally:
            self.busy -= 1

    async def _run(self, question: bytes) -> bytes:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tiefenthal.server.web.checker",
            str(math.ceil(self._seconds)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(self._seconds):
                answer, _ = await process.communicate(question)
        except TimeoutError:
            raise Refusal(*TOO_LONG) from None
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        code = process.returncode or 0
        if code < 0 or code == checker.TOO_MUCH:  # by its own bounds
            logs.event("check ended early", level="warning", count=code)
            raise Refusal(*TOO_LONG)
        if code > 0:
            raise RuntimeError(f"the checker ended with {code}")
        return answer
