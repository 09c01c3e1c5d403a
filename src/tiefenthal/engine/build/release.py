"""Which release is running, and from which commit: for `--version`, `/healthz` and records."""

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

COMMIT_FILE: Final = "commit.txt"
"""In a wheel, written by `scripts/wheel_hook.py`."""
_PACKAGE: Final = Path(__file__).parents[2]


@cache
def release() -> str:
    """`0.1.0+86eb5f7abcde`; `0.1.0` where nobody knows the commit."""
    found = _kept() or commit_of(_PACKAGE.parent.parent)
    number: str = sys.modules["tiefenthal"].__version__  # the engine imports no other part, not even this one
    return f"{number}+{found}" if found else number


def _kept() -> str:
    try:
        return (_PACKAGE / COMMIT_FILE).read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def commit_of(checkout: Path) -> str:
    """The commit a checkout is at, with `-dirty` if files differ from it; empty if it is none."""
    if not (checkout / ".git").exists():  # a file in a worktree
        return ""
    ask = ["git", "-C", str(checkout), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        done = subprocess.run(ask, capture_output=True, encoding="ascii", timeout=10, check=False)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
