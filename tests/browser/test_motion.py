"""Movement: none for those who want none, and never longer than 300 ms for the others, or 700 for what has weight and
lies in a layer of its own (dice that roll, a noble who comes). (Cards may come one after the other, so what counts is
how long each of them moves.)"""

import pytest

from harness.browser.player import Player, play
from harness.browser.table import begin, moment
from harness.browser.visitor import Visit, Visitor
from tests.browser import screens

# The longest movement any element would make, and what moves now: milliseconds.
LONGEST = """() => {
    const time = (text) => parseFloat(text) * (text.endsWith("ms") ? 1 : 1000);
    const milliseconds = (text) => Math.max(...text.split(", ").map(time));
    const found = {};
    for (const one of document.querySelectorAll("body *")) for (const part of [null, "::before", "::after"]) {
        const style = getComputedStyle(one, part);
        const name = one.className?.baseVal ?? (one.className || one.tagName);
        const turn = milliseconds(style.transitionDuration);
        if (turn > 0) found[`transition of ${name}`] = turn;
        const running = `animation ${style.animationName} of ${name}`;
        if (style.animationName !== "none") found[running] = milliseconds(style.animationDuration);
    }
    for (const one of document.getAnimations()) {
        if (one.effect.target?.closest(".roll-layer, .moment-layer")) continue;
        const { duration } = one.effect.getComputedTiming();
        const what = one.animationName ?? one.transitionProperty ?? "movement";
        found[`running ${what} of ${one.effect.target?.className}`] = Number(duration);
    }
    return found;
}"""
START = """
const animate = Element.prototype.animate;
window.moved = [];
window.weighty = [];
Element.prototype.animate = function (frames, how) {
    const kind = this.closest(".roll-layer, .moment-layer") === null ? window.moved : window.weighty;
    kind.push(typeof how === "number" ? how : Number(how?.duration ?? 0));
    return animate.call(this, frames, how);
};
"""


@pytest.mark.parametrize(("wish", "most"), [("reduce", 10), ("no-preference", 300)])
def test_no_movement_is_longer(visit: Visit, wish: str, most: int) -> None:
    me = visit(reduced_motion=wish)
    me.remember({"modules": 5}, speed="slow")
    me.context.add_init_script(START)
    found: dict[str, float] = {}

    def look(who: Visitor, screen: str) -> None:
        for what, time in who.page.evaluate(LONGEST).items():
            if time > most:
                found[f"{screen}: {what}"] = time

    me.go("/")
    look(me, "start")
    begin(me)

    def serving() -> bool:
        phase = moment(me)["phase"]
        look(me, phase)
        return bool(phase == "serving")

    play(Player(me, "motion"), until=serving)
    screens.window(me, look, "menu", "[data-open=menu]")
    assert found == {}
    moved = me.page.evaluate("window.moved")
    assert all(time <= most for time in moved), sorted(moved)[-3:]
    weighty = me.page.evaluate("window.weighty")
    assert all(time <= 700 for time in weighty), sorted(weighty)[-3:]
    if wish == "reduce":
        assert weighty == []
    else:
        assert moved, "something moves for those who do not mind"
