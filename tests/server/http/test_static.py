"""The files of the client: complete, compressed if accepted, tagged by content, and nothing else from the disk."""

import gzip
import json
import time
from pathlib import Path

import brotli
import pytest
from starlette.applications import Starlette

from harness.patience import PATIENCE
from tests.server.http.helpers import ask
from tiefenthal import i18n
from tiefenthal.server.http import preview
from tiefenthal.server.http.endpoint import application
from tiefenthal.server.http.static import PAGES, read_files, squeeze, static_routes

CODE = "let a = 1; // what is alike is sent once\n" * 100
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "js").mkdir()
    (tmp_path / "index.html").write_text("<p>hello", encoding="utf-8")
    (tmp_path / "js" / "a.js").write_text(CODE, encoding="utf-8")
    (tmp_path / "js" / "a.woff2").write_bytes(b"wOF2" + bytes(500))
    (tmp_path / "secret.py").write_text("no", encoding="utf-8")
    return tmp_path


@pytest.fixture
def app(folder: Path) -> Starlette:
    return application(static_routes(read_files(folder)))


@pytest.mark.parametrize("path", [path.replace("{id}", "abc") for path in PAGES])
def test_every_screen_is_the_page(app: Starlette, path: str) -> None:
    answer = ask(app, "GET", path)
    assert answer.text == "<p>hello"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


# --- compressed -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepts", "sent"),
    [
        ("identity", None),
        ("", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.5", "br"),
        ("BR", "br"),
        ("brotli, xgzip", None),
    ],
)
def test_files_are_compressed_for_those_who_can_read_it(app: Starlette, accepts: str, sent: str | None) -> None:
    answer = ask(app, "GET", "/static/js/a.js", headers={"accept-encoding": accepts})
    assert answer.headers.get("content-encoding") == sent
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert (int(answer.headers["content-length"]) < len(CODE)) == (sent is not None)
    assert answer.text == CODE


def test_what_is_small_already_is_sent_as_it_is(app: Starlette) -> None:
    font = ask(app, "GET", "/static/js/a.woff2", headers={"accept-encoding": "br, gzip"})
    assert "content-encoding" not in font.headers
    assert font.headers["cache-control"] == "public, max-age=86400"


def test_what_was_asked_for_is_squeezed_for_those_who_ask_next(folder: Path) -> None:
    files = read_files(folder)
    file, other = files["js/a.js"], files["index.html"]
    quick = file.small
    app = application(static_routes(files))
    ask(app, "GET", "/static/js/a.js")
    deadline = time.monotonic() + PATIENCE
    while file.small is quick and time.monotonic() < deadline:
        time.sleep(0.01)
    assert file.small == {b"br": brotli.compress(file.whole), b"gzip": gzip.compress(file.whole, 9, mtime=0)}
    assert not other.best
    assert ask(app, "GET", "/static/js/a.js", headers={"accept-encoding": "br"}).text == CODE


def test_nothing_is_squeezed_for_a_game_on_ones_own_machine(folder: Path) -> None:
    files = read_files(folder)
    app = application(static_routes(files, squeezes=False))
    answer = ask(app, "GET", "/static/js/a.js", headers={"accept-encoding": "br"})
    assert answer.headers["content-encoding"] == "br"
    assert not files["js/a.js"].best


def test_squeezing_at_once(folder: Path) -> None:
    files = read_files(folder)
    for file in files.values():
        squeeze(file)
    assert files["js/a.js"].small[b"br"] == brotli.compress(CODE.encode())
    assert files["js/a.woff2"].small == {}


# --- put together -----------------------------------------------------------------------------------------------------


