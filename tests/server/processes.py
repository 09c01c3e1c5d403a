"""The processes a test started itself: servers that other tests keep running beside it do not count."""

import psutil

_others: set[psutil.Process] = set()


def begin() -> None:
    """What runs now is not the test's."""
    _others.clear()
    _others.update(psutil.Process().children())


def children() -> list[psutil.Process]:
    """Alive, and started since the test began; with what they started in turn."""
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
