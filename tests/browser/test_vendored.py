"""The client's libraries, fonts, pictures and style sheets: unchanged, complete, safe under the policy, and small."""

import functools
import gzip
import http.server
import json
import re
import shutil
import threading
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from scripts.vendor_client import FOLDERS, STATIC, faults, specifiers
from tiefenthal import i18n
from tiefenthal.engine.components.loader import archived_digests, built_in_edition
from tiefenthal.server.bots.characters import CHARACTERS

ROOT = Path(__file__).resolve().parents[2]
ART = STATIC / "art"
SCENES = sorted(ART.glob("scene-*.svg")) + sorted(ART.glob("tile-*.svg"))
TOKENS = STATIC / "css" / "tokens.css"
SHEETS = sorted((STATIC / "css").rglob("*.css"))
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'"
)


# --- libraries and fonts ----------------------------------------------------------------------------------------------


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for name in FOLDERS:
        shutil.copytree(STATIC / name, tmp_path / name)
    return tmp_path


def test_vendored_files_are_the_pinned_ones() -> None:
    assert faults() == []


def test_a_changed_byte_is_found(copied: Path) -> None:
    library = copied / "vendor" / "lib" / "htm.js"
    library.write_bytes(library.read_bytes().replace(b"!--", b"!-_"))
    font = copied / "fonts" / "alegreya-latin-800-normal.woff2"
    font.write_bytes(font.read_bytes() + b"\0")
    found = "\n".join(faults(copied))
    assert "vendor/lib/htm.js was changed" in found
    assert "vendor/lib/htm.js differs from htm 3.1.1 in more than imports" in found
    assert "fonts/alegreya-latin-800-normal.woff2 was changed" in found


def test_missing_stray_and_bare_are_found(copied: Path) -> None:
    (copied / "vendor" / "licences" / "htm.txt").unlink()
    (copied / "vendor" / "lib" / "stray.js").write_text("")
    hooks = copied / "vendor" / "lib" / "hooks.js"
    hooks.write_text(hooks.read_text().replace("./preact.js", "preact"))
    found = "\n".join(faults(copied))
    assert "vendor/licences/htm.txt is missing" in found
    assert "vendor/lib/stray.js is not in the list" in found
    assert "vendor/lib/hooks.js imports preact, which a browser cannot resolve" in found


def test_every_import_leads_to_a_file() -> None:
    for module in (STATIC / "vendor").rglob("*.js"):
        for wanted in specifiers(module.read_text()):
            assert (module.parent / wanted).is_file(), f"{module.name}: {wanted}"


def test_no_code_is_made_from_text() -> None:
    for module in (STATIC / "vendor").rglob("*.js"):
        assert not re.search(r"\beval\s*\(|\bnew\s+Function\b|[^\w.]Function\s*\(", module.read_text()), module.name


def test_types_name_what_the_module_exports() -> None:
    exported = re.search(r"export \{(.*?)\};", (STATIC / "vendor" / "preact.js").read_text(), re.DOTALL)
    assert exported
    typed = re.findall(
        r"^export (?:function|const|class) (\w+)", (STATIC / "vendor" / "preact.d.ts").read_text(), re.MULTILINE
    )
    assert set(re.findall(r"\w+", exported[1])) == set(typed)


# --- pictures ---------------------------------------------------------------------------------------------------------


def symbols() -> list[str]:
    return re.findall(r'<symbol id="([^"]+)"', (ART / "sprite.svg").read_text())


def check_picture(path: Path, classes: frozenset[str]) -> None:
    """Nothing in a picture runs, is fetched or needs a style that the policy forbids."""
    for element in ET.fromstring(path.read_text()).iter():
        tag = element.tag.rpartition("}")[2]
        assert tag not in {"script", "style", "foreignObject", "image", "a", "animate", "set"}, f"{path.name}: {tag}"
        for name, value in element.attrib.items():
            assert name != "style", path.name
            assert not name.startswith("on"), path.name
            if name.endswith("href"):
                assert value.startswith("#"), f"{path.name}: {value}"
            if name == "class":
                assert value in classes, f"{path.name}: {value}"


def test_sprite_is_clean_and_its_names_are_unique() -> None:
    check_picture(ART / "sprite.svg", frozenset({"o", "l", "l g"}))
    assert len(symbols()) == len(set(symbols()))
    assert all(re.fullmatch(r"[pisdmu]-[a-z0-9]+", name) for name in symbols())


