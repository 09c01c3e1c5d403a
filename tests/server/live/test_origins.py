"""Pages of other sites: which origins and host names a running server accepts, and the headers of every answer."""

import json
from typing import Any

import pytest

from harness.server import Server
from tests.server.live.helpers import Exchange, People, exchange, running, story
from tiefenthal.client import here
from tiefenthal.server.protocol import COOKIE, SECURE_COOKIE

CHANGING: list[tuple[str, str, Any]] = [
    ("POST", "/api/session", {"name": "Renamed"}),
    ("DELETE", "/api/session", None),
    ("POST", "/api/tables", {"seats": [{"kind": "here"}, {"kind": "here"}]}),
    ("PUT", "/api/tables/{id}/seats/1", {"kind": "link"}),
    ("POST", "/api/tables/{id}/links", {"to": "join"}),
    ("POST", "/api/tables/{id}/enter", {}),
    ("POST", "/api/tables/{id}/leave", {"seat": 1}),
    ("POST", "/api/verify", {"record": ""}),
    ("POST", "/api/editions/check", {"text": ""}),
]
FOREIGN = [
    "",
    "null",
    "http://evil.example",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:{port}.e",
]
"""Origins that are not ours; the first: none at all."""


async def _at_a_table(people: People) -> tuple[str, str]:
    """Somebody's cookie, and their table."""
    ada = await people.person("Ada")
    table = await ada.new_table([here(), here("Bea")])
    return f"{COOKIE}={ada.token}", table.id


async def _as_it_is(people: People, table: str, cookie: str) -> Any:
    """The table as its host sees it, without the countdown."""
    found = json.loads((await people.asked("GET", f"/api/tables/{table}", Cookie=cookie)).body)
    for seat in found["seats"]:
        seat.pop("replaceable_in", None)
    return found


@pytest.mark.parametrize("origin", FOREIGN)
def test_pages_of_others_change_nothing(swift: Server, origin: str) -> None:
    async def go(people: People) -> None:
        cookie, table = await _at_a_table(people)
        given = origin.replace("{port}", str(swift.port))
        before = await _as_it_is(people, table, cookie)
        for method, path, body in CHANGING:
            answer = await people.asked(method, path.replace("{id}", table), body, Cookie=cookie, Origin=given)
            assert (answer.status, answer.code) == (403, "origin"), (method, path)
        socket = await people.handshake(f"/api/tables/{table}/socket", Cookie=cookie, Origin=given)
        assert (socket.status, socket.code) == (403, "origin")
        assert await _as_it_is(people, table, cookie) == before
        assert (await people.asked("GET", "/api/session", Cookie=cookie)).body == b'{"name":"Ada"}'

    story(swift, go)


def test_our_own_page_may(swift: Server) -> None:
    async def go(people: People) -> None:
        cookie, table = await _at_a_table(people)
        assert (await people.handshake(f"/api/tables/{table}/socket", Cookie=cookie)).status == 101
        local = f"localhost:{swift.port}"
        answer = await people.handshake(
            f"/api/tables/{table}/socket", Cookie=cookie, Host=local, Origin=f"http://{local}"
        )
        assert answer.status == 101
        mixed = await people.handshake(f"/api/tables/{table}/socket", Cookie=cookie, Origin=f"http://{local}")
        assert (mixed.status, mixed.code) == (403, "origin")

    story(swift, go)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "no such host", ""])
def test_names_of_others_are_not_answered(swift: Server, host: str) -> None:
    async def go(people: People) -> None:
        cookie, table = await _at_a_table(people)
        name = host.replace("{port}", str(swift.port))
        expected = (400, "host") if name in {"", "no such host"} else (421, "host")
        asked = [
            await people.asked("GET", f"/api/tables/{table}", Cookie=cookie, Host=name),
            await people.asked("GET", "/healthz", Host=name),
            await people.asked("POST", "/api/session", {"name": "X"}, Host=name, Origin=f"http://{name}"),
            await people.handshake(f"/api/tables/{table}/socket", Cookie=cookie, Host=name, Origin=f"http://{name}"),
        ]
        for answer in asked:
            assert (answer.status, answer.code) == expected

    story(swift, go)


def _guarded(answer: Exchange) -> None:
    policy = answer.header("content-security-policy") or ""
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert answer.header("x-content-type-options") == "nosniff"
    assert answer.header("referrer-policy") == "no-referrer"


