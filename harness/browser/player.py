"""Somebody who plays in the browser. They see what is on the screen and press it, with a mouse or a finger: only what
can be seen, is not covered and is not dimmed. They never speak to the server themselves, and know no rules."""

import contextlib
import enum
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import TimeoutError as NotInTime

from harness.browser.visitor import Visitor
from harness.patience import PATIENCE

# What can be pressed now: in the topmost window if one is open, else anywhere. The elements are kept for pressing.
LOOK = """() => {
    const root = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.getElementById("app");
    const hooks = ["action", "die", "from", "at", "space", "useAll", "many", "open", "opens", "points", "enter",
        "answer", "undo", "tab", "main"];
    const found = [...root.querySelectorAll("button, a[href], input, select")].filter((one) =>
        (one.id === "main-button" || hooks.some((name) => name in one.dataset)) &&
        one.checkVisibility({ visibilityProperty: true }));
    window.controls = found;
    return {
        over: document.querySelector("main.end") !== null,
        window: root.getAttribute("role") === "dialog",
        seen: window.seen,
        controls: found.map((one, number) => ({
            number, data: { ...one.dataset }, main: one.id === "main-button" || "main" in one.dataset,
            dim: one.getAttribute("aria-disabled") === "true" || one.disabled === true,
            on: one.getAttribute("aria-pressed") === "true", kind: one.className,
        })),
    };
}"""

# A sheet that comes in is pressed once it stands.
STILL = """async (number) => {
    for (let box = window.controls[number]; box; box = box.parentElement)
        for (const moving of box.getAnimations())
            if (moving.effect?.getTiming().iterations !== Infinity) await moving.finished.catch(() => {});
}"""

# Where a control can be pressed: a point of it that is in sight and not covered. What lies outside is scrolled to as a
# person could: only what scrolls by hand is moved.
AIM = """(number) => {
    const one = window.controls[number];
    if (!one || !one.isConnected) return { gone: true };
    const scrolls = (style) => style === "auto" || style === "scroll";
    for (let box = one.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        const page = box === document.documentElement;
        const [inner, outer] = [one.getBoundingClientRect(), page
            ? new DOMRect(0, 0, innerWidth, innerHeight) : box.getBoundingClientRect()];
        if ((scrolls(style.overflowY) || page) && box.scrollHeight > box.clientHeight) {
            if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 8;
            else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 8;
        }
        if (scrolls(style.overflowX) && box.scrollWidth > box.clientWidth) {
            if (inner.left < outer.left) box.scrollLeft -= outer.left - inner.left + 8;
            else if (inner.right > outer.right) box.scrollLeft += inner.right - outer.right + 8;
        }
    }
    const { left, top, width, height } = one.getBoundingClientRect();
    if (one.closest(".phone-half") && (left >= innerWidth || left + width <= 0)) return { turn: true };
    let hit = null;
    const points = [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5], [0.2, 0.2], [0.8, 0.8]];
    for (const [across, down] of points) {
        const [x, y] = [left + width * across, top + height * down];
        hit = document.elementFromPoint(x, y);
        if (hit !== null && one.contains(hit)) return { x, y };
    }
    const box = [left, top, width, height].map(Math.round).join(" ");
    return { covered: hit === null ? `out of sight at ${box}` : `covered at ${box} by ${hit.outerHTML.slice(0, 120)}` };
}"""

# Until the page has changed since `seen`, and has come to rest for a frame.
CHANGED = """async ([seen, most]) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const end = performance.now() + most;
    while (window.seen === seen && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 4));
    const changed = window.seen !== seen;
    for (let last = -1; last !== window.seen && performance.now() < end; ) {
        last = window.seen;
        await frame();
    }
    return changed;
}"""


