"""What every store must do for the processes that share it."""

import asyncio
from collections.abc import Awaitable, Callable

from tests.server.store.conftest import OpenStore
from tests.server.store.parts import head, put, rows
from tests.server.store.test_contract import NEVER, use
from tiefenthal.server.store.base import Conflict, Extent, Store
from tiefenthal.server.store.peers import (
    ENDED,
    FREE,
    GONE,
    HERE,
    LEFT,
    LOG,
    LONGEST_NEWS,
    RENAMED,
    REWRITTEN,
    News,
)

LONG = 1000.0
"""Seconds in which nothing expires."""


class Ear:
    """Collects news."""

    def __init__(self, store: Store) -> None:
        self._heard: asyncio.Queue[News] = asyncio.Queue()
        self.end = store.peers.watch(self._heard.put_nowait)

    async def hears(self, *news: News) -> None:
        """Exactly this, in this order."""
        assert [await self._heard.get() for _ in news] == list(news)
        assert self._heard.empty()


def with_ear(open_store: OpenStore, test: Callable[[Store, Ear], Awaitable[None]]) -> None:
    async def go(store: Store) -> None:
        await test(store, Ear(store))

    use(open_store, go)


def test_a_log_is_read_from_an_entry_on(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        await put(store, "t")
        await store.append("t", 3, rows(3, 2), head("t"))
        assert await store.read_log("t", 3) == rows(3, 2)
        assert await store.read_log("t", 0) == rows(0, 5)
        assert await store.read_log("t", 5) == []
        assert await store.read_log("nothing", 2) == []

    use(open_store, test)


def test_how_far_logs_have_got(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        await put(store, "a")
        await put(store, "b")
        assert await store.extents(["a", "c"]) == {"a": Extent(3, 0)}
        assert await store.extents([]) == {}
        await store.rewrite("a", 3, rows(1, 1, "other"), rows(3), head("a"))
        await store.rewrite("a", 4, rows(1, 1, "again"), [], head("a"))
        assert await store.extents(["a", "b"]) == {"a": Extent(4, 2), "b": Extent(3, 0)}

    use(open_store, test)


def test_whoever_watches_hears_of_every_change_and_of_nothing_that_failed(open_store: OpenStore) -> None:
    async def test(store: Store, ear: Ear) -> None:
        await put(store, "t")
        await ear.hears(News(LOG, "t", 3))
        try:
            await store.append("t", 2, rows(2), head("t"))
            raise AssertionError("entry 2 is there already")
        except Conflict:
            pass
        await store.append("t", 3, [], head("t", "over"))  # only what the index knows of it
        await store.append("t", 3, rows(3, 2), head("t", "over"))
        await ear.hears(News(LOG, "t", 5))
        await store.rewrite("t", 5, rows(1, 1, "other"), rows(5), head("t", "over"))
        await ear.hears(News(REWRITTEN, "t", 6))
        await store.expire(waiting_before=NEVER, playing_before=NEVER, over_before=LONG, sessions_before=NEVER)
        await ear.hears(News(GONE, "t"))
        session = await store.add_session(b"hash", "Ada", 5.0)
        await store.rename_session(session.id, "Bea")
        await ear.hears(News(RENAMED, number=session.id))
        await store.end_session(session.id)
        await ear.hears(News(ENDED, number=session.id))
        await store.forget_session(session.id)
        await ear.hears(News(ENDED, number=session.id))

    with_ear(open_store, test)


def test_what_a_server_tells_reaches_all_who_watch(open_store: OpenStore) -> None:
    async def test(store: Store, ear: Ear) -> None:
        other = Ear(store)
        news = News("weather", "Tiefenthal", 7, '{"fog":"zäh"}' + " " * (LONGEST_NEWS - 20))
        await store.peers.tell(news)
        await ear.hears(news)
        await other.hears(news)
        other.end()
        other.end()
        await store.peers.tell(News("again"))
        await ear.hears(News("again"))
        await other.hears()

    with_ear(open_store, test)


def test_one_holds_something_until_it_lets_go(open_store: OpenStore) -> None:
    async def test(store: Store, ear: Ear) -> None:
        peers = store.peers
        assert not await peers.claim("bots t", "a")  # it is unknown
        assert not await peers.beat("a", LONG)
        assert not await peers.beat("b", LONG)
        assert await peers.beat("a", LONG)
        assert await peers.living() == ["a", "b"]
        assert await peers.claim("bots t", "a")
        assert await peers.claim("bots t", "a")
        assert not await peers.claim("bots t", "b")
        assert await peers.claim("bots u", "b")
        await peers.release("bots t", "b")
        assert not await peers.claim("bots t", "b")
        await peers.release("bots t", "a")
        await ear.hears(News(FREE, "bots t"))
        assert await peers.claim("bots t", "b")

    with_ear(open_store, test)


def test_only_one_of_many_gets_something(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        names = [f"process {n}" for n in range(8)]
        await asyncio.gather(*(store.peers.beat(name, LONG) for name in names))
        for what in ("x", "y", "z"):
            assert sum(await asyncio.gather(*(store.peers.claim(what, name) for name in names))) == 1

    use(open_store, test)


def test_with_a_process_lapses_what_it_held_and_said(open_store: OpenStore) -> None:
    async def test(store: Store) -> None:
        peers = store.peers
        for name in "ab":
            await peers.beat(name, LONG)
            await peers.announce("t", name, name.encode())
        assert await peers.claim("x", "a")
        await peers.beat("a", 0.0)  # it is dead from now on
        assert await peers.living() == ["b"]
        assert [(one.holder, one.body) for one in await peers.announced(["t"])] == [("b", b"b")]
        await peers.announce("u", "a", b"a ghost")
        assert await peers.all_announced() == {"t"}
        assert not await peers.claim("y", "a")
        assert await peers.claim("x", "b")
        assert not await peers.beat("a", LONG)  # it learns that, and starts over
        assert [one.holder for one in await peers.announced(["t"])] == ["b"]
        assert not await peers.claim("x", "a")

    use(open_store, test)


def test_a_process_that_leaves_is_gone_at_once(open_store: OpenStore) -> None:
    async def test(store: Store, ear: Ear) -> None:
        peers = store.peers
        await peers.beat("a", LONG)
        await peers.beat("b", LONG)
        await peers.claim("x", "a")
        await peers.announce("t", "a", b"here")
        await ear.hears(News(HERE, "t"))
        await peers.leave("a")
        await ear.hears(News(LEFT, "a"))
        await peers.leave("a")
        await ear.hears()
        assert await peers.announced(["t"]) == []
        assert await peers.claim("x", "b")
        assert await peers.living() == ["b"]

    with_ear(open_store, test)


def test_what_processes_say_of_tables(open_store: OpenStore) -> None:
    async def test(store: Store, ear: Ear) -> None:
        peers = store.peers
        for name in "ab":
            await peers.beat(name, LONG)
        await peers.announce("t", "a", b"\x00\xffone")
        await peers.announce("t", "b", b"two")
        await peers.announce("u", "b", b"three")
        await ear.hears(News(HERE, "t"), News(HERE, "t"), News(HERE, "u"))
        await peers.announce("t", "a", b"four")
        await ear.hears(News(HERE, "t"))
        said = await peers.announced(["t", "nothing"])
        assert sorted((one.table, one.holder, one.body) for one in said) == [("t", "a", b"four"), ("t", "b", b"two")]
        assert all(0 <= one.age < LONG for one in said)
        assert await peers.announced([]) == []
        assert await peers.all_announced() == {"t", "u"}
        await peers.announce("u", "b", None)
        await peers.announce("u", "b", None)
        await ear.hears(News(HERE, "u"))
        assert await peers.all_announced() == {"t"}

    with_ear(open_store, test)


def test_nothing_of_it_is_there_after_a_restart(open_store: OpenStore) -> None:
    async def first(store: Store) -> None:
        await store.peers.beat("a", 0.0)
        await store.peers.announce("t", "a", b"here")

    async def second(store: Store) -> None:
        await store.peers.beat("b", LONG)
        assert await store.peers.living() == ["b"]
        assert await store.peers.all_announced() == set()

    use(open_store, first)
    use(open_store, second)
