"""Ctrl-C while the processes that should play are still starting ends the program as it does at any other time."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tiefenthal
from harness.patience import PATIENCE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")

# A worker reads the program's file before anything else, and here it gets no further. Of two, the first one is special:
# with it starts what looks after shared things.
STARTING = r"""
import os, sys, time
if __name__ == "__mp_main__":
    os.write(1, b"starting\n")  # in one piece, whatever becomes of lines otherwise
    time.sleep(3600)
"""
COMMAND = """
if __name__ == "__main__":
    from tiefenthal.app.cli import main
    main()
"""
BATCH = """
if __name__ == "__main__":
    from tiefenthal.rl.processes import ProcessBatch
    try:
        ProcessBatch(4, processes=2)
    except KeyboardInterrupt:
        sys.exit(130)
"""


def interrupted(folder: Path, script: str, *arguments: str) -> tuple[int, str, str]:
    """Exit status, output and complaints of a program with two workers, interrupted when both are starting."""
    program = folder / "program.py"
    program.write_text(STARTING + script, encoding="utf-8")
    source = str(Path(tiefenthal.__file__).parents[1])
    with subprocess.Popen(
        [sys.executable, str(program), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": source},
    ) as process:
        assert process.stdout is not None
        try:
            assert [process.stdout.readline() for _ in range(2)] == ["starting\n"] * 2
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the parent and its workers
            out, errors = process.communicate(timeout=PATIENCE)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return process.returncode, out, errors


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["simulate", "--games", "1000"], "0 of 1000 games, stopped early"),
        (["arena", "random", "greedy", "--games", "1000"], "0 of 1,000 games, stopped early"),
        (["balance", "random", "--games", "1000", "--out", "balance"], "0 of 52,500 games, stopped early"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_says_that_nothing_was_played(tmp_path: Path, command: list[str], said: str) -> None:
    code, out, errors = interrupted(tmp_path, COMMAND, *command, "--seed", "1", "--jobs", "2")
    assert errors == ""
    assert out.startswith(said)
    assert code == 130


def test_a_batch_for_learning_is_silent(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    assert interrupted(tmp_path, BATCH) == (130, "", "")


# A worker that does hear it, as where there are no signal masks: its death is no complaint about the script.
HEARD = """
if __name__ == "__main__":
    import contextlib
    from tiefenthal.players import workers
    workers.starting = contextlib.nullcontext
    from tiefenthal.app.cli import main
    sys.stderr = open("workers", "w")  # theirs; they cannot be kept from it
    main()
"""


def test_a_worker_that_dies_of_it_is_no_fault_of_the_script(tmp_path: Path) -> None:
    code, out, errors = interrupted(tmp_path, HEARD, "simulate", "--games", "1000", "--seed", "1", "--jobs", "2")
    said = out.removeprefix("starting\n")  # one may have begun to start in the place of the one that died
    assert said.startswith("0 of 1000 games, stopped early")
    assert "do not start" not in errors
    assert code == 130
