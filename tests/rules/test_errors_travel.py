"""What was refused or found wrong in another process is the same here, on both builds."""

import pickle

import pytest

from tiefenthal import IllegalActionError, new_game
from tiefenthal.engine.record.position import PositionError, parse_position, state_from_position


def test_a_refusal() -> None:
    game = new_game(players=2, modules=1, seed="travel")
    with pytest.raises(IllegalActionError) as caught:
        game.play(game.to_act[0], "end")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.refusal) == (str(caught.value), caught.value.refusal)
    assert again.refusal.values == caught.value.refusal.values


def test_what_is_wrong_with_a_position() -> None:
    with pytest.raises(PositionError) as caught:
        state_from_position(parse_position("{}"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert [repr(one) for one in again.found] == [repr(one) for one in caught.value.found]
    assert again.found
