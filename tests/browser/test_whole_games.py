"""Games in the browser, begun as a person does and played to their end: some evenings by hand, the rest by a bot.
`make browser-games` plays all of it by hand."""

import pytest

from harness.browser.player import Player, play
from harness.browser.table import begin, check_end, choose, hand_over, leave_to_bot, moment, press
from harness.browser.visitor import Visit
from tests.browser.random_games import play_one

EVERY_PHASE = {"start", "choose", "stay", "take", "place", "ready", "end"}


EVENINGS = [2, pytest.param(8, marks=pytest.mark.slow)]
"""How many are played by hand."""


@pytest.mark.parametrize("evenings", EVENINGS)
def test_alone_against_three_bots_from_the_start_screen(visit: Visit, evenings: int) -> None:
    me = visit(reduced_motion="no-preference", painted=False)
    page = me.page
    me.go("/")
    choose(me, "players", 4)
    choose(me, "modules", 5)
    press(me, "label.level")
    press(me, ".seat-tile[aria-pressed=false]")
    page.fill("#my-name", "Ada")
    press(me, ".plan-more")
    choose(me, "pace", "instant")
    page.keyboard.press("Escape")
    press(me, ".start-top button[title='Settings']")
    choose(me, "speed", "quick")
    page.keyboard.press("Escape")
    table = begin(me)
    player = Player(me, "alone", curious=0.2)
    play(player, until=lambda: moment(me)["round"] > evenings)
    if not moment(me)["over"]:
        leave_to_bot(me, "random")
    assert set(player.presses) >= EVERY_PHASE
    check_end(me, table)


@pytest.mark.parametrize("evenings", EVENINGS)
def test_a_curious_player_on_a_phone_by_touch(visit: Visit, evenings: int) -> None:
    """As `make browser-games` plays them, for one set-up."""
    presses = play_one(visit("phone", painted=False), 3, 5, "phone", evenings)
    assert set(presses) >= EVERY_PHASE


def test_several_people_at_one_screen(visit: Visit) -> None:
    """A door stands only before a choice that the others do not see; else the board turns by itself."""
    me = visit(painted=False)
    me.remember({"modules": 2})
    page = me.page
    me.go("/")
    press(me, "button.big:has(use[href='#u-hot'])")
    page.fill(".people li:nth-child(1) input", "Ada")
    page.fill(".people li:nth-child(2) input", "Ben")
    press(me, ".dialog button[type=submit]")
    me.until("document.querySelector('.tv-stage, [data-enter]')")
    player = Player(me, "hot")
    behind: list[int] = []
    doors: set[tuple[int, int, str]] = set()
    turned: set[tuple[str, int]] = set()

    def enough() -> bool:
        door = page.locator("[data-enter]")
        closed = door.count() > 0
        now = moment(me)  # after the door, which stays there until somebody opens it
        if closed:
            doors.add((now["round"], int(door.get_attribute("data-enter") or 0), now["phase"]))
            # The door hides everything but whose turn it is and the dice everyone may see.
            behind.append(page.locator("main:not(.tv-door), [data-action], [data-space], [data-open]").count())
        elif now["asked"]:
            turned.add((now["phase"], now["seat"]))
        return bool(now["round"] > 3 and now["phase"] == "draft")

    play(player, until=enough)
    # In evenings 2 and 3 an entertainer comes, and everyone chooses its side in secret. (A door that comes late is
    # opened before it was looked at here.)
    assert sorted(player.doors) == [1, 1, 2, 2]
    assert set() < doors <= {(evening, seat, "evening") for evening in (2, 3) for seat in (1, 2)}
    assert set(behind) == {0}
    assert turned >= {(phase, seat) for phase in ("draft", "planning", "serving") for seat in (1, 2)}
    assert "Ada" in page.inner_text(".tv-say") or "Ben" in page.inner_text(".tv-say"), "it says whose turn it is"
    table = me.table
    handed: set[int] = set()
    while len(handed) < 2:  # the screen may have turned to the other one just before
        play(player, until=lambda: page.locator("[data-open=menu]").count() > 0)
        seat = hand_over(me, "random")
        handed.add(seat)
        # The screen turns to the other one, or the game is played to its end.
        game = "(await import('/static/js/core/game.js'))"
        me.until(f"{game}.seat.value !== {seat} || {game}.ending.value !== null")
    check_end(me, table)
