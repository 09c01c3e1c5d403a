"""A request for an undo that is not granted is answered in words, to the one who asked and to the one who said no, on
the screen and for screen readers."""

from harness.browser.table import moment, press
from harness.browser.visitor import Visit, Visitor
from tests.browser.test_seats import together

HEARD = "[...document.querySelectorAll('#live p')].map((one) => one.textContent)"


def until_news(*people: Visitor) -> Visitor:
    """Both play the first thing until one of them could undo only by consent; who that is."""
    for _ in range(400):
        for one in people:
            one.page.evaluate(
                """async () => {
                    const { act, asked, legal } = await import("/static/js/core/game.js");
                    if (asked.value && legal.value.size > 0) await act([...legal.value.keys()][0]);
                }"""
            )
            one.rest()
            for other in people:
                way = other.page.evaluate("async () => (await import('/static/js/core/game.js')).undoing.value")
                if way == "ask":
                    return other
    raise AssertionError("nothing new was ever shown")


def heard(me: Visitor, words: str) -> None:
    """It is on the screen, and a screen reader was told once."""
    me.until(f"document.querySelector('[data-undo-off] p')?.textContent === {words!r}", words)
    me.until(f"{HEARD}.filter((one) => one === {words!r}).length === 1", f"said: {words}")


def test_a_refused_undo_is_said_to_both(visit: Visit) -> None:
    ada, ben = visit(painted=False), visit("phone", painted=False)
    together(ada, ben)
    asking = until_news(ada, ben)
    other, name, refuser = (ben, "Ada", "Ben") if asking is ada else (ada, "Ben", "Ada")
    press(asking, "[data-undo=ask], .phone-undo.ask")
    other.until("document.querySelector('[data-answer=no]')", "the other is asked")
    before = moment(asking)["ply"]
    press(other, "[data-answer=no]")
    heard(asking, f"{refuser} doesn’t agree, so your decision stands.")
    heard(other, f"You didn’t agree, so {name}’s decision stands.")
    assert moment(asking)["ply"] == before

    # It goes when it was read, and when somebody asks again; who thinks better of it is reported to the other.
    press(other, "[data-undo-off] .tool")
    other.until("!document.querySelector('[data-undo-off]')")
    press(asking, "[data-undo=ask], .phone-undo.ask")
    asking.until("document.querySelector('[data-answer=no]') && !document.querySelector('[data-undo-off]')")
    press(asking, "[data-answer=no]")
    heard(other, f"{name} no longer wants to undo anything.")
    asking.until("!document.querySelector('.tv-banner')", "who withdrew it knows")
