"""Line numbers for the keys of a TOML text.

`tomllib` reads values but forgets where they stood. This scanner walks over a text that `tomllib` has already accepted,
so it need not judge anything; it only keeps count of where each key, table and list element begins.
"""

from typing import Final

KeyPath = tuple[str | int, ...]

_BLANK: Final = " \t\r"
_ENDS_SCALAR: Final = ",]}#\n"
_ESCAPES: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\", "e": "\x1b"}
_HEX_ESCAPES: Final = {"x": 2, "u": 4, "U": 8}


class _Scanner:
    """A position in the text and the lines found so far."""

    def __init__(self, text: str) -> None:
        self.text: str = text
        self.at: int = 0
        self.line: int = 1
        self.lines: dict[KeyPath, int] = {}
        self.list_sizes: dict[KeyPath, int] = {}  # of arrays of tables, which grow header by header

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def step(self, count: int = 1) -> None:
        self.line += self.text.count("\n", self.at, self.at + count)
        self.at += count

    def skip_blank(self) -> None:
        while self.peek() and self.peek() in _BLANK:
            self.at += 1

    def skip_lines(self) -> None:
        """Skip blanks, line ends and comments."""
        while True:
            self.skip_blank()
            if self.peek() == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif self.peek() == "\n":
                self.step()
            else:
                return

    def note(self, path: KeyPath) -> None:
        """Remember the first line on which a path appears."""
        self.lines.setdefault(path, self.line)

    def note_down_to(self, base: KeyPath, keys: list[str]) -> KeyPath:
        """Remember a dotted key and the tables it makes on the way; return the full path."""
        path = base
        for key in keys:
            path = (*path, key)
            self.note(path)
        return path

    # --- keys

    def quoted(self) -> str:
        """A one-line string, escapes resolved."""
        mark = self.peek()
        self.at += 1
        letters: list[str] = []
        while self.peek() and self.peek() != mark:
            letter = self.peek()
            self.at += 1
            if letter == "\\" and mark == '"':
                letter = self.peek()
                self.at += 1
                size = _HEX_ESCAPES.get(letter, 0)
                if size:
                    letter = chr(int(self.text[self.at : self.at + size], 16))
                    self.at += size
                else:
                    letter = _ESCAPES.get(letter, letter)
            letters.append(letter)
        self.at += 1
        return "".join(letters)

    def key(self) -> list[str]:
        """A key with its dots, up to the `=` or `]` after it."""
        parts: list[str] = []
        while True:
            self.skip_blank()
            if self.peek() in ("'", '"'):
                parts.append(self.quoted())
            else:
                start = self.at
                while self.peek() and self.peek() not in " \t\r.=]\n":
                    self.at += 1
                parts.append(self.text[start : self.at])
            self.skip_blank()
            if self.peek() != ".":
                return parts
            self.at += 1

    # --- values

    def string(self) -> None:
        mark = self.peek()
        if self.text[self.at : self.at + 3] != mark * 3:
            self.quoted()
            return
        self.step(3)
        while self.at < len(self.text) and self.text[self.at : self.at + 3] != mark * 3:
            self.step(2 if self.peek() == "\\" and mark == '"' else 1)
        self.step(3)
        while self.peek() == mark:  # up to two quotes may stand right before the closing three
            self.step()

    def value(self, path: KeyPath) -> None:
        self.skip_blank()
        letter = self.peek()
        if letter in ("'", '"'):
            self.string()
        elif letter == "[":
            self.array(path)
        elif letter == "{":
            self.inline_table(path)
        else:
            while self.peek() and self.peek() not in _ENDS_SCALAR:
                self.at += 1

    def array(self, path: KeyPath) -> None:
        self.step()
        index = 0
        while True:
            self.skip_lines()
            if self.peek() == "" or self.peek() == "]":
                self.step()
                return
            element: KeyPath = (*path, index)
            self.note(element)
            self.value(element)
            self.skip_lines()
            if self.peek() == ",":
                self.step()
            index += 1

    def inline_table(self, path: KeyPath) -> None:
        self.step()
        while True:
            self.skip_lines()
            if self.peek() == "" or self.peek() == "}":
                self.step()
                return
            self.assignment(path)
            self.skip_lines()
            if self.peek() == ",":
                self.step()

    def assignment(self, base: KeyPath) -> None:
        path = self.note_down_to(base, self.key())
        self.step()  # the "="
        self.value(path)

    # --- headers

    def resolve(self, keys: list[str]) -> KeyPath:
        """The path of a header, through the last element of each array of tables on the way."""
        path: KeyPath = ()
        for key in keys:
            path = (*path, key)
            self.note(path)
            if path in self.list_sizes:
                path = (*path, self.list_sizes[path] - 1)
        return path

    def header(self) -> KeyPath:
        """A table header; returns the path of the table it opens."""
        self.step()
        many = self.peek() == "["
        if many:
            self.step()
        keys = self.key()
        self.step(2 if many else 1)
        if not many:
            path = self.resolve(keys)
            # an explicit header is a better place to point at than a sub-table that came before it
            self.lines[path] = self.line
            return path
        path = (*self.resolve(keys[:-1]), keys[-1])
        self.note(path)
        size = self.list_sizes.get(path, 0)
        self.list_sizes[path] = size + 1
        element: KeyPath = (*path, size)
        self.note(element)
        return element

    def document(self) -> None:
        base: KeyPath = ()
        while True:
            self.skip_lines()
            before = self.at
            if self.peek() == "":
                return
            if self.peek() == "[":
                base = self.header()
            else:
                self.assignment(base)
            if self.at == before:  # cannot happen in a text that tomllib accepts; never hang all the same
                self.step()


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line on which each key, table and list element of a valid TOML text begins. List elements count from 0."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines
