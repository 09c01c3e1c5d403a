"""The log: one line per event on stderr, as JSON or as plain text, built by allow-list.

A field that is not listed here is not written, and neither are the words of exceptions and of other libraries, which
may quote anything. So cookies, keys, seeds, chat, names and whole addresses cannot reach a log by accident.
"""

import ipaddress
import json
import logging
import re
import sys
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, Literal, TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tiefenthal.server.log_writer import LogWriter
from tiefenthal.server.metrics import Metrics

Level = Literal["debug", "info", "warning", "error"]
Form = Literal["text", "json"]
_LEVELS: Final = {"debug": 10, "info": 20, "warning": 30, "error": 40}
_logger: Final = logging.getLogger("tiefenthal.server")
_EVENT: Final = re.compile(r"[a-z]{1,20}([ -][a-z]{1,20}){0,6}")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_CODE: Final = re.compile(r"[a-z]{1,20}(-[a-z]{1,20}){0,4}")
_PLACE: Final = re.compile(r"[a-z_]{1,40}\.py:[0-9]{1,6}")
_HEX: Final = re.compile(r"[0-9a-f]{8}")
_ROUTE: Final = re.compile(r"/[a-z0-9_./{}:-]{0,100}", re.IGNORECASE)
_LONG_RUN: Final = re.compile(r"[A-Za-z0-9_-]{22,}")
_NOWHERE: Final = "(none)"
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


# --- what may be written


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**15 else None


def _decimal(value: object) -> float | None:
    return round(float(value), 3) if isinstance(value, int | float) and abs(value) < 10**15 else None


