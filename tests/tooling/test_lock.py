"""requirements.lock pins what pyproject.toml asks for, and leaves where to fetch it from to whoever installs it."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


def pinned() -> dict[str, list[str]]:
    """Name -> versions (more than one where they differ by Python version)."""
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", LOCK, flags=re.MULTILINE):
        found.setdefault(canonicalize_name(name), []).append(version)
    return found


def asked_for() -> list[Requirement]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    groups = [*project["project"]["optional-dependencies"].values(), *project["dependency-groups"].values()]
    return [Requirement(line) for group in groups for line in group]


def test_the_lock_is_in_step_with_pyproject() -> None:
    versions = pinned()
    for requirement in asked_for():
        name = canonicalize_name(requirement.name)
        assert name in versions, f"{requirement} is not locked: make lock"
        assert all(requirement.specifier.contains(v) for v in versions[name]), f"{requirement} has moved on: make lock"


def test_every_pin_has_a_hash() -> None:
    entries = re.split(r"\n(?=[A-Za-z0-9])", LOCK)
    assert [entry for entry in entries if "==" in entry.split("\n")[0] and "--hash=sha256:" not in entry] == []


def test_the_lock_names_no_place() -> None:
    assert not re.search(r"://|index-url|find-links|trusted-host| @ |file:", LOCK)


def test_the_core_needs_nothing() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        assert tomllib.load(file)["project"]["dependencies"] == []
