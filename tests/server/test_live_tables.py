"""A table in memory: what is on disk, and only that, is sent to everyone at once; and what happens when disks fail."""

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from harness.patience import PATIENCE
from tests.server.stores import open_test_store
from tiefenthal.engine.replay import verify
from tiefenthal.engine.rules.actions import Action
from tiefenthal.server import logs
from tiefenthal.server.bots.pool import SOMEBODY, Answer, Asker, BotPool
from tiefenthal.server.config import DAY, CleanUp
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.protocol import frames
from tiefenthal.server.protocol.http import NewTable, SeatPlan
from tiefenthal.server.store.base import DiskFull, SessionRow, Store
from tiefenthal.server.tables import broadcast, live_table
from tiefenthal.server.tables import socket as sockets
from tiefenthal.server.tables.clock_check import ClockCheck
from tiefenthal.server.tables.finished import read_info
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.registry import TableRegistry
from tiefenthal.server.tables.socket import Socket
from tiefenthal.server.tables.state_frames import StateFrames
from tiefenthal.server.tables.table import RECENT

Test = Callable[..., Coroutine[Any, Any, None]]
T = TypeVar("T")
_frame: msgspec.json.Decoder[frames.Frame] = msgspec.json.Decoder(frames.Frame)
HOST = SessionRow(1, "Anna", 0.0, 0.0)


