"""The public names are those of the list, each of them is there, and what is public of a room is the room's own."""

import importlib
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

LIST = tomllib.loads((Path(__file__).parent / "public.toml").read_text(encoding="utf-8"))
PACKAGE = Path(__file__).resolve().parents[2] / "src" / "tiefenthal"


@pytest.mark.parametrize("module", LIST)
def test_what_is_public_is_listed_and_there(module: str) -> None:
    found = importlib.import_module(module)
    assert sorted(found.__all__) == LIST[module]["names"]
    assert [name for name in found.__all__ if not hasattr(found, name)] == []


def test_nothing_else_lies_beside_the_rooms() -> None:
    doors = {path.stem for path in PACKAGE.glob("*.py") if not path.stem.startswith("__")}
    assert {f"tiefenthal.{name}" for name in doors} <= LIST.keys()


def test_modules_of_what_is_public_are_found_by_their_public_names() -> None:
    code = (
        "from tiefenthal.record.position import position_of; from tiefenthal.protocol.frames import Update; "
        "import tiefenthal.rl.openspiel"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
