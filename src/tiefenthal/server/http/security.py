"""What keeps other sites out: the headers of every answer, the name the server is asked by, and where requests that
change something, and WebSockets, come from.

Nothing here trusts X-Forwarded-*: whether a proxy may speak for its clients is decided below, by uvicorn.
"""

import ipaddress
import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tiefenthal.server.problem import Refusal, not_found, send_refusal

CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_FEATURES: Final = (
    "accelerometer", "autoplay", "camera", "display-capture", "geolocation", "gyroscope", "hid",
    "idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"content-security-policy", CONTENT_POLICY.encode("ascii")),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", ", ".join(f"{feature}=()" for feature in _FEATURES).encode("ascii")),
)
OWNER_PATH: Final = "/owner"
"""The one page with forms. Without a referrer a browser would not say where they are sent from."""
_WITH_FORMS: Final = {
    b"content-security-policy": CONTENT_POLICY.replace("form-action 'none'", "form-action 'self'").encode("ascii"),
    b"referrer-policy": b"same-origin",
}
OWNER_HEADERS: Final = tuple((name, _WITH_FORMS.get(name, value)) for name, value in HEADERS)
_OURS: Final = frozenset(name for name, _ in HEADERS)
_NO_STORE: Final = (b"cache-control", b"no-store")
_ONLY_TLS: Final = (b"strict-transport-security", b"max-age=31536000")
"""For a year, browsers come to this name by TLS alone."""
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_DEFAULT_PORT: Final = {"http": 80, "https": 443}
_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
_LONGEST_HOST: Final = 255


class HostName(NamedTuple):
    """Where somebody reaches the server: name or address in lower case, and the port if one is written."""

    name: str
    port: int | None

    @property
    def is_address(self) -> bool:
        """Whether it is an IP address, or `localhost`: names no stranger can point at us."""
        if self.name == "localhost":
            return True
        try:
            ipaddress.ip_address(self.name.strip("[]"))
        except ValueError:
            return False
        return True


def parse_host(text: str) -> HostName | None:
    """A Host header, or what stands between `//` and `/` of an address; None when it makes no sense."""
    text = text.lower()
    if not text or len(text) > _LONGEST_HOST:
        return None
    name, colon, port = text.partition(":")
    if text.startswith("["):
        inside, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            return None
        try:
            name = f"[{ipaddress.IPv6Address(inside)}]"
        except ValueError:
            return None
        colon, port = rest[:1], rest[1:]
    elif not _NAME.fullmatch(name):
        return None
    if not colon:
        return HostName(name, None)
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 0 < int(port) < 65536):
        return None
    return HostName(name, int(port))


def origin_of(scheme: str, host: HostName) -> str:
    """The origin as a browser writes it: without a port that goes without saying."""
    if host.port is None or host.port == _DEFAULT_PORT.get(scheme):
        return f"{scheme}://{host.name}"
    return f"{scheme}://{host.name}:{host.port}"


class Site:
    """Where people reach the server besides its own address: public origins, such as `https://games.example.org`."""

    def __init__(self, *public: str) -> None:
        """Raises ValueError, with a message, if it is not an origin."""
        self.origins: Final = frozenset(_public_origin(text) for text in public)
        self.hosts: Final = frozenset(urlsplit(origin).hostname or "" for origin in self.origins)
        self.https: Final = any(origin.startswith("https:") for origin in self.origins)
        self._plain: Final = frozenset(
            urlsplit(origin).hostname or "" for origin in self.origins if origin.startswith("http:")
        )

    def wants_secure_cookie(self, scope: Scope) -> bool:
        """Whether the browser is to keep the cookie to https: always at a public https site, but for somebody who
        reaches the same server by plain http (its owner, beside it)."""
        if scope["scheme"] in ("https", "wss"):
            return True
        return self.https and not (_header(scope, b"origin") or "").startswith("http://")

    def insists_on_tls(self, scope: Scope) -> bool:
        """Whether browsers are to use TLS only from now on: when they have, at a name that is not offered without."""
        host = parse_host(_header(scope, b"host") or "")
        if scope["scheme"] not in ("https", "wss") or host is None or host.is_address:
            return False
        return host.name in self.hosts and host.name not in self._plain

    def check_host(self, scope: Scope) -> HostName:
        """The host the request names. Raises Refusal when it is none of ours: then another site has pointed its name
        at this address, to read it with our visitors' browsers."""
        given = _header(scope, b"host")
        host = parse_host(given) if given is not None else None
        if host is None:
            raise Refusal(400, "host", "The request must have one Host header that names this server.")
        if not host.is_address and host.name not in self.hosts:
            words = (
                f"This server is not known as {host.name[:60]}. Open it by its IP address or as localhost, "
                "or let its owner start it with that name as its public address."
            )
            raise Refusal(421, "host", words)
        return host

    def check_origin(self, scope: Scope, host: HostName) -> None:
        """Raises Refusal unless the request comes from a page of this server."""
        given = _header(scope, b"origin")
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        own = given is not None and (given == origin_of(scheme, host) or given in self.origins)
        if not own or _header(scope, b"sec-fetch-site") == "cross-site":
            words = "This is only for pages of this server: its own address must be in the Origin header."
            raise Refusal(403, "origin", words)


def _public_origin(text: str) -> str:
    parts = urlsplit(text.strip())
    host = parse_host(parts.netloc)
    if (
        parts.scheme not in _DEFAULT_PORT
        or host is None
        or parts.path not in ("", "/")
        or parts.query
        or parts.fragment
    ):
        raise ValueError(
            f"{text!r} is no public address: write it like https://games.example.org or http://192.0.2.7:8000"
        )
    return origin_of(parts.scheme, host)


def _header(scope: Scope, wanted: bytes) -> str | None:
    """The header; None when it is missing or there twice."""
    found: bytes | None = None
    for name, value in scope["headers"]:
        if name == wanted:
            if found is not None:
                return None
            found = value
    return found.decode("latin-1") if found is not None else None


class Security:
    """Wraps the application: checks requests, passes them on, and adds headers to answers."""

    def __init__(self, app: ASGIApp, site: Site | None = None) -> None:
        self.app = app
        self.site = site or Site()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        owner = scope["path"] == OWNER_PATH
        private = owner or scope["path"].startswith("/api")

        accepted = "websocket.http.response" not in scope.get("extensions", {})  # then it can only be closed

        async def guarded(message: Message) -> None:
            nonlocal accepted
            if message["type"] == "websocket.accept":
                accepted = True
            elif message["type"] == "websocket.close" and not accepted:  # no such address, says Starlette
                await send_refusal(scope, guarded, not_found("page"))
                return
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = [
                    header
                    for header in message.get("headers", ())
                    if header[0] not in _OURS and not (private and header[0] == b"cache-control")
                ]
                headers.extend(OWNER_HEADERS if owner else HEADERS)
                if self.site.insists_on_tls(scope):
                    headers.append(_ONLY_TLS)
                if private:
                    headers.append(_NO_STORE)
                message = {**message, "headers": headers}
            await send(message)

        try:
            host = self.site.check_host(scope)
            if kind == "websocket" or scope["method"] not in _SAFE:
                self.site.check_origin(scope, host)
        except Refusal as refusal:
            if kind == "websocket":
                await receive()  # the handshake, which ASGI wants read before it is answered
            await send_refusal(scope, guarded, refusal)
            return
        await self.app(scope, receive, guarded)
