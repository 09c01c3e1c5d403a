"""Sessions: a token that nobody can guess, stored as a hash, found quickly, ended for good."""

import asyncio
import hashlib
import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import httpx
from hypothesis import given
from hypothesis import strategies as st

from tests.server.http.helpers import SessionsInMemory, serving
from tests.server.stores import open_test_store
from tiefenthal.server.http.endpoint import Answer, Call, Endpoint, application, routes
from tiefenthal.server.http.security import Security, Site
from tiefenthal.server.http.sessions import CACHE_SECONDS, TOUCH_SECONDS, Sessions, tokens
from tiefenthal.server.protocol import COOKIE
from tiefenthal.server.store.base import SessionRow


def scope_with(cookie: str | bytes | None, origin: str = "http://localhost") -> dict[str, Any]:
    headers = [(b"origin", origin.encode())]
    if cookie is not None:
        headers.append((b"cookie", cookie if isinstance(cookie, bytes) else cookie.encode("latin-1")))
    return {"type": "http", "scheme": "http", "headers": headers}


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Desk:
    """Sessions over a store in memory, with a clock that is set by hand."""

    def __init__(self, **options: Any) -> None:
        self.store = SessionsInMemory()
        self.clock = Clock()
        self.sessions = Sessions(self.store, clock=self.clock, **options)

    async def new(self, name: str = "Ada") -> str:
        return (await self.sessions.introduce(scope_with(None), name)).cookie.partition(";")[0]


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_a_token_has_256_bits_and_only_its_hash_is_stored() -> None:
    async def work() -> None:
        desk = Desk()
        cookies = {await desk.new() for _ in range(20)}
        assert len(cookies) == 20
        for cookie in cookies:
            token = cookie.removeprefix(f"{COOKIE}=")
            assert re.fullmatch("[A-Za-z0-9_-]{43}", token)
            assert hashlib.sha256(token.encode()).digest() in desk.store.rows
        assert not any(token.encode() in desk.store.rows for token in cookies)

    run(work())


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites() -> None:
    async def work() -> None:
        cookie = (await Desk().sessions.introduce(scope_with(None), "Ada")).cookie
        assert cookie.partition("; ")[2] == "HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000"
        secure = Desk(site=Site("https://games.example.org"))
        cookie = (await secure.sessions.introduce(scope_with(None, "https://games.example.org"), "Ada")).cookie
        assert cookie.endswith("; Max-Age=31536000; Secure")

    run(work())


def test_introducing_oneself_again_renames() -> None:
    async def work() -> None:
        desk = Desk()
        cookie = await desk.new("Ada")
        again = await desk.sessions.introduce(scope_with(cookie), "Bob")
        assert (again.session.name, again.session.id, again.new) == ("Bob", 1, False)
        assert again.cookie.startswith(cookie + ";")
        found = await desk.sessions.find(scope_with(cookie))
        assert found is not None
        assert found.name == "Bob"
        assert len(desk.store.rows) == 1

    run(work())


def test_few_requests_read_the_store_and_few_touch_it() -> None:
    async def work() -> None:
        desk = Desk()
        cookie = await desk.new()
        for _ in range(50):
            assert await desk.sessions.find(scope_with(cookie)) is not None
        assert (desk.store.reads, desk.store.touches) == (1, 0)
        desk.clock.now += CACHE_SECONDS
        await desk.sessions.find(scope_with(cookie))
        assert (desk.store.reads, desk.store.touches) == (2, 0)
        desk.clock.now += TOUCH_SECONDS
        for _ in range(5):
            await desk.sessions.find(scope_with(cookie))
        assert desk.store.touches == 1
        assert next(iter(desk.store.rows.values())).seen == desk.clock.now

    run(work())


def test_an_ended_session_is_gone_at_once() -> None:
    async def work() -> None:
        desk = Desk()
        cookie = await desk.new()
        assert await desk.sessions.find(scope_with(cookie)) is not None
        assert await desk.sessions.end(scope_with(cookie)) == [f"{COOKIE}=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"]
        assert await desk.sessions.find(scope_with(cookie)) is None
        assert all("Max-Age=0" in header for header in await desk.sessions.end(scope_with(cookie)))

    run(work())


def test_a_session_removed_from_the_store_is_forgotten_soon() -> None:
    async def work() -> None:
        desk = Desk()
        cookie = await desk.new()
        await desk.sessions.find(scope_with(cookie))
        desk.store.rows.clear()
        desk.clock.now += CACHE_SECONDS
        assert await desk.sessions.find(scope_with(cookie)) is None
        assert desk.sessions.remembered == 0

    run(work())


def test_what_was_read_before_the_end_is_not_remembered_after_it() -> None:
    class SlowStore(SessionsInMemory):
        def __init__(self) -> None:
            super().__init__()
            self.gate = asyncio.Event()
            self.slow = False

        async def find_session(self, token_hash: bytes) -> SessionRow | None:
            row = await super().find_session(token_hash)
            if self.slow:
                await self.gate.wait()
            return row

    async def work() -> None:
        store = SlowStore()
        sessions = Sessions(store)
        cookie = (await sessions.introduce(scope_with(None), "Ada")).cookie.partition(";")[0]
        store.slow = True
        reading = asyncio.create_task(sessions.find(scope_with(cookie)))
        await asyncio.sleep(0)
        store.slow = False
        await sessions.end(scope_with(cookie))
        store.gate.set()
        await reading
        assert await sessions.find(scope_with(cookie)) is None

    run(work())


