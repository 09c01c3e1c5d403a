"""The daily evening over HTTP: today's, those before, sitting down. Of a day's luck only the commitment is sent before
the day is closed; answers are built field by field, so nothing else can slip in.
"""

from typing import Annotated, Final, Literal

import msgspec

from tiefenthal.server.daily import plan
from tiefenthal.server.daily.evening import NOT_OVER, OVER, UNKNOWN, DailyEvening
from tiefenthal.server.daily.plan import DaySetup
from tiefenthal.server.http.endpoint import Answer, Call, Endpoint
from tiefenthal.server.problem import not_found
from tiefenthal.server.protocol.daily import (
    Daily,
    DailyAttempt,
    DailyBegin,
    DailyDay,
    DailyDays,
    DailyMaster,
    DailyNext,
    DailyPast,
    DailyPlan,
    DailyScore,
    DailyStanding,
    DailyTable,
)
from tiefenthal.server.protocol.parts import Day
from tiefenthal.server.store.days import Attempt, DayRow

SHOWN: Final = 28
"""Days in one answer."""
_LAST: Final = "9999-12-31"


class DailyApi:
    """The endpoints of the daily evening."""

    def __init__(self, daily: DailyEvening) -> None:
        self._daily = daily

    async def now(self, call: Call) -> Daily:
        """Today's game, and what is known of tomorrow's."""
        today = await self._daily.today()
        after = plan.day_after(today.day)
        return Daily(
            now=self._daily.clock.now(),
            today=await self._day(today, call),
            next=DailyNext(after, _plan(plan.setup_of(after)), self._daily.commitment(after)),
        )

    async def day(self, call: Call) -> DailyDay:
        """One day, as far as it may be shown."""
        return await self._day(await self._found(call), call)

    async def days(self, call: Call) -> DailyDays:
        """The days before today, with my results."""
        await self._daily.today()
        rows = await self._daily.before(call.query["before"] or _LAST, SHOWN + 1)
        mine = await self._daily.attempts(call.session.id) if call.session is not None else {}
        return DailyDays([await self._line(row, mine.get(row.day)) for row in rows[:SHOWN]], len(rows) > SHOWN)

    async def begin(self, call: Call) -> Answer:
        """My one attempt: a new table, or the one I have."""
        call.take("daily", call.address)
        table, new = await self._daily.begin(call.me, call.body.pace)
        return Answer(DailyTable(table), 201 if new else 200)

    async def for_fun(self, call: Call) -> DailyTable:
        """A day that is over, once more."""
        row = await self._found(call)
        call.take("open", call.me.id)
        call.take("open_from", call.address)
        return DailyTable(await self._daily.play_for_fun(call.me, row, call.body.pace))

    async def _found(self, call: Call) -> DayRow:
        day = call.path["day"]
        row = await self._daily.find(day) if plan.is_day(day) else None
        if row is None:
            raise not_found("day")
        return row

    async def _day(self, row: DayRow, call: Call) -> DailyDay:
        daily = self._daily
        await daily.settle(row)
        closed = daily.is_closed(row.day)
        mine = (await daily.attempts(call.session.id, row.day)).get(row.day) if call.session is not None else None
        told = closed or (mine is not None and mine.finished is not None)
        master = daily.masters(row) if told else None
        state: Literal["open", "closing", "closed"] = "open"
        if closed:
            state = "closed"
        elif daily.clock.now() >= plan.ends(row.day):
            state = "closing"
        return DailyDay(
            day=row.day,
            begins=plan.begins(row.day),
            ends=plan.ends(row.day),
            closes=plan.closes(row.day),
            state=state,
            plan=_plan(daily.setup(row)),
            commitment=daily.commitment(row.day),
            seed=daily.seed(row.day),
            begun=await daily.begun(row.day),
            mine=None if mine is None else _attempt(mine, closed),
            standing=await self._standing(row.day, mine) if told else None,
            master=None if master is None else DailyMaster(master.score, master.other),
        )

    async def _standing(self, day: str, mine: Attempt | None) -> DailyStanding:
        scores = await self._daily.scores(day)
        rank = None
        if mine is not None and mine.ranked and mine.score is not None:
            rank = 1 + sum(count for score, count in scores if score > mine.score)
        everyone = [DailyScore(score, count) for score, count in scores]
        return DailyStanding(sum(count for _, count in scores), rank, everyone)

    async def _line(self, row: DayRow, mine: Attempt | None) -> DailyPast:
        scores = await self._daily.scores(row.day)
        master = self._daily.masters(row)
        return DailyPast(
            day=row.day,
            modules=self._daily.setup(row).modules,
            players=sum(count for _, count in scores),
            best=scores[0][0] if scores else None,
            score=None if mine is None else mine.score,
            master=None if master is None else master.score,
        )

    def endpoints(self) -> list[Endpoint]:
        at = {"day": Day}
        before = Annotated[str, msgspec.Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None
        return [
            Endpoint("GET", "/api/daily", "daily", "Today's daily evening, and tomorrow's commitment",
                     self.now, Daily, wants_session=True, cost=2, tag="daily"),
            Endpoint("POST", "/api/daily", "begin-daily", "Begin my one attempt at today's", self.begin,
                     DailyTable, DailyBegin, 201, also=(200,), needs_session=True, errors=(OVER, UNKNOWN),
                     tag="daily"),
            Endpoint("GET", "/api/daily/days", "daily-days", "Past days, the last one first", self.days,
                     DailyDays, wants_session=True, query={"before": before}, cost=2, tag="daily"),
            Endpoint("GET", "/api/daily/days/{day}", "daily-day", "One day: how it stands, and its seed once it is "
                     "closed", self.day, DailyDay, wants_session=True, path_types=at, cost=2, tag="daily"),
            Endpoint("POST", "/api/daily/days/{day}/tables", "play-daily", "Play a past day for fun",
                     self.for_fun, DailyTable, DailyBegin, 201, needs_session=True, path_types=at,
                     errors=(NOT_OVER, UNKNOWN), tag="daily"),
        ]  # fmt: skip


def _plan(setup: DaySetup) -> DailyPlan:
    return DailyPlan(setup.players, setup.modules, setup.bot, setup.character, setup.edition)


def _attempt(mine: Attempt, closed: bool) -> DailyAttempt:
    state: Literal["playing", "over"] = "playing" if mine.finished is None else "over"
    return DailyAttempt(state, mine.table, mine.score, not closed if mine.ranked is None else mine.ranked)