# How much the actions are wanted; those not named, 4.
WANTED = {
    "place": 1.5, "move": 0.0, "swap": 0.0, "back": 0.0, "turn": 0.5, "ready": 1.5, "unready": 0.0, "again": 0.3,
    "use": 5.0, "buy": 3.0, "upgrade": 8.0, "recruit": 5.0, "nobles": 5.0, "decline": 1.0, "end": 1.5,
}  # fmt: skip
MISSES = 5
"""So often may a control be covered or do nothing, because the screen changed under the finger."""
ODD = ("move", "swap", "back", "turn", "place")
"""What only the curious do, or do more often."""


@dataclass(frozen=True)
class Control:
    """Something on the screen that plays, or leads to something that does."""

    number: int
    data: dict[str, str]
    main: bool
    dim: bool
    on: bool
    kind: str

    @property
    def action(self) -> str:
        """The action it plays; empty if none."""
        return self.data.get("action", "")

    @property
    def verb(self) -> str:
        """The first word of its action."""
        return self.action.partition(" ")[0]

    @property
    def spot(self) -> str:
        """Where the die it stands for lies."""
        return self.data.get("from", self.data.get("at", ""))

    @property
    def opens(self) -> bool:
        """Whether it leads to something that could be played."""
        return (
            "points" in self.data
            or "opens" in self.data
            or self.data.get("open", "").startswith(("upgrade", "enterta"))
        )

    @property
    def lit(self) -> bool:
        """Whether it shines."""
        return not {"on", "lit"}.isdisjoint(self.kind.split())

    def __str__(self) -> str:
        what = " ".join(f"{name}={value}" for name, value in self.data.items() if name != "thing")
        return f"[{what or self.kind}]"


@dataclass(frozen=True)
class Screen:
    """What somebody sees at one moment."""

    over: bool
    window: bool
    seen: int
    controls: list[Control]

    def of(self, **data: str) -> list[Control]:
        """The controls with these hooks that are not dimmed."""
        return [one for one in self.controls if not one.dim and all(one.data.get(key) == data[key] for key in data)]

    @property
    def free_dice(self) -> bool:
        """Whether a die in the tray could be used."""
        return any(one.spot == "tray" and not one.dim for one in self.controls)

    @property
    def actions(self) -> dict[str, list[Control]]:
        """What can be played at once, by the action."""
        found: dict[str, list[Control]] = {}
        for one in self.controls:
            if one.action and not one.dim:
                found.setdefault(one.action, []).append(one)
        return found


class Outcome(enum.Enum):
    """What came of somebody's look at the screen."""

    PRESSED = enum.auto()
    WAITED = enum.auto()
    """There was nothing to press, but something happened."""
    NOTHING = enum.auto()
    OVER = enum.auto()


class Stuck(AssertionError):
    """Nobody can go on."""


