"""What went wrong, in one message for people; and the files the command reads and writes."""

import os
from pathlib import Path
from typing import Final, Literal

from tiefenthal.i18n import Catalogue, Said, catalogue
from tiefenthal.i18n.errors import Filling, sentence

BAD_FILE: Final = 1
BAD_OPTION: Final = 2
LARGEST_FILE: Final = 20_000_000


File = Literal["record", "position"]
"""What a file should be: `error.what.<file>` of the catalogue."""


class CommandError(Exception):
    """The command cannot go on; the message says what is wrong and what to do, in English or in any language."""

    def __init__(self, message: str | Said, code: int = BAD_FILE) -> None:
        super().__init__(message)
        self.message = message
        self.code = code

    def words(self, words: Catalogue) -> str:
        """The message, in a language if it has one."""
        return self.message if isinstance(self.message, str) else self.message(words)

    def __str__(self) -> str:
        return self.words(catalogue())


def cannot(code: str, **values: Filling) -> CommandError:
    """Something is wrong with a file, a game or this machine: a code with values, of the sentences `error.<code>`."""
    return CommandError(sentence(code, values))


def wrong_option(code: str, **values: Filling) -> CommandError:
    """An option that makes no sense, told in the same way."""
    return CommandError(sentence(code, values), BAD_OPTION)


def bad_option(message: str) -> CommandError:
    """An option that makes no sense, in the commands that speak English (docs/i18n.md)."""
    return CommandError(message, BAD_OPTION)


def reason_of(error: OSError) -> str:
    """The system's reason, as it stands in a sentence."""
    return (error.strerror or str(error)).lower()


def read_text(path: Path, file: File) -> str:
    """The text of a file, which should be a record or a position."""
    what = sentence(f"what.{file}", {})
    try:
        if path.is_dir():
            raise cannot("folder", path=str(path), what=what)
        if path.stat().st_size > LARGEST_FILE:
            raise cannot("too-large", path=str(path), what=what)
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise cannot("no-file", path=str(path)) from None
    except UnicodeDecodeError:
        raise cannot("not-text", path=str(path), what=what) from None
    except OSError as error:
        raise cannot("unreadable", path=str(path), reason=reason_of(error)) from None
    except ValueError:
        raise cannot("file-name", name=repr(str(path))) from None


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    try:
        if path.is_dir():
            raise cannot("write-folder", path=str(path))
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")  # /dev/stdout and its like
            return
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise cannot("unwritable", path=str(path), reason=reason_of(error)) from None
    except ValueError:
        raise cannot("file-name", name=repr(str(path))) from None


def check_writable(path: Path) -> None:
    """Find out before the work begins whether its result can be written."""
    try:
        folder = path.parent
        if path.is_dir():
            raise cannot("write-folder", path=str(path))
        if not folder.is_dir():
            raise cannot("no-folder", path=str(path), folder=str(folder))
        if not os.access(path if path.exists() else folder, os.W_OK):
            raise cannot("no-permission", path=str(path))
    except OSError as error:
        raise cannot("unwritable", path=str(path), reason=reason_of(error)) from None
    except ValueError:
        raise cannot("file-name", name=repr(str(path))) from None
