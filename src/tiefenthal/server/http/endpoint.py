"""Endpoints: one declaration each, from which the route, the reading of requests, the writing of answers and the
OpenAPI description are all made. So the description is true by construction (`openapi.py` writes it)."""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal
from urllib.parse import parse_qsl

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Lifespan, Receive, Scope, Send

from tiefenthal.server import logs
from tiefenthal.server.http.fair_turns import Requester
from tiefenthal.server.http.sessions import Sessions
from tiefenthal.server.language import asked_language
from tiefenthal.server.limits import CHARGED, Limits, client_address, too_fast
from tiefenthal.server.problem import (
    JSON,
    Headers,
    Refusal,
    not_found,
    problem_body,
    raw_headers,
    send_body,
    send_refusal,
)
from tiefenthal.server.protocol import LARGEST_BODY
from tiefenthal.server.store.base import SessionRow, StoreError

__all__ = ["Answer", "Call", "Endpoint", "Refusal", "application", "internal_error", "not_found", "read_body", "routes"]

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Check = Callable[[str, int | None], None]
"""Raises Refusal for an address and a session that may not enter."""
Handler = Callable[["Call"], Awaitable[object]]
CHANGING: Final = ("POST", "PUT", "PATCH", "DELETE")
TEXT: Final = b"text/plain; charset=utf-8"
BODY_SECONDS: Final = 15.0
DISK: Final = (503, "disk", "The disk refuses; nothing has changed.")
_LONGEST_QUERY: Final = 1000
_PARAMETER: Final = re.compile(r"{([a-z_]+)}")


@dataclass(frozen=True)
class Endpoint:
    """What can be asked, what comes back and what can go wrong."""

    method: Method
    path: str
    """ "/api/tables/{id}/links"."""
    name: str
    """The operation, in one word: `new-link`."""
    summary: str
    handler: Handler
    response: Any
    """The type of the answer: a Struct, `str` for plain text, None for no content."""
    request: Any = None
    """The type of the body; None: no body is read."""
    status: int = 200
    also: tuple[int, ...] = ()
    """Other statuses an `Answer` of the same type may have."""
    errors: tuple[tuple[int, str, str], ...] = ()
    """(status, code, words) of each refusal the handler can raise."""
    needs_session: bool = False
    """Without a session the answer is 401."""
    wants_session: bool = False
    """`Call.session` is looked up, and None when there is none."""
    path_types: Mapping[str, Any] = field(default_factory=dict)
    """Values that do not fit look unknown (404)."""
    query: Mapping[str, Any] = field(default_factory=dict)
    """A type that takes None may be left out."""
    largest_body: int = LARGEST_BODY
    cost: float = 1.0
    """How many requests it counts for in the limits per address and session."""
    for_blocked: bool = False
    """Also for those whom the owner of the server has blocked."""
    media: str | None = None
    """For text: its content type, if it is not plain text."""
    tag: str = "server"
    """The group it stands under in the description."""

    def __post_init__(self) -> None:
        named = set(_PARAMETER.findall(self.path))
        if named != set(self.path_types):
            raise ValueError(f"{self.name}: the path has {sorted(named)}, path_types {sorted(self.path_types)}")
        if self.method == "GET" and self.request is not None:
            raise ValueError(f"{self.name}: a GET has no body")

    @property
    def success(self) -> int:
        """The HTTP status of a success."""
        return 204 if self.response is None and self.status == 200 else self.status

    def refusals(self) -> tuple[tuple[int, str, str], ...]:
        """Everything that can go wrong here: refusals of the framework, then those of the handler."""
        found: list[tuple[int, str, str]] = [(400, "host", "The Host header is missing or makes no sense.")]
        if self.request is not None:
            found += [
                (400, "malformed", "The body is not JSON, or not of this form."),
                (408, "too-slow", "The body did not arrive in time."),
                (413, "too-large", f"The body is larger than {self.largest_body} bytes."),
                (415, "media-type", "The body must be sent as application/json."),
            ]
        found.append((400, "query", "A query parameter is unknown, missing, repeated or of the wrong form."))
        if self.needs_session:
            found.append((401, "no-session", "Only with a session."))
        if self.method in CHANGING:
            found.append((403, "origin", "The request does not come from a page of this server."))
        if self.path_types:
            found.append((404, "not-found", "There is nothing here, or you may not see it."))
        if not self.for_blocked:
            found.append(
                (403, "blocked", "The owner of the server has blocked the session or the address for a while.")
            )
        found += [
            (421, "host", "The server is not known by this name."),
            (429, "too-fast", "Too many requests; Retry-After says how long to wait."),
            (500, "internal", "Something went wrong in the server; the words have a number to quote."),
            DISK,
        ]
        return (*found, *self.errors)


