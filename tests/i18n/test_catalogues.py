"""Every word in every language."""

import tomllib
import unicodedata
from pathlib import Path

import pytest

from tiefenthal import i18n
from tiefenthal.engine.components.kinds import AREA_NAMES, TAVERN_NAMES

BOXES = tomllib.loads((Path(__file__).parent / "boxes.toml").read_text("utf-8"))


def test_the_languages() -> None:
    assert [one.code for one in i18n.catalogues()] == ["en", "en-schmidt", "de", "fr", "es", "uk"]
    names = [one.name for one in i18n.catalogues()]
    assert names == ["English (North Star)", "English (Schmidt)", "Deutsch", "Français", "Español", "Українська"]


@pytest.mark.parametrize("code", i18n.CODES)
def test_no_word_is_missing(code: str) -> None:
    found = i18n.catalogue(code)
    assert list(found.words) == list(i18n.catalogue("en").words)
    assert len(found.words) == 47
    assert list(found.phases) == list("ABCDEFG")
    for text in [*found.words.values(), *found.phases.values(), found.name]:
        assert text
        assert text == unicodedata.normalize("NFC", text.strip())
        assert "|" not in text


def test_words_and_phases_are_those_of_the_boxes() -> None:
    for what, box in (("words", BOXES["words"]), ("phases", BOXES["phases"])):
        ours = {one.code: getattr(one, what) for one in i18n.catalogues()}
        assert {key: [words[key] for words in ours.values()] for key in ours["en"]} == box


def test_languages_are_told_apart() -> None:
    for one in ("de", "fr", "es", "uk"):
        assert i18n.catalogue(one).words["counter_guest"] != i18n.catalogue("en").words["counter_guest"]
    assert all(any("а" <= letter.lower() <= "ї" for letter in text) for text in i18n.catalogue("uk").words.values())


def test_what_the_engine_names_has_a_word() -> None:
    words = i18n.catalogue("en").words
    for name in TAVERN_NAMES[1:]:
        assert name in words or f"{name}_card" in words
    for name in AREA_NAMES:
        assert name in words or f"{name}_area" in words or name.removesuffix("s") in words


@pytest.mark.parametrize("code", ["xx", "", "../en", "EN", "en.toml"])
def test_an_unknown_language_is_refused_in_words(code: str) -> None:
    with pytest.raises(i18n.UnknownLanguageError) as error:
        i18n.catalogue(code)
    assert "en-schmidt" in str(error.value)


def test_nobody_can_change_a_catalogue() -> None:
    with pytest.raises(TypeError):
        i18n.catalogue("en").words["beer"] = "water"  # type: ignore[index]
