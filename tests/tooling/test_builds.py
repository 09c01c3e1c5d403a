"""The pure build is pure and the compiled build is compiled: each test run tests what it says it tests."""

import importlib
import os
from pathlib import Path

import tiefenthal
from tiefenthal.engine.build.sources import SUFFIX, compiled_files, module_name
from tiefenthal.engine.build.switch import compiled

ROOT = Path(__file__).resolve().parents[2]
EXPECT_COMPILED = os.environ.get("TIEFENTHAL_EXPECT_COMPILED") == "1"


def test_the_package_comes_from_the_build_under_test() -> None:
    folder = ROOT / "build" / "compiled" if EXPECT_COMPILED else ROOT / "src"
    assert tiefenthal.__file__ is not None
    assert Path(tiefenthal.__file__).is_relative_to(folder)


def test_every_module_is_of_the_build_under_test() -> None:
    ending = SUFFIX if EXPECT_COMPILED else ".py"
    names = [module_name(path) for path in compiled_files()]
    assert "tiefenthal.engine.rules.state" in names
    files = {name: importlib.import_module(name).__file__ or "" for name in names}
    assert {name: file for name, file in files.items() if not file.endswith(ending)} == {}
    assert compiled() == EXPECT_COMPILED
