"""Typed values out of a document somebody wrote: what is wrong is noted with its path, and reading goes on."""

from collections.abc import Sequence
from typing import Any, Final

from tiefenthal.components.reader import nearest

MOST_ITEMS: Final = 500  # in any list; the whole box has fewer cards than that
MOST_STRANGE: Final = 20  # unknown keys of one object that are worth naming
LONGEST_SHOWN: Final = 40


def shown(value: object) -> str:
    """A value as a message may repeat it: one printable line."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**12 else "a very large number"
    if isinstance(value, float):
        return "a number with a fraction"
    if isinstance(value, str):
        text = "".join(letter if letter.isprintable() else "?" for letter in value[: LONGEST_SHOWN + 1])
        return f'"{text}"' if len(text) <= LONGEST_SHOWN else f'"{text[:LONGEST_SHOWN]}..."'
    if isinstance(value, (list, tuple)):
        return "a list"
    return "an object" if isinstance(value, dict) else "something that is not JSON"


class Values:
    """Reads values and collects what is wrong with them."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.broken = False
        """Whether something could not be read, so that checks of the whole would only repeat it."""

    def note(self, path: str, words: str) -> None:
        """Something that cannot be read."""
        self.problems.append(f"{path}: {words}")
        self.broken = True

    def table(self, value: object, path: str, keys: Sequence[str]) -> dict[str, Any]:
        """An object with none but these keys."""
        if not isinstance(value, dict):
            self.note(path, f"must be an object, {{...}}, not {shown(value)}")
            return {}
        prefix = f"{path}." if path else ""
        strange = [key for key in value if key not in keys]
        if len(strange) > MOST_STRANGE:
            self.note(
                path or "the document", f"has {len(strange)} unknown keys; there are {', '.join(keys[:MOST_STRANGE])}"
            )
            strange = []
        for key in strange:
            if not isinstance(key, str):
                self.note(path or "the document", f"the key {shown(key)} must be a text")
            else:
                hint = nearest(key, list(keys)) or f"; there are {', '.join(keys[:40])}"
                self.problems.append(f"{prefix}{shown(key)[1:-1]}: unknown key, take it away{hint}")
        return {key: found for key, found in value.items() if isinstance(key, str) and key in keys}

    def integer(self, table: dict[str, Any], key: str, path: str, low: int, high: int, default: int) -> int:
        """A whole number in a range, or the default where the key is missing."""
        if key not in table:
            return default
        return self.whole(table[key], f"{path}.{key}" if path else key, low, high, default)

    def whole(self, value: object, path: str, low: int, high: int, default: int) -> int:
        """A whole number in a range."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.note(path, f"must be a whole number from {low} to {high}, not {shown(value)}")
            return default
        return value

    def flag(self, table: dict[str, Any], key: str, path: str, default: bool) -> bool:
        """Yes or no, or the default where the key is missing."""
        return self.yes_no(table[key], f"{path}.{key}" if path else key, default) if key in table else default

    def yes_no(self, value: object, path: str, default: bool) -> bool:
        """Yes or no, as the value itself."""
        if not isinstance(value, bool):
            self.note(path, f"must be true or false, not {shown(value)}")
            return default
        return value

    def items(self, value: object, path: str) -> list[Any]:
        """A list of bearable length."""
        if not isinstance(value, (list, tuple)):
            self.note(path, f"must be a list, [...], not {shown(value)}")
            return []
        if len(value) > MOST_ITEMS:
            self.note(path, f"has {len(value)} entries; nothing in the game has more than {MOST_ITEMS}")
            return []
        return list(value)

    def word(self, value: object, path: str, known: Sequence[str], what: str) -> int:
        """The number of a word among the known ones, or -1."""
        if isinstance(value, str) and value and value in known:
            return known.index(value)
        hint = nearest(value, [name for name in known if name]) if isinstance(value, str) else ""
        if not hint and len(known) <= 16:
            hint = f"; there are {', '.join([name for name in known if name])}"
        self.note(path, f"{shown(value)} is no {what}{hint}")
        return -1

    def words(self, value: object, path: str, known: Sequence[str], what: str) -> list[int]:
        """The numbers of a list of different words."""
        found: list[int] = []
        for i, item in enumerate(self.items(value, path), start=1):
            number = self.word(item, f"{path}[{i}]", known, what)
            if number in found:
                self.note(f"{path}[{i}]", f"{shown(item)} is listed twice")
            elif number >= 0:
                found.append(number)
        return found

    def seats(self, value: object, path: str, count: int) -> int:
        """A list of seats, numbered from 1, as a set."""
        found = 0
        for i, item in enumerate(self.items(value, path), start=1):
            seat = self.whole(item, f"{path}[{i}]", 1, count, 0)
            if seat:
                found |= 1 << (seat - 1)
        return found

    def cards(self, value: object, path: str, names: list[str]) -> list[int]:
        """Cards by name, written top card first, in the order of the engine: top card last."""
        found: list[int] = []
        for i, item in enumerate(self.items(value, path), start=1):
            kind = self.word(item, f"{path}[{i}]", names, "card of this edition")
            if kind > 0:
                found.append(kind)
        found.reverse()
        return found
