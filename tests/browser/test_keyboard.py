"""The game without a mouse."""

import pytest

from harness.browser.player import play
from harness.browser.table import check_end, moment, skip_to_end
from harness.browser.visitor import Visit
from tests.browser.evening_by_keys import FIND, Hands, open_table
from tests.browser.keyboard import DISTANCE, KeyboardPlayer

# A browser may tell of a mouse that rests where the page moved under it; that is nobody's doing.
NO_MOUSE = """
window.mouse = [];
for (const name of ["pointerdown", "mousedown", "touchstart"])
    addEventListener(name, () => window.mouse.push(name), true);
addEventListener("mousemove", (event) => {
    if (event.movementX || event.movementY) window.mouse.push("mousemove");
}, true);
"""


@pytest.mark.parametrize("evenings", [2, pytest.param(8, marks=pytest.mark.slow)])
def test_a_game_by_keyboard(visit: Visit, evenings: int) -> None:
    me = visit(painted=False)
    me.remember({"modules": 1})
    me.context.add_init_script(NO_MOUSE)
    me.go("/")
    me.rest()
    me.page.keyboard.press("Enter")  # Play now
    me.until("document.querySelector('.tv-stage')")
    table = me.table
    player = KeyboardPlayer(me, "keys")
    play(player, until=lambda: moment(me)["round"] > evenings)
    assert {"take", "place", "ready", "useAll", "end"} <= set(player.presses)
    assert me.page.evaluate("window.mouse") == []
    if not moment(me)["over"]:
        skip_to_end(me)
    check_end(me, table)
    me.page.locator(".end h1").focus()  # where the page puts it, unless a Tab meant for the table came after the end
    me.page.evaluate("performance.now = () => 0")  # the end has just come: this Enter was meant for the table
    me.page.keyboard.press("Enter")
    me.rest()
    assert me.table == table
    assert me.page.locator("main.end").count()
    me.page.evaluate("performance.now = () => 1e9")
    me.page.keyboard.press("Enter")  # play again
    me.until(f"location.pathname.startsWith('/table/') && !location.pathname.endsWith('{table}')")


def test_an_evening_by_keyboard_takes_few_presses(visit: Visit) -> None:
    """127 presses before there were letters and groups (make no more than half of that: this is a fifth)."""
    me = visit(painted=False)
    open_table(me)
    hands = Hands(me)
    focus = "document.activeElement"
    hands.prepare()
    hands.plan()
    hands.use()

    # By Tab alone what can be bought is as many stops away as there are groups before it.
    me.page.evaluate(FIND, "[data-action='buy barback']")
    assert 0 < abs(me.page.evaluate(DISTANCE, 0)) <= 10
    hands.buy()
    assert me.page.evaluate(f"{focus}.matches('[data-action^=\"buy \"]:not([aria-disabled])')"), "on to the next card"
    hands.upgrade()
    assert me.page.evaluate(f"{focus}.matches('[data-main]')"), "no other area can be paid: on to the main button"
    hands.recruit()
    assert me.page.evaluate(f"{focus}.matches('[data-main]')"), "one guest an evening"
    hands.end()
    assert hands.counted.total() <= 30, hands.counted


def test_escape_lets_go_and_enter_means_what_has_the_focus(visit: Visit) -> None:
    me = visit(painted=False)
    open_table(me)
    hands = Hands(me)
    held = "(await import('/static/js/core/game.js')).hand.value"
    hands.prepare()
    face = hands.until_legal("place ")[0].split()[1]
    hands.press(face, "take")
    me.until(f"{held} !== null")
    hands.to(".tv-stores [role=img]", "look")
    me.until("document.querySelector('.tip')", "what has the focus explains itself")
    hands.press("Escape", "let go")
    me.until(f"{held} === null && !document.querySelector('.tip')", "one press lets go of the die and closes the tip")
    hands.press("Enter", "nothing")  # on a thing that is only looked at it is not the main button's
    me.rest()
    assert "ready" in hands.legal()
    hands.press("Escape", "let go")
    assert me.page.evaluate("document.activeElement === document.body"), "another one lets go of the focus"
    hands.press("ArrowRight", "nothing")
    hands.press("Enter", "main")
    me.until("document.querySelector('[role=dialog] [data-action=ready]')", "now Enter is the main button's")
