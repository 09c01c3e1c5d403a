"""Sessions: who somebody is, by a cookie and without an account.

The cookie holds 256 random bits; the store has only their SHA-256, so that a copy of it lets nobody in.
"""

import hashlib
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple, Protocol

from starlette.types import Scope

from tiefenthal.server import logs
from tiefenthal.server.http.security import Site
from tiefenthal.server.protocol import COOKIE, SECURE_COOKIE
from tiefenthal.server.store.base import SessionRow

YEAR: Final = 31_536_000
TOUCH_SECONDS: Final = 3600.0
CACHED: Final = 10_000
CACHE_SECONDS: Final = 600.0
_TOKEN: Final = re.compile(rb"[A-Za-z0-9_-]{43}")
_LONGEST_HEADER: Final = 8192
_MOST_TRIED: Final = 2
_NAMES: Final = (SECURE_COOKIE.encode("ascii"), COOKIE.encode("ascii"))
"""The names of the cookie; the first takes precedence."""


class SessionStore(Protocol):
    """The part of the store that keeps sessions."""

    async def add_session(self, token_hash: bytes, name: str, at: float) -> SessionRow:
        """Keep a new one."""

    async def find_session(self, token_hash: bytes) -> SessionRow | None:
        """The one with this hash."""

    async def rename_session(self, session: int, name: str) -> None:
        """Give it another name."""

    async def touch_session(self, session: int, at: float) -> None:
        """Note when the session was last used."""

    async def end_session(self, session: int) -> None:
        """Forget the session."""


class Introduced(NamedTuple):
    """A session, whether it is new, and the Set-Cookie header its owner gets."""

    session: SessionRow
    new: bool
    cookie: str


async def _free_to_choose(session: int) -> bool:
    return False


class _Cached:
    __slots__ = ("read", "session", "touched")

    def __init__(self, session: SessionRow, read: float) -> None:
        self.session: SessionRow = session
        self.read: float = read
        self.touched: float = session.seen


