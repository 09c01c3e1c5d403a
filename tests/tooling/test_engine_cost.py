"""How much the pure engine does for a fixed game, counted and not timed: a clock is noisy, calls are not."""

import sys
from types import FrameType
from typing import Any, Final

import pytest

from tests.figures import FIGURES
from tiefenthal import new_game
from tiefenthal.engine.build.switch import compiled

CALLS: Final = 30.9
"""Calls of Python functions for each decision, a little above what there are; whoever raises this says why."""
BUILTIN_CALLS: Final = 21.0
"""The same of functions that are not written in Python."""


def _game() -> int:
    """A whole game of four with all modules; how many decisions it had. (With other figures what is chosen here may be
    done and undone for ever.)"""
    game = new_game(players=4, modules=5, seed="cost", edition=FIGURES)
    decisions = 0
    while not game.over:
        seat = game.to_act[0]
        actions = game.legal_actions(seat)
        game.play(seat, actions[decisions * 7 % len(actions)])
        decisions += 1
    return decisions


@pytest.mark.skipif(compiled(), reason="compiled functions are not counted")
def test_a_game_costs_no_more_calls_than_it_did() -> None:
    _game()  # whatever is worked out once is worked out
    counted = {"call": 0, "c_call": 0}

    def count(frame: FrameType, event: str, argument: Any) -> None:
        if event in counted:
            counted[event] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        decisions = _game()
    finally:
        sys.setprofile(before)
    assert decisions > 500
    calls, builtin_calls = counted["call"] / decisions, counted["c_call"] / decisions
    assert calls <= CALLS
    assert builtin_calls <= BUILTIN_CALLS
    assert calls > 0.9 * CALLS, "the engine does less than it did: lower the bound, so that it holds"
    assert builtin_calls > 0.8 * BUILTIN_CALLS, "the same for what is not written in Python"
