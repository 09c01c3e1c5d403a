"""Two servers with one store, like two processes: each shows the same table, whichever of them writes to it."""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from harness import postgres
from tests.server.tables import fingerprint
from tests.server.test_live_tables import HOST, Clock, Guest, House, asynchronous, guest, play
from tiefenthal.server.app import Server
from tiefenthal.server.bots.pool import Answer
from tiefenthal.server.config import DAY, Config
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.problem import Refusal
from tiefenthal.server.protocol import GUEST, frames
from tiefenthal.server.protocol.http import NewTable, SeatPlan
from tiefenthal.server.store.base import Store
from tiefenthal.server.store.one_process import OneProcess
from tiefenthal.server.store.peers import ENDED, FREE, GONE, LEFT, LOG, LOST, RENAMED, REWRITTEN, News
from tiefenthal.server.store.sqlite import open_sqlite
from tiefenthal.server.tables import bounds, cluster, log, personal_data
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.registry import COUNTED
from tiefenthal.server.tables.table import Table

ANNA, BEN = 1, 2
WAIT = 120.0


class Post(OneProcess):
    """Delivers news under the control of the test."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.takes: Callable[[News], bool] = lambda _: True
        """Whether news is delivered at once; otherwise it is put into `lost`."""
        self.lost: list[News] = []

    def tell_now(self, news: News) -> None:
        if self.takes(news):
            super().tell_now(news)
        else:
            self.lost.append(news)

    def deliver(self) -> None:
        late, self.lost = self.lost, []
        for news in late:
            super().tell_now(news)


class Two:
    """A store and two servers with it."""

    def __init__(self, stores: Sequence[Store], post: Post | None, clock: Clock, beats: Clock | None = None) -> None:
        """`clock` is for people's absence, `beats` for heartbeats."""
        self.store, self.clock = stores[0], clock
        self.post = post or Post(clock)
        self.beats = beats or Clock()
        self.here, self.there = House(stores[0], clock), House(stores[-1], clock)
        if beats is not None:
            for house in (self.here, self.there):
                house.registry.cluster._running = beats

    async def table(self, *seats: SeatPlan, **options: Any) -> tuple[LiveTable, LiveTable]:
        """A table of Anna and Ben, in the memory of both servers."""
        made = await self.here.registry.open(
            HOST,
            NewTable(list(seats or (SeatPlan("here"), SeatPlan("link"))), pace="instant", **options),
        )
        if not seats:

            async def sit_down() -> None:
                await made.change([log.Placed(1, log.Place("person", "Ben", session=BEN))])
                await made.begin_if_full()

            await made.judged(sit_down)
        other = await self.there.registry.live(made.table.id)
        assert other is not None
        assert other is not made
        return made, other

    async def look(self) -> None:
        """Poll, as processes do every second."""
        for house in (self.here, self.there):
            await house.registry.cluster.poll()

    async def stored(self, live: LiveTable) -> Table:
        return Table.load(live.table.id, [(row.at, row.body) for row in await self.store.read_log(live.table.id)])


