"""How fast the browser game is on this machine: from opening the address to a start screen that can be pressed, and
from a press to what it changes on the screen. In a real browser, on localhost; behind `make bench-browser`.

`--write` puts the figures into docs/browser.md. `--against DIR` measures another checkout and this one alternately, so
that both run under the same conditions: new features must not make a press slower.
"""

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser

from harness.browser.chromium import NoBrowserError, started_browser
from harness.browser.player import Player, play
from harness.browser.table import begin, moment
from harness.browser.visitor import Visitor
from harness.server import Server, fresh_server, machine, percentile

PAGE = Path(__file__).resolve().parent.parent / "docs" / "browser.md"
BEGIN, END = "<!-- figures: written by make bench-browser ARGS=--write -->", "<!-- end of figures -->"
LOADS = 20
MOST_LOADING = 1000.0  # milliseconds
MOST_ANSWERING = 100.0
MUCH_SLOWER = (1.1, 17.0)
"""By which part, and by how many milliseconds (one picture), a p95 may differ between two runs without a reason."""

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


Figures = dict[str, list[float]]


class Side(NamedTuple):
    """A checkout that is measured."""

    name: str
    server: Server
    found: Figures


@contextlib.contextmanager
def sides(against: Path | None) -> Iterator[list[Side]]:
    """This checkout, and another one if there is one; each with a server of its own."""
    with contextlib.ExitStack() as stack:
        found: list[Side] = []
        for name, folder in [("this", None), ("against", against)]:
            if name == "this" or folder is not None:
                server = stack.enter_context(fresh_server(["--log-level", "warning"]))
                if folder is not None:
                    server.environment = {"PYTHONPATH": str(folder / "src")}
                asyncio.run(server.start())
                found.append(Side(name, server, {"load": [], "changed": [], "answered": []}))
        yield found


def played(browser: Browser, side: Side, evenings: int) -> None:
    """Play so many evenings of a game, and keep how long every press took."""
    visitor = Visitor(browser, side.server.url)
    visitor.remember({"players": 3, "modules": 5}, speed="normal")
    visit(visitor)
    begin(visitor)

    def enough() -> bool:
        now = moment(visitor)
        return bool(now["over"] or now["round"] > evenings)

    play(Player(visitor, "bench"), until=enough)
    for name in ("changed", "answered"):
        side.found[name] += [float(one) for one in visitor.page.evaluate(f"window.clock.{name}")]
    visitor.close()


def measure(loads: int, games: int, evenings: int, against: Path | None) -> dict[str, Figures]:
    """Milliseconds of all loads and of all presses, by checkout; in turns, the first one changing."""
    with sides(against) as all_sides:
        # The browser comes after the servers, which are started with a loop of their own.
        with started_browser() as browser:
            for number in range(loads):
                for side in all_sides[:: -1 if number % 2 else 1]:
                    visitor = Visitor(browser, side.server.url)
                    side.found["load"].append(visit(visitor))
                    visitor.close()
            for number in range(games):
                for side in all_sides[:: -1 if number % 2 else 1]:
                    played(browser, side, evenings)
        return {side.name: side.found for side in all_sides}


def report(found: Figures) -> str:
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


def slower(found: dict[str, Figures]) -> str:
    """How the p95 of the first reaction compares with that of the other checkout; empty when it is no slower."""
    here, there = (percentile(found[name]["changed"], 0.95) for name in ("this", "against"))
    part, least = MUCH_SLOWER
    return (
        f"p95 of the first reaction: {here:.0f} ms, {there:.0f} before"
        if here > max(there * part, there + least)
        else ""
    )


def main() -> int:
    """Measure, print, and compare with the targets."""
    parser = argparse.ArgumentParser(description="How fast the browser game is.")
    parser.add_argument("--loads", type=int, default=LOADS, help="how often the start screen is opened")
    parser.add_argument("--games", type=int, default=1, help="how many games are played")
    parser.add_argument("--evenings", type=int, default=8, help="how many evenings of each")
    parser.add_argument("--against", type=Path, help="another checkout, measured in the same run")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/browser.md")
    options = parser.parse_args()
    if options.against is not None and not (options.against / "src" / "tiefenthal").is_dir():
        parser.error(f"{options.against} is no checkout of this project")
    try:
        everything = measure(max(1, options.loads), max(1, options.games), options.evenings, options.against)
    except NoBrowserError as error:
        print(error, file=sys.stderr)
        return 1
    found = everything["this"]
    text = report(found)
    print(text)
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        before, after = page[: page.index(BEGIN) + len(BEGIN)], page[page.index(END) :]
        PAGE.write_text(f"{before}\n{text}\n{after}", encoding="utf-8")
    if options.against is not None:
        print(f"\n{options.against}:\n\n{report(everything['against'])}")
        worse = slower(everything)
        if worse:
            print(f"FAILED: slower than {options.against}: {worse}", file=sys.stderr)
        return 1 if worse else 0
    slow = percentile(found["load"], 0.5) > MOST_LOADING or percentile(found["changed"], 0.95) > MOST_ANSWERING
    if slow:
        print("FAILED: slower than wanted (a load in 1 s, a response in 100 ms)", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