class Call:
    """A request that fits its endpoint, for the handler."""

    __slots__ = ("address", "body", "endpoint", "limits", "path", "query", "request", "session", "state")

    def __init__(
        self,
        endpoint: Endpoint,
        request: Request,
        session: SessionRow | None,
        body: Any,
        path: dict[str, Any],
        query: dict[str, Any],
        state: Any,
        limits: Limits | None,
    ) -> None:
        self.endpoint: Final = endpoint
        self.request: Final = request
        self.session: Final = session
        self.body: Final = body
        self.path: Final = path
        self.query: Final = query
        self.state: Final = state
        """Whatever was given to `routes`."""
        self.limits: Final = limits
        self.address: Final = client_address(request.scope)

    @property
    def me(self) -> SessionRow:
        """The session, for endpoints that need one."""
        assert self.session is not None, "declare needs_session"
        return self.session

    @property
    def language(self) -> str:
        """The language to answer in."""
        return asked_language(self.request.scope)

    @property
    def requester(self) -> Requester:
        """Who asks, for everything that is served in fair turns."""
        return Requester(self.address, self.session.id if self.session is not None else None)

    def take(self, kind: str, key: object, cost: float = 1.0) -> None:
        """Take from a bucket of the limits; a Refusal (429) when there is not enough in it."""
        if self.limits is not None:
            wait = self.limits.allow(kind, key, cost)
            if wait:
                raise too_fast(wait)


@dataclass(frozen=True)
class Answer:
    """What a handler returns when it has more to say than the value: another status, headers, cookies."""

    value: object = None
    status: int | None = None
    headers: Headers = ()


