"""Broken frames, broken WebSockets and broken requests for `make fuzz`. A correct server refuses all of it; what is by
chance valid is not given out."""

import contextlib
import json
import random
import struct
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tiefenthal.server.protocol import COOKIE, frames
from tiefenthal.server.protocol import http as wire

NUMBERS = (-1, 0, 1, 1.5, 2**31, 2**53, 2**63, 2**64, 10**400, -(10**400), 1e308, 1_000_001)
ODD: tuple[Any, ...] = (None, True, [], {}, "", "\x00", "\u202eabc", "a" * 5000, [[]], {"a": {}}, "😀" * 50, *NUMBERS)


def valid_frame(rng: random.Random) -> dict[str, Any]:
    """A command as it should be, but for the ply, which no game has."""
    ply = rng.choice([999_999, 888_888, 10**6])
    commands: list[dict[str, Any]] = [
        {"ply": ply, "action": "ready", "id": 3},
        {"type": "undo", "ply": ply, "id": 4},
        {"type": "ask-undo", "ply": ply},
        {"type": "answer-undo", "ply": ply, "yes": True},
        {"type": "hand-over", "bot": "no such bot", "seat": 2},
        {"type": "chat", "text": "x"},
        {"type": "pace", "pace": "instant"},
    ]
    return rng.choice(commands)


def mutate(rng: random.Random, document: dict[str, Any]) -> Any:
    """The same with something wrong in it."""
    kind = rng.randrange(8)
    key = rng.choice(list(document))
    if kind == 0:
        document[key] = rng.choice(ODD)
    elif kind == 1:
        del document[key]
    elif kind == 2:
        document[rng.choice(["seat", "type", "session", "__proto__", "x" * 300, ""])] = rng.choice(ODD)
    elif kind == 3:
        return rng.choice([[document], document[key], None, 7, "text", [[[document]]]])
    elif kind == 4:
        for name in document:
            document[name] = rng.choice(ODD)
    elif kind == 5:
        document[key] = deep(rng.choice([5, 50, 400]))
    elif kind == 6:
        document[key.upper()] = document.pop(key)
    return document


def deep(levels: int) -> Any:
    """Lists in lists."""
    found: Any = []
    for _ in range(levels):
        found = [found]
    return found


