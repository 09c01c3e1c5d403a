"""The whole client is small, as a browser gets it from a server that has been up for a moment."""

import re
from urllib.request import Request, urlopen

from scripts.server_tools import Server
from tiefenthal.server.web.static import File, read_files, squeeze

MOST = 300_000
KINDS = {
    "page": r"index\.html",
    "styles": r"css/client\.css",
    "modules": r"js/.*\.js",
    "libraries": r"vendor/.*\.js",
    "pictures": r"art/.*",
    "letters": r"fonts/.*-latin-\d.*\.woff2",
    "words": r"i18n/en\.json",
}
"""What there is to fetch for somebody who plays in English and opens every screen."""


def wanted() -> dict[str, dict[str, File]]:
    files = read_files()
    return {
        kind: {path: file for path, file in files.items() if re.fullmatch(shape, path)} for kind, shape in KINDS.items()
    }


def test_the_whole_client_is_small() -> None:
    sizes = {}
    for kind, files in wanted().items():
        assert files, kind
        for file in files.values():
            squeeze(file)  # the server does it in a thread of its own, after the first request
        sizes[kind] = sum(len(file.small.get(b"br", file.whole)) for file in files.values())
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
