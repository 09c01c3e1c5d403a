"""Puts the compiled engine into the wheel, where it can be had; then the wheel is for this Python and this system.

TIEFENTHAL_WHEEL=pure leaves it out, TIEFENTHAL_WHEEL=compiled insists on it. Else it is taken when it lies ready
(`make compiled`), and made when mypyc and a C compiler are there; where not, the wheel is for everybody, and whoever
plays from it has the engine compiled beside the first game. OPT_LEVEL says how far it is optimised (`make test` builds
one that is quickly compiled).
"""

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledEngine(BuildHookInterface[Any]):
    """Called by hatchling."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the files of the wheel are collected."""
        wish = os.environ.get("TIEFENTHAL_WHEEL", "")
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root, "src")))
        self._add_commit(build_data)
        if wish == "pure":
            sys.path.pop(0)
            return
        try:
            from tiefenthal.engine.build import builds, maker
            from tiefenthal.engine.build.sources import OPTIMISED

            optimised = os.environ.get("OPT_LEVEL", OPTIMISED)
            try:
                found = builds.find(optimised)
                if found is None:
                    if wish != "compiled" and not self._mypyc():
                        return
                    found = maker.make(builds.place(), optimised, os.cpu_count() or 1)
            except maker.CannotBuild as error:
                if wish == "compiled":
                    raise
                self.app.display_warning(f"the wheel has no compiled engine: {error}")
                return
        finally:
            sys.path.pop(0)
        for name in [*found.modules.values(), *found.libraries.values()]:
            build_data["force_include"][str(found.folder / name)] = name
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _add_commit(self, build_data: dict[str, Any]) -> None:
        """What `--version` says of where the wheel came from."""
        from tiefenthal.engine.build.release import COMMIT_FILE, commit_of

        found = commit_of(Path(self.root))
        if found:
            kept = Path(self.root, "build", COMMIT_FILE)
            kept.parent.mkdir(exist_ok=True)
            kept.write_text(found + "\n", encoding="ascii")
            build_data["force_include"][str(kept)] = f"tiefenthal/{COMMIT_FILE}"

    @staticmethod
    def _mypyc() -> bool:
        return all(importlib.util.find_spec(name) is not None for name in ("mypyc", "setuptools"))
