"""The locks pin what pyproject.toml asks for, and leave where to fetch it from to whoever installs it."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tiefenthal.server.packages import UVICORN

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PLAY = (ROOT / "requirements-play.lock").read_text(encoding="utf-8")
TOOLS = (ROOT / "src" / "tiefenthal" / "engine" / "build" / "tools.lock").read_text(encoding="utf-8")
UV = (ROOT / "requirements-uv.lock").read_text(encoding="utf-8")
NOT_LOCKED = {"train", "lab"}  # PyTorch comes in many builds; whoever trains picks one


def pinned(lock: str) -> dict[str, list[str]]:
    """Name -> versions (more than one where they differ by Python version)."""
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", lock, flags=re.MULTILINE):
        found.setdefault(canonicalize_name(name), []).append(version)
    return found


def asked_for(extras: set[str] | None = None, groups: set[str] | None = None) -> list[Requirement]:
    """What the named extras and groups ask for; all of them that are locked unless named."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    lines: list[object] = [*project["project"]["dependencies"]]
    for name, extra in project["project"]["optional-dependencies"].items():
        if name in extras if extras is not None else name not in NOT_LOCKED:
            lines += extra
    for name, group in project["dependency-groups"].items():
        if groups is None or name in groups:
            lines += group
    return [Requirement(line) for line in lines if isinstance(line, str)]  # an included group stands there itself


def check(lock: str, asked: list[Requirement]) -> None:
    versions = pinned(lock)
    for requirement in asked:
        name = canonicalize_name(requirement.name)
        assert name in versions, f"{requirement} is not locked: make lock"
        assert all(requirement.specifier.contains(v) for v in versions[name]), f"{requirement} has moved on: make lock"


def test_the_locks_are_in_step_with_pyproject() -> None:
    check(LOCK, asked_for())
    check(PLAY, asked_for(set(), {"install"}))
    check(TOOLS, [Requirement("mypy"), Requirement("setuptools")])


def test_playing_takes_the_versions_that_are_tested() -> None:
    everything = pinned(LOCK)
    assert {name: everything.get(name) for name in pinned(PLAY)} == pinned(PLAY)


def test_those_who_play_compile_with_what_is_tested() -> None:
    everything = pinned(LOCK)
    assert {name: everything.get(name) for name in pinned(TOOLS)} == pinned(TOOLS)


def test_the_server_refuses_what_it_does_not_ask_for() -> None:
    """The bounds of uvicorn stand in two places; and Starlette below 1.0.1 has a known hole (CVE-2026-48710)."""
    asked = {one.name: one.specifier for one in asked_for(extras=set(), groups=set())}
    (first, second), (after, later) = UVICORN
    assert asked["uvicorn"] == SpecifierSet(f">={first}.{second},<{after}.{later}")
    assert "1.0.0" not in asked["starlette"]


def test_what_installs_them_is_pinned_alone() -> None:
    assert list(pinned(UV)) == ["uv"]


def test_every_pin_has_a_hash() -> None:
    entries = re.split(r"\n(?=[A-Za-z0-9])", "\n".join([LOCK, PLAY, TOOLS, UV]))
    assert [entry for entry in entries if "==" in entry.split("\n")[0] and "--hash=sha256:" not in entry] == []


def test_the_lock_names_no_place() -> None:
    assert not re.search(r"://|index-url|find-links|trusted-host| @ |file:", LOCK + PLAY + TOOLS + UV)


def test_names_of_extras_that_became_ordinary_go_on_being_understood() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    assert {"cli", "server", "bots", "client", "plot", "rl", "openspiel", "ray", "train"} <= extras.keys()
