"""Who is connected to a table in other processes, and announcing to them who is connected here."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

import msgspec

from tiefenthal.server.store.base import StoreError
from tiefenthal.server.store.peers import Announced
from tiefenthal.server.tables.attendance import Attendance
from tiefenthal.server.tables.cluster import Cluster
from tiefenthal.server.tables.table import Table


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a process announces about a table in its memory."""

    seated: list[int] = []
    """The sessions connected there for a seat of theirs."""
    watching: int = 0
    away: dict[int, float] = {}
    """By seat whose person is connected nowhere: for how many seconds."""


class Shared(Protocol):
    """What all tables of a server share."""

    cluster: Cluster


class Attended(Protocol):
    """What is needed here of a live table."""

    table: Table
    attendance: Attendance
    gone: bool

    @property
    def registry(self) -> Shared:
        """What it shares with others."""

    def away(self) -> dict[int, float]:
        """By seat of a person who is not here: for how many seconds."""

    def people(self) -> tuple[set[int], int]:
        """Who is here, in any process: the seats, and how many watch."""

    def people_changed(self, before: tuple[set[int], int]) -> None:
        """Another process announces that somebody connected or disconnected."""


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Said).decode


class Presence:
    """The presence of people at one table."""

    def __init__(self, live: Attended) -> None:
        self._live = live
        self._said: dict[str, Said] = {}
        """What the other processes announce, by process."""
        self.seated: frozenset[int] = frozenset()
        self.watching = 0
        self._new = True
        self._announced: tuple[object, ...] | None = None
        self._announcing: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._again = False

    # --- others

    def soon(self) -> None:
        """A process has announced something new about the table."""
        if self._reading is not None:
            self._again = True
        elif not self._live.gone:
            self._reading = asyncio.create_task(self._read(), name="presence")

    async def _read(self) -> None:
        try:
            self._again = True
            while self._again and not self._live.gone:
                self._again = False
                await self.read()
        except StoreError:
            pass  # it is checked again later
        finally:
            self._reading = None

    async def read(self) -> None:
        """Read what other processes announce."""
        self.heed(await self._live.registry.cluster.announced(self._live.table.id))

    def heed(self, said: Sequence[Announced]) -> None:
        """Everything that live processes announce about the table."""
        live = self._live
        others = live.registry.cluster.others(said)
        found = {one.holder: _decode(one.body) for one in others}
        before = live.people()
        if self._new:  # from now on absence is counted here too
            self._new = False
            for one in others:
                for seat, away in found[one.holder].away.items():
                    live.attendance.away_at_least(seat, away + one.age)
        if found == self._said:
            return
        self._said = found
        self.seated = frozenset(session for one in found.values() for session in one.seated)
        self.watching = sum(one.watching for one in found.values())
        if before != live.people():
            live.people_changed(before)
        self.announce()

    # --- this process

    def announce(self, again: bool = False) -> None:
        """Announce to the other processes, if there are any, who is connected here."""
        if self._live.registry.cluster.exclusive:
            return
        if again:
            self._announced = None
        if self._announcing is None and not self._live.gone:
            self._announcing = asyncio.create_task(self._announce(), name="announcing")

    async def _announce(self) -> None:
        live = self._live
        try:
            while not live.gone:
                seated = sorted(session for session in live.attendance.seated() if session is not None)
                said = Said(seated, live.attendance.watchers, live.away())
                kind = (seated, said.watching, sorted(said.away))
                if kind == self._announced:
                    break
                self._announced = kind
                await live.registry.cluster.announce(live.table.id, _encode(said))
        except StoreError:
            self._announced = None  # announced with the next change
        finally:
            self._announcing = None

    async def take_back(self) -> None:
        """The table is not in this process's memory any more."""
        if self._announcing is not None:
            await asyncio.wait([self._announcing])
        if self._announced is not None:
            await self._live.registry.cluster.announce(self._live.table.id, None)
