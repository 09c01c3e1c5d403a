"""The bot levels at a table: each is seated by its name, thinks in the bots' process, and keeps its character."""

import asyncio
from pathlib import Path

from harness.patience import PATIENCE
from tests.server.test_live_tables import Chosen, House, asynchronous, open_house, until
from tiefenthal import new_game
from tiefenthal.engine.rules.actions import STAY_HERE, Action
from tiefenthal.engine.view import View
from tiefenthal.players.bots.levels import Apprentice
from tiefenthal.players.bots.levels.attention import character_seed
from tiefenthal.server.bots.pool import Asker, BotPool
from tiefenthal.server.protocol.http import SeatPlan

LEVELS = ("apprentice", "journeyman", "innkeeper", "master")


def test_every_level_answers_in_its_process() -> None:
    async def ask() -> None:
        game = new_game(2, 5, "levels")
        pool = BotPool(1, budget=PATIENCE)
        await pool.start()
        try:
            async with asyncio.timeout(PATIENCE):
                for name in LEVELS:
                    seat = game.to_act[0]
                    legal = game.legal_actions(seat)
                    answer = await pool.choose(name, f"table {seat + 1}/{game.ply}", game.view(seat), legal)
                    assert answer.trouble is None
                    game.play(seat, answer.action)
        finally:
            await pool.close()

    asyncio.run(ask())


def _listen(house: House) -> list[str]:
    """Bots that keep what they have; the seeds they were given."""
    seeds: list[str] = []

    async def choose(bot: str, seed: str, view: View, legal: list[Action], asker: Asker) -> Chosen:
        seeds.append(seed)
        return Chosen(STAY_HERE if STAY_HERE in legal else legal[-1])

    house.pool.choose = choose  # type: ignore[method-assign, assignment]
    return seeds


@asynchronous
async def test_a_seat_keeps_its_character_over_all_decisions_and_seats_differ(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        seeds = _listen(house)
        seats = [SeatPlan("here"), SeatPlan("bot", bot="apprentice"), SeatPlan("bot", bot="journeyman")]
        live = await house.table(*seats)
        await until(lambda: live.table.asked() == (0,) and len(seeds) >= 2)
        assert len(set(seeds)) == len(seeds)
        assert len({character_seed(seed) for seed in seeds}) == 2
        orders = {tuple(slip.name for slip in Apprentice(seed).character.slips) for seed in seeds}
        assert len(orders) == 2
