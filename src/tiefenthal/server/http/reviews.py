"""Reviews in progress and finished ones. A review is made part by part (what a seat did in an evening), each part
in its turn, so that many reviews progress at the same time; each continues only while somebody polls it. Finished parts
are cached for the next request about the same record, and dropped when others need the space.
"""

import asyncio
import hashlib
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from tiefenthal.i18n import catalogue
from tiefenthal.server import logs
from tiefenthal.server.analysis import wire
from tiefenthal.server.http.fair_turns import Requester
from tiefenthal.server.http.thinking import BUSY, Thinking
from tiefenthal.server.problem import Refusal
from tiefenthal.server.protocol.review import CostlyDecision, Reviewed, ReviewedSeat, ReviewState

BUDGET: Final = 25
"""The budget of a review, as in `tiefenthal review`. Another budget makes another review, with another name."""
KEPT: Final = 48
"""Reviews in memory, done or not: some 100 kB each."""
UNDER_WAY: Final = 24
OF_ONE_ADDRESS: Final = 4
OF_ONE_SESSION: Final = 2
LOOKED_AT: Final = 20.0
"""Seconds without a poll after which a review pauses."""
MOST_FAILURES: Final = 2
"""After this many parts that take too long, the rest is skipped."""


class Job:
    """A review in the making."""

    def __init__(self, number: str, record: str, game: str | None, requester: Requester, now: float) -> None:
        self.id = number
        self.record = record
        self.game = game
        self.requester = requester
        self.asked = now
        """When somebody last polled it."""
        self.units: list[tuple[int, int]] | None = None
        self.left: list[tuple[int, int]] = []
        self.parts: list[msgspec.Raw] = []
        self.failures = 0
        self.problem: Refusal | None = None
        self.review: Reviewed | None = None
        self.texts: dict[int, dict[str, wire.Texts]] = {}
        self.best: dict[int, list[str]] = {}
        self.work: asyncio.Task[None] | None = None

    @property
    def done(self) -> bool:
        """Whether nothing more will come."""
        return self.problem is not None or (self.units is not None and not self.left)

    @property
    def running(self) -> bool:
        """Whether it is in progress, or waits for its turn."""
        return self.work is not None and not self.work.done()

    def told(self, language: str) -> ReviewState:
        """Its progress, in the words of a language."""
        return ReviewState(
            id=self.id,
            state="failed" if self.problem is not None else "done" if self.done else "thinking",
            done=len(self.parts),
            wanted=len(self.units or ()),
            game=self.game,
            review=_in_words(self.review, self.texts, language) if self.review is not None else None,
            problem=self.problem.told(catalogue(language)) if self.problem is not None else None,
        )


class Reviews:
    """All reviews in memory."""

    def __init__(self, thinking: Thinking, clock: Callable[[], float] = time.monotonic, budget: int = BUDGET) -> None:
        self._thinking = thinking
        self._clock = clock
        self._budget = budget
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def number_of(self, record: str) -> str:
        """The name of a review of this record."""
        return hashlib.sha256(f"review 2 {self._budget}\n{record}".encode()).hexdigest()[:40]

    def find(self, number: str, requester: Requester | None = None) -> Job | None:
        """A review; polling keeps it going."""
        job = self._jobs.get(number)
        if job is None:
            return None
        self._jobs.move_to_end(number)
        job.asked = self._clock()
        if requester is not None and not job.done and not job.running and self._has_room(requester):
            job.requester = requester
            job.work = asyncio.create_task(self._go_on(job))
        return job

    def begin(self, record: str, game: str | None, requester: Requester) -> Job:
        """The review of a record, begun if there is none. Raises Refusal when too many are in progress."""
        number = self.number_of(record)
        found = self._jobs.get(number)
        if found is None or (not found.done and not found.running):
            if not self._has_room(requester):
                raise Refusal(*BUSY, [("retry-after", "20")])
        if found is None or found.problem is not None:
            found = self._jobs[number] = Job(number, record, game, requester, self._clock())
            self._forget()
        found.game = found.game or game
        job = self.find(number, requester)
        assert job is not None
        return job

    @property
    def running(self) -> int:
        """How many are in progress."""
        return sum(job.running for job in self._jobs.values())

    def _has_room(self, requester: Requester) -> bool:
        now = [job.requester for job in self._jobs.values() if job.running]
        of = Counter(one.address for one in now)
        session = sum(one == requester for one in now) if requester.session is not None else 0
        return len(now) < UNDER_WAY and of[requester.address] < OF_ONE_ADDRESS and session < OF_ONE_SESSION

    def _forget(self) -> None:
        """Drop those that were not polled for longest, but never one in progress."""
        while len(self._jobs) > KEPT:
            oldest = next((number for number, job in self._jobs.items() if not job.running), None)
            if oldest is None:
                return
            del self._jobs[oldest]

    async def _go_on(self, job: Job) -> None:
        """Work on a review until it is done or nobody polls it."""
        try:
            if job.units is None:
                opened = await self._thinking.ask(job.requester, wire.Open(job.record, self._budget))
                job.units = list(opened.units)
                job.left = list(opened.units)
                job.review = opened.review
            while job.left and self._clock() - job.asked < LOOKED_AT:
                await self._part(job)
        except Refusal as refusal:
            if refusal.code != BUSY[1]:  # else it is tried again when somebody asks
                job.problem = refusal
        except Exception as error:  # a bug of ours: the others at this server go on
            logs.event("review failed", level="error", exception=error)
            job.problem = Refusal(500, "internal", "Something went wrong with this review.")

    async def _part(self, job: Job) -> None:
        unit = job.left[0]
        try:
            found = await self._thinking.ask(job.requester, wire.Look(job.record, self._budget, unit, job.parts))
        except Refusal as refusal:
            if refusal.code != "too-long":
                raise
            job.failures += 1
            if job.failures > MOST_FAILURES:
                raise
            job.left.pop(0)
            return
        job.left.pop(0)
        job.parts.append(found.part)
        job.review, job.texts, job.best = found.review, found.texts, found.best

    async def close(self) -> None:
        """Stop all work."""
        works = [job.work for job in self._jobs.values() if job.work is not None]
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)


def _in_words(review: Reviewed, texts: dict[int, dict[str, wire.Texts]], language: str) -> Reviewed:
    """A review with its costly decisions in the words of a language."""

    def costly(one: CostlyDecision) -> CostlyDecision:
        said = texts.get(one.decision.ply, {}).get(language)
        return one if said is None else CostlyDecision(one.decision, said.played, said.better, said.reasons)

    def seat(one: ReviewedSeat) -> ReviewedSeat:
        return msgspec.structs.replace(one, costliest=[costly(each) for each in one.costliest])

    return msgspec.structs.replace(review, seats=[seat(one) for one in review.seats])