def asynchronous(test: Test) -> Callable[..., None]:
    """Run a test that awaits."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), PATIENCE))

    return run


class Clock:
    """Time that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class House:
    """A registry with its store, and people whose frames are collected."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.pool = BotPool(1)
        self.metrics = Metrics(process=False)
        believed = ClockCheck(clock=clock, running=clock, steady=0.0)
        believed.compare()
        self.registry = TableRegistry(
            store, self.pool, self.metrics, CleanUp(), clock, lambda: "the seed", clock_check=believed, running=clock
        )

    async def table(self, *seats: SeatPlan, modules: int = 1, **options: Any) -> LiveTable:
        return await self.registry.open(HOST, NewTable(list(seats), modules, pace="instant", **options))

    async def two(self, modules: int = 1) -> LiveTable:
        return await self.table(SeatPlan("here"), SeatPlan("here", "Ben"), modules=modules)


class Guest:
    """Somebody connected; `got` has what they were sent."""

    def __init__(self, seat: int | None, session: int | None = 1) -> None:
        self.socket = Socket(session, seat, lambda: None)
        self.raw: list[bytes] = []
        self.closed: tuple[int, str] | None = None
        self._task = asyncio.create_task(self.socket.write_out(self._send))

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self.closed = (message["code"], message["reason"])
        else:
            self.raw.append(message["text"].encode())

    @property
    def got(self) -> list[frames.Frame]:
        return [_frame.decode(raw) for raw in self.raw]

    @property
    def update(self) -> frames.Update:
        return [frame for frame in self.got if isinstance(frame, frames.Update)][-1]

    async def __aenter__(self) -> "Guest":
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def open_house(folder: Path) -> AsyncIterator[House]:
    house = House(open_test_store(folder), Clock())
    try:
        yield house
    finally:
        await house.registry.close()
        await house.pool.close()
        await house.store.close()


@contextlib.asynccontextmanager
async def guest(
    live: LiveTable, seat: int | None, since: int | None = None, session: int | None = 1
) -> AsyncIterator[Guest]:
    async with Guest(seat, session) as found:
        await live.enter(found.socket, since)
        await settle()
        try:
            yield found
        finally:
            await live.leave(found.socket)


def first_legal(live: LiveTable, seat: int) -> str:
    assert live.table.game is not None
    return live.table.game.legal_actions(seat)[0].text


async def play(live: LiveTable, by: Guest, number: int | None = None) -> None:
    assert by.socket.seat is not None
    await live.command(by.socket, frames.Play(live.table.ply, first_legal(live, by.socket.seat), number))
    await settle()


async def play_on(live: LiveTable, *guests: Guest, decisions: int = 100_000) -> None:
    by_seat = {one.socket.seat: one for one in guests}
    for _ in range(decisions):
        asked = live.table.asked()
        if not asked:
            return
        await play(live, by_seat[asked[0]])


@asynchronous
async def test_hello_comes_first_with_the_promise_then_the_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.two()
        async with guest(live, 0) as anna, guest(live, None, session=None) as watcher:
            hello, update = anna.got[:2]
            assert isinstance(hello, frames.Hello)
            assert isinstance(update, frames.Update)
            assert hello.table.commitment == live.table.commitment
            assert hello.table.you.seats == [1, 2]
            assert update.legal
            seen = watcher.got[0]
            assert isinstance(seen, frames.Hello)
            assert (seen.seat, seen.table.you.seats, seen.table.you.host) == (None, [], False)
            assert not watcher.update.legal


@asynchronous
async def test_a_move_is_answered_and_told_to_everyone(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.two()
        async with guest(live, 0) as anna, guest(live, 1) as ben, guest(live, None) as watcher:
            before = len(anna.got)
            await play(live, anna, number=17)
            done, told = anna.got[before:]
            assert done == frames.Done(17, 1)
            assert isinstance(told, frames.Update)
            assert told.ply == 1
            assert [update.ply for update in (ben.update, watcher.update)] == [1, 1]
            assert ben.update.view == watcher.update.view == told.view


@asynchronous
async def test_nothing_is_answered_or_told_before_it_is_on_disk(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.two()
        async with guest(live, 0) as anna, guest(live, 1) as ben:
            gate = asyncio.Event()
            append = house.store.append

            async def slow(*args: Any) -> None:
                await gate.wait()
                await append(*args)

            house.store.append = slow  # type: ignore[method-assign, assignment]
            seen = len(anna.raw), len(ben.raw)
            task = asyncio.create_task(play(live, anna))
            await settle()
            assert (len(anna.raw), len(ben.raw)) == seen
            assert live.table.ply == 0
            gate.set()
            await task
            assert live.table.ply == 1
            assert len(ben.raw) > seen[1]


@asynchronous
async def test_what_the_disk_refuses_has_not_happened(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.two()
        async with guest(live, 0) as anna, guest(live, 1) as ben:
            append = house.store.append

            async def full(*_: Any) -> None:
                raise DiskFull("no room")

            house.store.append = full  # type: ignore[method-assign, assignment]
            seen = len(ben.raw)
            await play(live, anna)
            refused = anna.got[-1]
            assert isinstance(refused, frames.Refused)
            assert refused.code == "disk"
            assert live.table.ply == 0
            assert len(ben.raw) == seen
            house.store.append = append  # type: ignore[method-assign]
            await play(live, anna)
            assert live.table.ply == 1


@asynchronous
async def test_a_cancelled_move_is_whole_or_not_at_all(tmp_path: Path) -> None:
    """If a caller gives up waiting, memory and disk stay the same, and nobody else gets in between."""
    async with open_house(tmp_path) as house:
        live = await house.two()
        async with guest(live, 0) as anna, guest(live, 1) as ben:
            gate = asyncio.Event()
            append = house.store.append

            async def slow(*args: Any) -> None:
                await gate.wait()
                await append(*args)

            house.store.append = slow  # type: ignore[method-assign, assignment]
            task = asyncio.create_task(play(live, anna))
            await settle()
            assert not anna.socket.stop_reading(task), "it is not disturbed"
            await settle()
            assert live.lock.locked(), "what was begun goes on"
            gate.set()
            await until(lambda: live.table.ply == 1 and not live.lock.locked())
            await settle()
            assert ben.update.ply == 1, "and the others are told"
            assert live.table.ply == 1
            assert task.done()
            assert not task.cancelled()
            assert len(await house.store.read_log(live.table.id)) == live.table.length
            await play(live, ben)
            assert len(await house.store.read_log(live.table.id)) == live.table.length


@asynchronous
async def test_a_table_that_differs_from_the_disk_is_read_anew(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.two()
        async with guest(live, 0) as anna:
            live.table.length += 1  # as if something were missing on the disk
            await play(live, anna)
            assert live.gone
            assert anna.closed is not None
            assert anna.closed[0] == frames.DISK
            again = await house.registry.live(live.table.id)
            assert again is not None
            assert again is not live
            async with guest(again, 0) as back:
                await play(again, back)
                assert again.table.ply == 1


@asynchronous
async def test_the_seed_is_shown_when_the_record_is_kept_and_not_before(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.two(modules=2)
        async with guest(live, 0) as anna, guest(live, 1) as ben, guest(live, None) as watcher:
            await play_on(live, anna, ben)
            assert live.table.ended
            for one in (anna, ben, watcher):
                over = next(frame for frame in one.got if isinstance(frame, frames.Over))
                assert over.ending.seed == "the seed"
                assert over.ending.commitment == live.table.commitment
                first = next(i for i, raw in enumerate(one.raw) if b"the seed" in raw)
                assert isinstance(one.got[first], frames.Over)
        stored = await house.store.record(live.table.id)
        assert stored is not None
        verdict = verify(stored.text)
        assert (verdict.over, verdict.follows_seed, verdict.fits_commitment) == (True, True, True)
        assert read_info(stored).names == ["Anna", "Ben"]
        length = live.table.length
        async with guest(live, 0) as late:
            assert isinstance(late.got[-1], frames.Over)
        assert live.table.length == length, "a game ends once"


@asynchronous
async def test_a_record_the_disk_refused_is_kept_when_somebody_comes(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.two()
        append = house.store.append

        async def no_records(*args: Any) -> None:
            if args[4] is not None:
                raise DiskFull("no room")
            await append(*args)

        house.store.append = no_records  # type: ignore[method-assign, assignment]
        async with guest(live, 0) as anna, guest(live, 1) as ben:
            await play_on(live, anna, ben)
            assert not live.table.ended
            assert not any(isinstance(frame, frames.Over) for frame in anna.got)
        house.store.append = append  # type: ignore[method-assign]
        async with guest(live, 0) as back:
            assert isinstance(back.got[-1], frames.Over)
        assert await house.store.record(live.table.id) is not None


@pytest.mark.parametrize("away", [0, 1, 5, RECENT - 1, RECENT, RECENT + 1, 2 * RECENT])
@asynchronous
async def test_who_resumes_gets_exactly_what_was_missed(tmp_path: Path, away: int) -> None:
    async with open_house(tmp_path) as house:
        live = await house.two(modules=5)
        async with guest(live, 0) as anna, guest(live, 1) as ben:
            await play_on(live, anna, ben, decisions=10)
            since, seen = live.table.ply, len(anna.got)
            await play_on(live, anna, ben, decisions=away)
            missed = [event for frame in anna.got[seen:] if isinstance(frame, frames.Update) for event in frame.events]
        async with guest(live, 0, since=since) as back:
            assert back.update.events == missed
            assert back.update.complete
            assert back.update.view == anna.update.view
            assert back.update.legal == anna.update.legal
        async with guest(live, 0, since=10_000) as lost:
            assert not lost.update.complete
        async with guest(live, 0, since=-1) as new:
            assert new.update.complete
            assert {event.ply for event in new.update.events} - {0} == set(range(1, live.table.ply + 1))
        summer = await house.two()
        async with guest(summer, 0, since=-1) as new:
            assert [event.what for event in new.update.events][:1] == ["round"]


@asynchronous
async def test_tables_sleep_and_wake_as_they_were(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.two(modules=5)
        async with guest(live, 0) as anna, guest(live, 1) as ben:
            await play_on(live, anna, ben, decisions=40)
            assert house.registry.unload_idle(0) == 0
        assert house.registry.unload_idle(3600) == 0
        assert house.registry.unload_idle(0) == 1
        assert house.registry.loaded == 0
        found = await asyncio.gather(*(house.registry.live(live.table.id) for _ in range(5)))
        assert all(one is found[0] for one in found)
        assert found[0] is not None
        async with guest(found[0], 0) as back:
            assert back.update.view == anna.update.view
            assert back.update.legal == anna.update.legal


# --- slow readers


@asynchronous
async def test_a_crowd_that_watches_costs_each_of_them_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(name: str, make: Callable[..., Any]) -> Callable[..., Any]:
        def count(*given: Any) -> Any:
            made.append(name)
            return make(*given)

        return count

    monkeypatch.setattr(broadcast, "StateFrames", counted("state", StateFrames))
    monkeypatch.setattr(LiveTable, "info", counted("info", LiveTable.info))
    monkeypatch.setattr(live_table, "WATCHERS_TOLD_EVERY", 3600.0)
    async with open_house(tmp_path) as house, contextlib.AsyncExitStack() as crowd:
        live = await house.two()
        anna = await crowd.enter_async_context(guest(live, 0))
        made.clear()
        for number in range(40):
            await crowd.enter_async_context(guest(live, None, session=100 + number))
        assert (made.count("info"), made.count("state")) == (40, 0)
        assert not any(isinstance(frame, frames.TableChanged) for frame in anna.got)
        made.clear()
        await play(live, anna)
        assert made.count("state") == 1
        live.tell_people()
        await settle()
        assert made.count("info") == 2  # one for players, one for watchers
        assert isinstance(anna.got[-1], frames.TableChanged)
        assert anna.got[-1].table.watchers == 40


@asynchronous
async def test_slow_readers_are_dropped_and_nobody_waits_for_them(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        live = await house.two(modules=5)
        stuck = asyncio.Event()
        dropped: list[bool] = []
        slow = Socket(None, None, lambda: dropped.append(True))

        async def never(_: Any) -> None:
            await stuck.wait()

        writer = asyncio.create_task(slow.write_out(never))
        await live.enter(slow, None)
        async with guest(live, 0) as anna, guest(live, 1) as ben:
            await play_on(live, anna, ben, decisions=sockets.MOST_QUEUED + 10)
            assert live.table.ply == sockets.MOST_QUEUED + 10
        assert dropped == [True]
        assert slow.closing
        writer.cancel()


# --- bots


class Chosen:
    """An answer of the pool."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.seconds = 0.0
        self.trouble: str | None = None
        self.waited = 0.0
        self.crashed = False


