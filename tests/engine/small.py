"""A small package that is built like the real one, in seconds: the real `engine/build`, and a game of one move."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from harness.patience import PATIENCE
from tiefenthal.engine.build.sources import HERE

GAME = '''
"""A game of one move."""

from tiefenthal.engine.rules.state import State


class Game:
    def __init__(self) -> None:
        self.state: State = State()

    @property
    def over(self) -> bool:
        return self.state.moves > 0

    @property
    def to_act(self) -> list[int]:
        return [0]

    @property
    def record(self) -> str:
        return str(self.state.moves)

    @property
    def digest(self) -> int:
        return self.state.moves

    def legal_actions(self, seat: int) -> list[str]:
        return ["move"]

    def play(self, seat: int, action: str) -> None:
        self.state.moves += 1

    @staticmethod
    def from_record(record: str) -> "Game":
        game = Game()
        game.state.moves = int(record)
        return game


def new_game(players: int, modules: int, seed: int) -> Game:
    return Game()
'''
STATE = '''
"""Its state."""


class State:
    def __init__(self) -> None:
        self.moves: int = 0
'''
TO_C = """
import sys
from pathlib import Path
from tiefenthal.engine.rules.state import State
Path(sys.argv[1], "rules.h").write_text(f"enum {{ RULES = {State().moves + 1} }};", encoding="utf-8")
"""
TELL = """
import json, sys
from tiefenthal.engine.build import background, builds, maker, switch
used = switch.use_compiled()
import tiefenthal
from tiefenthal.engine.rules import state
from importlib import resources
print(json.dumps({
    "used": used, "compiled": switch.compiled(), "file": state.__file__, "building": maker.being_built(builds.place()),
    "data": resources.files("tiefenthal.engine.rules").joinpath("words.txt").read_text(encoding="utf-8"),
    "moves": tiefenthal.new_game(2, 1, 1).state.moves,
}))
"""
CHILD = f"""
import subprocess, sys
from tiefenthal.engine.build import switch
switch.use_compiled()
subprocess.run([sys.executable, "-c", {TELL!r}], check=True)
"""
START = "from tiefenthal.engine.build import background; print(background.start())"


LOWEST = "LOWEST: Final = 19"


class SmallPackage:
    """Lies in a checkout of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.package = root / "src" / "tiefenthal"
        self.builds = root / "build" / "engine"
        (root / "src").mkdir(parents=True)
        (root / "pyproject.toml").write_text("", encoding="utf-8")
        tools = self.package / "engine" / "build"
        shutil.copytree(HERE / "engine" / "build", tools, ignore=shutil.ignore_patterns("__pycache__"))
        # Beside busy processes the lowest priority gets next to nothing, and the tests wait for what is built.
        background = (HERE / "engine" / "build" / "background.py").read_text(encoding="utf-8")
        assert LOWEST in background
        self.write("engine/build/background.py", background.replace(LOWEST, "LOWEST: Final = 0"))
        shutil.copyfile(HERE / "__init__.py", self.package / "__init__.py")
        self.write("engine/__init__.py", "")
        self.write("engine/game.py", GAME)
        self.write("engine/rules/__init__.py", '"""The rules."""\n')
        self.write("engine/rules/state.py", STATE)
        self.write("engine/rules/words.txt", "data")
        self.write("server/__init__.py", '"""Above the engine."""\n')
        self.write("rl/kernel/kernel.c", '#include "rules.h"\nint tiefenthal_interface(void) { return RULES; }\n')
        self.write("engine/to_c/__main__.py", TO_C)

    def write(self, name: str, text: str) -> None:
        """A file of the package."""
        path = self.package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def environment(self, **extra: str) -> dict[str, str]:
        """For a process that uses this package."""
        found = {name: value for name, value in os.environ.items() if name != "TIEFENTHAL_COMPILED"}
        return {**found, "PYTHONPATH": str(self.root / "src"), "PYTHONDONTWRITEBYTECODE": "1", **extra}

    def run(self, code: str, **extra: str) -> str:
        """What this code prints in a process of its own."""
        ran = subprocess.run(
            [sys.executable, "-c", code],
            env=self.environment(**extra),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.strip()

    def tell(self, code: str = TELL, **extra: str) -> dict[str, Any]:
        """What a process says of the engine it uses."""
        told: dict[str, Any] = json.loads(self.run(code, **extra))
        return told

    def finished(self) -> list[Path]:
        """The builds that are there."""
        return sorted(path.parent for path in self.builds.glob("*/manifest.json") if "unfinished" not in str(path))
