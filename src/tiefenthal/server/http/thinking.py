"""The analysis processes, seen from the server: one for reviews, one for requests that somebody waits for. Each handles
one request at a time, in fair turns (`fair_turns.py`), has a lower priority than the games, and is ended when it takes
too long; it starts on demand, and ends when it has been idle for a while.
"""

import asyncio
import contextlib
import sys
from functools import partial
from typing import Any, Final

import msgspec

from tiefenthal.i18n import Catalogue
from tiefenthal.server import logs
from tiefenthal.server.analysis import wire
from tiefenthal.server.http.fair_turns import FairTurns, QueueFullError, Requester
from tiefenthal.server.problem import Refusal

WORKER: Final = (sys.executable, "-P", "-m", "tiefenthal.server.analysis.worker")
STARTING: Final = 60.0
"""Additional seconds for the first answer of a process, which loads its modules then."""
IDLE: Final = 120.0
BUSY: Final = (503, "busy", "Too many others are having something analysed; try again a little later.")
TOO_LONG: Final = (422, "too-long", "Analysing this took too long; it is not an ordinary game.")
NO_JUDGE: Final = (
    503,
    "no-judge",
    "This server cannot analyse games: packages for its strongest bot are not installed.",
)
WRONG: Final = (400, "record", "This is not a record of a game, or it breaks the rules.")
REFUSALS: Final = (BUSY, TOO_LONG, NO_JUDGE, WRONG)


class NothingHereError(Exception):
    """There is nothing to decide for this seat."""


class Thinking:
    """One process, used in fair turns."""

    def __init__(self, *, seconds: float, niceness: int, waiting: int, of_one_address: int) -> None:
        """`seconds`: what one question may take."""
        self.seconds = seconds
        self.turns = FairTurns(waiting=waiting, of_one_address=of_one_address)
        self.started: int = 0
        """How many processes there have been."""
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._going: asyncio.TimerHandle | None = None
        self._closed = False

    async def ask(self, requester: Requester, question: wire.Question) -> Any:
        """The answer, of the type `wire.ANSWERS` names. Raises Refusal."""
        try:
            async with self.turns.turn(requester):
                return await self._ask(question)
        except QueueFullError:
            raise Refusal(*BUSY, [("retry-after", "10")]) from None

    async def close(self) -> None:
        """End the process."""
        self._closed = True
        await self._end()

    async def _ask(self, question: wire.Question) -> Any:
        if self._going is not None:
            self._going.cancel()
            self._going = None
        seconds = self.seconds
        process = self._process
        if process is None or process.returncode is not None:
            process = await self._start()
            seconds += STARTING
        answer = b""
        done = False
        try:
            async with asyncio.timeout(seconds):
                answer = await _exchange(process, msgspec.json.encode(question))
            done = bool(answer)
        except TimeoutError:
            logs.event("analysis ended early", level="warning", seconds=round(seconds))
            raise Refusal(*TOO_LONG) from None
        finally:
            if not done:  # also when the client disconnected meanwhile
                await asyncio.shield(self._end())
        if not answer:
            raise Refusal(*TOO_LONG)  # it reached its limits, or could not load
        self._going = asyncio.get_running_loop().call_later(IDLE, self._leave)
        return _read(question, answer)

    async def _start(self) -> asyncio.subprocess.Process:
        if self._closed:
            raise Refusal(*BUSY)
        self.started += 1
        self._process = await asyncio.create_subprocess_exec(
            *WORKER,
            str(self._niceness),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=wire.LONGEST_ANSWER,
        )
        return self._process

    def _leave(self) -> None:
        """It has been idle for a while, so it ends."""
        self._going = None
        if self._process is not None and not self.turns.busy and self._process.stdin is not None:
            self._process.stdin.close()
            self._process = None

    async def _end(self) -> None:
        process, self._process = self._process, None
        if self._going is not None:
            self._going.cancel()
            self._going = None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _exchange(process: asyncio.subprocess.Process, question: bytes) -> bytes:
    """Send one line and read one line; nothing when the process has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(question + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
    except (ConnectionError, ValueError):  # a line longer than any answer
        return b""
    return line if line.endswith(b"\n") else b""


def _no_review(failed: wire.Failed, words: Catalogue) -> str:
    return words.say("record.no-review", reason=failed.said.get(words.code, failed.words))


def _read(question: wire.Question, answer: bytes) -> Any:
    if answer.startswith(b'{"answer":"failed"'):
        failed = msgspec.json.decode(answer, type=wire.Failed)
        if failed.code == "nothing":
            raise NothingHereError(failed.words)
        if failed.code == "no-judge":
            raise Refusal(*NO_JUDGE)
        raise Refusal(WRONG[0], WRONG[1], partial(_no_review, failed))
    return msgspec.json.decode(answer, type=wire.ANSWERS[type(question)])
