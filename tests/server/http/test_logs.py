"""The log says what happened and reveals no secrets."""

import io
import json
import logging
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp

from tests.server.http.helpers import SessionsInMemory, ask, serving
from tiefenthal.server import logs
from tiefenthal.server.http.endpoint import Answer, Call, Endpoint, Refusal, application, routes
from tiefenthal.server.http.security import Security
from tiefenthal.server.http.sessions import Sessions
from tiefenthal.server.log_writer import LogWriter
from tiefenthal.server.logs import Access, event, masked_address, set_up
from tiefenthal.server.metrics import Metrics
from tiefenthal.server.protocol import COOKIE

SEED = "5eedc0ffee" * 6 + "abcd"
TOKEN = "TokenTokenTokenTokenTokenTokenTokenTokenTok"
KEY = "KeyKeyKeyKeyKeyKeyKeyKey"
SECRETS = [
    SEED,
    TOKEN,
    KEY,
    "Adalbert",
    "what-I-said",
    "203.0.113.77",
    "2001:db8:aa:bb:cc::1",
    "tableTABLEtable0123456",
]


class Lines(io.StringIO):
    """What was written, once all of it is."""

    def getvalue(self) -> str:
        for handler in logging.getLogger().handlers:
            handler.flush()
        return super().getvalue()


@pytest.fixture(name="restore")
def _restore() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    for handler in list(root.handlers):
        if handler not in handlers:
            root.removeHandler(handler)
            handler.close()
    root.setLevel(level)


@pytest.fixture(name="lines", params=["json", "text"])
def _lines(request: pytest.FixtureRequest, restore: None) -> io.StringIO:
    stream = Lines()
    set_up(request.param, "debug", stream)
    return stream


@pytest.fixture(name="entries")
def _entries(restore: None) -> io.StringIO:
    stream = Lines()
    set_up("json", "info", stream)
    return stream


def read(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_one_line(entries: io.StringIO) -> None:
    event("table opened", table="abcdefghijklmnopqrstuv", seat=2, seconds=1.23456, done=True)
    event("not shown", level="debug")
    (found,) = read(entries)
    assert found.pop("at").endswith("Z")
    assert found == {
        "level": "info", "event": "table opened", "table": "abcdef", "seat": 2, "seconds": 1.235, "done": True,
    }  # fmt: skip


def test_text_for_people(restore: None) -> None:
    stream = Lines()
    set_up("text", "info", stream)
    event("backup", level="warning", seconds=2)
    assert stream.getvalue().partition(" ")[2] == "warning backup  seconds=2.0\n"


def test_fields_that_are_not_listed_are_only_named(entries: io.StringIO) -> None:
    event("chat", name="Adalbert", text="what-I-said")
    (found,) = read(entries)
    assert found["unlisted"] == ["name", "text"]
    assert "Adalbert" not in entries.getvalue()


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("203.0.113.77", "203.0.113.*"),
        ("::ffff:203.0.113.77", "203.0.113.*"),
        ("2001:db8:aa:bb:cc::1", "2001:db8:aa::*"),
        ("2001:db8:aa:bb::/64", "2001:db8:aa::*"),
        ("fe80::1%eth0", "fe80::*"),
        ("/run/socket", "local"),
        (None, None),
    ],
)
def test_addresses_lose_their_last_part(host: str | None, shown: str | None) -> None:
    assert masked_address(host) == shown


def test_no_secret_passes_through_any_field(lines: io.StringIO) -> None:
    for secret in SECRETS:
        for name in [*logs.FIELDS, "name", "cookie", "seed", "path", "headers", "words"]:
            values: list[Any] = [secret, [secret], {"x": secret}, secret.encode()]
            for value in values:
                event("something", **{name: value})
        event(secret)
        event(f"said {secret}")
    assert lines.getvalue().count("something") > 500
    nowhere(lines)


def test_no_secret_passes_through_exceptions(lines: io.StringIO) -> None:
    for secret in SECRETS:
        try:
            try:
                raise KeyError(secret)
            except KeyError as cause:
                raise RuntimeError(f"broken by {secret}") from cause
        except RuntimeError as error:
            event("error", level="error", exception=error)
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application: %s", secret)
            logging.getLogger("some.library").error(f"quoting {secret}", exc_info=error)
            logging.getLogger("asyncio").error("Task failed: " + secret)
            logging.getLogger("some.library").warning("with %s inside", secret)
    assert "RuntimeError < KeyError" in lines.getvalue()
    assert "test_logs.py:" in lines.getvalue()
    assert "with %s inside" in lines.getvalue()
    nowhere(lines)