def routes(
    endpoints: Iterable[Endpoint],
    *,
    sessions: Sessions | None = None,
    limits: Limits | None = None,
    state: Any = None,
    check: Check | None = None,
) -> list[Route]:
    """A route for each path. It answers every method: those not declared with 405, HEAD like GET. `check` refuses those
    who are blocked."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        if sessions is None and (endpoint.needs_session or endpoint.wants_session):
            raise ValueError(f"{endpoint.name} looks for a session, but there are no sessions")
        methods = by_path.setdefault(endpoint.path, {})
        if endpoint.method in methods:
            raise ValueError(f"{endpoint.method} {endpoint.path} is declared twice")
        methods[endpoint.method] = endpoint
    return [Route(path, _Page(methods, sessions, limits, state, check)) for path, methods in by_path.items()]


class _Page:
    """Everything at one path, as an ASGI application."""

    def __init__(
        self,
        endpoints: dict[str, Endpoint],
        sessions: Sessions | None,
        limits: Limits | None,
        state: Any,
        check: Check | None,
    ) -> None:
        self.check = check
        self.endpoints = endpoints
        self.sessions = sessions
        self.limits = limits
        self.state = state
        allowed = [*endpoints, "HEAD"] if "GET" in endpoints else list(endpoints)
        self.allow = ", ".join(sorted(allowed))
        self.decoders: dict[str, msgspec.json.Decoder[Any]] = {
            method: msgspec.json.Decoder(endpoint.request)
            for method, endpoint in endpoints.items()
            if endpoint.request is not None
        }
        self.encoder = msgspec.json.Encoder()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method: str = scope["method"]
        endpoint = self.endpoints.get("GET" if method == "HEAD" else method)
        try:
            if endpoint is None:
                raise Refusal(
                    405,
                    "method",
                    f"This address does not take {method[:20]}, only {self.allow}.",
                    [("allow", self.allow)],
                )
            answered = await self._answer(endpoint, scope, receive, send)
        except Refusal as refusal:
            if endpoint is not None and (refusal.status, refusal.code) not in {e[:2] for e in endpoint.refusals()}:
                logs.event("undeclared refusal", level="error", route=endpoint.path, code=refusal.code)
            await send_refusal(scope, send, refusal)
            return
        except HTTPException as error:
            await send_refusal(scope, send, _from_starlette(error))
            return
        except StoreError as error:
            logs.event("store failed", level="error", route=endpoint.path if endpoint else None, exception=error)
            await send_refusal(scope, send, Refusal(*DISK, [("retry-after", "10")]))
            return
        except Exception as error:  # whatever it is, the others at this server go on
            await send_refusal(scope, send, internal_error(error))
            return
        if answered is not None:
            await send_body(scope, send, *answered)

    async def _answer(
        self, endpoint: Endpoint, scope: Scope, receive: Receive, send: Send
    ) -> tuple[int, bytes, bytes, list[tuple[bytes, bytes]]] | None:
        """Status, content type, body and headers; None when the one who asked has gone."""
        limits = self.limits
        if limits is not None:
            charged = scope.get("state", {}).get(CHARGED, 0.0)
            wait = limits.allow("address", client_address(scope), max(0.0, endpoint.cost - charged))
            if wait:
                raise too_fast(wait)
        path = _path_values(endpoint, scope.get("path_params", {}))
        query = _query_values(endpoint, scope.get("query_string", b""))
        session: SessionRow | None = None
        if self.sessions is not None and (endpoint.needs_session or endpoint.wants_session):
            session = await self.sessions.find(scope)
            if session is not None and limits is not None:
                wait = limits.allow("session", session.id, endpoint.cost)
                if wait:
                    raise too_fast(wait)
        if self.check is not None and not endpoint.for_blocked:
            self.check(client_address(scope), None if session is None else session.id)
        if endpoint.needs_session and session is None:
            raise Refusal(401, "no-session", "Tell the server your name first (POST /api/session), then try again.")
        body: Any = None
        if endpoint.request is not None:
            data = await read_body(scope, receive, endpoint.largest_body)
            if data is None:
                return None
            body = _decoded(data, self.decoders[endpoint.method])
        request = Request(scope, receive)
        found = await endpoint.handler(Call(endpoint, request, session, body, path, query, self.state, limits))
        return self._written(endpoint, found)

    def _written(self, endpoint: Endpoint, found: object) -> tuple[int, bytes, bytes, list[tuple[bytes, bytes]]]:
        status = endpoint.success
        headers: list[tuple[bytes, bytes]] = []
        if isinstance(found, Answer):
            status = found.status or status
            headers = raw_headers(found.headers)
            found = found.value
        if status != endpoint.success and status not in endpoint.also:
            raise TypeError(f"{endpoint.name} does not declare the status {status}")
        if isinstance(found, msgspec.Raw):  # already encoded
            return status, JSON, bytes(found), headers
        if endpoint.response is None or endpoint.response is str:
            if not isinstance(found, endpoint.response or type(None)):
                raise TypeError(f"{endpoint.name} answered with {type(found).__name__}")
            kind = endpoint.media.encode("ascii") if endpoint.media else TEXT
            return status, kind, found.encode() if isinstance(found, str) else b"", headers
        if isinstance(endpoint.response, type) and not isinstance(found, endpoint.response):
            raise TypeError(f"{endpoint.name} answered with {type(found).__name__}")
        return status, JSON, self.encoder.encode(found), headers


# --- reading requests


def _path_values(endpoint: Endpoint, given: Mapping[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, kind in endpoint.path_types.items():
        text = given[name]
        try:
            # `$` in a pattern would let a line break at the end pass
            if not text.isprintable():
                raise not_found("page")
            values[name] = _plain_value(text, kind)
        except msgspec.ValidationError:
            raise not_found("page") from None
    return values


def _plain_value(text: str, kind: Any) -> Any:
    """The value written in a path or query; a number only in its plain form (not 1.0 for 1), so that each page has
    one address."""
    value = msgspec.convert(text, kind, strict=False)
    if not isinstance(value, bool | str) and str(value) != text:
        raise msgspec.ValidationError("Expected a number in its plain form")
    return value


def _query_values(endpoint: Endpoint, raw: bytes) -> dict[str, Any]:
    values: dict[str, Any] = {}
    try:
        if len(raw) > _LONGEST_QUERY:
            raise ValueError("it is too long")
        given = parse_qsl(
            raw.decode("ascii"), keep_blank_values=True, strict_parsing=bool(raw), max_num_fields=20, errors="strict"
        )
    except ValueError:
        raise Refusal(400, "query", "The query (what follows the ? of the address) cannot be read.") from None
    for name, text in given:
        kind = endpoint.query.get(name)
        if kind is None:
            known = ", ".join(endpoint.query) or "none"
            raise Refusal(400, "query", f"There is no query parameter {name[:40]!r} here; known: {known}.")
        if name in values:
            raise Refusal(400, "query", f"The query parameter {name!r} is there twice.")
        try:
            if not text.isprintable():
                raise msgspec.ValidationError("Expected printable text")
            values[name] = _plain_value(text, kind)
        except msgspec.ValidationError as error:
            raise Refusal(400, "query", f"The query parameter {name!r} does not fit: {error}.") from None
    for name, kind in endpoint.query.items():
        if name not in values:
            if not takes_none(kind):
                raise Refusal(400, "query", f"The query parameter {name!r} is missing.")
            values[name] = None
    return values


def takes_none(kind: Any) -> bool:
    """Whether a value of this type may be left out."""
    try:
        msgspec.convert(None, kind)
    except msgspec.ValidationError:
        return False
    return True


async def read_body(scope: Scope, receive: Receive, largest: int) -> bytes | None:
    """The body of a JSON request; None when the one who asked has gone. Raises Refusal."""
    kind = b""
    length = b"0"
    for name, value in scope["headers"]:
        if name == b"content-type":
            kind = value
        elif name == b"content-length":
            length = value
    media, _, parameters = kind.decode("latin-1").partition(";")
    charset = parameters.strip().lower().replace('"', "")
    if media.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
        raise Refusal(415, "media-type", "Send the body as Content-Type: application/json, in UTF-8.")
    if length.isdigit() and int(length[:20]) > largest:
        raise _too_large(largest)
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                part = message.get("body", b"")
                size += len(part)
                if size > largest:
                    raise _too_large(largest)
                parts.append(part)
                if not message.get("more_body", False):
                    return b"".join(parts)
    except TimeoutError:
        words = "The body did not arrive in time; try again on a better connection."
        raise Refusal(408, "too-slow", words, [("connection", "close")]) from None


def _too_large(largest: int) -> Refusal:
    # what is still coming is not read, so the connection cannot be used again
    return Refusal(413, "too-large", f"The body must not be larger than {largest} bytes.", [("connection", "close")])


def _decoded(data: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise Refusal(400, "malformed", f"The body does not fit: {str(error)[:300]}.") from None
    except (ValueError, RecursionError):
        raise Refusal(400, "malformed", "The body is not valid JSON in UTF-8.") from None


# --- what Starlette answers by itself


def _from_starlette(error: HTTPException) -> Refusal:
    headers = list((error.headers or {}).items())
    if error.status_code == 404:
        return not_found("page")
    if error.status_code == 405:
        allow = dict(headers).get("Allow", "GET")
        return Refusal(405, "method", f"This address takes only {allow}.", headers)
    return Refusal(error.status_code, "http", "The server cannot answer this request.", headers)


def internal_error(error: BaseException) -> Refusal:
    """Logs an error under a number, and shows only that number."""
    number = secrets.token_hex(4)
    logs.event("error", level="error", error=number, exception=error)
    words = f"Something went wrong in the server. If it happens again, tell its owner the number {number}."
    return Refusal(500, "internal", words)


def _response(request: Request, refusal: Refusal) -> Response:
    body = problem_body(request.scope, refusal)
    return Response(body, refusal.status, dict(refusal.headers), media_type="application/json")


async def _http_exception(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    refusal = _from_starlette(error)
    request.scope["tiefenthal.refused"] = refusal.code
    return _response(request, refusal)


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    request.scope["tiefenthal.refused"] = error.code
    return _response(request, error)


async def _any_exception(request: Request, error: Exception) -> Response:
    refusal = internal_error(error)
    request.scope["tiefenthal.refused"] = refusal.code
    return _response(request, refusal)


def application(pages: Sequence[BaseRoute], lifespan: Lifespan[Starlette] | None = None) -> Starlette:
    """A Starlette application of these routes in which everything that is refused is a `Problem`, and an address is
    what it is: none is redirected to one with another slash."""
    app = Starlette(
        routes=pages,
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_exception, Refusal: _refusal, Exception: _any_exception},
    )
    app.router.redirect_slashes = False
    return app
