"""One evening with a purchase, an upgrade and a recruit, played by somebody who sees the screen and has only a
keyboard. Every press is counted. The evening is the same each time: its figures are such that a die on the cashbox and
one on the barrel bring enough, whatever the dice show."""

from collections import Counter

from harness.browser.table import moment, new_table
from harness.browser.visitor import Visitor
from tests.browser.keyboard import DISTANCE
from tests.figures import FIGURES
from tiefenthal.engine.components.describe import new_edition_text

RICH = {
    "cashbox      = { price = 10, yields = [1, 3]": "cashbox      = { price = 10, yields = [9, 12]",
    "barrel       = { price = 8, yields = [1, 2]": "barrel       = { price = 8, yields = [8, 9]",
}
LEGAL = "async () => [...(await import('/static/js/core/game.js')).legal.value.keys()]"
# Whether the focus is there; and how far it is with Tab.
AT = "(selector) => document.activeElement?.matches(selector) ?? false"
FIND = """(selector) => {
    const root = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.getElementById("app");
    window.controls = [...root.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
    return window.controls.length;
}"""
# Until the focus has stayed where it is for as long as anybody takes to press the next key.
RESTS = """async () => {
    let [at, since] = [document.activeElement, performance.now()];
    while (performance.now() - since < 400) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (document.activeElement !== at) [at, since] = [document.activeElement, performance.now()];
    }
}"""
# The letter that is shown to lead to things of a kind.
LETTER = """(where) => {
    const shown = [...document.querySelectorAll(where)].find((one) => one.getClientRects().length > 0);
    return shown?.textContent.trim().toLowerCase() ?? "";
}"""


def open_table(me: Visitor) -> None:
    """Sit down at the table of that evening, against a bot that plays at once."""
    text = new_edition_text(FIGURES.text)
    for before, after in RICH.items():
        assert before in text
        text = text.replace(before, after)
    me.remember()
    me.go(f"/table/{new_table(me, {'kind': 'here'}, {'kind': 'bot', 'bot': 'random'}, edition_text=text)}")
    me.until("document.querySelector('.tv-stage .tv-main')")


class Hands:
    """Presses keys, and counts them by what they were for."""

    def __init__(self, me: Visitor) -> None:
        self.me = me
        self.counted: Counter[str] = Counter()

    def press(self, key: str, what: str) -> None:
        """One key."""
        self.me.page.keyboard.press(key)
        self.counted[what] += 1

    def legal(self) -> list[str]:
        """What can be done now."""
        found: list[str] = self.me.page.evaluate(LEGAL)
        return found

    def until_legal(self, *begins: str) -> list[str]:
        """Wait until something that begins like this can be done; all of it."""
        wanted = " || ".join(f"one.startsWith('{begin}')" for begin in begins)
        self.me.until(
            "(await import('/static/js/core/game.js')).asked.value && "
            f"[...(await import('/static/js/core/game.js')).legal.value.keys()].some((one) => {wanted})"
        )
        self.me.rest()
        return [one for one in self.legal() if one.startswith(begins)]

    def to(self, selector: str, what: str, letter: str = "") -> None:
        """Bring the focus there: with the letter that leads there, else the shortest way with Tab."""
        page = self.me.page
        for _ in range(12 if letter else 0):
            if page.evaluate(AT, selector):
                return
            self.press(letter, what)
            self.me.rest()
        for _ in range(4):
            if page.evaluate(AT, selector):
                return
            assert page.evaluate(FIND, selector) > 0, f"{selector} is not there"
            distance = page.evaluate(DISTANCE, 0)
            assert distance, f"{selector} cannot be reached"
            for _ in range(abs(distance)):
                self.press("Tab" if distance > 0 else "Shift+Tab", what)
        raise AssertionError(f"the focus does not come to {selector}")

    def letter(self, where: str) -> str:
        """The letter shown there, if there is one."""
        return str(self.me.page.evaluate(LETTER, where))

    def done(self, action: str) -> None:
        """Wait until this has been done, and its windows are closed."""
        self.me.until(
            f"!(await import('/static/js/core/game.js')).legal.value.has('{action}') && "
            "!document.querySelector('[role=dialog]')"
        )
        self.look()

    def look(self) -> None:
        """See where the focus is, before the next key: until it has rested for a moment."""
        self.me.page.evaluate(RESTS)

    # --- the evening

    def prepare(self) -> None:
        """Arrival and draft, to the first moment of the planning."""
        while "ready" not in (choices := self.until_legal("stay", "take ", "ready")):
            ply = moment(self.me)["ply"]
            if "stay" in choices:
                self.press("Enter", "arrival")
            else:
                self.press(choices[0].split()[1], "draft")
                self.press("Enter", "draft")
            self.me.until(f"(await import('/static/js/core/game.js')).update.value.ply > {ply}")

    def plan(self) -> None:
        """A die on the cashbox and one on the barrel, and ready."""
        for space, key in (("cashbox", "c"), ("barrel", "b")):
            place = next(one for one in self.until_legal("place ") if one.endswith(f" {space}"))
            self.press(place.split()[1], "planning")
            self.press(key, "planning")
            self.done(place)
        self.press("Enter", "planning")
        self.confirm("ready", "planning")

    def confirm(self, action: str, what: str) -> None:
        """Do it although a window asks, should one ask."""
        self.me.until(
            "document.querySelector('[role=dialog]') || "
            f"!(await import('/static/js/core/game.js')).legal.value.has('{action}')"
        )
        self.me.rest()
        if self.me.page.locator("[role=dialog]").count():
            self.to(f"[role=dialog] [data-action={action}]", what)
            self.press("Enter", what)

    def use(self) -> None:
        """Use all dice that stand."""
        self.until_legal("use ")
        self.press("x", "use")
        self.me.until("(await import('/static/js/core/interaction.js')).uses.value.length === 0")
        self.until_legal("upgrade safe")
        self.look()

    def buy(self) -> None:
        """Buy a card."""
        self.to("[data-action='buy barback']", "buy", self.letter(".tv-market-head kbd"))
        self.press("Enter", "buy")
        self.done("buy barback")

    def upgrade(self) -> None:
        """Upgrade an area."""
        self.to("[data-open='upgrade-safe']", "upgrade", self.letter(".ribbon kbd"))
        self.press("Enter", "upgrade")
        self.me.until("document.querySelector('[role=dialog]')")
        self.me.rest()
        self.to("[data-action='upgrade safe']", "upgrade")
        self.press("Enter", "upgrade")
        self.done("upgrade safe")

    def recruit(self) -> None:
        """Recruit a guest."""
        guest = self.until_legal("recruit ")[0]
        self.to(f"[data-action='{guest}']", "recruit", self.letter(".tv-guests kbd"))
        self.press("Enter", "recruit")
        self.done(guest)

    def end(self) -> None:
        """End the turn, also where something is lost by it."""
        self.to("[data-main]", "end")
        self.press("Enter", "end")
        self.confirm("end", "end")
        self.me.until("!(await import('/static/js/core/game.js')).legal.value.has('end')")
