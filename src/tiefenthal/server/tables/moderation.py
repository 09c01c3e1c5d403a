"""Carries out what the owner of the server orders (`store/moderation.py`), in all processes that use the store.

What is to be done once, one process does: it claims a lease, and doing it again changes nothing. What holds for a while
every process knows, and looks for news every second, so it holds everywhere a second later, and after a restart.
"""

import asyncio
import contextlib
import math
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Final, Literal, Protocol

from tiefenthal.engine.rules.refusal import NO_RULE, refuse
from tiefenthal.server import logs
from tiefenthal.server.lookalikes import apart
from tiefenthal.server.problem import Refusal
from tiefenthal.server.protocol import frames
from tiefenthal.server.store.base import Store, StoreError
from tiefenthal.server.store.moderation import DONE, MISSING, WITH_ADDRESS, Order, What, new_order
from tiefenthal.server.tables import log
from tiefenthal.server.tables.cluster import Cluster
from tiefenthal.server.tables.commands import CommandRefused
from tiefenthal.server.tables.following import TableGoneError
from tiefenthal.server.tables.table import Table

if TYPE_CHECKING:
    from tiefenthal.server.tables.live_table import LiveTable

LOOK_EVERY: Final = 1.0
LEASE: Final = "moderation"
MOST_TABLES: Final = 1_000
"""Of one session, whose name is changed there."""


class Tables(Protocol):
    """The registry, as far as it is needed here."""

    store: Store
    cluster: Cluster
    clock: Callable[[], float]

    @property
    def in_memory(self) -> "list[LiveTable]":
        """The tables that are loaded."""

    async def live(self, table: str) -> "LiveTable | None":
        """The table, loaded if need be; None if it does not exist."""


class Moderation:
    """What holds now, and carrying out the rest."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._holds: dict[tuple[What, str], Order] = {}
        self._looking: asyncio.Task[None] | None = None

    def left(self, what: Literal["rename", "mute", "block"], target: object) -> float:
        """For how many seconds something still holds for a session or an address; 0 if it does not."""
        order = self._holds.get((what, str(target))) if self._holds else None
        return 0.0 if order is None or order.until is None else max(0.0, order.until - self._tables.clock())

    async def keeps_name(self, session: int) -> bool:
        """Whether somebody was given a name. The store is asked: who took another one before this process had heard of
        it would keep that instead."""
        now = self._tables.clock()
        return any(
            order.what == "rename" and order.target == str(session)
            for order in await self._tables.store.moderation.current(now)
        )

    def check_may_talk(self, session: int | None) -> None:
        """Raises CommandRefused for somebody who is muted."""
        if left := self.left("mute", session):
            n, unit = rounded(left)
            reason = refuse(NO_RULE, "muted-days", n=n) if unit == "days" else refuse(NO_RULE, "muted-hours", n=n)
            raise CommandRefused("muted", reason)

    def check_may_enter(self, address: str, session: int | None) -> None:
        """Raises Refusal for somebody who is blocked."""
        if left := max(self.left("block", address), self.left("block", session)):
            n, unit = rounded(left)
            raise Refusal(403, "blocked", lambda words: words.say(f"owner.blocked.{unit}", n=n))

    async def start(self) -> None:
        """Know what holds before anybody comes, and look for news from now on."""
        with contextlib.suppress(StoreError):
            await self._tables.store.moderation.forget_addresses(self._tables.clock())
            await self.look()
        self._looking = asyncio.create_task(self._look_for_ever(), name="moderation")

    async def stop(self) -> None:
        """Stop looking for orders."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.look()
            except StoreError:
                pass  # the store reports its own health
            except Exception as error:  # whatever it is, the next look may succeed
                logs.event("moderation failed", level="error", exception=error)

    async def look(self) -> None:
        """Read the orders, and carry out what is new."""
        now, cluster = self._tables.clock(), self._tables.cluster
        current = await self._tables.store.moderation.current(now)
        before, self._holds = self._holds, _holding(current)
        if self._holds != before:
            await self._end_blocked()
        if any(_is_address(order) and (order.what, order.target) not in self._holds for order in before.values()):
            await self._tables.store.moderation.forget_addresses(now)
        pending = [order for order in current if order.outcome is None]
        if pending and await cluster.claim(LEASE):
            try:
                for order in pending:
                    outcome = DONE if await self._carry_out(order) else MISSING
                    await self._tables.store.moderation.settle(order.id, outcome)
                    logs.event("moderated", code=order.what, done=outcome == DONE)
            finally:
                await cluster.release(LEASE)

    async def _end_blocked(self) -> None:
        """End the connections of people who are blocked now, and block their addresses if that was ordered."""
        found: dict[str, Order] = {}
        for live in self._tables.in_memory:
            for socket in list(live.sockets):
                order = self._holds.get(("block", str(socket.session)))
                if order is not None and order.value == WITH_ADDRESS and not self.left("block", socket.address):
                    found[socket.address] = order
                if order is not None or self.left("block", socket.address):
                    socket.close(frames.BLOCKED, "you are blocked by the owner of the server")
        for address, order in found.items():
            left = self.left("block", order.target)
            await self._tables.store.moderation.add(new_order("block", address, seconds=left, why=f"← {order.id}"))

    async def _carry_out(self, order: Order) -> bool:
        """Do what is to be done once; whether there was something to do it to."""
        if order.what == "lift":
            return await self._tables.store.moderation.lift(order.target, self._tables.clock())
        if order.what == "rename":
            return await self._rename(int(order.target), order.value)
        live = await self._tables.live(order.target)
        if live is None:
            return False
        table = live.table

        async def do() -> None:
            if order.what == "close" and not table.closed:
                await live.change([log.Closed(by_owner=True)])
            elif order.what == "unlist" and table.listed:
                await live.change([log.Unlisted()])

        return await _judged(live, do)

    async def _rename(self, session: int, name: str) -> bool:
        """Change a session's name, also where it sits at tables whose game is not over."""
        store = self._tables.store
        if not await store.has_session(session):
            return False
        await store.rename_session(session, name)
        for head in await store.heads_of(session, MOST_TABLES):
            live = await self._tables.live(head.table) if head.state != "over" else None
            if live is None:
                continue
            table = live.table

            async def do(live: "LiveTable" = live, table: Table = table) -> None:
                mine = [*table.seats_of(session), *table.kept_for(session)]
                names = [place.name for seat, place in enumerate(table.places) if seat not in mine]
                entries: list[log.Entry] = []
                for seat in mine:
                    names.append(apart(name, names))
                    if table.places[seat].name != names[-1]:
                        entries.append(log.Renamed(seat, names[-1]))
                if entries:
                    await live.change(entries)

            await _judged(live, do)
        return True


async def _judged(live: "LiveTable", do: Callable[[], Awaitable[None]]) -> bool:
    """Do something at a table, under its lock."""
    try:
        await live.judged(do)
    except TableGoneError:
        return False
    return True


def _holding(current: Iterable[Order]) -> dict[tuple[What, str], Order]:
    """What holds; of two orders for the same the one that ends later."""
    found: dict[tuple[What, str], Order] = {}
    for order in sorted(current, key=lambda one: one.until or 0.0):
        if order.until is not None:
            found[order.what, order.target] = order
    return found


def _is_address(order: Order) -> bool:
    return order.what == "block" and not order.target.isdigit()


def rounded(seconds: float) -> tuple[int, Literal["hours", "days"]]:
    """How long something still holds, as people are told."""
    hours = math.ceil(seconds / 3600)
    return (hours, "hours") if hours < 48 else (math.ceil(hours / 24), "days")
