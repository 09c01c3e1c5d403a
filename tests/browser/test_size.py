"""What the first screen needs and the whole client are small, as a browser gets them."""

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from harness.browser.table import new_table
from harness.browser.visitor import Visit
from harness.server import Server
from scripts.check_client import STATIC, TOOLS
from tiefenthal.server.http.bundles import ENTRIES, name_of
from tiefenthal.server.http.static import File, Files, read_files, squeeze

FIRST = 300_000
"""Bytes until the start screen stands, from a server that has been up for a moment: then all is compressed as well as
can be."""
MOST = 390_000
"""Bytes of the whole client, from such a server."""
KINDS = {
    "page": r"index\.html",
    "styles": r"css/(client|box|daily|lessons|puzzles|review)\.css",
    "modules": r"js/.*\.js",
    "libraries": r"vendor/.*\.js",
    "pictures": r"art/.*",
    "letters": r"fonts/.*-latin-\d.*\.woff2",
    "words": r"i18n/en(\.[a-z]+)?\.json",
}
"""What there is to fetch for somebody who plays in English and opens every screen."""
PACKED = re.compile(r"^const (\$\w+) = \(\(\) => \{\n(.*?^return \{[^}]*\};)\n\}\)\(\);$", re.MULTILINE | re.DOTALL)
"""A module in a bundle."""
REQUESTS = 30
"""So often is something asked for until a table stands, with what a browser keeps of nothing."""


# What was fetched before the client looks ahead and fetches the table, when the start screen has stood for a
# while: names and bytes as they were sent. Its letters and pictures are there by then.
FETCHED = """async () => {
    const ahead = () => performance.getEntriesByType("resource").find((one) => one.name.includes("/js/table/"));
    while (ahead() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    await document.fonts.ready;
    const before = (one) => one.startTime < ahead().startTime;
    const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return entries.filter(before).map((one) => [new URL(one.name).pathname, one.encodedBodySize]);
}"""


@pytest.mark.parametrize("language", ["en", "uk"])
def test_the_first_screen_is_small(visit: Visit, language: str) -> None:
    """In English, and in the language with letters of its own and the longest words."""
    me = visit()
    me.remember(language=language)
    me.go("/")
    sizes = dict(me.page.evaluate(FETCHED))
    assert {"/", "/static/art/sprite.svg", "/static/art/scene-inn.svg", f"/static/i18n/{language}.json"} <= sizes.keys()
    assert any(path.endswith(".woff2") for path in sizes)
    assert [path for path in sizes if re.match("/static/js/(table|phone|phases|pages)/", path)] == []
    assert all(sizes.values()), sizes
    files = client()
    for path in sizes.keys() & {f"/static/{name}" for name in files}:
        sizes[path] = size_of(files[path.removeprefix("/static/")])
    assert sum(sizes.values()) <= FIRST, sizes


def test_a_table_comes_with_few_requests(visit: Visit) -> None:
    me = visit(painted=False)
    asked: list[str] = []
    me.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    table = new_table(me, {"kind": "here"}, {"kind": "bot", "bot": "random"})
    me.go(f"/table/{table}")
    me.until("document.querySelector('.tv-bottom')")
    assert {"/static/js/main.js", "/static/js/table/screen.js"} <= set(asked)
    assert len(asked) <= REQUESTS, asked


@cache
def client() -> Files:
    """The files of the client, each squeezed once."""
    return read_files()


def size_of(file: File) -> int:
    """As small as it gets: the server does it in a thread of its own, after the first request."""
    if not file.best:
        squeeze(file)
    return len(file.small.get(b"br", file.whole))


def wanted() -> dict[str, dict[str, File]]:
    files = client()
    return {
        kind: {path: file for path, file in files.items() if re.fullmatch(shape, path)} for kind, shape in KINDS.items()
    }


def test_the_whole_client_is_small() -> None:
    sizes = {}
    for kind, files in wanted().items():
        assert files, kind
        sizes[kind] = sum(size_of(file) for file in files.values())
    assert sum(sizes.values()) <= MOST, sizes


def test_it_is_what_the_page_asks_for(server: Server) -> None:
    with urlopen(f"{server.url}/") as answer:
        page = answer.read().decode()
    assert re.findall(r'href="/static/([^"]+\.css)"', page) == ["css/client.css"]
    for files in list(wanted().values())[1:]:
        for path in files:
            asked = Request(f"{server.url}/static/{path}", headers={"accept-encoding": "gzip, deflate, br"})
            with urlopen(asked) as answer:
                size, how = len(answer.read()), answer.headers.get("content-encoding", "")
            assert how or path.endswith(".woff2") or size < 500, f"{path} is sent as it is"


def test_modules_are_sent_without_comments_and_are_the_same_programs() -> None:
    """Every module is part of a bundle, or a file of its own: what runs is what was written."""
    sent = {path: file.whole.decode() for path, file in wanted()["modules"].items()}
    written = {path: (STATIC / path).read_text("utf-8") for path in sent}
    assert not re.search(r"^\s*(//(?!# source)|/\*\*.*\*/\s*$)", "\n".join(sent.values()), re.MULTILINE)
    found = dict(PACKED.findall("\n".join(sent[entry] for entry in ENTRIES)))
    node, compiler = shutil.which("node"), TOOLS / "node_modules" / "typescript"
    if node is None or not compiler.exists():
        pytest.fail("node or TypeScript is missing; `sh scripts/setup` fetches them.", pytrace=False)
    compared = [[path, found.pop(name_of(path), text), written[path]] for path, text in sent.items()]
    assert found == {}, "each is brought once"
    answer = subprocess.run(
        [node, str(Path(__file__).with_name("same_program.mjs")), str(compiler)],
        input=json.dumps(compared), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(answer.stdout) == []
