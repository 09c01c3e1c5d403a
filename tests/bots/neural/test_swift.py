"""The swift bot: the neural bot without its clock, so that its games can be played again anywhere."""

import importlib.util

import pytest

from tiefenthal import new_game
from tiefenthal.bots import clock, make_bot, neural
from tiefenthal.bots.neural.bot import SwiftBot


def broken_clock() -> float:
    raise AssertionError("somebody looked at the clock")


@pytest.mark.parametrize(("players", "modules"), [(2, 1), (4, 5)])
def test_it_looks_at_no_clock_and_beats_the_greedy_bot(
    players: int, modules: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "_clocks", [broken_clock])
    swift = make_bot("swift", "one")
    assert isinstance(swift, SwiftBot)
    bots = [swift, *[make_bot("greedy", seat) for seat in range(1, players)]]
    game = new_game(players, modules, "swift")
    while not game.over:  # by hand, for the arena brings a clock of its own
        seat = game.to_act[0]
        game.play(seat, bots[seat].choose(game.view(seat), game.legal_actions(seat)))
    assert game.outcome is not None
    assert game.outcome.winners == (0,)


def test_without_numpy_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(neural.NeuralBotError, match=r"^the bot 'swift' needs numpy, which comes with: pip install"):
        make_bot("swift")
