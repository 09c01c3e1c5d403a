"""Every screen of the client, one after the other, on a desk or on a phone. Who walks through them looks at each."""

from collections.abc import Callable

from harness.browser.player import Control, Player, Screen, play
from harness.browser.table import begin, moment, press, skip_to_end, until_over
from harness.browser.visitor import Visitor

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
    press(me, ".start-learn")
    for page in ("about-card", "learn-steps", "learn-areas"):
        me.until(f"document.querySelector('.learn-dialog .{page}')", page)
        me.rest()
        look(me, page)
        if page != "learn-areas":
            press(me, "[data-next]")
    close(me)
    me.go("/rules")
    me.until("document.querySelectorAll('main h2, main h3').length > 5", "the rules")
    look(me, "rules")
    box(me, look)
    me.go("/daily")
    me.until("document.querySelector('.daily-days:not([aria-busy])')", "the daily evening")
    press(me, ".daily-promise summary")
    look(me, "daily evening")
    me.go("/puzzles")
    me.until("document.querySelector('.puzzle-today .puzzle-tile')", "the puzzles")
    look(me, "puzzles")
    me.expected.append("404")
    me.go("/table/nowhere")
    me.until("document.querySelector('.state-card')")
    look(me, "error page")


BOX = {"areas": "areas.tables.price", "guests-4": "guests.4.1.bonus", "winter": "round_track.winter.3"}
"""Some steps of the box wizard, and where to look there."""


def box(me: Visitor, look: Look) -> None:
    """The box wizard: numbers, choices, a board, and its end."""
    me.go("/box")
    press(me, "[data-modules='5']")
    for step, field in BOX.items():
        press(me, f"[data-step='{step}']")
        press(me, f"[data-field='{field}']")
        me.rest()
        look(me, f"box {step}")
    press(me, ".box-steps li:last-child button")
    me.until("document.querySelector('#box-name')")
    me.rest()
    look(me, "box end")


def waiting_room(me: Visitor, look: Look) -> None:
    """The table friends are invited to."""
    me.go("/")
    press(me, "button.big:has(use[href='#u-link'])")
    me.until("document.querySelector('[role=dialog]')")
    me.rest()
    look(me, "play with others")
    press(me, ".people-dialog button[type=submit]")
    me.until("document.querySelector('.invite input')?.value")
    look(me, "waiting room")


def door(me: Visitor, look: Look) -> None:
    """Two people at one screen: the door between them."""
    me.go("/")
    press(me, "button.big:has(use[href='#u-hot'])")
    press(me, ".dialog button[type=submit]")
    me.until("document.querySelector('.tv-stage, .phone-grid, [data-enter]')")
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

    def weigh(self, control: Control, screen: Screen) -> float:
        """Every die is placed before they are ready: who has something to use is warned when they end their turn."""
        return 0.0 if control.action == "ready" and screen.free_dice else super().weigh(control, screen)


PHASES = frozenset({"start cards", "evening", "arrival", "draft", "planning", "serving"})
SOME = frozenset({"R-6", "M3-3", "M5-4", "M4-3"})
"""The questions that look different from the rest of their phase; not every game asks them."""
WARNS = "[data-main][aria-haspopup], #main-button[aria-haspopup]"
"""The button that ends the turn, while something would be lost."""


def game(me: Visitor, look: Look, evenings: int = 1) -> None:
    """A game with everything in it: each phase and question that comes up, once; the windows of the table."""
    me.go("/")
    begin(me)
    seen: set[str] = set()

    def around() -> None:
        at = moment(me)
        if not at["asked"] or me.page.locator("[role=dialog]").count():
            return
        name = f"{at['phase']} {at['rule'] if at['rule'] in SOME else ''}".strip()
        if name not in seen:
            seen.add(name)
            me.rest()
            look(me, name)
            if name == "serving":
                windows(me, look)
        if "end warning" not in seen and me.page.locator(WARNS).count():
            seen.add("end warning")
            window(me, look, "end warning", WARNS)

    def enough() -> bool:
        at = moment(me)
        return bool(at["over"] or (at["round"] > evenings and seen >= PHASES | {"end warning"}))

    play(Tourist(me, "tour", around), until=enough)
    missed = (PHASES | {"end warning"}) - seen
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
        press(me, ".phone-halves button:nth-child(2)")
        window(me, look, "upgrade", "button[data-opens^=upgrade]:visible")
        press(me, ".phone-halves button:nth-child(1)")
        return
    for name, selector in {
        "upgrade": "[data-open^=upgrade]", "guest book": "[data-open=book]", "opponent's inn": "[data-open^=inn]",
        "deck": "[data-open=piles]", "log and chat": "[data-open=log]", "keys": "[data-open=keys]",
        "menu": "[data-open=menu]",
    }.items():  # fmt: skip
        window(me, look, name, selector)


def after_the_game(me: Visitor, look: Look) -> None:
    """The end, and the game shown again."""
    table = me.table
    if not moment(me)["over"]:
        skip_to_end(me)
    until_over(me)
    me.rest()
    look(me, "end")
    me.go(f"/replay/{table}?ply=40")
    me.until("document.querySelector('.replay .replay-say span')?.textContent", "the replay")
    me.rest()
    look(me, "replay")
    me.go("/")
    window(me, look, "replays", "button.big:has(use[href='#u-replay'])")
