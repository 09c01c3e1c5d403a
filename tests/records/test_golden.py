"""Golden records: whole games, one for each set-up, that replay to the exact score for ever."""

from pathlib import Path

import pytest

from tests.setups import ALL_SETUPS
from tiefenthal import Game, verify

FOLDER = Path(__file__).parent / "golden"

# Written here as well as in the files, so that a file cannot be renewed unnoticed.
SCORES = {
    (2, 1): [100, 16],
    (2, 2): [82, 2],
    (2, 3): [151, 17],
    (2, 4): [137, 22],
    (2, 5): [174, 14],
    (3, 1): [98, 2, 99],
    (3, 2): [111, 3, 95],
    (3, 3): [106, 22, 140],
    (3, 4): [110, 12, 127],
    (3, 5): [182, 42, 179],
    (4, 1): [106, 5, 126, 99],
    (4, 2): [99, 3, 100, 118],
    (4, 3): [127, 24, 128, 119],
    (4, 4): [109, 18, 134, 129],
    (4, 5): [205, 12, 178, 188],
}


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_a_golden_record_replays_to_the_exact_score(players: int, modules: int) -> None:
    """Every decision legal, every outcome from the seed, every digest and score as they were."""
    text = (FOLDER / f"{players}-players-module-{modules}.txt").read_text(encoding="utf-8")
    verdict = verify(text)
    assert verdict.over
    assert verdict.follows_seed is True
    assert verdict.scores == SCORES[players, modules]
    game = Game.from_record(text)
    assert (game.players, game.modules) == (players, modules)
    assert game.record == text