def test_a_disk_that_is_full_keeps_nobody_out() -> None:
    class FullStore(SessionsInMemory):
        async def touch_session(self, session: int, at: float) -> None:
            raise OSError("no space left")

    async def work() -> None:
        clock = Clock()
        sessions = Sessions(FullStore(), clock=clock)
        cookie = (await sessions.introduce(scope_with(None), "Ada")).cookie.partition(";")[0]
        clock.now += TOUCH_SECONDS
        assert await sessions.find(scope_with(cookie)) is not None

    run(work())


def test_memory_is_bounded() -> None:
    async def work() -> None:
        desk = Desk(largest=10)
        for _ in range(50):
            await desk.sessions.find(scope_with(await desk.new()))
        assert desk.sessions.remembered == 10

    run(work())


def test_rubbish_in_the_cookie_header_is_passed_over() -> None:
    token = "a" * 43
    for text, found in [
        (f"{COOKIE}={token}", [token]),
        (f"x=1;{COOKIE} = {token} ; y", [token]),
        (f'{COOKIE}="{token}"', [token]),
        (f"{COOKIE}=short; {COOKIE}={token}", [token]),
        (f"{COOKIE}={'b' * 43}; {COOKIE}={token}; {COOKIE}={'c' * 43}", ["b" * 43, token]),
        (f"{COOKIE}x={token}; x{COOKIE}={token}; {COOKIE.upper()}={token}", []),
        (f"{COOKIE}={token}a", []),
        (f"{COOKIE}={token[:-1]}!", []),
        (f"{COOKIE}={token}" + " " * 9000, []),
        (";;;===;;", []),
        ("", []),
    ]:
        assert [one.decode() for one in tokens(scope_with(text))] == found, text


@given(st.binary(max_size=300))
def test_no_cookie_header_breaks_anything(value: bytes) -> None:
    for prefix in (b"", COOKIE.encode() + b"="):
        assert len(tokens(scope_with(prefix + value))) <= 2


def test_a_second_cookie_of_the_same_name_locks_nobody_out() -> None:
    async def work() -> None:
        desk = Desk()
        cookie = await desk.new()
        found = await desk.sessions.find(scope_with(f"{COOKIE}={'x' * 43}; {cookie}"))
        assert found is not None

    run(work())


def test_through_a_real_server() -> None:
    store = SessionsInMemory()
    sessions = Sessions(store)

    async def introduce(call: Call) -> Answer:
        introduced = await sessions.introduce(call.request.scope, "Ada")
        return Answer(introduced.session.name, headers=[("set-cookie", introduced.cookie)])

    async def me(call: Call) -> str:
        return call.me.name

    async def end(call: Call) -> Answer:
        return Answer(headers=[("set-cookie", cookie) for cookie in await sessions.end(call.request.scope)])

    pages = routes(
        [
            Endpoint("POST", "/api/session", "introduce", ".", introduce, str),
            Endpoint("GET", "/api/session", "me", ".", me, str, needs_session=True),
            Endpoint("DELETE", "/api/session", "end", ".", end, None),
        ],
        sessions=sessions,
    )
    with serving(Security(application(pages))) as url, httpx.Client(base_url=url, headers={"origin": url}) as client:
        assert client.get("/api/session").status_code == 401
        assert client.post("/api/session").text == "Ada"
        token = client.cookies[COOKIE]
        assert client.get("/api/session").text == "Ada"
        assert client.delete("/api/session").status_code == 204
        assert COOKIE not in client.cookies
        assert client.get("/api/session", headers={"cookie": f"{COOKIE}={token}"}).status_code == 401


def test_over_the_real_store(tmp_path: Path) -> None:
    async def work() -> None:
        store = open_test_store(tmp_path)
        try:
            clock = Clock()
            sessions = Sessions(store, clock=clock)
            cookie = (await sessions.introduce(scope_with(None), "Ada")).cookie.partition(";")[0]
            again = await sessions.introduce(scope_with(cookie), "Bob")
            assert (again.session.name, again.new) == ("Bob", False)
            clock.now += TOUCH_SECONDS
            await sessions.find(scope_with(cookie))
            found = await Sessions(store).find(scope_with(cookie))  # as after a restart
            assert found is not None
            assert (found.name, found.seen) == ("Bob", clock.now)
            await sessions.end(scope_with(cookie))
            assert await Sessions(store).find(scope_with(cookie)) is None
        finally:
            await store.close()

    run(work())


def test_the_cache_keeps_no_token() -> None:
    """What is remembered is remembered by hash, so a copy of the memory's cache lets nobody in."""

    async def work() -> None:
        desk = Desk()
        cookie = await desk.new()
        await desk.sessions.find(scope_with(cookie))
        cache = vars(desk.sessions)["_cache"]
        assert list(cache) == [hashlib.sha256(cookie.partition("=")[2].encode()).digest()]
        assert all(isinstance(entry.session, SessionRow) for entry in cache.values())

    run(work())
