"""Looking at the words of a screen, in any language."""

from pathlib import Path

from harness.browser.visitor import Visitor

FAULTS = Path(__file__).with_name("faults.js").read_text("utf-8")


def faults(me: Visitor) -> list[str]:
    """What is wrong with the words on this screen: keys, cut off, over each other, out of the window."""
    with me.shown():
        found: list[str] = me.page.evaluate(FAULTS)
    return found


def spoken(me: Visitor) -> str:
    """The language of this screen."""
    return str(me.page.evaluate("async () => (await import('/static/js/core/i18n.js')).language.value"))


def speak(me: Visitor, language: str) -> None:
    """Change the language where one is, and wait until its letters are there."""
    if spoken(me) == language:
        return
    me.page.evaluate(
        """async (code) => {
            const { loadLanguage } = await import("/static/js/core/i18n.js");
            await loadLanguage(code);
            await document.fonts.ready;
        }""",
        language,
    )
    me.rest()
