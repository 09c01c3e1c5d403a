"""Errors that people read: a code with values, whose sentence is `error.<code>` in `i18n/*/errors.json`."""

from collections.abc import Mapping
from functools import partial

from tiefenthal.i18n import Catalogue, Said, Value, catalogue

Filling = Value | Said
"""A value of a sentence, or the sentence of another error."""


def sentence(code: str, values: Mapping[str, Filling]) -> Said:
    """The sentence of a code, in whatever language."""
    return partial(_say, code, values)


def _say(code: str, values: Mapping[str, Filling], words: Catalogue) -> str:
    told = {name: value if isinstance(value, (int, float, str)) else value(words) for name, value in values.items()}
    return words.say(f"error.{code}", **told)


class Worded(Exception):
    """Such an error. `str()` is English, `words` any language."""

    code: str
    values: dict[str, Filling]

    def __init__(self, code: str, /, **values: Filling) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def words(self, words: Catalogue) -> str:
        """What is wrong, in a language."""
        return _say(self.code, self.values, words)

    def __str__(self) -> str:
        return self.words(catalogue())
