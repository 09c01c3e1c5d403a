"""Choosing a die of the draft before one's turn: people with a browser each, at a desk and on phones."""

from collections.abc import Sequence
from typing import Any

from harness.browser.table import moment, press
from harness.browser.visitor import Visit, Visitor
from tests.browser.test_seats import HERE, api

DICE = ".ph-coaster.large .ph-die, .ph-hold .ph-die"
TAKES = ".ph-die[data-action]"
MINE = "(await import('/static/js/core/game.js')).me"
LEGAL = """async () => {
    const { legal } = await import("/static/js/core/game.js");
    return [...legal.value.keys()];
}"""


def sit_down(host: Visitor, *guests: Visitor) -> str:
    """A table for these people, each with a session of their own; its id."""
    for one, name in zip((host, *guests), ("Ada", "Ben", "Cleo", "Dora"), strict=False):
        one.context.add_init_script("localStorage['tiefenthal-start'] ??= JSON.stringify({ met: true })")
        one.remember({}, name=name)
        api(one, "/api/session", {"name": name})
    links = [{"kind": "link"}] * len(guests)
    table = str(api(host, "/api/tables", {"seats": [HERE, *links], "modules": 1})["id"])
    key = str(api(host, f"/api/tables/{table}/links", {"to": "join"})["key"])
    for one in guests:
        api(one, f"/api/tables/{table}/enter", {"key": key})
    for one in (host, *guests):
        one.go(f"/table/{table}")
        one.until("document.querySelector('.tv-stage, .phone-grid')")
    return table


def play(me: Visitor, action: str) -> None:
    """Decide behind the scenes."""
    me.page.evaluate(
        """async (action) => { await (await import("/static/js/core/game.js")).act(action); }""",
        action,
    )


def to_the_draft(people: Sequence[Visitor]) -> list[Visitor]:
    """Everybody lets everything be until the dice are rolled; the people in turn order."""
    while moment(people[0])["phase"] != "draft":
        for one in people:
            if moment(one)["phase"] != "draft" and moment(one)["asked"]:
                play(one, one.page.evaluate(LEGAL)[0])
    for one in people:
        one.until("document.querySelector('.ph-draft')")
    turn = _board(people[0])["turn"]
    seats = {moment(one)["seat"]: one for one in people}
    return [seats[(turn - 1 + i) % len(people) + 1] for i in range(len(people))]


def _board(me: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = me.page.evaluate(
        """async () => (await import("/static/js/core/game.js")).board.value""",
    )
    return found


def dice_of(me: Visitor) -> list[int]:
    """The dice this person has, by what the server says."""
    return [die["face"] for die in _board(me)["seats"][moment(me)["seat"] - 1]["dice"] if not die["own"]]


def pick(me: Visitor, other: bool = False) -> int:
    """Choose a die of mine (or another one than is chosen); its face."""
    chosen = me.page.evaluate("document.querySelector('[data-chosen]')?.dataset.chosen ?? ''")
    faces = me.page.eval_on_selector_all(TAKES, "all => all.map((one) => one.dataset.action.split(' ')[1])")
    face = next(one for one in faces if not other or one != chosen)
    press(me, f"[data-action='take {face}']")
    confirm = f"[data-action='take {face}']:not(.ph-die)"
    me.until(f'document.querySelector("{confirm}")')
    press(me, confirm)
    return int(face)


def chosen(me: Visitor, face: int) -> None:
    """The screen shows that this die is chosen."""
    me.until(f"document.querySelector('[data-chosen=\"{face}\"]')", f"the {face} is shown as chosen")


def test_everyone_chooses_at_once_and_dice_are_taken_in_turn_order(visit: Visit) -> None:
    people = visit(painted=False), visit("phone", painted=False), visit(painted=False)
    sit_down(*people)
    first, second, third = to_the_draft(people)
    for one in (second, third):
        assert moment(one)["asked"], "everyone can choose at once"
        assert one.page.locator(TAKES).count() > 0

    # The last one chooses first. Nothing is taken; the others see that a choice is made, not which.
    last = pick(third)
    chosen(third, last)
    assert dice_of(third) == []
    first.until("document.querySelector('.ph-draft').innerText.includes('has chosen')", "who has chosen is shown")
    assert first.page.locator("[data-chosen]").count() == 0
    third.until(f"document.querySelector('#app').innerText.includes('Your pick: {last}')")

    # It can be changed, and taken back by pressing it.
    if len(set(_board(third)["seats"][moment(third)["seat"] - 1]["coaster"])) > 1:
        last = pick(third, other=True)
        chosen(third, last)
    press(third, "[data-chosen]")
    third.until("!document.querySelector('[data-chosen]')", "pressing it takes it back")
    last = pick(third)
    chosen(third, last)

    # It stands after the page is loaded again.
    third.page.reload()
    chosen(third, last)

    # The second takes ahead, too; then the first one's die is the signal for all.
    middle = pick(second)
    chosen(second, middle)
    first.until("document.querySelector('.ph-draft').innerText.includes('2 of 3')", "how many have chosen")
    taken = pick(first)
    for one, face in ((first, taken), (second, middle), (third, last)):
        one.until(f"{MINE}.value.dice.some((die) => !die.own)", "the die is taken")
        one.until("!document.querySelector('[data-chosen]')")
        assert dice_of(one) == [face]
        assert moment(one)["asked"], "the next pass has begun, for everyone"
    told = first.page.evaluate(
        """async () => (await import("/static/js/core/game.js")).story.value
            .filter((one) => one.what === "took").map((one) => [one.seat, one.face])"""
    )
    order = [moment(one)["seat"] for one in (first, second, third)]
    assert told[-3:] == [[seat, face] for seat, face in zip(order, (taken, middle, last), strict=True)]


def test_nobody_chooses_ahead_at_one_screen(visit: Visit) -> None:
    """Two people who share a screen are asked one after the other, as ever."""
    me = visit(painted=False)
    me.context.add_init_script("localStorage['tiefenthal-start'] ??= JSON.stringify({ met: true })")
    me.remember({})
    api(me, "/api/session", {"name": "Ada"})
    table = str(api(me, "/api/tables", {"seats": [HERE, {"kind": "here", "name": "Ben"}], "modules": 1})["id"])
    me.go(f"/table/{table}")
    me.until("document.querySelector('.tv-stage, .tv-door')")
    decisions = """async () => (await import("/static/js/core/game.js")).update.value?.decisions ?? []"""
    while (moment(me)["phase"]) != "draft":
        if me.page.locator(".tv-door [data-enter]").count():
            press(me, ".tv-door [data-enter]")
        elif moment(me)["asked"]:
            play(me, me.page.evaluate(LEGAL)[0])
        me.rest()
    assert len(me.page.evaluate(decisions)) == 1
