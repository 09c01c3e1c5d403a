"""Many who come in one moment are attended to one after the other."""

import asyncio

from tiefenthal.server.tables.pace import Pace


def test_one_after_the_other_and_in_order() -> None:
    async def crowd() -> tuple[list[int], float]:
        pace = Pace(apart=0.01)
        came: list[int] = []

        async def one(number: int) -> None:
            await pace.step()
            came.append(number)

        began = asyncio.get_running_loop().time()
        await asyncio.gather(*map(one, range(10)))
        return came, asyncio.get_running_loop().time() - began

    came, took = asyncio.run(crowd())
    assert came == list(range(10))
    assert took >= 0.09


def test_nobody_waits_alone() -> None:
    async def alone() -> bool:
        pace = Pace(apart=3600.0)
        stepping = asyncio.ensure_future(pace.step())
        await asyncio.sleep(0)
        return stepping.done()

    assert asyncio.run(alone())