def quick_bots(
    house: House, before: Callable[[], Awaitable[object]] | None = None, askers: list[Asker] | None = None
) -> list[str]:
    """Bots that play the first legal action at once, in this process; the seeds they are given."""
    seeds: list[str] = []

    async def choose(bot: str, seed: str, view: Any, legal: list[Action], asker: Asker = SOMEBODY) -> Any:
        seeds.append(seed)
        if askers is not None:
            askers.append(asker)
        if before is not None:
            await before()
        return Chosen(legal[0])

    house.pool.choose = choose  # type: ignore[method-assign]
    return seeds


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.001)


@asynchronous
async def test_bots_play_while_a_person_is_in_the_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        seeds = quick_bots(house)
        live = await house.table(SeatPlan("here"), SeatPlan("bot", bot="greedy"))
        await until(lambda: live.table.asked() == (0,))
        assert live.table.ply == 1
        assert len(set(seeds)) == len(seeds)
        assert not any("the seed" in seed for seed in seeds)


@asynchronous
async def test_a_crash_is_logged_and_counted_and_the_game_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path) as house:
        troubles = ["crashed: ValueError at search.py:120: no such card", "took too long"]

        async def choose(bot: str, seed: str, view: Any, legal: list[Action], asker: Asker = SOMEBODY) -> Answer:
            return Answer(legal[0], 0.1, troubles.pop(0) if troubles else None)

        house.pool.choose = choose  # type: ignore[method-assign]
        live = await house.table(SeatPlan("bot", bot="mcts"), SeatPlan("bot", bot="mcts"), SeatPlan("here"))
        await until(lambda: live.table.asked() == (2,))
        figures = house.registry.metrics.text()
        assert 'tiefenthal_bot_troubles_total{bot="mcts"} 2.0' in figures
        assert 'tiefenthal_bot_crashes_total{bot="mcts"} 1.0' in figures
    entries = [entry for entry in map(logs.entry, caplog.records) if entry["event"] == "stand-in move"]
    assert [(entry["level"], entry["trouble"], entry.get("place")) for entry in entries] == [
        ("error", "crashed", "search.py:120"),
        ("warning", "took too long", None),
    ]