def nowhere(lines: io.StringIO) -> None:
    text = lines.getvalue()
    for secret in SECRETS:
        assert secret not in text
        assert secret[-8:] not in text


def secretive(metrics: Metrics) -> ASGIApp:
    """Every way a request can end, each with secrets in it."""
    sessions = Sessions(SessionsInMemory())

    async def fine(call: Call) -> Answer:
        return Answer(call.path["id"], headers=[("set-cookie", f"{COOKIE}={TOKEN}")])

    async def broken(call: Call) -> str:
        raise RuntimeError(f"{call.path['id']} {SEED} {call.request.headers}")

    async def refused(call: Call) -> str:
        raise Refusal(409, "taken", f"{KEY} is taken by Adalbert")

    async def need(call: Call) -> str:
        return call.me.name

    pages = routes(
        [
            Endpoint(
                "GET", "/api/fine/{id}", "fine", ".", fine, str, path_types={"id": str}, query={"key": str | None}
            ),
            Endpoint("GET", "/api/broken/{id}", "broken", ".", broken, str, path_types={"id": str}),
            Endpoint("GET", "/api/refused", "refused", ".", refused, str),
            Endpoint("GET", "/api/need", "need", ".", need, str, needs_session=True),
        ],
        sessions=sessions,
    )
    return Access(Security(application(pages)), metrics)


def test_no_secret_passes_through_requests(lines: io.StringIO) -> None:
    metrics = Metrics(process=False)
    headers = {"cookie": f"{COOKIE}={TOKEN}", "user-agent": "Adalbert", "referer": KEY, "x-seed": SEED}
    with serving(secretive(metrics)) as url, httpx.Client(headers=headers) as client:
        for secret in SECRETS:
            for path in (
                f"/api/fine/{secret}?key={secret}",
                f"/api/broken/{secret}",
                f"/api/refused?x={secret}",
                "/api/refused",
                "/api/need",
                f"/nowhere/{secret}",
            ):
                client.get(url + path)
                client.post(url + path, content=secret, headers={"origin": f"http://{KEY}"})
                client.get(url + path, headers={"host": f"{KEY}.example"})
                client.request(KEY.upper(), url + path, headers={"origin": url})
    nowhere(lines)
    assert "/api/fine/{id}" in lines.getvalue()
    text = metrics.text()
    for secret in [*SECRETS, KEY.upper()]:
        assert secret not in text


def test_one_line_per_request(entries: io.StringIO) -> None:
    metrics = Metrics(process=False)
    app = secretive(metrics)
    ask(app, "GET", "/api/fine/x")
    ask(app, "GET", "/api/need")
    ask(app, "GET", "/nowhere")
    ask(app, "BREW", "/api/need")
    ask(app, "POST", "/api/need", headers={"origin": "http://evil.example"})
    lines = [line for line in read(entries) if line["event"] == "request"]
    assert [(line["method"], line["route"], line["status"], line.get("code")) for line in lines] == [
        ("GET", "/api/fine/{id}", 200, None),
        ("GET", "/api/need", 401, "no-session"),
        ("GET", "(none)", 404, "not-found"),
        ("other", "/api/need", 405, "method"),
        ("POST", "(none)", 403, "origin"),
    ]
    assert all(line["ms"] >= 0 and line["address"] == "127.0.0.*" for line in lines)
    assert 'tiefenthal_requests_total{method="GET",route="/api/fine/{id}",status="200"} 1.0' in metrics.text()
    assert 'tiefenthal_refusals_total{code="origin"} 1.0' in metrics.text()


def test_setting_up_twice_writes_once(restore: None) -> None:
    first, second = Lines(), Lines()
    set_up("json", stream=first)
    set_up("json", stream=second)
    event("hello")
    assert first.getvalue() == ""
    assert len(read(second)) == 1


class Stuck(logging.Handler):
    """A disk that does not answer until it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = threading.Event()
        self.began = threading.Event()
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.began.set()
        self.answers.wait()
        self.written.append(f"{record.msg} {getattr(record, 'fields', {}).get('count', '')}".strip())


def test_a_slow_disk_holds_nobody_up() -> None:
    stuck = Stuck()
    writer = LogWriter(stuck, most=3)
    one = logging.makeLogRecord({"msg": "first"})
    writer.emit(one)
    stuck.began.wait()  # it is being written, and three more can wait
    for name in ("second", "third", "fourth", "lost", "lost too"):
        writer.emit(logging.makeLogRecord({"msg": name}))
    assert stuck.written == []
    stuck.answers.set()
    writer.close()
    assert stuck.written == ["first", "log lines lost 2", "second", "third", "fourth"]