@contextlib.asynccontextmanager
async def two_houses(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Two]:
    monkeypatch.setattr(cluster, "POLL_EVERY", 1e6)  # the tests poll themselves
    clock, beats = Clock(), Clock()
    store = open_sqlite(folder)
    store._peers = post = Post(beats)
    two = Two([store], post, clock, beats)
    houses = (two.here, two.there)
    try:
        for house in houses:
            await house.registry.cluster.start()
        yield two
    finally:
        for house in houses:
            await house.registry.close()
            await house.pool.close()
        await store.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition."""
    while not condition():
        await asyncio.sleep(0.001)


@asynchronous
async def test_a_move_is_shown_at_the_other_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table()
        async with guest(a, 0, session=ANNA) as anna, guest(b, 1, session=BEN) as ben:
            await play(a, anna, number=5)
            await until(lambda: ben.update.ply == 1)
            assert b.table.length == a.table.length
            assert ben.update.view == anna.update.view
            await a.command(anna.socket, frames.Say("Prost!"))
            await until(lambda: any(isinstance(frame, frames.ChatSaid) for frame in ben.got))
            await a.command(anna.socket, frames.SetPace("brisk"))
            await until(
                lambda: any(isinstance(frame, frames.TableChanged) and frame.table.pace == "brisk" for frame in ben.got)
            )
            assert fingerprint(a.table) == fingerprint(b.table) == fingerprint(await two.stored(a))


@asynchronous
async def test_a_command_that_was_overtaken_is_judged_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table()
        two.post.takes = lambda _: False  # no news is delivered
        async with guest(a, 0, session=ANNA) as anna, guest(b, 1, session=BEN) as ben:
            await a.command(anna.socket, frames.Say("one"))
            await b.command(ben.socket, frames.Say("two", 8))  # it does not know about the first one
            assert [said.text for said in b.table.chat] == ["one", "two"]
            await until(lambda: sum(isinstance(frame, frames.ChatSaid) for frame in ben.got) == 2)
            assert [frame.line.text for frame in ben.got if isinstance(frame, frames.ChatSaid)] == ["one", "two"]
            assert frames.Done(8, 0) in ben.got
            assert ben.closed is None
            # The same seat at two processes: what was legal when it was sent is refused now.
            async with guest(b, 0, session=ANNA) as twin:
                assert a.table.game is not None
                first = frames.Play(a.table.ply, a.table.game.legal_actions(0)[0].text, 1)
                await a.command(anna.socket, first)
                await b.command(twin.socket, first)
                await until(lambda: any(isinstance(frame, frames.Refused) for frame in twin.got))
                refused = [frame for frame in twin.got if isinstance(frame, frames.Refused)]
                assert [(frame.id, frame.code, frame.ply) for frame in refused] == [(1, "stale", 1)]
                assert (twin.closed, b.table.ply) == (None, 1)


@asynchronous
async def test_a_choice_ahead_is_played_by_whichever_process_the_turn_comes_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table()
        async with guest(a, 0, session=ANNA) as anna, guest(b, 1, session=BEN) as ben:
            for live, one in ((a, anna), (b, ben)):
                assert live.table.game is not None
                while live.table.asked() and one.socket.seat in live.table.asked() and live.table.game.phase != "draft":
                    await live.command(one.socket, frames.Play(live.table.ply, "stay"))
            await until(lambda: a.table.length == b.table.length and a.table.asked() == b.table.asked())
            game = a.table.game
            assert game is not None
            assert game.phase == "draft"
            takes = (a, anna, 0), (b, ben, 1)
            taker, chooser = takes if game.to_act == (0,) else (takes[1], takes[0])
            two.post.takes = lambda _: False  # no news is delivered: the taker does not know of the choice
            chosen, taken = [f"take {game.state.players[seat].coaster[0]}" for _, _, seat in (chooser, taker)]
            await chooser[0].command(chooser[1].socket, frames.Play(chooser[0].table.ply, chosen))
            assert chooser[0].table.ahead == {chooser[2]: chosen}
            assert not taker[0].table.ahead
            await taker[0].command(taker[1].socket, frames.Play(taker[0].table.ply, taken, 7))
            stored = await two.stored(a)
            assert stored.game is not None
            assert [len(p.faces) - p.coloured for p in stored.game.state.players] == [1, 1]
            assert not stored.ahead
            ply = taker[0].table.ply
            await until(lambda: taker[1].update.ply == ply)
            assert frames.Done(7, ply - 1) in taker[1].got  # the ply of the decision itself
            events = [(event.what, event.seat) for event in taker[1].update.events if event.what == "took"]
            assert events == [("took", taker[2] + 1), ("took", chooser[2] + 1)]
            two.post.deliver()
            await until(lambda: chooser[1].update.ply == ply)
            assert fingerprint(a.table) == fingerprint(b.table) == fingerprint(stored)


@asynchronous
async def test_what_was_not_heard_is_found_at_the_next_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table()
        two.post.takes = lambda _: False
        async with guest(a, 0, session=ANNA) as anna, guest(b, 1, session=BEN) as ben:
            await play(a, anna)
            assert b.table.ply == 0
            await two.look()
            await until(lambda: ben.update.ply == 1)
            # A process that has not heard the news answers with the current state.
            await a.command(anna.socket, frames.SetPace("relaxed"))
            fresh = await two.there.registry.live(a.table.id)
            assert fresh is b
            assert b.table.pace == "relaxed"
            # Late or repeated news changes nothing.
            two.post.takes = lambda _: True
            late = list(two.post.lost)
            two.post.deliver()
            two.post.lost = late
            two.post.deliver()
            await play(b, ben)
            await until(lambda: anna.update.ply == 2)
            assert fingerprint(a.table) == fingerprint(b.table) == fingerprint(await two.stored(a))


@asynchronous
async def test_whoever_loses_a_seat_elsewhere_is_sent_away_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table(SeatPlan("here"), SeatPlan("link"), SeatPlan("link"))
        async with a.lock:
            await a.change([log.Placed(1, log.Place("person", "Ben", session=BEN))])
        await until(lambda: b.table.length == a.table.length)
        async with guest(b, 1, session=BEN) as ben:
            async with a.lock:
                await a.change([log.SentAway(1, [BEN])])
            await until(lambda: ben.closed is not None)
            assert ben.closed is not None
            assert ben.closed[0] == frames.SENT_AWAY


@asynchronous
async def test_a_removed_table_is_gone_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table()
        async with guest(b, 1, session=BEN) as ben:
            late = two.clock.now + 1
            await two.store.expire(waiting_before=late, playing_before=late, over_before=late, sessions_before=0.0)
            await until(lambda: a.gone and b.gone and ben.closed is not None)
            assert await two.there.registry.live(a.table.id) is None


# --- who is here


@asynchronous
async def test_who_is_connected_elsewhere_is_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table(away_after=int(WAIT))
        async with guest(a, 0, session=ANNA) as anna:
            async with guest(b, 1, session=BEN), guest(b, None, session=None):
                await until(lambda: a.people() == ({0, 1}, 1) == b.people())
                info = a.info(ANNA)
                assert [seat.here for seat in info.seats] == [True, True]
                assert (info.seats[1].away_since, info.seats[1].replaceable_in, info.watchers) == (None, None, 1)
                two.clock.now += 10 * WAIT  # connected, and thinking
            await until(lambda: a.people() == ({0}, 0) == b.people())
            left = two.clock.now
            two.clock.now += WAIT - 1
            for live in (a, b):
                seat = live.info(ANNA).seats[1]
                assert (seat.here, seat.away_since, seat.replaceable_in) == (False, left, 1.0)
            told = [frame.table.seats[1].here for frame in anna.got if isinstance(frame, frames.TableChanged)]
            assert told[0] is True
            assert told[-1] is False
            assert [row for row in (await two.stored(a)).places if row.left] != []


@asynchronous
async def test_a_process_that_comes_later_knows_for_how_long_somebody_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table(away_after=int(WAIT))
        two.there.registry.forget(b)
        async with guest(a, 0, session=ANNA):
            async with guest(a, 1, session=BEN):
                two.clock.now += WAIT
            await until(lambda: a.presence._announcing is None)
            two.clock.now += 5
            two.beats.now += 5
            again = await two.there.registry.live(a.table.id)
            assert again is not None
            assert again is not b
            assert again.info(ANNA).seats[1].replaceable_in == WAIT - 5 == a.info(ANNA).seats[1].replaceable_in


@asynchronous
async def test_with_a_process_go_the_people_at_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table(away_after=int(WAIT))
        async with guest(a, 0, session=ANNA), guest(b, 1, session=BEN):
            await until(lambda: a.people() == ({0, 1}, 0))
            two.beats.now += cluster.ALIVE - 1
            await two.here.registry.cluster.poll()  # the other one is silent
            two.beats.now += 1
            await two.here.registry.cluster.poll()
            assert a.people() == ({0}, 0)
            assert a.info(ANNA).seats[1].replaceable_in == WAIT
            # It was only slow: it announces again who is there.
            await two.there.registry.cluster.poll()
            await until(lambda: a.people() == ({0, 1}, 0))


# --- bots


@asynchronous
async def test_one_process_drives_the_bots_of_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        asked: Counter[House] = Counter()
        for house in (two.here, two.there):
            await house.pool.start()
            count_choices(house, asked)
        a, b = await two.table(SeatPlan("here"), SeatPlan("bot", bot="random"))
        async with guest(b, 0, session=ANNA) as anna:
            await turns(b, anna, lambda: asked[two.here] > 5)
            assert asked[two.there] == 0
            # It dies: its lease expires, and the other one takes over.
            a.bots._stopped = True
            await two.here.pool.close()
            two.beats.now += cluster.ALIVE
            await two.there.registry.cluster.poll()
            await turns(b, anna, lambda: asked[two.there] > 0)
            # It leaves cleanly: the next one takes over at once.
            count = asked[two.there]
            third = House(two.store, two.clock)
            count_choices(third, asked)
            await third.pool.start()
            await third.registry.cluster.start()
            await third.registry.cluster._beat()
            c = await third.registry.live(a.table.id)
            assert c is not None
            async with guest(c, 0, session=ANNA) as again:
                await turns(c, again, lambda: asked[two.there] > count)
                assert asked[third] == 0
                await b.bots.let_go()
                await turns(c, again, lambda: asked[third] > 0)
            await third.registry.close()
            await third.pool.close()


def count_choices(house: House, asked: "Counter[House]") -> None:
    choose = house.pool.choose

    async def counted(*args: Any, **options: Any) -> Answer:
        asked[house] += 1
        return await choose(*args, **options)

    house.pool.choose = counted  # type: ignore[method-assign]


async def turns(live: LiveTable, by: Guest, enough: Callable[[], bool]) -> None:
    """Play, and let the bot play, until it was asked where it should be; how often that is depends on the dice."""
    assert by.socket.seat is not None
    while not enough():
        await until(lambda: enough() or (by.socket.seat in live.table.asked() and not live.lock.locked()))
        if enough():
            return
        assert live.table.game is not None, "the game was over before that"
        ply = live.table.ply
        action = random.Random(ply).choice(bounds.offered(live.table.game, by.socket.seat)).text
        await live.command(by.socket, frames.Play(ply, action))
        assert live.table.ply > ply, f"{action} was refused"


# --- what holds for all of them together


@asynchronous
async def test_tables_that_wait_are_counted_over_all_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = NewTable([SeatPlan("here"), SeatPlan("link")], 1, pace="instant")
    async with two_houses(tmp_path, monkeypatch) as two:
        halls = [two.here.registry, two.there.registry]
        made = [await halls[number % 2].open(HOST, wanted, "10.0.0.1") for number in range(10)]
        await until(lambda: [len(hall.quotas) for hall in halls] == [10, 10])
        for hall in halls:
            with pytest.raises(Refusal) as refused:
                await hall.open(HOST, wanted, "10.0.0.1")
            assert refused.value.code == "too-many-waiting"
        async with made[1].lock:
            await made[1].change([log.Closed()])
        await until(lambda: [len(hall.quotas) for hall in halls] == [9, 9])
        await halls[0].open(HOST, wanted, "10.0.0.1")


@asynchronous
async def test_news_are_hints_and_never_facts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In PostgreSQL everybody who may connect to the database may send a notification like ours."""
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table()
        anna = await two.store.add_session(b"hash", "Anna", 0.0)
        here = two.here.registry
        counted = len(here.quotas)
        async with guest(a, 0, session=anna.id) as somebody:
            for news in (
                News(COUNTED, "no such table", body="forged"),
                News(COUNTED, a.table.id, body="forged"),
                News(ENDED, number=anna.id),
                News(RENAMED, number=anna.id),
                News(GONE, a.table.id),
                News(REWRITTEN, a.table.id, 1_000_000),
                News(LOG, a.table.id, 1_000_000),
                News("spent", "forged", body='[["address","10.0.0.1",400.0]]'),
                News(LEFT, here.cluster.me),
                News(FREE, f"bots {a.table.id}"),
            ):
                two.there.registry.cluster.spawn(two.there.registry.cluster.tell(news))
            await until(lambda: not two.there.registry.cluster._work)
            await until(lambda: not here.cluster._work)
            await two.look()
            assert len(here.quotas) == counted
            assert not a.gone
            assert not b.gone
            assert somebody.closed is None
            await two.store.end_session(anna.id)
            await until(lambda: somebody.closed is not None)


