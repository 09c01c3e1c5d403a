"""The game without a mouse."""

import pytest

from tests.browser.keyboard import KeyboardPlayer
from tests.browser.player import play
from tests.browser.table import check_end, leave_to_bot, moment
from tests.browser.visitor import Visit

# A browser may tell of a mouse that rests where the page moved under it; that is nobody's doing.
NO_MOUSE = """
window.mouse = [];
for (const name of ["pointerdown", "mousedown", "touchstart"])
    addEventListener(name, () => window.mouse.push(name), true);
addEventListener("mousemove", (event) => {
    if (event.movementX || event.movementY) window.mouse.push("mousemove");
}, true);
"""


@pytest.mark.parametrize("evenings", [3, pytest.param(8, marks=pytest.mark.slow)])
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
    if not moment(me)["over"]:
        leave_to_bot(me, "random")
    assert {"take", "place", "ready", "useAll", "end"} <= set(player.presses)
    assert me.page.evaluate("window.mouse") == []
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
