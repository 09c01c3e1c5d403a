"""Where compiled builds are stored, and whether there is one of these sources.

In a checkout that is its folder build/, and else the user's folder for caches. A build is stored there under its name.
It is moved there atomically when it is finished, and never changed.
"""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

from tiefenthal.engine.build.sources import HERE, OPTIMISED, build_name

MANIFEST: Final = "manifest.json"
"""In a build: its modules, its files and how long they are."""
MOST_KEPT: Final = 4
"""Builds in one place. Several versions of Python or of the sources may take turns."""


class Build(NamedTuple):
    """A finished build: a folder, and what is in it."""

    folder: Path
    modules: dict[str, str]
    """Name of a module -> its file in the folder."""
    libraries: dict[str, str]
    """Other shared libraries, by the place they have in the package."""


def checkout() -> Path | None:
    """The folder of the checkout this package belongs to; None when it is installed."""
    root = HERE.parents[1]
    return root if HERE.parent.name == "src" and (root / "pyproject.toml").is_file() else None


def place() -> Path:
    """The folder for builds of this package; it need not exist."""
    root = checkout()
    return root / "build" / "engine" if root is not None else _cache() / "engine"


def _cache() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "tiefenthal" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tiefenthal"
    shared = os.environ.get("XDG_CACHE_HOME")
    # The standard says that a relative path there is to be ignored.
    return (Path(shared) if shared and Path(shared).is_absolute() else Path.home() / ".cache") / "tiefenthal"


def find(optimised: str = OPTIMISED) -> Build | None:
    """The build of these sources for this Python; None if there is none, or not all of it."""
    try:
        return read(place() / build_name(optimised=optimised))
    except (OSError, RuntimeError):  # nothing can be read there, or there is no home folder
        return None


def read(folder: Path) -> Build | None:
    """The build in this folder, if it is complete: a program that cleans caches may have removed a part."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        whole = all((folder / name).stat().st_size == size for name, size in manifest["files"].items())
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return None
    return Build(folder, manifest["modules"], manifest["libraries"]) if whole else None


def write_manifest(folder: Path, modules: dict[str, str], libraries: dict[str, str]) -> None:
    """The last file that is written into a build."""
    files = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    manifest: dict[str, Any] = {"modules": modules, "libraries": libraries, "files": files}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def mark_used(build: Build) -> None:
    """So that it is among the last to be removed."""
    try:
        os.utime(build.folder / MANIFEST)
    except OSError:
        return


def remove_old(where: Path) -> None:
    """Keep the builds that were used last."""
    found = []
    for manifest in where.glob(f"*/{MANIFEST}"):
        try:
            found.append((manifest.stat().st_mtime, manifest.parent))
        except OSError:
            continue
    for _, folder in sorted(found, reverse=True)[MOST_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)
