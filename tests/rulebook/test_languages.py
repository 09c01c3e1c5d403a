"""The rules in other languages say what the English ones say: the same rules, rulings, figures and references."""

import re
from collections import Counter

import pytest

from tiefenthal.i18n.rulebook import ENGLISH, LANGUAGES, WHOLE_RULE, chapters, find_rule, language_for, rules

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
REFERENCE = re.compile(r"\b[A-Z][0-9]?-[0-9]+\b")


def _figures(text: str) -> Counter[str]:
    return Counter(re.findall(r"[0-9]+", text))


@pytest.mark.parametrize("language", OTHERS)
def test_chapters_and_rules_are_the_same(language: str) -> None:
    assert list(chapters(language)) == list(chapters())
    assert list(rules(language)) == list(rules())
    for letter, chapter in chapters(language).items():
        assert chapter.title
        assert bool(chapter.note) >= bool(chapters()[letter].note)


@pytest.mark.parametrize("language", OTHERS)
def test_every_rule_has_the_same_figures_references_and_rulings(language: str) -> None:
    for name, rule in rules(language).items():
        english = rules()[name]
        assert rule.text != english.text, f"{name} is not translated"
        assert _figures(rule.text) == _figures(english.text), name
        assert Counter(REFERENCE.findall(rule.text)) == Counter(REFERENCE.findall(english.text)), name
        assert len(rule.rulings) == len(english.rulings), name
        assert rule.is_ruling == english.is_ruling, name
        for ours, theirs in zip(rule.rulings, english.rulings):
            assert (ours == WHOLE_RULE) == (theirs == WHOLE_RULE), name
            assert _figures(ours) == _figures(theirs), name
        assert rule.text.count("\n") == english.text.count("\n"), f"{name}: lettered items"


@pytest.mark.parametrize(
    ("asked", "found"), [("de", "de"), ("en-schmidt", "en"), ("UK", "uk"), (None, "en"), ("xx", "en")]
)
def test_the_language_for_a_reader(asked: str | None, found: str) -> None:
    assert language_for(asked) == found


def test_a_rule_is_found_in_every_language() -> None:
    assert {find_rule("f7", language).id for language in LANGUAGES} == {"F-7"}


def test_a_language_nobody_wrote_is_refused() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        rules("../rules")
