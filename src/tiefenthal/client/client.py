"""A client of a Tiefenthal server: requests over HTTP, and connections to tables."""

import ipaddress
import weakref
from collections.abc import Sequence
from http.cookiejar import CookieJar, DefaultCookiePolicy
from http.cookies import CookieError, SimpleCookie
from types import TracebackType
from typing import Any, Literal, Self, TypeVar, overload
from urllib.parse import quote

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.typing import Origin

from tiefenthal.client.connection import Connection
from tiefenthal.client.errors import ServerError, UnreachableError
from tiefenthal.client.light import CHANGES, AnyUpdate
from tiefenthal.server.protocol import COOKIE, SECURE_COOKIE
from tiefenthal.server.protocol import daily as evenings
from tiefenthal.server.protocol import http as wire
from tiefenthal.server.protocol.frames import Update
from tiefenthal.server.protocol.lessons import LessonInfo, Lessons, NewLesson
from tiefenthal.server.protocol.parts import Pace, TableInfo

T = TypeVar("T")
U = TypeVar("U", bound=AnyUpdate)
LARGEST_ANSWER = 8 * 1024 * 1024
TIMEOUT = 30.0


def here(name: str | None = None) -> wire.SeatPlan:
    """A seat for somebody at this client."""
    return wire.SeatPlan("here", name)


def by_link() -> wire.SeatPlan:
    """A seat for somebody with the invite link."""
    return wire.SeatPlan("link")


def bot(bot: str, name: str | None = None) -> wire.SeatPlan:
    """A seat for a bot."""
    return wire.SeatPlan("bot", name, bot)


def http_pool(base_url: str, connections: int = 20, local_address: str | None = None) -> httpx.AsyncClient:
    """Connections for requests; several clients of one server may share them. It keeps no cookies: a client does."""
    secure = base_url.startswith("https:")  # without it no certificates are loaded, which takes long
    limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
    transport = None
    if local_address is not None:
        transport = httpx.AsyncHTTPTransport(verify=secure, limits=limits, local_address=local_address)
    return httpx.AsyncClient(
        cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
        timeout=TIMEOUT,
        trust_env=not _near(base_url),
        verify=secure,
        limits=limits,
        transport=transport,
    )


