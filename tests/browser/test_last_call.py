"""Nobody loses an evening without being asked: before a plan is ready or a turn ends while dice could still be placed
or used, a window says what would be lost. What can still be done is counted as the rules have it."""

import functools
import json
from collections.abc import Callable

import pytest

from harness.browser.table import press
from harness.browser.visitor import Size, Visit, Visitor
from tests.browser.posed import commands, played, pose, sit_down
from tiefenthal.engine.game import Game
from tiefenthal.engine.rules.actions import END, PLACE, READY, USE
from tiefenthal.engine.rules.spaces import TRAY
from tiefenthal.server.tables.board import board_of

MAIN = {"desk": "[data-main]", "phone": "#main-button"}


def kinds(game: Game) -> set[int]:
    """What the first seat can do."""
    return {action.kind for action in game.legal_actions(0)} if 0 in game.to_act else set()


def placeable(game: Game) -> int:
    """The dice of the first seat that could still be placed."""
    return board_of(game.view(None).state).seats[0].placeable


@functools.cache
def found(name: str) -> Game:
    """A game in which the first seat is asked something."""
    wanted: dict[str, Callable[[Game], bool]] = {
        "nothing placed": lambda game: READY in kinds(game) and all(at == TRAY for at in game.state.players[0].places),
        "nothing used": lambda game: (
            END in kinds(game)
            and PLACE in kinds(game)
            and USE not in kinds(game)
            and all(at == TRAY for at in game.state.players[0].places)
        ),
        "nowhere to go": lambda game: (
            END in kinds(game)
            and not {PLACE, USE} & kinds(game)
            and TRAY in game.state.players[0].places
            and not any(board_of(game.view(None).state).seats[0].loses.values())
        ),
        "more than fit": lambda game: (
            READY in kinds(game) and 0 < placeable(game) < game.state.players[0].places.count(TRAY)
        ),
        "twins": lambda game: (
            END in kinds(game)
            and PLACE not in kinds(game)
            and TRAY not in game.state.players[0].places
            and sum(action.kind == USE for action in game.legal_actions(0))
            < sum(at >= 0 for at in game.state.players[0].places)
        ),
    }
    for seed in range(3000):
        game = played(2, 1, f"{name} {seed}", wanted[name], most=150)
        if game is not None and wanted[name](game):
            return game
    raise AssertionError(f"no such moment: {name}")


def seated(visit: Visit, size: Size, name: str) -> Visitor:
    """Somebody at such a moment."""
    me = visit(size, painted=False)
    sit_down(me, 2, 1)
    pose(me, found(name))
    return me


def asked(me: Visitor) -> str:
    """What the window asks; it must be there."""
    me.until("document.querySelector('[role=dialog]')", "a window asks")
    me.rest()
    return str(me.page.inner_text("[role=dialog]"))


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize(("name", "action"), [("nothing placed", "ready"), ("nothing used", "end")])
def test_two_presses_of_enter_lose_nothing(visit: Visit, size: Size, name: str, action: str) -> None:
    me = seated(visit, size, name)
    n = placeable(found(name))
    me.page.keyboard.press("Enter")
    words = asked(me)
    assert f"{n} dice could still be placed; if you leave them out, they bring you nothing." in words
    me.page.keyboard.press("Enter")
    me.until("!document.querySelector('[role=dialog]')", "Enter goes back")
    assert commands(me) == []
    press(me, MAIN[size])
    asked(me)
    press(me, f"[role=dialog] [data-action={action}]")
    me.rest()
    assert commands(me) == [action]


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_dice_that_fit_nowhere_are_not_counted(visit: Visit, size: Size) -> None:
    me = seated(visit, size, "nowhere to go")
    words = me.page.inner_text(MAIN[size])
    assert "nothing is lost" in words
    assert "not yet used" not in words
    press(me, MAIN[size])
    me.rest()
    assert commands(me) == ["end"]


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_plan_counts_the_dice_that_still_find_a_space(visit: Visit, size: Size) -> None:
    me = seated(visit, size, "more than fit")
    n = placeable(found("more than fit"))
    words = "1 die can still be placed" if n == 1 else f"{n} dice can still be placed"
    assert words in me.page.inner_text(MAIN[size])


def test_dice_alike_on_one_space_count_each(visit: Visit) -> None:
    me = seated(visit, "desk", "twins")
    n = sum(at >= 0 for at in found("twins").state.players[0].places)
    assert f"{n} dice not yet used" in me.page.inner_text(MAIN["desk"])
    press(me, MAIN["desk"])
    assert f"{n} dice are still unused" in asked(me)
    me.page.set_viewport_size({"width": 360, "height": 740})
    me.until("document.querySelector('.phone-strip [data-many]')")
    assert str(n) in me.page.inner_text(".phone-strip [data-many]"), json.dumps(me.page.inner_text(".phone-strip"))


def test_a_phone_says_to_place_what_can_be_placed(visit: Visit) -> None:
    me = seated(visit, "phone", "nothing used")
    assert "No dice are waiting" not in me.page.inner_text(".phone-dock")
    assert "Tap a die" in me.page.inner_text(".phone-dock")
