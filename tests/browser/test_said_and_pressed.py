"""Small promises of the page: what is read out is not glued together, what does something looks and sounds like it, and
Enter presses what says Enter."""

import re

import pytest

from harness.browser.table import press
from harness.browser.visitor import Size, Visit
from tests.browser.lesson_player import Learner
from tests.browser.posed import played, pose, sit_down
from tiefenthal.engine.game import Game
from tiefenthal.engine.rules.actions import UPGRADE

KEEP_SAID = """
window.said = [];
addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const one of addedNodes) window.said.push(one.textContent);
}).observe(document.getElementById("live"), { childList: true }));
"""
GLUED = re.compile(r"[.!?:,;][^\W\d_]|[a-zß-ÿ][A-Z]|[^\W\d_]\d|\d(?!s\b)[^\W\d_]")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_lesson_is_read_out_word_by_word(visit: Visit, size: Size) -> None:
    """The live region says what to press by its name, not by all that is drawn on it."""
    me = visit(size, painted=False)
    me.context.add_init_script(KEEP_SAID)
    me.remember()
    me.go("/lessons")
    press(me, "[data-lesson-begin=first]")
    me.until("document.querySelector('[data-lesson=first]')")
    Learner(me).finish()
    said = me.page.evaluate("window.said")
    targets = [words for words in said if words.startswith("What to press: ")]
    assert len(targets) > 10
    assert [words for words in said if GLUED.search(words)] == []


def upgrading() -> Game:
    """The first seat could upgrade something, and something else is too dear."""
    for seed in range(400):
        game = played(
            2,
            1,
            f"upgrade {seed}",
            lambda one: one.to_act == (0,) and any(action.kind == UPGRADE for action in one.legal_actions(0)),
        )
        if game is not None:
            return game
    raise AssertionError("nobody can upgrade")


def test_the_price_of_an_upgrade_says_what_a_press_does(visit: Visit) -> None:
    """On the desk as on the phone."""
    me = visit(painted=False)
    sit_down(me, 2, 1)
    game = upgrading()
    area = next(action.text for action in game.legal_actions(0) if action.kind == UPGRADE).split()[1]
    pose(me, game)
    press(me, f"[data-open=upgrade-{area}]")
    me.until("document.querySelector('[role=dialog] .tv-offer.lit')")
    offer = me.page.locator("[role=dialog] .tv-offer.lit").first
    assert "Upgrade" in offer.locator(".inside").inner_text()
    assert (offer.locator(".unseen").text_content() or "").startswith("Upgrade for ")
    closed = me.page.locator("[role=dialog] .tv-offer:not(.lit) .inside").all_inner_texts()
    assert not any("Upgrade" in words for words in closed)


@pytest.mark.parametrize("closed_by", ["Escape", "mouse"])
def test_enter_is_the_gold_buttons_after_how_to_play_was_read(visit: Visit, closed_by: str) -> None:
    me = visit(painted=False)
    me.remember()
    me.go("/")
    me.page.locator("button.start-learn[aria-haspopup=dialog]").click()
    me.until("document.querySelector('[role=dialog]')")
    if closed_by == "Escape":
        me.page.keyboard.press("Escape")
    else:
        me.page.locator("[role=dialog] .dialog-head .tool").click()
    me.until("!document.querySelector('[role=dialog]')")
    me.rest()
    me.page.keyboard.press("Enter")
    me.until("location.pathname.startsWith('/table/')", "the gold button says Enter")


def test_whoever_opens_it_by_key_comes_back_to_it(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember()
    me.go("/")
    me.page.locator("button.start-learn[aria-haspopup=dialog]").focus()
    me.page.keyboard.press("Enter")
    me.until("document.querySelector('[role=dialog]')")
    me.page.keyboard.press("Escape")
    me.until("!document.querySelector('[role=dialog]')")
    me.until("document.activeElement.matches('button.start-learn')")


def test_a_link_for_this_computer_alone_promises_no_more(visit: Visit) -> None:
    """No QR code, and nothing about a command line."""
    me = visit(painted=False)
    me.context.route("**/api/addresses", lambda route: route.fulfill(json={"addresses": []}))
    me.remember()
    me.go("/")
    press(me, "button.big:has(use[href='#u-link'])")
    assert "QR" not in me.page.inner_text(".people-dialog")
    press(me, ".people-dialog button[type=submit]")
    me.until("document.querySelector('.invite .aside')")
    words = me.page.inner_text(".invite")
    assert "only on this computer" in words
    assert "QR" not in words
    assert "host" not in words
    assert "0.0.0.0" not in words
    assert me.page.locator(".qr").count() == 0
