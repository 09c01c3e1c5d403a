"""No tip, hint or lesson covers what it is about, or what is to be pressed: on a phone, a laptop and a large screen, in
every language."""

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Route

from harness.browser.table import press
from harness.browser.visitor import Size, Visit, Visitor
from tests.browser.covering import covered
from tests.browser.looking import speak
from tests.browser.posed import pose, sit_down
from tests.browser.tips import ABOUT, TIPS, moment
from tiefenthal import i18n
from tiefenthal.engine.game import Game
from tiefenthal.players.analysis.hints import NUDGES
from tiefenthal.players.analysis.words import steps_words

SCREENS: Final[dict[int, tuple[Size, dict[str, Any]]]] = {
    360: ("phone", {"viewport": {"width": 360, "height": 740}}),
    1366: ("desk", {"viewport": {"width": 1366, "height": 768}}),
    1920: ("desk", {"viewport": {"width": 1920, "height": 1080}}),
}
"""By width: what people have there."""
SOME: Final = {"draft": ("de", "uk"), "upgrade": ("fr",), "beer": ("es", "en-schmidt")}
"""The tips, and the languages, that are looked at in every run; the slow test takes all."""


def at_a_table(visit: Visit, width: int, players: int, modules: int) -> Visitor:
    """Somebody at a table whose moments can be set up."""
    size, options = SCREENS[width]
    me = visit(size, painted=False, **options)
    sit_down(me, players, modules)
    return me


def tell(me: Visitor, tip: str, players: int, modules: int) -> None:
    """Come to the moment of a tip as somebody who has been told all others."""
    me.page.evaluate(
        """([table, others]) => {
            localStorage["tiefenthal-guided"] = table;
            localStorage["tiefenthal-tips"] = JSON.stringify(others);
            delete localStorage["tiefenthal-tips-evening"];
        }""",
        [me.table, sorted(one.removeprefix("tip.") for one in TIPS - {f"tip.{tip}"})],
    )
    me.page.reload()
    me.until("document.querySelector('.tv-stage, .phone-grid')")
    pose(me, moment(tip, players, modules))
    me.until(f"document.querySelector('[data-tip={tip}]')", f"the tip {tip}")


def tips_in_the_way(
    me: Visitor, width: int, tip: str, players: int, modules: int, languages: tuple[str, ...]
) -> list[str]:
    """What a tip covers, in each language."""
    tell(me, tip, players, modules)
    faults = []
    for language in languages:
        speak(me, language)
        found = covered(me, "[data-tip]", ABOUT[tip][width < 700])
        faults += [f"{tip}, {width} px, {players} players, {language}: {one}" for one in found]
    speak(me, "en")
    return faults


@pytest.mark.parametrize("width", SCREENS)
def test_some_tips_are_in_nobodys_way(visit: Visit, width: int) -> None:
    me = at_a_table(visit, width, 2, 1)
    faults = [one for tip, languages in SOME.items() for one in tips_in_the_way(me, width, tip, 2, 1, languages)]
    assert faults == [], "\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "modules"), [(2, 1), (4, 5)])
@pytest.mark.parametrize("width", SCREENS)
def test_no_tip_is_in_anybodys_way(visit: Visit, width: int, players: int, modules: int) -> None:
    """`make lessons-tour`."""
    assert {f"tip.{tip}" for tip in ABOUT} == TIPS
    me = at_a_table(visit, width, players, modules)
    faults = [one for tip in ABOUT for one in tips_in_the_way(me, width, tip, players, modules, tuple(i18n.CODES))]
    assert faults == [], "\n".join(faults)


HINTED: Final[dict[str, tuple[str, str, int, list[str], list[str]]]] = {
    "draft": ("draft", "take", 1, *ABOUT["draft"]),
    "arrival": ("arrival", "stay", 1, *ABOUT["arrival"]),
    "choice": ("choice", "choose", 1, [".ph-choices [data-action]"], [".ph-choices [data-action]"]),
    "dice": ("planning", "place", 1, *ABOUT["missed"]),
    "use": ("serving", "use", 1, [".tv-table"], [".phone-tables > li"]),
    "done": ("thalers", "end", 1, [".tv-stores > li"], [".phone-store"]),
    "areas": ("upgrade", "upgrade", 1, *ABOUT["upgrade"]),
    "nobles": ("beer", "end", 1, ["[data-thing=nobles]"], ["[data-tab=market]"]),
    "guests": ("beer", "recruit", 1, [".tv-guest"], ["[data-tab=market]"]),
    "staff": ("thalers", "buy", 1, [".tv-buy"], ["[data-tab=market]"]),
    "rid": ("serving", "use", 1, [".tv-table"], [".phone-tables > li"]),
    "monastery": ("serving", "use", 1, ["[data-group=tracks]"], ["[data-tab=tracks]"]),
    "reputation": ("serving", "use", 5, [".tv-bar"], [".phone-halves button:nth-child(2)"]),
    "schnapps": ("serving", "use", 5, [".tv-stores > li"], [".phone-store"]),
    "stores": ("thalers", "end", 1, [".tv-stores > li"], [".phone-store"]),
}
"""By nudge: the moment, the move that is advised, the modules, and what it speaks of at a desk and on a phone."""


KINDS: Final = ("draft", "arrival", "choice")
"""Hints about something else than a whole turn."""