def spoil(rng: random.Random, data: bytes) -> bytes:
    """Bytes with something wrong in them."""
    at = rng.randrange(len(data) + 1)
    kind = rng.randrange(7)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + bytes([rng.randrange(256)]) + data[at:]
    if kind == 2:
        return data[:at] + rng.choice([b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xf8\x88\x80\x80\x80"]) + data[at:]
    if kind == 3:
        return data + data
    if kind == 4:
        return b"[" * rng.choice([10, 1000, 8000])
    if kind == 5:
        return rng.randbytes(rng.randrange(1, 200))
    return data.replace(b":", b"::", 1)


def is_text(data: bytes) -> bool:
    with contextlib.suppress(UnicodeDecodeError):
        data.decode()
        return True
    return False


_play = msgspec.json.Decoder(frames.Play)
_tagged = msgspec.json.Decoder(frames.Tagged)
STALE = (frames.Play, frames.Undo, frames.AskUndo, frames.AnswerUndo)


def broken_frame(rng: random.Random) -> bytes:
    """The text of a frame that must be refused."""
    while True:
        data = json.dumps(mutate(rng, valid_frame(rng)), ensure_ascii=rng.random() < 0.5).encode(
            "utf-8", "surrogatepass"
        )
        if rng.random() < 0.3:
            data = spoil(rng, data)
        for decoder in (_play, _tagged):
            try:
                command = decoder.decode(data)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                continue
            if not (isinstance(command, STALE) and command.ply > 100_000):
                break
        else:
            return data


BODIES: list[tuple[str, str, type, dict[str, Any]]] = [
    ("POST", "/api/session", wire.Introduction, {"name": "Mallory"}),
    ("POST", "/api/tables", wire.NewTable, {"seats": [{"kind": "here"}, {"kind": "link"}], "modules": 5}),
    ("PUT", "/api/tables/{id}/seats/1", wire.SeatPlan, {"kind": "bot", "bot": "random"}),
    ("POST", "/api/tables/{id}/links", wire.NewLink, {"to": "seat", "seat": 1}),
    ("POST", "/api/tables/{id}/enter", wire.Entrance, {"key": "k" * 32, "name": "Mallory"}),
    ("POST", "/api/tables/{id}/leave", wire.Leaving, {"seat": 1, "bot": "random"}),
    ("POST", "/api/editions/check", wire.EditionText, {"text": "x = 1"}),
    ("POST", "/api/verify", wire.RecordCheck, {"record": "rubbish", "commitment": "0" * 64}),
]
PATHS = (
    "/api/tables/{id}", "/api/tables/{id}/socket", "/api/records/{id}", "/api/records/{id}/text", "/api/tables",
    "/api/records/{id}/plies/99999999999999999999", "/api/records/{id}/plies/-1", "/../../etc/passwd", "//", "/%2e%2e/",
    "/api/editions/..%2f..%2fetc%2fpasswd", "/api/editions/%00", "/api/languages/../en", "/static/../../app.py",
    "/api/rules/%ff%fe", "/api/tables/%F0%9F%98%80", "/api/" + "a" * 6000, "/?" + "q=1&" * 500, "/api/tables?limit=%00",
    "/api/languages/en%0d%0aX-Evil:1", "/api/openapi.json/", "/healthz/x", "/metrics/..", "/api/records/{id}/verify/x",
    "*", "http://evil.example/api/tables", "/api/tables/{id}/socket?seat=1&seat=2", "/api/tables/{id}/seats/0",
)  # fmt: skip
METHODS = (
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "get",
    "G\x00T",
    "",
)
RUBBISH_HEADERS = (
    "Content-Length: -1", "Content-Length: 99999999999", "Content-Length: x", "Transfer-Encoding: chunked, chunked",
    "X: " + "y" * 20_000, "NoColon", ": empty", "X-Null: a\x00b", "Cookie: " + "; ".join(["a=b"] * 500),
    "Expect: 100-continue",
    "X-Forwarded-For: 1.2.3.4", "X-Forwarded-Host: evil.example", "Upgrade: h2c", "Range: bytes=0-0,0-0",
    "Content-Type: text/plain", "Content-Type: application/json; charset=utf-16", "Sec-Fetch-Site: cross-site",
    "Content-Encoding: gzip", "Connection: close, keep-alive, upgrade", "Host: evil.example",
)  # fmt: skip
BAD_COOKIES = (
    "",
    "=",
    "x",
    "tiefenthal=",
    "tiefenthal=" + "A" * 43,
    "tiefenthal=\x80\xff",
    "tiefenthal=a; tiefenthal=b",
    "; ; ;",
)


def broken_request(rng: random.Random, port: int, tables: Sequence[tuple[str, str]]) -> bytes:
    """A request that must be refused, or that changes nothing. `tables` are ids, each with somebody's cookie."""
    own = f"127.0.0.1:{port}"
    table, token = rng.choice(tables)
    cookie = rng.choice([f"{COOKIE}={token}", *rng.sample(BAD_COOKIES, 2)])
    headers = [f"Host: {own}", f"Cookie: {cookie}"]
    origin: str | None = f"http://{own}"
    body = b""
    if rng.random() < 0.6:
        method, path, kind, document = rng.choice(BODIES)
        body = _broken_body(rng, kind, dict(document))
        headers.append("Content-Type: application/json")
        if rng.random() < 0.15:
            origin = rng.choice([None, "null", "http://evil.example", f"https://{own}", f"http://{own}.evil.example"])
        if rng.random() < 0.02:
            body = b'{"name": "' + b"x" * rng.choice([70_000, 600_000]) + b'"}'
    else:
        method, path = rng.choice(METHODS), rng.choice(PATHS)
        if method not in {"GET", "HEAD", "OPTIONS"}:
            origin = "http://evil.example"
    if rng.random() < 0.1:
        headers[0] = rng.choice(["Host: evil.example", "Host: ", "X: no host", f"Host: {own}\r\nHost: evil.example"])
    if origin is not None:
        headers.append(f"Origin: {origin}")
    headers.append(f"Content-Length: {len(body)}")
    if rng.random() < 0.25:
        headers.append(rng.choice(RUBBISH_HEADERS))
    path = path.replace("{id}", rng.choice([table, table[:-1], "A" * 22, "..", "%2e%2e"]))
    version = rng.choice(["HTTP/1.1"] * 20 + ["HTTP/1.0", "HTTP/9.9", "HTTP/2.0", "JUNK"])
    head = f"{method} {path} {version}\r\n" + "\r\n".join(headers) + "\r\n\r\n"
    return head.encode("latin-1", "replace") + body


def _broken_body(rng: random.Random, kind: type, document: dict[str, Any]) -> bytes:
    """A body that is not of this kind."""
    while True:
        body = json.dumps(mutate(rng, document.copy())).encode()
        if rng.random() < 0.3:
            body = spoil(rng, body)
        try:
            msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return body


def masked(opcode: int, data: bytes, first: int = 0x80, mask: bool = True) -> bytes:
    """A WebSocket frame, correct or not."""
    length = len(data)
    size = (
        bytes([length])
        if length < 126
        else b"\x7e" + struct.pack(">H", length)
        if length < 65536
        else b"\x7f" + struct.pack(">Q", length)
    )
    if not mask:
        return bytes([first | opcode]) + size + data
    return bytes([first | opcode, size[0] | 0x80]) + size[1:] + b"\0\0\0\0" + data


def broken_stream(rng: random.Random) -> bytes:
    """Bytes that are no correct WebSocket, or one nobody accepts."""
    text = b'{"ply": 999999, "action": "ready"}'
    ways: list[Callable[[], bytes]] = [
        lambda: masked(1, text, mask=False),
        lambda: masked(rng.choice([3, 4, 5, 6, 7, 11, 15]), text),
        lambda: masked(1, text, first=0x80 | rng.choice([0x40, 0x20, 0x10])),
        lambda: masked(9, b"p" * 126),
        lambda: masked(9, b"p", first=0),
        lambda: masked(0, text),
        lambda: masked(1, text, first=0) + masked(1, text),
        lambda: b"\x81\xff" + struct.pack(">Q", 2 ** rng.choice([20, 40, 62, 63])) + b"\0\0\0\0" + text,
        lambda: masked(1, b'{"ply": 1, "action": "' + b"x" * rng.choice([16_400, 70_000, 200_000]) + b'"}'),
        lambda: masked(1, rng.choice([b"\xff\xfe\xfd", b"\xed\xa0\x80", b'{"a":"\xc0"}'])),
        lambda: masked(2, text),
        lambda: masked(8, struct.pack(">H", rng.choice([0, 999, 1005, 1006, 5000, 65535])) + b"\xff"),
        lambda: masked(8, b"\x00"),
        lambda: b"".join(masked(9, b"ping") for _ in range(40)),
        lambda: masked(1, text, first=0) + b"".join(masked(0, b" ", first=0) for _ in range(60)),
        lambda: rng.randbytes(rng.randrange(1, 400)),
        lambda: masked(1, text)[: rng.randrange(1, 12)],
    ]
    return rng.choice(ways)()