@asynchronous
async def test_one_process_cleans_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table()
        two.here.registry.forget(a)
        await until(lambda: not two.here.registry.cluster._work)
        two.clock.now += 1000 * DAY
        await two.here.registry.clean_up()
        assert not b.gone, "it is in another process's memory"
        other = two.there.registry
        async with other.upkeep_lease():
            other.forget(b)
            await until(lambda: not other.cluster._work)
            await two.here.registry.clean_up()
            assert await two.store.head(a.table.id) is not None, "another process cleans up"
        await two.here.registry.clean_up()
        assert await two.store.head(a.table.id) is None


@asynchronous
async def test_whoever_is_forgotten_elsewhere_is_a_guest_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table()
        session = await two.store.add_session(b"hash", "Anna", 0.0)
        assert session.id == ANNA
        async with guest(b, 0, session=ANNA) as anna, guest(b, 1, session=BEN) as ben:
            await b.command(anna.socket, frames.Say("a secret"))
            await b.command(ben.socket, frames.Say("well"))
            await personal_data.forget(two.here.registry, session)
            await until(lambda: anna.closed is not None)
            await until(lambda: fingerprint(a.table) == fingerprint(b.table))
            for live in (a, b):
                assert [said.text for said in live.table.chat] == ["", "well"]
                assert live.table.places[0].name == GUEST
            assert ben.closed is None


