"""The processes a test started itself: servers that other tests keep running beside it do not count."""

import psutil

_others: set[psutil.Process] = set()


def begin() -> None:
    """Everything that runs now does not belong to the test."""
    _others.clear()
    _others.update(psutil.Process().children())


def children() -> list[psutil.Process]:
    """Processes that are alive and were started since the test began, and their children."""
    ours = [child for child in psutil.Process().children() if child not in _others]
    below = [each for child in ours for each in family(child)]
    return [child for child in below if alive(child)]


def family(process: psutil.Process) -> list[psutil.Process]:
    try:
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