def test_sprite_has_every_die() -> None:
    kinds = ("w", "circle", "diamond", "triangle", "square", "g")
    assert {f"d-{kind}{face}" for kind in kinds for face in range(1, 7)} <= set(symbols())


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.name)
def test_scenes_need_no_styles(path: Path) -> None:
    check_picture(path, frozenset())
    assert len(gzip.compress(path.read_bytes())) <= 10_000


def test_sizes() -> None:
    assert len(gzip.compress((ART / "sprite.svg").read_bytes())) <= 45_000
    loaded_at_once = sum(path.stat().st_size for path in (STATIC / "fonts").glob("*-latin-[578]*.woff2"))
    assert loaded_at_once <= 45_000


def test_every_card_has_a_face_of_its_own() -> None:
    """In the built-in edition, and in those of before: their games go on. A card of another one may look like it."""
    portraits = json.loads((ART / "portraits.json").read_text())
    faces: list[str] = []
    named: set[str] = set()
    for digest in archived_digests():
        edition = built_in_edition(digest)
        assert edition is not None
        cards = [card for card in edition.card_names if card]
        faces = [entry["portrait"] for card in cards for entry in portraits["cards"][card]]
        assert len(faces) == len(set(faces))
        named |= set(cards)
    assert set(portraits["cards"]) == named
    faces = [entry["portrait"] for entries in portraits["cards"].values() for entry in entries]
    others = [face for value in portraits["others"].values() for face in ([value] if isinstance(value, str) else value)]
    bots = [one.portrait for one in CHARACTERS]
    assert set(faces + others + bots) == {name for name in symbols() if name.startswith("p-")}
    assert set(faces + others + bots) == set(portraits["back"])


def test_every_character_has_a_name_and_a_face_of_their_own() -> None:
    assert len(CHARACTERS) > 4, "one more than a table has seats, so that there is always somebody"
    assert len({one.id for one in CHARACTERS}) == len({one.portrait for one in CHARACTERS}) == len(CHARACTERS)
    cards = {
        look["portrait"] for all_ in json.loads((ART / "portraits.json").read_text())["cards"].values() for look in all_
    }
    assert not cards & {one.portrait for one in CHARACTERS}, "nobody looks like a card"
    for language in ("en", "de", "fr", "es", "uk"):
        names = [one.names.get(language, one.names["en"]) for one in CHARACTERS]
        levels = dict(i18n.parts(language))["start"]
        assert len(set(names)) == len(names)
        assert not set(names) & {words for key, words in levels.items() if key.startswith("start.level.")}


# --- style sheets -----------------------------------------------------------------------------------------------------


def test_style_sheets_refer_to_what_exists() -> None:
    sheets = {path: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL) for path in SHEETS}
    text = "\n".join(sheets.values())
    for path, sheet in sheets.items():
        for wanted in re.findall(r'url\("((?!data:)[^"]+)"\)', sheet):
            found = STATIC / wanted.removeprefix("/static/") if wanted.startswith("/") else path.parent / wanted
            assert Path(str(found).partition("#")[0]).is_file(), wanted
    code = "\n".join(path.read_text() for path in (STATIC / "js").rglob("*.js"))
    set_somewhere = set(re.findall(r"(--[\w-]+)\s*:", text)) | set(re.findall(r"(--[\w-]+)", code))
    used = set(re.findall(r"var\((--[\w-]+)\)", text))
    assert used <= set_somewhere, used - set_somewhere
    faces = re.findall(r"@font-face \{([^}]*)\}", text)
    assert len(faces) == 16
    assert all("font-display: swap" in face and "unicode-range" in face for face in faces)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


# Text on its ground; where the ground is a gradient, both ends.
READABLE = [
    ("--ink", "--parchment-92"), ("--ink", "--card-foot"), ("--ink-2", "--card-foot"), ("--ink-3", "--card-foot"),
    ("--ink", "--gold-82"), ("--ink", "--straw-73"), ("--ink", "--p3"),
    ("--parchment-96", "--p1"), ("--parchment-96", "--p2"), ("--parchment-96", "--p4"),
    ("--text-on-dark", "--wood-29"), ("--quiet-on-wood", "--wood-36"), ("--quiet-on-wood", "--wood-29"),
    ("--quiet-on-night", "--night-36"), ("--quiet-on-night", "--night-23"),
    ("--parchment-96", "--brick-55"), ("--parchment-96", "--wood-40"), ("--parchment-96", "--wood-47"),
    ("--parchment-96", "--royal-44"), ("--parchment-96", "--royal-29"),
    ("--parchment-96", "--felt-49"), ("--parchment-96", "--moss-46"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "ground"), READABLE)
