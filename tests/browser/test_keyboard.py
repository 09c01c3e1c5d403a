"""The whole game without a mouse."""

from tests.browser.keyboard import KeyboardPlayer
from tests.browser.player import play
from tests.browser.table import check_end
from tests.browser.visitor import Visit

NO_MOUSE = """
window.mouse = [];
for (const name of ["pointerdown", "pointermove", "mousedown", "mousemove", "touchstart"])
    addEventListener(name, () => window.mouse.push(name), true);
"""


def test_a_whole_game_by_keyboard(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember({"modules": 1})
    me.context.add_init_script(NO_MOUSE)
    me.go("/")
    me.rest()
    me.page.keyboard.press("Enter")  # Play now
    me.until("document.querySelector('.tv-stage')")
    table = me.table
    player = KeyboardPlayer(me, "keys")
    play(player)
    assert {"take", "place", "ready", "useAll", "end"} <= set(player.presses)
    assert me.page.evaluate("window.mouse") == []
    check_end(me, table)
    me.page.keyboard.press("Enter")  # play again
    me.until(f"location.pathname.startsWith('/table/') && !location.pathname.endsWith('{table}')")
