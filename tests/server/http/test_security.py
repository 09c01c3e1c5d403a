"""What keeps other sites out, tested on a real server where a browser would meet it."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest
import websockets
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from websockets.http11 import Response

from harness.patience import PATIENCE
from tests.server.http.helpers import ask, serving
from tiefenthal.server.http.endpoint import Answer, Call, Endpoint, application, routes
from tiefenthal.server.http.security import CONTENT_POLICY, Security, Site, parse_host


class Room:
    """Counts requests that have an effect."""

    def __init__(self) -> None:
        self.changes = 0
        self.sockets = 0

    def app(self, *public: str) -> ASGIApp:
        async def change(call: Call) -> None:
            self.changes += 1

        async def look(call: Call) -> Answer:
            return Answer("seen", headers=[("cache-control", "max-age=9"), ("x-content-type-options", "sniff")])

        async def socket(websocket: WebSocket) -> None:
            self.sockets += 1
            await websocket.accept()
            await websocket.send_text(await websocket.receive_text())
            await websocket.close()

        pages = routes(
            [
                Endpoint("POST", "/api/change", "change", ".", change, None),
                Endpoint("DELETE", "/api/change", "delete", ".", change, None),
                Endpoint("GET", "/api/look", "look", ".", look, str),
                Endpoint("GET", "/page", "page", ".", look, str),
            ]
        )
        return Security(application([*pages, WebSocketRoute("/api/socket", socket)]), Site(*public))


@pytest.fixture(name="room")
def _live() -> Room:
    return Room()


@pytest.fixture(name="url")
def _url(room: Room) -> Iterator[str]:
    with serving(room.app("https://games.example.org")) as url:
        yield url


def test_every_answer_has_the_headers(url: str) -> None:
    with httpx.Client() as client:
        for method, path, status in [
            ("GET", "/page", 200),
            ("GET", "/api/look", 200),
            ("HEAD", "/api/look", 200),
            ("GET", "/nowhere", 404),
            ("POST", "/api/change", 403),
            ("PUT", "/api/change", 403),
        ]:
            answer = client.request(method, url + path)
            assert answer.status_code == status
            assert answer.headers.get_list("content-security-policy") == [CONTENT_POLICY]
            assert answer.headers.get_list("x-content-type-options") == ["nosniff"]
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["cross-origin-opener-policy"] == "same-origin"
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert "camera=()" in answer.headers["permissions-policy"]
            assert "access-control-allow-origin" not in answer.headers
            if path.startswith("/api"):
                assert answer.headers.get_list("cache-control") == ["no-store"]
    assert "unsafe" not in CONTENT_POLICY


def test_pages_keep_their_own_caching(url: str) -> None:
    assert httpx.get(url + "/page").headers["cache-control"] == "max-age=9"


def test_only_pages_of_this_server_change_something(url: str, room: Room) -> None:
    port = url.rpartition(":")[2]
    host = url.removeprefix("http://")
    refused: list[dict[str, str]] = [
        {},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://evil.example"},
        {"origin": f"https://{host}"},
        {"origin": "http://127.0.0.1"},
        {"origin": f"http://localhost:{port}"},
        {"origin": url + "/"},
        {"origin": url + ".evil.example"},
        {"origin": "http://games.example.org"},
        {"origin": "https://games.example.org.evil.example"},
        {"origin": "https://sub.games.example.org"},
        {"referer": url},
        {"origin": url, "sec-fetch-site": "cross-site"},
    ]
    with httpx.Client() as client:
        for headers in refused:
            for method in ("POST", "DELETE"):
                answer = client.request(method, url + "/api/change", headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (403, "origin"), headers
        assert client.post(url + "/api/change", headers=[("origin", url), ("origin", url)]).status_code == 403
        assert room.changes == 0
        for origin in (url, "https://games.example.org"):
            assert client.post(url + "/api/change", headers={"origin": origin}).status_code == 204
        assert client.post(
            f"http://localhost:{port}/api/change", headers={"origin": f"http://localhost:{port}"}
        ).is_success
        assert room.changes == 3


def test_reading_needs_no_origin(url: str) -> None:
    for headers in ({}, {"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
        assert httpx.get(url + "/page", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 403),
        ("http://evil.example", 403),
        ("null", 403),
        ("own", 101),
        ("https://games.example.org", 101),
    ],
)
def test_sockets_open_only_for_pages_of_this_server(url: str, room: Room, origin: str | None, status: int) -> None:
    address = url.replace("http:", "ws:") + "/api/socket"

    async def work() -> Response | None:
        given = {"Origin": url if origin == "own" else origin} if origin else {}
        try:
            async with websockets.connect(address, additional_headers=given) as socket:
                await socket.send("hello")
                assert await socket.recv() == "hello"
        except websockets.InvalidStatus as error:
            return error.response
        return None

    refused = asyncio.run(work())
    if status == 101:
        assert refused is None
    else:
        assert refused is not None
        assert refused.status_code == status
        assert b'"code":"origin"' in refused.body
        assert refused.headers["content-security-policy"] == CONTENT_POLICY
    assert room.sockets == (1 if status == 101 else 0)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("127.0.0.1:9", 200),
        ("192.0.2.7:8000", 200),
        ("[::1]:8000", 200),
        ("LOCALHOST:8000", 200),
        ("games.example.org", 200),
        ("evil.example", 421),
        ("evil.example:80", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("evil-games.example.org", 421),
        ("0x7f.1", 421),
        ("2130706433", 421),
        ("127.0.0.1:99999", 400),
        ("127.0.0.1:8000@evil.example", 400),
        ("local host", 400),
        ("[::1", 400),
        ("[::1]evil.example", 400),
        ("evil.example/", 400),
        ("a" * 300, 400),
        ("localhost:", 400),
    ],
)
def test_the_server_answers_only_to_its_own_names(url: str, room: Room, host: str, status: int) -> None:
    answer = httpx.get(url + "/page", headers={"host": host})
    assert answer.status_code == status
    if status != 200:
        assert answer.json()["code"] == "host"
    # a name of somebody else that points here cannot change anything either, whatever Origin comes with it
    answer = httpx.post(url + "/api/change", headers={"host": host, "origin": f"http://{host}"})
    assert answer.status_code == (status if status != 200 else answer.status_code)
    if status != 200:
        assert room.changes == 0


def test_a_missing_or_second_host_is_refused() -> None:
    import socket

    with serving(Room().app()) as url:
        host, _, port = url.removeprefix("http://").partition(":")
        for lines in ([], ["Host: localhost", "Host: evil.example"]):
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
                connection.sendall("\r\n".join(["GET /page HTTP/1.1", *lines, "Connection: close", "", ""]).encode())
                answer = b""
                while part := connection.recv(4096):
                    answer += part
            assert answer.startswith(b"HTTP/1.1 400"), answer


def test_nothing_trusts_forwarded_headers() -> None:
    headers = {
        "origin": "https://evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
        "forwarded": "host=evil.example;proto=https",
    }
    assert ask(Room().app(), "POST", "/api/change", headers=headers).status_code == 403


def test_without_the_extension_a_socket_is_closed() -> None:
    """A server below that cannot answer a handshake with a page still opens nothing."""
    from starlette.types import Message

    sent: list[Message] = []
    room = Room()

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "websocket", "scheme": "ws", "path": "/api/socket", "headers": [(b"host", b"localhost")]}

    async def work() -> None:
        await room.app()(scope, receive, send)

    asyncio.run(work())
    assert [message["type"] for message in sent] == ["websocket.close"]
    assert room.sockets == 0


@pytest.mark.parametrize(
    "text", ["games.example.org", "ftp://x.org", "https://", "https://x.org/path", "https://a b", "https://x.org?q", ""]
)
def test_a_wrong_public_address_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match="no public address"):
        Site(text)


def test_public_addresses_are_normalised() -> None:
    assert Site("https://Games.Example.org:443/", "http://x.org:8080").origins == {
        "https://games.example.org",
        "http://x.org:8080",
    }
    assert parse_host("[0:0::1]:80") == ("[::1]", 80)


def test_when_cookies_are_kept_to_https() -> None:
    def wants(site: Site, scheme: str, origin: str | None) -> bool:
        headers = [(b"origin", origin.encode())] if origin else []
        return site.wants_secure_cookie({"scheme": scheme, "headers": headers})

    public = Site("https://games.example.org")
    assert wants(public, "http", "https://games.example.org")
    assert wants(public, "http", None)
    assert not wants(public, "http", "http://localhost:8000")
    assert not wants(Site(), "http", "http://localhost:8000")
    assert wants(Site(), "https", "https://192.0.2.7")
    assert not wants(Site("http://x.org"), "http", "http://x.org")
