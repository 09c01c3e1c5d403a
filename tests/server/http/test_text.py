"""Names and chat are shown as they are, without anything misleading."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tiefenthal.server.protocol import LONGEST_CHAT, LONGEST_NAME
from tiefenthal.server.text import MOST_MARKS, clean_chat, clean_name

FAMILY = "👩\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \t\n Lovelace\u00a0\u3000 ", "Ada Lovelace"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("Jürgen Müller", "Jürgen Müller"),
        ("Кельнерка", "Кельнерка"),
        ("李雷 #1 (x)", "李雷 #1 (x)"),
        ("a\u202eb\u2066c\u2069d\u200fe", "abcde"),
        ("a\u200bb\ufeffc\u2060d\u00ade", "abcde"),
        ("a\x00b\x1b[31mc\x7fd\x85e", "ab[31mcd e"),
        ("a\ue000b\U000f0000c", "abc"),
        ("a\ud800b", "ab"),
        ("a\u0378b", "ab"),
        ("a\u2028b\u2029c", "a b c"),
        ("\u3164\u115fx\u2800", "x"),
        ("z" + "\u0335" * 20 + "x", "z" + "\u0335" * MOST_MARKS + "x"),
        ("\u0301abc", "abc"),
        ("a \u0301b", "a b"),
        (FAMILY, FAMILY),
        ("👍🏽", "👍🏽"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"),
        ("a\u200db", "ab"),
        ("👍\u200d", "👍"),
        ("\u200d👍", "👍"),
        ("👍\u200d\u200d👍", "👍\u200d👍"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क्\u200dष", "क्\u200dष"),
        ("\u0627\u200c", "\u0627"),
        ("a\u200cb", "ab"),
        ("<b>&amp;", "<b>&amp;"),
        ("x\U000e0041\U000e0042", "x"),
        ("שלום", "שלום"),
    ],
)
def test_what_is_shown(given_text: str, shown: str) -> None:
    assert clean_name(given_text) == shown
    assert clean_chat(given_text) == shown


@pytest.mark.parametrize(
    "text", ["", "  ", "\u200b\u202e", "\u3164", "\u0301", "\u200d", "\x00", "\u2800\u2800", "\ufe0f"]
)
def test_nothing_to_see_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match="Please give a name"):
        clean_name(text)
    with pytest.raises(ValueError, match="nothing in this message"):
        clean_chat(text)


def test_texts_are_cut_between_what_people_see() -> None:
    assert clean_name("x" * 100) == "x" * LONGEST_NAME
    assert clean_chat("x" * 2000) == "x" * LONGEST_CHAT
    assert clean_name("x" * (LONGEST_NAME - 1) + " y") == "x" * (LONGEST_NAME - 1)
    assert clean_name("x" * (LONGEST_NAME - 1) + "q\u0323\u0331") == "x" * (LONGEST_NAME - 1)
    assert clean_name("x" * (LONGEST_NAME - 2) + FAMILY) == "x" * (LONGEST_NAME - 2)
    assert clean_name("x" * (LONGEST_NAME - 1) + "👍🏽") == "x" * (LONGEST_NAME - 1)


# Random text rarely has difficult characters, so half of them are chosen from those.
DIFFICULT = st.sampled_from(
    "\u200d\u200c\ufe0f\u0301\u0323\u0335\u1161\u11a8\u1100\u202e\u2066\u3164\u2800 \t\n\x00\ue000\ud800👩👧🏽❤é"
    "\u0627\u0628\u0915\u094d\u0344\u0958\u2126\ufb1d\U0001f1e9\u20e3a1"
)
TEXTS = st.text(st.one_of(DIFFICULT, st.characters()), max_size=60)


@settings(max_examples=600, deadline=None)
@given(TEXTS)
def test_what_is_shown_is_clean_and_stays_as_it_is(text: str) -> None:
    try:
        shown = clean_name(text)
    except ValueError:
        return
    assert clean_name(shown) == shown
    assert 1 <= len(shown) <= LONGEST_NAME
    assert shown == unicodedata.normalize("NFC", shown)
    assert shown == " ".join(shown.split())
    marks = 0
    for sign in shown:
        category = unicodedata.category(sign)
        assert category not in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
        assert category != "Cf" or sign in "\u200c\u200d"
        assert category != "Zs" or sign == " "
        marks = marks + 1 if category[0] == "M" else 0
        assert marks <= MOST_MARKS
    assert unicodedata.bidirectional(shown[0]) not in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    shown.encode("utf-8")


@settings(max_examples=300, deadline=None)
@given(st.lists(TEXTS, max_size=20).map("".join))
def test_chat_is_clean_and_stays_as_it_is(text: str) -> None:
    try:
        shown = clean_chat(text)
    except ValueError:
        return
    assert clean_chat(shown) == shown
    assert 1 <= len(shown) <= LONGEST_CHAT
