"""One declaration makes route, reading, writing and refusals."""

import asyncio
import json
import logging
from typing import Annotated, Any, Literal

import httpx
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.types import Message

from tests.server.http.helpers import SessionsInMemory, ask, talk
from tiefenthal.server.http import endpoint as endpoint_module
from tiefenthal.server.http.endpoint import Answer, Call, Endpoint, Refusal, application, routes
from tiefenthal.server.http.sessions import Sessions
from tiefenthal.server.limits import Limits, Rate
from tiefenthal.server.protocol.http import Problem
from tiefenthal.server.store.base import DiskFull


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    what: Annotated[str, msgspec.Meta(max_length=20)]
    often: int = 1


class Told(msgspec.Struct):
    said: str


Number = Annotated[int, msgspec.Meta(ge=1, le=4)]
ROOM = Annotated[str, msgspec.Meta(pattern="^[a-z]{3}$")]
PLACE = {"room": ROOM, "seat": Number}


async def echo(call: Call) -> Told:
    return Told(call.body.what * call.body.often)


async def live(call: Call) -> Told:
    return Told(f"{call.path['room']} {call.path['seat']} {call.query['colour']} {call.state}")


async def broken(call: Call) -> Told:
    raise RuntimeError("the secret is 1234")


async def refusing(call: Call) -> Told:
    raise Refusal(409, "taken", "It is taken.", [("x-why", "seat")])


async def wrong_type(call: Call) -> Any:
    return Wish("x")


async def nothing(call: Call) -> None:
    return None


async def text(call: Call) -> Answer:
    return Answer("grüß", headers=[("content-disposition", "attachment")])


async def who(call: Call) -> Told:
    return Told(call.me.name)


async def unexpected_status(call: Call) -> Answer:
    return Answer(Told("x"), status=202)


ENDPOINTS = [
    Endpoint("POST", "/api/echo", "echo", "Echo.", echo, Told, request=Wish, largest_body=200, status=201),
    Endpoint(
        "GET",
        "/api/rooms/{room}/{seat}",
        "room",
        "A room.",
        live,
        Told,
        path_types=PLACE,
        query={"colour": Literal["red", "blue"] | None},
    ),
    Endpoint("DELETE", "/api/rooms/{room}/{seat}", "leave", ".", nothing, None, path_types=PLACE),
    Endpoint("GET", "/api/broken", "broken", "Broken.", broken, Told),
    Endpoint("GET", "/api/refusing", "refusing", ".", refusing, Told, errors=((409, "taken", "Taken."),)),
    Endpoint("GET", "/api/wrong", "wrong", ".", wrong_type, Told),
    Endpoint("GET", "/api/status", "status", ".", unexpected_status, Told),
    Endpoint("GET", "/api/text", "text", ".", text, str),
    Endpoint("GET", "/api/count", "count", ".", nothing, None, query={"n": int}),
]  # fmt: skip


@pytest.fixture(name="app")
def _app() -> Starlette:
    return application(routes(ENDPOINTS, state="open"))


def problem(answer: httpx.Response) -> Problem:
    assert answer.headers["content-type"] == "application/json"
    return msgspec.json.decode(answer.content, type=Problem)


def test_a_body_is_read_and_an_answer_written(app: Starlette) -> None:
    answer = ask(app, "POST", "/api/echo", json={"what": "ha", "often": 2})
    assert (answer.status_code, answer.json()) == (201, {"said": "haha"})
    assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b'{"what": "\xff"}', "not valid JSON"),
        (b'{"what": "\\ud800"}', "not valid JSON"),
        (b"[" * 150, "does not fit"),
        (b'{"what": 1}', "Expected `str`"),
        (b'{"often": 1}', "missing required field `what`"),
        (b'{"what": "x", "seat": 1}', "unknown field `seat`"),
        (b'{"what": "x", "often": "2"}', "Expected `int`"),
        (b'{"what": "xxxxxxxxxxxxxxxxxxxxxxxxx"}', "length <= 20"),
        (b"NaN", "not valid JSON"),
    ],
)
def test_a_body_that_does_not_fit_is_refused(app: Starlette, body: bytes, words: str) -> None:
    answer = ask(app, "POST", "/api/echo", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert problem(answer).code == "malformed"
    assert words in problem(answer).words


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 201),
        ("Application/JSON; charset=UTF-8", 201),
        ('application/json;charset="utf-8"', 201),
        ("application/json; charset=latin-1", 415),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("application/jsonx", 415),
        ("", 415),
    ],
)
def test_only_json_is_taken(app: Starlette, kind: str, status: int) -> None:
    answer = ask(app, "POST", "/api/echo", content=b'{"what":"a"}', headers={"content-type": kind})
    assert answer.status_code == status


