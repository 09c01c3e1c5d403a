"""What is compiled, and that the name of a build changes when, and only when, the result could."""

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.parsed import nodes
from tiefenthal.engine.build.sources import ABOVE, HERE, build_name, compiled_files, module_name, python_files


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of the package and the C of the kernel, elsewhere."""
    package = tmp_path_factory.mktemp("sources") / "tiefenthal"
    for path in [*python_files(), *(path.relative_to(HERE) for path in (HERE / "rl/kernel").glob("*.[ch]"))]:
        (package / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(HERE / path, package / path)
    return package


def imported(path: Path) -> Iterator[str]:
    """The modules of this package that a file imports, wherever in it."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_what_searches_and_steps_is_compiled() -> None:
    names = {module_name(path) for path in compiled_files()}
    assert {
        "tiefenthal.engine.rules",
        "tiefenthal.engine.rules.state",
        "tiefenthal.engine.game",
        "tiefenthal.rl.core.writer",
    } <= names
    assert "tiefenthal.players.bots.mcts.bot" not in names
    assert "tiefenthal.server.tables.table" not in names


def test_nothing_compiled_imports_what_may_change_without_a_new_build() -> None:
    above = tuple(f"tiefenthal.{name}" for name in ABOVE)
    hits = [
        f"{path} imports {name}"
        for path in compiled_files()
        for name in imported(HERE / path)
        if any(name == one or name.startswith(f"{one}.") for one in above)
    ]
    assert hits == []


def test_the_same_sources_have_the_same_name_wherever_they_lie(copied: Path) -> None:
    assert build_name(copied) == build_name()
    assert build_name(copied, "1") != build_name()


@pytest.mark.parametrize(
    "name",
    [
        "engine/rules/state.py",
        "players/bots/base.py",
        "rl/kernel/kernel.c",
        "engine/to_c/program.py",
        "engine/build/compiler.py",
        "engine/record/notation.py",
    ],
)
def test_a_change_that_matters_gives_another_name(copied: Path, name: str) -> None:
    before = (copied / name).read_text(encoding="utf-8")
    (copied / name).write_text(before + "\n", encoding="utf-8")
    assert build_name(copied) != build_name()
    (copied / name).write_text(before, encoding="utf-8")
    assert build_name(copied) == build_name()


def test_a_new_file_gives_another_name(copied: Path) -> None:
    added = copied / "engine" / "rules" / "added.py"
    added.write_text("", encoding="utf-8")
    assert build_name(copied) != build_name()
    added.unlink()


@pytest.mark.parametrize(
    "name", ["server/tables/table.py", "app/cli/play.py", "lab/arena/workers.py", "engine/build/maker.py"]
)
def test_a_change_elsewhere_gives_none(copied: Path, name: str) -> None:
    with (copied / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert build_name(copied) == build_name()
