"""The queue of choices for thinkers: fair, and nothing is lost with a thinker."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from harness import postgres
from harness.patience import PATIENCE
from tiefenthal.engine.components import load_edition
from tiefenthal.server.bots import remote
from tiefenthal.server.bots.fair_queue import FairQueue
from tiefenthal.server.bots.process import Task
from tiefenthal.server.bots.remote import RemoteThinkers
from tiefenthal.server.store.base import ChoiceLost
from tiefenthal.server.store.thinkers import THINK, THOUGHT, Choice, Share, Thought

pytestmark = postgres.needed

if postgres.missing() is None:
    from tiefenthal.server.store.postgres.store import PostgresStore
    from tiefenthal.server.store.postgres.thinkers import Due, PostgresThinkers, levels, next_of

LONG = 1000.0
DONE = Thought(7, 0.5, None, False, False)


def choice(share: Share, *, urgent: bool = False) -> Choice:
    return Choice("greedy", "digest", "text", b"body \x00", 2.5, share, urgent)


def share(person: bool = True, address: str = "a", session: int = 1, table: str = "t") -> Share:
    return Share(person, address, session, table)


def with_queue(test: Callable[["PostgresThinkers"], Awaitable[None]]) -> None:
    @asynccontextmanager
    async def opened() -> AsyncIterator[PostgresThinkers]:
        store = PostgresStore(address)
        try:
            async with asyncio.timeout(PATIENCE):
                yield store.thinkers
        finally:
            await store.close()

    async def go() -> None:
        async with opened() as queue:
            await test(queue)

    with postgres.borrowed() as address:
        asyncio.run(go())


def test_a_choice_is_taken_once_and_its_answer_is_told() -> None:
    async def test(queue: PostgresThinkers) -> None:
        told: list[tuple[str, int]] = []
        queue.watch(lambda kind, number: told.append((kind, number)))
        assert await queue.alive() == 0
        number = await queue.ask(choice(share()))
        assert await queue.take("one") is None  # nobody knows it
        await queue.beat("one", LONG)
        await queue.beat("two", LONG)
        assert await queue.alive() == 2
        assert await queue.take("one") == (number, choice(share()))
        assert await queue.take("two") is None
        assert await queue.thought(number) is None
        assert not await queue.answer("two", number, DONE)
        assert await queue.answer("one", number, DONE)
        assert not await queue.answer("one", number, DONE)
        assert told == [(THINK, number), (THOUGHT, number)]
        assert await queue.thought(number) == DONE
        with pytest.raises(ChoiceLost):
            await queue.thought(number)
        other = await queue.ask(choice(share()))
        assert await queue.take("one") is not None
        assert await queue.withdraw(other) is None
        assert not await queue.answer("one", other, DONE)

    with_queue(test)


def test_what_a_dead_thinker_had_is_taken_by_another_and_answered_once() -> None:
    async def test(queue: PostgresThinkers) -> None:
        number = await queue.ask(choice(share()))
        for name in ("dead", "leaving", "alive"):
            await queue.beat(name, LONG)
        assert await queue.take("dead") is not None
        assert await queue.take("alive") is None
        await queue.beat("dead", 0.0)
        assert await queue.take("leaving") is not None
        await queue.leave("leaving")
        taken = await queue.take("alive")
        assert taken is not None
        assert taken[0] == number
        assert not await queue.answer("dead", number, DONE._replace(action=1))
        assert await queue.answer("alive", number, DONE)
        assert await queue.thought(number) == DONE

    with_queue(test)


def test_whoever_waits_for_a_choice_that_a_crash_of_the_database_has_taken_thinks_without_it() -> None:
    """It would wait forever, or get the result of another choice that has the same number now."""

    async def test(queue: PostgresThinkers) -> None:
        await queue.beat("one", LONG)
        number = await queue.ask(choice(share()))
        assert await queue.thought(number) is None
        remote = RemoteThinkers(queue)
        remote._available = True
        waiting = asyncio.create_task(remote.ask(Task("greedy", load_edition(), b"body", 1.0), share(), False))
        while not remote._answers:
            await asyncio.sleep(0.01)

        async def crash(connection: Any) -> None:  # what a crash does to unlogged tables
            await connection.execute("TRUNCATE choices RESTART IDENTITY")

        await queue._submit(crash)
        other = await queue.ask(choice(share()))
        assert other > number
        await queue.take("one")
        await queue.answer("one", other, DONE)
        with pytest.raises(ChoiceLost):
            await queue.thought(number)
        assert await waiting is None
        assert await queue.thought(other) == DONE

    with_queue(test)


@pytest.mark.parametrize("takes", [True, False])
def test_a_thinker_that_beats_and_never_answers_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, takes: bool
) -> None:
    """The server makes the choice itself, and asks no thinker for a while."""
    monkeypatch.setattr(remote, "TAKEN_SECONDS", LONG if takes else 0.0)
    monkeypatch.setattr(remote, "SLACK_SECONDS", -2.5)

    async def test(queue: PostgresThinkers) -> None:
        await queue.beat("one", LONG)
        server = RemoteThinkers(queue)
        server.start()
        while not server.available:
            await asyncio.sleep(0.01)
        task = Task("greedy", load_edition(None), b"body", 2.5)
        waiting = asyncio.create_task(server.ask(task, share(), False))
        while takes and await queue.take("one") is None:
            await asyncio.sleep(0.01)
        assert await waiting is None
        assert await queue.take("one") is None  # it was withdrawn
        assert [server.available] == [False]
        assert await server.ask(task, share(), False) is None
        await server.close()

    with_queue(test)
    assert f"did not {'answer' if takes else 'take'} a choice in time" in caplog.text


def test_figures_of_choices_that_are_over_are_not_kept() -> None:
    async def test(queue: PostgresThinkers) -> None:
        numbers = [await queue.ask(choice(share())._replace(edition=f"digest {n}")) for n in range(5)]
        for number in numbers[1:]:
            await queue.withdraw(number)
        await queue.beat("one", LONG)
        left = await queue._read("SELECT digest FROM thinking_editions")
        assert [row["digest"] for row in left] == ["digest 0"]
        taken = await queue.take("one")
        assert taken is not None
        assert taken[1].edition_text == "text"

    with_queue(test)


def test_whoever_has_many_tables_has_no_more_than_whoever_has_one() -> None:
    async def test(queue: PostgresThinkers) -> None:
        await queue.beat("one", LONG)
        for table in range(20):
            await queue.ask(choice(share(address="greedy", table=f"g{table}")))
        for table in range(4):
            await queue.ask(choice(share(address="modest", session=2, table=f"m{table}")))
            await queue.ask(choice(share(person=False, address="nobody", table=f"n{table}")))
        served = []
        for _ in range(10):
            taken = await queue.take("one")
            assert taken is not None
            number, found = taken
            served.append(found.share.address)
            await queue.answer("one", number, DONE._replace(seconds=1.0))
        assert Counter(served) == {"greedy": 5, "modest": 4, "nobody": 1}
        await queue.ask(choice(share(person=False, address="hurried"), urgent=True))
        taken = await queue.take("one")
        assert taken is not None
        assert taken[1].urgent

    with_queue(test)


@pytest.mark.parametrize("seconds", [0.25, 1.0, 3.0])
def test_it_serves_as_the_queue_of_one_server_does(seconds: float) -> None:
    """The same shares as the fair queue, turn by turn, when everybody always waits."""
    tables = [share(a < 3, f"a{a}", s, f"t{t}") for a in range(4) for s in range(2) for t in range(1 + a)]
    here: FairQueue[Share] = FairQueue()
    for one in tables:
        here.put(one, one, weight=8.0 if one.person else 1.0)
    dues: dict[str, Due] = {}
    for _ in range(200):
        turn = here.take()
        far, changed = next_of(tables, dues)
        assert far == turn.item
        dues |= changed
        for level, name in enumerate(levels(far)[1:], 1):
            weight = 8.0 if level == 1 and far.person else 1.0
            dues[name] = dues[name]._replace(due=dues[name].due + (seconds - 1.0) / weight)
        here.put(turn.path, turn.item, weight=8.0 if turn.item.person else 1.0)
        here.done(turn, seconds)
