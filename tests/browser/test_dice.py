"""Dice that are rolled tumble once, come to lie on their true faces, and are in nobody's way; and what is heard."""

import pytest

from harness.browser.table import begin, moment
from harness.browser.visitor import Visit, Visitor

# Every tumble of the page: the face that ends in front of each of its cubes. `window.hold` keeps the cubes in the air.
ROLLS = """
window.rolls = [];
window.hold = false;
new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const one of addedNodes) if (one.className === "roll-layer") {
        const front = (die) => die.querySelector("span:first-child use").getAttribute("href").slice(3);
        window.rolls.push([...one.querySelectorAll(".roll-die")].map(front));
    }
}).observe(document, { subtree: true, childList: true });
{
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...rest) {
        const found = animate.apply(this, rest);
        if (window.hold && this.closest(".roll-layer")) found.pause();
        return found;
    };
    const later = window.setTimeout;
    window.setTimeout = (what, ...rest) => (window.hold && what.name === "settle" ? 0 : later(what, ...rest));
}
"""
# A page that is far behind what arrives: what the server sends within a while is heard all at once.
BEHIND = """
{
    const listen = WebSocket.prototype.addEventListener;
    WebSocket.prototype.addEventListener = function (what, hear, ...rest) {
        let kept = [];
        const late = (event) => {
            if (kept.length === 0) setTimeout(() => kept.splice(0).forEach((one) => hear.call(this, one)), 400);
            kept.push(event);
        };
        return listen.call(this, what, what === "message" ? late : hear, ...rest);
    };
}
"""
# What lies on the coasters, as the server says and as the screen shows it; and whether all of it can be seen.
LIES = """async () => {
    const { board } = await import("/static/js/core/game.js");
    const shown = [...document.querySelectorAll(".ph-coaster .die[data-rolled]")];
    return {
        told: board.value.seats.flatMap((one) => one.coaster).sort().join(""),
        shown: shown.map((die) => die.dataset.face).sort().join(""),
        hidden: shown.filter((die) => getComputedStyle(die).opacity !== "1").length,
    };
}"""


def at_arrival(me: Visitor) -> None:
    """A new game, at the first evening's guests."""
    me.context.add_init_script(ROLLS)
    me.go("/")
    begin(me)
    me.until("document.querySelector('[data-main][data-action=stay]')", "guests to let stay")


def stay(me: Visitor) -> None:
    """Let the guests stay; the dice are rolled, and it becomes my turn to take one."""
    me.page.locator("[data-main][data-action=stay]").click()
    me.until("document.querySelector(\"[data-action^='take ']\")", "a die to take")


@pytest.mark.parametrize("behind", [False, True])
def test_dice_tumble_once_onto_their_true_faces(visit: Visit, behind: bool) -> None:
    """Also where the bot's take arrives together with the roll, as it does on a busy machine."""
    me = visit(reduced_motion="no-preference")
    me.remember(speed="normal", sound=True)
    if behind:
        me.context.add_init_script(BEHIND)
    at_arrival(me)
    assert me.page.evaluate("window.rolls") == []
    stay(me)
    me.until("window.rolls.length === 1", "dice that tumble")
    me.until("document.querySelector('.roll-layer') === null", "dice that have come to lie")
    lies = me.page.evaluate(LIES)
    assert lies["shown"] == lies["told"]
    assert lies["hidden"] == 0
    white = sorted(one[1:] for one in me.page.evaluate("window.rolls[0]") if one.startswith("w"))
    assert len(white) == 8
    taken = list(white)
    for face in lies["told"]:  # the bot may have taken one meanwhile
        taken.remove(face)
    assert len(taken) <= 1
    heard = me.page.evaluate("async () => (await import('/static/js/core/sound.js')).heard")
    assert heard.count("roll") == 1
    # Nothing is rolled again by taking a decision back and making it again …
    me.page.locator("[data-undo]").click()
    me.until("document.querySelector('[data-main][data-action=stay]')", "back at the guests")
    stay(me)
    me.rest()
    assert len(me.page.evaluate("window.rolls")) == 1
    # … nor for somebody who comes back.
    me.page.reload()
    me.until("document.querySelector(\"[data-action^='take ']\")", "the same dice")
    me.rest()
    assert me.page.evaluate("window.rolls") == []


def test_a_die_can_be_taken_while_it_tumbles(visit: Visit) -> None:
    me = visit(reduced_motion="no-preference")
    me.remember(speed="slow")
    at_arrival(me)
    me.page.evaluate("window.hold = true")
    stay(me)
    me.until("document.querySelectorAll('.roll-die').length > 4", "dice in the air")
    assert me.page.evaluate(LIES)["hidden"] > 0
    before = moment(me)["ply"]
    me.page.locator("[data-action^='take ']").first.click()
    me.page.locator(".ph-option.picked").first.click()
    me.until("document.querySelector('.roll-layer') === null", "a press ends the tumble")
    assert me.page.evaluate(LIES)["hidden"] == 0
    me.until("document.querySelectorAll('.ph-felt-bar .die:not([data-rolled])').length > 0", "the die in the tray")
    assert moment(me)["ply"] > before


def test_nothing_tumbles_where_motion_is_not_wanted(visit: Visit) -> None:
    me = visit(reduced_motion="reduce")
    me.remember(speed="normal")
    at_arrival(me)
    stay(me)
    me.rest()
    assert me.page.evaluate("window.rolls") == []
    assert me.page.evaluate("document.getAnimations().length") == 0
    assert me.page.evaluate(LIES)["hidden"] == 0


def test_sound_is_offered_once(visit: Visit) -> None:
    me = visit()
    me.remember(soundOffered=False)
    at_arrival(me)
    kept = "JSON.parse(localStorage.tiefenthal)"
    me.page.locator("[data-sound=off]").click()
    me.until("document.querySelector('.sound-offer') === null")
    assert me.page.evaluate(f"[{kept}.sound, {kept}.soundOffered]") == [False, True]
    me.page.reload()
    me.until("document.querySelector('[data-main]')")
    me.rest()
    assert me.page.locator(".sound-offer").count() == 0
    # Whoever changes their mind says how loud.
    me.go("/")
    me.page.locator(".start-top button.tool").last.click()
    assert me.page.locator(".volume").count() == 0
    me.page.locator(".settings .switch", has_text="Sounds").locator("input").check()
    me.page.locator(".volume input").fill("25")
    assert me.page.evaluate(f"[{kept}.sound, {kept}.volume]") == [True, 0.25]
