"""Nothing in the repository knows the machine it was written on."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Put together from pieces, so that this file does not find itself.
HOME_PATH = re.compile("/" + r"(?:home|Users)/[A-Za-z][\w.-]*/|" + "/" + r"root/\.?\w|[A-Z]:\\" + r"Users\\")
INDEX_SETTING = re.compile("--(?:extra-)?" + "index-url[ =]|--find" + "-links[ =]|--trusted" + "-host")


def texts() -> list[tuple[str, str]]:
    """Name and text of each file that is, or could be, committed."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    found = []
    for name in filter(None, names):
        path = ROOT / name
        if path.is_file() and not path.is_symlink():
            try:
                found.append((name, path.read_text(encoding="utf-8")))
            except UnicodeDecodeError:
                continue  # a picture
    return found


@pytest.mark.parametrize("pattern", [HOME_PATH, INDEX_SETTING], ids=["home folder", "package index"])
def test_no_file_names_a_place_of_one_machine(pattern: re.Pattern[str]) -> None:
    hits = [f"{name}: {match[0]}" for name, text in texts() for match in pattern.finditer(text)]
    assert hits == []


def test_the_scripts_can_be_run() -> None:
    for name in ("scripts/setup", "scripts/lock", ".ci/run"):
        assert (ROOT / name).stat().st_mode & 0o100, f"{name} is not executable"
