"""Starting `child.py`."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def start(what: str, folder: Path) -> "subprocess.Popen[str]":
    """Start the child with pipes to it."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.server.store.child", what, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def line(child: "subprocess.Popen[str]") -> str:
    """Wait for a line of the child."""
    assert child.stdout is not None
    return child.stdout.readline().strip()


def end(child: "subprocess.Popen[str]") -> str:
    """Kill the child with SIGKILL and return the rest of its output."""
    child.kill()
    rest, _ = child.communicate()
    return rest
