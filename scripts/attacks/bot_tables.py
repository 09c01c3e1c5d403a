"""So many tables of bots that nobody else's bot gets to think."""

import asyncio
import contextlib
import time
from typing import Final

from harness.server import Failure, percentile
from scripts.attacks.base import Attack, Inn
from tiefenthal.client import Client, CommandRefused, Connection, RawUpdate, bot, here

TABLES: Final = 30
PLAYED: Final = 15
"""At so many of them the attacker then plays, too, as quickly as the server answers."""
BOT: Final = "mcts"
"""Thinks for a quarter of a second about whatever there is to think about."""
SECONDS: Final = 12.0
LONGEST: Final = 3.0
"""Seconds within which nine of ten answers must have come: a bot's own time and one turn of somebody else's, on a busy
machine too. First come, first served, it would be eight and more."""


class BotTables(Attack):
    """Thirty tables of one session, where bots think without a pause; somebody else plays against a bot, too."""

    name = "tables full of bots"

    async def run(self, inn: Inn) -> str:
        """The other's bots answer in time, whether one plays or looks on; and against an attacker who plays, too, all
        tables of bots still get on."""
        url = inn.server.url
        async with Client(url) as attacker, Client(url) as victim:
            await attacker.introduce("Attacker")
            await victim.introduce("Victim")
            played, alone = await _tables(attacker)
            own = await victim.new_table([here(), bot(BOT)], modules=1, pace="instant")
            seat = await victim.connect(own.id, updates=RawUpdate)
            answers = await _answers(seat)
            _check("a bot somebody plays against", answers)
            others = await victim.new_table([bot(BOT), bot(BOT)], modules=1, pace="instant")
            async with await victim.connect(others.id, updates=RawUpdate) as watcher:
                moves = await _moves(watcher)
            _check("a bot somebody watches", moves)
            before = sum(one.ply for one in alone)
            for one in played:
                await one.take_back()
            playing = [asyncio.create_task(_play(one)) for one in played]
            try:
                against_person = await _answers(seat)
                got_on = sum(one.ply for one in alone) - before
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.wait(playing)
        _check("a bot somebody plays against, while the attacker plays too,", against_person)
        if not got_on:
            raise Failure("while people played, tables of bots alone stood still")
        return (
            f"a bot answers others within {percentile(answers, 0.9):.2f} s, {percentile(against_person, 0.9):.2f} s "
            f"while the attacker plays too, and moves for those who watch within {percentile(moves, 0.9):.2f} s; "
            f"tables of bots alone got on by {got_on} moves meanwhile"
        )


async def _tables(attacker: Client) -> tuple[list[Connection[RawUpdate]], list[Connection[RawUpdate]]]:
    """Tables where bots play for the attacker, and tables of bots."""
    played: list[Connection[RawUpdate]] = []
    alone: list[Connection[RawUpdate]] = []
    for number in range(TABLES):
        first = here() if number < PLAYED else bot(BOT)
        table = await attacker.new_table([first, bot(BOT), bot(BOT)], modules=1, pace="instant")
        one = await attacker.connect(table.id, updates=RawUpdate)
        if number < PLAYED:
            await one.hand_over(BOT)
            played.append(one)
        else:
            alone.append(one)
    return played, alone


def _check(who: str, waits: list[float]) -> None:
    if not waits:
        raise Failure(f"{who} did not move for {SECONDS:.0f} s")
    slow = percentile(waits, 0.9)
    if slow > LONGEST:
        raise Failure(f"{who} took {slow:.1f} s, {max(waits):.1f} s at worst")


async def _play(seat: Connection[RawUpdate]) -> None:
    """Decide something at once whenever asked."""
    while await seat.asked():
        with contextlib.suppress(CommandRefused):  # a bot was quicker
            assert seat.update is not None
            await seat.play(seat.update.legal[0].action)


async def _answers(seat: Connection[RawUpdate]) -> list[float]:
    """Play for a while; how long each decision of the bot took that one had to wait for."""
    found: list[float] = []
    ends = time.monotonic() + SECONDS
    while (left := ends - time.monotonic()) > 0 and seat.over is None:
        ply, update = seat.ply, seat.update
        if update is not None and seat.is_asked and update.legal:
            with contextlib.suppress(CommandRefused):
                done = await seat.play(update.legal[0].action)
                await seat.reached(done)
        else:
            found.append(await _next_move(seat, ply, left))
    return found


async def _moves(watcher: Connection[RawUpdate]) -> list[float]:
    """Watch for a while; how long each decision took."""
    found: list[float] = []
    ends = time.monotonic() + SECONDS
    while (left := ends - time.monotonic()) > 0 and watcher.over is None:
        found.append(await _next_move(watcher, watcher.ply, left))
    return found


async def _next_move(seat: Connection[RawUpdate], ply: int, longest: float) -> float:
    """Seconds until the game has gone on, or until there is no more time to wait."""
    began = time.monotonic()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(longest):
            await seat.until(lambda: seat.ply > ply or seat.over is not None)
    return time.monotonic() - began
