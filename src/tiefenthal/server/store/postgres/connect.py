"""Connections to the database: opening them, a bounded number of them, and retrying when one breaks.

An operation in progress when a connection broke may have been done or not. So everything that is retried here can be
done twice without harm, or checks what it may have done already.
"""

import asyncio
import contextlib
import functools
import itertools
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, TypeVar

import asyncpg

from tiefenthal.server.store.base import StoreClosed
from tiefenthal.server.store.postgres.address import Address
from tiefenthal.server.store.postgres.errors import is_transient, store_error

T = TypeVar("T")
Connection = Any  # asyncpg has no types

SCHEMA: Final = "tiefenthal"
MOST_LINES: Final = 4
"""Connections for reads and rare writes; the writer of moves and the listener have their own."""

CONNECT_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 30.0
"""The longest one statement may take."""

PATIENCE_SECONDS: Final = 10.0
"""How long to retry after a connection broke, so that a restart of the database is a pause and not a failure."""

_PAUSES: Final = (0.02, 0.05, 0.1, 0.2, 0.4)
"""Between one try and the next; then always the last."""

SETTINGS: Final = {
    "application_name": "tiefenthal",
    "search_path": SCHEMA,
    "timezone": "UTC",
    "client_min_messages": "warning",
    # A process that hangs in the middle of something must not hold up the others.
    "idle_in_transaction_session_timeout": "30s",
    "lock_timeout": "10s",
    "jit": "off",  # the statements are short
}


async def connect(address: Address, *, patient: bool = False) -> Connection:
    """Open a connection, `patient` for work that may take long. An administrator may have told PostgreSQL to answer
    before a commit is on disk: not to us.
    """
    connection = await asyncpg.connect(
        address.for_driver(),
        timeout=CONNECT_SECONDS,
        command_timeout=None if patient else ANSWER_SECONDS,
        server_settings=SETTINGS | {"idle_in_transaction_session_timeout": "0"} if patient else SETTINGS,
    )
    try:
        await _insist_on_disk(connection)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _insist_on_disk(connection: Connection) -> None:
    await connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )


@functools.cache
def numbered(sql: str) -> str:
    """A statement with a question mark for each value (`store/sql`), as PostgreSQL reads it: with $1, $2 and so on."""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in zip(itertools.count(1), rest, strict=False))


async def pause(tries: int) -> None:
    """Wait a little, and longer each time."""
    await asyncio.sleep(_PAUSES[min(tries, len(_PAUSES) - 1)])


class Lines:
    """A bounded number of connections, opened on demand. They belong to the event loop that uses them first."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._pool: Any = None
        self._opening = asyncio.Lock()
        self.closed = False
        self.healthy = True
        """Whether the last write was stored. After a failure, writes are tried until one succeeds."""
        self._mending: asyncio.Task[None] | None = None

    async def again(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Do something on a connection; if that breaks, do it again on another, for some seconds. It must not matter if
        it is done twice. Raises StoreError in words, and mistakes of the program as they are.
        """
        tries, began = 0, time.monotonic()
        while True:
            if self.closed:
                raise self.too_late()
            try:
                async with self._line() as connection:
                    return await work(connection)
            except Exception as error:
                if not is_transient(error):
                    raise self.translated(error) from None
                if time.monotonic() - began > PATIENCE_SECONDS:
                    self.failed()
                    raise store_error(error, self.address) from None
            await pause(tries)
            tries += 1

    def translated(self, error: Exception) -> Exception:
        """An error of the database in words; any other as it is."""
        if isinstance(error, asyncpg.PostgresError | asyncpg.InterfaceError | asyncpg.InternalClientError | OSError):
            return store_error(error, self.address)
        return error

    @contextlib.asynccontextmanager
    async def _line(self) -> AsyncIterator[Connection]:
        if self._pool is None:
            async with self._opening:
                if self._pool is None:
                    self._pool = await self._make_pool()
        async with self._pool.acquire(timeout=ANSWER_SECONDS) as connection:
            yield connection

    async def _make_pool(self) -> Any:
        async def nothing(_: Connection) -> None:
            """Users of a connection leave nothing on it: no cursors, no settings; so there is nothing to reset."""

        return await asyncpg.create_pool(
            self.address.for_driver(),
            min_size=0,
            max_size=MOST_LINES,
            timeout=CONNECT_SECONDS,
            command_timeout=ANSWER_SECONDS,
            server_settings=SETTINGS,
            init=_insist_on_disk,
            reset=nothing,
        )

    # --- health

    def failed(self) -> None:
        """Writing fails: keep trying until it works."""
        self.healthy = False
        if self._mending is None and not self.closed:
            self._mending = asyncio.get_running_loop().create_task(self._mend())

    async def _mend(self) -> None:
        """Write something small now and then until it works: while the server reports itself unhealthy it may get no
        requests that would show that it has recovered."""
        tries = 0
        while not self.closed and not self.healthy:
            await pause(tries)
            tries += 1
            with contextlib.suppress(Exception):
                async with self._line() as connection:
                    await connection.execute("UPDATE form SET tried = now()")
                self.healthy = True
        self._mending = None

    def too_late(self) -> StoreClosed:
        """The error for operations after the end."""
        return StoreClosed(f"The store {self.address} has been closed.")

    async def close(self) -> None:
        """Close all connections."""
        self.closed = True
        if self._mending is not None:
            self._mending.cancel()
            await asyncio.gather(self._mending, return_exceptions=True)
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                await asyncio.wait_for(pool.close(), CONNECT_SECONDS)
            except Exception:
                pool.terminate()
