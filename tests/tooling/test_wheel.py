"""What is installed is the whole package and nothing else; with the compiled engine where there is one."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tiefenthal.engine.build.release import COMMIT_FILE, commit_of
from tiefenthal.engine.build.sources import SUFFIX, compiled_files

ROOT = Path(__file__).resolve().parents[2]
EXPECT_COMPILED = os.environ.get("TIEFENTHAL_EXPECT_COMPILED") == "1"
"""Then there is a build of these sources, and none has to be made for the wheel."""


def wheel_in(folder: Path, kind: str) -> Path:
    """A wheel of this checkout."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    # As pip does it: in an environment that says nothing about where the sources are.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env={**environment, "TIEFENTHAL_WHEEL": kind})
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_in(tmp_path_factory.mktemp("wheel"), "compiled" if EXPECT_COMPILED else "pure")


@pytest.fixture(scope="module")
def packed(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def text_of(wheel: Path, ending: str) -> str:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(ending))
        return archive.read(name).decode()


def test_the_wheel_holds_every_file_of_the_package(packed: set[str]) -> None:
    sources = (path for path in (ROOT / "src").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    expected = {path.relative_to(ROOT / "src").as_posix() for path in sources}
    if commit_of(ROOT):  # what `--version` says
        expected.add(f"tiefenthal/{COMMIT_FILE}")
    if EXPECT_COMPILED:
        expected |= {Path("tiefenthal", path).with_suffix(SUFFIX).as_posix() for path in compiled_files()}
        expected |= {"tiefenthal/rl/kernel/kernel.so", f"tiefenthal__mypyc{SUFFIX}"}
    assert {name for name in packed if ".dist-info/" not in name} == expected
    assert "tiefenthal/py.typed" in packed
    assert "tiefenthal/engine/build/tools.lock" in packed


def test_a_wheel_says_for_whom_it_is(wheel: Path) -> None:
    told = text_of(wheel, ".dist-info/WHEEL").splitlines()
    everybody = "Tag: py3-none-any" in told
    assert everybody != EXPECT_COMPILED
    assert ("Root-Is-Purelib: true" in told) == everybody
    assert wheel.name.endswith("-py3-none-any.whl") == everybody


def test_the_wheel_carries_licence_and_notice(packed: set[str]) -> None:
    names = {Path(name).name for name in packed if ".dist-info/" in name}
    assert {"LICENSE", "NOTICE.md", "METADATA", "entry_points.txt"} <= names


def test_what_playing_needs_comes_with_it(wheel: Path) -> None:
    lines = text_of(wheel, ".dist-info/METADATA").splitlines()
    required = [Requirement(line.partition(":")[2]) for line in lines if line.startswith("Requires-Dist:")]
    always = {one.name for one in required if one.marker is None or "extra" not in str(one.marker)}
    assert {"typer", "rich", "starlette", "uvicorn", "websockets", "msgspec", "numpy"} <= always
    assert not always & {"mypy", "setuptools", "torch", "ray", "gymnasium", "httpx", "matplotlib", "pytest"}


ALONE = """
import json, sys
import tiefenthal
for name in tiefenthal.__all__:
    getattr(tiefenthal, name)
game = tiefenthal.new_game(players=2, modules=5, seed=7)
while not game.over:
    game.play(game.to_act[0], game.legal_actions(game.to_act[0])[0])
assert tiefenthal.verify(game.record).over
known = {*sys.stdlib_module_names, "tiefenthal", "tiefenthal__mypyc"}
others = sorted({name.partition(".")[0] for name in sys.modules} - known)
from tiefenthal.engine.build import switch
print(json.dumps([switch.compiled(), others]))
"""


def test_the_engine_imports_nothing_beyond_the_standard_library(wheel: Path, tmp_path: Path) -> None:
    """From the wheel, in an interpreter that has no other package at hand: -S leaves out all that are installed."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    ran = subprocess.run(
        [sys.executable, "-S", "-P", "-c", ALONE],
        env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    compiled, others = json.loads(ran.stdout)
    assert compiled == EXPECT_COMPILED
    assert others == ["__main__"]


def test_every_public_name_is_there_and_listed_once() -> None:
    import tiefenthal

    assert sorted(tiefenthal._MODULE) == tiefenthal.__all__
    assert set(tiefenthal.__all__) <= set(dir(tiefenthal))
    with pytest.raises(AttributeError, match="'tiefenthal' has no attribute 'brewery'"):
        tiefenthal.brewery  # noqa: B018
    assert tiefenthal.engine.rules.__name__ == "tiefenthal.engine.rules"
