"""A real build beside a game: begun, interrupted, begun by two at once, used from the next start on, outdated."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.patience import PATIENCE
from tests.engine.small import CHILD, START, SmallPackage
from tiefenthal.engine.build import maker
from tiefenthal.engine.build.sources import SUFFIX

pytestmark = pytest.mark.skipif(bool(maker.missing()), reason="nothing can be compiled here")


def until_built(small: SmallPackage, log: Path) -> None:
    """Wait for the build. It has the lowest priority, so on a busy machine it may take any time; what counts is that
    somebody is at it."""
    end = time.monotonic() + PATIENCE
    while True:
        # Asking takes the lock for a moment, so not before a builder has it.
        if "compiling" in log.read_text(encoding="utf-8") and maker.being_built(small.builds):
            end = time.monotonic() + PATIENCE
        elif small.finished():
            return
        assert time.monotonic() < end, log.read_text(encoding="utf-8")
        time.sleep(0.05)


def test_a_build_beside_a_game(tmp_path: Path) -> None:
    small = SmallPackage(tmp_path / "inn")
    log = small.builds / "build.log"
    before = small.tell()
    assert (before["used"], before["compiled"], before["building"]) == (False, False, False)
    assert before["file"].endswith("state.py")
    assert small.run(START, CC="no such compiler", PATH="/nowhere") == "None"  # no compiler: nothing is begun
    assert not small.builds.exists()

    # Interrupted: what was begun is left, and is in nobody's way.
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "tiefenthal.engine.build.background"],
        env=small.environment(),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as killed:
        assert killed.stdout is not None
        while "compiling" not in killed.stdout.readline():
            assert killed.poll() is None
        os.killpg(killed.pid, signal.SIGKILL)
    assert list(small.builds.glob("unfinished-*")) != []
    assert small.tell()["building"] is False

    # Two games at once. Neither waits, and one build comes of it.
    games = [
        subprocess.Popen([sys.executable, "-c", START], env=small.environment(), stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [game.communicate(timeout=PATIENCE)[0].strip() for game in games]
    assert str(log) in said
    assert set(said) <= {str(log), "None"}
    until_built(small, log)
    assert len(small.finished()) == 1
    assert list(small.builds.glob("unfinished-*")) == []
    assert log.read_text(encoding="utf-8").count("compiling") == 1

    # The next start uses it, and so do the processes it starts; unless somebody wants it otherwise.
    after = small.tell()
    assert (after["used"], after["compiled"], after["data"], after["moves"]) == (True, True, "data", 0)
    assert after["file"].endswith(f"state{SUFFIX}")
    assert small.tell(CHILD)["file"] == after["file"]
    assert small.run("import tiefenthal.engine.rules.state as s; print(s.__file__)").endswith("state.py")
    used = small.run("import tiefenthal.engine.rules.state as s; print(s.__file__)", TIEFENTHAL_COMPILED="use")
    assert used == after["file"]
    assert small.tell(TIEFENTHAL_COMPILED="no")["compiled"] is False
    assert small.run(START) == "None"

    # A change above the engine leaves it; one in the engine outdates it, until it is taken back.
    small.write("server/__init__.py", "changed = True\n")
    assert small.tell()["used"] is True
    state = (small.package / "engine" / "rules" / "state.py").read_text(encoding="utf-8")
    small.write("engine/rules/state.py", state.replace("int = 0", "int = 5"))
    changed = small.tell()
    assert (changed["used"], changed["moves"]) == (False, 5)
    small.write("engine/rules/state.py", state)
    assert small.tell()["used"] is True

    # What tidies up caches may take a part of it.
    (module,) = small.finished()[0].glob(f"tiefenthal/engine/rules/state{SUFFIX}")
    module.unlink()
    harmed = small.tell()
    assert (harmed["used"], harmed["moves"]) == (False, 0)


def test_sources_that_do_not_compile_are_told_in_the_log(tmp_path: Path) -> None:
    small = SmallPackage(tmp_path / "inn")
    small.write(
        "engine/rules/state.py", "class State:\n    def __init__(self) -> None:\n        self.moves: int = 'none'\n"
    )
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "tiefenthal.engine.build.background"],
        env=small.environment(), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert ran.returncode == 1
    assert "not-compiled" in ran.stdout
    assert "Incompatible types in assignment" in ran.stdout + ran.stderr
    assert small.finished() == []
    assert list(small.builds.glob("unfinished-*")) == []
    assert small.run(START) == "None"  # not again and again
