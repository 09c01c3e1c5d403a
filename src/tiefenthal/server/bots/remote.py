"""Bots that think on other machines: the side of the server, and the thinker (`tiefenthal think`).

A server asks thinkers while there are any, and thinks itself when there are none. If a thinker dies, nothing is lost:
its choices can be taken again after its heartbeats stop, and bots choose the same from the same view and seed.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Final

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import built_in_edition, parse_edition
from tiefenthal.server.bots.process import Outcome, Task
from tiefenthal.server.store.base import StoreError
from tiefenthal.server.store.thinkers import THINK, THOUGHT, Choice, Share, Thinkers, Thought

ALIVE_SECONDS: Final = 4.0
BEAT_SECONDS: Final = 1.0
POLL_SECONDS: Final = 1.0
"""Seconds between polls for missed news."""
MOST_EDITIONS: Final = 32
TAKEN_SECONDS: Final = 30.0
"""Within which a thinker takes a choice; then the server makes it itself."""
SLACK_SECONDS: Final = 40.0
"""More than the bot's own time within which one that has taken a choice answers: it may have to load the bot first."""
DISTRUST_SECONDS: Final = 300.0
"""How long no thinker is asked after one that sends heartbeats did not answer in time."""

_log = logging.getLogger("tiefenthal.bots")


class RemoteThinkers:
    """The thinkers, as a server sees them. Nothing here fails: without an answer, the server thinks itself."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._answers: dict[int, asyncio.Event] = {}
        self._available = False
        self._distrusted = 0.0
        """The time until which no answers are expected from others."""
        self._polling: asyncio.Task[None] | None = None
        self._end: Callable[[], None] | None = None

    def start(self) -> None:
        """Start watching for thinkers."""
        self._end = self._thinkers.watch(self._hear)
        self._polling = asyncio.create_task(self._poll())

    async def close(self) -> None:
        if self._end is not None:
            self._end()
        if self._polling is not None:
            self._polling.cancel()
            await asyncio.gather(self._polling, return_exceptions=True)

    @property
    def available(self) -> bool:
        """Whether there are thinkers, as far as is known."""
        return self._available and time.monotonic() >= self._distrusted

    async def ask(self, task: Task, share: Share, urgent: bool) -> Outcome | None:
        """Have a choice made by a thinker; None when there is none, or the last one has ended."""
        if not self.available:
            return None
        number: int | None = None
        try:
            text = "" if built_in_edition(task.edition.digest) is not None else task.edition.text
            choice = Choice(task.bot, task.edition.digest, text, task.body, task.budget, share, urgent)
            number = await self._thinkers.ask(choice)
            found = await self._answer(number, task.budget)
            number = None if found is not None else number
        except StoreError:
            return None
        finally:
            if number is not None:  # nobody waits for it any more
                with contextlib.suppress(StoreError):
                    await asyncio.shield(asyncio.ensure_future(self._thinkers.withdraw(number)))
        return None if found is None else Outcome(*found)

    async def _answer(self, number: int, budget: float) -> Thought | None:
        event = self._answers[number] = asyncio.Event()
        taken = False
        deadline = time.monotonic() + TAKEN_SECONDS
        try:
            while True:
                found = await self._thinkers.thought(number)
                if found is not None or not self.available:
                    return found
                if not taken and await self._thinkers.taken(number):
                    taken = True
                    deadline = time.monotonic() + budget + SLACK_SECONDS
                if time.monotonic() > deadline:
                    self._distrusted = time.monotonic() + DISTRUST_SECONDS
                    _log.error("a thinker did not %s a choice in time", "answer" if taken else "take")
                    return None
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(POLL_SECONDS):
                        await event.wait()
                event.clear()
        finally:
            del self._answers[number]

    def _hear(self, kind: str, number: int) -> None:
        if kind == THOUGHT:
            for waiting, event in self._answers.items():
                if number in (waiting, 0):
                    event.set()

    async def _poll(self) -> None:
        while True:
            try:
                self._available = await self._thinkers.alive() > 0
            except StoreError:
                self._available = False
            await asyncio.sleep(POLL_SECONDS)


class Thinker:
    """Takes choices and has them made, as many at once as it has processes."""

    def __init__(self, thinkers: Thinkers, ask: Callable[[Task], Awaitable[Outcome]], processes: int) -> None:
        self.name = secrets.token_hex(8)
        self._thinkers = thinkers
        self._ask = ask
        self._free = asyncio.Semaphore(processes)
        self._wake = asyncio.Event()
        self._editions: dict[str, Edition] = {}
        self._made: set[asyncio.Task[None]] = set()
        self.answered = 0

    async def run(self) -> None:
        """Think until cancelled; unfinished choices are left to others."""
        end = self._thinkers.watch(lambda kind, _: self._wake.set() if kind == THINK else None)
        beating = asyncio.create_task(self._beat())
        try:
            while True:
                await self._free.acquire()
                number, choice = await self._take()
                task = asyncio.create_task(self._make(number, choice))
                self._made.add(task)
                task.add_done_callback(self._made.discard)
        finally:
            end()
            for each in (beating, *self._made):
                each.cancel()
            await asyncio.gather(beating, *self._made, return_exceptions=True)
            with contextlib.suppress(StoreError):
                await self._thinkers.leave(self.name)

    async def _take(self) -> tuple[int, Choice]:
        while True:
            self._wake.clear()
            try:
                found = await self._thinkers.take(self.name)
            except StoreError as error:
                _log.warning("no choice could be taken: %s", error)
                found = None
            if found is not None:
                return found
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._wake.wait()

    async def _make(self, number: int, choice: Choice) -> None:
        try:
            try:
                outcome = await self._ask(Task(choice.bot, self._edition(choice), choice.body, choice.budget))
            except ValueError as error:
                outcome = Outcome(None, 0.0, f"could not be asked: {error}", False)
            with contextlib.suppress(StoreError):  # then it can be taken again when this thinker is presumed dead
                await self._thinkers.answer(self.name, number, Thought(*outcome))
                self.answered += 1
        finally:
            self._free.release()

    def _edition(self, choice: Choice) -> Edition:
        if choice.edition not in self._editions:
            while len(self._editions) >= MOST_EDITIONS:
                self._editions.pop(next(iter(self._editions)))
            self._editions[choice.edition] = built_in_edition(choice.edition) or parse_edition(choice.edition_text)
        return self._editions[choice.edition]

    async def _beat(self) -> None:
        while True:
            with contextlib.suppress(StoreError):
                await self._thinkers.beat(self.name, ALIVE_SECONDS)
                self._wake.set()
            await asyncio.sleep(BEAT_SECONDS)
