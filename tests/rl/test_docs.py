"""docs/rl.md: its examples run as they stand, its tables are up to date."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness.patience import PATIENCE

pytest.importorskip("pettingzoo")

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rl.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_every_adapter_has_its_example() -> None:
    for name in ("tiefenthal_v0.env(", "parallel_env(", '"Tiefenthal-v0"', "load_game(", " Batch(", "ProcessBatch("):
        assert any(name in code for code in EXAMPLES), name


@pytest.mark.parametrize("code", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_run_and_are_short(code: str, tmp_path: Path) -> None:
    """Each block is a program of its own; as a file, because processes import it again."""
    assert len([line for line in code.splitlines() if line.strip()]) <= 15
    if "pyspiel" in code:
        pytest.importorskip("pyspiel")
    program = tmp_path / "example.py"
    program.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program)], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_tables_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "write_rl_docs.py"), "--check"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_every_option_is_described() -> None:
    import inspect

    from tiefenthal.rl import Batch, ProcessBatch
    from tiefenthal.rl.gymnasium_env import TiefenthalEnv
    from tiefenthal.rl.pettingzoo_aec import TiefenthalAEC
    from tiefenthal.rl.pettingzoo_parallel import TiefenthalParallel

    options = PAGE[PAGE.index("## Options") : PAGE.index("## Actions")]
    for made in (TiefenthalAEC, TiefenthalParallel, TiefenthalEnv, Batch, ProcessBatch):
        for name in set(inspect.signature(made).parameters) - {"count", "first", "arrays", "processes"}:
            assert f"`{name}`" in options, name
