"""A language nobody speaks: English with other letters, in brackets and longer, so that whatever is not translated, or
has no room, is seen."""

import json
import re
from typing import Any

from playwright.sync_api import Route

from harness.browser.visitor import Visitor

LETTERS = str.maketrans("AEIOUaeiouyncs", "ÅÉÎÖÛåéîöûýñçš")

PLAIN = """() => {
  const root = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.getElementById("app");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("script, style, svg, [data-name], kbd, .kbd")) continue;
    if (/[A-Za-z]{3}/.test(node.data) && /[aeiou]/.test(node.data)) found.add(node.data.trim());
  }
  return [...found];
}"""


def longer(text: str, stretch: float) -> str:
    """“[Plåçé ýöûr dîçé. ~~~~]”: what is filled in stays, and so does the name of the game."""
    if text == "Tiefenthal":
        return text
    parts = re.split(r"(\{[\w.-]+\}(?:s\b)?)", text)
    said = "".join(part if part.startswith("{") else part.translate(LETTERS) for part in parts)
    letters = len(re.sub(r"\{[\w.-]+\}", "", text))
    return f"[{said}{' ~~~~' * round((letters * stretch - 2) / 5)}]"  # the brackets are part of it


def changed(entry: Any, stretch: float) -> Any:
    """An entry in the language nobody speaks."""
    if isinstance(entry, dict):
        return {form: longer(text, stretch) for form, text in entry.items()}
    return longer(entry, stretch)


def speak_pseudo(me: Visitor, stretch: float) -> None:
    """From now on English is this language, for one visitor."""

    def sentences(route: Route) -> None:
        body = route.fetch().json()
        route.fulfill(json={key: changed(entry, stretch) for key, entry in body.items()})

    def terms(route: Route) -> None:
        body = route.fetch().json()
        for part in ("words", "phases"):
            body[part] = {key: text.translate(LETTERS) for key, text in body[part].items()}
        route.fulfill(body=json.dumps(body), content_type="application/json")

    me.context.route(re.compile(r"/static/i18n/en(\.\w+)?\.json"), sentences)
    me.context.route(re.compile(r"/api/languages/en$"), terms)


def plain(me: Visitor) -> list[str]:
    """The texts on this screen that may be in no catalogue: those with plain vowels."""
    found: list[str] = me.page.evaluate(PLAIN)
    return found
