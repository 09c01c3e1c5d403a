"""The pure and the compiled build play the same game: random play is pinned, legal actions in their order included.

Random play chooses by index, so a changed order of legal actions changes these games as surely as a changed rule.
"""

import hashlib
import random

import pytest

from tests.setups import ALL_SETUPS
from tiefenthal import new_game

FINGERPRINTS = {
    (2, 1): "b8d9a2f6b1add6b0",
    (2, 2): "058d9228d136268d",
    (2, 3): "19bc9d032b31fffa",
    (2, 4): "bbc476289fcca1af",
    (2, 5): "2b356c467a4487b0",
    (3, 1): "f8c6f4ca5fd420ee",
    (3, 2): "a9a2b1886edd7f21",
    (3, 3): "e8a665ec55da9ed4",
    (3, 4): "1166d012883330dc",
    (3, 5): "ae348823b86bb823",
    (4, 1): "73bc7dc53cf7df5c",
    (4, 2): "f16a601b9c5de303",
    (4, 3): "91a839aae92a1cfd",
    (4, 4): "c0e87b9633fb7e0e",
    (4, 5): "3ddeed695d6bf9c0",
}


def fingerprint(players: int, modules: int) -> str:
    """What two random games come to, letter by letter."""
    text = ""
    for seed in range(2):
        rng = random.Random(seed)
        game = new_game(players=players, modules=modules, seed=f"both builds {seed}")
        while not game.over:
            seat = rng.choice(game.to_act)
            game.play(seat, rng.choice(game.legal_actions(seat)))
        text += game.record
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_random_games_are_the_same_letter_by_letter(players: int, modules: int) -> None:
    """Run on both builds by `make test`."""
    assert fingerprint(players, modules) == FINGERPRINTS[players, modules]
