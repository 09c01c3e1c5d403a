"""What is compiled, and the name of a build: it changes with everything the result depends on."""

import hashlib
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PACKAGE: Final = "tiefenthal"
HERE: Final = Path(__file__).resolve().parents[2]
"""The package as installed on this machine."""

COMPILED: Final = (
    "engine/components", "engine/rules", "engine/chance.py", "engine/marks.py", "engine/view.py", "engine/game.py",
    "players/bots/bonuses.py", "players/bots/ways.py", "players/bots/search", "players/bots/mcts",
    "players/bots/neural/features.py", "players/bots/neural/figures.py", "rl/core",
)  # fmt: skip
"""Whole folders or single files of the package; what is not named stays plain Python."""
INTERPRETED: Final = (
    "players/bots/mcts/__init__.py", "players/bots/mcts/bot.py", "players/bots/search/__init__.py",
    "players/bots/search/bot.py",
)  # fmt: skip
"""Among them, those that subclass what is interpreted."""
ABOVE: Final = (
    "app", "client", "lab", "server", "engine/box", "engine/build", "players/analysis", "players/lessons",
    "players/puzzles",
)  # fmt: skip
"""What no compiled module imports: a change there leaves a build as it is."""
KERNEL: Final = "rl/kernel"
"""The kernel in C, for batches: built together with the rest, the rules in it written by `to_c`."""
OPTIMISED: Final = "2"
"""How much the C compiler is asked to do for the modules: at 3 games are no faster (make bench), and it takes a fifth
longer. The kernel is small and always has 3."""
SUFFIX: Final = str(sysconfig.get_config_var("EXT_SUFFIX") or ".so")
"""How the name of an extension module ends for this Python on this machine."""


def python_files(package: Path = HERE) -> list[Path]:
    """Every Python file of the package, relative to it, in a stable order."""
    return sorted(path.relative_to(package) for path in package.rglob("*.py") if "__pycache__" not in path.parts)


def compiled_files(package: Path = HERE) -> list[Path]:
    """Those of them that are compiled."""

    return [path for path in python_files(package) if _named(path, COMPILED) and not _named(path, INTERPRETED)]


def _named(path: Path, names: tuple[str, ...]) -> bool:
    return any(path.is_relative_to(name) for name in names)


def module_name(path: Path) -> str:
    """engine/rules/state.py -> tiefenthal.engine.rules.state"""
    parts = (PACKAGE, *path.with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def build_name(package: Path = HERE, optimised: str = OPTIMISED) -> str:
    """The name of the build of these sources for this Python: short, and another one after any change that matters."""
    digest = hashlib.sha256(f"{sys.version}\0{SUFFIX}\0-O{optimised}".encode())
    for path in _that_matter(package):
        text = (package / path).read_bytes()
        digest.update(f"\0{path.as_posix()}\0{len(text)}\0".encode())
        digest.update(text)
    return digest.hexdigest()[:24]


def _that_matter(package: Path) -> Iterator[Path]:
    yield Path("engine/build/compiler.py")
    yield from (path for path in python_files(package) if not _named(path, ABOVE))
    for pattern in ("*.c", "*.h"):
        yield from sorted(path.relative_to(package) for path in (package / KERNEL).glob(pattern))
