"""What a person can do besides playing on: take back, be told why not, follow the log, keep and show the game again."""

import re

from harness.browser.player import Player, play
from harness.browser.table import begin, check_end, moment, press, skip_to_end
from harness.browser.visitor import Visit, Visitor


def until_phase(me: Visitor, player: Player, phase: str) -> None:
    """Play until I am asked something in a phase."""
    play(player, until=lambda: (at := moment(me))["phase"] == phase and at["asked"])


def test_taking_back(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember()
    me.go("/")
    begin(me)
    player = Player(me, "undo")
    until_phase(me, player, "planning")
    undo = me.page.locator("[data-undo]")
    assert undo.get_attribute("data-undo") == "alone"
    assert "agree" not in undo.inner_text(), "nobody sits there who could agree"
    tray = "[...document.querySelectorAll('.tv-tray button')].map((one) => one.getAttribute('aria-label'))"
    before = me.page.evaluate(tray)
    ply = moment(me)["ply"]
    press(me, "[data-from=tray]:not([aria-disabled])")
    press(me, "[data-action^='place ']")
    me.until("document.querySelector('.tv-tray li.placed')", "the die is placed")
    assert me.page.get_attribute("[data-undo]", "data-undo") == "free"
    me.page.keyboard.press("u")
    me.until("!document.querySelector('.tv-tray li.placed')", "the die is back")
    assert me.page.evaluate(tray) == before
    assert moment(me)["ply"] > ply
    press(me, "[data-from=tray]:not([aria-disabled])")
    press(me, "[data-action^='place ']")
    me.until("document.querySelector('.tv-tray li.placed')")
    me.page.keyboard.press("Enter")
    me.until(
        "document.querySelector('[role=dialog] [data-action=ready]')",
        "Enter is the main button's after a press with the mouse, and picks up no die",
    )


def test_why_not_is_said_at_the_thing(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember()
    me.go("/")
    begin(me)
    until_phase(me, Player(me, "why"), "serving")
    dim = me.page.locator("[data-action^='nobles 3'][aria-disabled=true]")
    dim.click(force=True)  # dimmed, but it answers
    me.until("document.querySelector('.tip .tip-rule')", "the reason with its rule")
    words = me.page.locator(".tip").inner_text()
    assert "beer" in words
    assert re.search(r"\bF-\d+", words)
    me.until("document.getElementById('live').textContent.includes('beer')", "and it is read out")
    me.page.keyboard.press("F1")
    me.until("document.querySelector('[role=dialog]')", "the rule itself")


def test_escape_closes_a_window_whatever_has_changed_below_it(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember()
    me.go("/")
    begin(me)
    me.rest()
    me.page.keyboard.press("l")
    me.until("document.querySelector('[role=dialog]')")
    me.page.set_viewport_size(
        {"width": 360, "height": 740}
    )  # below the window another table appears, with its own keys
    me.until("document.querySelector('.phone-grid')")
    me.rest()
    me.page.keyboard.press("Escape")
    me.until("!document.querySelector('[role=dialog]')")


def test_no_tip_lies_over_the_table_when_a_window_closes(visit: Visit) -> None:
    """The focus goes back to what opened the window, or the mouse never left it; explaining that again would only hide
    what is beside it."""
    me = visit(painted=False)
    me.remember()
    me.go("/")
    begin(me)
    until_phase(me, Player(me, "tip"), "planning")
    for elsewhere in (True, False):
        press(me, "[data-open^=upgrade]")
        me.until("document.querySelector('[role=dialog]')")
        if elsewhere:
            me.page.mouse.move(2, 2)
        me.rest()
        me.page.keyboard.press("Escape")
        me.until("!document.querySelector('[role=dialog]')")
        me.page.wait_for_timeout(600)  # longer than a mouse has to rest on a thing for it to be explained
        assert me.page.evaluate("document.activeElement.dataset.open").startswith("upgrade")
        assert me.page.locator(".tip").count() == 0, f"the mouse {'went away' if elsewhere else 'stayed'}"
    found = me.page.locator("[data-open^=upgrade]").first.bounding_box()
    assert found is not None
    me.page.mouse.move(2, 2)
    me.page.mouse.move(found["x"] + 9, found["y"] + 9)
    me.until("document.querySelector('.tip')", "a mouse that comes back is answered")


def test_a_line_of_the_log_points_at_what_it_speaks_of(visit: Visit) -> None:
    me = visit("phone", painted=False)
    me.remember()
    me.go("/")
    begin(me)
    until_phase(me, Player(me, "log"), "serving")
    me.page.set_viewport_size({"width": 1366, "height": 768})
    me.until("document.querySelector('.tv-stage')")
    press(me, "[data-open=log]")
    lines = me.page.locator(".log-line[data-points-at]")
    for at in range(lines.count()):
        lines.nth(at).hover()
        if me.page.locator(".pointed-at[data-thing]").count():
            points = lines.nth(at).get_attribute("data-points-at") or ""
            assert me.page.locator(".pointed-at").first.get_attribute("data-thing") in points.split()
            return
    raise AssertionError("no line points at anything")


def test_after_the_game(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember({"modules": 2})
    me.context.grant_permissions(["clipboard-read", "clipboard-write"])
    me.go("/")
    table = begin(me)
    skip_to_end(me, bot="")
    check_end(me, table)

    # The record, as a file, is the one the server has.
    press(me, ".end-dice summary")
    with me.page.expect_download() as waiting:
        press(me, ".btn:has(use[href='#u-download'])")
    kept = waiting.value.path().read_text("utf-8")
    assert kept == me.context.request.get(f"/api/records/{table}/text").text()
    seed = me.context.request.get(f"/api/records/{table}").json()["ending"]["seed"]
    assert seed in me.page.locator(".end-dice").inner_text()

    # Shown again: step by step, and by a link that opens at that very move.
    press(me, ".btn:has(use[href='#u-replay'])")
    me.until("document.querySelector('.replay input[type=range]')")
    me.page.keyboard.press("ArrowRight")
    # Keys may come quicker than the screen follows.
    me.page.evaluate(
        "['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft'].forEach((key) =>"
        " document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))"
    )
    me.until("document.querySelector('.replay input[type=range]').value === '3' && location.search === '?ply=3'")
    me.page.keyboard.press("PageDown")
    me.until("Number(document.querySelector('.replay input[type=range]').value) > 3")
    press(me, ".replay-copy")
    link = me.page.evaluate("navigator.clipboard.readText()")
    friend = visit(painted=False)
    friend.go(link)
    friend.until("document.querySelector('.replay input[type=range]')")
    assert friend.page.input_value(".replay input[type=range]") == link.rpartition("=")[2]
    count = "document.querySelector('.replay-count').textContent"
    friend.until(f"{count} === {me.page.evaluate(count)!r}", "the friend sees the same move")
    friend.until("document.querySelector('.replay-say span')?.textContent", "and is told it")

    # Play again: a new table of the same kind.
    me.go(f"/table/{table}")
    me.until("document.querySelector('main.end .end-again')")
    press(me, ".end-again")
    me.until(f"location.pathname.startsWith('/table/') && !location.pathname.endsWith('{table}')")
    me.until("document.querySelector('.tv-stage')")
    again = me.context.request.get(f"/api/tables/{me.table}").json()
    assert (again["modules"], again["players"]) == (2, 2)
