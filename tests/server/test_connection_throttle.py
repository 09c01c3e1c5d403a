"""Connections that begin at the same moment are handled one after the other."""

import asyncio

import pytest

from tiefenthal.server.tables import connection_throttle
from tiefenthal.server.tables.connection_throttle import ConnectionThrottle


def test_one_after_the_other_and_in_order() -> None:
    async def crowd() -> tuple[list[int], float]:
        throttle = ConnectionThrottle(interval=0.01)
        came: list[int] = []

        async def one(number: int) -> None:
            await throttle.wait()
            came.append(number)

        began = asyncio.get_running_loop().time()
        await asyncio.gather(*map(one, range(10)))
        return came, asyncio.get_running_loop().time() - began

    came, took = asyncio.run(crowd())
    assert came == list(range(10))
    assert took >= 0.09


def test_nobody_waits_alone() -> None:
    async def alone() -> bool:
        throttle = ConnectionThrottle(interval=3600.0)
        waiting = asyncio.ensure_future(throttle.wait())
        await asyncio.sleep(0)
        return waiting.done()

    assert asyncio.run(alone())


def test_a_crowd_is_handled_more_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first few are not a crowd, and after a pause counting starts over."""

    async def at_once(throttle: ConnectionThrottle) -> bool:
        waiting = asyncio.ensure_future(throttle.wait())
        await asyncio.sleep(0)
        return waiting.done() or not waiting.cancel()

    async def crowd() -> tuple[list[bool], list[bool]]:
        throttle = ConnectionThrottle(0.0, 0.1)
        first = [await at_once(throttle) for _ in range(connection_throttle.CROWD)]
        first.append(await at_once(ConnectionThrottle(0.0, 0.1)))
        slow = ConnectionThrottle(0.0, 3600.0)
        rest = [await at_once(slow) for _ in range(connection_throttle.CROWD + 2)]
        monkeypatch.setattr(connection_throttle, "CALM", 0.0)
        await asyncio.sleep(0.15)
        first += [await at_once(throttle) for _ in range(connection_throttle.CROWD - 1)]
        return first, rest

    first, rest = asyncio.run(crowd())
    assert all(first)
    assert rest == [True] * connection_throttle.CROWD + [False] * 2
