"""Two people with a browser each, by the link one of them sends. One line breaks, one page is loaded again."""

import pytest

from harness.browser.player import Player, play
from harness.browser.table import begin, check_end, leave_to_bot, moment, press
from harness.browser.visitor import Visit

KEEP_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
    constructor(...all) { super(...all); window.sockets.push(this); }
};
"""


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_two_browsers_by_link(visit: Visit, whole: bool) -> None:
    """They play two evenings, or the whole game."""
    ada, ben = visit(painted=False), visit("phone", painted=False)
    ada.remember({"players": 2, "modules": 1})
    ben.context.add_init_script(KEEP_SOCKETS)
    ben.expected = ["WebSocket connection to .* failed", "ERR_INTERNET_DISCONNECTED"]
    ada.go("/")
    press(ada, "button.big:has(use[href='#u-link'])")
    press(ada, ".people-dialog button[type=submit]")
    ada.until("document.querySelector('.invite input')?.value")
    link = ada.page.input_value(".invite input")
    ben.go(link)
    ben.page.fill("#gate-name", "Ben")
    press(ben, "button[type=submit]")
    for one in (ada, ben):
        one.until("document.querySelector('.tv-stage, .phone-grid')")
    assert "#" not in ben.page.url, "the key stays out of sight"
    table = ada.table

    players = [Player(ada, "ada"), Player(ben, "ben")]
    play(*players, until=lambda: moment(ada)["round"] >= 2)

    # Ben's line breaks; Ada goes on as far as she can.
    ben.context.set_offline(True)
    ben.page.evaluate("window.sockets.forEach((one) => one.close())")
    ben.until("document.querySelector('.phone-banner.lost')", "Ben is told that the line is lost")
    for _ in range(4):
        players[0].turn(100)
    ben.context.set_offline(False)
    ben.until("!document.querySelector('.phone-banner.lost')", "Ben is back")
    ben.until("document.querySelector('.phone-grid')")
    play(*players, until=lambda: moment(ada)["round"] >= 3)

    # Ada loads the page again: she sits where she sat, and her log is whole.
    before = moment(ada)
    ada.page.reload()
    ada.until("document.querySelector('.tv-stage')")
    ada.until("document.title !== 'Tiefenthal'")
    after = moment(ada)
    assert (after["seat"], after["round"]) == (before["seat"], before["round"])
    ada.page.keyboard.press("l")
    ada.until("document.querySelectorAll('.log-evening').length >= 2", "the log goes back to the first evening")
    ada.page.keyboard.press("Escape")

    if whole:
        play(*players)
    else:
        for one in (ada, ben):
            leave_to_bot(one, "random")
    for one in (ada, ben):
        check_end(one, table)


NEWER_AFTER_RETURN = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
    constructor(...all) {
        super(...all);
        const again = window.sockets.push(this) > 1;
        super.addEventListener("message", (event) => {
            const frame = JSON.parse(event.data);
            if (!again || frame.type !== "hello") return;
            event.stopImmediatePropagation();
            this.dispatchEvent(
                new MessageEvent("newer", { data: JSON.stringify({ ...frame, protocol: frame.protocol + 1 }) }),
            );
        });
    }
    addEventListener(kind, listen) {
        super.addEventListener(kind, listen);
        if (kind === "message") super.addEventListener("newer", listen);
    }
};
"""


def test_a_newer_server_gets_its_own_scripts(visit: Visit) -> None:
    """The server was replaced while the page was open: the page is loaded again, and the game goes on."""
    ada = visit(painted=False)
    ada.context.add_init_script(NEWER_AFTER_RETURN)
    ada.remember({"players": 2, "modules": 1})
    ada.go("/")
    begin(ada)
    with ada.page.expect_event("load"):
        ada.page.evaluate("window.sockets[0].close()")
    ada.until("document.querySelector('.tv-stage')", "the game goes on")
