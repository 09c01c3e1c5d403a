"""The words of the game in every language: what the engine, the terminal, the server and the browser say.

A language is a folder: sentences by their keys in JSON files, one a part, and the words of the box in `terms.toml`. A
wording of a language, such as the other English box, has words of its own and shares the sentences. docs/i18n.md says
how sentences are written.
"""

import functools
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from types import MappingProxyType
from typing import Final, NamedTuple

from tiefenthal.i18n.plurals import plural_form

CODES: Final = ("en", "en-schmidt", "de", "fr", "es", "uk")
DEFAULT: Final = "en"
LANGUAGES: Final = ("en", "de", "fr", "es", "uk")
"""Those with sentences of their own."""
NOT_IN_BROWSER: Final = (
    "analysis",
    "editions",
    "environment",
    "errors",
    "owner",
    "positions",
    "problems",
    "records",
    "terminal",
)
"""Parts that only Python reads."""
APART: Final = ("lessons", "puzzles", "review")
"""Parts that the browser loads on demand."""

Entry = str | Mapping[str, str]
"""A sentence, or one for each plural form."""
Value = int | float | str

_HOLE: Final = re.compile(r"\{(\w+(?:\.[\w.-]+)?)\}(s\b)?")


class Catalogue(NamedTuple):
    """The words of one language."""

    code: str
    name: str
    """In the language itself."""
    words: Mapping[str, str]
    """Those of the box, by code: the word of the first English wording, `_card` or `_area` behind it where two things
    share it."""
    phases: Mapping[str, str]
    """By letter, A to G."""
    sentences: Mapping[str, Entry]

    @property
    def language(self) -> str:
        """The language of the sentences: "en" for both English wordings."""
        return self.code.partition("-")[0]

    def has(self, key: str) -> bool:
        """Whether there is a sentence with this key; for sentences that only some things have."""
        return key in self.sentences

    def names_in(self, key: str) -> frozenset[str]:
        """The names of what is filled into a sentence."""
        entry = self.sentences.get(key, "")
        return frozenset(
            hole[0] for text in ([entry] if isinstance(entry, str) else entry.values()) for hole in _HOLE.findall(text)
        )

    def say(self, key: str, **values: Value) -> str:
        """The sentence with this key, filled in. Of several plural forms `n` chooses."""
        entry = self.sentences[key]
        if not isinstance(entry, str):
            n = values.get("n", 0)
            form = plural_form(self.language, n if isinstance(n, float) else int(n))
            entry = entry[form] if form in entry else entry["other"]

        def fill(hole: re.Match[str]) -> str:
            name, many = hole[1], hole[2] or ""
            if name in values:
                return f"{values[name]}{many}"
            if "." in name:  # another sentence, such as the name of a button
                return self.say(name) + many
            word = self.words.get(name[0].lower() + name[1:])
            if word is None:
                return hole[0]
            if name[0].isupper():
                word = word[0].upper() + word[1:]
            return word + ("es" if many and word.endswith("s") else many)  # servers, but waitresses

        return _HOLE.sub(fill, entry)

    def number(self, value: float, decimals: int = 0, signed: bool = False) -> str:
        """A figure for people: "12", "−3", "+4", "35.3" or "35,3"."""
        text = f"{abs(value):.{decimals}f}"
        if float(text) != 0.0:
            text = ("−" if value < 0 else "+" if signed else "") + text
        return text if self.language == "en" else text.replace(".", ",")


Said = Callable[[Catalogue], str]
"""Something that can be said in any language, such as what an error is about."""


class UnknownLanguageError(KeyError):
    """There is no catalogue for this language."""

    def __str__(self) -> str:
        return str(self.args[0])


def catalogue(code: str = DEFAULT) -> Catalogue:
    """The words of a language. Raises UnknownLanguageError."""
    if code not in CODES:  # before any file is looked for
        raise UnknownLanguageError(f"the game has no words for {code[:20]!r}; it has {', '.join(CODES)}")
    return _read(code)


def catalogues() -> list[Catalogue]:
    """All languages, English first."""
    return [_read(code) for code in CODES]


def parts(language: str) -> Iterator[tuple[str, dict[str, Entry]]]:
    """The sentences of a language by part, in a stable order."""
    folder = resources.files("tiefenthal.i18n").joinpath(language)
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        name, _, end = file.name.rpartition(".")
        if end == "json":
            yield name, json.loads(file.read_text(encoding="utf-8"))


def for_browser(language: str, part: str | None = None) -> dict[str, Entry]:
    """The sentences of a language that the browser game needs from the start, or those of a part that is loaded on
    demand.
    """
    found: dict[str, Entry] = {}
    for name, entries in parts(language):
        if name == part or (part is None and name not in (*NOT_IN_BROWSER, *APART)):
            found |= entries
    return found


@functools.cache
def _read(code: str) -> Catalogue:
    file = resources.files("tiefenthal.i18n").joinpath(code, "terms.toml")
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    sentences = _sentences(code.partition("-")[0])
    return Catalogue(code, data["name"], MappingProxyType(data["words"]), MappingProxyType(data["phases"]), sentences)


@functools.cache
def _sentences(language: str) -> Mapping[str, Entry]:
    found: dict[str, Entry] = {}
    for _, entries in parts(language):
        for key, entry in entries.items():
            found[key] = _plain(entry) if isinstance(entry, str) else {form: _plain(entry[form]) for form in entry}
    return MappingProxyType(found)


def _plain(text: str) -> str:
    """Without the soft hyphens that tell a browser where a long word may be broken."""
    return text.replace("\u00ad", "")
