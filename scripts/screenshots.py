"""`make screenshots`: a picture of every main screen and phase of the browser game, as large as a laptop, a desk and a
phone, into `build/screenshots/<size>/<name>.png`; some of them in other languages too.

A real server, the real client and a real browser: the games stand at fixed moments (scripts/picture_games.py), the
rest is pressed. Errors of the browser are reported at the end, and the command then fails.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, StorageState
from playwright.sync_api import Error as BrowserError

from harness.browser.chromium import NoBrowserError, started_browser
from harness.server import Failure, Server, fresh_server, progress
from scripts.picture_games import BOTS, MOMENTS, NAMES, TOKEN, Found, NoSuchMomentError, find_all, lay_out, table_id
from tiefenthal.server.protocol import COOKIE

ROOT: Final = Path(__file__).resolve().parents[1]
QUALITY: Final = 85
PATIENCE: Final = 15_000.0  # milliseconds in which a screen must have come
LONG_PATIENCE: Final = 300_000.0  # the same where a bot has to think it over
SWIFT: Final = ("--address-rate", "100000", "--log-level", "warning")


class Size(NamedTuple):
    """A screen."""

    name: str
    width: int
    height: int
    phone: bool


SIZES: Final = (
    Size("360x740", 360, 740, True),
    Size("1366x768", 1366, 768, False),
    Size("1920x1080", 1920, 1080, False),
)
OTHER_LANGUAGES: Final = ("en-schmidt", "de", "fr", "es", "uk")

THERE: Final = """() => document.querySelector("h1") && !document.querySelector(".lantern, [aria-busy='true']")"""

Steps = Callable[[Page], None]


def nothing(page: Page) -> None:
    """The screen as it comes."""


def click(*selectors: str) -> Steps:
    """Press one thing after the other."""

    def steps(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).first.click()

    return steps


def point_at(selector: str) -> Steps:
    """Point at something until it explains itself."""

    def steps(page: Page) -> None:
        page.locator(selector).first.hover()
        page.wait_for_timeout(700)

    return steps


def tap(selector: str) -> Steps:
    """Touch something, which points at it; a second touch would do it."""

    def steps(page: Page) -> None:
        page.locator(selector).first.tap()

    return steps


def pick_a_die(page: Page) -> None:
    """Take the die into the hand for which most spaces light up."""
    free = "[data-tray] [data-die][data-from=tray], .phone-tray .free[data-die]"
    faces = page.locator(free).evaluate_all("dice => dice.map((die) => die.dataset.die)")
    lit: dict[str, int] = {}
    for face in faces:
        page.keyboard.press(face)
        lit[face] = page.locator(".lit, .light-strong").count()
        page.keyboard.press("Escape")
    page.keyboard.press(max(lit, key=lambda face: lit[face]))


def close_all(page: Page) -> None:
    """Close what is open; the first Escape may only take an explanation away."""
    while page.locator("dialog[open], [role=dialog]").count():
        page.keyboard.press("Escape")
        page.wait_for_timeout(50)


def upgrade(page: Page) -> None:
    """Open the upgrade that can be had in more than one way."""
    ribbons = page.locator("[data-open^='upgrade-'].on")
    for at in range(ribbons.count()):
        ribbons.nth(at).click()
        if page.locator("[data-action^='upgrade ']:not([aria-disabled='true'])").count() > 1:
            return
        close_all(page)
    raise Failure("no upgrade has a special offer at this moment")


def upgrade_on_phone(page: Page) -> None:
    """The same on the phone."""
    areas(page)
    ribbons = page.locator("[data-opens^='upgrade-'].on")
    for at in range(ribbons.count()):
        ribbons.nth(at).click()
        if page.locator(".phone-offer:not(.lk)").count() > 1:
            page.locator(".phone-offer:not(.lk)").nth(1).click()
            return
        close_all(page)
    raise Failure("no upgrade has a special offer at this moment")


def areas(page: Page) -> None:
    """The other half of the tavern, on the phone."""
    page.locator(".phone-halves button").nth(1).click()


def tab(name: str) -> Steps:
    """A tab of the phone."""
    return click(f"[data-tab='{name}']")


def book_on_phone(page: Page) -> None:
    """The guest book stands below the tracks there."""
    tab("tracks")(page)
    page.locator("#table-main").evaluate("(main) => main.scrollTo(0, main.scrollHeight)")


def taught(page: Page) -> None:
    """The first words of the first lesson."""
    page.locator("[data-lesson-begin='first']").click()
    page.locator(".teacher").wait_for()


def hinted(page: Page) -> None:
    """A hint in full: where to look, the move, the line with its reasons."""
    for level in (1, 2, 3):
        page.keyboard.press("0")
        page.locator(f".hint-card[data-level='{level}']").wait_for(timeout=LONG_PATIENCE)


def reviewed(page: Page) -> None:
    """A review that has thought the game through."""
    page.goto(page.url.replace("/replay/", "/review/"))
    page.wait_for_function(
        "() => document.querySelector('.rv-progress') && !document.querySelector('.rv-progress progress')",
        timeout=LONG_PATIENCE,
    )


class Shot(NamedTuple):
    """A picture to be taken."""

    name: str
    path: str
    wide: Steps | None = nothing
    """How to get there on a desk; None: not there."""
    phone: Steps | None = nothing
    languages: Sequence[str] = ()
    """Besides English."""
    stranger: bool = False
    """Seen by somebody who is here for the first time."""


def table(name: str) -> str:
    """The address of the table at a moment."""
    return f"/table/{table_id(name)}"


def replay(name: str, ply: str) -> str:
    """The address of a finished game, at a move."""
    return f"/replay/{table_id(name)}{ply}"


ALL: Final = OTHER_LANGUAGES
DIE: Final = "[data-action^='take ']"
GEAR: Final = ".start-top button.tool >> nth=-1"
SHOTS: Final = (
    Shot("start", "/", languages=ALL),
    Shot("start-first-time", "/", stranger=True),
    Shot("daily", "/daily", languages=("de", "uk")),
    Shot("lessons", "/lessons", languages=("de", "uk")),
    Shot("lesson", "/lessons", taught, taught, ("de", "uk")),
    Shot("puzzles", "/puzzles", languages=("de", "uk")),
    Shot("puzzle", "/puzzles", click("[data-puzzle-next]"), click("[data-puzzle-next]"), ("de", "uk")),
    Shot("set-up", "/", None, click("button.change")),
    Shot("hot-seat", "/", click(".menu > .big.wooden >> nth=1"), click(".pair .big.wooden >> nth=1")),
    Shot("resume", "/", click("button.more-games"), click("button.change >> nth=1")),
    Shot(
        "settings", "/", click(".start-top button.tool >> nth=-1"), click(".start-top button.tool >> nth=-1"), ("uk",)
    ),
    Shot("invite", table("waiting-room"), languages=("de",)),
    Shot("name-gate", table("waiting-room") + "#" + "k" * 32, stranger=True),
    Shot("hand-over", table("hand-over"), languages=("de", "uk")),
    Shot("hand-over-summer", table("hand-over-summer")),
    Shot("start-cards", table("start-cards"), languages=("de", "uk")),
    Shot("dismiss", table("dismiss")),
    Shot("evening-summer", table("summer"), languages=("de",)),
    Shot("evening-entertainers", table("entertainers"), languages=("uk",)),
    Shot("evening-free-upgrade", table("free-upgrade"), languages=("de",)),
    Shot("arrival", table("arrival"), languages=ALL),
    Shot("draft", table("draft"), languages=ALL),
    Shot("draft-die", table("draft"), point_at(DIE), tap(DIE), ("de", "uk")),
    Shot("draft-four", table("draft-four"), languages=("de",)),
    Shot("planning", table("planning"), languages=("de",)),
    Shot("planning-die", table("planning"), pick_a_die, pick_a_die, ALL),
    Shot("planning-summer", table("planning-summer"), pick_a_die, pick_a_die),
    Shot("serving", table("serving"), languages=ALL),
    Shot("serving-crowded", table("crowded"), languages=("de", "uk")),
    Shot("areas", table("serving"), None, areas, ALL),
    Shot("market", table("serving"), None, tab("market"), ALL),
    Shot("others", table("serving"), None, tab("others"), ("de", "uk")),
    Shot("tracks", table("serving"), None, tab("tracks"), ("de", "uk")),
    Shot("why-not", table("serving"), point_at(".tv-guest [aria-disabled='true']"), None, ("de", "uk")),
    Shot("explain", table("serving"), point_at("[data-thing='monk'], [data-space='monk']"), None),
    Shot("upgrade", table("offer"), upgrade, upgrade_on_phone, ALL),
    Shot("end-warning", table("losing"), click("[data-main]"), click("#main-button"), ("de", "uk")),
    Shot("guest-book", table("guest-book"), click("[data-open='book']"), book_on_phone, ("de", "uk")),
    Shot("opponents-inn", table("guest-book"), click("[data-open='inn-3']"), tab("others"), ("de",)),
    Shot("deck", table("serving"), click("[data-open='piles']"), click(".phone-stores .small"), ("uk",)),
    Shot("log", table("serving"), click("[data-open='log']"), tab("log"), ALL),
    Shot("chat", table("serving"), None, click("[data-tab='log']", "[role=tab] >> nth=1")),
    Shot("question-remove", table("remove"), languages=("de",)),
    Shot("question-toast", table("toast"), languages=("uk",)),
    Shot("question-sign", table("sign"), languages=("de",)),
    Shot("juggler", table("juggler"), languages=("uk",)),
    Shot("waiting", table("waiting"), languages=("de",)),
    Shot("undo-request", table("undo")),
    Shot("menu", table("serving"), click("[data-open='menu']"), click(".phone-menu")),
    Shot("keys", table("serving"), click("[data-open='keys']"), None, ("de",)),
    Shot("end", table("over"), languages=ALL),
    Shot("end-four", table("over-four"), languages=("uk",)),
    Shot("end-summer", table("over-summer"), languages=("de",)),
    Shot("review", replay("over", ""), reviewed, reviewed, ("de", "uk")),
    Shot("hint", table("serving"), hinted, hinted, ("de", "uk")),
    Shot("replay", replay("over", "?ply=300"), languages=("de",)),
    Shot("what-you-play-for", "/", click(".start-learn"), click(".start-learn"), ALL),
    Shot("how-to-play-evening", "/", click(".start-learn", "[data-next]"), click(".start-learn", "[data-next]"), ALL),
    Shot(
        "how-to-play-inn",
        "/",
        click(".start-learn", "[data-next]", "[data-next]"),
        click(".start-learn", "[data-next]", "[data-next]"),
        ALL,
    ),
    Shot("rules-first", "/rules", languages=("de",)),
    Shot("rules", "/rules#F-7", languages=("de", "uk")),
    Shot("box", "/box", languages=("de", "uk")),
    Shot("privacy", "/privacy", languages=("de",)),
    Shot("missing-table", "/table/" + "x" * 22, languages=("de",)),
    Shot("missing-page", "/no/such/page", languages=("uk",)),
)


class Picture(NamedTuple):
    """A shot at a size in a language."""

    shot: Shot
    size: Size
    language: str

    @property
    def steps(self) -> Steps | None:
        """How to get there."""
        return self.shot.phone if self.size.phone else self.shot.wide

    @property
    def path(self) -> Path:
        """Where it goes, below the folder of all."""
        suffix = "" if self.language == "en" else f".{self.language}"
        return Path(self.size.name) / f"{self.shot.name}{suffix}.png"


def _picture(name: str, size: str, language: str = "en") -> Picture:
    return Picture(
        next(shot for shot in SHOTS if shot.name == name), next(one for one in SIZES if one.name == size), language
    )


README_PICTURES: Final = {
    "serving.webp": _picture("serving", "1366x768"),
    "draft.webp": _picture("draft-die", "1366x768"),
    "arrival.webp": _picture("arrival", "1366x768"),
    "end.webp": _picture("end", "1366x768"),
    "start.webp": _picture("start", "1366x768"),
    "phone-planning.webp": _picture("planning", "360x740"),
    "phone-market.webp": _picture("market", "360x740", "de"),
    "phone-tracks.webp": _picture("tracks", "360x740", "uk"),
}


def pictures(sizes: Sequence[str], names: Sequence[str], languages: Sequence[str]) -> list[Picture]:
    """Which ones are to be taken: those of a size and language together, so that a browser window serves many. In
    other languages the large screen, which is the smaller one magnified, is left out unless both are asked for."""
    found = []
    asked = bool(sizes) and bool(languages)
    for size in SIZES:
        for language in ("en", *OTHER_LANGUAGES):
            for shot in SHOTS:
                one = Picture(shot, size, language)
                there = language == "en" or (language in shot.languages and (size.name != "1920x1080" or asked))
                wanted = (not sizes or size.name in sizes) and (not languages or language in languages)
                if there and wanted and one.steps is not None and (not names or shot.name in names):
                    found.append(one)
    return found


def _kept(language: str, url: str) -> StorageState:
    """What the browser of somebody who has been here before has kept."""
    plan = {"players": 3, "bots": list(BOTS), "modules": 3, "edition": None, "pace": "natural"}
    settings = {"language": language, "name": NAMES[0], "speed": "off", "soundOffered": True, "plan": plan}
    return {
        "cookies": [{"name": COOKIE, "value": TOKEN, "domain": "127.0.0.1", "path": "/"}],
        "origins": [
            {
                "origin": url,
                "localStorage": [
                    {"name": "tiefenthal", "value": json.dumps(settings)},
                    {"name": "tiefenthal-start", "value": json.dumps({"met": True})},
                    {"name": "tiefenthal-learned", "value": "yes"},
                ],
            }
        ],
    }


def _window(browser: Browser, size: Size, language: str, stranger: bool, url: str) -> BrowserContext:
    context = browser.new_context(
        base_url=url,
        viewport={"width": size.width, "height": size.height},
        device_scale_factor=2 if size.phone else 1,
        has_touch=size.phone,
        is_mobile=size.phone,
        reduced_motion="reduce",
        locale="en-GB" if language.startswith("en") else language,
        storage_state=None if stranger else _kept(language, url),
    )
    context.set_default_timeout(PATIENCE)
    return context


def _small(page: Page) -> bytes:
    """The picture as WebP, a fifth of the PNG and as good to look at."""
    size = page.viewport_size
    assert size is not None
    whole = {"x": 0, "y": 0, **size, "scale": page.evaluate("devicePixelRatio")}
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": whole})
    session.detach()
    return base64.b64decode(taken["data"])


class Photographer:
    """Takes pictures and notes what the browser complains of."""

    def __init__(self, browser: Browser, url: str, folder: Path) -> None:
        self._browser = browser
        self._url = url
        self._folder = folder
        self._window: BrowserContext | None = None
        self._page: Page | None = None
        self._of: tuple[Size, str, bool] | None = None
        self._now = ""
        self.complaints: list[str] = []
        self.taken = 0

    def take(self, picture: Picture, name: str | None = None) -> None:
        """Go there and press the shutter; with a name of its own the picture is a small file for a page. What goes
        wrong is noted, and the other pictures are taken all the same."""
        shot = picture.shot
        self._now = str(picture.path)
        page = self._page_for(picture)
        try:
            page.goto("about:blank")
            page.goto(shot.path, wait_until="networkidle")
            page.wait_for_function(THERE)
            assert picture.steps is not None
            picture.steps(page)
            page.wait_for_timeout(150)
            page.evaluate("document.fonts.ready.then(() => null)")
            path = self._folder / (picture.path if name is None else name)
            path.parent.mkdir(parents=True, exist_ok=True)
            if name is None:
                page.screenshot(path=path)
            else:
                path.write_bytes(_small(page))
            self.taken += 1
        except (BrowserError, Failure) as error:
            self.complaints.append(f"{self._now}: {str(error).strip().splitlines()[0]}")

    def _page_for(self, picture: Picture) -> Page:
        of = (picture.size, picture.language, picture.shot.stranger)
        if self._page is None or of != self._of:
            self.close()
            self._window = _window(self._browser, *of, self._url)
            self._page = self._window.new_page()
            self._page.on("pageerror", lambda error: self.complaints.append(f"{self._now}: {error}"))
            self._page.on("console", lambda line: self._hear(line.type, line.text))
            self._of = of
        return self._page

    def _hear(self, kind: str, text: str) -> None:
        """Note an error; what is not there is meant to be missing where the picture is of an error page."""
        if kind == "error" and not ("404" in text and "missing" in self._now):
            self.complaints.append(f"{self._now}: {text}")

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window.close()
        self._window = self._page = self._of = None


@contextlib.contextmanager
def laid_out(names: Sequence[str]) -> Iterator[Server]:
    """A server that knows a table for every moment a picture needs, and no other."""
    with fresh_server(SWIFT) as server:
        asyncio.run(lay_out(server.folder, _found(names)))
        asyncio.run(server.start())
        yield server


def _found(names: Sequence[str]) -> list[Found]:
    with progress() as bar:
        wanted = [
            moment
            for moment in MOMENTS
            if any(table_id(moment.name) in name for name in names) or moment.name == "over"
        ]
        task = bar.add_task("finding the moments", total=len(wanted))
        found = []
        for game in find_all(wanted):
            found.append(game)
            bar.advance(task)
        return found


def main() -> int:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description="Pictures of every screen of the browser game.")
    parser.add_argument("names", nargs="*", help="only these, such as `serving draft`")
    parser.add_argument("--size", action="append", default=[], choices=[size.name for size in SIZES])
    parser.add_argument("--language", action="append", default=[], choices=["en", *OTHER_LANGUAGES])
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "screenshots", help="the folder they go to")
    parser.add_argument("--docs", action="store_true", help="only those of the README, into docs/pictures")
    wanted = parser.parse_args()
    unknown = set(wanted.names) - {shot.name for shot in SHOTS}
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(shot.name for shot in SHOTS)}")
    todo: list[tuple[Picture, str | None]]
    if wanted.docs:
        folder = ROOT / "docs" / "pictures"
        todo = [(picture, name) for name, picture in README_PICTURES.items()]
    else:
        folder = wanted.to
        todo = [(picture, None) for picture in pictures(wanted.size, wanted.names, wanted.language)]
    status = 0
    photographer: Photographer | None = None
    try:
        with laid_out([one.shot.path for one, _ in todo]) as server, started_browser() as browser:
            photographer = Photographer(browser, server.url, folder)
            with progress() as bar:
                task = bar.add_task("taking pictures", total=len(todo))
                for one, name in todo:
                    bar.update(task, description=f"{one.size.name} {one.shot.name} {one.language}".ljust(46))
                    photographer.take(one, name)
                    bar.advance(task)
            photographer.close()
    except KeyboardInterrupt:
        print("interrupted; the pictures taken so far are there", file=sys.stderr)
        status = 130
    except (Failure, NoSuchMomentError, NoBrowserError, BrowserError, OSError) as error:
        print(f"no pictures: {error}", file=sys.stderr)
        return 1
    if photographer is not None:
        print(f"{photographer.taken} of {len(todo)} pictures in {folder}")
        for complaint in photographer.complaints:
            print(f"  {complaint}", file=sys.stderr)
        status = status or int(bool(photographer.complaints))
    return status


if __name__ == "__main__":
    sys.exit(main())
