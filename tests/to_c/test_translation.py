"""What the translator writes means what Python means, and what it cannot write it refuses."""

import ctypes
import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.to_c.samples import SAMPLES
from tiefenthal.engine.build.compiler import compile_kernel
from tiefenthal.engine.build.sources import HERE, KERNEL
from tiefenthal.engine.build.switch import compiled
from tiefenthal.engine.rules.state import State
from tiefenthal.engine.to_c.program import CALLED, Program, write
from tiefenthal.engine.to_c.sources import Untranslatable

pytestmark = pytest.mark.skipif(compiled(), reason="the rules are read as text")
HEAD = """
from tiefenthal.engine.rules.rewards import any_removable
from tiefenthal.engine.rules.spaces import SPOT_NAMES
from tiefenthal.engine.rules.state import Player, State


"""
REFUSED = {
    "s.round = len({1: 2})": "{1: 2} is Dict",
    "try:\n        s.round = 1\n    finally:\n        s.turn = 1": "is Try",
    "with s: s.round = 1": "is With",
    "s.round = s.turn or s.step": "one of several numbers",
    "row = s.row\n    row.append(1)": "a list of the state is changed under another name, row",
    "row = s.row\n    s.row = []\n    s.round = row[0]": "a list that has another name here is replaced",
    "row = s.row\n    row = [1]": "row is now something else",
    "s.round = 1 if s.turn and [1, 2][0] else 0": "a list is made within a condition",
    "for i in s.row:\n        s.round = i\n    else:\n        s.round = 1": "a loop has an else",
    "s.round = s.turn // 2": "this uses FloorDiv",
    "s.round = s.turn / 2": "this uses Div",
    "s.round = sum(s.row)": "sum() is called",
    "s.row.insert(0, 1)": "s.row.insert() is called",
    "s.round = any_removable(p=s.players[0])": "an unusual call",
    "a = b = 1": "no single value for a single name",
    "s.round = s.row[1:3][0]": "an unusual part",
    "s.round = s.row == s.pile": "compared with another list",
    "s.round = 1 < len(s.row) < 3": "evaluated twice",
    "s.rownd = 1": "State.rownd is not known",
    "s.round = unknown": "unknown is not known",
    "del s.row": "s.row is deleted",
    "return 3": "a value that is not announced is returned",
    "a, b = s.row": "s.row is taken apart",
    "s.round = 2.5": "2.5 is not known",
    "for a, b in enumerate(s.row, 3): s.round = a": "3 is no list",
    "for a, b in s.row: s.round = a": "s.row does not give 2 values",
    "s.round = lambda: 1": "is Lambda",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_translated_is_refused_with_file_and_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / f"{tmp_path.name}.py"  # a module is read once
    file.write_text(f"{HEAD}def sample(s: State) -> None:\n    s.turn = 0\n    {text}\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    with pytest.raises(Untranslatable) as caught:
        Program((module.sample,)).written()
    line = len(HEAD.splitlines()) + 3
    assert REFUSED[text] in str(caught.value)
    assert any(f"{file}:{line + more}: " in str(caught.value) for more in range(text.count("\n") + 1)), caught.value


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The kernel with the samples among its rules."""
    if not (shutil.which("cc") or shutil.which("gcc")):
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("samples")
    for path in (HERE / KERNEL).glob("*.[ch]"):
        shutil.copyfile(path, folder / path.name)
    write(folder, (*CALLED, *SAMPLES))
    with (folder / "kernel.c").open("a", encoding="utf-8") as file:
        file.write("static State state;\n")
        for sample in SAMPLES:
            called = f"samples_{sample.__name__}(&state, a, b)"
            file.write(f"EXPORTED Int {sample.__name__}(Int a, Int b) {{ return {called}; }}\n")
    compile_kernel(folder / "kernel.c", folder / "kernel.so", "-O0")
    return ctypes.CDLL(str(folder / "kernel.so"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.__name__)
def test_c_means_what_python_means(library: Any, sample: Any) -> None:
    translated = getattr(library, sample.__name__)
    translated.argtypes, translated.restype = [ctypes.c_int64, ctypes.c_int64], ctypes.c_int64
    for a in range(-6, 8):
        for b in (-5, -1, 1, 2, 4, 6):
            assert translated(a, b) == sample(State(), a, b), (a, b)
