"""The game's words in each language, so that players meet the words of their own box.

A catalogue is a file of `catalogues/`: the language's own name, the words by their codes, the phases by their letters.
A code is the word of the first English wording, `_card` or `_area` behind it where two things share it.
"""

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Final, NamedTuple

CODES: Final = ("en", "en-schmidt", "de", "fr", "es", "uk")
DEFAULT: Final = "en"


class Catalogue(NamedTuple):
    """The words of one language."""

    code: str
    name: str
    """In the language itself."""
    words: Mapping[str, str]
    phases: Mapping[str, str]
    """By letter, A to G."""


class UnknownLanguageError(KeyError):
    """There is no catalogue for this language."""

    def __str__(self) -> str:
        return str(self.args[0])


def catalogue(code: str) -> Catalogue:
    """The words of a language. Raises UnknownLanguageError."""
    if code not in CODES:  # before any file is looked for
        raise UnknownLanguageError(f"the game has no words for {code[:20]!r}; it has {', '.join(CODES)}")
    return _read(code)


def catalogues() -> list[Catalogue]:
    """All languages, English first."""
    return [_read(code) for code in CODES]


@functools.cache
def _read(code: str) -> Catalogue:
    file = resources.files("tiefenthal.i18n").joinpath("catalogues", f"{code}.toml")
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return Catalogue(code, data["name"], MappingProxyType(data["words"]), MappingProxyType(data["phases"]))
