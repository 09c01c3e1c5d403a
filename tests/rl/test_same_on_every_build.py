"""The pure and the compiled build see the same: every observation and mask of random games is pinned."""

import hashlib

import pytest

from tests.rl.helpers import random_play, setup_of
from tests.setups import ALL_SETUPS
from tiefenthal.rl.core.table import Table

FINGERPRINTS = {
    (2, 1): "0fd518b25fdbc372",
    (2, 2): "ba538f1b5d39434a",
    (2, 3): "24f11a9a54ea2df3",
    (2, 4): "dec7f81d1150cf6c",
    (2, 5): "0cc7cd71e56b6784",
    (3, 1): "c91b832fdadf82d9",
    (3, 2): "32715d316cf89f67",
    (3, 3): "b518df9db62756a3",
    (3, 4): "8e8bf1a99ad7bfb2",
    (3, 5): "a5d9b6df2677b457",
    (4, 1): "c9f13b73ade3a62c",
    (4, 2): "63b39ea29214fbe0",
    (4, 3): "1a0ca970524c5e99",
    (4, 4): "2d09336894426e40",
    (4, 5): "e28cd49f9631efa9",
}


def fingerprint(players: int, modules: int) -> str:
    """All that is seen in a random game, by every seat in turn."""
    table = Table(setup_of(players, modules), 6)
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
