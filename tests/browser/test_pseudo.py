"""In a language nobody speaks, 40 % longer than English, nothing on the screens is left in English or cut off."""

import re

import pytest

from harness.browser.visitor import Size, Visit, Visitor
from tests.browser import screens
from tests.browser.looking import faults
from tests.browser.pseudo import plain, speak_pseudo
from tiefenthal.server.bots.characters import CHARACTERS

LANGUAGES = ("English", "Schmidt", "Deutsch", "Français", "Español")
PEOPLE = """async () => {
    const { open } = await (await fetch("/api/tables")).json();
    return open.flatMap((table) => table.names).filter(Boolean);
}"""
"""Those at tables of other tests, which the same server may have."""
NAMES = {"Ada", "Tiefenthal", *LANGUAGES, *(one.names["en"] for one in CHARACTERS)}
WRITTEN = r"(\w+day,? )?\d+ [A-Z]\w+ \d{4}|[0-9a-f]{64}|\b(and|or)\b"
"""What no catalogue holds beside names: dates, hashes and lists, which the browser writes itself."""


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_everything_is_translated_and_has_room(visit: Visit, size: Size) -> None:
    me = visit(size, painted=False)
    me.remember({"modules": 5})
    speak_pseudo(me, 0.4)
    found: dict[str, list[str]] = {}

    def look(one: Visitor, name: str) -> None:
        shown = [] if name == "rules" else plain(one)  # which are a book of their own
        names = "|".join(map(re.escape, sorted(NAMES | set(me.page.evaluate(PEOPLE)), key=len, reverse=True)))
        left = [text for text in shown if re.search("[aeiou]", re.sub(rf"{names}|{WRITTEN}", "", text))]
        if wrong := left + faults(one):
            found[name] = wrong

    screens.before_the_game(me, look)
    screens.game(me, look)
    assert found == {}