@asynchronous
async def test_a_session_renamed_or_ended_elsewhere_is_so_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_houses(tmp_path, monkeypatch) as two:
        servers = [Server(Config(tmp_path), two.store, Metrics(process=False)) for _ in range(2)]
        scope: dict[str, Any] = {"type": "http", "scheme": "http", "headers": [], "client": ("127.0.0.1", 1)}
        made = await servers[0].sessions.introduce(scope, "Anna")
        scope["headers"] = [(b"cookie", made.cookie.partition(";")[0].encode())]
        for server in servers:
            await server.registry.cluster.start()
            assert await server.sessions.find(scope) == made.session
        await servers[1].sessions.introduce(scope, "Bea")
        found = await servers[0].sessions.find(scope)
        assert found is not None
        assert found.name == "Bea"
        await servers[1].sessions.end(scope)
        assert await servers[0].sessions.find(scope) is None
        assert [server.sessions.remembered for server in servers] == [0, 0]
        # A process that may have missed news reads everything again.
        made = await servers[0].sessions.introduce(scope, "Cay")
        scope["headers"] = [(b"cookie", made.cookie.partition(";")[0].encode())]
        assert await servers[0].sessions.find(scope) == made.session
        two.post.takes = lambda _: False
        await servers[1].sessions.end(scope)
        servers[0].registry.cluster.hear(News(LOST))
        assert await servers[0].sessions.find(scope) is None
        for server in servers:
            await server.registry.close()


