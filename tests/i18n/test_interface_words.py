"""The words of the interface: one for each thing, and those of the reader's own box."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tiefenthal import i18n

GLOSSARY: dict[str, dict[str, tuple[str, str]]] = tomllib.loads(
    (Path(__file__).parent / "interface_words.toml").read_text("utf-8")
)
QUOTES = {"en": ("“", "”"), "de": ("„", "“"), "fr": ("«", "»"), "es": ("«", "»"), "uk": ("«", "»")}
TECHNICAL = ("editions", "environment", "errors", "positions", "records")
"""Parts about files and commands, not about a game."""
BUTTONS = ("table.ready", "table.unready", "table.end", "table.use-all")


@cache
def texts(language: str) -> dict[tuple[str, str], str]:
    """What players read, by key and plural form."""
    found: dict[tuple[str, str], str] = {}
    for part, entries in i18n.parts(language):
        for key, entry in entries.items() if part not in TECHNICAL else ():
            found |= {(key, form): text for form, text in ({"": entry} if isinstance(entry, str) else entry).items()}
    return found


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_one_thing_has_one_word(language: str) -> None:
    found = []
    for concept, words in GLOSSARY.items():
        if language not in words:
            assert concept == "color", f"{concept}: no word in {language}"
            continue
        word, never = words[language]
        found += [f"{key}: {text} ({word})" for (key, _), text in texts(language).items() if re.search(never, text)]
    assert found == []


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_word_is_used_where_its_synonyms_are_forbidden(language: str) -> None:
    everything = "\n".join([*texts(language).values(), *i18n.catalogue(language).words.values()]).lower()
    stems = {
        concept: words[language][0].split()[-1][:4].lower() for concept, words in GLOSSARY.items() if language in words
    }
    assert [concept for concept, stem in stems.items() if stem not in everything] == []


def lessons(language: str) -> Iterator[tuple[str, str]]:
    """The sentences of lessons and tips."""
    for (key, _), text in texts(language).items():
        if key.startswith(("lesson.any.", "lesson.first.", "lesson.module-", "lesson.wins.", "tip.")):
            yield key, text


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_lessons_and_tips_call_buttons_what_they_say(language: str) -> None:
    """A button's name comes from the button's own key, so that no lesson names one that is called otherwise."""
    words, (left, right) = i18n.catalogue(language), QUOTES[language]
    names = {words.say(key) for key in BUTTONS if len(words.say(key)) > 6}
    for key, text in lessons(language):
        quoted = re.findall(rf"{left}\s*([^{right}]*?)\s*{right}", text)
        assert all(re.fullmatch(r"\{[a-z.-]+\}", one) for one in quoted), f"{key}: {text}"
        plain = re.sub(r"\{[\w.-]+\}", "", text)
        assert not [name for name in names if re.search(rf"\b{re.escape(name)}\b", plain)], f"{key}: {text}"
    assert sum("{table." in text for _, text in lessons(language)) >= 8


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_sentence_within_a_sentence_exists_and_needs_nothing(language: str) -> None:
    words = i18n.catalogue(language)
    named = {name for text in texts(language).values() for name in re.findall(r"\{(\w+\.[\w.-]+)\}", text)}
    assert named >= {"table.ready", "table.end", "table.unready"}
    assert {name: words.say(name) for name in named if "{" in words.say(name)} == {}
    assert words.say("lesson.any.end").count(words.say("table.end")) == 1


NORTH_STAR = re.compile(r"(?i)\b(thalers?|barbacks?|brewers?|bartenders?|guestbooks?|dishwashing area|turn track)\b")
GAME_SERVER = re.compile(r"(?i)\bservers?\b")
COMPUTER = ("box", "core", "daily", "limits", "owner", "people", "problem", "puzzles", "record", "rv", "start")
ABOUT_THE_COMPUTER = {
    "table.refused",
    "pages.replay.unreadable",
    "why.muted-days",
    "why.muted-hours",
    "why.stopping",
    "terminal.help",
}


def test_nobody_with_the_other_box_reads_a_word_of_north_stars() -> None:
    """Every text in the wording of the Schmidt box."""
    schmidt = i18n.catalogue("en-schmidt")
    found = {}
    for key, form in texts("en"):
        said = schmidt.say(key, n=1 if form == "one" else 2)
        said = re.sub(r"`[^`]*`|\{\w+\}", "", said)
        wrong = NORTH_STAR.search(said) is not None and key != "terminal.help"
        if key.split(".")[0] not in COMPUTER and key not in ABOUT_THE_COMPUTER:
            wrong |= GAME_SERVER.search(said) is not None
        if wrong:
            found[key] = said
    assert found == {}


@pytest.mark.parametrize("language", ["fr", "de", "es", "uk"])
def test_signs_have_the_spaces_of_their_language(language: str) -> None:
    """French has a narrow space before ; ! ? and one that keeps the line before : and », everywhere before a %."""
    loose = {
        key: text
        for (key, _), text in texts(language).items()
        if re.search(r"[0-9}] %", text) or (language == "fr" and re.search(r"[\w}»)] [:;!?»](?:\s|$)|« ", text))
    }
    assert loose == {}


def test_an_object_has_its_own_case() -> None:
    """German and Ukrainian change a counted card where something is done to it."""
    said = {code: i18n.catalogue(code).say("act.nobles", cards=i18n.catalogue(code).say("n.noble.obj", n=1), price="9")
            for code in ("de", "uk")}  # fmt: skip
    assert said["de"] == "1 Adligen für 9 anwerben"
    assert "1 вельможу" in said["uk"]
