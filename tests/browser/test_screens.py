"""Every screen, on a desk and on a phone: everyone can use it, and its words fit in every language."""

from pathlib import Path
from typing import Any

import pytest

from harness.browser.table import begin, press
from harness.browser.visitor import Size, Visit, Visitor
from scripts.check_client import TOOLS
from tests.browser import screens
from tests.browser.looking import faults, speak, spoken
from tiefenthal import i18n

AXE = TOOLS / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
MAIN = (
    "start",
    "waiting room",
    "hand-over",
    "evening",
    "arrival",
    "draft",
    "planning",
    "serving",
    "tab market",
    "end",
    "rules",
)
"""These are looked at in every language; the others in the two whose words are longest."""
LONG = ("de", "uk")


def audit(me: Visitor, source: str, everything: bool) -> list[str]:
    """What axe-core finds on this screen that would keep somebody from using it; in the window on top, where there is
    one, for what lies below has been looked at and cannot be reached. Its milder rules are not asked at all.

    All drawings lie in one hidden place that is the same on every screen, 3,100 elements beside the hundred of a page,
    and axe-core asks each of them for its styles, whatever it is to look at. So that place is part of the page only if
    it is to see everything; nothing that shows drawings is painted here anyway."""
    if not me.page.evaluate("typeof axe === 'object'"):
        me.page.evaluate(source)
    found: dict[str, Any] = me.page.evaluate(
        """async ([grave, everything]) => {
            const rules = axe._audit.rules.filter((rule) => rule.enabled && grave.includes(rule.impact));
            const drawings = document.getElementById("sprite");
            const next = drawings.nextSibling;
            if (!everything) drawings.remove();
            const { violations } = await axe.run([...document.querySelectorAll("[role=dialog]")].at(-1) ?? document, {
                runOnly: rules.map((rule) => rule.id), resultTypes: ["violations"], elementRef: false, preload: false,
            });
            document.body.insertBefore(drawings, next);
            return { violations, rules: rules.length, drawings: drawings.childNodes.length };
        }""",
        [GRAVE, everything],
    )
    assert found["rules"] > 50, "axe-core no longer says how grave its rules are"
    assert found["drawings"] > 0, "the drawings are not where they were"
    return [
        f"{one['id']} ({one['impact']}): {one['help']}: {[node['html'][:150] for node in one['nodes'][:3]]}"
        for one in found["violations"]
        if one["impact"] in GRAVE
    ]


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.exists():
        pytest.fail("axe-core is missing; `sh scripts/setup` fetches it into build/node.", pytrace=False)
    return Path(AXE).read_text("utf-8")


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("part", ["before and after", "game"])
def test_every_screen(visit: Visit, axe: str, size: Size, part: str) -> None:
    """One walk for both: axe-core in the language it came there with, the words in all of them. Colours matter to
    axe-core alone, so the rest goes without the drawings."""
    me = visit(size, painted=False)
    me.remember({"players": 2 if size == "phone" else 3, "modules": 5})
    found: dict[str, list[str]] = {}
    """What is wrong, and where."""
    seen: list[str] = []

    def look(who: Visitor, screen: str) -> None:
        with who.painted():
            problems = audit(who, axe, everything=not seen)
        seen.append(screen)
        for problem in problems:
            found.setdefault(problem, []).append(screen)
        here = spoken(who)
        for language in sorted(i18n.CODES if screen in MAIN else LONG, key=lambda code: code != here):
            speak(who, language)
            assert who.page.evaluate("document.documentElement.lang") == language.partition("-")[0]
            for problem in faults(who):
                found.setdefault(problem, []).append(f"{screen} ({language})")

    if part == "game":
        screens.game(me, look)
        screens.after_the_game(me, look)
        wanted = 16 if size == "phone" else 17
    else:
        screens.before_the_game(me, look)
        screens.waiting_room(me, look)
        screens.door(me, look)
        wanted = 9
    if found:
        pytest.fail("\n".join(f"{problem} — {where}" for problem, where in found.items()), pytrace=False)
    assert len(seen) >= wanted, " · ".join(seen)


def test_the_language_is_changed_in_the_middle_of_a_game(visit: Visit) -> None:
    me = visit(painted=False)
    me.remember({"modules": 2})
    me.go("/")
    begin(me)
    assert "Evening" in me.page.inner_text(".tv-status")
    for language, evening in (("de", "Abend"), ("uk", "Вечір"), ("fr", "Soirée"), ("es", "Noche"), ("en", "Evening")):
        press(me, "[data-open=menu]")
        press(me, "[role=dialog] .btn:has(use[href='#u-settings'])")
        me.page.select_option("#language", language)
        me.until(f"document.documentElement.lang === '{language}'")
        me.page.keyboard.press("Escape")
        assert evening in me.page.inner_text(".tv-status")
    assert me.page.evaluate("JSON.parse(localStorage.tiefenthal).language") == "en"
