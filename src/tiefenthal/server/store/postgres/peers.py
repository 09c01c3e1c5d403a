"""The processes that share a PostgreSQL database."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final, Protocol

from tiefenthal.server.store.peers import FREE, HERE, LEFT, Announced, Hear, News, Peers
from tiefenthal.server.store.postgres.connect import Connection
from tiefenthal.server.store.postgres.news import Board

Read = Callable[..., Awaitable[list[Any]]]


class Submit(Protocol):
    """Does something in a transaction."""

    def __call__(self, work: Callable[[Connection], Awaitable[Any]], /) -> Awaitable[Any]: ...


_LIVES: Final = "SELECT 1 FROM alive WHERE alive.holder = {} AND until > clock_timestamp()"
_FORGOTTEN: Final = "1 minute"
"""After this long the rows of a dead process are deleted; they are ignored from the moment of its death."""


class PostgresPeers(Peers):
    """What the methods do is said in `Peers`. Times are the database's."""

    def __init__(self, board: Board, read: Read, submit: Submit) -> None:
        self._board = board
        self._read = read
        self._submit = submit

    @property
    def exclusive(self) -> bool:
        """No: other processes may come at any time."""
        return False

    def watch(self, hear: Hear) -> Callable[[], None]:
        """Have `hear` called with everything that is told."""
        return self._board.watch(hear)

    async def tell(self, news: News) -> None:
        """Tell everybody who watches."""
        await self._submit(lambda connection: self._board.tell_others(connection, [news]))
        self._board.tell_here(news)

    async def beat(self, holder: str, seconds: float) -> bool:
        """A process is alive."""

        async def work(connection: Connection) -> bool:
            until = "clock_timestamp() + make_interval(secs => $2)"
            if await connection.fetchval(
                f"UPDATE alive SET until = {until} WHERE holder = $1 AND until > clock_timestamp() RETURNING true",
                holder,
                float(seconds),
            ):
                return True
            await connection.execute(
                "DELETE FROM alive WHERE holder = $1 OR until < clock_timestamp() - $2::text::interval",
                holder,
                _FORGOTTEN,
            )
            await connection.execute(
                f"INSERT INTO alive (holder, until) VALUES ($1, {until})"
                " ON CONFLICT (holder) DO UPDATE SET until = excluded.until",
                holder,
                float(seconds),
            )
            return False

        known: bool = await self._submit(work)
        return known

    async def living(self) -> list[str]:
        """Return the processes that are alive."""
        rows = await self._read("SELECT holder FROM alive WHERE until > clock_timestamp() ORDER BY holder")
        return [row["holder"] for row in rows]

    async def leave(self, holder: str) -> None:
        """The process leaves the others."""
        await self._if_any("DELETE FROM alive WHERE holder = $1 RETURNING true", News(LEFT, holder), holder)

    async def claim(self, what: str, holder: str) -> bool:
        """Return whether a process holds something now."""

        async def work(connection: Connection) -> bool:
            got = await connection.fetchval(
                f"INSERT INTO held (what, holder) SELECT $1, $2 WHERE EXISTS ({_LIVES.format('$2')})"
                " ON CONFLICT (what) DO UPDATE SET holder = excluded.holder"
                f" WHERE held.holder = excluded.holder OR NOT EXISTS ({_LIVES.format('held.holder')})"
                " RETURNING true",
                what,
                holder,
            )
            return bool(got)

        got: bool = await self._submit(work)
        return got

    async def release(self, what: str, holder: str) -> None:
        sql = "DELETE FROM held WHERE what = $1 AND holder = $2 RETURNING true"
        await self._if_any(sql, News(FREE, what), what, holder)

    async def announce(self, table: str, holder: str, body: bytes | None) -> None:
        """Say something of a table."""
        if body is None:
            sql = "DELETE FROM said WHERE table_id = $1 AND holder = $2 RETURNING true"
            await self._if_any(sql, News(HERE, table), table, holder)
        else:
            sql = (
                "INSERT INTO said (table_id, holder, at, body) SELECT $1, $2, clock_timestamp(), $3"
                f" WHERE EXISTS ({_LIVES.format('$2')})"
                " ON CONFLICT (table_id, holder) DO UPDATE SET at = excluded.at, body = excluded.body RETURNING true"
            )
            await self._if_any(sql, News(HERE, table), table, holder, bytes(body))

    async def announced(self, tables: Collection[str]) -> list[Announced]:
        """Return what living processes say of these tables."""
        rows = await self._read(
            "SELECT table_id, holder, extract(epoch FROM clock_timestamp() - at)::float8, body"
            " FROM said JOIN alive USING (holder) WHERE until > clock_timestamp() AND table_id = ANY ($1::text[])",
            list(tables),
        )
        return [Announced(*row) for row in rows]

    async def all_announced(self) -> set[str]:
        """Return all tables of which living processes say something."""
        rows = await self._read(
            "SELECT DISTINCT table_id FROM said JOIN alive USING (holder) WHERE until > clock_timestamp()"
        )
        return {row["table_id"] for row in rows}

    async def _if_any(self, sql: str, news: News, *values: object) -> None:
        """Run a statement, and announce it if it changed something."""

        async def work(connection: Connection) -> bool:
            done = bool(await connection.fetchval(sql, *values))
            if done:
                await self._board.tell_others(connection, [news])
            return done

        if await self._submit(work):
            self._board.tell_here(news)
