"""The daily evening of a server: which day it is, sitting down, results, closing days."""

import asyncio
import contextlib
from typing import Final

import msgspec

from tiefenthal.engine.fairness import commitment
from tiefenthal.server import logs
from tiefenthal.server.bots import characters
from tiefenthal.server.bots.pool import PoolClosedError
from tiefenthal.server.daily import plan
from tiefenthal.server.daily.clock import MOST_DRIFT, DayClock
from tiefenthal.server.daily.master import MASTER, MastersResult, play_as
from tiefenthal.server.daily.plan import DaySetup
from tiefenthal.server.problem import Refusal
from tiefenthal.server.protocol.parts import Pace
from tiefenthal.server.store.base import Conflict, SessionRow, StoreError
from tiefenthal.server.store.days import Attempt, DayRow
from tiefenthal.server.tables import log
from tiefenthal.server.tables.finished import score_of
from tiefenthal.server.tables.opening import new_table_id
from tiefenthal.server.tables.registry import TableRegistry

FIRST_AFTER: Final = 60.0
"""Seconds after the first person sits down: those who play are served first."""
LOOK_EVERY: Final = 20.0
"""Seconds between two looks at the clock."""
TRY_AGAIN: Final = 600.0
"""Seconds until the Master sits down again when a game of his could not be finished."""
UNFINISHED_GO_AFTER: Final = 180 * plan.DAY
OVER: Final = (409, "daily-over", "This daily evening is over. Come back for the next one, or play it for fun.")
NOT_OVER: Final = (
    409,
    "daily-today",
    "This daily evening is not over; it can be played for fun when its day has ended.",
)
UNKNOWN: Final = (409, "daily-unknown", "This version of the server lacks the rules or figures of that day.")


