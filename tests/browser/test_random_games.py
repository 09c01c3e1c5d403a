"""The random player of `python -m tests.browser.random_games`, for one set-up more."""

import pytest

from tests.browser.random_games import play_one
from tests.browser.visitor import Visit


@pytest.mark.parametrize(("players", "modules"), [(3, 4)])
def test_a_random_player_comes_to_the_end(visit: Visit, players: int, modules: int) -> None:
    presses = play_one(visit("phone", painted=False), players, modules, "random")
    assert sum(presses.values()) > 80
