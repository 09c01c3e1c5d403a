"""`tiefenthal analyse` and `tiefenthal review`."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.analysis.positions import decisions, quick_game
from tests.cli.helpers import assert_refused, in_process
from tiefenthal.engine.record.position import view_document
from tiefenthal.i18n import CODES
from tiefenthal.players.analysis import Review, processes
from tiefenthal.players.analysis.review import Progress

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def position(tmp_path: Path) -> Path:
    file = tmp_path / "position.json"
    _, game, _ = next(one for one in decisions(2, 5, "cli") if one[1].phase == "draft" and one[1].round == 2)
    file.write_text(json.dumps(game.position()), encoding="utf-8")
    return file


@pytest.mark.parametrize("code", CODES)
def test_a_position_in_words(position: Path, code: str, capsys: Capture) -> None:
    ran = in_process(capsys, "analyse", position, "--budget", 1, "--language", code)
    assert ran.code == 0
    assert " 1. " in ran.out
    assert "±" in ran.out
    assert "{" not in ran.out


def test_a_position_as_json(position: Path, capsys: Capture) -> None:
    command = ("analyse", position, "--budget", 1, "--seed", "s", "--json", "--show", 2)
    one = in_process(capsys, *command)
    assert in_process(capsys, *command).out == one.out
    found = json.loads(one.out)
    assert found["kind"] == "draft"
    assert len(found["options"]) == 2
    assert found["seed"] == "s"


def test_a_hint(position: Path, capsys: Capture) -> None:
    ran = in_process(capsys, "analyse", position, "--budget", 1, "--hint", "--language", "en")
    assert ran.out.startswith("Look at the dice")
    assert "Take" not in ran.out
    told = json.loads(in_process(capsys, "analyse", position, "--budget", 1, "--hint", "--json").out)
    assert told["move"].startswith("take ")


def test_a_view_is_analysed_like_the_position(tmp_path: Path, position: Path, capsys: Capture) -> None:
    _, game, view = next(one for one in decisions(2, 5, "cli") if one[1].phase == "draft" and one[1].round == 2)
    file = tmp_path / "view.json"
    file.write_text(json.dumps(view_document(view)), encoding="utf-8")
    whole = in_process(capsys, "analyse", position, "--budget", 1, "--json")
    assert in_process(capsys, "analyse", file, "--budget", 1, "--json").out == whole.out
    assert game.round == 2


def test_what_cannot_be_analysed(position: Path, tmp_path: Path, capsys: Capture) -> None:
    _, game, view = next(one for one in decisions(2, 5, "cli") if one[1].phase == "draft" and one[1].round == 2)
    assert_refused(in_process(capsys, "analyse", position, "--seat", 2 - view.seat), "nothing to decide")
    assert_refused(in_process(capsys, "analyse", position, "--seat", 3), "no seat 3", code=2)
    assert_refused(in_process(capsys, "analyse", position, "--budget", 0), "from 1 to 1000", code=2)
    assert_refused(in_process(capsys, "analyse", position, "--show", 0), "--show", code=2)
    assert_refused(in_process(capsys, "analyse", tmp_path / "none.json"), "there is no file")
    over = tmp_path / "over.json"
    over.write_text(json.dumps(quick_game(2, 1, "over").position()), encoding="utf-8")
    assert_refused(in_process(capsys, "analyse", over), "over")
    assert game.round == 2


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("review") / "game.txt"
    game = quick_game(2, 2, "cli", evenings=1)
    game.tags = {"Seat1": "greedy"}
    file.write_text(game.record, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def found_once() -> Iterator[None]:
    """The first review is made; the same one, asked for again, is only told again."""
    make = processes.review_in_processes
    made: dict[tuple[str, int, str, int], Review] = {}

    def find(text: str, budget: int, seed: str, jobs: int, progress: Progress) -> Review:
        asked = (text, budget, seed, jobs)
        if asked not in made:
            made[asked] = make(text, budget, seed, jobs, progress)
        return made[asked]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "review_in_processes", find)
        yield


@pytest.mark.usefixtures("found_once")
@pytest.mark.parametrize("code", CODES)
def test_a_review_in_words(record: Path, code: str, capsys: Capture) -> None:
    ran = in_process(capsys, "review", record, "--budget", 1, "--jobs", 1, "--language", code)
    assert ran.code == 0
    assert "Greedy p1" in ran.out
    assert "{" not in ran.out


def test_a_review_as_json(record: Path, capsys: Capture) -> None:
    ran = in_process(capsys, "review", record, "--budget", 1, "--jobs", 1, "--json")
    found = json.loads(ran.out)
    assert found["complete"]
    assert [standing["round"] for standing in found["standings"]] == [0, 1]
    assert {seat["name"] for seat in found["seats"]} == {"greedy", ""}


def test_what_cannot_be_reviewed(record: Path, tmp_path: Path, capsys: Capture) -> None:
    assert_refused(in_process(capsys, "review", tmp_path / "none.txt"), "there is no file")
    broken = tmp_path / "broken.txt"
    broken.write_text(record.read_text("utf-8").replace("p1 take", "p1 buy", 1), encoding="utf-8")
    assert_refused(in_process(capsys, "review", broken, "--jobs", 1), "line")
    begun = tmp_path / "begun.txt"
    text = record.read_text("utf-8")
    begun.write_text(text[: text.index("p", text.index("* white"))], encoding="utf-8")
    assert_refused(in_process(capsys, "review", begun, "--jobs", 1))
    assert_refused(in_process(capsys, "review", record, "--jobs", 0), "--jobs", code=2)
