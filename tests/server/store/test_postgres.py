"""PostgreSQL itself: refusals, migrations, two servers on one database, and a database that becomes unreachable."""

import asyncio
import contextlib
import functools
import random
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from harness import postgres
from harness.patience import PATIENCE
from tests.server.store.parts import head, put, record, rows
from tiefenthal.server.store.base import (
    Conflict,
    DiskError,
    DiskFull,
    ForeignStore,
    NewerStore,
    Row,
    StoreError,
    Unreachable,
)
from tiefenthal.server.store.migrate import Migration
from tiefenthal.server.store.peers import LOG, LOST, News
from tiefenthal.server.store.postgres.address import Address

pytestmark = postgres.needed

if postgres.missing() is None:
    from tiefenthal.server.store.postgres.database import released_migrations
    from tiefenthal.server.store.postgres.store import PostgresStore, open_postgres


def run(address: Address, test: Callable[[PostgresStore], Awaitable[None]]) -> None:
    async def go() -> None:
        store = open_postgres(address)
        try:
            async with asyncio.timeout(PATIENCE):
                await test(store)
        finally:
            await store.close()

    asyncio.run(go())


def refused(address: Address, kind: type[StoreError], words: str) -> None:
    """Opening is refused with a message that names the address and not the password."""
    with pytest.raises(kind, match=words) as caught:
        open_postgres(address)
    said = str(caught.value)
    assert "\n" not in said
    assert str(address) in said
    assert postgres.PASSWORD not in said
    assert "a%20b" not in said
    assert caught.value.__cause__ is None


def well(store: PostgresStore) -> bool:
    """Read again each time: it changes in the background."""
    return store.healthy


# --- refusals


