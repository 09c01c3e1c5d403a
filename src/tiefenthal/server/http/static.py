"""The files of the browser game: read once, compressed on first request, and tagged by their content.

Three kinds of files are combined when they are read, because one request is faster than many and compresses better: the
style sheets that a sheet imports (`@import`), the texts of a language, which are in a file for each part of the client,
and the modules of a screen (`bundles.py`), without their comments.
"""

import gzip
import hashlib
import json
import queue
import re
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

import brotli
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

from tiefenthal import i18n
from tiefenthal.server.http.bundles import bundled
from tiefenthal.server.problem import Refusal, not_found, send_refusal

KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "map": "application/json",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
}
"""The file types that are served; nothing else is."""
TABLE: Final = "/table/{id}"
PAGES: Final = (
    "/", TABLE, "/replay/{id}", "/rules", "/privacy", "/box", "/daily", "/daily/{day}", "/lessons", "/review",
    "/review/{id}", "/puzzles", "/puzzles/{id}",
)  # fmt: skip
"""The addresses of the client's screens; all of them are the same page."""
PAGE: Final = "index.html"
_AS_IT_IS: Final = ("woff2", "map")
"""Files that are small already, or rarely requested."""
_LASTING: Final = b"public, max-age=86400"
_ASK_AGAIN: Final = b"no-cache"
_QUICK: Final = 5
_BEST: Final = 11
_COMMENT: Final = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.MULTILINE | re.DOTALL)
"""A comment on lines of its own."""
_IMPORT: Final = re.compile(rb'^@import "([\w/-]+\.css)";\n', re.MULTILINE)


@dataclass
class File:
    """A file, ready to be sent."""

    kind: bytes
    whole: bytes
    tag: bytes
    cache: bytes
    shrinks: bool
    """Whether it is worth compressing."""
    best: bool = False
    """Whether `small` has the best compression, or soon will."""

    @cached_property
    def small(self) -> dict[bytes, bytes]:
        """The compressed versions by name of the encoding, the best first; compressed quickly on first use."""
        if not self.shrinks:
            return {}
        return {b"br": brotli.compress(self.whole, quality=_QUICK), b"gzip": gzip.compress(self.whole, 6, mtime=0)}


Files = dict[str, File]
Made = Callable[[Scope], Awaitable[File | None]]


def read_files(folder: Traversable | None = None) -> Files:
    """Every file of the client by its path."""
    read = dict(_walk(folder if folder is not None else resources.files("tiefenthal").joinpath("browser"), ""))
    read |= dict(_sheets(read)) | dict(_modules(read)) | dict(_languages())
    return {path: make_file(path, data) for path, data in read.items()}


@cache
def client_files() -> Files:
    """The same for every server of this process, so that each file is compressed once."""
    return read_files()


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for one in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if one.is_dir():
            yield from _walk(one, f"{prefix}{one.name}/")
        elif one.name.rpartition(".")[2] in KINDS:
            yield prefix + one.name, one.read_bytes()


def _sheets(read: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The style sheets, with their imports replaced by the imported sheets."""
    for path, data in read.items():
        if path.endswith(".css"):
            parts = _IMPORT.split(data)  # every other part is the name of a sheet
            parts[1::2] = (read[f"{path.rpartition('/')[0]}/{name.decode()}"] for name in parts[1::2])
            yield path, b"".join(parts)


def _modules(read: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Our own modules, bundled by screen, without comments. (No string in them contains a line like a comment.)"""
    written = {path: data.decode() for path, data in read.items() if path.startswith("js/") and path.endswith(".js")}
    bare = {path: _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text) for path, text in written.items()}
    for path, text in (bare | dict(bundled(bare, written))).items():
        yield path, text.encode()


def _languages() -> Iterator[tuple[str, bytes]]:
    """`i18n/de.json` and so on: the sentences of each language that the client needs, in one file; and in others, such
    as `i18n/de.lessons.json`, those that it may need later."""
    for language in i18n.LANGUAGES:
        for part in (None, *i18n.APART):
            name = language if part is None else f"{language}.{part}"
            entries = i18n.for_browser(language, part)
            yield f"i18n/{name}.json", json.dumps(entries, ensure_ascii=False, separators=(",", ":")).encode()


