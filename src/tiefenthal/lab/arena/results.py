"""Results on disk: a file that only grows, a line for each result, so that an interruption loses nothing finished.

The first line says what the results belong to; a file that belongs to something else is never added to. A last line
that was not finished (a full disk, a power cut) is cut off; any other damage is reported and nothing is changed.
"""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Generic, TypeVar

FORMAT: Final = 1
R = TypeVar("R")


class ResultsError(ValueError):
    """The results on disk cannot be used; the message says why and what to do."""


class ResultsFile(Generic[R]):
    """A growing file of results. Use it as a context: only one program at a time may write."""

    def __init__(self, path: Path, settings: Mapping[str, object], read: Callable[[dict[str, Any]], R]) -> None:
        """`settings` is what must be the same for all results of a file; `read` turns a line into a result and raises
        for anything else."""
        self.path: Path = path
        self.found: list[R] = []
        """The results that were there when it was opened."""
        self._settings: Mapping[str, object] = settings
        self._read = read
        self._file: IO[bytes] | None = None

    def __enter__(self) -> "ResultsFile[R]":
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("a+b")
        try:
            _lock(self._file, self.path)
            self._load(self._file)
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        assert self._file is not None
        self._file.close()

    def append(self, *lines: str) -> None:
        """Add lines; they are with the system when this returns."""
        assert self._file is not None
        self._file.write("".join([f"{line}\n" for line in lines]).encode())
        self._file.flush()

    def _load(self, file: IO[bytes]) -> None:
        file.seek(0)
        whole, broken = _lines(file.read())
        if broken:
            file.truncate(sum([len(line) + 1 for line in whole]))
        if not whole:
            self.append(json.dumps({"tiefenthal": FORMAT, **self._settings}, ensure_ascii=False))
            return
        self._check_settings(whole[0])
        for number, line in enumerate(whole[1:], 2):
            try:
                self.found.append(self._read(json.loads(line)))
            except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
                raise ResultsError(
                    f"line {number} of {self.path} cannot be read ({type(error).__name__}: {error}); "
                    "delete that line, or give another folder"
                ) from None

    def _check_settings(self, line: bytes) -> None:
        try:
            found = json.loads(line)
            version = found.pop("tiefenthal")
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ResultsError(f"{self.path} is not a file of results; give another folder") from None
        if version != FORMAT:
            raise ResultsError(f"{self.path} was written by another version (format {version}); give another folder")
        wanted = json.loads(json.dumps(self._settings))
        for name in dict.fromkeys([*wanted, *found]):
            if found.get(name) != wanted.get(name):
                raise ResultsError(
                    f"{self.path} belongs to other games ({name} there: {_words(found.get(name))}; now: "
                    f"{_words(wanted.get(name))}); give another folder, or the same settings as before"
                )


def settings_of(path: Path) -> dict[str, Any]:
    """What a file of results belongs to; nothing when there is no such file or it is none. Opening it will check."""
    try:
        with path.open("rb") as file:
            found = json.loads(file.readline())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _lines(content: bytes) -> tuple[list[bytes], bool]:
    """The whole lines, and whether something unfinished comes after them."""
    parts = content.split(b"\n")
    rest = parts.pop()
    return parts, rest != b""


def _words(value: object) -> str:
    if value is None:
        return "none"
    return ", ".join([str(one) for one in value]) if isinstance(value, list) else str(value)


def _lock(file: IO[bytes], path: Path) -> None:
    """Nobody else may write now. Where the system has no such locks, nothing is locked."""
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ResultsError(f"another program is writing {path}; wait for it, or give another folder") from None
