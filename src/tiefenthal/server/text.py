"""Names and chat as they are shown: normalised, on one line, without anything invisible or misleading, and short.

Kept are letters of every script, punctuation, symbols and emoji. Removed are control and format characters (those that
turn the direction of text among them), private, unassigned and blank-looking characters. The two joiners stay only
where they shape what is seen: between parts of an emoji, and inside words of the scripts that need them.
"""

import re
import unicodedata
from typing import Final

from tiefenthal.server.protocol import LONGEST_CHAT, LONGEST_NAME

MOST_MARKS: Final = 3
"""Combining marks on one letter; more would overlap the lines above."""

_ZWNJ: Final = "\u200c"
_ZWJ: Final = "\u200d"
# Letters, marks and symbols that show nothing, so that a text of them would look empty.
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(chr(code) for code in range(0xE0100, 0xE01F0))
    + "".join(chr(code) for code in range(0xFE00, 0xFE0F))  # but not U+FE0F, which makes an emoji colourful
)
_EMOJI_STYLE: Final = "\ufe0f"
_SKIN: Final = frozenset(chr(code) for code in range(0x1F3FB, 0x1F400))
_GONE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
_SPACES: Final = re.compile(r"\s+")
_JOINING: Final = range(0x0600, 0x0E00)
"""Arabic, Syriac and the scripts of India, where a joiner tells words apart."""


def clean_name(text: str) -> str:
    """A name as it may be shown. Raises ValueError when nothing is left of it."""
    return _clean(text, LONGEST_NAME, "Please give a name with at least one letter that can be seen.")


def clean_chat(text: str) -> str:
    """A line of chat, made safe to show. Raises ValueError when nothing is left of it."""
    return _clean(text, LONGEST_CHAT, "There is nothing in this message that could be shown.")


def _clean(text: str, longest: int, when_empty: str) -> str:
    before = ""
    # Normalising can bring together what removing has left side by side. Each turn makes the text shorter or leaves it
    # as it is, so this ends; cleaning twice changes nothing more.
    while text != before:
        before = text
        text = _cut(_tidy(unicodedata.normalize("NFC", text)), longest)
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in text):
        raise ValueError(when_empty)
    return text


def _tidy(text: str) -> str:
    """One turn: spaces made plain, unwanted characters dropped, joiners and marks where they belong."""
    signs = [
        sign
        for sign in _SPACES.sub(" ", text)
        if sign in (" ", _ZWJ, _ZWNJ) or (sign not in _BLANK and unicodedata.category(sign) not in _GONE)
    ]
    kept: list[str] = []
    marks = 0
    for place, sign in enumerate(signs):
        last = kept[-1] if kept else " "
        if sign in (_ZWJ, _ZWNJ):
            following = signs[place + 1] if place + 1 < len(signs) else " "
            if not _joins(kept, sign, following):
                continue
        elif sign == " ":
            if last == " ":
                continue
            marks = 0
        elif _is_mark(sign):
            # a mark stands on a letter; a joiner before it has lost its sense
            if last in (" ", _ZWJ, _ZWNJ) or marks == MOST_MARKS:
                continue
            marks += 1
        else:
            marks = 0
        kept.append(sign)
    return "".join(kept).strip(" ")


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M"


def _joins(before: list[str], joiner: str, following: str) -> bool:
    """Whether a joiner between these shapes what is seen."""
    last = before[-1] if before else " "
    if ord(last) in _JOINING and ord(following) in _JOINING:
        return not _is_mark(following)
    return joiner == _ZWJ and _is_emoji(last) and _is_emoji(following) and following not in _SKIN


def _is_emoji(sign: str) -> bool:
    return sign in _SKIN or sign in (_EMOJI_STYLE, "\u2642", "\u2640") or unicodedata.category(sign) == "So"


def _cut(text: str, longest: int) -> str:
    """Not longer than this, and not in the middle of a letter with its marks or of an emoji."""
    if len(text) <= longest:
        return text
    end = longest
    while end > 0 and (_continues(text[end]) or text[end - 1] == _ZWJ):
        end -= 1
    return text[: end or longest].rstrip(" ")


def _continues(sign: str) -> bool:
    return _is_mark(sign) or sign in (_ZWJ, _ZWNJ) or sign in _SKIN
