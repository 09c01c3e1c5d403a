"""Bots at tables: they think in separate processes (`worker.py`), see only views, and have a hard time limit.

Whatever a bot does, `BotPool.choose` answers with a legal action: a process that overruns, ends or returns nonsense is
replaced, and a stand-in move is played, with a description of the error. The processes are shared fairly
(`fair_queue`): by address, session and table, games in which a person waits before the others.

The seed given to a bot must not follow from the seed of the game, which nobody at the table may know.
"""

import asyncio
import logging
from importlib.metadata import EntryPoint, entry_points
from typing import Final, NamedTuple

from tiefenthal.engine.rules.actions import ACTIONS, DECLINE_IT, END_SERVING, READY_NOW, STAY_HERE, Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots.registry import BUILT_IN, GROUP, level_of, words_about
from tiefenthal.server.bots import wire as bot_wire
from tiefenthal.server.bots.fair_queue import FairQueue, Turn
from tiefenthal.server.bots.process import BotProcess, Outcome, Task
from tiefenthal.server.bots.remote import RemoteThinkers
from tiefenthal.server.protocol.http import BotInfo
from tiefenthal.server.store.thinkers import Share

STAND_IN: Final = "greedy"
STAND_IN_BUDGET: Final = 1.0
STARTING: Final = 60.0
LOADING: Final = 30.0
PUT_OFF: Final = 300.0
"""Seconds until a bot that failed to load is tried again: each try delays every table."""
LONGEST_WORDS: Final = 200
_SAFE: Final = (READY_NOW, END_SERVING, STAY_HERE, DECLINE_IT)
"""Actions that advance the game, for stand-in moves: other legal actions could be done and undone forever."""
PEOPLE: Final = 8.0
"""The weight of games in which a person waits, compared with all other games, which get their share too."""

_log = logging.getLogger("tiefenthal.bots")


class Asker(NamedTuple):
    """The game that a choice is for."""

    person_waits: bool = True
    """Whether a player is connected; else only bots play, though somebody may watch."""
    address: str = ""
    """Their address: many sessions from one address get no larger share."""
    session: int = 0
    """The person who opened the table."""
    table: str = ""


SOMEBODY: Final = Asker()


class Answer(NamedTuple):
    """The answer of a bot."""

    action: Action
    seconds: float
    """How long the bot thought, without the wait for a free process."""
    trouble: str | None
    """Why a stand-in move is played, such as "took too long"; None when the bot answered."""
    waited: float = 0.0
    """How many seconds it waited for a free process."""

    @property
    def crashed(self) -> bool:
        """Whether the bot failed with an error, or crashed its process: a bug in it."""
        return self.trouble is not None and self.trouble.startswith(bot_wire.CRASHED)


class PoolClosedError(RuntimeError):
    """No choice can be made: the pool is closed, or was never started."""


class _Job:
    """A choice somebody waits for."""

    __slots__ = ("answer", "task")

    def __init__(self, task: Task) -> None:
        self.task = task
        self.answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

    def finish(self, outcome: Outcome) -> None:
        """Deliver the result, if somebody still waits for it."""
        if not self.answer.done():
            self.answer.set_result(outcome)