def test_what_is_wrong_with_a_database_is_said_in_words() -> None:
    cluster, name = postgres.shared(), postgres.fresh(None)
    refused(Address(cluster.tcp(name, password="wrong")), Unreachable, "refused the user or the password. Check both")
    refused(Address(cluster.tcp(name, user="nobody")), Unreachable, "refused the user or the password")
    refused(Address(cluster.tcp("nowhere")), Unreachable, r"There is no database .*/nowhere. Make it \(createdb\)")
    refused(
        Address(cluster.tcp(name)),
        DiskError,
        "does not let this user do that .*permission denied .*grant it the rights",
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = Address(f"postgresql://inn:{postgres.PASSWORD[:1]}@127.0.0.1:{free.getsockname()[1]}/{name}")
        refused(nobody, Unreachable, "No PostgreSQL answers at .*Start it, or check the address")
    cluster.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on", "SELECT 1")
    refused(cluster.address(name), DiskError, "is read-only; perhaps it is a standby")
    cluster.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = off", "SELECT 1")
    cluster.sql("CREATE SCHEMA tiefenthal", "CREATE TABLE tiefenthal.bookmarks ()", "SELECT 1", database=name)
    refused(cluster.address(name), ForeignStore, "another program's. It has not been changed. Choose another database")
    latin = f"{name}_latin"
    cluster.sql(f"CREATE DATABASE {latin} TEMPLATE template0 ENCODING LATIN1", "SELECT 1")
    refused(cluster.address(latin), StoreError, "keeps text as LATIN1. Make one that keeps UTF8")


def test_the_password_works_in_whatever_way_it_must_be_written() -> None:
    cluster, name = postgres.shared(), postgres.fresh(None)
    cluster.sql(f"GRANT CREATE ON DATABASE {name} TO inn", "SELECT 1")

    async def test(store: PostgresStore) -> None:
        await put(store, "t")

    run(Address(cluster.tcp(name)), test)


def test_without_the_driver_it_says_what_to_install(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['asyncpg'] = None\n"
        "from tiefenthal.app.cli import main\n"
        f"sys.argv = ['tiefenthal', 'serve', '--data', {str(tmp_path)!r}, '--port', '0',"
        " '--database', 'postgresql://inn@127.0.0.1:1/x']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'tiefenthal[postgres]'" in done.stderr
    assert "Traceback" not in done.stderr


# --- migrations


def test_a_store_of_the_form_before_is_brought_up_to_date_with_a_copy_beside_it() -> None:
    """Every released form but the last, and the last with a made-up next one."""
    cluster = postgres.shared()
    forms = released_migrations()
    assert [form.number for form in forms] == list(range(1, len(forms) + 1))
    following = Migration(
        len(forms) + 1, "CREATE TABLE notes AS SELECT count(*) AS n FROM tables; DROP TABLE mentions;"
    )
    steps = [(forms[:number], forms) for number in range(1, len(forms))] + [(forms, [*forms, following])]
    for before, after in steps:
        name = postgres.fresh(None)
        address = cluster.address(name)
        asyncio.run(open_postgres(address, migrations=before).close())
        cluster.sql(
            "INSERT INTO tiefenthal.tables VALUES ('a', 1, 'over', false, 1, 2, '[7]', '{}')",
            "INSERT INTO tiefenthal.log VALUES ('a', 0, 1.5, 'x')",
            "SELECT 1",
            database=name,
        )
        asyncio.run(open_postgres(address, migrations=after).close())
        asyncio.run(open_postgres(address, migrations=after).close())  # and only once
        ((form,),) = cluster.sql("SELECT form FROM tiefenthal.form", database=name)
        assert form == len(after)
        kept = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'tiefenthal\\_form%'"
        ((schema,),) = cluster.sql(kept, database=name)
        assert schema.startswith(f"tiefenthal_form_{len(before)}_2")
        assert cluster.sql(f'SELECT number, body FROM "{schema}".log', database=name) == [(0, b"x")]
        assert cluster.sql(f'SELECT count(*) FROM "{schema}".mentions', database=name) == [(0,)]
    assert cluster.sql("SELECT n FROM tiefenthal.notes", database=name) == [(1,)]
    refused(
        address,
        NewerStore,
        rf"newer version of Tiefenthal \(its schema version is {len(forms) + 1}, this version knows",
    )


def test_a_migration_that_fails_leaves_everything_as_it_was() -> None:
    cluster, name = postgres.shared(), postgres.fresh()
    forms = released_migrations()
    bad = Migration(len(forms) + 1, "CREATE TABLE notes (); DROP TABLE log; INSERT INTO nowhere VALUES (1);")
    with pytest.raises(StoreError, match="nowhere"):
        open_postgres(cluster.address(name), migrations=[*forms, bad])
    assert cluster.sql("SELECT form FROM tiefenthal.form", database=name) == [(len(forms),)]
    schemas = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'tiefenthal%'"
    assert cluster.sql(schemas, database=name) == [(1,)]
    asyncio.run(open_postgres(cluster.address(name)).close())


def test_many_servers_may_be_started_at_once_on_an_empty_database() -> None:
    address = postgres.shared().address(postgres.fresh(None))

    async def go() -> None:
        for store in await asyncio.gather(*(asyncio.to_thread(open_postgres, address) for _ in range(4))):
            await store.close()

    asyncio.run(go())


# --- several servers


@contextlib.asynccontextmanager
async def two(address: Address) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    one, other = PostgresStore(address), PostgresStore(address)
    try:
        async with asyncio.timeout(PATIENCE):
            yield one, other
    finally:
        await one.close()
        await other.close()


def test_each_entry_is_written_by_one_of_two_servers_and_the_other_hears_of_it() -> None:
    tables = [f"t{number}" for number in range(12)]

    async def go(address: Address) -> None:
        async with two(address) as stores:
            heard: list[dict[str, int]] = [{}, {}]

            def note(lengths: dict[str, int], news: News) -> None:
                lengths[news.key] = news.number

            for store, lengths in zip(stores, heard, strict=True):
                store.peers.watch(functools.partial(note, lengths))
            await asyncio.gather(*(store.peers.tell(News("hello")) for store in stores))
            while any(len(lengths) == 0 for lengths in heard):
                await asyncio.sleep(0.01)

            async def play(store: PostgresStore, table: str, mark: str) -> int:
                won = 0
                while (length := len(await store.read_log(table))) < 12:
                    with contextlib.suppress(Conflict):
                        await store.append(table, length, rows(length, 1, mark), head(table, sessions=[len(mark)]))
                        won += 1
                return won

            # In opposite orders: they meet in the middle, and do not deadlock.
            won = await asyncio.gather(
                *(play(stores[0], table, "a") for table in tables),
                *(play(stores[1], table, "bb") for table in reversed(tables)),
            )
            assert sum(won) == len(tables) * 12
            for table in tables:
                log = await stores[0].read_log(table)
                assert [row.number for row in log] == list(range(12))
            while any(lengths.get(table) != 12 for lengths in heard for table in tables):
                await asyncio.sleep(0.01)

    with postgres.borrowed() as address:
        deadlocks = "SELECT sum(deadlocks)::int FROM pg_stat_database"
        before = postgres.shared().sql(deadlocks)
        asyncio.run(go(address))
        assert postgres.shared().sql(deadlocks) == before


def test_news_that_are_too_long_for_one_notification_arrive_all_the_same() -> None:
    async def go(address: Address) -> None:
        async with two(address) as (one, other):
            heard: asyncio.Queue[News] = asyncio.Queue()
            other.peers.watch(heard.put_nowait)
            while heard.empty():  # until it listens
                await one.peers.tell(News("hello"))
                await asyncio.sleep(0.01)
            long = [f"{number:03}" + "x" * 200 for number in range(150)]
            await asyncio.gather(*(one.append(table, 0, rows(0), head(table)) for table in long))
            kinds: set[str] = set()
            while kinds != {"hello", LOST}:
                kinds.add((await heard.get()).kind)
            short = [f"{number}" for number in range(150)]
            await asyncio.gather(*(one.append(table, 0, rows(0), head(table)) for table in short))
            missing = set(short)
            while missing:
                news = await heard.get()
                assert news.kind in (LOG, LOST)
                missing.discard(news.key)

    with postgres.borrowed() as address:
        asyncio.run(go(address))


# --- a database that becomes unreachable


def patience(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """How long a store waits for its database."""
    for module in ("connect", "writer"):
        monkeypatch.setattr(f"tiefenthal.server.store.postgres.{module}.PATIENCE_SECONDS", seconds)


def test_a_restart_of_the_database_is_a_pause_in_which_nothing_is_lost_or_doubled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is killed in the middle of writing, again and again, with `fsync` on, and comes back."""
    patience(monkeypatch, PATIENCE)
    chance = random.Random(4)

    async def play(store: PostgresStore, table: str, acknowledged: dict[str, int], stop: asyncio.Event) -> None:
        number = 0
        while not stop.is_set():
            game = record(table, text=f"{number}") if number % 7 == 0 else None
            await store.append(table, number, rows(number, 1, table), head(table, touched=float(number)), game)
            number += 1
            acknowledged[table] = number

    async def go(cluster: postgres.Cluster) -> None:
        address = cluster.address()
        store = open_postgres(address)
        heard: list[str] = []
        store.peers.watch(lambda news: heard.append(news.kind))
        acknowledged: dict[str, int] = {}
        stop = asyncio.Event()
        games = [asyncio.create_task(play(store, f"t{number}", acknowledged, stop)) for number in range(8)]
        for _ in range(3):
            before = sum(acknowledged.values())
            while sum(acknowledged.values()) < before + chance.randrange(50, 200):
                await asyncio.sleep(0.002)
                assert not any(game.done() for game in games)
            session = asyncio.create_task(store.add_session(chance.randbytes(8), "Ada", 1.0))
            await asyncio.to_thread(cluster.kill)
            await asyncio.to_thread(cluster.start)
            await session
        stop.set()
        await asyncio.gather(*games)
        for table, length in acknowledged.items():
            assert await store.read_log(table) == rows(0, length, table)
            known = await store.record(table)
            assert known is not None
            assert known.text == f"{(length - 1) // 7 * 7}"
        assert LOST in heard
        assert store.healthy
        await store.close()

    with postgres.own_cluster(fsync="on") as cluster:
        asyncio.run(go(cluster))


class Cutter:
    """Stands between a store and its database, and cuts the line when it is told to: after the database has had the
    words, before its answer is passed on."""

    def __init__(self, socket_path: str) -> None:
        self._path = socket_path
        self.cut_after: bytes | None = None
        self.cuts = 0
        self.drop = False
        """Whether the database does not even receive the statement."""

    async def serve(self) -> asyncio.Server:
        return await asyncio.start_server(self._line, "127.0.0.1", 0)

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to_there = await asyncio.open_unix_connection(self._path)
        cutting = False

        async def out() -> None:
            nonlocal cutting
            while data := await reader.read(65536):
                if self.cut_after is not None and self.cut_after in data:
                    cutting, self.cut_after = True, None
                    self.cuts += 1
                    if self.drop:
                        return
                to_there.write(data)

        async def back() -> None:
            while data := await there.read(65536):
                if cutting and b"SELECT" in data:  # the answer of a statement that was carried out to its end
                    return
                writer.write(data)

        with contextlib.suppress(OSError):
            _, rest = await asyncio.wait(
                [asyncio.create_task(out()), asyncio.create_task(back())], return_when=asyncio.FIRST_COMPLETED
            )
            for task in rest:
                task.cancel()
        writer.transport.abort()
        to_there.transport.abort()


def test_an_append_whose_answer_was_lost_is_neither_lost_nor_done_twice() -> None:
    cluster, name = postgres.shared(), postgres.fresh()

    async def go() -> None:
        cutter = Cutter(str(cluster.folder / f".s.PGSQL.{cluster.port}"))
        async with await cutter.serve() as server:
            port = server.sockets[0].getsockname()[1]
            store = PostgresStore(Address(f"postgresql://postgres@127.0.0.1:{port}/{name}?sslmode=disable"))
            await put(store, "t")
            for number in range(3, 8):
                mark = f"cut here {number}"
                cutter.cut_after = mark.encode()
                await asyncio.gather(
                    store.append("t", number, [Row(number, 1.0, mark.encode())], head("t")),
                    store.append(f"u{number}", 0, rows(0), head(f"u{number}")),
                )
            assert cutter.cuts == 5
            assert [row.body for row in await store.read_log("t", 3)] == [b"cut here %d" % n for n in range(3, 8)]
            assert [len(await store.read_log(f"u{number}")) for number in range(3, 8)] == [1] * 5
            # Another server's entry is not taken for ours: theirs was written, and ours never arrived.
            other = PostgresStore(cluster.address(name))
            cutter.cut_after, cutter.drop = b"never arrives", True
            await other.append("t", 8, rows(8), head("t"))
            with pytest.raises(Conflict, match="has 9 entries"):
                await store.append("t", 8, [Row(8, 1.0, b"never arrives")], head("t"))
            assert cutter.cuts == 6
            assert await store.read_log("t", 8) == rows(8)
            await other.close()
            await store.close()

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


def test_a_database_that_stays_away_is_a_failure_in_words_until_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    patience(monkeypatch, 0.2)

    async def go(cluster: postgres.Cluster) -> None:
        store = open_postgres(cluster.address())
        await put(store, "t")
        cluster.stop("fast")
        with pytest.raises(Unreachable, match=r"No PostgreSQL answers at .* it goes on by itself when"):
            await store.append("t", 3, rows(3), head("t"))
        assert not well(store)
        with pytest.raises(Unreachable):
            await store.read_log("t")
        with pytest.raises(Unreachable):
            await store.add_session(b"x", "Ada", 1.0)
        cluster.start()
        async with asyncio.timeout(PATIENCE):
            while not well(store):  # by itself, without requests: while unhealthy it gets none
                await asyncio.sleep(0.01)
        await store.append("t", 3, rows(3), head("t"))
        assert len(await store.read_log("t")) == 4
        await store.close()

    with postgres.own_cluster() as cluster:
        asyncio.run(go(cluster))


def test_errors_of_the_disk_are_said_as_such() -> None:
    """PostgreSQL is made to raise these errors: a full disk cannot be provided everywhere."""
    cluster, name = postgres.shared(), postgres.fresh()
    cluster.sql(
        "CREATE FUNCTION tiefenthal.refuse() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = convert_from(NEW.body, 'UTF8'); END $$",
        "CREATE TRIGGER refuse BEFORE INSERT ON tiefenthal.log FOR EACH ROW WHEN (length(NEW.body) = 5)"
        " EXECUTE FUNCTION tiefenthal.refuse()",
        "SELECT 1",
        database=name,
    )

    async def test(store: PostgresStore) -> None:
        await put(store, "t")
        for code, kind in (("53100", DiskFull), ("58030", DiskError), ("25006", DiskError)):
            with pytest.raises(kind):
                await store.append("t", 3, [Row(3, 1.0, code.encode())], head("t"))
            assert len(await store.read_log("t")) == 3
        # An error in the data of one append does not affect the others.
        outcomes = await asyncio.gather(
            store.append("t", 3, [Row(3, 1.0, b"22000")], head("t")),
            store.append("u", 0, rows(0), head("u")),
            store.append("a\0b", 0, rows(0), head("a\0b")),
            return_exceptions=True,
        )
        assert [isinstance(outcome, Exception) for outcome in outcomes] == [True, False, True]
        assert len(await store.read_log("u")) == 1

    run(cluster.address(name), test)


def test_the_days_know_the_clock_of_the_database() -> None:
    async def test(store: PostgresStore) -> None:
        first, second = await store.days.clock(), await store.days.clock()
        assert first is not None
        assert second is not None
        assert 1.7e9 < first <= second

    with postgres.borrowed() as address:
        run(address, test)
