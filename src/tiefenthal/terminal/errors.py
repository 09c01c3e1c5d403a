"""What went wrong, in one message for people; and the files the command reads and writes."""

import os
from pathlib import Path
from typing import Final

BAD_FILE: Final = 1
BAD_OPTION: Final = 2
LARGEST_FILE: Final = 20_000_000


class CommandError(Exception):
    """The command cannot go on; the message says what is wrong and what to do."""

    def __init__(self, message: str, code: int = BAD_FILE) -> None:
        super().__init__(message)
        self.code = code


def bad_option(message: str) -> CommandError:
    """An option that makes no sense."""
    return CommandError(message, BAD_OPTION)


def reason_of(error: OSError) -> str:
    """The system's reason, as it stands in a sentence."""
    return (error.strerror or str(error)).lower()


def read_text(path: Path, what: str) -> str:
    """The text of a file; `what` says what it should be, such as "a record"."""
    try:
        if path.is_dir():
            raise CommandError(f"{path} is a folder, not {what}; give the name of a file")
        if path.stat().st_size > LARGEST_FILE:
            raise CommandError(f"{path} is too large to be {what}")
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise CommandError(f"there is no file {path}; check the name") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} is not a text file (UTF-8), so it cannot be {what}") from None
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {reason_of(error)}") from None
    except ValueError:
        raise CommandError(f"{str(path)!r} cannot be the name of a file") from None


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    try:
        if path.is_dir():
            raise CommandError(f"{path} is a folder; give the name of a file to write")
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
        raise CommandError(f"{path} cannot be written: {reason_of(error)}") from None
    except ValueError:
        raise CommandError(f"{str(path)!r} cannot be the name of a file") from None


def check_writable(path: Path) -> None:
    """Find out before the work begins whether its result can be written."""
    try:
        folder = path.parent
        if path.is_dir():
            raise CommandError(f"{path} is a folder; give the name of a file to write")
        if not folder.is_dir():
            raise CommandError(f"{path} cannot be written: there is no folder {folder}")
        if not os.access(path if path.exists() else folder, os.W_OK):
            raise CommandError(f"{path} cannot be written: permission denied")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {reason_of(error)}") from None
    except ValueError:
        raise CommandError(f"{str(path)!r} cannot be the name of a file") from None
