"""The daily evening in a browser: found on the start, played to its end, where one stands, the text to share."""

import re

from harness.browser.table import press
from harness.browser.visitor import Visit

# What leads on, through the same functions as a press: as quick a game as the rules allow.
PLAY = """async () => {
    const { asked, ending, send, update } = await import("/static/js/core/game.js");
    while (ending.value === null) {
        const before = update.value?.ply;
        if (asked.value) {
            const legal = update.value.legal.map((one) => one.action);
            const action = ["stay", "ready", "end"].find((one) => legal.includes(one)) ?? legal[0];
            await send({ ply: before, action });
        }
        while (ending.value === null && update.value?.ply === before)
            await new Promise((resolve) => setTimeout(resolve, 5));
    }
}"""


def test_the_daily_evening_is_played_and_shared(visit: Visit) -> None:
    me = visit(painted=False, permissions=["clipboard-read", "clipboard-write"])
    me.remember()
    me.go("/")
    me.until("document.querySelector('.start-daily small').textContent.includes('a whole game, about')")
    press(me, ".start-daily")
    me.until("document.querySelector('.daily-card[data-state=open] [data-daily=play]')", "today's evening")
    assert "UTC" in me.page.inner_text(".daily-time")
    assert re.fullmatch(r"A whole game: 8 evenings, about \d\d min", me.page.inner_text(".daily-long").strip())
    me.page.locator("[data-daily=play]").focus()
    me.page.keyboard.press("Enter")
    me.until("location.pathname.startsWith('/table/') && document.querySelector('.tv-stage')", "the table")
    table = me.table
    press(me, "[data-open=menu]")
    me.until("document.querySelector('[data-open=learn]')", "the menu")
    assert not me.page.locator("[data-seat=hand]").count(), "nobody else plays it"
    me.page.keyboard.press("Escape")

    # Who goes away comes back to the same game.
    me.go("/daily")
    me.until("document.querySelector('[data-daily=go-on]')", "one attempt, under way")
    press(me, "[data-daily=go-on]")
    me.until("document.querySelector('.tv-stage')", "the table again")
    assert me.table == table
    me.page.evaluate(PLAY)
    me.until("document.querySelector('main.end .end-daily')", "what it means for the day")
    me.until("document.querySelector('.end-dice use[href=\"#u-lock\"]')", "the seed stays secret")
    record = me.context.request.get(f"/api/records/{table}").json()
    score, day = record["ending"]["scores"][0], record["daily"]["day"]
    assert record["ending"]["seed"] == ""

    press(me, ".end-again")
    me.until("document.querySelector('.daily-share pre')", "where one stands")
    assert me.page.inner_text(".daily-score b") == str(score)
    assert me.page.locator(".daily-chart li.mine").count() == 1
    assert not me.page.locator("[data-daily=play]").count(), "there is no second attempt"
    press(me, "[data-daily=copy]")
    me.until("document.querySelector('[data-daily=copy] use[href=\"#u-check\"]')", "copied")
    text = me.page.evaluate("navigator.clipboard.readText()")
    assert text == me.page.inner_text(".daily-share pre")
    assert f"{score} points" in text
    assert text.endswith(f"{me.address}/daily/{day}")
    assert len(text.splitlines()) <= 5

    me.go("/")
    me.until(f"document.querySelector('.start-daily small').textContent.includes('played: {score} ')", "played")

    friend = visit("phone", painted=False)
    friend.remember(language="de")
    friend.go(f"/daily/{day}")
    friend.until("document.querySelector('[data-daily=play]')", "an attempt of their own")
    assert "1 Spieler" in friend.page.inner_text(".daily-time")
    assert not friend.page.locator(".daily-chart").count(), "how others did is told afterwards"
    friend.expected.append("404")
    friend.go("/daily/2001-01-01")
    friend.until("document.querySelector('.state-card')", "a day this server did not hold")