def test_a_sheet_has_those_it_imports_in_it(tmp_path: Path) -> None:
    (tmp_path / "css" / "in-a").mkdir(parents=True)
    (tmp_path / "css" / "all.css").write_text('/* all */\n@import "a.css";\n@import "in-a/b.css";\np { top: 0; }\n')
    (tmp_path / "css" / "a.css").write_text("a { top: 1px; }\n")
    (tmp_path / "css" / "in-a" / "b.css").write_text("b { top: 2px; }\n")
    files = read_files(tmp_path)
    assert files["css/all.css"].whole == b"/* all */\na { top: 1px; }\nb { top: 2px; }\np { top: 0; }\n"
    assert files["css/a.css"].whole == b"a { top: 1px; }\n"


def test_the_words_of_a_language_are_one_file(tmp_path: Path) -> None:
    files = read_files(tmp_path)
    apart = {f"i18n/{language}.{part}.json" for language in i18n.LANGUAGES for part in i18n.APART}
    assert set(files) == {f"i18n/{language}.json" for language in i18n.LANGUAGES} | apart
    found = json.loads(files["i18n/uk.json"].whole)
    assert found == i18n.for_browser("uk")
    assert found["why.over"] == "Гру закінчено."
    assert "why.env-over" not in found  # no text that the browser never shows
    later = json.loads(files["i18n/uk.lessons.json"].whole)
    assert later["lesson.next"] == "Далі"
    assert not found.keys() & later.keys()  # fetched only when needed


def test_the_client_itself_can_be_put_together() -> None:
    files = read_files()
    assert b"@import" not in files["css/client.css"].whole
    assert {f"i18n/{code}.json" for code in ("en", "de", "fr", "es", "uk")} <= set(files)


# --- known by their content -------------------------------------------------------------------------------------------


def test_what_is_known_already_is_not_sent_again(app: Starlette) -> None:
    tag = ask(app, "GET", "/static/js/a.js").headers["etag"]
    assert tag.startswith('W/"')
    again = ask(app, "GET", "/static/js/a.js", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    assert again.headers["vary"] == "accept-encoding"
    assert ask(app, "GET", "/static/js/a.js", headers={"if-none-match": f'"x", {tag}'}).status_code == 304
    assert ask(app, "GET", "/static/js/a.js", headers={"if-none-match": '"other"'}).status_code == 200


# --- nothing else -----------------------------------------------------------------------------------------------------


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
    for headers in ({}, BROWSER if path.startswith("/static/s") else {}):
        answer = ask(app, "GET", path, headers=headers)
        assert answer.status_code == 404
        assert answer.json()["code"] == "not-found"


def test_only_get_and_head(app: Starlette) -> None:
    assert ask(app, "HEAD", "/static/js/a.js").content == b""
    refused = ask(app, "POST", "/static/js/a.js")
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("path", ["/nowhere", "/table", "/replay/a/b", "/rules/", "/favicon.ico/x"])
def test_a_person_who_is_nowhere_is_shown_a_page(app: Starlette, path: str) -> None:
    answer = ask(app, "GET", path, headers=BROWSER)
    assert (answer.status_code, answer.text) == (404, "<p>hello")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    known = ask(app, "GET", path, headers={**BROWSER, "if-none-match": answer.headers["etag"]})
    assert known.status_code == 404
    assert ask(app, "HEAD", path, headers=BROWSER).content == b""


@pytest.mark.parametrize(("method", "path"), [("GET", "/nowhere"), ("GET", "/api/nowhere"), ("POST", "/nowhere")])
def test_a_program_that_is_nowhere_is_told_so(app: Starlette, method: str, path: str) -> None:
    headers = BROWSER if path.startswith("/api") or method == "POST" else {"accept": "application/json"}
    answer = ask(app, method, path, headers=headers)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


def test_a_page_made_for_a_table_is_compressed_once() -> None:
    """While nothing changes there; each of those who wait for players has one of its own."""
    page = b"<title>Ann invites to Tiefenthal</title>"
    made = preview.prepared(page)
    assert made.small is preview.prepared(page).small
    assert made.whole != preview.prepared(page + b"<p>").whole
