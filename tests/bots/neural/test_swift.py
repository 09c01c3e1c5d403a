"""The swift and the hasty bot: the neural bot without its clock, so that its games can be played again anywhere."""

import importlib.util

import pytest

from tiefenthal import new_game
from tiefenthal.players.bots import clock, make_bot, neural
from tiefenthal.players.bots.neural.bot import HastyBot, NeuralBot, SwiftBot

DEALS = ("swift", "hasty")


def broken_clock() -> float:
    raise AssertionError("somebody looked at the clock")


@pytest.mark.parametrize("kind", [HastyBot, SwiftBot])
@pytest.mark.parametrize(("players", "modules"), [(2, 1), (4, 5)])
def test_it_looks_at_no_clock_and_makes_more_than_the_greedy_bot(
    kind: type[NeuralBot], players: int, modules: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "_clocks", [broken_clock])
    quick = make_bot(kind.name, "one")
    assert type(quick) is kind
    above = 0.0
    for deal in DEALS:
        bots = [quick, *[make_bot("greedy", seat) for seat in range(1, players)]]
        game = new_game(players, modules, deal)
        while not game.over:  # by hand, for the arena brings a clock of its own
            seat = game.to_act[0]
            game.play(seat, bots[seat].choose(game.view(seat), game.legal_actions(seat)))
        assert game.outcome is not None
        scores = game.outcome.scores
        above += scores[0] - sum(scores[1:]) / (players - 1)
    assert above > 0


@pytest.mark.parametrize("name", ["hasty", "swift"])
def test_without_numpy_one_sentence_says_how_to_get_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(neural.NeuralBotError, match=rf"^the bot '{name}' needs numpy, which comes with: pip install"):
        make_bot(name)
