"""Bots of somebody else's, as if installed: known to this process and to those it starts."""

from pathlib import Path

import pytest

from tiefenthal.players.bots import registry

PLUG_IN = '''
import os
import sys
from tiefenthal.players.bots import Bot

class First(Bot):
    """Takes whatever is listed first; needs no luck of its own."""
    def choose(self, view, legal):
        return legal[0]

class Last(Bot):
    def choose(self, view, legal):
        return legal[-1]

class Clumsy(Bot):
    def choose(self, view, legal):
        if view.state.round == 2:
            raise RuntimeError("dropped the mug")
        return legal[0]

class Deadly(Bot):
    def choose(self, view, legal):
        os._exit(3)

class Quitter(Bot):
    def choose(self, view, legal):
        sys.exit("goodbye")

class Moody(Bot):
    """Fails where it sits in the second seat."""
    def choose(self, view, legal):
        if view.seat == 1:
            raise RuntimeError("not this chair")
        return legal[0]
'''
NAMES = ("first", "last", "clumsy", "deadly", "quitter", "moody")


def install(folder: Path, module: str, code: str, bots: dict[str, str]) -> None:
    """A package in a folder that is on the path: its code, and the bots it announces."""
    (folder / f"{module}.py").write_text(code, encoding="utf-8")
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"{name} = {module}:{kind}" for name, kind in bots.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *lines, ""]), encoding="utf-8")


@pytest.fixture
def plug_ins(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bots above; the folder they are in."""
    folder = tmp_path_factory.mktemp("plug-ins")
    install(folder, "tavern_bots", PLUG_IN, {name: name.capitalize() for name in NAMES})
    monkeypatch.syspath_prepend(str(folder))
    return folder
