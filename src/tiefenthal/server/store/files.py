"""Files beside the database, and forcing them to the disk."""

import os
from pathlib import Path


def remove_with_journals(path: Path) -> None:
    """Remove a database that is not in use, and what SQLite put beside it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        beside(path, ending).unlink(missing_ok=True)


def beside(path: Path, ending: str) -> Path:
    """The file that SQLite, or we, keep next to another."""
    return path.with_name(path.name + ending)


def size_of(path: Path) -> int:
    """Return the length of a file; 0 if it does not exist."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def sync(path: Path) -> None:
    """Force a file, or the names in a folder, to the disk."""
    if path.is_dir() and os.name == "nt":
        return  # Windows has no such thing for folders
    handle = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
