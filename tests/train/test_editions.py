"""Games with editions drawn by lot: what is drawn follows from the game's seed, and bad settings are refused."""

from pathlib import Path

import pytest

from tests.bots.neural.test_network import small_network
from tests.figures import FIGURES
from tiefenthal.engine.components.kinds import AREA_NAMES
from tiefenthal.engine.components.loader import load_edition
from tiefenthal.lab.arena.games import game_seed
from tiefenthal.lab.calibrate import CalibrationError
from tiefenthal.lab.calibrate.space import Space
from tiefenthal.lab.calibrate.told import told_games
from tiefenthal.lab.train import TrainingError
from tiefenthal.lab.train.episodes import drawn_for, play_episode
from tiefenthal.lab.train.folder import Folder
from tiefenthal.lab.train.settings import Settings, check_settings
from tiefenthal.players.bots.neural import features


def test_the_edition_of_a_game_follows_from_its_seed() -> None:
    settings = Settings(editions=0.5)
    drawn = [drawn_for(settings, f"game {number}")[0] for number in range(12)]
    again = [drawn_for(settings, f"game {number}")[0] for number in range(12)]
    digests = [edition.digest for edition in drawn]
    assert digests == [edition.digest for edition in again]
    usual = load_edition().digest
    assert len(digests) == 12
    assert 2 <= digests.count(usual) <= 10
    assert len(set(digests)) == 12 - digests.count(usual) + 1
    assert drawn_for(Settings(), "game 1") == (load_edition(), ())


def test_with_another_space_editions_lie_between_the_edition_and_anywhere(tmp_path: Path) -> None:
    file, other = tmp_path / "ours.toml", tmp_path / "theirs.toml"
    text = FIGURES.text.replace('name = "reference"', 'name = "ours"')
    file.write_text(text.replace("safe         = { price = 7", "safe         = { price = 5"), encoding="utf-8")
    other.write_text(FIGURES.text, encoding="utf-8")
    settings = Settings(edition=str(file), space=str(other), editions=1.0)
    check_settings(settings)
    drawn = [drawn_for(settings, f"game {number}")[0] for number in range(30)]
    prices = [edition.area_price[AREA_NAMES.index("safe")] for edition in drawn]
    assert set(prices) <= set(range(5, 9))  # 7 and from 2 less to 1 more, not 5 and 2 less
    assert prices.count(5) > 5
    with pytest.raises(TrainingError, match=r"none\.toml: there is no such file"):
        check_settings(settings._replace(space=str(tmp_path / "none.toml")))


def test_rows_of_a_game_show_the_figures_it_was_played_with(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    text = FIGURES.text.replace('name = "reference"', 'name = "ours"')
    file.write_text(text.replace("safe         = { price = 7", "safe         = { price = 4"), encoding="utf-8")
    usual = tmp_path / "usual.toml"
    usual.write_text(FIGURES.text, encoding="utf-8")
    settings = Settings(edition=str(file), players=(2,), modules=(1,), trials=0.0, steady=0.0)
    check_settings(settings)
    played = play_episode(3, small_network(), 1, settings)
    assert played.episodes
    at = features.OWN_SIZE + features.AT_FIGURES + 5
    assert {row[at] for episode in played.episodes for row in episode.rows} == {4}
    before = play_episode(3, small_network(), 1, settings._replace(edition=str(usual)))
    assert {row[at] for episode in before.episodes for row in episode.rows} == {7}


def test_an_edition_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"none\.toml: there is no such file"):
        check_settings(Settings(edition=str(tmp_path / "none.toml")))


def test_games_are_told_with_where_their_figures_lie(tmp_path: Path) -> None:
    settings = Settings(editions=1.0, tell=1, players=(2,), modules=(1,), trials=0.0, steady=0.0)
    check_settings(settings)
    played = [play_episode(number, small_network(), 1, settings) for number in range(2)]
    folder = Folder(tmp_path)
    for one in played:  # a file that grows
        folder.tell([one.told])
    space = Space(load_edition())
    games = list(told_games(folder.told, space))
    assert [values for values, _ in games] == [drawn_for(settings, game_seed(settings.seed, n))[1] for n in range(2)]
    assert [space.kept_edition(values).digest for values, _ in games] == [
        drawn_for(settings, game_seed(settings.seed, n))[0].digest for n in range(2)
    ]
    leads = [
        games[0][1]["strongest bot: points of a place above its table", f"place {n}, 2 players, module 1"][0]
        for n in (1, 2)
    ]
    assert leads[0] == -leads[1]
    assert abs(leads[0]) * 2 == abs(played[0].episodes[0].margin)
    folder.tell(["{}"])
    with pytest.raises(CalibrationError, match="is damaged, or no file of told games"):
        list(told_games(folder.told, space))