def test_a_body_that_is_too_large_is_refused_before_it_is_read(app: Starlette) -> None:
    answer = ask(app, "POST", "/api/echo", content=b" " * 201, headers={"content-type": "application/json"})
    assert (answer.status_code, problem(answer).code) == (413, "too-large")
    assert answer.headers["connection"] == "close"


def test_a_body_without_a_length_is_counted(app: Starlette) -> None:
    sent = 0

    async def endless() -> Any:
        nonlocal sent
        for _ in range(1000):
            sent += 100
            yield b" " * 100

    answer = ask(app, "POST", "/api/echo", content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert sent <= 400  # the rest is not even read


def test_a_body_that_never_ends_is_not_waited_for(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint_module, "BODY_SECONDS", 0.01)

    async def never() -> Any:
        yield b"{"
        await asyncio.Event().wait()

    answer = ask(app, "POST", "/api/echo", content=never(), headers={"content-type": "application/json"})
    assert (answer.status_code, problem(answer).code) == (408, "too-slow")


def test_whoever_hangs_up_gets_no_answer_and_makes_no_noise(app: Starlette) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/api/echo", "query_string": b"", "scheme": "http",
        "headers": [(b"content-type", b"application/json")],
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    assert sent == []


def test_path_and_query_have_types(app: Starlette) -> None:
    assert ask(app, "GET", "/api/rooms/abc/3").json() == {"said": "abc 3 None open"}
    assert ask(app, "GET", "/api/rooms/abc/3?colour=red").json() == {"said": "abc 3 red open"}


@pytest.mark.parametrize("path", ["abcd/3", "abc/5", "abc/0", "abc/x", "abc/1.0", "abc/01", "abc/%203", "abc%0A/3"])
def test_a_path_that_does_not_fit_looks_unknown(app: Starlette, path: str) -> None:
    answer = ask(app, "GET", f"/api/rooms/{path}")
    assert answer.status_code == 404
    assert problem(answer) == problem(ask(app, "GET", "/api/nowhere"))


@pytest.mark.parametrize(
    "query", ["colour=green", "colour=red&colour=blue", "size=1", "colour", "&&", "%ff=1", "colour=red%0A", "a=1&" * 30]
)
def test_a_query_that_does_not_fit_is_refused(app: Starlette, query: str) -> None:
    answer = ask(app, "GET", f"/api/rooms/abc/3?{query}")
    assert (answer.status_code, problem(answer).code) == (400, "query")


def test_a_query_can_be_required(app: Starlette) -> None:
    assert "'n' is missing" in problem(ask(app, "GET", "/api/count")).words
    assert ask(app, "GET", "/api/count?n=4").status_code == 204


def test_no_content_and_text(app: Starlette) -> None:
    answer = ask(app, "DELETE", "/api/rooms/abc/3")
    assert (answer.status_code, answer.content) == (204, b"")
    answer = ask(app, "GET", "/api/text")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"] == "attachment"
    assert answer.text == "grüß"


def test_head_is_get_without_the_body(app: Starlette) -> None:
    answer = ask(app, "HEAD", "/api/text")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == str(len("grüß".encode()))
    assert ask(app, "HEAD", "/api/nowhere").status_code == 404
    assert ask(app, "HEAD", "/api/echo").status_code == 405


def test_head_sends_no_body_even_to_a_client_that_would_take_one(app: Starlette) -> None:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    for path in ("/api/text", "/api/refusing"):
        scope: dict[str, Any] = {
            "type": "http", "method": "HEAD", "path": path, "query_string": b"", "scheme": "http", "headers": [],
        }  # fmt: skip
        asyncio.run(app(scope, receive, send))
    assert [message["body"] for message in sent if message["type"] == "http.response.body"] == [b"", b""]


def test_other_methods_are_refused_with_those_there_are(app: Starlette) -> None:
    for method in ("POST", "PUT", "PATCH", "OPTIONS", "TRACE", "FROLIC"):
        answer = ask(app, method, "/api/rooms/abc/3")
        assert (answer.status_code, problem(answer).code) == (405, "method")
        assert answer.headers["allow"] == "DELETE, GET, HEAD"


def test_unknown_pages_are_problems_and_nothing_is_redirected(app: Starlette) -> None:
    for path in ("/", "/api", "/api/echo/", "/nowhere", "/api/%2e%2e/echo"):
        answer = ask(app, "GET", path)
        assert (answer.status_code, problem(answer).code) == (404, "not-found")


def test_a_refusal_becomes_a_problem(app: Starlette) -> None:
    answer = ask(app, "GET", "/api/refusing")
    assert (answer.status_code, problem(answer)) == (409, Problem("taken", "It is taken."))
    assert answer.headers["x-why"] == "seat"


@pytest.mark.parametrize("path", ["/api/broken", "/api/wrong", "/api/status"])
def test_a_fault_tells_a_number_and_nothing_else(app: Starlette, path: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "tiefenthal.server"):
        answer = ask(app, "GET", path)
    assert answer.status_code == 500
    found = problem(answer)
    assert found.code == "internal"
    assert "1234" not in answer.text
    assert "Error" not in answer.text
    fields: dict[str, Any] = caplog.records[0].__dict__["fields"]
    assert fields["error"] in found.words


def test_a_fault_outside_the_endpoints_is_a_problem_too() -> None:
    from starlette.routing import Route

    def broken_page(request: object) -> Any:
        raise RuntimeError("the secret is 1234")

    answer = ask(application([Route("/page", broken_page)]), "GET", "/page")
    assert (answer.status_code, problem(answer).code) == (500, "internal")
    assert "1234" not in answer.text


def test_a_store_that_fails_is_told_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    async def full(call: Call) -> None:
        raise DiskFull("the file /secret/place is full")

    app = application(routes([Endpoint("GET", "/api/x", "x", ".", full, None)]))
    with caplog.at_level(logging.ERROR, "tiefenthal.server"):
        answer = ask(app, "GET", "/api/x")
    assert (answer.status_code, problem(answer).code) == (503, "disk")
    assert "secret" not in answer.text
    assert [record.getMessage() for record in caplog.records] == ["store failed"]


def test_an_undeclared_refusal_is_noticed(caplog: pytest.LogCaptureFixture) -> None:
    app = application(routes([Endpoint("GET", "/api/x", "x", ".", refusing, Told)]))
    with caplog.at_level(logging.ERROR, "tiefenthal.server"):
        assert ask(app, "GET", "/api/x").status_code == 409
    assert [record.getMessage() for record in caplog.records] == ["undeclared refusal"]


def test_sessions_are_looked_up_where_they_are_needed() -> None:
    sessions = Sessions(SessionsInMemory())
    app = application(
        routes([Endpoint("GET", "/api/who", "who", ".", who, Told, needs_session=True)], sessions=sessions)
    )

    async def work(client: httpx.AsyncClient) -> None:
        answer = await client.get("/api/who")
        assert (answer.status_code, problem(answer).code) == (401, "no-session")
        introduced = await sessions.introduce({"type": "http", "scheme": "http", "headers": []}, "Ada")
        cookie = introduced.cookie.partition(";")[0]
        answer = await client.get("/api/who", headers={"cookie": cookie})
        assert answer.json() == {"said": "Ada"}
        answer = await client.get("/api/who", headers={"cookie": cookie[:-1] + ("A" if cookie[-1] != "A" else "B")})
        assert answer.status_code == 401

    talk(app, work)


def test_whoever_asks_too_often_is_told_when_to_come_back() -> None:
    limits = Limits(address=Rate(0.5, 3), clock=lambda: 0.0)
    app = application(routes(ENDPOINTS, limits=limits))

    async def work(client: httpx.AsyncClient) -> list[httpx.Response]:
        return [await client.get("/api/text") for _ in range(4)]

    answers = talk(app, work)
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert problem(answers[3]).code == "too-fast"
    assert answers[3].headers["retry-after"] == "2"


def test_a_handler_can_take_from_a_bucket_of_its_own() -> None:
    async def greedy(call: Call) -> None:
        call.take("chat", call.address, 5)

    app = application(
        routes([Endpoint("GET", "/api/g", "g", ".", greedy, None)], limits=Limits(chat=Rate(1, 5), clock=lambda: 0.0))
    )

    async def work(client: httpx.AsyncClient) -> list[int]:
        return [(await client.get("/api/g")).status_code for _ in range(2)]

    assert talk(app, work) == [204, 429]


def test_wrong_declarations_are_found_at_once() -> None:
    with pytest.raises(ValueError, match="path_types"):
        Endpoint("GET", "/api/{a}", "a", ".", nothing, None)
    with pytest.raises(ValueError, match="no body"):
        Endpoint("GET", "/api/a", "a", ".", nothing, None, request=Wish)
    twice = Endpoint("GET", "/api/a", "a", ".", nothing, None)
    with pytest.raises(ValueError, match="twice"):
        routes([twice, twice])
    with pytest.raises(ValueError, match="no sessions"):
        routes([Endpoint("GET", "/api/a", "a", ".", nothing, None, needs_session=True)])


def test_what_was_written_before_is_sent_as_it_is() -> None:
    async def raw(call: Call) -> msgspec.Raw:
        return msgspec.Raw(b'{"said":"x"}')

    answer = ask(application(routes([Endpoint("GET", "/api/a", "a", ".", raw, Told)])), "GET", "/api/a")
    assert json.loads(answer.content) == {"said": "x"}