def _yes_no(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _matching(pattern: re.Pattern[str]) -> Callable[[object], str | None]:
    return lambda value: value if isinstance(value, str) and pattern.fullmatch(value) else None


def _route(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    return value if value == _NOWHERE or (_ROUTE.fullmatch(value) and not _LONG_RUN.search(value)) else None


def _method(value: object) -> str:
    return value if isinstance(value, str) and value in METHODS else "other"


def masked_address(host: object) -> str | None:
    """An address without its last part: enough to see where a flood comes from, not who somebody is."""
    if not isinstance(host, str):
        return None
    try:
        address = ipaddress.ip_address(host.partition("%")[0].partition("/")[0])
    except ValueError:
        return "local"
    if address.version == 6 and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.version == 4:
        return str(address).rpartition(".")[0] + ".*"
    return str(ipaddress.IPv6Address(int(address) >> 80 << 80)) + "*"


def short_table(value: object) -> str | None:
    """The beginning of a table's id: enough to follow it through a log, not to open it."""
    return value[:6] if isinstance(value, str) else None


FIELDS: Final[dict[str, Callable[[object], object]]] = {
    "method": _method,
    "route": _route,
    "status": _whole,
    "ms": _decimal,
    "seconds": _decimal,
    "address": masked_address,
    "code": _matching(_CODE),
    "error": _matching(_HEX),
    "table": short_table,
    "session": _whole,
    "seat": _whole,
    "ply": _whole,
    "rules": _whole,
    "port": _whole,
    "count": _whole,
    "tables": _whole,
    "sockets": _whole,
    "sessions": _whole,
    "records": _whole,
    "bytes": _whole,
    "done": _yes_no,
    "close": _whole,
    "day": _matching(_DAY),
    "bot": _matching(_CODE),
    "trouble": _matching(_EVENT),
    "place": _matching(_PLACE),
}
"""Every field that can be written, and what makes it harmless; None is not written."""


def event(what: str, *, level: Level = "info", exception: BaseException | None = None, **fields: object) -> None:
    """Log that something happened: a few plain lower-case words, and fields of the list. Fields that are not on it are
    left out and only named, so that their writer notices."""
    number = _LEVELS[level]
    if _logger.isEnabledFor(number):
        exc_info = (type(exception), exception, exception.__traceback__) if exception is not None else None
        record = logging.LogRecord(_logger.name, number, "", 0, what, (), exc_info)  # the thread does not matter
        record.__dict__["fields"] = fields
        _logger.handle(record)


# --- how it is written


def entry(record: logging.LogRecord) -> dict[str, Any]:
    """A log record as it may be written."""
    found: dict[str, Any] = {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "level": record.levelname.lower(),
    }
    if record.name == _logger.name:
        what = record.msg
        found["event"] = what if isinstance(what, str) and _EVENT.fullmatch(what) else "unnamed"
    else:
        # Another library: its template is part of its code, what it fills in is not ours to show.
        found["event"] = "library"
        found["library"] = f"{record.name} ({record.filename}:{record.lineno})"
        if record.args and isinstance(record.msg, str):
            found["template"] = record.msg[:200]
    unlisted: list[str] = []
    for name, value in getattr(record, "fields", {}).items():
        cleaner = FIELDS.get(name)
        clean = cleaner(value) if cleaner is not None else None
        if clean is not None:
            found[name] = clean
        elif cleaner is None:
            unlisted.append(name)
    if unlisted:
        found["unlisted"] = unlisted
    if record.exc_info and record.exc_info[1] is not None:
        found["exception"], found["frames"] = _told(record.exc_info[1])
    return found


def _told(error: BaseException) -> tuple[str, list[str]]:
    """The kinds of an exception and its causes, and where it came from; not its words."""
    kinds: list[str] = []
    frames: list[str] = []
    seen: BaseException | None = error
    while seen is not None and len(kinds) < 5:
        kinds.append(type(seen).__name__)
        if not frames:
            frames = [_place(frame) for frame in traceback.extract_tb(seen.__traceback__)[-12:]]
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return " < ".join(kinds), frames


def _place(frame: traceback.FrameSummary) -> str:
    """A line of code, without the folders of this machine."""
    file = frame.filename.replace("\\", "/").rpartition("/site-packages/")[2].rpartition("/src/")[2]
    return f"{file}:{frame.lineno} {frame.name}"


class JsonLines(logging.Formatter):
    """One JSON object a line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line of JSON."""
        return json.dumps(entry(record), ensure_ascii=True, separators=(",", ":"))


class PlainLines(logging.Formatter):
    """One line for people; the frames of an exception below it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line or lines."""
        found = entry(record)
        frames = found.pop("frames", [])
        head = f"{found.pop('at')} {found.pop('level'):7} {found.pop('event')}"
        rest = "".join(f"  {name}={value}" for name, value in found.items())
        return "\n".join([head + rest, *(f"    {frame}" for frame in frames)])


def set_up(form: Form = "text", level: Level = "info", stream: TextIO | None = None) -> logging.Handler:
    """Send the log of this server, and the warnings of the libraries below it, to stderr. Give uvicorn
    `log_config=None, access_log=False` beside it. The handler's `flush` waits until all is written."""
    lines = logging.StreamHandler(stream or sys.stderr)
    lines.setFormatter(JsonLines() if form == "json" else PlainLines())
    handler = LogWriter(lines)
    root = logging.getLogger()
    for old in list(root.handlers):
        if isinstance(old, LogWriter):
            root.removeHandler(old)
            old.close()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    _logger.setLevel(_LEVELS[level])
    logging.getLogger("uvicorn.error").addFilter(_made_by_clients)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "asyncio", "websockets"):
        library = logging.getLogger(name)
        library.handlers.clear()
        library.propagate = True
        library.setLevel(logging.WARNING)
    return handler


def _made_by_clients(record: logging.LogRecord) -> bool:
    """Uvicorn logs an error for every refused handshake and every frame that is not UTF-8, and warns of every request
    it cannot read. Sending those could fill the disk; they are counted among the requests and refusals."""
    if record.filename == "httptools_impl.py":
        return record.levelno > logging.WARNING
    return record.filename != "websockets_sansio_impl.py"


# --- requests


class Access:
    """Wraps everything, `Security` too: one line and one count per request, by the template of its route and
    never by its path."""

    def __init__(
        self, app: ASGIApp, metrics: Metrics | None = None, *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.app = app
        self.metrics = metrics
        self.clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = scope["type"]
        if kind not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        status = 0
        close = 0
        began = self.clock()

        async def noted(message: Message) -> None:
            nonlocal status, close
            match message["type"]:
                case "http.response.start" | "websocket.http.response.start":
                    status = message["status"]
                case "websocket.accept":
                    status = 101
                case "websocket.close":
                    close = message.get("code", 1000)
                    status = status or 403
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            # without an answer: the client has gone (499, as proxies log it), or it failed before one was begun
            self._note(scope, status or (500 if sys.exc_info()[0] else 499), self.clock() - began, close)

    def _note(self, scope: Scope, status: int, seconds: float, close: int) -> None:
        route = getattr(scope.get("route"), "path", None) or _NOWHERE
        method = _method(scope["method"]) if scope["type"] == "http" else "socket"
        refused = scope.get("tiefenthal.refused")
        if self.metrics is not None:
            self.metrics.request(method, route, status, seconds if status != 101 else None)
            if refused is not None:
                self.metrics.refusals.labels(refused).inc()
        client = scope.get("client")
        event(
            "request" if scope["type"] == "http" else "socket",
            method=method if method != "socket" else "GET",
            route=route,
            status=status,
            ms=seconds * 1000,
            close=close or None,
            address=client[0] if client else None,
            code=refused,
        )
