"""Bards that have not sung are named before a turn ends; a toast with no schnapps left may be declined."""

from harness.browser.table import new_table, press
from harness.browser.visitor import Visit, Visitor

# Play, with the client's own commands, until a bard could sing and no die is left to use: two evenings, of which the
# first buys a bard, who lies on top of the deck and comes in the second.
UNTIL_A_BARD = """async () => {
    const { act, asked, legal, me } = await import("/static/js/core/game.js");
    const WANTED = [/^buy bard$/, /^use (?!monk)/, /^place . cashbox$/, /^stay$/, /^take /, /^choose /, /^ready$/,
        /^decline$/, /^schnapps$/, /^end$/];
    for (let left = 400; left > 0; left -= 1) {
        if (!asked.value || legal.value.size === 0) {
            await new Promise((resolve) => setTimeout(resolve, 20));
            continue;
        }
        const actions = [...legal.value.keys()];
        if (legal.value.has("bard") && !actions.some((one) => one.startsWith("use "))) return true;
        const wanted = WANTED.map((shape) => actions.find((one) => shape.test(one))).find((one) => one !== undefined);
        await act(wanted ?? actions[0]);
    }
    return false;
}"""
# What the server would say at a toast with no schnapps left; games rarely come to that.
DRY_TOAST = """async () => {
    const { seat, update } = await import("/static/js/core/game.js");
    const question = { seat: seat.value, phase: "serving", rule: "M3-3", id: "dry-toast" };
    update.value = { ...update.value, decisions: [question], unavailable: [],
        legal: [{ kind: "remove", space: "t1", action: "remove t1" }, { kind: "decline", action: "decline" }] };
}"""
BARDS = "(await import('/static/js/core/game.js')).me.value.bards"


def with_a_bard(visit: Visit) -> Visitor:
    """Somebody who is serving, with a bard."""
    me = visit(painted=False)
    me.remember()
    table = new_table(me, {"kind": "here", "name": "Ada"}, {"kind": "bot", "bot": "random"}, modules=3)
    me.go(f"/table/{table}")
    me.until("document.querySelector('[data-main]')")
    assert me.page.evaluate(UNTIL_A_BARD)
    return me


def test_a_turn_does_not_end_with_bards_unheard_without_a_word(visit: Visit) -> None:
    me = with_a_bard(visit)
    me.until("document.querySelector('[data-main]').textContent.includes('1 bard hasn’t sung')", "the button says so")
    me.page.set_viewport_size({"width": 360, "height": 740})
    me.until("document.querySelector('#main-button')")
    press(me, "#main-button")
    me.until("document.querySelector('[role=dialog] [data-action=bard]')", "the window of the phone offers the song")
    me.page.keyboard.press("Escape")
    me.page.set_viewport_size({"width": 1366, "height": 768})
    me.until("document.querySelector('[data-main]')")
    press(me, "[data-main]")
    me.until("document.querySelector('[role=dialog] [data-action=bard]')", "so does that of the desk")
    assert "one more step of reputation" in me.page.locator("[role=dialog]").inner_text()
    press(me, "[role=dialog] [data-action=bard]")
    me.until("!document.querySelector('[role=dialog]')", "it closes")
    me.page.wait_for_function(f"async () => {BARDS} === 0")
    me.until("!document.querySelector('[data-main]').textContent.includes('bard')", "the button says it no more")


def test_a_toast_without_schnapps_may_be_declined(visit: Visit) -> None:
    me = with_a_bard(visit)
    me.page.evaluate(DRY_TOAST)
    me.until("document.querySelector('.ph-toast')")
    view = me.page.locator(".ph-toast")
    assert "No schnapps is left" in view.inner_text()
    assert view.locator("[data-action='remove t1']").count() == 1
    assert view.locator("[data-action=schnapps]").count() == 0
    assert view.locator("[data-action=decline]").inner_text().strip() == "Let everyone stay"