def test_the_content_security_policy_is_on_every_answer(swift: Server) -> None:
    async def go(people: People) -> None:
        cookie, table = await _at_a_table(people)
        answers = [
            await people.asked("GET", "/healthz"),
            await people.asked("GET", "/metrics"),
            await people.asked("GET", "/api/openapi.json"),
            await people.asked("GET", "/api/tables", Cookie=cookie),
            await people.asked("GET", "/no/such/page"),
            await people.asked("GET", "/api/rules"),
            await people.asked("PATCH", "/api/tables"),
            await people.asked("OPTIONS", "/api/tables"),
            await people.asked("POST", "/api/session", b"not json"),
            await people.asked("POST", "/api/session", {"name": "x" * 70_000}),
            await people.asked("POST", "/api/session", {"name": "X"}, Origin="http://evil.example"),
            await people.asked("GET", "/healthz", Host="evil.example"),
            await people.asked("GET", "/api/session"),
            await people.asked("GET", f"/api/records/{table}"),
            await people.handshake(f"/api/tables/{'A' * 22}/socket"),
            await people.handshake("/no/such/socket"),
            await people.handshake(f"/api/tables/{table}/socket?seat=x", Cookie=cookie),
        ]
        for answer in answers:
            _guarded(answer)
        assert {answer.status for answer in answers} >= {200, 400, 401, 403, 404, 405, 413, 421}
        assert answers[3].header("cache-control") == "no-store"

    story(swift, go)


def test_a_socket_takes_a_seat_and_a_ply_and_nothing_else(swift: Server) -> None:
    async def go(people: People) -> None:
        cookie, table = await _at_a_table(people)
        for query in ("seat=x", "seat=-1", "since=1.5", "seat=1&seat=2&since=3", "sent=1", "seat", "since=99999999999"):
            answer = await people.handshake(f"/api/tables/{table}/socket?{query}", Cookie=cookie)
            assert (answer.status, answer.code) == (400, "query"), query

    story(swift, go)


def test_bytes_that_are_no_request_harm_nobody(swift: Server) -> None:
    async def go(people: People) -> None:
        for junk in (
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
        ):
            answer = await exchange(swift.port, junk)
            assert answer.status == 400
        assert (await people.asked("GET", "/healthz")).status == 200

    story(swift, go)


def test_a_public_address_is_ours_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    public = "https://inn.example"
    with running(tmp_path_factory.mktemp("public") / "data", "--public-url", public) as server:

        async def go(people: People) -> None:
            answer = await people.asked("POST", "/api/session", {"name": "Ada"}, Host="inn.example", Origin=public)
            assert answer.status == 201
            assert "; Secure" in (answer.header("set-cookie") or "")
            beside = await people.asked("POST", "/api/session", {"name": "Ada"})
            assert beside.status == 201
            assert "Secure" not in (beside.header("set-cookie") or "")
            other = await people.asked("POST", "/api/session", {"name": "Ada"}, Origin="http://inn.example")
            assert other.status == 403

        story(server, go)


def test_with_tls_cookies_are_for_this_host_alone_and_browsers_stay_with_tls(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    public = "https://inn.example"
    there = {"Host": "inn.example", "X_Forwarded_Proto": "https", "X_Forwarded_For": "192.0.2.7"}
    with running(tmp_path_factory.mktemp("tls") / "data", "--public-url", public) as server:

        async def go(people: People) -> None:
            new = await people.asked("POST", "/api/session", {"name": "Ada"}, **there, Origin=public)
            cookie, _, rest = (new.header("set-cookie") or "").partition(";")
            name, _, token = cookie.partition("=")
            assert name == SECURE_COOKIE
            assert "Secure" in rest
            assert "Path=/;" in rest
            assert "Domain" not in rest
            assert new.header("strict-transport-security") == "max-age=31536000"
            known = await people.asked("GET", "/api/session", **there, Cookie=cookie)
            assert (known.body, known.header("set-cookie")) == (b'{"name":"Ada"}', None)
            # an older cookie stays valid, and is followed by one with the new name
            before = await people.asked("GET", "/api/session", **there, Cookie=f"{COOKIE}={token}")
            assert (before.body, (before.header("set-cookie") or "").partition(";")[0]) == (b'{"name":"Ada"}', cookie)
            # a client that bypasses the proxy has no TLS: its browser is asked for nothing that needs it
            plain = await people.asked("GET", "/api/session", Cookie=f"{COOKIE}={token}")
            assert plain.status == 200
            assert plain.header("set-cookie") is plain.header("strict-transport-security") is None
            # another host in the same domain, which can set the old name, cannot override the new one
            other = await people.asked("POST", "/api/session", {"name": "Mallory"})
            tossed = (other.header("set-cookie") or "").partition(";")[0]
            both = await people.asked("GET", "/api/session", **there, Cookie=f"{tossed}; {cookie}")
            assert both.body == b'{"name":"Ada"}'
            gone = await people.asked("DELETE", "/api/session", **there, Origin=public, Cookie=cookie)
            cleared = {value.partition("=")[0] for name, value in gone.headers if name == "set-cookie"}
            assert cleared == {COOKIE, SECURE_COOKIE}

        story(server, go)
