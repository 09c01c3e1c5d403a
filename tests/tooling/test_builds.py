"""The pure build is pure and the compiled build is compiled: each test run tests what it says it tests."""

import importlib
import os
import sysconfig
import tomllib
from pathlib import Path

import tiefenthal

ROOT = Path(__file__).resolve().parents[2]
EXPECT_COMPILED = os.environ.get("TIEFENTHAL_EXPECT_COMPILED") == "1"


def modules_to_compile() -> list[str]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        wanted = tomllib.load(file)["tool"]["tiefenthal"]["compiled"]
    package = ROOT / "src" / "tiefenthal"

    def files(names: list[str]) -> set[Path]:
        paths = [package / name for name in names]
        return {file for path in paths for file in (path.rglob("*.py") if path.is_dir() else [path])}

    found = files(wanted["include"]) - files(wanted["exclude"])
    parts = sorted(file.relative_to(ROOT / "src").with_suffix("").parts for file in found)
    return [".".join(part[:-1] if part[-1] == "__init__" else part) for part in parts]


def test_there_is_something_to_compile() -> None:
    assert "tiefenthal.rules.state" in modules_to_compile()


def test_the_package_comes_from_the_build_under_test() -> None:
    folder = ROOT / "build" / "compiled" if EXPECT_COMPILED else ROOT / "src"
    assert tiefenthal.__file__ is not None
    assert Path(tiefenthal.__file__).is_relative_to(folder)


def test_every_module_is_of_the_build_under_test() -> None:
    ending = str(sysconfig.get_config_var("EXT_SUFFIX")) if EXPECT_COMPILED else ".py"
    files = {name: importlib.import_module(name).__file__ or "" for name in modules_to_compile()}
    assert {name: file for name, file in files.items() if not file.endswith(ending)} == {}
