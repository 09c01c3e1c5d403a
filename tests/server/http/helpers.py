"""What the tests of the HTTP frame share: a real server in a thread, an application in memory, a store of sessions."""

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import httpx
import uvicorn
from starlette.types import ASGIApp

from tiefenthal.server.store.base import SessionRow

T = TypeVar("T")
ORIGIN = "http://localhost"


@contextlib.contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """A real uvicorn on a free port; yields its address."""
    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, log_config=None, access_log=False, ws="websockets-sansio", server_header=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        for _ in range(2000):
            if server.started or not thread.is_alive():
                break
            threading.Event().wait(0.005)
        assert server.started, "uvicorn did not start"
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


def talk(app: ASGIApp, work: Callable[[httpx.AsyncClient], Awaitable[T]], **options: Any) -> T:
    """Do something with a client of an application in memory."""

    async def run() -> T:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, **options) as client:
            return await work(client)

    return asyncio.run(run())


def ask(app: ASGIApp, method: str, path: str, **options: Any) -> httpx.Response:
    """One request, from a page of the server itself unless it says otherwise."""
    headers = {"origin": ORIGIN, **options.pop("headers", {})}

    async def one(client: httpx.AsyncClient) -> httpx.Response:
        return await client.request(method, path, headers=headers, **options)

    return talk(app, one)


class SessionsInMemory:
    """Stores sessions like the real store, and counts how often it is read."""

    def __init__(self) -> None:
        self.rows: dict[bytes, SessionRow] = {}
        self.reads = 0
        self.touches = 0

    async def add_session(self, token_hash: bytes, name: str, at: float) -> SessionRow:
        row = SessionRow(len(self.rows) + 1, name, at, at)
        self.rows[token_hash] = row
        return row

    async def find_session(self, token_hash: bytes) -> SessionRow | None:
        self.reads += 1
        return self.rows.get(token_hash)

    def _change(self, session: int, **fields: Any) -> None:
        for token_hash, row in self.rows.items():
            if row.id == session:
                self.rows[token_hash] = row._replace(**fields)

    async def rename_session(self, session: int, name: str) -> None:
        self._change(session, name=name)

    async def touch_session(self, session: int, at: float) -> None:
        self.touches += 1
        self._change(session, seen=at)

    async def end_session(self, session: int) -> None:
        self.rows = {token_hash: row for token_hash, row in self.rows.items() if row.id != session}
