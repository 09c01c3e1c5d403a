"""One process in which bots think, seen from the server: started, asked, watched, ended."""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections import deque
from typing import Any, Final, NamedTuple, cast

from tiefenthal.engine.components.edition import Edition
from tiefenthal.server.bots import wire as bot_wire

WORKER: Final = (sys.executable, "-P", "-m", "tiefenthal.server.bots.worker")
MOST_EDITIONS: Final = 32
"""Editions a process caches; tables with their own figures come and go."""
GRACE: Final = 0.25
"""Seconds a bot may continue when nobody waits for it any more: most finish in that time, and a new process costs more.
"""
LAST_WORDS: Final = 1.0
"""Seconds for a silent process to end by itself, so that its exit status is known."""
BURIAL: Final = 10.0
NONSENSE: Final = "gave an answer that makes no sense"


class Task(NamedTuple):
    """What a process is asked: a choice of a bot, within a time."""

    bot: str
    edition: Edition
    body: bytes
    budget: float


class Outcome(NamedTuple):
    """The result of a task."""

    action: int | None
    seconds: float
    trouble: str | None
    ended: bool
    """Whether the process ended by itself, which need not be the bot's fault."""
    never_loaded: bool = False
    """Whether time ran out before the bot had been made."""


class _Line(asyncio.SubprocessProtocol):
    """The output of the process, line by line, and its end."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.lines: deque[bytes] = deque()
        self.silent: bool = False
        """Nothing more will come."""
        self.flooded: bool = False
        """More arrived than any answer is long: it is ignored, and nothing more is kept."""
        self.exited: asyncio.Future[None] = loop.create_future()
        self.lost: asyncio.Future[None] = loop.create_future()
        self.pid: int = 0
        self._part = b""
        self._news: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by the loop."""
        self.pid = cast(asyncio.SubprocessTransport, transport).get_pid()

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Called by the loop."""
        if self.flooded or isinstance(data, str):
            return
        *lines, self._part = (self._part + data).split(b"\n")
        self.lines.extend(lines)
        if sum(map(len, self.lines)) + len(self._part) + len(self.lines) > bot_wire.LONGEST_ANSWER:
            self.flooded = True
            self._part = b""
            self.lines.clear()
        self._tell()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Called by the loop, when the process closes its side as well."""
        self.silent = True
        self._tell()

    def process_exited(self) -> None:
        """Called by the loop, once the process has been reaped."""
        _kill_group(self.pid)  # whatever the bot may have started; later the number could belong to another process
        if not self.exited.done():
            self.exited.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by the loop when all is closed."""
        self.silent = True
        self._tell()
        if not self.lost.done():
            self.lost.set_result(None)

    def _tell(self) -> None:
        if not self._news.done():
            self._news.set_result(None)

    async def news(self, deadline: float, awaited: "asyncio.Future[Any] | None" = None) -> bool:
        """Wait until there is a line or an end of them; False at the deadline, or soon after nobody waits any more."""
        while not (self.lines or self.silent or self.flooded):
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            self._news = asyncio.get_running_loop().create_future()
            if awaited is not None and not awaited.done():
                await asyncio.wait([self._news, awaited], timeout=left, return_when=asyncio.FIRST_COMPLETED)
                if awaited.done():
                    deadline = min(deadline, time.monotonic() + GRACE)
            else:
                await asyncio.wait([self._news], timeout=left)
        return True


class BotProcess:
    """A process for bots, ready for work. `end` must be called in the end; `serve` does so after an error."""

    def __init__(self, transport: asyncio.SubprocessTransport, line: _Line) -> None:
        self.ended: bool = False
        """Whether it has ended, and another is needed."""
        self.pid: int = transport.get_pid()
        self._transport = transport
        self._line = line
        self._to = cast(asyncio.WriteTransport, transport.get_pipe_transport(0))
        self._bots: set[str] = set()
        self._editions: list[str] = []
        self._number: int = 0
        self._burial: asyncio.Task[None] | None = None

    @property
    def alive(self) -> bool:
        """Whether it can be asked. One that speaks without being asked cannot."""
        line = self._line
        return not (self.ended or line.exited.done() or line.silent or line.flooded or line.lines)

    @staticmethod
    async def start(limit: float) -> "BotProcess | None":
        """A process that is ready; None if it cannot be started within the limit."""
        spawning = asyncio.ensure_future(
            asyncio.get_running_loop().subprocess_exec(
                _Line,
                *WORKER,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=None,  # until it is ready: then it has nothing more to say there
                start_new_session=True,  # Ctrl-C is for the server; and what a bot may start can be ended with it
            )
        )
        try:
            process = BotProcess(*await asyncio.shield(spawning))
        except asyncio.CancelledError:
            with contextlib.suppress(OSError):
                await BotProcess(*await spawning).end()
            raise
        except OSError:
            return None
        ready = False
        try:
            line = process._line
            ready = await line.news(time.monotonic() + limit) and bool(line.lines) and line.lines[0] == bot_wire.READY
        finally:
            if not ready:
                await process.end()
        if not ready:
            return None
        line.lines.popleft()
        return process

    async def serve(self, task: Task, awaited: "asyncio.Future[Any]", loading: float) -> Outcome:
        """Have a bot choose. When `awaited`, the future of the caller, is cancelled, the work is cut short."""
        self._number += 1
        began = time.monotonic()
        loaded = task.bot in self._bots and task.edition.digest in self._editions
        self._send(task, not loaded)
        deadline = began + (task.budget if loaded else loading)
        while await self._line.news(deadline, awaited):
            if self._line.flooded:
                await self.end()
                return Outcome(None, time.monotonic() - began, NONSENSE, False)
            if not self._line.lines:
                return await self._mourn(began)
            reply = bot_wire.read_reply(self._line.lines.popleft())
            if reply is None or reply.number != self._number:
                await self.end()
                return Outcome(None, time.monotonic() - began, NONSENSE, False)
            if reply.action is not None or reply.words is not None:
                return Outcome(reply.action, time.monotonic() - began, reply.words, False)
            loaded = True
            self._bots.add(task.bot)
            deadline = time.monotonic() + task.budget
        await self.end()
        words = "took too long" if loaded else "took too long to load"
        return Outcome(None, time.monotonic() - began, words, False, not loaded and not awaited.done())

    def _send(self, task: Task, fresh: bool) -> None:
        """Nothing is drained: there is one request at a time, and no second before the answer."""
        digest = task.edition.digest
        if digest not in self._editions:
            if len(self._editions) >= MOST_EDITIONS:
                self._to.write(bot_wire.forget_line(self._editions.pop(0)))
            self._to.write(bot_wire.edition_line(task.edition))
            self._editions.append(digest)
        self._to.write(bot_wire.choose_line(self._number, fresh, task.body))

    async def _mourn(self, began: float) -> Outcome:
        """How a process ended that no longer answers."""
        seconds = time.monotonic() - began
        await asyncio.wait([self._line.exited], timeout=LAST_WORDS)
        code = self._transport.get_returncode()
        await self.end()
        if code is None:
            return Outcome(None, seconds, f"{bot_wire.CRASHED}: it closed the line to the server", False)
        return Outcome(None, seconds, f"{bot_wire.CRASHED}: its process ended {_manner(code)}", True)

    async def end(self) -> None:
        """End the process at once, and what it has started. Finished even when the caller is cancelled meanwhile."""
        self.ended = True
        if self._burial is None:
            self._burial = asyncio.create_task(self._bury())
        await asyncio.shield(self._burial)

    async def _bury(self) -> None:
        line = self._line
        if not line.exited.done() and not _kill_group(self.pid):
            self._transport.kill()
        await asyncio.wait([line.exited], timeout=BURIAL)
        self._transport.close()
        await asyncio.wait([line.lost], timeout=BURIAL)


def _kill_group(leader: int) -> bool:
    """Kill a process that leads its own process group, and the whole group; False on systems without groups."""
    if sys.platform == "win32":
        return False
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    return True


def _manner(code: int) -> str:
    """How a process ended, from its exit code."""
    if code >= 0:
        return f"with code {code}"
    with contextlib.suppress(ValueError):
        return f"by {signal.Signals(-code).name}"
    return f"by signal {-code}"