def make_file(path: str, data: bytes) -> File:
    """A file ready to be sent."""
    end = path.rpartition(".")[2]
    # A weak tag: it identifies the content, not the compressed bytes.
    tag = b'W/"%s"' % hashlib.sha256(data).hexdigest()[:32].encode()
    return File(KINDS[end].encode(), data, tag, _LASTING if end == "woff2" else _ASK_AGAIN, end not in _AS_IT_IS)


def squeeze(file: File) -> None:
    """Compress a file as well as possible; for the largest that takes a second."""
    file.best = True
    if file.shrinks:
        best = brotli.compress(file.whole, quality=_BEST)
        file.small = {b"br": best, b"gzip": gzip.compress(file.whole, 9, mtime=0)}


class _Squeezer:
    """Compresses requested files well, one after the other, in the background. The first request gets a quickly
    compressed version.
    """

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[File] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def add(self, file: File) -> None:
        """Compress this file well, unless that has been done."""
        if file.best:
            return
        file.best = True
        self._waiting.put(file)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="squeezer", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            squeeze(self._waiting.get())


def _accepted(header: bytes) -> set[bytes]:
    """The encodings that a browser takes."""
    found = set()
    for part in header.lower().split(b","):
        name, _, rest = part.partition(b";")
        if rest.replace(b" ", b"") not in (b"q=0", b"q=0.0", b"q=0.00", b"q=0.000"):
            found.add(name.strip())
    return found


class _Sender:
    """Answers GET and HEAD for files, as an ASGI application. `page` is sent whatever the path is."""

    def __init__(
        self,
        files: Files,
        squeezer: _Squeezer | None,
        page: str | None = None,
        status: int = 200,
        made: Made | None = None,
    ) -> None:
        """`made` makes a page for a request, or returns None if the usual page is right."""
        self._files = files
        self._squeezer = squeezer
        self._page = page
        self._status = status
        self._made = made

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            refusal = Refusal(405, "method", "This address takes only GET, HEAD.", [("allow", "GET, HEAD")])
            await send_refusal(scope, send, refusal)
            return
        made = await self._made(scope) if self._made is not None else None
        file = made or self._files.get(self._page if self._page is not None else scope["path_params"]["path"])
        if file is None:
            await send_refusal(scope, send, not_found("page"))
            return
        given = {name: value for name, value in scope["headers"] if name in (b"accept-encoding", b"if-none-match")}
        head = [(b"etag", file.tag), (b"cache-control", file.cache), (b"vary", b"accept-encoding")]
        if self._status == 200 and file.tag in given.get(b"if-none-match", b""):
            await send({"type": "http.response.start", "status": 304, "headers": head})
            await send({"type": "http.response.body", "body": b""})
            return
        if made is None and self._squeezer is not None:
            self._squeezer.add(file)
        body = file.whole
        accepted = _accepted(given.get(b"accept-encoding", b""))
        for encoding, small in file.small.items():
            if encoding in accepted:
                body = small
                head.append((b"content-encoding", encoding))
                break
        head += [(b"content-type", file.kind), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": self._status, "headers": head})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


class _Nowhere(BaseRoute):
    """Any other address: a browser gets the client, which says that there is no such page. Programs, which do not ask
    for HTML, get the error as JSON, as everywhere."""

    def __init__(self, sender: _Sender) -> None:
        self._sender = sender

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Send the page only to browsers."""
        asks = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not asks or scope["path"].startswith(("/api/", "/static/")):
            return Match.NONE, {}
        wanted = any(name == b"accept" and b"text/html" in value.lower() for name, value in scope["headers"])
        return (Match.FULL if wanted else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the page."""
        await self._sender(scope, receive, send)


def static_routes(files: Files, table_page: Made | None = None, squeezes: bool = True) -> list[BaseRoute]:
    """The routes of the client: its screens, `/static/…`, and a page for unknown addresses. `table_page` makes the page
    of a table that needs its own. Without `squeezes` files are only compressed quickly."""
    squeezer = _Squeezer() if squeezes else None
    pages = [Route(path, _Sender(files, squeezer, PAGE, made=table_page if path == TABLE else None)) for path in PAGES]
    return [
        *pages,
        Route("/static/{path:path}", _Sender(files, squeezer)),
        _Nowhere(_Sender(files, squeezer, PAGE, 404)),
    ]
