"""A small typed client of a Tiefenthal server (docs/protocol.md), for plain asyncio.

import asyncio
import contextlib
import random

from tiefenthal.client import Client, CommandRefused, bot, here


async def main() -> None:
    async with Client("http://127.0.0.1:8000") as client:
        await client.introduce("Ada")
        table = await client.new_table([here(), bot("greedy")], modules=5, pace="instant")
        async with await client.connect(table.id) as seat:
            while await seat.asked():
                with contextlib.suppress(CommandRefused):  # somebody was quicker: look again
                    await seat.play(random.choice(seat.update.legal).action)
            print(seat.over.ending.scores)


asyncio.run(main())
"""

from tiefenthal.client.client import Client, bot, by_link, here, http_pool
from tiefenthal.client.connection import Connection, Frames
from tiefenthal.client.errors import CommandRefused, ConnectionLost, ServerError, UnreachableError
from tiefenthal.client.light import LightShown, LightUpdate, RawUpdate

__all__ = [
    "Client",
    "CommandRefused",
    "Connection",
    "ConnectionLost",
    "Frames",
    "LightShown",
    "LightUpdate",
    "RawUpdate",
    "ServerError",
    "UnreachableError",
    "bot",
    "by_link",
    "here",
    "http_pool",
]