# --- all of it at random


@pytest.mark.parametrize("seed", range(3))
@asynchronous
async def test_every_process_ends_where_the_log_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Whatever several people do at several processes, whichever news is late or lost."""
    rng = random.Random(seed)

    async def between() -> None:
        if rng.random() < 0.2:
            two.post.deliver()
        if rng.random() < 0.2:
            await two.look()

    async def last() -> None:
        two.post.takes = lambda _: False
        two.post.lost.clear()
        await two.look()

    async with two_houses(tmp_path, monkeypatch) as two:
        a, b = await two.table()
        two.post.takes = lambda _: rng.random() < 0.3
        await anything(rng, two, a, b, between, last)


@postgres.needed
@asynchronous
async def test_the_same_over_a_real_database() -> None:
    """Two stores, as in two processes, on one PostgreSQL database."""
    from tiefenthal.server.store.postgres.store import open_postgres

    async def nothing() -> None:
        pass

    with postgres.borrowed() as address:
        stores = [open_postgres(address) for _ in range(2)]
        two = Two(stores, None, Clock())
        try:
            for house in (two.here, two.there):
                await house.registry.cluster.start()
            a, b = await two.table()
            await anything(random.Random(7), two, a, b, nothing, nothing)
            async with guest(b, 1, session=BEN):
                await until(lambda: a.people() == ({1}, 0))
            await until(lambda: a.people() == (set(), 0))
        finally:
            for house, store in zip((two.here, two.there), stores, strict=True):
                await house.registry.close()
                await house.pool.close()
                await store.close()


async def anything(
    rng: random.Random,
    two: Two,
    a: LiveTable,
    b: LiveTable,
    between: Callable[[], Awaitable[None]],
    last: Callable[[], Awaitable[None]],
) -> None:
    """Two people, each connected to both processes, act at random; then everything must match the log."""
    async with (
        guest(a, 0, session=ANNA) as anna,
        guest(b, 0, session=ANNA) as anna_too,
        guest(b, 1, session=BEN) as ben,
        guest(a, 1, session=BEN) as ben_too,
    ):
        at = [(a, anna), (b, anna_too), (b, ben), (a, ben_too)]
        for _ in range(40):
            chosen = rng.sample(at, rng.randint(1, 4))
            await asyncio.gather(*(live.command(who.socket, some(rng, live, who)) for live, who in chosen))
            await between()
        await last()
        stored = fingerprint(await two.stored(a))
        await until(lambda: fingerprint(a.table) == stored == fingerprint(b.table))
        await until(lambda: {who.update.ply for _, who in at} == {a.table.ply})
        assert anna.update.view == anna_too.update.view
        assert ben.update.view == ben_too.update.view
        assert [who.closed for _, who in at] == [None] * 4


def some(rng: random.Random, live: LiveTable, who: Guest) -> frames.Command:
    """Something that may or may not be done."""
    table, seat = live.table, who.socket.seat
    assert seat is not None
    assert table.game is not None
    kind = rng.random()
    if kind < 0.6:
        legal = table.game.legal_actions(seat) or table.game.legal_actions(1 - seat)
        return frames.Play(table.ply, rng.choice(legal).text)
    if kind < 0.7:
        return frames.Undo(table.ply)
    if kind < 0.75:
        return frames.AskUndo(table.ply)
    if kind < 0.85:
        return frames.AnswerUndo(table.ply, rng.random() < 0.7)
    return frames.Say(f"word {rng.randrange(100)}")
