"""The pure and the compiled build see the same: every observation and mask of random games is pinned."""

import hashlib

import pytest

from tests.rl.helpers import random_play, setup_of
from tests.setups import ALL_SETUPS
from tiefenthal.rl.core.stepped_game import SteppedGame

FINGERPRINTS = {
    (2, 1): "0fd518b25fdbc372",
    (2, 2): "ba538f1b5d39434a",
    (2, 3): "d9738b0ef6c08c17",
    (2, 4): "ae4949eae2c3fbc9",
    (2, 5): "8c51d038bf0044bf",
    (3, 1): "c91b832fdadf82d9",
    (3, 2): "32715d316cf89f67",
    (3, 3): "4b6dc7cef94aea55",
    (3, 4): "717971a67c7be6b2",
    (3, 5): "f15023cae758503f",
    (4, 1): "c9f13b73ade3a62c",
    (4, 2): "63b39ea29214fbe0",
    (4, 3): "23468d2a852f2e44",
    (4, 4): "a9363c624041dc43",
    (4, 5): "979e8ef4af01b4e0",
}


def fingerprint(players: int, modules: int) -> str:
    """All that is seen in a random game, by every seat in turn."""
    table = SteppedGame(setup_of(players, modules), 6)
    seen = hashlib.sha256()
    for decisions, _ in enumerate(random_play(table, "both builds")):
        seen.update(table.row(decisions % players))
        seen.update(bytes(table.mask))
    seen.update(repr((table.scores(), table.win_shares())).encode())
    return seen.hexdigest()[:16]


@pytest.mark.parametrize(("players", "modules"), ALL_SETUPS)
def test_observations_and_masks_are_the_same(players: int, modules: int) -> None:
    """Run on both builds by `make test`."""
    assert fingerprint(players, modules) == FINGERPRINTS[players, modules]
