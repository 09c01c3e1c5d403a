"""News between processes, by LISTEN and NOTIFY.

News go out with the transaction they are about, or not at all. What this process itself tells is heard here at once,
without the way through the database; news of others come on a separate connection. When that breaks it is reopened, and
all listeners are told that news may have been missed.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final

from tiefenthal.server.store.peers import LOG, LONGEST_NEWS, LOST, Hear, News
from tiefenthal.server.store.postgres.connect import Connection, Lines, connect, pause

CHANNEL: Final = "tiefenthal"
_FIELDS: Final = "\x1f"
_ITEMS: Final = "\x1e"
_LOGS: Final = "logs"
"""Logs in one notification: a transaction may have many, and each notification has a cost."""

_LOOK_SECONDS: Final = 10.0
"""An idle connection may be broken without anybody noticing, so it is used now and then."""

LOGS_SQL: Final = """
SELECT count(pg_notify('tiefenthal', CASE WHEN octet_length(said) < 7900 THEN said ELSE '{own}' END))
FROM (
    SELECT '{own}' || chr(31) || 'logs' || chr(31) || chr(31) || '0' || chr(31) || string_agg(part, chr(30)) AS said
    FROM (
        SELECT w.id || ':' || (w.first + w.added) AS part, row_number() OVER () / 100 AS bundle
        FROM done d JOIN wanted w USING (id) WHERE w.added > 0
    ) AS parts GROUP BY bundle
) AS notes
"""


def written(own: str, news: News) -> str:
    """News as the text of a notification."""
    if len(news.body.encode()) > LONGEST_NEWS:
        raise ValueError(f"news have at most {LONGEST_NEWS} bytes")
    return _FIELDS.join((own, news.kind, news.key, str(news.number), news.body))


def read(text: str) -> tuple[str, list[News]]:
    """The sender and the news. An unreadable notification counts as missed news."""
    own, _, rest = text.partition(_FIELDS)
    try:
        kind, key, number, body = rest.split(_FIELDS, 3)
        if kind != _LOGS:
            return own, [News(kind, key, int(number), body)]
        logs = [item.rpartition(":") for item in body.split(_ITEMS)]
        return own, [News(LOG, table, int(length)) for table, _, length in logs]
    except ValueError:
        return own, [News(LOST)]


class Board:
    """Sends and receives news."""

    def __init__(self, lines: Lines) -> None:
        self.own = secrets.token_hex(8)
        """The id of this process, by which it recognises its own news."""
        self._lines = lines
        self._hearing: list[Hear] = []
        self._listening: asyncio.Task[None] | None = None

    def watch(self, hear: Hear) -> Callable[[], None]:
        """Call `hear` with all news from now on."""
        self._hearing.append(hear)
        if self._listening is None and not self._lines.closed:
            self._listening = asyncio.get_running_loop().create_task(self._listen())

        def end() -> None:
            with contextlib.suppress(ValueError):
                self._hearing.remove(hear)

        return end

    def tell_here(self, *news: News) -> None:
        """Tell those who watch in this process."""
        for one in news:
            for hear in list(self._hearing):
                hear(one)

    async def tell_others(self, connection: Connection, news: Iterable[News]) -> None:
        """Tell those in other processes, with the transaction of this connection."""
        texts = [written(self.own, one) for one in news]
        if texts:
            await connection.execute("SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said", CHANNEL, texts)

    async def close(self) -> None:
        self._hearing.clear()
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    # --- the connection

    async def _listen(self) -> None:
        tries, missed = 0, False
        while True:
            with contextlib.suppress(Exception):
                connection = await connect(self._lines.address)
                try:
                    broken = asyncio.Event()
                    connection.add_termination_listener(lambda _, broken=broken: broken.set())
                    await connection.add_listener(CHANNEL, self._heard)
                    tries = 0
                    if missed:
                        self.tell_here(News(LOST))
                    await self._stay(connection, broken)
                finally:
                    connection.terminate()
            missed = True
            await pause(tries)
            tries += 1

    async def _stay(self, connection: Connection, broken: asyncio.Event) -> None:
        """Return when the connection is broken."""
        while not broken.is_set():
            try:
                async with asyncio.timeout(_LOOK_SECONDS):
                    await broken.wait()
            except TimeoutError:
                await connection.execute("SELECT 1")

    def _heard(self, connection: Any, pid: int, channel: str, text: object) -> None:
        own, news = read(str(text))
        if own != self.own:
            self.tell_here(*news)
