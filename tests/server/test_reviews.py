"""Reviews in progress: nobody can make others wait with many, none continues unless polled, and few are kept."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest

from harness.patience import PATIENCE
from tiefenthal import new_game
from tiefenthal.server.analysis import wire
from tiefenthal.server.http import reviews, thinking
from tiefenthal.server.http.fair_turns import FairTurns, Requester
from tiefenthal.server.http.reviews import Reviews
from tiefenthal.server.http.thinking import STARTING, Thinking
from tiefenthal.server.problem import Refusal
from tiefenthal.server.protocol.review import Reviewed

NOTHING = Reviewed(2, 1, False, [], 0, 8, 25, [], [], [], [])
PARTS = 3


class Bench(Thinking):
    """A queue in which every part takes one second of a fake clock, once it is allowed to continue."""

    def __init__(self) -> None:
        super().__init__(seconds=1.0, niceness=0, waiting=100, of_one_address=100)
        self.now = 0.0
        self.turns = FairTurns(waiting=100, of_one_address=100, clock=lambda: self.now)
        self.reviews = Reviews(self, clock=lambda: self.now)
        self.order: list[str] = []
        self._go = asyncio.Semaphore(0)

    async def _ask(self, question: wire.Question) -> Any:
        await self._go.acquire()
        self.now += 1.0
        assert isinstance(question, wire.Open | wire.Look)
        self.order.append(question.record)
        if isinstance(question, wire.Open):
            return wire.Opened([(1, seat) for seat in range(PARTS)], NOTHING)
        return wire.Looked(msgspec.Raw(b"{}"), NOTHING, {}, {})

    async def parts(self, count: int) -> None:
        """Let some parts be done."""
        for _ in range(count):
            done = len(self.order)
            self._go.release()
            while len(self.order) == done:
                await asyncio.sleep(0)
            for _ in range(5):
                await asyncio.sleep(0)


def run(story: Coroutine[Any, Any, None]) -> None:
    async def patiently() -> None:
        async with asyncio.timeout(PATIENCE):
            await story

    asyncio.run(patiently())


def test_many_reviews_of_one_visitor_hold_up_nobody() -> None:
    async def story() -> None:
        bench = Bench()
        flood = [Requester("flood", number) for number in range(10)]
        for number, requester in enumerate(flood[: reviews.OF_ONE_ADDRESS]):
            bench.reviews.begin(f"flood {number}", None, requester)
        with pytest.raises(Refusal) as refused:
            bench.reviews.begin("one more", None, flood[-1])
        assert (refused.value.status, refused.value.code) == (503, "busy")
        assert bench.reviews.running == reviews.OF_ONE_ADDRESS
        await bench.parts(6)
        bench.reviews.begin("mine", None, Requester("home", 1))
        await asyncio.sleep(0)
        await bench.parts(2 * (PARTS + 1))
        # However much the others have asked for, every second part is mine, except the one in progress.
        assert bench.order[6:].count("mine") >= PARTS
        await bench.reviews.close()

    run(story())


def test_a_session_has_few_at_once_and_the_same_record_counts_once() -> None:
    async def story() -> None:
        bench = Bench()
        me = Requester("home", 1)
        first = bench.reviews.begin("a", None, me)
        assert bench.reviews.begin("a", None, me) is first
        bench.reviews.begin("b", None, me)
        with pytest.raises(Refusal):
            bench.reviews.begin("c", None, me)
        bench.reviews.begin("c", None, Requester("home", 2))
        await bench.reviews.close()

    run(story())


def test_nothing_goes_on_that_nobody_looks_at() -> None:
    async def story() -> None:
        bench = Bench()
        me = Requester("home", 1)
        job = bench.reviews.begin("a", None, me)
        await bench.parts(2)
        bench.now += reviews.LOOKED_AT
        await bench.parts(1)  # the part in progress is completed
        assert (len(job.parts), job.running, job.done) == (2, False, False)
        assert bench.reviews.find(job.id, me) is job
        await asyncio.sleep(0)
        await bench.parts(1)
        assert job.told("de").state == "done"
        await bench.reviews.close()

    run(story())


def test_what_is_kept_has_an_end() -> None:
    async def story() -> None:
        bench = Bench()
        numbers = []
        for number in range(reviews.KEPT + 5):
            job = bench.reviews.begin(f"record {number}", None, Requester(f"home {number}", 1))
            numbers.append(job.id)
            await bench.parts(PARTS + 1)
            assert job.done
        kept = [number for number in numbers if bench.reviews.find(number) is not None]
        assert kept == numbers[5:]

    run(story())


def test_a_process_that_takes_too_long_is_ended_and_replaced() -> None:
    """The real process: a timeout, then a file that is not a record, then a record."""

    async def story() -> None:
        line = Thinking(seconds=0.05 - STARTING, niceness=0, waiting=4, of_one_address=4)
        me = Requester("home", 1)
        with pytest.raises(Refusal) as refused:
            await line.ask(me, wire.Open("nothing", 1))
        assert refused.value.code == thinking.TOO_LONG[1]
        line.seconds = PATIENCE
        with pytest.raises(Refusal) as refused:
            await line.ask(me, wire.Open("nothing", 1))
        assert refused.value.code == "record"
        assert (line.started, line.turns.busy) == (2, False)
        game = new_game(2, 1, "7")
        while game.round < 2:
            seat = game.to_act[0]
            game.play(seat, game.legal_actions(seat)[0])
        opened = await line.ask(me, wire.Open(game.record, 1))
        assert opened.units[:2] == [(1, 0), (1, 1)]
        looked = await line.ask(me, wire.Look(game.record, 1, (1, 0), []))
        assert {one.seat for one in looked.review.decisions} == {1}
        assert line.started == 2
        await line.close()

    run(story())