class BotPool:
    """The processes for bots. Each makes one choice at a time, with a bot created for it."""

    def __init__(self, processes: int = 1, budget: float = 5.0, loading: float = LOADING) -> None:
        """`budget`: seconds a bot may think; `loading`: seconds its modules may take to load, once in each process."""
        self.processes: int = processes
        self.budget: float = budget
        self.loading: float = loading
        self.replaced: int = 0
        """Processes that had to be replaced so far."""
        self._queue: FairQueue[_Job] = FairQueue()
        self._waiting = asyncio.Semaphore(0)
        """Counts the queue; the runners wait on it."""
        self._runners: list[asyncio.Task[None]] = []
        self._put_off: dict[str, float] = {}
        self._open: bool = False
        self.remote: RemoteThinkers | None = None
        """Thinkers on other machines, which are asked first while there are any."""

    @property
    def waiting(self) -> int:
        """How many choices wait for a free process."""
        return len(self._queue)

    async def start(self) -> None:
        """Start the processes; they load while the server continues."""
        if self._runners:
            return
        self._open = True
        self._queue = FairQueue()
        self._waiting = asyncio.Semaphore(0)
        self._runners = [asyncio.create_task(self._run()) for _ in range(self.processes)]
        if self.remote is not None:
            self.remote.start()

    async def close(self) -> None:
        """End the processes, whatever they are doing. Those who wait for a choice get a PoolClosedError."""
        self._open = False
        if self.remote is not None:
            await self.remote.close()
        runners, self._runners = self._runners, []
        for runner in runners:
            runner.cancel()
        await asyncio.gather(*runners, return_exceptions=True)
        while len(self._queue):
            _send_home(self._queue.take().item)

    def describe(self) -> list[BotInfo]:
        """The bots that can be seated, the weakest first, with a sentence on each."""
        bots = [BotInfo(name, words_about(name), level_of(name)) for name in BUILT_IN]
        points = {point.name: point for point in entry_points(group=GROUP) if point.name not in BUILT_IN}
        return bots + [BotInfo(name, _words_of(points[name])) for name in sorted(points)]

    async def choose(self, bot: str, seed: str, view: View, legal: list[Action], asker: Asker = SOMEBODY) -> Answer:
        """An action out of `legal`, by the bot or in its stead. The same arguments give the same action; `asker` only
        decides when it is served.

        Raises PoolClosedError when the pool is not open, and nothing else: no bot can make it fail.
        """
        body = bot_wire.request(bot, seed, view, legal)
        edition = view.state.setup.edition
        clock = asyncio.get_running_loop().time
        began = clock()
        first = await self._ask(Task(bot, edition, body, self.budget), asker)
        action = _legal_action(first, legal)
        if action is not None:
            return Answer(action, first.seconds, None, max(0.0, clock() - began - first.seconds))
        trouble = first.trouble or "gave an illegal action"
        seconds = first.seconds
        if bot != STAND_IN or first.ended:
            body = bot_wire.request(STAND_IN, seed, view, legal)
            second = await self._ask(
                Task(STAND_IN, edition, body, min(self.budget, STAND_IN_BUDGET)), asker, urgent=True
            )
            seconds += second.seconds
            action = _legal_action(second, legal)
        if action is None:
            action = next((safe for safe in _SAFE if safe in legal), legal[0])
        return Answer(action, seconds, trouble, max(0.0, clock() - began - seconds))

    async def _ask(self, task: Task, asker: Asker, urgent: bool = False) -> Outcome:
        """Have a choice made, when it is the asker's turn."""
        if not self._open:
            raise PoolClosedError("the bots are not there: start the pool first, and do not ask once it is closed")
        clock = asyncio.get_running_loop().time
        if self._put_off.get(task.bot, 0.0) > clock():
            return Outcome(None, 0.0, "took too long to load", False)
        outcome = await self._ask_remote(task, asker, urgent)
        if outcome is None:
            outcome = await self._ask_here(task, asker, urgent)
        if outcome.never_loaded and task.bot not in BUILT_IN:
            self._put_off[task.bot] = clock() + PUT_OFF
        return outcome

    async def _ask_remote(self, task: Task, asker: Asker, urgent: bool) -> Outcome | None:
        """Have a choice made by a thinker; None when there is none."""
        if self.remote is None or not self.remote.available:
            return None
        outcome = await self.remote.ask(task, Share(*asker), urgent)
        if not self._open:
            raise PoolClosedError("the server is stopping, and its bots have stopped")
        return outcome

    async def _ask_here(self, task: Task, asker: Asker, urgent: bool) -> Outcome:
        """Have a choice made in one of our own processes."""
        job = _Job(task)
        self._queue.put(asker, job, weight=PEOPLE if asker.person_waits else 1.0, urgent=urgent)
        self._waiting.release()
        return await job.answer

    async def think(self, task: Task) -> Outcome:
        """Have a choice made for another server, which has already settled whose turn it is."""
        return await self._ask(task, SOMEBODY)

    async def _run(self) -> None:
        """Run one process, and give it the choices that wait."""
        process: BotProcess | None = await self._started()
        clock = asyncio.get_running_loop().time
        turn: Turn[_Job] | None = None
        try:
            while True:
                await self._waiting.acquire()
                turn = self._queue.take()
                job, began = turn.item, clock()
                if not job.answer.done():  # somebody still waits
                    if process is None or not process.alive:
                        process = await self._replacement(process)
                    if process is None:
                        job.finish(Outcome(None, 0.0, "has no process: none could be started", False))
                    else:
                        job.finish(await self._served(process, job))
                        if process.ended:
                            process = await self._replacement(
                                process
                            )  # at once, so that it is ready for the next choice
                self._queue.done(turn, clock() - began)
        finally:
            if turn is not None:
                _send_home(turn.item)
            if process is not None:
                await process.end()

    async def _started(self) -> BotProcess | None:
        try:
            process = await BotProcess.start(STARTING)
        except Exception:
            _log.exception("a process for bots failed to start")
            return None
        if process is None:
            _log.error("a process for bots could not be started")
        return process

    async def _replacement(self, process: BotProcess | None) -> BotProcess | None:
        """A new process in place of one that has ended, or never started."""
        if process is not None:
            self.replaced += 1
            if not process.ended:
                await process.end()
        return await self._started()

    async def _served(self, process: BotProcess, job: _Job) -> Outcome:
        """The outcome of a choice. A bug of ours ends the process, never the pool."""
        try:
            return await process.serve(job.task, job.answer, self.loading)
        except Exception as error:
            _log.exception("a choice could not be brought to a bot", extra={"bot": job.task.bot})
            await process.end()
            return Outcome(None, 0.0, f"could not be asked: {type(error).__name__}", False)


def _send_home(job: _Job) -> None:
    if not job.answer.done():
        job.answer.set_exception(PoolClosedError("the server is stopping, and its bots have stopped"))


def _legal_action(outcome: Outcome, legal: list[Action]) -> Action | None:
    """The action, if it is one of the legal ones."""
    if outcome.action is None or not 0 <= outcome.action < len(ACTIONS):
        return None
    action = ACTIONS[outcome.action]
    return action if action in legal else None


def _words_of(point: EntryPoint) -> str:
    """A sentence on a plug-in, without loading it: that happens only in the bots' processes."""
    if point.dist is None:
        return "A bot that was added to this server."
    summary = "".join(sign if sign.isprintable() else " " for sign in point.dist.metadata["Summary"] or "")
    return f"From the package {point.dist.name}" + (f": {summary[:LONGEST_WORDS]}" if summary else ".")
