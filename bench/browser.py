"""How quick the browser game is on this machine: from opening the address to a start screen that can be pressed, and
from a press to what it changes on the screen. In a real browser, on localhost; behind `make bench-browser`.

`--write` puts the figures into docs/browser.md.
"""

import argparse
import asyncio
import sys
from pathlib import Path

from scripts.server_tools import fresh_server, machine, percentile
from tests.browser.chromium import NoBrowserError, started_browser
from tests.browser.player import Player, play
from tests.browser.table import begin, check_end
from tests.browser.visitor import Visitor

PAGE = Path(__file__).resolve().parent.parent / "docs" / "browser.md"
BEGIN, END = "<!-- figures: written by make bench-browser ARGS=--write -->", "<!-- end of figures -->"
LOADS = 20
MOST_LOADING = 1000.0  # milliseconds
MOST_ANSWERING = 100.0

# When the Play button was first there, alive and painted; and for every press, when the page had painted a change after
# it, and when it had painted what the server answered.
CLOCK = """
window.clock = { ready: null, changed: [], answered: [] };
{
    const painted = (then) => requestAnimationFrame(() => setTimeout(() => then(performance.now()), 0));
    let press = null;
    let sent = null;
    addEventListener("click", (event) => {
        if (!event.isTrusted) return;
        press = event.timeStamp;
        sent = event.target.closest("[data-action]:not([aria-disabled=true])") === null ? null : press;
    }, true);
    new MutationObserver(() => {
        if (window.clock.ready === null && document.querySelector("button.big.gold:not([disabled])") !== null) {
            window.clock.ready = 0;
            painted((now) => (window.clock.ready = now));
        }
        if (press === null) return;
        const began = press;
        press = null;
        painted((now) => window.clock.changed.push(now - began));
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
        constructor(...rest) {
            super(...rest);
            this.addEventListener("message", () => {
                if (sent === null) return;
                const began = sent;
                sent = null;
                painted((now) => window.clock.answered.push(now - began));
            });
        }
    };
}
"""


def visit(visitor: Visitor) -> float:
    """Open the start screen with nothing in the browser's memory; milliseconds until it can be used."""
    visitor.context.add_init_script(CLOCK)
    visitor.go("/")
    visitor.until("window.clock.ready > 0", "the start screen")
    return float(visitor.page.evaluate("window.clock.ready"))


def measure(loads: int) -> dict[str, list[float]]:
    """Milliseconds of all loads and of all presses of a game."""
    found: dict[str, list[float]] = {"load": []}
    with fresh_server(["--log-level", "warning"]) as server:
        asyncio.run(server.start())
        with started_browser() as browser:
            for _ in range(loads):
                visitor = Visitor(browser, server.url)
                found["load"].append(visit(visitor))
                visitor.close()
            visitor = Visitor(browser, server.url)
            visitor.remember({"players": 3, "modules": 5}, speed="normal")
            visit(visitor)
            table = begin(visitor)
            play(Player(visitor, "bench"))
            for name in ("changed", "answered"):
                found[name] = [float(one) for one in visitor.page.evaluate(f"window.clock.{name}")]
            check_end(visitor, table)
            visitor.close()
    return found


def report(found: dict[str, list[float]]) -> str:
    """The table for people and for docs/browser.md."""
    lines = ["| milliseconds | median | p95 | longest | of |", "|---|---:|---:|---:|---:|"]
    names = {
        "load": "opening the address, nothing cached → start screen that can be pressed",
        "changed": "a press → the first picture that reacts to it",
        "answered": "a press that plays → the picture after the server's answer",
    }
    for key, words in names.items():
        values = found[key]
        figures = " | ".join(f"{percentile(values, share):.0f}" for share in (0.5, 0.95, 1.0))
        lines.append(f"| {words} | {figures} | {len(values)} |")
    return "\n".join([*lines, "", f"{machine()}; chromium without a window or a GPU."])


def main() -> int:
    """Measure, print, and compare with what is wanted."""
    parser = argparse.ArgumentParser(description="How quick the browser game is.")
    parser.add_argument("--loads", type=int, default=LOADS, help="how often the start screen is opened")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/browser.md")
    options = parser.parse_args()
    try:
        found = measure(max(1, options.loads))
    except NoBrowserError as error:
        print(error, file=sys.stderr)
        return 1
    text = report(found)
    print(text)
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        before, after = page[: page.index(BEGIN) + len(BEGIN)], page[page.index(END) :]
        PAGE.write_text(f"{before}\n{text}\n{after}", encoding="utf-8")
    slow = percentile(found["load"], 0.5) > MOST_LOADING or percentile(found["changed"], 0.95) > MOST_ANSWERING
    if slow:
        print("FAILED: slower than wanted (a load in 1 s, a response in 100 ms)", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
