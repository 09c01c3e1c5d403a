"""The Master's result of a day: a whole game at the same seat, with the same luck, against the same bot.

It is played by the bots' own processes, after every game in which a person waits (`bots/fair_queue`).
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tiefenthal.engine.components import Edition
from tiefenthal.engine.game import Game
from tiefenthal.engine.rules.round import make_setup
from tiefenthal.server.bots.pool import Asker, BotPool
from tiefenthal.server.daily.plan import DaySetup
from tiefenthal.server.tables.bounds import offered

MASTER: Final = "master"


class MastersResult(msgspec.Struct, frozen=True):
    """Its result, as it is stored."""

    score: int
    other: int
    bot: str


async def play_as(bot: str, setup: DaySetup, edition: Edition, seed: str, bot_seed: str, pool: BotPool) -> Game | None:
    """A day's game with a bot in the person's seat; None when a stand-in would have had to move: then it is not the
    Master's result. Raises PoolClosedError.
    """
    game = Game.new(make_setup(setup.players, setup.modules, edition, setup.rules), seed)
    names: Sequence[str] = (bot, setup.bot)
    decided = [0] * setup.players
    asker = Asker(person_waits=False, table="daily evening")
    while not game.over:
        seat = game.to_act[0]
        luck = f"{bot_seed} {seat + 1}/{decided[seat]}"
        answer = await pool.choose(names[seat], luck, game.view(seat), offered(game, seat), asker)
        if answer.trouble is not None:
            return None
        game.play(seat, answer.action)
        decided[seat] += 1
    return game
