"""Typed values from a hand-written document: faults are noted with their path, and reading continues."""

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, get_args

from tiefenthal.engine.components.problems import Problem
from tiefenthal.engine.components.reader import closest
from tiefenthal.engine.rules.faults import Fault
from tiefenthal.engine.rules.refusal import Value

MOST_ITEMS: Final = 500  # in any list; the whole box has fewer cards than that
MOST_STRANGE: Final = 20  # unknown keys of one object that are worth naming
MOST_KEYS: Final = 40  # of those there are
MOST_KNOWN: Final = 16  # words that are worth listing where another one was written
LONGEST_SHOWN: Final = 40

Kind = Literal["fraction", "large", "list", "not-json", "object"]
"""What is named in place of a value that a message cannot repeat: `position.shown.<kind>` of the catalogue."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Thing = Literal["area", "card", "effect", "open-place", "space", "tavern-card"]
"""What a word should name: `position.what.<what>` of the catalogue."""
THINGS: Final[tuple[Thing, ...]] = get_args(Thing)


def shown(value: object) -> str:
    """A value as a message may repeat it, in one printable line, or its kind. Texts are in quotation marks, so that
    none is taken for a kind."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**12 else "large"
    if isinstance(value, float):
        return "fraction"
    if isinstance(value, str):
        text = "".join(letter if letter.isprintable() else "?" for letter in value[: LONGEST_SHOWN + 1])
        return f'"{text}"' if len(text) <= LONGEST_SHOWN else f'"{text[:LONGEST_SHOWN]}..."'
    if isinstance(value, (list, tuple)):
        return "list"
    return "object" if isinstance(value, dict) else "not-json"


def hints(value: object, known: Sequence[str]) -> tuple[str, str]:
    """Help with an unknown word: the one that was probably meant, or else all of them if they are few."""
    names = [name for name in known if name]
    near = closest(value, names) if isinstance(value, str) else ""
    return near, ", ".join(names) if not near and len(known) <= MOST_KNOWN else ""


class EditionFault(NamedTuple):
    """What is wrong with the text of an edition within a document."""

    where: str
    problem: Problem


class Values:
    """Reads values and collects what is wrong with them."""

    def __init__(self) -> None:
        self.problems: list[Fault | EditionFault] = []
        self.broken = False
        """Whether something could not be read, so that checks of the whole would only repeat it."""

    def note(
        self, path: str, code: str, near: str = "", known: str = "", harmless: bool = False, **values: Value
    ) -> None:
        """Something that is wrong, with no path where it is the document as a whole. `near` is a word that was probably
        meant, `known` are those there are; something harmless leaves nothing unread."""
        if near:
            values["near"] = near
        elif known:
            values["known"] = known
        self.problems.append(Fault(path, code, values))
        self.broken = self.broken or not harmless

    def note_edition(self, path: str, problem: Problem) -> None:
        """Something that is wrong with the text of an edition."""
        place = f"{path}:{problem.line}" if problem.line else path
        self.problems.append(EditionFault(f"{place}: {problem.key}" if problem.key else place, problem))
        self.broken = True

    def table(self, value: object, path: str, keys: Sequence[str]) -> dict[str, Any]:
        """An object with none but these keys."""
        if not isinstance(value, dict):
            self.note(path, "not-object", shown=shown(value))
            return {}
        prefix = f"{path}." if path else ""
        strange = [key for key in value if key not in keys]
        if len(strange) > MOST_STRANGE:
            some = ", ".join(keys[:MOST_STRANGE])
            if path:
                self.note(path, "unknown-keys", count=len(strange), known=some)
            else:
                self.note(path, "document-keys", count=len(strange), known=some)
            strange = []
        for key in strange:
            if not isinstance(key, str):
                self.note(path, "key-text", shown=shown(key))
            else:
                name = shown(key)[1:-1] or '""'
                near, some = closest(key, list(keys)), ", ".join(keys[:MOST_KEYS])
                self.note(f"{prefix}{name}", "unknown-key", near=near, known=some, harmless=True)
        return {key: found for key, found in value.items() if isinstance(key, str) and key in keys}

    def integer(self, table: dict[str, Any], key: str, path: str, low: int, high: int, default: int) -> int:
        """A whole number in a range, or the default where the key is missing."""
        if key not in table:
            return default
        return self.whole(table[key], f"{path}.{key}" if path else key, low, high, default)

    def whole(self, value: object, path: str, low: int, high: int, default: int) -> int:
        """A whole number in a range."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.note(path, "whole", low=low, high=high, shown=shown(value))
            return default
        return value

    def flag(self, table: dict[str, Any], key: str, path: str, default: bool) -> bool:
        """Yes or no, or the default where the key is missing."""
        return self.yes_no(table[key], f"{path}.{key}" if path else key, default) if key in table else default

    def yes_no(self, value: object, path: str, default: bool) -> bool:
        """Yes or no, as the value itself."""
        if not isinstance(value, bool):
            self.note(path, "true-false", shown=shown(value))
            return default
        return value

    def items(self, value: object, path: str) -> list[Any]:
        """A list of limited length."""
        if not isinstance(value, (list, tuple)):
            self.note(path, "not-list", shown=shown(value))
            return []
        if len(value) > MOST_ITEMS:
            self.note(path, "list-long", count=len(value), most=MOST_ITEMS)
            return []
        return list(value)

    def word(self, value: object, path: str, known: Sequence[str], what: Thing) -> int:
        """The number of a word among the known ones, or -1."""
        if isinstance(value, str) and value and value in known:
            return known.index(value)
        near, few = hints(value, known)
        self.note(path, "unknown-word", shown=shown(value), what=what, near=near, known=few)
        return -1

    def words(self, value: object, path: str, known: Sequence[str], what: Thing) -> list[int]:
        """The numbers of a list of different words."""
        found: list[int] = []
        for i, item in enumerate(self.items(value, path), start=1):
            number = self.word(item, f"{path}[{i}]", known, what)
            if number in found:
                self.note(f"{path}[{i}]", "twice", shown=shown(item))
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
            kind = self.word(item, f"{path}[{i}]", names, "card")
            if kind > 0:
                found.append(kind)
        found.reverse()
        return found
