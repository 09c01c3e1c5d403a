"""How the figures about the analysis are worked out (`make measure-analysis`), with games of which all is known."""

import random

import pytest

from scripts.analysis_errors import judge_error, seen_to_hold
from tiefenthal.players.analysis.calibration import stretched

LEVEL = {"2": 0.0}


def played_on(said: float, true: float, times: int, positions: int) -> list[dict[str, object]]:
    """Positions of which a chance was said, and games that show another."""
    luck = random.Random(f"{said} {true} {times}")
    won = [[float(luck.random() < true) for _ in range(times)] for _ in range(positions)]
    return [{"players": 2, "moment": "draft", "left": 3, "win": said, "won": one} for one in won]


@pytest.mark.parametrize("times", [2, 8])
def test_the_luck_of_playing_on_is_no_error_of_the_judge(times: int) -> None:
    """Eight games show a chance of a half as 3 or 5 often enough, two as 0 or 2; the judge is right all the same."""
    assert judge_error(played_on(0.5, 0.5, times, 4000), 1.0, LEVEL) < 0.06
    off = played_on(0.5, 0.3, times, 2000) + played_on(0.5, 0.7, times, 2000)
    assert judge_error(off, 1.0, LEVEL) == pytest.approx(0.2, abs=0.03)


def test_how_often_a_right_range_is_seen_to_hold() -> None:
    """The more games, the nearer to four in five; a few games miss a narrow range though it is right."""
    assert seen_to_hold(0.5, 0.2, 400) == pytest.approx(0.8, abs=0.03)
    assert seen_to_hold(0.5, 0.2, 8) < 0.75
    assert seen_to_hold(0.5, 0.05, 8) < 0.4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_even_stays_even(players: int) -> None:
    """Less sure is nearer to a third at a table of three, and not to a half."""
    even = 1 / players
    for stretch in (0.5, 1.0, 1.5):
        assert stretched(even, players, stretch, 0.0, 0.1)[0] == pytest.approx(even)
    assert even < stretched(even + 0.2, players, 0.5, 0.0, 0.1)[0] < even + 0.2
    assert even - 0.2 < stretched(even - 0.2, players, 0.5, 0.0, 0.1)[0] < even