class Player:
    """Plays a table to its end by pressing what lies before them."""

    def __init__(self, visitor: Visitor, seed: object = 1, curious: float = 0.0) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.rng = random.Random(str(seed))
        self.curious = curious
        """How often they press what only shows something, takes back, or plays badly: from 0 to 1."""
        self.presses: Counter[str] = Counter()
        self.doors: list[int] = []
        self.failed: Counter[str] = Counter()
        """What looked alive but was covered or did nothing, and how often."""

    # --- seeing and pressing

    def look(self) -> Screen:
        """What can be pressed now."""
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return Screen(found["over"], found["window"], found["seen"], [Control(**one) for one in found["controls"]])

    def press(self, control: Control) -> bool:
        """Press a control, if it can be seen and reached; whether it could."""
        place = self.page.evaluate(AIM, control.number)
        if "turn" in place:  # the other half of a tavern on a phone
            with contextlib.suppress(NotInTime):  # the evening may have gone on meanwhile: then look again
                self.page.tap(".phone-halves button[aria-pressed=false]", timeout=2000)
            place = self.page.evaluate(AIM, control.number)
        if "covered" in place:
            self.page.evaluate(STILL, control.number)
            place = self.page.evaluate(AIM, control.number)
        if "x" not in place:
            if "covered" in place:
                self.failed[f"{control} is {place['covered']}"] += 1
            return False
        if self.visitor.touch:
            self.page.touchscreen.tap(place["x"], place["y"])
        else:
            self.page.mouse.click(place["x"], place["y"])
        self.presses[control.verb or next(iter(control.data), "main")] += 1
        return True

    def press_again(self, control: Control, screen: Screen) -> bool:
        """Press what did nothing once more, where people would; whether something happens now."""
        return False

    def changed(self, seen: int, most: int = 1500) -> bool:
        """Wait until the screen has changed since it was looked at, and rests; whether it has."""
        return bool(self.page.evaluate(CHANGED, [seen, most]))

    # --- playing

    def weigh(self, control: Control, screen: Screen) -> float:
        """How much somebody wants to press a control now; 0: not at all."""
        data, odd = control.data, self.curious
        if control.dim:
            return 0.02 * odd
        if "enter" in data or data.get("answer") == "yes":
            return 1000.0
        if "useAll" in data or "many" in data:
            return 100.0
        if control.action in ("ready", "end") and screen.window:
            return 10.0  # they were warned
        if control.action == "ready" and not screen.free_dice:
            return 20.0
        if control.verb:
            return WANTED.get(control.verb, 4.0) + (odd if control.verb in ODD else 0.0)
        if "die" in data:
            return 0.0 if control.on else 1.0 + odd if control.spot == "tray" else odd
        if control.opens:
            return 3.0 if control.lit else 0.2 * odd
        if "tab" in data:
            return {"tavern": 0.5, "market": 0.5}.get(data["tab"], 0.2 * odd)
        if control.main:
            return 1.5
        return 0.3 * odd

    def turn(self, patience: int = 2000) -> Outcome:
        """Look, and press one thing if there is one; else wait so many milliseconds for others."""
        screen = self.look()
        if screen.over:
            return Outcome.OVER
        weights = [self.weigh(one, screen) for one in screen.controls]
        alive = any(weight > 0 and not one.dim for one, weight in zip(screen.controls, weights, strict=True))
        if screen.window and (not alive or self.rng.random() < 0.1):
            self.page.keyboard.press("Escape")
            self.changed(screen.seen, 150)
            return Outcome.PRESSED
        if not any(weights):
            return Outcome.WAITED if self.changed(screen.seen, patience) else Outcome.NOTHING
        chosen = self.rng.choices(screen.controls, weights)[0]
        if "enter" in chosen.data:
            self.doors.append(int(chosen.data["enter"]))
        plays = chosen.action != "" and not chosen.dim
        if self.press(chosen) and not self.changed(screen.seen, 3000 if plays else 150) and plays:
            if not self.press_again(chosen, screen):
                self.failed[f"{chosen} was pressed and nothing happened"] += 1
        self.check()
        return Outcome.PRESSED

    def check(self) -> None:
        """The page has not complained, and nothing that looks alive is dead."""
        self.visitor.check()
        for words, times in self.failed.items():
            if times >= MISSES:
                raise Stuck(f"{words} ({times} times)\n{self.visitor.describe()}")


def play(*players: Player, until: Callable[[], bool] | None = None, most: int = 1500) -> None:
    """Play to the end, or until something is so; several people take turns at looking whether they can do something."""
    patience = 2000 if len(players) == 1 else 40
    still = time.monotonic()
    for _ in range(most):
        outcomes = [player.turn(patience) for player in players]
        if all(one is Outcome.OVER for one in outcomes) or (until is not None and until()):
            return
        if Outcome.PRESSED in outcomes or Outcome.WAITED in outcomes:
            still = time.monotonic()
        elif time.monotonic() - still > PATIENCE:
            raise Stuck(f"nothing to press and nothing happens\n{[one.visitor.describe() for one in players]}")
    pressed = [dict(player.presses) for player in players]
    raise Stuck(f"not over after {most} presses: {pressed}\n{[one.visitor.describe() for one in players]}")
