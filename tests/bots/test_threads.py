"""A bot calculates in one thread, wherever it plays."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tiefenthal
from tiefenthal.players.bots.threads import NAMES, one_thread

ALONE = """
import os
from tiefenthal.players.bots import make_bot
make_bot("neural")
print(len(os.listdir("/proc/self/task")), os.environ.get("OPENBLAS_NUM_THREADS"))
"""


def test_the_environment_is_as_it_was_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMES[0], "7")
    monkeypatch.delenv(NAMES[1], raising=False)
    with one_thread():
        assert {os.environ[name] for name in NAMES} == {"1"}
    assert os.environ[NAMES[0]] == "7"
    assert NAMES[1] not in os.environ


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted where Linux shows them")
def test_the_neural_bot_brings_numpy_with_one_thread() -> None:
    """Threads of its own would take twice as long for matrices this small, and all the cores."""
    environment = {name: value for name, value in os.environ.items() if name not in NAMES}
    environment["PYTHONPATH"] = str(Path(tiefenthal.__file__).parent.parent)
    run = subprocess.run([sys.executable, "-c", ALONE], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["1", "None"]
