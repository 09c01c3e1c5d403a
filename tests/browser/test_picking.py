"""Choosing is the same everywhere: a first press picks, the main button or a second press does it."""

import functools

import pytest

from harness.browser.table import new_table, press
from harness.browser.visitor import Size, Visit, Visitor
from tests.browser.posed import commands, played, pose, sit_down
from tiefenthal.engine.game import Game

MAIN = {"desk": "[data-main]", "phone": "#main-button"}
LEGAL = "(await import('/static/js/core/game.js')).legal.value"


@functools.cache
def question(rule: str) -> Game:
    """A game in which the first seat is asked this, with something to choose."""

    def asks(game: Game) -> bool:
        return any(one.seat == 0 and one.rule == rule for one in game.decisions) and len(game.legal_actions(0)) > 1

    for seed in range(300):
        game = played(2, 5 if rule != "A-1" else 1, f"{rule} {seed}", asks)
        if game is not None:
            return game
    raise AssertionError(f"nobody is asked {rule}")


def options(me: Visitor) -> list[str]:
    """The actions of the options in sight."""
    found = me.page.locator(".ph-option.lit[data-action]").evaluate_all("(all) => all.map((one) => one.dataset.action)")
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("rule", ["D-2", "A-1", "M4-1", "M5-4"])
def test_the_first_press_picks_and_the_second_decides(visit: Visit, size: Size, rule: str) -> None:
    me = visit(size, painted=False)
    game = question(rule)
    sit_down(me, 2, 5 if rule != "A-1" else 1)
    pose(me, game)
    main = me.page.locator(f"{MAIN[size]}, .phone-main.wait").first
    one, other = options(me)[:2]
    assert "pick one, then confirm" in main.inner_text()
    press(me, f".ph-option[data-action='{one}']")
    me.rest()
    assert commands(me) == [], "nothing is done by the first press"
    assert "confirm" not in main.inner_text()
    press(me, f".ph-option[data-action='{other}']")
    me.rest()
    assert commands(me) == [], "another one is picked"
    assert me.page.locator(".ph-option.picked").first.get_attribute("data-action") == other
    press(me, MAIN[size])
    me.rest()
    assert commands(me) == [other]
    press(me, f".ph-option[data-action='{one}']")
    press(me, f".ph-option[data-action='{one}']")
    me.rest()
    assert commands(me)[1:] == [one], "the second press on it decides, too"


@functools.cache
def two_alike() -> tuple[Game, str]:
    """A draft in which two dice of the first coaster have the same face, and the action that takes one."""

    def asks(game: Game) -> bool:
        coaster = game.position()["seats"][0]["coaster"]
        return 0 in game.to_act and len(set(coaster)) < len(coaster) == 4

    for seed in range(300):
        game = played(2, 1, f"alike {seed}", asks)
        if game is not None:
            coaster = game.position()["seats"][0]["coaster"]
            return game, f"take {next(face for face in coaster if coaster.count(face) > 1)}"
    raise AssertionError


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_of_dice_alike_only_the_one_that_is_pressed_is_picked(visit: Visit, size: Size) -> None:
    me = visit(size, painted=False)
    sit_down(me, 2, 1)
    game, take = two_alike()
    pose(me, game)
    dice = me.page.locator(f".ph-option[data-action='{take}']")
    assert dice.count() > 1

    def looks() -> list[bool]:
        me.rest()
        found: list[bool] = dice.evaluate_all("(all) => all.map((one) => one.matches('.picked[aria-current]'))")
        return found

    assert True not in looks()
    for nth in (1, 0):
        one = dice.nth(nth)
        if me.touch:
            one.tap()
        else:
            one.click()
        assert looks() == [i == nth for i in range(dice.count())]
        assert commands(me) == [], "the other one is picked instead"
    me.page.keyboard.press(take.split()[1])
    assert looks().count(True) == 1
    press(me, f".ph-option.picked[data-action='{take}']")
    me.rest()
    assert commands(me) == [take]


def test_a_mouse_that_rests_shows_what_would_come_and_picks_nothing(visit: Visit) -> None:
    me = visit(painted=False)
    sit_down(me, 2, 5)
    pose(me, question("D-2"))
    one, other = options(me)[:2]
    press(me, f".ph-option[data-action='{one}']")
    me.page.locator(f".ph-option[data-action='{other}']").first.hover()
    me.rest()
    shown = "(await import('/static/js/phases/prospects.js')).consideredFace()"
    me.until(f"{shown} === {int(other.split()[1])}", "what the other die would bring")
    assert me.page.locator(".ph-option.picked").first.get_attribute("data-action") == one
    me.page.mouse.move(2, 2)
    me.until(f"{shown} === {int(one.split()[1])}", "what the picked die would bring")
    me.page.keyboard.press("Enter")
    me.rest()
    assert commands(me) == [one]


def test_what_was_picked_once_is_not_picked_again(visit: Visit) -> None:
    """Two dice alike: the second waits to be picked, and Enter, Enter takes only one."""
    me = visit(painted=False)
    me.remember()
    table = new_table(me, {"kind": "here", "name": "Ada"}, {"kind": "bot", "bot": "random"})
    me.go(f"/table/{table}")
    taken: list[str] = []
    while len(taken) < 4:
        me.until(f"[...{LEGAL}.keys()].some((one) => one === 'stay' || one.startsWith('take '))")
        me.rest()
        if me.page.evaluate(f"async () => {LEGAL}.has('stay')"):
            me.page.keyboard.press("Enter")
            me.until(f"!{LEGAL}.has('stay')")
            continue
        dice = me.page.evaluate(f"async () => [...{LEGAL}.keys()]")
        if len(dice) > 1:
            assert me.page.locator(".ph-option.picked").count() == 0, f"picked already after {taken}: {dice}"
        again = [one for one in taken if one in dice]
        take = again[0] if again else dice[0]
        before = me.page.evaluate("async () => (await import('/static/js/core/game.js')).me.value.dice.length")
        me.page.keyboard.press(take.split()[1])
        me.page.keyboard.press("Enter")
        me.until(f"(await import('/static/js/core/game.js')).me.value.dice.length > {before}")
        taken.append(take)
