"""`tiefenthal train` and `python -m tiefenthal.lab.train`: what they refuse, and how they say so."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from tiefenthal.app.terminal.errors import BAD_OPTION, CommandError
from tiefenthal.lab.commands import train as command
from tiefenthal.lab.train.settings import Settings

app = typer.Typer(add_completion=False)
app.command("train")(command.train)


def refused(*arguments: str) -> str:
    with pytest.raises(CommandError) as caught:
        app(list(arguments), standalone_mode=False)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.fixture
def with_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if PyTorch were installed: what follows is refused before it is imported."""
    monkeypatch.setattr(command, "_check_parts", lambda: None)


def test_without_torch_one_sentence_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "torch" else found(name))
    message = refused("--out", str(tmp_path / "run"))
    assert message == "training needs torch; install what it needs with: pip install 'tiefenthal[train]'"
    assert not (tmp_path / "run").exists()


@pytest.mark.usefixtures("with_torch")
@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--players", "2,5", "--players is a list of numbers from 2 to 4, such as --players 2,4"),
        ("--players", "two", "--players is a list of numbers from 2 to 4"),
        ("--modules", "0", "--modules is a list of numbers from 1 to 5"),
        ("--hidden", "", "--hidden is a list of numbers from 1 to 4096"),
        ("--minutes", "-1", "--minutes and --games are 0 (no end) or more"),
        ("--games", "-5", "--minutes and --games are 0 (no end) or more"),
        ("--workers", "1000", "between 1 and 256 processes can play, not 1000"),
        ("--warm-up", "0", "the network has to begin somewhere"),
        ("--seed", " ", "a seed is a number or a word"),
        ("--teacher", "greddy", "there is no bot 'greddy' (did you mean greedy?)"),
    ],
)
def test_options_that_make_no_sense(tmp_path: Path, option: str, value: str, words: str) -> None:
    with pytest.raises(CommandError) as caught:
        app(["--out", str(tmp_path / "run"), option, value], standalone_mode=False)
    assert words in str(caught.value)
    assert caught.value.code == BAD_OPTION
    assert not (tmp_path / "run").exists()


def test_the_defaults_are_those_of_the_settings() -> None:
    usual = Settings()
    assert command._numbers("2,2,2,3,4,4", "--players", 2, 4) == usual.players
    assert command._numbers("1,1,2,3,4,5,5", "--modules", 1, 5) == usual.modules
    assert command._numbers("256,128", "--hidden", 1, 4096) == usual.hidden


def test_the_plain_command_refuses_in_a_sentence(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    unknown = [sys.executable, "-m", "tiefenthal.lab.train", "--out", out, "colour=red"]
    done = subprocess.run(unknown, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("tiefenthal train: 'colour=red' is no setting; the settings are seed, players,")
    assert done.stderr.count("\n") == 1
    if importlib.util.find_spec("torch") is None:
        done = subprocess.run(unknown[:-1], capture_output=True, text=True, check=False)
        words = "tiefenthal train: training needs PyTorch; install it with: pip install 'tiefenthal[train]'\n"
        assert (done.returncode, done.stderr) == (1, words)
