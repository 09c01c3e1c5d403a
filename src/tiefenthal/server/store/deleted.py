"""What clean-up removes, kept in files for a while: tables with their logs, and sessions, one JSON object a line."""

import contextlib
import gzip
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from tiefenthal.server.store.base import Head, Row, SessionRow, StoreError
from tiefenthal.server.store.files import sync

FOLDER_NAME: Final = "deleted"
KEPT_SECONDS: Final = 30 * 86_400.0
_ENDING: Final = ".jsonl.gz"
_FORM: Final = "%Y-%m-%d-%H%M%S"


class DeletedTable(NamedTuple):
    """A table as it was."""

    head: Head
    rows: list[Row]
    mentions: tuple[int, ...] = ()
    """Every session that ever had something to do with it."""


class DeletedSession(NamedTuple):
    """A session as it was."""

    row: SessionRow
    token_hash: bytes
    edition: bytes | None = None
    """Of their box."""


Deleted = DeletedTable | DeletedSession


def new_file(folder: Path, now: float) -> Path:
    """Where to put what is removed now; the file is made when something is written to it."""
    return folder / FOLDER_NAME / (datetime.fromtimestamp(now, UTC).strftime(_FORM) + _ENDING)


def write(file: Path, things: Iterable[Deleted]) -> None:
    """Add to a file; it is on disk when this returns."""
    lines = b"".join(json.dumps(_line(thing)).encode("ascii") + b"\n" for thing in things)
    if not lines:
        return
    file.parent.mkdir(mode=0o700, exist_ok=True)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "ab") as out:
        out.write(gzip.compress(lines))
        out.flush()
        os.fsync(out.fileno())
    sync(file.parent)


def read(file: Path, number: int | None = None) -> Iterator[Deleted]:
    """Everything in such a file, or only what this number stands in. Raises StoreError when it is none."""
    try:
        with gzip.open(file, "rt", encoding="ascii") as lines:
            for line in lines:
                if number is None or str(number) in line:
                    yield _thing(json.loads(line))
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        raise StoreError(f"{file} cannot be read, or holds nothing that clean-up has removed.") from None


def rewrite(folder: Path, number: int, change: Callable[[Deleted], Deleted | None]) -> list[Path]:
    """Change the files, each of them completely or not at all; None removes a line. Only lines in which this number
    stands are looked at. Those that cannot be read are left as they are and named.
    """
    unread: list[Path] = []
    for file in files(folder):
        try:
            with gzip.open(file, "rb") as old:
                before = old.readlines()
            after = [_changed(line, str(number).encode("ascii"), change) for line in before]
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            unread.append(file)
            continue
        if after != before:
            new = file.with_name(f".{file.name}.part")
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "wb") as out:
                out.write(gzip.compress(b"".join(after)))
                out.flush()
                os.fsync(out.fileno())
            os.replace(new, file)
            sync(file.parent)
    return unread


def _changed(line: bytes, number: bytes, change: Callable[[Deleted], Deleted | None]) -> bytes:
    if number not in line:
        return line
    before = _thing(json.loads(line))
    after = change(before)
    if after == before:
        return line
    return b"" if after is None else json.dumps(_line(after)).encode("ascii") + b"\n"


def files(folder: Path) -> list[Path]:
    """All such files, the oldest first."""
    return sorted((folder / FOLDER_NAME).glob(f"*{_ENDING}"))


def forget_old(folder: Path, now: float, keep: float = KEPT_SECONDS) -> None:
    """Remove the files whose time is over, by their names."""
    with contextlib.suppress(OSError):
        for file in (folder / FOLDER_NAME).glob(f"*{_ENDING}"):
            with contextlib.suppress(ValueError):
                made = datetime.strptime(file.name.removesuffix(_ENDING), _FORM).replace(tzinfo=UTC)
                if now - made.timestamp() > keep:
                    file.unlink()


def touched_now(head: Head) -> Head:
    """The head of a table that comes back, so that it is not removed again at once."""
    return head._replace(touched=time.time())


def _line(thing: Deleted) -> dict[str, object]:
    if isinstance(thing, DeletedTable):
        rows = [(row.number, row.at, row.body.decode("utf-8", "surrogateescape")) for row in thing.rows]
        summary = thing.head.summary.decode("utf-8", "surrogateescape")
        head = thing.head._replace(summary=b"")._asdict() | {"summary": summary}
        return {"table": head, "log": rows, "mentions": thing.mentions}
    line: dict[str, object] = {"session": list(thing.row), "token_hash": thing.token_hash.hex()}
    if thing.edition is not None:
        line["edition"] = thing.edition.decode("utf-8", "surrogateescape")
    return line


def _thing(line: dict[str, Any]) -> Deleted:
    if "table" in line:
        head: dict[str, Any] = line["table"]
        head |= {"summary": _bytes(head["summary"]), "sessions": tuple(head["sessions"])}
        rows = [Row(number, at, _bytes(body)) for number, at, body in line["log"]]
        return DeletedTable(Head(**head), rows, tuple(line.get("mentions", head["sessions"])))
    edition = _bytes(line["edition"]) if "edition" in line else None
    return DeletedSession(SessionRow(*line["session"]), bytes.fromhex(line["token_hash"]), edition)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