class Sessions:
    """Finds, makes and ends sessions. Recent ones are cached, so that few requests read the disk."""

    def __init__(
        self,
        store: SessionStore,
        site: Site | None = None,
        *,
        clock: Callable[[], float] = time.time,
        largest: int = CACHED,
    ) -> None:
        self._store = store
        self._site = site or Site()
        self._clock = clock
        self._largest = largest
        self._cache: OrderedDict[bytes, _Cached] = OrderedDict()
        self._hashes: dict[int, bytes] = {}
        """Where a session is in it."""
        self.keeps_name: Callable[[int], Awaitable[bool]] = _free_to_choose
        """Whether the owner of the server has given somebody a name that they have to keep for now."""
        self._changes = 0  # so that a value read before a change is not cached after it

    async def find(self, scope: Scope) -> SessionRow | None:
        """The session of a request or of a WebSocket being opened; None when there is none."""
        found = await self._find(scope)
        return found[1] if found is not None else None

    async def _find(self, scope: Scope) -> tuple[bytes, SessionRow] | None:
        for token in tokens(scope):
            session = await self._by_hash(hashlib.sha256(token).digest())
            if session is not None:
                return token, session
        return None

    async def _by_hash(self, token_hash: bytes) -> SessionRow | None:
        now = self._clock()
        cached = self._cache.get(token_hash)
        if cached is not None and now - cached.read < CACHE_SECONDS:
            self._cache.move_to_end(token_hash)
        else:
            before = self._changes
            session = await self._store.find_session(token_hash)
            if session is None:
                self._drop(token_hash)
                return None
            cached = _Cached(session, now)
            if before == self._changes:
                self._cache[token_hash] = cached
                self._hashes[session.id] = token_hash
                self._cache.move_to_end(token_hash)
                if len(self._cache) > self._largest:
                    self._drop(next(iter(self._cache)))
        if now - cached.touched >= TOUCH_SECONDS:
            cached.touched = now
            try:
                await self._store.touch_session(cached.session.id, now)
            except Exception as error:  # a full disk must not prevent reading
                logs.event("session not touched", level="warning", exception=error)
        return cached.session

    async def introduce(self, scope: Scope, name: str) -> Introduced:
        """A new session with this (clean) name, or the one there is under its new name. The cookie lasts a year from
        now either way."""
        found = await self._find(scope)
        if found is not None:
            token, session = found
            token_hash = hashlib.sha256(token).digest()
            if session.name != name and not await self.keeps_name(session.id):
                await self._store.rename_session(session.id, name)
                self._forget(token_hash)
                renamed = await self._by_hash(token_hash)
                if renamed is None:  # it was ended meanwhile
                    return await self._begin(scope, name)
                session = renamed
            return Introduced(session, False, self._cookie(scope, token.decode("ascii"), YEAR))
        return await self._begin(scope, name)

    async def _begin(self, scope: Scope, name: str) -> Introduced:
        token = secrets.token_urlsafe(32)
        token_hash = hashlib.sha256(token.encode("ascii")).digest()
        session = await self._store.add_session(token_hash, name, self._clock())
        return Introduced(session, True, self._cookie(scope, token, YEAR))

    async def renewed(self, scope: Scope) -> str | None:
        """The Set-Cookie header for a client that uses TLS but has only the cookie with the older name."""
        found = await self._find(scope) if scope["scheme"] == "https" else None
        if found is None or found[0] in tokens(scope, _NAMES[:1]):
            return None
        return self._cookie(scope, found[0].decode("ascii"), YEAR)

    async def end(self, scope: Scope) -> list[str]:
        """End the session, if there is one; the Set-Cookie headers that make the browser forget it."""
        found = await self._find(scope)
        if found is not None:
            await self._store.end_session(found[1].id)
            self._forget(hashlib.sha256(found[0]).digest())
        return self.farewell(scope)

    def farewell(self, scope: Scope) -> list[str]:
        """The Set-Cookie headers that make the browser forget the session, under each of its names."""
        secure = self._site.wants_secure_cookie(scope)
        old = f"{COOKIE}=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"
        return [self._cookie(scope, "", 0), f"{old}; Secure"] if secure else [old]

    def _forget(self, token_hash: bytes) -> None:
        self._changes += 1
        self._drop(token_hash)

    def _drop(self, token_hash: bytes) -> None:
        cached = self._cache.pop(token_hash, None)
        if cached is not None:
            self._hashes.pop(cached.session.id, None)

    def changed(self, session: int) -> None:
        """A session was renamed or has ended, perhaps in another process: it is read again."""
        self._changes += 1
        token_hash = self._hashes.get(session)
        if token_hash is not None:
            self._drop(token_hash)

    def changed_unheard(self) -> None:
        """Any of them may have been."""
        self._changes += 1
        self._cache.clear()
        self._hashes.clear()

    def _cookie(self, scope: Scope, token: str, age: int) -> str:
        cookie = f"{token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={age}"
        if self._site.wants_secure_cookie(scope):
            return f"{SECURE_COOKIE}={cookie}; Secure"
        return f"{COOKIE}={cookie}"

    @property
    def remembered(self) -> int:
        """How many sessions are in memory."""
        return len(self._cache)


def tokens(scope: Scope, names: Sequence[bytes] = _NAMES) -> list[bytes]:
    """What could be a token in the Cookie headers, whatever else is in them. There may be two when another site of the
    same domain has set one; more are not tried."""
    found: dict[bytes, list[bytes]] = {name: [] for name in names}
    for name, value in scope["headers"]:
        if name != b"cookie" or len(value) > _LONGEST_HEADER:
            continue
        for part in value.split(b";"):
            key, _, text = part.partition(b"=")
            text = text.strip(b' \t"')
            if _TOKEN.fullmatch(text) and key.strip() in found:
                found[key.strip()].append(text)
    return list(dict.fromkeys(token for kept in found.values() for token in kept))[:_MOST_TRIED]
