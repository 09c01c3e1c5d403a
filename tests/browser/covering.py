"""What a panel over the table covers: points of what it is about, looked at with the panel away and with it there.

A tip may lie over it: somebody is pointing there just now.
"""

from collections.abc import Iterable

from harness.browser.visitor import Visitor

SETTLED = """async (panel) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const where = () => JSON.stringify(document.querySelector(panel)?.getBoundingClientRect());
    for (let same = 0, before = ""; same < 8; ) {
        await frame();
        await new Promise((resolve) => setTimeout(resolve, 15));
        const now = where();
        same = now === before ? same + 1 : 0;
        before = now;
    }
}"""
COVERED = """([panel, things]) => {
    const one = document.querySelector(panel);
    if (one === null) return ["there is no panel"];
    const faults = [];
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const box = [left, top, right, bottom].map(Math.round).join(" ");
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        faults.push(`out of the window: ${box}`);
    if (right - left < 100 || bottom - top < 40) faults.push(`too small to be read: ${box}`);
    const spot = document.querySelector(".lesson-spot")?.getBoundingClientRect();
    const gap = 6;
    const across = spot && Math.min(right, spot.right - gap) - Math.max(left, spot.left + gap);
    const down = spot && Math.min(bottom, spot.bottom - gap) - Math.max(top, spot.top + gap);
    if (across > 1 && down > 1) faults.push(`${box} (${one.dataset.shape}) covers ${across}x${down} px in the light`);
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
    for (const thing of [one, ...one.querySelectorAll("button, a[href]")]) {
        const at = thing.getBoundingClientRect();
        const page = [...one.querySelectorAll("*")].find(
            (box) => box !== thing && box.contains(thing) && getComputedStyle(box).overflowY === "auto");
        const clip = page?.getBoundingClientRect() ?? at; // what scrolls shows a part
        const hits = parts
            .flatMap((x) => parts.map((y) => [at.left + x * at.width, at.top + y * at.height]))
            .filter(([, y]) => y >= clip.top && y < clip.bottom)
            .map(([x, y]) => document.elementFromPoint(x, y));
        const hidden = hits.filter((hit) => hit === null || !(thing.contains(hit) || hit.closest(".tip")));
        if (hidden.length > 0) {
            const what = thing === one ? "the panel" : `its <${thing.className}>`;
            const by = hidden[0] === null ? "the edge of the window" : hidden[0].outerHTML.slice(0, 80);
            faults.push(`${box} (${one.dataset.shape}): ${hidden.length}/${hits.length} of ${what} lies under ${by}`);
        }
    }
    const window = [...document.querySelectorAll("[role=dialog]")].at(-1);
    const steps = [0.02, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 0.98];
    for (const selector of things) {
        const all = [...(window ?? document.getElementById("app")).querySelectorAll(selector)];
        for (const thing of all) {
            const at = thing.getBoundingClientRect();
            if (at.width < 2 || at.height < 2) continue;
            const points = steps.flatMap((x) => steps.map((y) => [at.left + x * at.width, at.top + y * at.height]));
            const hits = () => points.map(([x, y]) => document.elementFromPoint(x, y));
            const over = hits().map((hit) => hit !== null && one.contains(hit));
            if (!over.includes(true)) continue;
            one.style.visibility = "hidden";
            const seen = hits().map((hit) => hit !== null && (thing.contains(hit) || hit.contains(thing)));
            one.style.visibility = "";
            const n = over.filter((covered, i) => covered && seen[i]).length;
            if (n > 0) {
                const place = [at.left, at.top, at.right, at.bottom].map(Math.round).join(" ");
                faults.push(`${box} (${one.dataset.shape}) covers ${n}/64 of ${selector} at ${place}`);
            }
        }
    }
    return faults;
}"""
DICE = ("[data-group=tray] [data-die]", "[data-use-all]")
ALWAYS = ("[data-main]", "#main-button", ".dialog-head .tool", ".dialog-foot button", *DICE)
"""The way on, the way out of a window, the dice."""


def covered(me: Visitor, panel: str, things: Iterable[str]) -> list[str]:
    """What a panel covers of what it must leave free, once it stands still."""
    me.page.evaluate(SETTLED, panel)
    found: list[str] = me.page.evaluate(COVERED, [panel, [*ALWAYS, *things]])
    return found
