"""Every reason for a refusal, as the client shows it at the table, is the sentence the rest of the program says."""

import pytest

from harness.browser.table import new_table
from harness.browser.visitor import Size, Visit
from tests.browser.looking import speak
from tests.reasons import SAMPLES, reasons
from tiefenthal import i18n
from tiefenthal.engine.rules.refusal import Refusal
from tiefenthal.engine.wording.refusals import refusal_words
from tiefenthal.i18n.plurals import plural_form

# Show a refusal as if the server had sent it, and read what stands at the table.
SHOWN = """async ([selector, reason]) => {
    const { refusal } = await import("/static/js/core/game.js");
    refusal.value = { code: "illegal", rule: "S-1", reason };
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const shown = document.querySelector(selector)?.textContent ?? "";
    refusal.value = null;
    return shown.trim();
}"""
WHERE: dict[Size, str] = {"desk": ".tv-banner.bad p", "phone": ".phone-strip.why .phone-says"}


@pytest.mark.parametrize(("size", "language"), [("desk", "de"), ("phone", "en-schmidt")])
def test_every_refusal_is_shown(visit: Visit, size: Size, language: str) -> None:
    me = visit(size, painted=False)
    me.remember()
    table = new_table(me, {"kind": "here"}, {"kind": "bot", "bot": "greedy"})
    me.go(f"/table/{table}")
    me.until("document.querySelector('.tv-stage, .phone-grid')")
    speak(me, language)
    for code, names in reasons().items():
        if code.startswith("env-"):
            continue  # never at a table
        for n in (1, 3):
            values = {name: SAMPLES[name] for name in names} | ({"n": n} if "n" in names else {})
            shown = me.page.evaluate(SHOWN, [WHERE[size], {"code": code, "values": values}])
            assert shown == refusal_words(Refusal(code, "S-1", values), i18n.catalogue(language))


def test_plural_forms_are_those_of_the_browser(visit: Visit) -> None:
    me = visit(painted=False)
    me.go("/")
    numbers = [*range(130), 999, 1000, 1001, 1011, 1112, 999_999]
    chosen = """([language, numbers]) => {
        const rules = new Intl.PluralRules(language);
        return numbers.map((n) => rules.select(n));
    }"""
    for language in i18n.LANGUAGES:
        assert me.page.evaluate(chosen, [language, numbers]) == [plural_form(language, n) for n in numbers], language
