"""A wheel in an empty environment: `tiefenthal play` just plays, and compiles beside it (`make test-install`)."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.tooling.test_wheel import wheel_in
from tiefenthal.engine.build import maker

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="written for the folders of POSIX"),
]
LONG = 3600.0
"""Seconds; a whole compilation with the lowest priority is waited for."""


class Installed:
    """An environment with a wheel in it, and a home of its own."""

    def __init__(self, folder: Path, kind: str) -> None:
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
        self.bin = folder / "venv" / "bin"
        self.home = folder / "home"
        self.home.mkdir()
        wheel = wheel_in(folder / "wheel", kind)
        self.environment = {
            name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "TIEFENTHAL_COMPILED")
        }
        self.environment |= {"HOME": str(self.home), "XDG_CACHE_HOME": "", "XDG_DATA_HOME": "", "BROWSER": ""}
        pip = [str(self.bin / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, str(wheel)], check=True, env=os.environ)

    def command(self, *words: str) -> str:
        """What the installed command prints."""
        ran = subprocess.run(
            [self.bin / "tiefenthal", *words], env=self.environment, cwd=self.home, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    @contextmanager
    def playing(self) -> Iterator[str]:
        """A game in the browser is open at this address; ended by Ctrl-C. `said` has what it printed."""
        with subprocess.Popen(
            [self.bin / "tiefenthal", "play", "--no-browser", "--port", "0"],
            env=self.environment, cwd=self.home, stdout=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            assert process.stdout is not None
            found = re.search(r"open at (http\S+)", process.stdout.readline())
            assert found is not None
            with urllib.request.urlopen(f"{found[1]}/") as answer:
                assert b"Tiefenthal" in answer.read()
            yield found[1]
            process.send_signal(signal.SIGINT)
            self.said = process.stdout.read()
        assert process.returncode == 0


@pytest.mark.skipif(bool(maker.missing()), reason="nothing can be compiled here")
def test_a_wheel_for_everybody_plays_and_compiles_beside_it(tmp_path: Path) -> None:
    inn = Installed(tmp_path, "pure")
    assert "interpreted" in inn.command("--version")
    assert "during the next game" in inn.command("engine")
    with inn.playing():
        end = time.monotonic() + LONG
        while "is being built" not in inn.command("engine"):
            assert time.monotonic() < end
            time.sleep(0.2)
    assert "A faster engine is being built meanwhile" in inn.said
    while "is being built" in inn.command("engine"):  # the game is over, and it goes on
        assert time.monotonic() < end
        time.sleep(1)
    told = inn.command("engine")
    assert "The engine is compiled" in told, (inn.home / ".cache/tiefenthal/engine/build.log").read_text()
    assert str(inn.home / ".cache" / "tiefenthal" / "engine") in told
    assert "compiled" in inn.command("--version")
    with inn.playing():
        pass
    assert "is being built" not in inn.said
    assert "games per second" in inn.command("simulate", "--games", "20", "--seed", "1", "--jobs", "2")


@pytest.mark.skipif(bool(maker.missing()), reason="nothing can be compiled here")
def test_a_wheel_with_the_compiled_engine_needs_nothing_more(tmp_path: Path) -> None:
    inn = Installed(tmp_path, "compiled")
    assert "compiled" in inn.command("--version")
    assert "came with the package" in inn.command("engine")
    with inn.playing():
        pass
    assert "is being built" not in inn.said
    assert not (inn.home / ".cache").exists()
