"""Checks records and editions that somebody sends. In the worst case that takes seconds of processor time, so it runs
in a separate process: the games on this server do not wait for it, and it can be killed.
"""

import asyncio
import contextlib
import json
import sys
from typing import Any, Final

import msgspec

from tiefenthal.i18n import DEFAULT
from tiefenthal.server import logs
from tiefenthal.server.http import checker
from tiefenthal.server.http.fair_turns import FairTurns, QueueFullError, Requester
from tiefenthal.server.problem import Refusal
from tiefenthal.server.protocol.http import EditionVerdict, Verdict

PROCESSOR_SECONDS: Final = 5
"""The limits of a check; a game or an edition takes 0.3 s and 30 MB, starting the process included."""
SECONDS: Final = 10.0
"""The limit in wall-clock time: a check has a low priority, so on a busy machine it must also wait."""
WAITING: Final = 32
WAITING_OF_ONE_ADDRESS: Final = 6
BUSY: Final = (503, "busy", "Too many others are having something checked; try again a little later.")
TOO_LONG: Final = (422, "too-long", "Checking this took too long; it is not an ordinary game or edition.")


class Checker:
    """Runs `checker.py`, one check at a time, in fair turns. A limited number of requests wait; more are refused."""

    def __init__(self, *, seconds: float = SECONDS, turns: FairTurns | None = None) -> None:
        self._seconds = seconds
        self.turns = turns or FairTurns(waiting=WAITING, of_one_address=WAITING_OF_ONE_ADDRESS)

    async def record(
        self, requester: Requester, text: str, commitment: str | None = None, language: str = DEFAULT
    ) -> Verdict:
        """What verifying a record finds, told in a language. Raises Refusal (503, 422)."""
        question = {"what": "record", "text": text, "commitment": commitment, "language": language}
        found = await self._ask(requester, question)
        return msgspec.json.decode(found, type=Verdict)

    async def edition(self, requester: Requester, text: str, language: str = DEFAULT) -> EditionVerdict:
        """Whether an edition can be played with, told in a language. Raises Refusal (503, 422)."""
        found = await self._ask(requester, {"what": "edition", "text": text, "language": language})
        return msgspec.json.decode(found, type=EditionVerdict)

    async def _ask(self, requester: Requester, question: dict[str, Any]) -> bytes:
        try:
            async with self.turns.turn(requester):
                return await self._run(json.dumps(question).encode("ascii"))
        except QueueFullError:
            raise Refusal(*BUSY, [("retry-after", "10")]) from None

    async def _run(self, question: bytes) -> bytes:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tiefenthal.server.http.checker",
            str(PROCESSOR_SECONDS),
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
        if code < 0 or code == checker.TOO_MUCH:  # it reached its own limits
            logs.event("check ended early", level="warning", count=code)
            raise Refusal(*TOO_LONG)
        if code > 0:
            raise RuntimeError(f"the checker ended with {code}")
        return answer
