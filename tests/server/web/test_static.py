"""The files of the client: whole, compressed when wanted, known by their content, and nothing else from the disk."""

import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette

from tests.server.web.helpers import ask
from tiefenthal.server.web.endpoint import application
from tiefenthal.server.web.static import PAGES, read_files, static_routes


@pytest.fixture
def app(tmp_path: Path) -> Starlette:
    (tmp_path / "js").mkdir()
    (tmp_path / "index.html").write_text("<p>hello", encoding="utf-8")
    (tmp_path / "js" / "a.js").write_text("let a = 1;" * 100, encoding="utf-8")
    (tmp_path / "secret.py").write_text("no", encoding="utf-8")
    return application(static_routes(read_files(tmp_path)))


@pytest.mark.parametrize("path", [path.replace("{id}", "abc") for path in PAGES])
def test_every_screen_is_the_page(app: Starlette, path: str) -> None:
    answer = ask(app, "GET", path)
    assert answer.text == "<p>hello"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_files_are_compressed_for_those_who_can_read_it(app: Starlette) -> None:
    plain = ask(app, "GET", "/static/js/a.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    small = ask(app, "GET", "/static/js/a.js", headers={"accept-encoding": "gzip"})
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) == len(gzip.compress(plain.content, 9, mtime=0)) < len(plain.content)
    assert small.content == plain.content
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"


def test_what_is_known_already_is_not_sent_again(app: Starlette) -> None:
    tag = ask(app, "GET", "/static/js/a.js").headers["etag"]
    again = ask(app, "GET", "/static/js/a.js", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert ask(app, "GET", "/static/js/a.js", headers={"if-none-match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/secret.py",
        "/static/../secret.py",
        "/static/%2e%2e/secret.py",
        "/static/js",
        "/static/",
        "/static//etc/passwd",
    ],
)
def test_nothing_else_is_served(app: Starlette, path: str) -> None:
    answer = ask(app, "GET", path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


def test_only_get_and_head(app: Starlette) -> None:
    assert ask(app, "HEAD", "/static/js/a.js").content == b""
    refused = ask(app, "POST", "/static/js/a.js")
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")