class DailyEvening:
    """The daily evening. `start` it before anybody asks."""

    def __init__(self, registry: TableRegistry, clock: DayClock | None = None, master: str = MASTER) -> None:
        self._registry = registry
        self._days = registry.store.days
        self.clock = clock or DayClock(registry.clock)
        self._master = master
        self._kept_secret: bytes | None = None
        self._open: dict[str, DayRow] = {}
        """The days that are not closed."""
        self._today: DayRow | None = None
        self._ahead = False
        """Whether this machine's clock is ahead of the database's."""
        self._looking = asyncio.Lock()
        self._sitting_down = asyncio.Lock()
        self._looker: asyncio.Task[None] | None = None
        self._wanted: dict[str, float] = {}
        """The days whose Master's game is due: the earliest time, by the monotonic clock."""
        self._playing: asyncio.Task[None] | None = None
        """The one of them that is played."""

    # --- which day it is

    async def start(self) -> None:
        """Read what is kept, and look at the clock now and then."""
        self._kept_secret = await self._days.secret()
        self._registry.days_over.update(await self._days.all_over())
        self._open = {row.day: row for row in await self._days.still_open()}
        last = await self._days.last_opened()
        if last is not None:
            self.clock.recall(last)
        self._looker = asyncio.create_task(self._look_for_ever(), name="daily evening")

    async def stop(self) -> None:
        """Look no more; a game of the Master's is played again after the next start."""
        tasks = [task for task in (self._looker, self._playing) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_for_ever(self) -> None:
        while True:
            try:
                today = await self.today()
                if today.day not in self._wanted and today.master is None and await self._days.begun(today.day):
                    self._want_master(today, FIRST_AFTER)
                self._call_master()
            except StoreError as error:
                logs.event("daily evening not kept", level="error", exception=error)
            await asyncio.sleep(LOOK_EVERY)

    async def today(self) -> DayRow:
        """The day it is; those that are over are closed first."""
        day = plan.day_at(self.clock.now())
        if self._today is None or self._today.day != day or any(map(self._is_over, self._open.values())):
            async with self._looking:
                await self._turn()
        assert self._today is not None
        return self._today

    def _is_over(self, row: DayRow) -> bool:
        return self.clock.is_over(row, self._open.values())

    async def _turn(self) -> None:
        now, others = self.clock.now(), await self._days.clock()
        if others is not None and others < now - MOST_DRIFT:  # a machine that is ahead of all others
            if not self._ahead:
                logs.event("clock ahead of the database", level="error", seconds=now - others)
            now = others
        self._ahead = now == others
        day = plan.day_at(now)
        for row in list(self._open.values()):
            if self._is_over(row) and plan.closes(row.day) <= now:
                self._count(await self._days.close(row.day, self._registry.clock(), score_of))
                del self._open[row.day]
                self._registry.days_over.add(row.day)
                logs.event("daily evening closed", day=row.day)
        if self._today is None or self._today.day != day:
            wanted = DayRow(day, msgspec.json.encode(plan.setup_of(day)), now, self.clock.running(), self.clock.boot)
            self._today = await self._days.open(wanted)
            await self._days.expire(now - UNFINISHED_GO_AFTER)
            if self._today.closed is None:
                self._open[day] = self._today
        elif day in self._registry.days_over:
            self._today = await self._days.find(day) or self._today

    def is_closed(self, day: str) -> bool:
        """Whether the seed of a day may be revealed."""
        return day in self._registry.days_over

    async def find(self, day: str) -> DayRow | None:
        """A day this server has held or holds; none of those to come."""
        await self.today()
        return await self._days.find(day)

    async def before(self, day: str, limit: int) -> list[DayRow]:
        """Days that are closed, the last one first."""
        return await self._days.over(day, limit)

    # --- what it is

    def setup(self, row: DayRow) -> DaySetup:
        """What is played on a day."""
        return msgspec.json.decode(row.setup, type=DaySetup)

    def commitment(self, day: str) -> str:
        """The commitment to a day's seed."""
        return commitment(plan.seed_of(self._secret, day))

    def seed(self, day: str) -> str | None:
        """The seed of a day; None until the day is closed."""
        return plan.seed_of(self._secret, day) if self.is_closed(day) else None

    @property
    def _secret(self) -> bytes:
        if self._kept_secret is None:
            raise RuntimeError("the daily evening has not been started")
        return self._kept_secret

    # --- results

    async def attempts(self, session: int, day: str = "") -> dict[str, Attempt]:
        """Somebody's attempts by day: all of them, or one."""
        return {one.day: one for one in await self._days.attempts_of(session, day)}

    async def settle(self, row: DayRow) -> None:
        """Read the results of games that have ended; each of them makes the Master's game due."""
        new = await self._days.settle(score_of, row.day)
        if new:
            self._count(new)
            self._want_master(row, 0.0)
            self._call_master()

    async def scores(self, day: str) -> list[tuple[int, int]]:
        """All that count, the best first, with how many have each."""
        return await self._days.scores(day)

    async def begun(self, day: str) -> int:
        """How many have sat down."""
        return await self._days.begun(day)

    def masters(self, row: DayRow) -> MastersResult | None:
        """The Master's result of a day, if known."""
        return None if row.master is None else msgspec.json.decode(row.master, type=MastersResult)

    def _count(self, finished: int) -> None:
        self._registry.metrics.daily_finished.inc(finished)

    # --- sitting down

    async def begin(self, session: SessionRow, pace: Pace) -> tuple[str, bool]:
        """The table of somebody's one attempt at today, and whether it is new. Raises Refusal."""
        async with self._sitting_down:
            today = await self.today()
            if self.is_closed(today.day):  # the clock was set back
                raise Refusal(*OVER)
            had = (await self.attempts(session.id, today.day)).get(today.day)
            now = self.clock.now()
            attempt = had or await self._days.begin(today.day, session.id, new_table_id(), now)
            if attempt is None:
                raise Refusal(*OVER)
            if had is None or await self._is_missing(attempt.table):  # a crash came between the two
                with contextlib.suppress(Conflict):
                    await self._open_table(attempt.table, today, session, pace, counts=True)
        if had is None:
            self._registry.metrics.daily_begun.labels("counts").inc()
        self._want_master(today, FIRST_AFTER)
        return attempt.table, had is None

    async def _is_missing(self, table: str) -> bool:
        return await self._registry.store.head(table) is None and await self._registry.store.record(table) is None

    async def play_for_fun(self, session: SessionRow, row: DayRow, pace: Pace) -> str:
        """A new table with the game of a day that is closed. Raises Refusal."""
        if not self.is_closed(row.day):
            raise Refusal(*NOT_OVER)
        table = new_table_id()
        await self._open_table(table, row, session, pace, counts=False)
        self._registry.metrics.daily_begun.labels("fun").inc()
        self._want_master(row, FIRST_AFTER)
        return table

    async def _open_table(self, table: str, row: DayRow, session: SessionRow, pace: Pace, *, counts: bool) -> None:
        setup = self.setup(row)
        if plan.edition_for(setup) is None:
            raise Refusal(*UNKNOWN)
        bot = characters.character(setup.character) or characters.CHARACTERS[0]
        name = session.name
        opened = log.Opened(
            host=session.id,
            modules=setup.modules,
            edition=setup.edition,
            edition_text=None,
            listed=False,
            pace=pace,
            away_after=0,
            bot_seed=plan.bot_seed_of(self._secret, row.day),
            places=[
                log.Place("person", name, session=session.id),
                log.Place(
                    "bot", bot.names["en"] + (" 2" if bot.names["en"] == name else ""), bot=setup.bot, character=bot.id
                ),
            ],
            edition_digest=setup.edition_digest,
            rules=setup.rules,
            daily=row.day,
            counts=counts,
        )
        await self._registry.open_begun(table, opened, plan.seed_of(self._secret, row.day))

    # --- the Master

    def _want_master(self, row: DayRow, after: float) -> None:
        """Have the Master's game of a day played, once, within this many seconds."""
        if row.master is None:
            at = self.clock.running() + after
            self._wanted[row.day] = min(at, self._wanted.get(row.day, at))

    def _call_master(self) -> None:
        """One game at a time, the last day first."""
        now = self.clock.running()
        due = [day for day, at in self._wanted.items() if at <= now]
        if due and (self._playing is None or self._playing.done()):
            self._playing = asyncio.create_task(self._play_as_master(max(due)), name="the Master's daily evening")

    async def _play_as_master(self, day: str) -> None:
        self._wanted[day] = self.clock.running() + TRY_AGAIN
        row = await self._days.find(day)
        edition = None if row is None else plan.edition_for(self.setup(row))
        if row is None or row.master is not None or edition is None:
            del self._wanted[day]
            if row is not None and self._today is not None and self._today.day == day:
                self._today = row  # perhaps he sat at another process
            return
        seed, bot_seed = plan.seed_of(self._secret, day), plan.bot_seed_of(self._secret, day)
        cluster = self._registry.cluster
        with contextlib.suppress(PoolClosedError, StoreError):
            if not await cluster.claim(f"master {day}"):
                return  # he sits at another process; whether he has done is looked at again
            game = await play_as(self._master, self.setup(row), edition, seed, bot_seed, self._registry.pool)
            if game is None:
                logs.event("daily evening of the master not finished", level="warning", day=day)
                return
            result = MastersResult(game.scores[0], game.scores[1], self._master)
            await self._days.keep_master(day, msgspec.json.encode(result))
            await cluster.release(f"master {day}")
            del self._wanted[day]
            if self._today is not None and self._today.day == day:
                self._today = await self._days.find(day) or self._today
