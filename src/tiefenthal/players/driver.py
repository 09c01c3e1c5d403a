"""Plays a game to its end between bots."""

from collections.abc import Sequence
from typing import Protocol

from tiefenthal.engine.game import Game
from tiefenthal.players.bots import Bot, make_bot
from tiefenthal.players.bots.clock import by_cpu_time, now


class Timer(Protocol):
    """Keeps how long decisions take."""

    def add(self, seconds: float) -> None:
        """One more."""


def seated_bots(names: Sequence[str | Bot], seed: str) -> list[Bot]:
    """A bot for each seat; those given by name get a seed that follows from the game's."""
    return [
        make_bot(name, f"{seed} bot {seat + 1}") if isinstance(name, str) else name for seat, name in enumerate(names)
    ]


def drive(game: Game, bots: Sequence[Bot], times: Sequence[Timer] | None = None) -> Game:
    """Play a game to its end. Where there is only one legal action the driver submits it, recorded like any other; it
    is no decision of the bot, and is not timed. With `times`, one for each seat, every other one is. Bots keep their
    time, and are timed, by what they use of the processor."""
    with by_cpu_time():
        while not game.over:
            seat = game.to_act[0]
            legal = game.legal_actions(seat)
            if len(legal) == 1:
                game.play(seat, legal[0])
                continue
            view = game.view(seat)
            began = now()
            action = bots[seat].choose(view, legal)
            if times is not None:
                times[seat].add(now() - began)
            game.play(seat, action)
    return game
