"""The folder of a run, its settings and its curves; and what is said when something is wrong with them."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.bots.neural.test_network import small_network
from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.curves import Point, Trials, curves_csv, curves_svg, read_curves
from tiefenthal.lab.train.episodes import Trial
from tiefenthal.lab.train.folder import Folder, Standing
from tiefenthal.lab.train.install import LARGEST, install
from tiefenthal.lab.train.settings import Settings, check_settings, settings_from, settings_json
from tiefenthal.players.bots.neural.network import WeightsError, load_network, network_bytes

STANDING = Standing(games=7, next_game=9, episodes=20, version=2, seconds=1.5)


def test_settings_come_back() -> None:
    settings = Settings(seed="x", hidden=(3, 4), lam=0.5)
    assert settings_from(settings_json(settings)) == settings
    with pytest.raises(TrainingError, match="a setting this program does not know: colour"):
        settings_from({"colour": "red"})
    with pytest.raises(TrainingError, match='setting batch makes no sense: "many"'):
        settings_from({"batch": "many"})


def test_bots_that_do_not_exist_are_named_before_anything_is_played() -> None:
    check_settings(Settings())
    for wrong in (Settings(teacher="nobody"), Settings(rivals=("nobody",)), Settings(company=("greedy", "nobody"))):
        with pytest.raises(TrainingError, match="there is no bot 'nobody'; the bots are random, "):
            check_settings(wrong)
    check_settings(Settings(company=()))
    with pytest.raises(TrainingError, match="company names no bots"):
        check_settings(Settings(strangers=0.1, company=()))


def test_a_folder_keeps_where_a_run_stands(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "new" / "run")
    folder.begin()
    settings = Settings(seed="x")
    folder.write_progress(settings, STANDING, {"python": "3"})
    assert Folder(tmp_path / "new" / "run").read_progress() == (settings, STANDING)
    assert [path.name for path in folder.path.iterdir()] == ["progress.json"]
    with pytest.raises(TrainingError, match="holds a training run already; go on with it by --resume"):
        folder.begin()


def test_no_run_and_damaged_runs_get_clear_sentences(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    with pytest.raises(TrainingError, match="holds no training run to go on with; leave --resume away"):
        folder.read_progress()
    for text in ("{", "[]", '{"format": 1}', '{"format": 1, "standing": {"x": 1}, "settings": {}}'):
        folder.progress.write_text(text, encoding="utf-8")
        with pytest.raises(TrainingError, match="is damaged; begin again in another folder"):
            folder.read_progress()
    folder.progress.write_text('{"format": 99}', encoding="utf-8")
    with pytest.raises(TrainingError, match="was written by another version of this program"):
        folder.read_progress()
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    with pytest.raises(TrainingError, match=r"^the folder .* cannot be made"):
        Folder(file / "run").begin()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path)
    folder.write(folder.weights, b"old")

    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(TrainingError, match=r"weights\.npz cannot be written: No space left on device"):
        folder.write(folder.weights, b"new")
    assert folder.weights.read_bytes() == b"old"


# --- curves

POINTS = [
    Point(15.0, 100, 0, 0.0, 0.0, {"planner": (0, 0.0, -1.0), "greedy": (0, 0.0, -1.0)}),
    Point(30.0, 220, 400, 0.5, 11.25, {"planner": (4, -3.5, 0.25), "greedy": (3, 8.0, -1.0)}),
    Point(45.0, 350, 900, 0.25, 9.5, {"planner": (9, 1.25, 0.5), "greedy": (8, 20.0, 0.875)}),
]
RIVALS = ("planner", "greedy")


def test_curves_come_back_from_their_table(tmp_path: Path) -> None:
    path = tmp_path / "curves.csv"
    assert read_curves(path, RIVALS) == []
    path.write_text(curves_csv(POINTS, RIVALS), encoding="utf-8")
    assert read_curves(path, RIVALS) == POINTS
    path.write_text("seconds,games\n1,x\n", encoding="utf-8")
    with pytest.raises(TrainingError, match=r"curves\.csv is damaged; remove it"):
        read_curves(path, RIVALS)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_drawing_is_well_formed_and_shows_every_rival(count: int) -> None:
    picture = ElementTree.fromstring(curves_svg(POINTS[:count], RIVALS))
    lines = [element for element in picture.iter() if element.tag.endswith("polyline")]
    assert len(lines) == {0: 0, 1: 1, 3: 5}[count]
    for line in lines:
        for pair in line.attrib["points"].split():
            x, y = [float(number) for number in pair.split(",")]
            assert 0 <= x <= 640
            assert 0 <= y <= 660
    words = "".join(picture.itertext())
    assert "against planner" in words
    assert "against greedy" in words


def test_trials_look_back_a_while_and_count_victories_of_two() -> None:
    trials = Trials(["planner"])
    assert trials.figures() == {"planner": (0, 0.0, -1.0)}
    for number in range(400):
        trials.add(Trial("planner", 2 if number % 2 else 4, 5, number, 1.0 if number >= 250 else 0.0))
    count, margin, share = trials.figures()["planner"]
    assert count == 300
    assert margin == pytest.approx(249.5)
    assert share == pytest.approx(0.5)


# --- into the package


def test_weights_are_installed_with_how_they_were_made(tmp_path: Path) -> None:
    source = tmp_path / "run.npz"
    source.write_bytes(network_bytes(small_network()))
    target = tmp_path / "package"
    target.mkdir()
    for players, name in ((0, "weights"), (4, "weights-4")):
        made = install(source, target, players)
        assert made == target / f"{name}.json"
        assert json.loads(made.read_text(encoding="utf-8")) == load_network(target / f"{name}.npz").made
        assert (target / f"{name}.npz").read_bytes() == source.read_bytes()
    source.write_bytes(b"rubbish")
    with pytest.raises(WeightsError, match=r"run\.npz is no weights file"):
        install(source, target)
    assert load_network(target / "weights.npz").made["command"] == "a test"


def test_all_weights_of_the_package_have_room_in_it(tmp_path: Path) -> None:
    source = tmp_path / "run.npz"
    source.write_bytes(network_bytes(small_network()))
    target = tmp_path / "package"
    target.mkdir()
    (target / "weights.npz").write_bytes(bytes(LARGEST))
    with pytest.raises(WeightsError, match=r"run\.npz is too large for the package: \d+ bytes, with the others \d+"):
        install(source, target, 4)
    assert not (target / "weights-4.npz").exists()
    install(source, target)  # in the place of the one that takes all the room
