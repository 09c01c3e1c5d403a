"""What the owner of a server did to keep the peace: orders to all processes that use the store, and the log of them.

An order is written by a command or by a page, perhaps while no server runs. The processes read what is new, and one of
them carries it out. Which owner it was is unknown: everybody with the key, or with the store, is one.
"""

import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal, NamedTuple

What = Literal["unlist", "close", "rename", "mute", "block", "lift"]
DONE: Final = "done"
MISSING: Final = "missing"
"""There is no such table, session or order."""
_ORDER: Final = "id, at, what, target, value, until, why, outcome"

Read = Callable[..., Awaitable[list[Any]]]
Change = Callable[..., Awaitable[int]]


class Order(NamedTuple):
    """Something an owner did."""

    id: str
    at: float
    what: What
    target: str
    """Of `unlist` and `close` a table, of `rename` and `mute` a session's number, of `block` that or an address, of
    `lift` another order."""
    value: str
    """The new name; or `WITH_ADDRESS`."""
    until: float | None
    """When it ends, if it holds for a while. Also what was renamed cannot be renamed until then."""
    why: str
    outcome: str | None
    """`DONE`, `MISSING`, or None as long as nobody has carried it out."""


WITH_ADDRESS: Final = "address"
"""The value of a block that is also for the addresses from which that session is connected."""


def new_order(what: What, target: str, value: str = "", seconds: float | None = None, why: str = "") -> Order:
    """Something to do now. What only holds is done with being written."""
    now = time.time()
    outcome = DONE if what in ("mute", "block") else None
    return Order(
        secrets.token_hex(4), now, what, target, value, None if seconds is None else now + seconds, why, outcome
    )


class Moderation:
    """The orders in a store."""

    def __init__(self, read: Read, change: Change) -> None:
        self._read = read
        self._change = change

    async def add(self, order: Order) -> None:
        """Write an order."""
        await self._change(f"INSERT INTO moderation ({_ORDER}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *order)

    async def current(self, now: float) -> list[Order]:
        """Return what holds now or is not carried out yet, the oldest first."""
        return await self._orders("WHERE outcome IS NULL OR until > ? ORDER BY at, id", now)

    async def last(self, limit: int) -> list[Order]:
        """Return the last orders, the newest first."""
        return await self._orders("ORDER BY at DESC, id LIMIT ?", limit)

    async def find(self, order: str) -> Order | None:
        """Return an order."""
        return next(iter(await self._orders("WHERE id = ?", order)), None)

    async def settle(self, order: str, outcome: str) -> None:
        """It has been carried out."""
        await self._change("UPDATE moderation SET outcome = ? WHERE id = ? AND outcome IS NULL", outcome, order)

    async def lift(self, order: str, now: float) -> bool:
        """End what holds; whether it did."""
        return bool(await self._change("UPDATE moderation SET until = ? WHERE id = ? AND until > ?", now, order, now))

    async def forget_addresses(self, now: float) -> None:
        """Addresses are kept no longer than they are blocked."""
        await self._change(
            "UPDATE moderation SET target = '' WHERE until <= ? AND what = 'block'"
            " AND (target LIKE '%.%' OR target LIKE '%:%')",
            now,
        )

    async def _orders(self, which: str, value: object) -> list[Order]:
        return [Order(*row) for row in await self._read(f"SELECT {_ORDER} FROM moderation {which}", value)]
