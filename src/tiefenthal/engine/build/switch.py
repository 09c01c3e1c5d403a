"""Which build of the engine this process and those it starts use."""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec, SourceFileLoader
from importlib.readers import FileReader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from tiefenthal.engine.build import builds
from tiefenthal.engine.build.sources import HERE, PACKAGE

VARIABLE: Final = "TIEFENTHAL_COMPILED"
"""In the environment: `use` a compiled build where there is one, or `no`, neither look for one nor make one. The
commands that play use one by default; your own programs do so with `use`.
"""
USE: Final = "use"
NO: Final = "no"
PROBE: Final = f"{PACKAGE}.engine.rules.state"
"""A module that is compiled in every compiled build."""


class _Loader(ExtensionFileLoader):
    """Loads a module of a build. Data that belongs to it lies with the sources."""

    def __init__(self, name: str, path: Path, source: Path) -> None:
        super().__init__(name, str(path))
        self._source = source

    def get_resource_reader(self, name: str | None = None) -> FileReader:
        """Called by `importlib.resources`."""
        return FileReader(SourceFileLoader(self.name, str(self._source)))


class Finder:
    """Finds the compiled modules of a build, each by its name; all others are found as usual."""

    def __init__(self, build: builds.Build) -> None:
        self.build = build

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Called by the import system."""
        file = self.build.modules.get(name)
        if file is None:
            return None
        path = self.build.folder / file
        is_package = path.name.partition(".")[0] == "__init__"  # it may have plain modules too, with the sources
        folder = HERE.joinpath(*name.split(".")[1:])
        loader = _Loader(name, path, folder / "__init__.py" if is_package else folder.with_suffix(".py"))
        places = [str(folder)] if is_package else None
        return spec_from_file_location(name, path, loader=loader, submodule_search_locations=places)


def installed_compiled() -> bool:
    """Whether the package itself is a compiled one, as a wheel may be."""
    folder = HERE.joinpath(*PROBE.split(".")[1:-1])
    stem = PROBE.rpartition(".")[2]
    return any((folder / (stem + suffix)).exists() for suffix in EXTENSION_SUFFIXES)


def in_use() -> builds.Build | None:
    """The build this process has switched to."""
    return next((finder.build for finder in sys.meta_path if isinstance(finder, Finder)), None)


def compiled() -> bool:
    """Whether the engine of this process is compiled."""
    return in_use() is not None or installed_compiled()


def refused() -> bool:
    """Whether looking for a compiled build is turned off."""
    return os.environ.get(VARIABLE, "").strip().lower() in (NO, "0", "off", "false")


def plays_compiled() -> bool:
    """Whether the commands that play use a compiled engine."""
    return compiled() or (not refused() and builds.find() is not None)


def use_compiled() -> bool:
    """From now on use the compiled engine, in child processes too, if there is one of these sources. Must
    come before anything of the engine is imported: a game cannot be half the one and half the other."""
    if refused() or compiled():
        return compiled()
    build = builds.find()
    if build is None or not build.modules.keys().isdisjoint(sys.modules):
        return False
    builds.mark_used(build)
    sys.meta_path.insert(0, Finder(build))
    os.environ[VARIABLE] = USE
    return True
