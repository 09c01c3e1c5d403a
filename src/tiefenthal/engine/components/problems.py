"""What is wrong with an edition file, in lines an owner can act on: codes with values, which have a sentence in every
language (`i18n/*/editions.json`, docs/i18n.md)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tiefenthal.i18n import Catalogue, catalogue

HINTS: Final = ("near", "known", "write")
"""Values that any problem may have, and that end its sentence: the word that was probably meant, some that are known,
or what to write."""


class Phrase(NamedTuple):
    """Part of a sentence, with words of its own in every language."""

    code: str
    values: tuple[tuple[str, int | str], ...] = ()

    def said(self, words: Catalogue) -> str:
        """As it stands in a sentence."""
        return words.say(f"edition.part.{self.code}", **dict(self.values))


Value = int | str | Phrase


def phrase(code: str, **values: int | str) -> Phrase:
    return Phrase(code, tuple(values.items()))


class Problem(NamedTuple):
    """One thing to put right. Line 0 means the file as a whole."""

    line: int
    key: str  # "guests.cards[3].die": elements of a list count from 1; empty for the file as a whole
    code: str
    values: tuple[tuple[str, Value], ...] = ()

    def said(self, words: Catalogue) -> str:
        """What is wrong, in a language."""
        values: dict[str, int | str] = {}
        for name, value in self.values:
            values[name] = value.said(words) if isinstance(value, Phrase) else value
        hints = [(name, values.pop(name)) for name in HINTS if name in values]
        sentence = words.say(f"edition.wrong.{self.code}", **values)
        for name, hint in hints:
            sentence = words.say(f"edition.hint.{name}", sentence=sentence, hint=hint)
        return sentence

    @property
    def reason(self) -> str:
        """What is wrong, in English."""
        return self.said(catalogue())


def mistake(line: int, key: str, code: str, **values: Value) -> Problem:
    """Make one. Hints that are empty are left out."""
    return Problem(line, key, code, tuple([pair for pair in values.items() if pair[1] != "" or pair[0] not in HINTS]))


class EditionError(ValueError):
    """An edition that cannot be used, with everything that is wrong with it."""

    problems: list[Problem]
    where: str

    def __init__(self, problems: Sequence[Problem], where: str = "edition") -> None:
        super().__init__(list(problems), where)
        self.problems = list(problems)
        self.where = where

    def words(self, words: Catalogue) -> str:
        """The whole message in a language, a problem a line."""
        lines = []
        for wrong in self.problems:
            place = f"{self.where}:{wrong.line}" if wrong.line else self.where
            key = f"{wrong.key}: " if wrong.key else ""
            lines.append(f"{place}: {key}{wrong.said(words)}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.words(catalogue())
