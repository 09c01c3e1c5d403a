"""The bots at one table: each seat that a bot plays is moved at the table's pace, by the bots' own processes."""

import asyncio
import contextlib
import functools
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, Protocol

from tiefenthal.server import logs
from tiefenthal.server.bots.pool import Asker, BotPool
from tiefenthal.server.bots.wire import place_of_crash
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.protocol.parts import Pace
from tiefenthal.server.store.base import StoreError
from tiefenthal.server.tables import log, teaching
from tiefenthal.server.tables.bounds import offered
from tiefenthal.server.tables.cluster import BOTS, Cluster
from tiefenthal.server.tables.commands import Circumstances, CommandRefused, bot_move
from tiefenthal.server.tables.following import TableGoneError
from tiefenthal.server.tables.socket import Socket
from tiefenthal.server.tables.table import Table

SECONDS: Final[dict[Pace, float]] = {"instant": 0.0, "brisk": 0.25, "natural": 0.7, "relaxed": 1.6}
"""Between two decisions of a bot; half of it while everyone plans at once."""
AFTER_TROUBLE: Final = 2.0


class Shared(Protocol):
    """What all tables of a server share."""

    @property
    def pool(self) -> BotPool:
        """The processes in which bots think."""

    @property
    def metrics(self) -> Metrics:
        """Where the bots' errors and times are counted."""

    @property
    def cluster(self) -> Cluster:
        """The other processes with the same store."""


class AtTable(Protocol):
    """The table, as its bots need it."""

    lock: asyncio.Lock

    @property
    def table(self) -> Table:
        """Who sits where, and the game."""

    @property
    def registry(self) -> Shared:
        """What it shares with others."""

    @property
    def sockets(self) -> set[Socket]:
        """Who watches here."""

    @property
    def attended(self) -> bool:
        """Whether anybody does, in any process."""

    def circumstances(self) -> Circumstances:
        """Who is here."""

    async def change(self, entries: Sequence[log.Entry]) -> None:
        """Write down and carry out what was decided."""

    async def again(self, work: Callable[[], Awaitable[None]]) -> None:
        """Check and do it, and again whenever another process was first."""

    async def to_the_end(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it, even if the caller is cancelled."""


class BotSeats:
    """The bots at one table."""

    def __init__(self, live: AtTable) -> None:
        self._live = live
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._stopped = False
        self._driving = False
        """Whether this process drives the bots of the table."""
        self._elsewhere = False
        """Whether another process does, as far as is known."""

    # --- which process drives them

    def may_drive(self) -> None:
        """Perhaps no process drives the bots any more."""
        self._elsewhere = False
        self.wake()

    def lost(self) -> None:
        """Other processes may drive them now."""
        self._driving = False

    async def _drives(self) -> bool:
        """Whether this process drives the bots of the table. This only avoids double work: the log ensures that no bot
        moves twice."""
        if not self._driving:
            try:
                self._driving = await self._live.registry.cluster.claim(BOTS + self._live.table.id)
            except StoreError:
                self._driving = False
            self._elsewhere = not self._driving
        return self._driving

    async def let_go(self) -> None:
        """Let another process drive the bots."""
        self._stopped = True
        if self._driving:
            self._driving = False
            await self._live.registry.cluster.release(BOTS + self._live.table.id)

    # --- what they do

    @property
    def busy(self) -> bool:
        """Whether a bot is thinking."""
        return bool(self._tasks)

    def wake(self) -> None:
        """Let every bot that has to decide begin to think."""
        if self._stopped or self._elsewhere:
            return
        for seat in self._live.table.asked():
            if seat not in self._tasks and self._may_play(seat):
                task = asyncio.create_task(self._play(seat), name=f"bot at seat {seat + 1}")
                self._tasks[seat] = task
                task.add_done_callback(functools.partial(self._ended, seat))

    def _ended(self, seat: int, task: asyncio.Task[None]) -> None:
        self._tasks.pop(seat, None)
        if not task.cancelled() and task.exception() is not None:
            logs.event("bot seat failed", level="error", exception=task.exception())
        elif not task.cancelled():
            self.wake()  # the question may have come back to the seat while the task was ending

    def _may_play(self, seat: int) -> bool:
        """Bots play while a person is in the game or somebody watches; and wait while an undo request is open."""
        table = self._live.table
        if table.places[seat].player is None or seat not in table.asked() or table.request is not None or table.closed:
            return False
        if table.lesson is not None and teaching.scripted(table, seat) is None:
            return False
        return self._live.attended or any(place.player is None for place in table.places)

    async def _play(self, seat: int) -> None:
        live = self._live
        table = live.table
        while self._may_play(seat) and not self._stopped:
            if not await self._drives():
                return
            if not self._may_play(seat):
                continue  # the game has moved on meanwhile
            game, bot, ply = table.game, table.places[seat].player, table.ply
            assert game is not None
            assert bot is not None
            started = time.monotonic()
            if table.lesson is not None:
                await self._follow(table, seat, ply)
                continue
            asker = self._asker()
            answer = await live.registry.pool.choose(
                bot, table.bot_luck(seat), game.view(seat), offered(game, seat), asker
            )
            live.registry.metrics.bot_choice(bot, answer.seconds, answer.trouble is not None, answer.crashed)
            live.registry.metrics.bot_wait(answer.waited, asker.person_waits)
            if answer.trouble is not None:
                logs.event(
                    "stand-in move",
                    level="error" if answer.crashed else "warning",
                    bot=bot,
                    trouble=answer.trouble.partition(":")[0],
                    place=place_of_crash(answer.trouble),
                )
            await asyncio.sleep(max(0.0, self._pause(table) - (time.monotonic() - started)))
            await live.to_the_end(self._move(seat, ply, answer.action.text))
            if table.ply == ply:
                await asyncio.sleep(AFTER_TROUBLE)

    async def _follow(self, table: Table, seat: int, ply: int) -> None:
        """In a lesson the other seats follow the script."""
        action = teaching.scripted(table, seat)
        assert action is not None
        await asyncio.sleep(self._pause(table))
        await self._live.to_the_end(self._move(seat, ply, action))

    @staticmethod
    def _pause(table: Table) -> float:
        """Between two decisions of a bot."""
        return SECONDS[table.pace] * (0.5 if len(table.asked()) > 1 else 1.0)

    def _asker(self) -> Asker:
        """Who waits for the bots here."""
        live = self._live
        table = live.table
        person_waits = any(table.places[seat].player is None for seat in live.circumstances().here)
        hosts = [socket.address for socket in live.sockets if socket.session == table.host]
        address = min(hosts or [socket.address for socket in live.sockets], default="")
        return Asker(person_waits, address, table.host, table.id)

    async def _move(self, seat: int, ply: int, action: str) -> None:
        """Play what the bot has chosen, if the game still asks for it."""
        live = self._live
        async with live.lock:
            if self._stopped or not self._may_play(seat):
                return
            try:
                await live.again(lambda: live.change(bot_move(live.table, seat, ply, action)))
            except (CommandRefused, TableGoneError):
                pass  # the game has moved on; the bot thinks again
            except StoreError:
                logs.event("bot move not written", level="error", table=live.table.id)

    async def stop(self) -> None:
        self._stopped = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