def _near(base_url: str) -> bool:
    """Whether the server is on this machine, where no proxy is asked."""
    host = httpx.URL(base_url).host
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Client:
    """Somebody at a server: a name, a session, tables.

        async with Client("http://127.0.0.1:8000") as client:
            await client.introduce("Ada")
            table = await client.new_table([here(), bot("greedy")], modules=5, pace="instant")
            async with await client.connect(table.id) as seat:
                while await seat.asked():
                    with contextlib.suppress(CommandRefused):  # somebody was quicker: look again
                        await seat.play(seat.update.legal[0].action)
                print(seat.over.ending.scores)

    Requests raise ServerError when the server refuses, UnreachableError when it does not answer.
    """

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        http: httpx.AsyncClient | None = None,
        local_address: str | None = None,
    ) -> None:
        """`token` brings a session back; `http` is a pool to be shared (`http_pool`), which the caller closes;
        `local_address` is the one of this machine's addresses to come from."""
        try:
            url = httpx.URL(base_url)
        except httpx.InvalidURL as error:
            raise ValueError(f"{base_url!r} is not the address of a server: {error}") from None
        if url.scheme not in {"http", "https"} or not url.host or url.path != "/" or url.query or url.fragment:
            raise ValueError(f"{base_url!r} is not the address of a server; it looks like http://127.0.0.1:8000")
        self.base_url = f"{url.scheme}://{url.netloc.decode('ascii')}"
        """The server, and the Origin of all requests."""
        self.token = token
        """The secret of the session. Anybody who has it can act as me: keep it secret, and keep it for coming back."""
        self._own = http is None
        self._http = http or http_pool(self.base_url, local_address=local_address)
        self._local = (local_address, 0) if local_address is not None else None
        self._connections: weakref.WeakSet[Connection[Any]] = weakref.WeakSet()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Hang up everywhere. The session stays."""
        for connection in list(self._connections):
            await connection.close()
        if self._own:
            await self._http.aclose()

    # --- who I am

    async def introduce(self, name: str) -> wire.Session:
        """Get a session, or give mine a new name."""
        return await self._ask("POST", "/api/session", wire.Session, wire.Introduction(name))

    async def session(self) -> wire.Session:
        """Who I am to the server."""
        return await self._ask("GET", "/api/session", wire.Session)

    async def end_session(self) -> None:
        """Leave, for this program. What is kept stays; seats can be come back to by their personal links only."""
        await self._request("DELETE", "/api/session")
        self.token = None

    async def privacy(self) -> wire.Privacy:
        """How long the server keeps each kind of data."""
        return await self._ask("GET", "/api/privacy", wire.Privacy)

    async def kept(self) -> wire.Kept:
        """Everything the server keeps about me."""
        return await self._ask("GET", "/api/session/export", wire.Kept)

    async def be_forgotten(self) -> None:
        """Delete my name and my messages from everything that is kept, for good; a bot plays on at my seats."""
        await self._request("POST", "/api/session/forget")
        self.token = None

    # --- tables

    async def tables(self) -> wire.Tables:
        """Mine, and those open to everyone."""
        return await self._ask("GET", "/api/tables", wire.Tables)

    async def new_table(
        self,
        seats: Sequence[wire.SeatPlan],
        *,
        modules: int = 1,
        edition: str | None = None,
        edition_text: str | None = None,
        listed: bool = False,
        pace: Pace = "natural",
        away_after: int = 120,
    ) -> TableInfo:
        """Open a table; the seats are `here()`, `by_link()` and `bot(name)`. The game begins when none is open."""
        plan = wire.NewTable(list(seats), modules, edition, edition_text, listed, pace, away_after)
        return await self._ask("POST", "/api/tables", TableInfo, plan)

    async def lessons(self) -> list[LessonInfo]:
        """The lessons there are, in order."""
        return (await self._ask("GET", "/api/lessons", Lessons)).lessons

    async def begin_lesson(self, name: str, pace: Pace = "natural", language: str = "en") -> TableInfo:
        """A table for a lesson, from its beginning; the others there follow the script."""
        return await self._ask("POST", f"/api/lessons/{name}", TableInfo, NewLesson(pace, language))

    async def table(self, table: str) -> TableInfo:
        """A table I may see."""
        return await self._ask("GET", f"/api/tables/{_part(table)}", TableInfo)

    async def plan_seat(self, table: str, seat: int, plan: wire.SeatPlan) -> TableInfo:
        """Before the game, as host: who should sit there."""
        return await self._ask("PUT", f"/api/tables/{_part(table)}/seats/{seat}", TableInfo, plan)

    async def send_away(self, table: str, seat: int) -> TableInfo:
        """Before the game, as host: free the seat of somebody, who cannot come back."""
        return await self._ask("POST", f"/api/tables/{_part(table)}/send-away", TableInfo, wire.SendAway(seat))

    async def close_table(self, table: str) -> None:
        """Before the game, as host: close the table for everyone."""
        await self._request("DELETE", f"/api/tables/{_part(table)}")

    async def link(
        self, table: str, to: Literal["join", "watch", "seat"], seat: int | None = None, *, void: bool = False
    ) -> wire.Link:
        """A link to join, to watch, or to come back to my seat on any device."""
        return await self._ask("POST", f"/api/tables/{_part(table)}/links", wire.Link, wire.NewLink(to, seat, void))

    async def invitation(self, table: str, key: str | None = None) -> wire.Invitation:
        """Who invites to what, before entering; needs no session."""
        return await self._ask("POST", f"/api/tables/{_part(table)}/invitation", wire.Invitation, wire.Summons(key))

    async def enter(
        self,
        table: str,
        key: str | None = None,
        *,
        seat: int | None = None,
        name: str | None = None,
        watch: bool = False,
    ) -> wire.Entered:
        """Enter with the key of a link, or a listed table without one."""
        entrance = wire.Entrance(key, seat, name, watch)
        return await self._ask("POST", f"/api/tables/{_part(table)}/enter", wire.Entered, entrance)

    async def play_again(self, table: str) -> wire.Entered:
        """To the table where those of a finished game play again; the first who asks opens it."""
        return await self._ask("POST", f"/api/tables/{_part(table)}/again", wire.Entered)

    async def leave(self, table: str, seat: int, bot: str | None = None) -> TableInfo:
        """Leave a seat of mine."""
        return await self._ask("POST", f"/api/tables/{_part(table)}/leave", TableInfo, wire.Leaving(seat, bot))

    @overload
    async def connect(
        self, table: str, seat: int | None = None, since: int | None = None, *, board: bool = False
    ) -> Connection[Update]: ...

    @overload
    async def connect(
        self,
        table: str,
        seat: int | None = None,
        since: int | None = None,
        *,
        updates: type[U],
        board: bool = ...,
        keep_alive: float | None = ...,
        compress: bool = ...,
    ) -> Connection[U]: ...

    async def connect(
        self,
        table: str,
        seat: int | None = None,
        since: int | None = None,
        *,
        board: bool = False,
        updates: type[Any] = Update,
        keep_alive: float | None = 20.0,
        compress: bool = False,
    ) -> Connection[Any]:
        """Connect to a table: to that seat of mine, to my first one, or as a watcher. `since` asks for the events after
        a ply, `board` for `update.board`; `updates` may be `Shown`, which comes with the board and by changes, or a
        lighter type (`tiefenthal.client.light`). `compress` offers to read compressed frames, as browsers do."""

        async def opener(seat: int | None, since: int | None) -> ClientConnection:
            asked = {"seat": seat, "since": since, "board": 2 if updates in CHANGES else 1 if board else None}
            query = "&".join(f"{name}={value}" for name, value in asked.items() if value is not None)
            return await self._open_socket(
                f"/api/tables/{_part(table)}/socket?{query}".rstrip("?"), keep_alive, compress
            )

        connection = Connection(opener, updates, seat)
        await connection.connect(since)
        self._connections.add(connection)
        return connection

    async def _open_socket(self, path: str, keep_alive: float | None, compress: bool) -> ClientConnection:
        uri = f"ws{self.base_url.removeprefix('http')}{path}"
        try:
            return await open_socket(
                uri,
                origin=Origin(self.base_url),
                additional_headers=self._cookie(),
                compression="deflate" if compress else None,
                max_size=LARGEST_ANSWER,
                ping_interval=keep_alive,
                proxy=None if _near(self.base_url) else True,
                local_addr=self._local,
            )
        except InvalidStatus as refused:
            raise _problem(refused.response.status_code, bytes(refused.response.body or b"")) from None
        except (OSError, ConnectionClosed, InvalidHandshake, InvalidURI, TimeoutError) as error:
            raise self._unreachable(error) from None

    # --- records

    async def records(self) -> wire.Records:
        """The finished games I played in."""
        return await self._ask("GET", "/api/records", wire.Records)

    async def record(self, table: str) -> wire.RecordInfo:
        """A finished game."""
        return await self._ask("GET", f"/api/records/{_part(table)}", wire.RecordInfo)

    async def record_text(self, table: str) -> str:
        """The record itself (docs/notation.md)."""
        return (await self._request("GET", f"/api/records/{_part(table)}/text")).decode("utf-8")

    async def record_course(self, table: str) -> wire.Course:
        """A finished game in outline: its decisions, where phases begin and evenings end."""
        return await self._ask("GET", f"/api/records/{_part(table)}/course", wire.Course)

    async def replay_step(self, table: str, ply: int) -> wire.ReplayStep:
        """A finished game after this many decisions."""
        return await self._ask("GET", f"/api/records/{_part(table)}/plies/{ply}", wire.ReplayStep)

    async def verify_record(self, table: str) -> wire.Verdict:
        """What the server finds when it verifies a record it keeps."""
        return await self._ask("GET", f"/api/records/{_part(table)}/verify", wire.Verdict)

    async def verify(self, record: str, commitment: str | None = None) -> wire.Verdict:
        """What the server finds when it verifies any record."""
        return await self._ask("POST", "/api/verify", wire.Verdict, wire.RecordCheck(record, commitment))

    # --- the daily evening

    async def daily(self) -> evenings.Daily:
        """Today's, and what is promised of tomorrow's."""
        return await self._ask("GET", "/api/daily", evenings.Daily)

    async def begin_daily(self, pace: Pace = "natural") -> str:
        """My one attempt at today's: the id of its table."""
        return (await self._ask("POST", "/api/daily", evenings.DailyTable, evenings.DailyBegin(pace))).table

    async def daily_day(self, day: str) -> evenings.DailyDay:
        """One day, with its seed once it is closed."""
        return await self._ask("GET", f"/api/daily/days/{_part(day)}", evenings.DailyDay)

    async def play_daily(self, day: str, pace: Pace = "natural") -> str:
        """Play a past day for fun: the id of a new table."""
        path = f"/api/daily/days/{_part(day)}/tables"
        return (await self._ask("POST", path, evenings.DailyTable, evenings.DailyBegin(pace))).table

    # --- what can be looked up

    async def bots(self) -> list[wire.BotInfo]:
        """The bots that can be seated, the weakest first."""
        return (await self.bots_and_characters()).bots

    async def bots_and_characters(self) -> wire.Bots:
        """The same, and who they can be."""
        return await self._ask("GET", "/api/bots", wire.Bots)

    async def editions(self) -> list[wire.EditionInfo]:
        """The built-in editions."""
        return (await self._ask("GET", "/api/editions", wire.Editions)).editions

    async def check_edition(self, text: str) -> wire.EditionVerdict:
        """Whether an edition file can be played with."""
        return await self._ask("POST", "/api/editions/check", wire.EditionVerdict, wire.EditionText(text))

    async def rules(self) -> wire.Rules:
        """All rules in words."""
        return await self._ask("GET", "/api/rules", wire.Rules)

    async def languages(self) -> list[wire.LanguageInfo]:
        """The languages the game's words are known in."""
        return (await self._ask("GET", "/api/languages", wire.Languages)).languages

    async def language(self, code: str) -> wire.Language:
        """The game's words in one language."""
        return await self._ask("GET", f"/api/languages/{_part(code)}", wire.Language)

    async def health(self) -> wire.Health:
        """Whether the server can do its work."""
        return await self._ask("GET", "/healthz", wire.Health)

    # --- asking

    async def _ask(self, method: str, path: str, answer: type[T], body: msgspec.Struct | None = None) -> T:
        data = await self._request(method, path, body)
        try:
            return msgspec.json.decode(data, type=answer)
        except msgspec.DecodeError as error:
            raise UnreachableError(
                f"{self.base_url} answers {path} in a way this client does not understand: {error}"
            ) from None

    async def _request(self, method: str, path: str, body: msgspec.Struct | None = None) -> bytes:
        headers = self._cookie()
        content: bytes | None = None
        if method != "GET":
            headers["Origin"] = self.base_url
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = msgspec.json.encode(body)
        try:
            response = await self._http.request(method, self.base_url + path, content=content, headers=headers)
        except (httpx.HTTPError, AttributeError) as error:
            # anyio trips over uvloop's socket when the server goes away in the moment it is reached.
            raise self._unreachable(error) from None
        for cookie in response.headers.get_list("set-cookie"):
            self._keep_token(cookie)
        if not response.is_success:
            raise _problem(response.status_code, response.content)
        return response.content

    def _cookie(self) -> dict[str, str]:
        name = SECURE_COOKIE if self.base_url.startswith("https:") else COOKIE
        return {} if self.token is None else {"Cookie": f"{name}={self.token}"}

    def _keep_token(self, cookie: str) -> None:
        try:
            given = SimpleCookie(cookie)
        except CookieError:
            return
        found = given.get(SECURE_COOKIE) or given.get(COOKIE)
        if found is not None:
            self.token = found.value or None

    def _unreachable(self, error: Exception) -> UnreachableError:
        return UnreachableError(f"{self.base_url} does not answer: {str(error) or type(error).__name__}")


def _part(text: str) -> str:
    """Something that stands in a path, as one part of it."""
    return quote(text, safe="")


def _problem(status: int, body: bytes) -> ServerError:
    try:
        problem = msgspec.json.decode(body, type=wire.Problem)
    except msgspec.DecodeError:
        return ServerError(status, "unknown", f"the server answered with status {status} and no words of its own")
    return ServerError(status, problem.code, problem.words)
