"""Turns are fair: between addresses, and between the sessions of an address."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from harness.patience import PATIENCE
from tiefenthal.server.http.fair_turns import FairTurns, QueueFullError, Requester


class Bench:
    """Requests for turns. Each turn lasts until the test ends it, and takes one second of a fake clock."""

    def __init__(self, waiting: int = 100, of_one_address: int = 100) -> None:
        self.now = 0.0
        self.turns = FairTurns(waiting=waiting, of_one_address=of_one_address, clock=lambda: self.now)
        self.order: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, address: str, session: int | None = None) -> None:
        """Request a turn; returns when the request waits or has its turn."""
        self._ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._have(name, Requester(address, session)))
        await asyncio.sleep(0)

    async def _have(self, name: str, requester: Requester) -> None:
        async with self.turns.turn(requester):
            self.order.append(name)
            await self._ends[name].wait()

    async def end(self, name: str) -> None:
        self.now += 1.0
        self._ends[name].set()
        await self.tasks[name]
        await asyncio.sleep(0)

    async def end_all(self) -> list[str]:
        """Let everyone have their turn. Returns the order."""
        done = 0
        while done < len(self.order):
            await self.end(self.order[done])
            done += 1
        assert (self.turns.waiting, self.turns.busy) == (0, False)
        return self.order


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, PATIENCE))


def test_a_newcomer_is_next_however_much_another_address_has_asked_for() -> None:
    async def story() -> None:
        bench = Bench()
        for number in range(4):
            await bench.ask(f"a{number}", "a")
        await bench.ask("b0", "b")
        await bench.ask("c0", "c")
        await bench.ask("b1", "b")
        assert await bench.end_all() == ["a0", "b0", "c0", "a1", "b1", "a2", "a3"]

    run(story())


def test_the_sessions_of_an_address_take_turns() -> None:
    async def story() -> None:
        bench = Bench()
        await bench.ask("first", "a", 1)
        for name, session in [("x0", 1), ("x1", 1), ("y0", 2), ("z0", None), ("y1", 2)]:
            await bench.ask(name, "a", session)
        assert await bench.end_all() == ["first", "y0", "z0", "x0", "y1", "x1"]

    run(story())


def test_a_long_turn_means_a_longer_wait_for_the_next() -> None:
    async def story() -> None:
        bench = Bench()
        for name in ("a0", "a1", "b0", "b1", "b2"):
            await bench.ask(name, name[0])
        bench.now += 0.5
        assert await bench.end_all() == ["a0", "b0", "b1", "a1", "b2"]

    run(story())


def test_few_may_wait_in_total_and_fewer_from_one_address() -> None:
    async def story() -> None:
        bench = Bench(waiting=3, of_one_address=2)
        for number in range(3):
            await bench.ask(f"a{number}", "a", number)
        for refused in ("a3", "c0"):
            with pytest.raises(QueueFullError):
                await bench.turns.turn(Requester(refused[0])).__aenter__()
            if refused == "a3":
                await bench.ask("b0", "b")
        assert await bench.end_all() == ["a0", "b0", "a1", "a2"]

    run(story())


def test_cancelled_requests_cost_nobody_a_turn() -> None:
    async def story() -> None:
        bench = Bench()
        for name in ("a0", "b0", "b1", "c0", "d0"):
            await bench.ask(name, name[0])
        bench.tasks["b1"].cancel()  # while it waits
        await asyncio.wait([bench.tasks["b1"]])
        bench.tasks["b0"].cancel()  # it is next, and has not noticed yet
        await bench.end("a0")
        assert bench.order == ["a0", "c0"]
        bench._ends["c0"].set()
        while not bench.tasks["c0"].done():
            await asyncio.sleep(0)
        bench.tasks["d0"].cancel()  # just as its turn comes, or in it
        await asyncio.wait([bench.tasks["d0"]])
        assert (bench.turns.waiting, bench.turns.busy) == (0, False)
        await bench.ask("e0", "e")
        assert (await bench.end_all())[-1] == "e0"

    run(story())
