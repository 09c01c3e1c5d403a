"""Reading a table of an edition file: typed values, ranges, source marks, and every mistake noted with its line."""

import difflib
from typing import Final

from tiefenthal.engine.components.locate import KeyPath
from tiefenthal.engine.components.problems import Phrase, Problem, Value, mistake, phrase

RULEBOOK: Final = "rulebook"
PUBLIC: Final = "public"
INFERRED: Final = "inferred"
HOUSE: Final = "house"
BOX: Final = "box"
# from the firmest to the weakest
SOURCES: Final = (BOX, RULEBOOK, PUBLIC, INFERRED, HOUSE)

_SHOWN: Final = 40  # letters of a wrong value that are worth repeating


def key_text(path: KeyPath) -> str:
    """A key path for people: list elements count from 1."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            text += f".{_one_line(part)}" if text else _one_line(part)
    return text


def _one_line(text: str) -> str:
    """Any text fit for a message: printable and not too long."""
    text = "".join(letter if letter.isprintable() else "?" for letter in text[: _SHOWN + 1])
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def quoted(text: str) -> str:
    """A text as it may be repeated in a message."""
    return f'"{_one_line(text)}"'


def shown(value: object) -> str | Phrase:
    """A value as it may be repeated in a message."""
    return quoted(value) if isinstance(value, str) else type_name(value)


def type_name(value: object) -> str | Phrase:
    """What TOML calls a value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**12 else phrase("large")
    if isinstance(value, float):
        return phrase("fraction")
    if isinstance(value, str):
        return phrase("text")
    if isinstance(value, list):
        return phrase("list")
    if isinstance(value, dict):
        return phrase("table")
    return phrase("date")


def closest(word: str, known: list[str]) -> str:
    """The known word that was probably meant, or nothing."""
    if word.isdecimal() or len(word) > _SHOWN:
        return ""  # a number close to another number, or a whole paragraph, is no slip of the pen
    close = difflib.get_close_matches(word, known, 1)
    return close[0] if close else ""


def _whole(low: int, high: int) -> Phrase:
    return phrase("whole", low=low, high=high) if low < high else phrase("exactly", figure=str(low))


