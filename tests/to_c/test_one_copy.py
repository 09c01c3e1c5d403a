"""A rule stands in one place: what is changed in Python, and nowhere else, is changed in the kernel."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.patience import PATIENCE
from tiefenthal.engine.build.compiler import compile_kernel
from tiefenthal.engine.build.sources import HERE, KERNEL

ROOT = Path(__file__).resolve().parents[2]
CHANGES = {
    "engine/rules/serving.py": ("p.beer += p.drawn[BARBACK]", "p.beer += 2 * p.drawn[BARBACK]"),  # a rule (F-3)
    "engine/rules/rewards.py": ("monastery) else 0", "monastery) else 3"),  # another
    "engine/rules/market.py": ("if p.recruited or p.beer", "if p.recruited > 1 or p.beer"),  # what is offered (F-11)
}
COMPARE = """
import sys
from pathlib import Path
from tests.rl.kernel_comparison import Different, Seen, compare
from tiefenthal.rl.kernel.library import load
kernel = load(Path(sys.argv[1]))
try:
    for players, modules in ((2, 1), (3, 5)):
        compare(kernel, players, modules, "reference", "greedy", 20, "uint8", 2, Seen())
except Different as difference:
    print("different:", difference)
else:
    print("the same")
"""


def python(*arguments: str, path: Path) -> str:
    """What a Python with this package prints."""
    environment = {**os.environ, "PYTHONPATH": str(path), "TIEFENTHAL_COMPILED": "no"}
    ran = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def kernel_of(sources: Path) -> Path:
    """The kernel that is made from a folder with the package."""
    made = sources.parent / f"{sources.name}-kernel" / "kernel.so"
    made.parent.mkdir()
    python("-P", "-m", "tiefenthal.engine.to_c", str(made.parent), path=sources)
    compile_kernel(sources / "tiefenthal" / KERNEL / "kernel.c", made, "-O0")
    return made


def test_a_rule_changed_in_python_is_changed_in_the_kernel(tmp_path: Path) -> None:
    if not (shutil.which("cc") or shutil.which("gcc")):
        pytest.skip("no C compiler")
    for name in ("as-it-is", "changed"):
        left_out = shutil.ignore_patterns("__pycache__", "*.so", "browser")
        shutil.copytree(HERE, tmp_path / name / "tiefenthal", ignore=left_out)
    for file, (before, after) in CHANGES.items():
        path = tmp_path / "changed" / "tiefenthal" / file
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1, file
        path.write_text(text.replace(before, after), encoding="utf-8")
    old, new = kernel_of(tmp_path / "as-it-is"), kernel_of(tmp_path / "changed")
    assert python("-c", COMPARE, str(new), path=tmp_path / "changed") == "the same\n"
    assert python("-c", COMPARE, str(old), path=tmp_path / "changed").startswith("different:")
    assert python("-c", COMPARE, str(old), path=tmp_path / "as-it-is") == "the same\n"