def test_text_is_readable(text: str, ground: str) -> None:
    tokens: dict[str, str] = dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6}|var\(--[\w-]+\));", TOKENS.read_text()))
    one, other = (tokens.get(tokens[name][4:-1], tokens[name]) for name in (text, ground))
    assert contrast(one, other) >= 4.5


# --- in a browser -----------------------------------------------------------------------------------------------------


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files of the tree under the client's policy."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(ROOT)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def until(page: Any, condition: str) -> None:
    """Wait for a condition in the page. (Playwright's own waiting evaluates text, which the policy forbids.)"""
    frames = "for (let left = 1200; left && !({}); left--) await new Promise(requestAnimationFrame);"
    page.evaluate("async () => {" + frames.format(condition) + "}")
    assert page.evaluate(f"() => {condition}"), condition


def test_everything_is_drawn_under_the_policy(site: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 900})
    complaints: list[str] = []
    fonts: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(request.url))
    page.on("request", lambda request: fonts.append(request.url) if request.url.endswith(".woff2") else None)
    page.goto(f"{site}/tests/browser/gallery/gallery.html")
    page.wait_for_selector("html[data-ready=yes]")
    until(page, "[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
    page.evaluate("document.fonts.ready")
    empty = page.evaluate(
        "[...document.querySelectorAll('main use')].filter((use) => use.getBoundingClientRect().width === 0)"
        ".map((use) => use.getAttribute('href'))"
    )
    assert empty == []
    assert page.evaluate(
        "document.fonts.check('800 20px Alegreya', 'Ґї') && document.fonts.check('700 20px Alegreya Sans', 'є')"
    )
    assert any("cyrillic" in url for url in fonts)
    assert complaints == []
    page.close()


def test_libraries_work_together_and_cyrillic_waits(site: str, browser: Browser) -> None:
    page = browser.new_page()
    fonts: list[str] = []
    page.on("request", lambda request: fonts.append(request.url) if request.url.endswith(".woff2") else None)
    page.goto(f"{site}/src/tiefenthal/browser/vendor/licences/htm.txt")
    static = f"{site}/src/tiefenthal/browser"
    page.evaluate(
        """async (base) => {
            const { html, render, signal, computed, useState, useEffect, useSignal } =
                await import(`${base}/vendor/preact.js`);
            const sheet = document.createElement("link");
            sheet.rel = "stylesheet";
            sheet.href = `${base}/css/fonts.css`;
            const loaded = new Promise((resolve) => sheet.addEventListener("load", resolve));
            document.head.append(sheet);
            await loaded;
            document.body.replaceChildren();
            document.body.style.fontFamily = "Alegreya";
            document.body.style.fontWeight = "800";
            window.thalers = signal(3);
            const twice = computed(() => window.thalers.value * 2);
            function Counter() {
                const [clicks, setClicks] = useState(0);
                const name = useSignal("<b>Anna</b>");
                useEffect(() => { document.title = `clicked ${clicks}`; }, [clicks]);
                return html`<button onClick=${() => setClicks(clicks + 1)}>${name} ${clicks} ${twice}</button>`;
            }
            render(html`<${Counter} />`, document.body);
        }""",
        static,
    )
    assert page.inner_text("button") == "<b>Anna</b> 0 6"
    page.click("button")
    page.evaluate("window.thalers.value = 5")
    until(page, "document.querySelector('button').innerText === '<b>Anna</b> 1 10'")
    until(page, "document.title === 'clicked 1'")
    page.evaluate("document.fonts.ready")
    assert fonts
    assert not any("cyrillic" in url or "latin-ext" in url for url in fonts)
    page.evaluate("document.body.append('Ґанок')")
    until(page, "[...document.fonts].some((face) => face.unicodeRange.includes('U+490') && face.status === 'loaded')")
    assert any("cyrillic" in url for url in fonts)
    page.close()
