"""Playing again after a game by link: everybody is led to one table, wherever they are when somebody asks."""

import json

import pytest

from harness.browser.table import moment, press
from harness.browser.visitor import Visit, Visitor
from tests.browser.covering import covered
from tests.browser.test_seats import HERE, api, at_table

ASKED = ".again-note"


# A bot plays for whoever this is, and nobody draws it.
LEAVE_TO_BOT = """(table) => new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket?board=2`);
    let handed = false;
    socket.onmessage = ({ data }) => {
        const { type } = JSON.parse(data);
        if (type === "shown" && !handed) {
            handed = true;
            socket.send(JSON.stringify({ type: "hand-over", bot: "random" }));
        }
        if (type === "over") resolve(socket.close());
    };
    socket.onclose = ({ code }) => reject(new Error(`the line was closed with ${code}`));
})"""


def finished(ada: Visitor, ben: Visitor, *watching: Visitor) -> str:
    """A game of two by link, played to its end, which everybody looks at; its id."""
    for one, name in ((ada, "Ada"), (ben, "Ben"), *((one, "Eva") for one in watching)):
        one.remember(name=name)
        one.context.add_init_script("localStorage['tiefenthal-start'] ??= JSON.stringify({ met: true })")
        api(one, "/api/session", {"name": name})
    game = str(api(ada, "/api/tables", {"seats": [HERE, {"kind": "link"}], "pace": "instant"})["id"])
    keys = [str(api(ada, f"/api/tables/{game}/links", {"to": to})["key"]) for to in ("join", "watch")]
    api(ben, f"/api/tables/{game}/enter", {"key": keys[0]})
    for one in watching:
        api(one, f"/api/tables/{game}/enter", {"key": keys[1]})
    for one in (ada, ben):
        one.page.goto("/api/bots")
    ben.page.evaluate("(table) => { window.line = (" + LEAVE_TO_BOT + ")(table); }", game)
    ada.page.evaluate(LEAVE_TO_BOT, game)
    for one in (ada, ben, *watching):
        one.go(f"/table/{game}")
        one.until("document.querySelector('main.end .end-again')")
    return game


def mine(me: Visitor, game: str) -> list[str]:
    """My tables that follow a game."""
    return [one["id"] for one in me.context.request.get("/api/tables").json()["mine"] if one["follows"] == game]


def says(me: Visitor, words: str) -> None:
    """The live region has said this."""
    me.until(f"document.querySelector('[aria-live]')?.textContent.includes({json.dumps(words)})", words)


def again(me: Visitor) -> None:
    """Press the main button of the end screen."""
    press(me, ".end-again")


def test_both_are_led_to_one_table(visit: Visit) -> None:
    ada, ben = visit(painted=False), visit("phone", painted=False)
    game = finished(ada, ben)
    again(ada)
    ada.until("document.querySelector('.waiting-card .chairs')")
    assert ada.table != game
    shown = ada.page.locator(".waiting-card").inner_text()
    assert "Ben’s seat is saved" in shown
    assert not ada.page.locator(".invite").count(), "nobody else is wanted"

    ben.until(f"document.querySelector('{ASKED}')", "Ben is told where he is")
    assert "Ada wants to play again." in ben.page.locator(ASKED).inner_text()
    assert ben.page.title().startswith("● Ada wants to play again")
    again(ben)
    for one in (ada, ben):
        at_table(one)
    assert (ada.table, moment(ada)["seat"], moment(ben)["seat"]) == (ben.table, 1, 2)
    assert mine(ada, game) == mine(ben, game) == [ada.table]

    # The end of the first game leads to the second one.
    ben.go(f"/table/{game}")
    ben.until("document.querySelector('.end-again')?.textContent.includes('Go to the next game')")
    again(ben)
    at_table(ben)
    assert ben.table == ada.table


def test_one_presses_and_the_other_comes_later_from_the_start_page(visit: Visit) -> None:
    ada, ben = visit(painted=False), visit(painted=False)
    game = finished(ada, ben)
    ben.go("/")
    ben.until("document.querySelector('.start .big.play')")
    again(ada)
    ada.until("document.querySelector('.waiting-card .chairs')")
    ben.until("document.querySelector('.again-start .big.gold')", "the start page learns it by itself")
    says(ben, "Ada wants to play again.")
    first = ben.page.locator(".menu button").first.inner_text()
    assert "Ada wants to play again." in first, "it stands at the top"
    ben.page.keyboard.press("Enter")
    for one in (ada, ben):
        at_table(one)
    assert ada.table == ben.table
    assert moment(ben)["seat"] == 2
    assert mine(ben, game) == [ada.table]


def test_both_press_at_the_same_moment(visit: Visit) -> None:
    ada, ben = visit(painted=False), visit("phone", painted=False)
    game = finished(ada, ben)
    for one in (ada, ben):  # neither waits for the other's answer
        one.page.evaluate("setTimeout(() => document.querySelector('.end-again').click(), 50)")
    for one in (ada, ben):
        one.until(f"!location.pathname.endsWith('{game}')")
        at_table(one)
    assert ada.table == ben.table
    assert mine(ada, game) == mine(ben, game) == [ada.table]


@pytest.mark.parametrize("path", ["/replay/{game}", "/rules"])
def test_somebody_who_looks_at_something_else_is_asked_there_and_declines(visit: Visit, path: str) -> None:
    ada, ben = visit("phone", painted=False), visit(painted=False)
    game = finished(ada, ben)
    ben.go(path.format(game=game))
    again(ada)
    ada.until("document.querySelector('.waiting-card .chairs')")
    ben.until(f"document.querySelector('{ASKED}')", "asked on every screen")
    with ben.shown():
        assert covered(ben, ASKED, [".replay-bar > *", ".replay-controls > *", "h1"]) == []
        ben.page.set_viewport_size({"width": 390, "height": 844})
        ben.rest()
        assert covered(ben, ASKED, [".replay-bar > *", ".replay-controls > *", "h1"]) == []
        fits = "(document.querySelector('.replay-controls')?.getBoundingClientRect().bottom ?? 0) <= innerHeight"
        ben.until(fits, "the controls of a replay are in sight")
    press(ben, "[data-again=no]")
    ben.until(f"!document.querySelector('{ASKED}')")
    assert mine(ben, game) == []
    ada.until("document.querySelector('.invite')", "others may be invited to the seat now")
    press(ada, ".chair-plan .btn")
    at_table(ada)
    seats = ada.context.request.get(f"/api/tables/{ada.table}").json()["seats"]
    assert [one["kind"] for one in seats] == ["person", "bot"]


def test_whoever_watched_is_led_there_too(visit: Visit) -> None:
    ada, ben, eva = visit(painted=False), visit(painted=False), visit(painted=False)
    finished(ada, ben, eva)
    assert "Start page" in eva.page.locator(".end-again").inner_text()
    again(ada)
    eva.until("document.querySelector('.end-again')?.textContent.includes('Watch the next game')")
    again(eva)
    eva.until("document.querySelector('.waiting-card .chairs')")
    ben.until(f"document.querySelector('{ASKED}')")
    again(ben)
    for one in (ada, ben, eva):
        at_table(one)
    assert ada.table == eva.table
    assert moment(eva)["seat"] is None
