"""Many who come in one moment are attended to one after the other."""

import asyncio

import pytest

from tiefenthal.server.tables import pace
from tiefenthal.server.tables.pace import Pace


def test_one_after_the_other_and_in_order() -> None:
    async def crowd() -> tuple[list[int], float]:
        line = Pace(apart=0.01)
        came: list[int] = []

        async def one(number: int) -> None:
            await line.step()
            came.append(number)

        began = asyncio.get_running_loop().time()
        await asyncio.gather(*map(one, range(10)))
        return came, asyncio.get_running_loop().time() - began

    came, took = asyncio.run(crowd())
    assert came == list(range(10))
    assert took >= 0.09


def test_nobody_waits_alone() -> None:
    async def alone() -> bool:
        line = Pace(apart=3600.0)
        stepping = asyncio.ensure_future(line.step())
        await asyncio.sleep(0)
        return stepping.done()

    assert asyncio.run(alone())


def test_a_crowd_is_attended_to_more_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first few are not a crowd, and whoever comes after a while is the first again."""

    async def at_once(line: pace.Pace) -> bool:
        stepping = asyncio.ensure_future(line.step())
        await asyncio.sleep(0)
        return stepping.done() or not stepping.cancel()

    async def crowd() -> tuple[list[bool], list[bool]]:
        line = pace.Pace(0.0, 0.1)
        first = [await at_once(line) for _ in range(pace.CROWD)]
        first.append(await at_once(pace.Pace(0.0, 0.1)))
        slow = pace.Pace(0.0, 3600.0)
        rest = [await at_once(slow) for _ in range(pace.CROWD + 2)]
        monkeypatch.setattr(pace, "CALM", 0.0)
        await asyncio.sleep(0.15)
        first += [await at_once(line) for _ in range(pace.CROWD - 1)]
        return first, rest

    first, rest = asyncio.run(crowd())
    assert all(first)
    assert rest == [True] * pace.CROWD + [False] * 2
