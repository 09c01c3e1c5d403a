"""The files of the browser game, served as they are written: read and compressed once, known by their content."""

import gzip
import hashlib
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from tiefenthal.server.web.problem import Refusal, not_found, send_refusal

KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
}
"""What is served, by the end of its name; nothing else is."""
_ALREADY_SMALL: Final = ("woff2",)
PAGES: Final = ("/", "/table/{id}", "/replay/{id}", "/rules")
"""The addresses of the client's screens; all of them are the same page."""
_LASTING: Final = b"public, max-age=86400"
_ASK_AGAIN: Final = b"no-cache"


class File(NamedTuple):
    """A file, ready to be sent."""

    kind: bytes
    whole: bytes
    small: bytes | None
    tag: bytes
    cache: bytes


def read_files(folder: Traversable | None = None) -> dict[str, File]:
    """Every file of the client by its path."""
    found: dict[str, File] = {}
    _read(folder if folder is not None else resources.files("tiefenthal.server").joinpath("static"), "", found)
    return found


def _read(folder: Traversable, prefix: str, found: dict[str, File]) -> None:
    for one in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if one.is_dir():
            _read(one, f"{prefix}{one.name}/", found)
            continue
        end = one.name.rpartition(".")[2]
        if end in KINDS:
            data = one.read_bytes()
            small = None if end in _ALREADY_SMALL else gzip.compress(data, 9, mtime=0)
            tag = b'"%s"' % hashlib.sha256(data).hexdigest()[:32].encode()
            found[prefix + one.name] = File(
                KINDS[end].encode(), data, small, tag, _LASTING if end == "woff2" else _ASK_AGAIN
            )


class _Files:
    """Answers GET and HEAD for files, as an ASGI application. `page` is sent whatever the path is."""

    def __init__(self, files: dict[str, File], page: str | None = None) -> None:
        self._files = files
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            refusal = Refusal(405, "method", "This address takes only GET, HEAD.", [("allow", "GET, HEAD")])
            await send_refusal(scope, send, refusal)
            return
        file = self._files.get(self._page if self._page is not None else scope["path_params"]["path"])
        if file is None:
            await send_refusal(scope, send, not_found("page"))
            return
        given = {name: value for name, value in scope["headers"] if name in (b"accept-encoding", b"if-none-match")}
        head = [(b"etag", file.tag), (b"cache-control", file.cache), (b"vary", b"accept-encoding")]
        if file.tag in given.get(b"if-none-match", b""):
            await send({"type": "http.response.start", "status": 304, "headers": head})
            await send({"type": "http.response.body", "body": b""})
            return
        body = file.whole
        if file.small is not None and b"gzip" in given.get(b"accept-encoding", b""):
            body = file.small
            head.append((b"content-encoding", b"gzip"))
        head += [(b"content-type", file.kind), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def static_routes(files: dict[str, File] | None = None) -> list[BaseRoute]:
    """The routes of the client: its screens, and `/static/…`."""
    found = files if files is not None else read_files()
    pages = [Route(path, _Files(found, "index.html")) for path in PAGES]
    return [*pages, Route("/static/{path:path}", _Files(found))]
