"""Rules of the rulebook, shown in the terminal."""

import re

from rich.text import Text

from tiefenthal.app.terminal.output import say
from tiefenthal.i18n import Catalogue, rulebook

_RULING = re.compile(r"\[ruling([^\]]*)\]")


def _body(rule: rulebook.Rule, words: Catalogue) -> Text:
    """The words of a rule, with the rulings in the reader's language and a style of their own."""
    body, end = Text(style="not bold"), 0
    for ruling in _RULING.finditer(rule.text):
        body.append(rule.text[end : ruling.start()])
        body.append(f"[{words.say('terminal.rules.tag')}{ruling[1]}]", style="not bold italic yellow")
        end = ruling.end()
    return body.append(rule.text[end:])


def rule_text(rule: rulebook.Rule, words: Catalogue) -> Text:
    """A rule for the terminal, its rulings marked."""
    text = Text(f"{rule.id}  ", style="bold")
    text.append(f"({rule.chapter}. {rule.title})\n", style="dim")
    text.append(_body(rule, words))
    if rule.rulings:
        text.append(f"\n{words.say('terminal.rules.ruling')}", style="not bold dim")
    return text


def show_chapters(words: Catalogue) -> None:
    """The list of chapters."""
    language = words.language
    table = rulebook.rules(language)
    for chapter in rulebook.chapters(language).values():
        own = [rule.id for rule in table.values() if rule.chapter == chapter.letter]
        note = f" ({chapter.note})" if chapter.note else ""
        say(Text(f"{chapter.letter:<3} {chapter.title}{note}: {own[0]} – {own[-1]}"))
    say(words.say("terminal.rules.more"), style="dim")


def show_rule(name: str, words: Catalogue) -> None:
    """One rule, or all rules of a chapter. Raises UnknownRuleError."""
    language = words.language
    chapter = rulebook.chapters(language).get(name.strip().upper())
    if chapter is None:
        say(rule_text(rulebook.find_rule(name, language), words))
        return
    say(f"{chapter.letter}. {chapter.title}", style="bold")
    for rule in rulebook.rules(language).values():
        if rule.chapter == chapter.letter:
            text = Text(f"{rule.id}  ", style="bold")
            text.append(_body(rule, words))
            say(text)
