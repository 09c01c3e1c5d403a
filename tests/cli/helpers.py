"""Running the command: in this process, or as a program of its own."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from harness.patience import PATIENCE
from tiefenthal.app.cli.app import run

PROGRAM = [sys.executable, "-m", "tiefenthal"]


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def in_process(capsys: pytest.CaptureFixture[str], *arguments: object) -> Ran:
    code = run([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return Ran(code, out, err)


class Command(Protocol):
    """Runs the command in this process, in the test's folder, with what is typed."""

    def __call__(self, *arguments: object, typed: str = "") -> Ran: ...


def typist(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path) -> Command:
    """As `program` does it, without the half second in which one starts."""

    def command(*arguments: object, typed: str = "") -> Ran:
        with monkeypatch.context() as now:
            now.chdir(folder)
            now.setenv("TERM", "dumb")
            now.setattr(sys, "stdin", io.StringIO(typed))
            return in_process(capsys, *arguments)

    return command


def environment(**extra: str) -> dict[str, str]:
    source = str(Path(__file__).resolve().parents[2] / "src")
    path = os.environ.get("PYTHONPATH", "")
    found = {**os.environ, "PYTHONPATH": f"{path}{os.pathsep}{source}" if path else source, "TERM": "dumb"}
    return {**found, **extra}


def program(folder: Path, *arguments: object, typed: str = "", **extra: str) -> Ran:
    """The command as a process of its own, in a folder."""
    ran = subprocess.run(
        [*PROGRAM, *[str(argument) for argument in arguments]],
        input=typed,
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**extra),
        timeout=PATIENCE,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def assert_refused(ran: Ran, *words: str, code: int | None = None) -> None:
    """One message on the error output, a non-zero exit, no traceback."""
    assert ran.code != 0
    assert code is None or ran.code == code
    assert "Traceback" not in ran.err
    assert ran.err.startswith("tiefenthal: ")
    assert ran.err.count("tiefenthal: ") == 1
    for word in words:
        assert word in ran.err
