"""Games with editions drawn by lot: what is drawn follows from the game's seed, and bad settings are refused."""

from pathlib import Path

import pytest

from tests.bots.neural.test_network import small_network
from tiefenthal.bots.neural import features
from tiefenthal.components.loader import load_edition, reference_text
from tiefenthal.train import TrainingError
from tiefenthal.train.episodes import edition_for, play_episode
from tiefenthal.train.settings import Settings, check_settings


def test_the_edition_of_a_game_follows_from_its_seed() -> None:
    settings = Settings(editions=0.5)
    drawn = [edition_for(settings, f"game {number}") for number in range(12)]
    again = [edition_for(settings, f"game {number}") for number in range(12)]
    digests = [edition.digest for edition in drawn if edition is not None]
    assert digests == [edition.digest for edition in again if edition is not None]
    usual = load_edition().digest
    assert len(digests) == 12
    assert 2 <= digests.count(usual) <= 10
    assert len(set(digests)) == 12 - digests.count(usual) + 1
    assert edition_for(Settings(), "game 1") is None


def test_rows_of_a_game_show_the_figures_it_was_played_with(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    text = reference_text().replace('name = "reference"', 'name = "ours"')
    file.write_text(text.replace("safe         = { price = 7", "safe         = { price = 4"), encoding="utf-8")
    settings = Settings(edition=str(file), players=(2,), modules=(1,), trials=0.0, steady=0.0)
    check_settings(settings)
    played = play_episode(3, small_network(), 1, settings)
    assert played.episodes
    at = features.OWN_SIZE + features.AT_FIGURES + 5
    assert {row[at] for episode in played.episodes for row in episode.rows} == {4}
    before = play_episode(3, small_network(), 1, settings._replace(edition=""))
    assert {row[at] for episode in before.episodes for row in episode.rows} == {7}


def test_an_edition_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"none\.toml: there is no such file"):
        check_settings(Settings(edition=str(tmp_path / "none.toml")))
