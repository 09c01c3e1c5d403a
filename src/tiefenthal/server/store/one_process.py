"""What processes share where there is one: SQLite's files belong to a single process, so it is kept in memory."""

import time
from collections.abc import Callable, Collection

from tiefenthal.server.store.peers import FREE, HERE, LEFT, Announced, Hear, News, Peers


class OneProcess(Peers):
    """Several servers over one store object, as tests have them, share it like processes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._hearing: list[Hear] = []
        self._alive: dict[str, float] = {}
        """By process: the time until which it counts as alive."""
        self._held: dict[str, str] = {}
        self._said: dict[str, dict[str, tuple[float, bytes]]] = {}
        """By table and holder: when, and what."""

    @property
    def exclusive(self) -> bool:
        """Whether there is one server."""
        return len(self._hearing) < 2

    def watch(self, hear: Hear) -> Callable[[], None]:
        """Have `hear` called with all news."""
        self._hearing.append(hear)

        def end() -> None:
            if hear in self._hearing:
                self._hearing.remove(hear)

        return end

    def tell_now(self, news: News) -> None:
        """Tell everybody who watches."""
        for hear in list(self._hearing):
            hear(news)

    async def tell(self, news: News) -> None:
        """Tell everybody who watches."""
        self.tell_now(news)

    async def beat(self, holder: str, seconds: float) -> bool:
        """A process is alive."""
        known = self._lives(holder)
        if not known:
            self._bury(holder)
        self._alive[holder] = self.clock() + seconds
        return known

    async def living(self) -> list[str]:
        """Return the processes that are alive."""
        return sorted(filter(self._lives, list(self._alive)))

    async def leave(self, holder: str) -> None:
        if self._alive.pop(holder, None) is not None:
            self._bury(holder)
            self.tell_now(News(LEFT, holder))

    async def claim(self, what: str, holder: str) -> bool:
        """Return whether a process holds something now."""
        if not self._lives(holder):
            return False
        if not self._lives(self._held.get(what, "")):
            self._held[what] = holder
        return self._held[what] == holder

    async def release(self, what: str, holder: str) -> None:
        """Hold something no more."""
        if self._held.get(what) == holder:
            del self._held[what]
            self.tell_now(News(FREE, what))

    async def announce(self, table: str, holder: str, body: bytes | None) -> None:
        """Say something of a table."""
        if body is not None:
            if not self._lives(holder):
                return
            self._said.setdefault(table, {})[holder] = (self.clock(), body)
        elif self._said.get(table, {}).pop(holder, None) is None:
            return
        elif not self._said[table]:
            del self._said[table]
        self.tell_now(News(HERE, table))

    async def announced(self, tables: Collection[str]) -> list[Announced]:
        """Return what living processes say of these tables."""
        now = self.clock()
        return [
            Announced(table, holder, now - at, body)
            for table in tables
            for holder, (at, body) in self._said.get(table, {}).items()
            if self._lives(holder)
        ]

    async def all_announced(self) -> set[str]:
        """Return all tables of which living processes say something."""
        return {table for table, said in self._said.items() if any(map(self._lives, said))}

    def _lives(self, holder: str) -> bool:
        return self._alive.get(holder, float("-inf")) > self.clock()

    def _bury(self, holder: str) -> None:
        """Nothing is left of a process."""
        for what in [what for what, held_by in self._held.items() if held_by == holder]:
            del self._held[what]
        for table in [table for table, said in self._said.items() if holder in said]:
            del self._said[table][holder]
            if not self._said[table]:
                del self._said[table]