class Adviser:
    """Answers in place of the server, which would think for a while."""

    def __init__(self, me: Visitor, steps: int = 1) -> None:
        self.me = me
        self.steps = steps
        """How many steps the move has."""
        self.language = "en"
        me.context.route("**/api/tables/*/hint", self._answer)

    def show(self, look: str, language: str, level: int) -> None:
        """Have a hint shown, up to a level."""
        self.look, self.language = look, language
        for number in range(1, level + 1):
            self.me.page.keyboard.press("0")
            self.me.until(f"document.querySelector('.hint-card[data-level=\"{number}\"]')", f"the hint for {look}")

    def _answer(self, route: Route) -> None:
        tip, verb, modules, *_ = HINTED[self.look]
        game: Game = moment(tip, 2, modules)
        move = next(one for one in game.legal_actions(0) if one.text.startswith(verb))
        words = i18n.catalogue(self.language)
        level = json.loads(route.request.post_data or "{}")["level"]
        nudge = words.say(f"hint.{self.look}")
        steps = steps_words(words, game.state, 0, [move.text]) * self.steps
        reasons = [words.say("tip.planning"), words.say("tip.draft")]  # as long as reasons are
        kind = self.look if self.look in KINDS else "turn"
        answer = {
            "ply": 1, "level": level, "kind": kind, "look": self.look, "nudge": nudge,
            "actions": [move.text] if level > 1 else [], "steps": steps if level > 1 else [],
            "outlook": "168 ± 20 · −6 ± 31 · 47 ± 23 %" if level > 2 else "", "reasons": reasons if level > 2 else [],
        }  # fmt: skip
        route.fulfill(json=answer)


def hints_in_the_way(me: Visitor, width: int, look: str, languages: tuple[str, ...]) -> list[str]:
    """What a hint covers, at its shortest and its longest, in each language."""
    tip, verb, modules, desk, phone = HINTED[look]
    adviser = Adviser(me)
    faults = []
    for language in languages:
        speak(me, language)
        pose(me, moment(tip, 2, modules))
        for level in (1, 3):
            adviser.show(look, language, level)
            things = [*(phone if width < 700 else desk)]
            if level > 1:
                wanted = next(one.text for one in moment(tip, 2, modules).legal_actions(0) if one.text.startswith(verb))
                things.append(f"#app [data-action='{wanted}']:not(.hint-card *)")
            found = covered(me, ".hint-card", things)
            faults += [f"{look} {level}, {width} px, {language}: {one}" for one in found]
            if found == []:
                press(me, ".hint-card > .tool")
            else:  # its button may be what is covered
                me.page.evaluate("document.querySelector('.hint-card > .tool').click()")
            me.until("!document.querySelector('.hint-card')")
    speak(me, "en")
    return faults


@pytest.mark.parametrize(
    ("width", "look", "language"),
    [(360, "draft", "uk"), (1366, "arrival", "de"), (1920, "areas", "fr"), (1920, "guests", "de")],
)
def test_some_hints_are_in_nobodys_way(visit: Visit, width: int, look: str, language: str) -> None:
    me = at_a_table(visit, width, 2, 1)
    faults = hints_in_the_way(me, width, look, (language,))
    assert faults == [], "\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize("width", SCREENS)
def test_no_hint_is_in_anybodys_way(visit: Visit, width: int) -> None:
    """`make lessons-tour`."""
    assert set(HINTED) == set(NUDGES)
    faults = []
    for modules in (1, 5):
        me = at_a_table(visit, width, 2, modules)
        for look in HINTED:
            if HINTED[look][2] == modules:
                faults += hints_in_the_way(me, width, look, tuple(i18n.CODES))
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("width", SCREENS)
@pytest.mark.parametrize("look", ["staff", "dice"])
def test_of_a_long_hint_what_was_asked_for_is_in_sight(visit: Visit, width: int, look: str) -> None:
    """Fifteen steps: the button for the reasons is there, and then so are the reasons."""
    me = at_a_table(visit, width, 2, 1)
    adviser = Adviser(me, 15)
    tip, _, _, desk, phone = HINTED[look]
    pose(me, moment(tip, 2, 1))
    for level, wanted in ((1, ".hint-nudge"), (2, ".hint-nudge"), (3, ".hint-outlook")):
        adviser.show(look, "en", level)
        assert covered(me, ".hint-card", phone if width < 700 else desk) == []
        for one in (wanted, *(["[data-hint-more]"] if level < 3 else [])):
            found = me.page.evaluate(IN_SIGHT, f".hint-card {one}")
            assert found, f"{one} of level {level} cannot be seen"
        press(me, ".hint-card > .tool")
        me.until("!document.querySelector('.hint-card')")


IN_SIGHT = """(selector) => {
    const one = document.querySelector(selector);
    const { left, top, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + 4, top + Math.min(height, 24) / 2);
    return hit !== null && (one.contains(hit) || hit === one);
}"""


@pytest.mark.parametrize("width", SCREENS)
def test_the_question_about_sound_is_not_over_the_market(visit: Visit, width: int) -> None:
    """Nor over anything else that is played with; and it waits while there is a tip."""
    size, options = SCREENS[width]
    me = visit(size, painted=False, **options)
    me.remember(soundOffered=False)
    sit_down(me, 2, 1)
    things = [
        ".gl-market > *",
        ".gl-guests > *",
        ".tv-buy",
        ".tv-guest",
        "[data-thing=nobles]",
        ".tv-tray",
        ".tv-stores",
    ]
    for moment_of in ("arrival",) if width < 700 else ("arrival", "draft", "planning"):
        pose(me, moment(moment_of, evening=1))
        for language in ("de", "uk"):
            speak(me, language)
            me.until("document.querySelector('.sound-offer')", "the question")
            assert covered(me, ".sound-offer", [*things, ".ph-tables > li", "[data-action]"]) == [], language
    tell(me, "arrival", 2, 1)
    me.rest()
    assert me.page.locator(".sound-offer").count() == 0
    press(me, "[data-tip-close]")
    me.until("document.querySelector('.sound-offer')", "the question")
