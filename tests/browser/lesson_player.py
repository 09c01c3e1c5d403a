"""Somebody who learns: they read what the teacher says, press what shines, and nothing else. They know no rules, and
whatever the light is on must be in sight and not covered, at every size of their screen."""

import itertools
import time
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import ViewportSize

from harness.browser.visitor import Visitor
from harness.patience import PATIENCE
from tests.browser.covering import covered

# What is on the screen for somebody who follows the lesson: the panel, its buttons, and the control in the light with a
# point of it that can be pressed.
SEE = """async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const { pending } = await import("/static/js/core/game.js");
    while (pending.value > 0) await frame();  // nobody presses before the last press was answered
    await frame();
    const panel = document.querySelector("[data-lesson]");
    if (panel === null) return { panel: false, seen: window.seen };
    const point = (one) => {
        if (one === null || !one.isConnected) return null;
        const { left, top, width, height } = one.getBoundingClientRect();
        const points = [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5], [0.2, 0.2], [0.8, 0.8]];
        let hit = null;
        for (const [across, down] of points) {
            const [x, y] = [left + width * across, top + height * down];
            hit = document.elementFromPoint(x, y);
            if (hit !== null && one.contains(hit)) return { x, y };
        }
        const box = [left, top, width, height].map(Math.round).join(" ");
        return { covered: `${one.outerHTML.slice(0, 160)} at ${box} by ${hit?.outerHTML.slice(0, 160)}` };
    };
    const target = document.querySelector("[data-lesson-target]");
    // What is still on its way to its place is not pressed yet.
    const where = () => [...document.querySelectorAll("[data-lesson-target], [data-lesson-next]")]
        .map((one) => JSON.stringify(one.getBoundingClientRect())).join();
    const before = where();
    await frame();
    await frame();
    if (before !== where()) return { panel: false, seen: -1 };
    return {
        panel: true, seen: window.seen, name: panel.dataset.lesson, step: Number(panel.dataset.lessonStep),
        words: panel.querySelector(".teacher-says")?.textContent ?? "",
        no: panel.querySelector(".teacher-no")?.textContent ?? "",
        next: point(panel.querySelector("[data-lesson-next]")),
        done: panel.querySelector("[data-lesson-play]") !== null,
        target: point(target), what: target?.outerHTML.slice(0, 200) ?? "",
    };
}"""
CHANGED = """async ([seen, most]) => {
    const end = performance.now() + most;
    while (window.seen === seen && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 4));
    for (let still = -1; still !== window.seen && performance.now() < end; ) {
        still = window.seen;
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    }
}"""
AGAIN = 5.0
"""Seconds after which something is pressed again, should nothing have come of it."""
MOST = 150
"""Presses after which no lesson goes on."""


class Learner:
    """Follows a lesson to its end. Before each press they look at it at all these sizes, the one they play at first."""

    def __init__(self, visitor: Visitor, sizes: Sequence[ViewportSize] = ()) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.sizes = sizes
        self.covered: list[str] = []
        """What the teacher covered of what is to be seen or pressed."""
        self.said: list[str] = []
        """Everything the teacher said, in order."""
        self.presses = 0
        self._pressed: tuple[int, str] | None = None
        self._since = 0.0

    def see(self) -> dict[str, Any]:
        """What is on the screen."""
        found: dict[str, Any] = self.page.evaluate(SEE)
        words = found.get("words", "")
        if words and (not self.said or self.said[-1] != words):
            self.said.append(words)
        return found

    def press(self, at: dict[str, Any], seen: int) -> None:
        """Press a point, and wait until something has come of it."""
        if self.visitor.touch:
            self.page.touchscreen.tap(at["x"], at["y"])
        else:
            self.page.mouse.click(at["x"], at["y"])
        self.presses += 1
        self.page.evaluate(CHANGED, [seen, 400])

    def look(self, step: int) -> None:
        """Does the teacher stand in the way?"""
        for size in self.sizes:
            if len(self.sizes) > 1:
                self.page.set_viewport_size(size)
            words = self.said[-1][:40]
            found = covered(self.visitor, "[data-lesson]", ["[data-lesson-target]"])
            self.covered += [f"{size['width']} px, step {step}, {words!r}: {one}" for one in found]
        if len(self.sizes) > 1:
            self.page.set_viewport_size(self.sizes[0])
            self.visitor.rest()

    def step(self) -> bool:
        """Read, and press one thing; whether the lesson goes on."""
        still = time.monotonic()
        looked: tuple[int, str, str] | None = None
        for looks in itertools.count(1):
            now = self.see()
            moment = (now.get("step", 0), now.get("words", ""), now.get("what", ""))
            if self.sizes and now["panel"] and looked != moment:
                looked = moment
                self.look(moment[0])
                continue
            if time.monotonic() - still > PATIENCE:
                break
            if looks % 10 == 0 and (now.get("target") or {}).get("covered"):
                self.page.keyboard.press("Escape")  # an explanation lies over it
            if now["panel"] and now["done"]:
                return False
            if now["panel"] and now["next"] is not None and "x" in now["next"]:
                self.press(now["next"], now["seen"])
                return True
            if now["panel"] and now["target"] is not None and "x" in now["target"]:
                # The same thing still shines? The server has not answered yet; nobody presses again at once.
                pressing = (now["step"], now["what"])
                if pressing == self._pressed and time.monotonic() - self._since < AGAIN:
                    self.page.evaluate(CHANGED, [now["seen"], 200])
                    continue
                self._pressed, self._since = pressing, time.monotonic()
                self.press(now["target"], now["seen"])
                assert self.see().get("no", "") == "", f"the teacher objects to what shone: {self.see()}"
                return True
            self.page.evaluate(CHANGED, [now["seen"], 200])
        raise AssertionError(f"nothing shines: {self.see()}\n{self.visitor.describe()}")

    def finish(self) -> None:
        """To the end of the lesson."""
        while self.step():
            assert self.presses < MOST, f"no end in sight: {self.see()}"
            self.visitor.check()