class Page:
    """What is noted while one file is read."""

    def __init__(self, lines: dict[KeyPath, int]) -> None:
        self.lines: dict[KeyPath, int] = lines
        self.problems: list[Problem] = []
        self.source: dict[str, str] = {}
        self.marks: list[tuple[KeyPath, str]] = []  # every figure of the file with its mark, entry by entry

    def line_of(self, path: KeyPath) -> int:
        """The line of a path, or of the nearest table around it."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path[:-1]
        return 1

    def problem(self, path: KeyPath, code: str, **values: Value) -> None:
        """Note what is wrong at a path: a code, and what its sentence is filled with."""
        self.problems.append(mistake(self.line_of(path), key_text(path), code, **values))

    def note_source(self, figure: str, source: str) -> None:
        """Cards that merge into one kind keep the weaker of their marks."""
        old = self.source.get(figure, source)
        self.source[figure] = old if SOURCES.index(old) > SOURCES.index(source) else source


class Section:
    """One table of the file. A section that is not there answers everything quietly, so that one gap is one problem."""

    def __init__(
        self, page: Page, path: KeyPath, data: dict[str, object], parent: "Section | None", there: bool
    ) -> None:
        self.page: Page = page
        self.path: KeyPath = path
        self.data: dict[str, object] = data
        self.parent: Section | None = parent
        self.there: bool = there
        self.known: list[str] = ["source", "sources"]
        self.marked: list[str] = []  # the names that `sources` may use: keys here and in the tables below
        self.source: str = ""
        self.sources: dict[str, str] = {}
        self.unmarked: bool = False
        self._read_marks()

    def problem(self, key: str, code: str, **values: Value) -> None:
        """Note what is wrong at a key of this table, or at the table itself."""
        if self.there:
            self.page.problem((*self.path, key) if key else self.path, code, **values)

    # --- source marks

    def _mark(self, value: object, path: KeyPath) -> str:
        if isinstance(value, str) and value in SOURCES:
            return value
        near = closest(value, list(SOURCES)) if isinstance(value, str) else ""
        self.page.problem(path, "source", found=shown(value), sources=", ".join(SOURCES), near=near)
        return HOUSE

    def _read_marks(self) -> None:
        if "source" in self.data:
            self.source = self._mark(self.data["source"], (*self.path, "source"))
        marks = self.data.get("sources")
        if marks is None:
            return
        path: KeyPath = (*self.path, "sources")
        if not isinstance(marks, dict):
            self.page.problem(path, "must-be", what=phrase("marks"), found=type_name(marks))
            return
        for key, value in marks.items():
            self.sources[str(key)] = self._mark(value, (*path, str(key)))

    def mark(self, key: str, figure: str) -> None:
        """Note where the figure read from `key` comes from: the nearest mark counts, looking outwards."""
        found = ""
        first = key
        section: Section | None = self
        while section is not None:
            section.marked.append(key)
            section.marked.append(first)
            if not found:
                found = section.sources.get(key, "") or section.sources.get(first, "") or section.source
            names = [part for part in section.path if isinstance(part, str)]
            first = names[-1] if names else ""
            section = section.parent
        if found:
            self.page.note_source(figure, found)
            self.page.marks.append(((*self.path, key), found))
            return
        top = self
        while top.parent is not None and top.parent.parent is not None:
            top = top.parent
        if top.there and not top.unmarked:
            top.unmarked = True
            top.problem("", "no-source", figure=key_text((*self.path, key)), mark=f'source = "{BOX}"')

    # --- values

    def has(self, key: str) -> bool:
        return key in self.data

    def _value(self, key: str, what: Phrase) -> object:
        """The value of a key, or None with the gap noted."""
        self.known.append(key)
        value = self.data.get(key)
        if value is None:
            self.problem(key, "missing", what=what)
        return value

    def integer(self, key: str, low: int, high: int) -> int:
        """A whole number; `low` stands in for a wrong one."""
        value = self._value(key, _whole(low, high))
        if value is None:
            return low
        return self._integer(value, (*self.path, key), low, high)

    def _integer(self, value: object, path: KeyPath, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.page.problem(path, "must-be", what=_whole(low, high), found=type_name(value))
            return low
        return value

    def optional_integer(self, key: str, low: int, high: int, default: int) -> int:
        self.known.append(key)
        return self.integer(key, low, high) if key in self.data else default

    def integers(self, key: str, count: int, low: int, high: int) -> list[int]:
        """A list of exactly `count` whole numbers."""
        what = phrase("numbers", count=count)
        value = self._value(key, what)
        if value is None:
            return [low] * count
        if not isinstance(value, list):
            self.problem(key, "must-be", what=what, found=type_name(value))
            return [low] * count
        numbers = [self._integer(item, (*self.path, key, i), low, high) for i, item in enumerate(value)]
        if len(numbers) != count:
            self.problem(key, "must-have", count=count, found=len(numbers))
            return [low] * count
        return numbers

    def fixed(self, key: str, wanted: object, spelt: str) -> None:
        """A figure that is the same in every box."""
        value = self._value(key, phrase("exactly", figure=spelt))
        if value is not None and value != wanted:
            self.problem(key, "fixed", figure=spelt)

    def entries(self, key: str) -> int:
        """How many elements the list under a key has, good or bad; -1 where there is no list."""
        value = self.data.get(key)
        return len(value) if isinstance(value, list) else -1

    def text(self, key: str, what: Phrase) -> str:
        """A text; the empty one stands in for a wrong one."""
        value = self._value(key, what)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.problem(key, "must-be", what=what, found=type_name(value))
            return ""
        return value

    def texts(self, key: str, what: Phrase) -> list[str] | None:
        """A list of texts, or None for a wrong one."""
        value = self._value(key, what)
        if value is None:
            return None
        if not isinstance(value, list):
            self.problem(key, "must-be", what=what, found=type_name(value))
            return None
        words: list[str] = []
        good = True
        for i, item in enumerate(value):
            if isinstance(item, str):
                words.append(item)
            else:
                self.page.problem((*self.path, key, i), "must-be", what=phrase("text"), found=type_name(item))
                good = False
        return words if good else None

    # --- tables inside

    def section(self, key: str) -> "Section":
        """The table under a key."""
        value = self._value(key, phrase("table"))
        if value is not None and not isinstance(value, dict):
            self.problem(key, "must-be", what=phrase("table"), found=type_name(value))
        path: KeyPath = (*self.path, key)
        if isinstance(value, dict):
            return Section(self.page, path, value, self, self.there)
        return Section(self.page, path, {}, self, False)

    def sections(self, key: str, fields: tuple[str, ...]) -> list["Section"]:
        """The list of tables under a key; `fields` are what they may hold."""
        self.marked.extend(fields)
        value = self._value(key, phrase("tables"))
        if value is None:
            return []
        if not isinstance(value, list):
            self.problem(key, "must-be", what=phrase("tables"), found=type_name(value))
            return []
        found: list[Section] = []
        for i, item in enumerate(value):
            path: KeyPath = (*self.path, key, i)
            if isinstance(item, dict):
                found.append(Section(self.page, path, item, self, True))
            else:
                what = phrase("table-such", example="{ die = 3, pays = 2 }")
                self.page.problem(path, "must-be", what=what, found=type_name(item))
        return found

    def finish(self) -> None:
        """After the last value was asked for: anything left over is a mistake."""
        for key in self.data:
            if key not in self.known:
                self.problem(key, "unknown-key", near=closest(key, self.known))
        if not self.there:
            return
        usable = self.known + self.marked
        for key in self.sources:
            if key not in usable:
                path: KeyPath = (*self.path, "sources", key)
                self.page.problem(path, "no-key-to-mark", near=closest(key, usable))