@asynchronous
async def test_the_pool_is_told_who_waits(tmp_path: Path) -> None:
    """A person who plays and is connected; not one who is away, has handed over the seat, or watches."""
    async with open_house(tmp_path) as house:
        askers: list[Asker] = []
        quick_bots(house, askers=askers)
        live = await house.table(SeatPlan("here"), SeatPlan("bot", bot="greedy"))
        await until(lambda: live.table.asked() == (0,))
        table, host = live.table, live.table.host
        assert set(askers) == {Asker(False, "", host, table.id)}
        askers.clear()
        async with guest(live, 0) as anna:
            anna.socket.address = "192.0.2.1"
            await play(live, anna)
            await until(lambda: bool(askers))
            assert set(askers) == {Asker(True, "192.0.2.1", host, table.id)}
            await live.command(anna.socket, frames.HandOver("greedy", None))
            askers.clear()
            await until(lambda: bool(askers))
            assert set(askers) == {Asker(False, "192.0.2.1", host, table.id)}


@asynchronous
async def test_bots_among_themselves_wait_for_somebody_to_watch(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        quick_bots(house)
        live = await house.table(SeatPlan("bot", bot="greedy"), SeatPlan("bot", bot="random"))
        await settle()
        assert not live.bots.busy
        assert live.table.ply == 0
        async with guest(live, None) as watcher:
            await until(lambda: live.table.ended)
            await settle()
            assert any(isinstance(frame, frames.Over) for frame in watcher.got)


@asynchronous
async def test_bots_wait_while_an_undo_is_asked_for(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        quick_bots(house)
        plans = (SeatPlan("here"), SeatPlan("here", "Ben"), SeatPlan("bot", bot="greedy"))
        live = await house.table(*plans)
        async with guest(live, 0) as anna, guest(live, 1) as ben:
            while live.table.game is None or live.table.game.phase != "draft":
                await until(lambda: live.table.asked()[0] != 2)
                await play(live, (anna, ben)[live.table.asked()[0]])
            # From here on the bot is slow, so that the request comes while it thinks.
            thinking = asyncio.Event()
            quick_bots(house, thinking.wait)
            while live.table.asked() != (2,):
                await play(live, (anna, ben)[live.table.asked()[0]])
            await settle()
            ply = live.table.ply
            await live.command(anna.socket, frames.AskUndo(ply))
            assert live.table.request is not None
            thinking.set()
            await settle()
            await asyncio.sleep(0.02)
            assert live.table.ply == ply
            await live.command(ben.socket, frames.AnswerUndo(ply, False))
            await until(lambda: live.table.ply > ply)


@asynchronous
async def test_a_bot_that_thinks_stops_when_the_seat_is_taken_back(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        thinking = asyncio.Event()
        quick_bots(house, thinking.wait)
        live = await house.two()
        async with guest(live, 0) as anna:
            await live.command(anna.socket, frames.HandOver("greedy"))
            await settle()
            assert live.bots.busy
            await live.command(anna.socket, frames.TakeBack())
            thinking.set()
            await until(lambda: not live.bots.busy)
            assert live.table.ply == 0
            await play(live, anna)
            assert live.table.ply == 1


# --- clean-up


@asynchronous
async def test_abandoned_tables_go_by_the_policy_and_records_stay(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        waiting = await house.table(SeatPlan("here"), SeatPlan("link"))
        playing = await house.two()
        over = await house.two()
        async with guest(over, 0) as anna, guest(over, 1) as ben:
            await play_on(over, anna, ben)
        bots = await house.table(*(SeatPlan("bot", bot="random") for _ in range(2)))
        names = [live.table.id for live in (waiting, playing, over, bots)]

        async def left() -> list[bool]:
            return [await house.store.head(name) is not None for name in names]

        house.clock.now += 200 * DAY
        await house.registry.clean_up()
        assert await left() == [True, True, True, True], "tables in memory stay"
        house.registry.unload_idle(0)
        house.clock.now -= 200 * DAY
        for days, remaining in (
            (2.9, [1, 1, 1, 1]), (3.1, [1, 1, 1, 0]), (6.9, [1, 1, 1, 0]), (7.1, [0, 1, 1, 0]), (30.1, [0, 1, 0, 0]),
            (180.1, [0, 0, 0, 0]),
        ):  # fmt: skip
            house.clock.now = 1_000_000.0 + days * DAY
            await house.registry.clean_up()
            assert await left() == [bool(one) for one in remaining], f"after {days} days"
        assert await house.store.record(names[2]) is not None
        assert await house.registry.live(names[1]) is None


@asynchronous
async def test_a_game_of_bots_alone_counts_for_the_address_that_opened_it(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        wanted = NewTable([SeatPlan("bot", bot="random")] * 2, 1, pace="instant")
        live = await house.registry.open(HOST, wanted, "192.0.2.7")
        assert live.table.state == "playing"
        assert [one.address for one in house.registry.quotas._tables.values()] == ["192.0.2.7"]
