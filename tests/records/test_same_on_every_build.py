"""The pure and the compiled build play the same game: random play is pinned, legal actions in their order included.

Random play chooses by index, so a changed order of legal actions changes these games as surely as a changed rule.
"""

import hashlib
import random

import pytest

from tests.figures import FIGURES
from tests.setups import ALL_SETUPS
from tiefenthal import new_game

FINGERPRINTS = {
    (2, 1): "b8d9a2f6b1add6b0",
    (2, 2): "058d9228d136268d",
    (2, 3): "764c05938699e52b",
    (2, 4): "8e5b1a53ee181c80",
    (2, 5): "4c925ba88925e82e",
    (3, 1): "f8c6f4ca5fd420ee",
    (3, 2): "a9a2b1886edd7f21",
    (3, 3): "307a8092020a7075",
    (3, 4): "240ab5c4cfd4e53b",
    (3, 5): "2eee55b31cdf7532",
    (4, 1): "73bc7dc53cf7df5c",
    (4, 2): "f16a601b9c5de303",
    (4, 3): "3bb64f2404d50cdd",
    (4, 4): "73df14c24b9a2ce3",
    (4, 5): "480e2af68ae057b8",
}


def fingerprint(players: int, modules: int) -> str:
    """What two random games come to, letter by letter."""
    text = ""
    for seed in range(2):
        rng = random.Random(seed)
        game = new_game(players=players, modules=modules, seed=f"both builds {seed}", edition=FIGURES)
        while not game.over:
            seat = rng.choice(game.to_act)
            game.play(seat, rng.choice(game.legal_actions(seat)))
        text += game.record
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_random_games_are_the_same_letter_by_letter(players: int, modules: int) -> None:
    """Run on both builds by `make test`."""
    assert fingerprint(players, modules) == FINGERPRINTS[players, modules]
