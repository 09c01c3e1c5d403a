"""The words of the rules, for people: `rules.md` read into rules with ids, chapters and rulings.

This is only text; the rules that are played are in `tiefenthal.engine.rules`.
"""

import difflib
import functools
import re
from importlib import resources
from typing import Final, NamedTuple

from tiefenthal.i18n.errors import Worded

_CHAPTER: Final = re.compile(r"## ([A-Z][0-9]?)\. (.+)")
_RULE: Final = re.compile(r"- ([A-Z][0-9]?-[0-9]+) (.+)")
_ITEM: Final = re.compile(r"[a-z]\) ")
_RULING: Final = re.compile(r"\[ruling(?::\s*([^\]]*))?\]")
ENGLISH: Final = "en"
WHOLE_RULE: Final = "the whole rule"
LANGUAGES: Final = (ENGLISH, "de", "fr", "es", "uk")
"""The languages the rules are written in. English is the reference; the others are compared with it."""


class Chapter(NamedTuple):
    """A chapter of the rules."""

    letter: str
    """ "F", "M2"."""
    title: str
    note: str
    """What the heading says in parentheses, such as who acts."""


class Rule(NamedTuple):
    """One numbered rule."""

    id: str
    chapter: str
    title: str
    """The title of its chapter."""
    text: str
    """The words, rulings in brackets; a line break stands before each lettered item."""
    rulings: tuple[str, ...]
    """What we decided because the rulebooks are silent or disagree."""

    @property
    def is_ruling(self) -> bool:
        """Whether the rule as a whole is one."""
        return WHOLE_RULE in self.rulings


class UnknownRuleError(Worded, KeyError):
    """There is no rule with this id; the message names the nearest."""


def rulebook_text(language: str = ENGLISH) -> str:
    """The page as it is written."""
    name = "rules.md" if language == ENGLISH else f"rules.{LANGUAGES[LANGUAGES.index(language)]}.md"
    return resources.files("tiefenthal.i18n.rulebook").joinpath(name).read_text(encoding="utf-8")


def language_for(code: str | None) -> str:
    """The language of the rules for somebody who reads `code` (such as "de" or "en-schmidt"): English if in doubt."""
    plain = (code or ENGLISH).partition("-")[0].lower()
    return plain if plain in LANGUAGES else ENGLISH


@functools.cache
def _read(language: str = ENGLISH) -> tuple[dict[str, Chapter], dict[str, Rule]]:
    chapters: dict[str, Chapter] = {}
    found: dict[str, list[str]] = {}
    words: list[str] = []
    letter = ""
    for line in rulebook_text(language).splitlines():
        chapter = _CHAPTER.fullmatch(line)
        rule = _RULE.fullmatch(line)
        if chapter is not None:
            letter = chapter[1]
            title, _, note = chapter[2].partition(" (")
            chapters[letter] = Chapter(letter, title, note.rstrip(")"))
        elif rule is not None:
            words = found.setdefault(rule[1], [])
            assert not words, f"{rule[1]} appears twice"
            assert rule[1].startswith(f"{letter}-"), f"{rule[1]} stands in a wrong chapter"
            words.append(rule[2])
        elif line.startswith("  "):
            words.append("\n" + line.strip() if _ITEM.match(line.strip()) else line.strip())
    table: dict[str, Rule] = {}
    for name, lines in found.items():
        text = " ".join(lines).replace(" \n", "\n")
        rulings = tuple(
            re.sub(r"[ \n]+", " ", match[1] or WHOLE_RULE).removesuffix(".") for match in _RULING.finditer(text)
        )
        chapter_of = chapters[name.split("-", maxsplit=1)[0]]
        table[name] = Rule(name, chapter_of.letter, chapter_of.title, text, rulings)
    return chapters, table


def chapters(language: str = ENGLISH) -> dict[str, Chapter]:
    """The chapters by letter, in order."""
    return dict(_read(language)[0])


def rules(language: str = ENGLISH) -> dict[str, Rule]:
    """Every rule by its id, in order."""
    return dict(_read(language)[1])


def find_rule(name: str, language: str = ENGLISH) -> Rule:
    """The rule with this id, however it is typed ("f7", "F-7", "M2-4c"). Raises UnknownRuleError with the nearest."""
    table = _read(language)[1]
    wanted = re.sub(r"[^A-Z0-9-]", "", name.upper())
    found = table.get(wanted)
    if found is None:
        plain = wanted.replace("-", "").rstrip("ABC")
        for rule in table.values():
            if rule.id.replace("-", "") == plain:
                return rule
        raise _unknown(repr(name[:20]), wanted, list(table))
    return found


def _unknown(named: str, wanted: str, ids: list[str]) -> UnknownRuleError:
    near = difflib.get_close_matches(wanted, ids, n=3, cutoff=0.5)
    chapter = wanted.split("-", maxsplit=1)[0]
    same = [name for name in ids if name.split("-", maxsplit=1)[0] == chapter]
    if same:
        return UnknownRuleError("no-rule-there", rule=named, chapter=chapter, first=same[0], last=same[-1])
    if near:
        return UnknownRuleError("no-rule-but", rule=named, near=", ".join(near))
    return UnknownRuleError("no-rule", rule=named)
