"""Low-priority calls run a few at a time, in order, and none is lost."""

import asyncio
import functools

from tiefenthal.server.low_priority import LowPriorityQueue


def test_a_few_in_each_iteration() -> None:
    async def run() -> list[int]:
        queue = LowPriorityQueue(per_turn=4)
        done: list[int] = []
        seen: list[int] = []
        for number in range(10):
            queue.put(functools.partial(done.append, number))
        while len(done) < 10:
            await asyncio.sleep(0)
            seen.append(len(done))
        assert done == list(range(10))
        return seen

    assert asyncio.run(run()) == [4, 8, 10]


def test_one_that_fails_does_not_stop_the_others() -> None:
    async def run() -> list[int]:
        queue = LowPriorityQueue(per_turn=2)
        done: list[int] = []
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        queue.put(lambda: 1 / 0)
        queue.put(lambda: done.append(1))
        queue.put(lambda: done.append(2))
        while len(done) < 2:
            await asyncio.sleep(0)
        return done

    assert asyncio.run(run()) == [1, 2]
