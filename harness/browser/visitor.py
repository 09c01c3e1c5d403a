"""A person with a browser. Whatever the page complains about is written down, and fails the test at its end."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from harness.patience import PATIENCE

Size = Literal["desk", "phone"]
SIZES: dict[Size, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1366, "height": 768}},
    "phone": {
        "viewport": {"width": 360, "height": 740},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}

# Runs in every page before its own scripts: counts changes, so that waiting needs no clock, and makes a breach of the
# content policy a message on the console.
WATCH = """
window.seen = 0;
new MutationObserver(() => { window.seen += 1; }).observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
});
addEventListener("securitypolicyviolation", (event) => {
    console.error(`content policy: ${event.violatedDirective} refused ${event.blockedURI} ${event.sample}`);
});
"""
# Painting is half of the work of a game. A game that is about what can be done goes without it: without the drawings
# and shadows, and the rest is as clear as glass, which can be pressed like anything.
UNPAINTED = """
{
    const sheet = (rules) => {
        const made = new CSSStyleSheet();
        made.replaceSync(rules);
        return made;
    };
    window.undrawn = sheet("use { display: none; }");
    window.unpainted = sheet(`
        *, *::before, *::after {
            background-image: none !important; box-shadow: none !important;
            filter: none !important; text-shadow: none !important;
        }
        body { opacity: 0; }
    `);
    document.adoptedStyleSheets = [undrawn, unpainted];
}
"""
# An empty page, which comes before the first address, has no storage.
LEARNED = "if (location.protocol !== 'about:') localStorage['tiefenthal-learned'] ??= 'yes';"
PATIENCE_MS = int(PATIENCE * 1000)  # as Playwright counts


class Visitor:
    """One browser context (cookies and storage of its own) with one page. A newcomer is told what the game is about."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: Size = "desk",
        painted: bool = True,
        newcomer: bool = False,
        **options: Any,
    ) -> None:
        self.size = size
        self.address = address
        usual = {"locale": "en-GB", "reduced_motion": "reduce"}
        coarse = {} if painted else {"device_scale_factor": 1}  # nobody looks at its points
        self.context: BrowserContext = browser.new_context(base_url=address, **(usual | SIZES[size] | coarse | options))
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(WATCH)
        if not newcomer:
            self.context.add_init_script(LEARNED)
        if not painted:
            self.context.add_init_script(UNPAINTED)
        self.complaints: list[str] = []
        self.expected: list[str] = []
        """Patterns of complaints that belong to the test."""
        self.page = self.open_page()

    @property
    def touch(self) -> bool:
        """Whether this person has fingers rather than a mouse."""
        return self.size == "phone"

    def open_page(self) -> Page:
        """Another page of the same person."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error.stack or error}"))
        page.on("crash", lambda _: self.complaints.append("the page crashed"))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning", "assert"}:
            self.complaints.append(f"console: {message.text} ({message.location.get('url', '')})")

    def unexpected(self) -> list[str]:
        """What the pages complained about so far and nobody expected."""
        return [one for one in self.complaints if not any(re.search(pattern, one) for pattern in self.expected)]

    def check(self) -> None:
        """Nothing was complained about."""
        found = self.unexpected()
        assert found == [], found

    def go(self, path: str) -> None:
        """Open an address of the server, and wait until the client shows something other than that it is loading."""
        self.page.goto(path)
        self.until("document.querySelector('#app > *') && !document.querySelector('#app [aria-busy=true].state')")

    @property
    def table(self) -> str:
        """The id of the table, or of the record, in the address."""
        return urlsplit(self.page.url).path.split("/")[2]

    def remember(self, plan: dict[str, Any] | None = None, **settings: Any) -> None:
        """What this browser is to know from earlier visits: settings, and the table last played at."""
        kept = {"name": "Ada", "speed": "off", "soundOffered": True, **settings}
        kept["plan"] = {"players": 2, "bots": ["random"] * 3, "modules": 1, "pace": "instant", **(plan or {})}
        self.context.add_init_script(
            f"if (!localStorage.tiefenthal) localStorage.tiefenthal = JSON.stringify({json.dumps(kept)})"
        )

    def until(self, condition: str, what: str = "") -> None:
        """Wait for a condition in the page: an expression. (The content policy forbids playwright's own way.)"""
        met = self.page.evaluate(
            f"""async (patience) => {{
                const end = performance.now() + patience;
                while (!({condition})) {{
                    if (performance.now() > end) return false;
                    await new Promise((resolve) => setTimeout(resolve, 10));
                }}
                return true;
            }}""",
            PATIENCE_MS,
        )
        if not met:
            raise AssertionError(f"{what or condition}: not within {PATIENCE:.0f} s\n{self.describe()}")

    def rest(self) -> None:
        """Wait until what was drawn has also come to life: two frames, as the client counts them."""
        self.page.evaluate(
            """async () => {
                for (let left = 3; left > 0; left -= 1)
                    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
            }"""
        )

    @contextmanager
    def shown(self) -> Iterator[None]:
        """For somebody who goes without painting: a while in which all that is meant to be seen can be seen."""
        self.page.evaluate("document.body.style.setProperty('opacity', '1', 'important')")
        yield
        self.page.evaluate("document.body.style.removeProperty('opacity')")

    @contextmanager
    def painted(self) -> Iterator[None]:
        """For somebody who goes without the drawings: a while with all colours. (What is drawn in a picture is
        not painted even now: for axe-core, text over a picture is text over a picture, whatever it shows.)"""
        self.page.evaluate("document.adoptedStyleSheets = [undrawn]")
        yield
        self.page.evaluate("document.adoptedStyleSheets = [undrawn, unpainted]")

    def describe(self) -> str:
        """What is on the screen, for the message of a failure."""
        text = self.page.evaluate("document.body.innerText.slice(0, 600)")
        return f"at {self.page.url}, complaints {self.unexpected()}, showing: {text!r}"

    def close(self) -> None:
        """End the visit."""
        self.context.close()


Visit = Callable[..., Visitor]
"""Makes a visitor, who is checked and leaves when the test is over."""
