"""What has no hurry is done a few at a time, in order, and nothing is forgotten."""

import asyncio
import functools

from tiefenthal.server.bell import Bell


def test_a_few_in_each_turn() -> None:
    async def ring() -> list[int]:
        bell = Bell(at_once=4)
        done: list[int] = []
        seen: list[int] = []
        for number in range(10):
            bell.ring(functools.partial(done.append, number))
        while len(done) < 10:
            await asyncio.sleep(0)
            seen.append(len(done))
        assert done == list(range(10))
        return seen

    assert asyncio.run(ring()) == [4, 8, 10]


def test_one_that_fails_does_not_stop_the_others() -> None:
    async def ring() -> list[int]:
        bell = Bell(at_once=2)
        done: list[int] = []
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        bell.ring(lambda: 1 / 0)
        bell.ring(lambda: done.append(1))
        bell.ring(lambda: done.append(2))
        while len(done) < 2:
            await asyncio.sleep(0)
        return done

    assert asyncio.run(ring()) == [1, 2]
