"""The examples of the README are run as they stand."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from harness.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
NO_SCREEN = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("code", blocks("python"), ids=range(len(blocks("python"))))
def test_python_examples_run(code: str, tmp_path: Path) -> None:
    """Each block is a program of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_comment_on_why_not_is_what_it_says() -> None:
    """The README quotes a refusal."""
    from tiefenthal import new_game, refusal_words

    refusal = new_game(players=2, modules=1, seed=7).why_not(0, "buy server")
    assert refusal is not None
    assert f"# {refusal.rule} {refusal_words(refusal)}\n" in README


def commands() -> list[str]:
    """Every `tiefenthal ...` line of the README."""
    lines = [line.partition("#")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("tiefenthal ")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a recorded game in it."""
    from tiefenthal import new_game

    path = tmp_path_factory.mktemp("readme")
    game = new_game(players=2, modules=1, seed=7)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, game.legal_actions(seat)[0])
    (path / "game.txt").write_text(game.record, encoding="utf-8")
    return path


@pytest.mark.parametrize("command", commands())
def test_shell_examples_run(command: str, folder: Path) -> None:
    """A game played by nobody ends with the input."""
    words = shlex.split(command)[1:]
    if words[0] == "serve" or (words[0] == "play" and "--terminal" not in words):
        _serves(words, folder)
        return
    if words[0] == "simulate":
        pytest.importorskip("matplotlib")
        words[words.index("--games") + 1] = "4"
    if words[0] in ("arena", "balance"):
        words[words.index("--games") + 1] = "4"
        words += ["--players", "2", "--modules", "1"]
    # What an earlier line leaves behind may have been left in another process's folder.
    if words[0] == "backup" and not (folder / "data").exists():
        _serves(["serve"], folder)
    if "mybox.toml" in words and words[0] == "play" and not (folder / "mybox.toml").exists():
        subprocess.run([sys.executable, "-m", "tiefenthal", "edition", "new", "mybox.toml"], cwd=folder, check=True)
    if words[:2] == ["edition", "new"]:
        (folder / "mybox.toml").unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "tiefenthal", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "TIEFENTHAL_DATA": str(folder / "data")},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def _serves(words: list[str], folder: Path) -> None:
    """A server, or the game in the browser, says where it is, and ends in order when it is told to."""
    with subprocess.Popen(
        [sys.executable, "-m", "tiefenthal", *words, "--port", "0"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            "TIEFENTHAL_DATA": str(folder / "data"),
            "DISPLAY": "",
            "WAYLAND_DISPLAY": "",
            "BROWSER": "",
        },
    ) as server:
        assert server.stdout is not None
        assert re.search(r"open at http://[0-9.]+:[0-9]+\n", server.stdout.readline())
        server.send_signal(signal.SIGTERM)
        _, errors = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0, errors


def test_every_picture_is_there_and_none_is_large() -> None:
    """They are what a visitor sees first, and what everyone clones."""
    shown = set(re.findall(r"\((docs/pictures/[^)]+)\)|src=\"(docs/pictures/[^\"]+)\"", README))
    names = {Path(one or other).name for one, other in shown}
    assert names == {path.name for path in (ROOT / "docs" / "pictures").iterdir()}
    for name in names:
        assert 10_000 < (ROOT / "docs" / "pictures" / name).stat().st_size <= 250_000, name


def test_every_link_leads_somewhere() -> None:
    """To files of the repository."""
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_two_commands_exist() -> None:
    """They are targets of the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in ("play", "test"):
        assert f"make {target}" in README
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
