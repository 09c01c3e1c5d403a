"""The sentences that only Python says: in every language, with the same values, and none in vain. Those of the browser
are looked at in tests/browser/test_words.py."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.parsed import nodes
from tiefenthal import i18n
from tiefenthal.i18n.plurals import FORMS, plural_form

SOURCE = Path(__file__).resolve().parents[2] / "src" / "tiefenthal"


@cache
def own(language: str) -> dict[str, i18n.Entry]:
    """What is not sent to browsers."""
    return {
        key: entry for name, part in i18n.parts(language) if name in i18n.NOT_IN_BROWSER for key, entry in part.items()
    }


def texts(entry: i18n.Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def holes(entry: i18n.Entry) -> set[str]:
    """What is filled in; a term with a capital is that term."""
    return {name[0].lower() + name[1:] for text in texts(entry) for name in re.findall(r"\{(\w+)\}", text)}


@cache
def named_in_source() -> tuple[frozenset[str], frozenset[str]]:
    """Texts in the source that could be keys, and the beginnings of those that are put together."""
    whole, begun = set(), set()
    for file in SOURCE.rglob("*.py"):
        for node in nodes(file):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                begun.add(str(node.values[0].value))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
    return frozenset(whole), frozenset(start for start in begun if re.fullmatch(r"[a-z]+\.([a-z-]+\.)*", start))


@pytest.mark.parametrize("language", i18n.LANGUAGES[1:])
def test_every_language_says_the_same(language: str) -> None:
    assert own(language).keys() == own("en").keys()
    terms = set(i18n.catalogue(language).words)
    for key, entry in own(language).items():
        here, there = holes(entry), holes(own("en")[key])
        assert here <= there | terms, f"{key}: {here - there} is never filled in"
        assert there - here - terms <= (set() if isinstance(entry, str) else {"n"}), f"{key}: something is not said"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_entries_are_whole(language: str) -> None:
    for key, entry in own(language).items():
        if not isinstance(entry, str):
            assert FORMS[language] <= entry.keys(), key
        for text in texts(entry):
            assert text == text.strip()
            assert text, key
            assert "'" not in text, f"{key}: an apostrophe is ’"


@pytest.mark.parametrize("language", i18n.LANGUAGES[1:])
def test_sentences_are_translated(language: str) -> None:
    same = {
        key
        for key, entry in own(language).items()
        if entry == own("en")[key] and any(len(re.sub(r"\{\w+\}|\W", "", text)) > 14 for text in texts(entry))
    }
    assert same == set()


def test_no_sentence_is_there_in_vain() -> None:
    whole, begun = named_in_source()
    unused = {
        key
        for key in own("en")
        if not key.startswith(("why.", "problem."))  # test_refusals.py, tests/server/web/test_language.py
        and key.removeprefix("you.") not in whole
        and not any(key.removeprefix("you.").startswith(start) for start in begun)
    }
    assert unused == set()


@pytest.mark.parametrize("code", i18n.CODES)
def test_every_key_that_is_named_exists(code: str) -> None:
    words = i18n.catalogue(code)
    keys = {text for text in named_in_source()[0] if re.fullmatch(r"(terminal|list|n|bonus|note)(\.[a-z-]+)+", text)}
    assert len(keys) > 80
    assert {key for key in keys if not words.has(key)} == set()


def test_plural_forms() -> None:
    assert [plural_form("en", n) for n in (0, 1, 2)] == ["other", "one", "other"]
    assert [plural_form("fr", n) for n in (0, 1, 2)] == ["one", "one", "other"]
    assert [plural_form("uk", n) for n in (1, 2, 5, 11, 12, 21, 22, 111)] == [
        "one", "few", "many", "many", "many", "one", "few", "many",
    ]  # fmt: skip


def test_a_plural_and_a_term_are_filled_in() -> None:
    assert i18n.catalogue("en").say("n.server", n=2) == "2 servers"
    assert i18n.catalogue("en-schmidt").say("n.server", n=2) == "2 waitresses"
    assert i18n.catalogue("uk").say("n.points", n=3) == "3 очки"
    assert "\u00ad" not in "".join(text for entry in i18n.catalogue("de").sentences.values() for text in texts(entry))
    with pytest.raises(KeyError):
        i18n.catalogue("en").say("no.such.key")
