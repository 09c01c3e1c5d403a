"""Running a thinker: a process that makes the choices of bots for servers that share a database."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable

from tiefenthal.server.bots.pool import BotPool
from tiefenthal.server.bots.remote import Thinker
from tiefenthal.server.store.opening import open_database
from tiefenthal.server.store.postgres.address import Address


def run(database: Address, processes: int, ready: Callable[[], None]) -> None:
    """Think until somebody stops it (Ctrl-C or SIGTERM). Raises StoreError before anything has begun."""
    store = open_database(database)

    async def go() -> None:
        pool = BotPool(processes)
        await pool.start()
        thinking = asyncio.create_task(Thinker(store.thinkers, pool.think, processes).run())
        if sys.platform != "win32":
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, thinking.cancel)
        ready()
        try:
            with contextlib.suppress(asyncio.CancelledError):
                await thinking
        finally:
            await pool.close()
            await store.close()

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(go())
