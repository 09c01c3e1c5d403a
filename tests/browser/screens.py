"""Every screen of the client, one after the other, on a desk or on a phone. Who walks through them looks at each."""

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import TimeoutError as Missing

from tests.browser.player import Control, Player, play
from tests.browser.table import begin, leave_to_bot, moment, press, until_over
from tests.browser.visitor import Visitor

Look = Callable[[Visitor, str], None]
"""Is shown a screen and told its name."""


def close(me: Visitor) -> None:
    """Close the window on top."""
    me.page.keyboard.press("Escape")
    me.until("!document.querySelector('[role=dialog]')")


def window(me: Visitor, look: Look, name: str, selector: str) -> None:
    """Open a window by pressing something, look at it, close it."""
    press(me, selector)
    me.until("document.querySelector('[role=dialog]')", name)
    me.rest()
    look(me, name)
    close(me)


def before_the_game(me: Visitor, look: Look) -> None:
    """The start with its windows, the rules, and what is shown when something is wrong."""
    me.go("/")
    me.rest()
    look(me, "start")
    window(me, look, "settings", "button.tool:has(use[href='#u-settings'])")
    window(me, look, "hot seat", "button.big:has(use[href='#u-hot'])")
    window(me, look, "watch", "button.big:has(use[href='#u-eye'])")
    if me.touch:
        window(me, look, "set-up", "button.change")
    else:
        window(me, look, "set-up", ".plan-more")
    me.go("/rules")
    me.until("document.querySelectorAll('main h2, main h3').length > 5", "the rules")
    look(me, "rules")
    me.expected.append("404")
    me.go("/table/nowhere")
    me.until("document.querySelector('.state-card')")
    look(me, "error page")


def waiting_room(me: Visitor, look: Look) -> None:
    """The table friends are invited to."""
    me.go("/")
    press(me, "button.big:has(use[href='#u-link'])")
    me.until("document.querySelector('.invite input')?.value")
    look(me, "waiting room")


def door(me: Visitor, look: Look) -> None:
    """Two people at one screen: the door between them."""
    me.go("/")
    press(me, "button.big:has(use[href='#u-hot'])")
    press(me, ".dialog button[type=submit]")
    me.until("document.querySelector('.tv-stage, .tel-grid, [data-enter]')")
    player = Player(me, "door")
    play(player, until=lambda: me.page.locator("[data-enter]").count() > 0)
    look(me, "hand-over")


class Tourist(Player):
    """Looks around before they press anything, so that no question of the game goes by unseen."""

    def __init__(self, visitor: Visitor, seed: object, around: Callable[[], None]) -> None:
        super().__init__(visitor, seed)
        self.around = around

    def press(self, control: Control) -> bool:
        """Press it, if it is still there after that."""
        self.around()
        return super().press(control)


def game(me: Visitor, look: Look, evenings: int = 2) -> None:
    """A game with everything in it: each phase and question that comes up, once; the windows of the table."""
    me.go("/")
    begin(me)
    seen: set[str] = set()

    def around() -> None:
        at = moment(me)
        name = f"{at['phase']} {at['rule'] if at['rule'] in {'R-6', 'M3-3', 'M5-4', 'M4-3'} else ''}".strip()
        if at["asked"] and name not in seen and not me.page.locator("[role=dialog]").count():
            seen.add(name)
            me.rest()
            look(me, name)
            if name == "serving":
                windows(me, look)

    def enough() -> bool:
        at = moment(me)
        return bool(at["round"] > evenings or at["over"])

    play(Tourist(me, "tour", around), until=enough)
    missed = {"start cards", "evening", "arrival", "draft", "planning", "serving"} - seen
    assert not missed, f"not seen: {missed}"


def windows(me: Visitor, look: Look) -> None:
    """What opens over the table while one serves."""
    if me.touch:
        for tab in ("market", "others", "tracks", "log"):
            press(me, f"[data-tab={tab}]")
            me.rest()
            look(me, f"tab {tab}")
        press(me, "#tab-chat")
        look(me, "chat")
        press(me, "[data-tab=tavern]")
        press(me, ".tel-halves button:nth-child(2)")
        window(me, look, "upgrade", "button[data-opens^=upgrade]:visible")
        press(me, ".tel-halves button:nth-child(1)")
        if me.page.locator("#main-button:not([data-action])").count():
            window(me, look, "end warning", "#main-button")
        return
    for name, selector in {
        "upgrade": "[data-open^=upgrade]", "guest book": "[data-open=book]", "opponent's inn": "[data-open^=inn]",
        "deck": "[data-open=piles]", "log and chat": "[data-open=log]", "keys": "[data-open=keys]",
        "menu": "[data-open=menu]",
    }.items():  # fmt: skip
        window(me, look, name, selector)
    press(me, "[data-main]")
    with suppress(Missing):
        me.page.wait_for_selector("[role=dialog]", timeout=4000)
        look(me, "end warning")
        close(me)


def after_the_game(me: Visitor, look: Look) -> None:
    """The end, and the game shown again."""
    table = me.table
    if not moment(me)["over"]:
        leave_to_bot(me, "random")
    until_over(me)
    me.rest()
    look(me, "end")
    me.go(f"/replay/{table}?ply=40")
    me.until("document.querySelector('.replay .replay-say span')?.textContent", "the replay")
    me.rest()
    look(me, "replay")
    me.go("/")
    window(me, look, "replays", "button.big:has(use[href='#u-replay'])")
