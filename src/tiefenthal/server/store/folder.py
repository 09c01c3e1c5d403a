"""The data folder: where it is, and that only one server uses it."""

import contextlib
import os
import sys
import weakref
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tiefenthal.server.store.base import FolderError, FolderInUse
from tiefenthal.server.store.database import DATABASE_NAME

LOCK_NAME: Final = "tiefenthal.lock"


def default_folder() -> Path:
    """Return the data folder to use when none is named: `$TIEFENTHAL_DATA`, or the system's place for such things."""
    named = os.environ.get("TIEFENTHAL_DATA")
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "tiefenthal"
    shared = os.environ.get("XDG_DATA_HOME")
    # The standard says that a relative path there is to be ignored.
    if shared and Path(shared).is_absolute():
        return Path(shared) / "tiefenthal"
    return Path.home() / ".local" / "share" / "tiefenthal"


class DataFolder:
    """A data folder this process has to itself until it closes it or ends, however it ends."""

    def __init__(self, path: Path, lock: int) -> None:
        self.path = path
        self._lock: int | None = lock
        _open_folders.add(self)

    @property
    def database(self) -> Path:
        """The file with everything in it."""
        return self.path / DATABASE_NAME

    def close(self) -> None:
        """Let others use the folder. The lock file stays: removing it could take another server's lock away."""
        self.forget()

    def forget(self) -> None:
        """Close the handle that holds the lock."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


_open_folders: "weakref.WeakSet[DataFolder]" = weakref.WeakSet()


def open_folder(path: Path) -> DataFolder:
    """Make the folder if it is not there, for its owner alone, and lock it."""
    path = make_folder(path)
    return DataFolder(path, _take_lock(path))


def make_folder(path: Path) -> Path:
    """Make the folder if it is not there, for its owner alone."""
    path = path.expanduser().absolute()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise FolderError(f"{path} cannot be the data folder: a file is in its place. Choose another one.") from None
    except OSError as error:
        raise FolderError(f"The data folder {path} cannot be made: {error.strerror}. Choose another one.") from None
    return path


def _take_lock(path: Path) -> int:
    """Lock the folder, or say who has it. The system lets go of the lock when the process ends."""
    try:
        handle = os.open(path / LOCK_NAME, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError as error:
        raise FolderError(
            f"The data folder {path} cannot be written to: {error.strerror}. Make it writable, or choose another one."
        ) from None
    try:
        _lock(handle)
    except BlockingIOError:
        os.close(handle)
        raise FolderInUse(
            f"Another Tiefenthal server uses the data folder {path}. Stop it, or choose another folder for this one."
        ) from None
    except OSError as error:
        os.close(handle)
        raise FolderError(f"The data folder {path} cannot be locked: {error.strerror}. Choose another one.") from None
    return handle


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _forget_in_child() -> None:
        """A forked child must not keep the lock when this process has ended."""
        for folder in list(_open_folders):
            folder.forget()

    os.register_at_fork(after_in_child=_forget_in_child)
