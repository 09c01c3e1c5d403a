"""A finished game and a begun one, on file."""

from pathlib import Path

import pytest

import tiefenthal
from tests.cli.helpers import Command, typist
from tiefenthal.players.bots import make_bot


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this system is set to, the command speaks English unless it is told otherwise."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, english: None, tmp_path: Path
) -> Command:
    """The command in this process, in the test's folder."""
    return typist(capsys, monkeypatch, tmp_path)


def played(modules: int, players: int = 2, until: int = 0) -> tiefenthal.Game:
    """A game between greedy bots, up to a number of decisions or to its end."""
    game = tiefenthal.new_game(players, modules, seed="cli")
    bots = [make_bot("greedy", seat) for seat in range(players)]
    while not game.over and (not until or game.ply < until):
        seat = game.to_act[0]
        game.play(seat, bots[seat].choose(game.view(seat), game.legal_actions(seat)))
    return game


@pytest.fixture(scope="session")
def finished_text() -> str:
    return played(1).record


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory, finished_text: str) -> Path:
    path = tmp_path_factory.mktemp("records") / "finished.record"
    path.write_text(finished_text, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "begun.record"
    path.write_text(played(3, until=60).record, encoding="utf-8")
    return path
