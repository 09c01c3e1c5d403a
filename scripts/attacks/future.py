"""Looking into the future: to see what comes, and then to decide what was decided before."""

import asyncio
from typing import Final

from harness.server import Failure, insist
from scripts.attacks.base import Attack, Inn
from tiefenthal.client import Client, CommandRefused, Connection, by_link, here
from tiefenthal.server.protocol.frames import Update

AWAY_AFTER: Final = 4
EVENINGS: Final = 3
"""That the attacker looks ahead."""


class PeekAndRewind(Attack):
    """Right after a restart the other's seat is handed to a bot; evenings later everything is taken back."""

    name = "peek and rewind"
    disturbs = True

    async def run(self, inn: Inn) -> str:
        """The seat is not handed over, no bot consents for a person, and not even people go back far."""
        server = inn.server
        async with Client(server.url) as attacker, Client(server.url) as victim:
            await attacker.introduce("Attacker")
            await victim.introduce("Victim")
            table = (await attacker.new_table([here(), by_link()], modules=1, away_after=AWAY_AFTER, pace="instant")).id
            await victim.enter(table, (await attacker.link(table, "join")).key)
            async with await attacker.connect(table) as mine, await victim.connect(table) as other:
                await _play(mine, other, decisions=2)
                await asyncio.sleep(AWAY_AFTER + 0.5)  # connected, and thinking
            await server.stop()
            await server.start()
            async with await insist(server, lambda: attacker.connect(table), "come back") as mine:
                await _handed_at_once(mine)
                await _handed_in_time(mine)
                await _look_ahead(mine)
                await _alone(mine)
                async with await victim.connect(table) as other:
                    back = await _together(mine, other)
        return f"refused at once, never consented to, and by consent no further than evening {back}"


async def _play(*seats: Connection[Update], decisions: int = 100_000, evening: int = 99) -> None:
    """First legal actions, by whoever is asked."""
    for _ in range(decisions):
        for seat in seats:
            if seat.update is None or seat.table.round >= evening or _round(seat) >= evening:
                return
            if seat.is_asked and seat.update.legal:
                try:
                    await seat.play(seat.update.legal[0].action)
                except CommandRefused as refused:
                    if refused.code != "stale":
                        raise
                break
        else:
            await _goes_on(seats[0])


async def _goes_on(seat: Connection[Update]) -> None:
    ply = seat.ply
    await seat.until(lambda: seat.is_asked or seat.ply > ply)


def _round(seat: Connection[Update]) -> int:
    assert seat.update is not None
    return int(seat.update.view["round"])


def _move(seat: Connection[Update]) -> int:
    assert seat.update is not None
    return seat.update.move


async def _handed_at_once(mine: Connection[Update]) -> None:
    try:
        await mine.hand_over("random", 2)
    except CommandRefused as refused:
        if refused.code == "not-away":
            return
        raise
    seen = await _peek(mine)
    raise Failure(f"right after a restart the other's seat was handed to a bot{seen}")


async def _peek(mine: Connection[Update]) -> str:
    """What somebody could do who got that far."""
    await _play(mine, evening=EVENINGS + 1)
    evening = _round(mine)
    try:
        while _move(mine) > 1:
            next_one = mine.ply + 1
            await mine.ask_undo()
            await asyncio.wait_for(mine.reached(next_one), 2)
    except (CommandRefused, TimeoutError):
        return ""
    return f", {evening - 1} evenings were seen and everything was taken back to move {_move(mine)}"


async def _handed_in_time(mine: Connection[Update]) -> None:
    """When the whole time has passed the seat may be handed over, so that the game goes on."""
    wait = mine.table.seats[1].replaceable_in
    if wait is None or wait < AWAY_AFTER - 2:
        raise Failure(f"after a restart the other's seat may be handed over in {wait} s, not in {AWAY_AFTER}")
    await asyncio.sleep(wait + 0.2)
    await mine.hand_over("random", 2)


async def _look_ahead(mine: Connection[Update]) -> None:
    await mine.until(lambda: mine.table.seats[1].bot is not None)
    await _play(mine, evening=EVENINGS + 1)


async def _alone(mine: Connection[Update]) -> None:
    """Nothing is taken back while the person whose seat the bot plays has not answered."""
    before = _move(mine)
    await mine.ask_undo()
    await mine.until(lambda: mine.table.undo is not None or _move(mine) < before)
    if mine.table.undo is None or mine.table.undo.waiting != [2] or _move(mine) < before:
        raise Failure("a bot agreed to an undo for the person whose seat it plays")


async def _together(mine: Connection[Update], other: Connection[Update]) -> int:
    """With both agreeing as often as they are asked; the evening they came back to."""
    await other.take_back()  # while the question is open the bot waits, and now there is none
    await other.answer_undo(True)
    await mine.until(lambda: mine.table.undo is None)
    refused = ""
    while refused == "":
        refused = await _undo(mine, other)
    if refused != "no-way-back":
        raise Failure(f"going back ended with {refused!r}")
    if _round(mine) < EVENINGS:
        raise Failure(f"evening {EVENINGS + 1} was seen, and the game went back to evening {_round(mine)}")
    return _round(mine)


async def _undo(mine: Connection[Update], other: Connection[Update]) -> str:
    """One step back, with consent if it takes that; the code of the refusal when there is one."""
    before = mine.ply
    await other.until(lambda: other.ply == before and other.table.undo is None)
    try:
        await mine.ask_undo()
    except CommandRefused as refused:
        return refused.code
    await other.until(lambda: other.table.undo is not None or other.ply > before)
    if other.table.undo is not None:
        await other.answer_undo(True)
    await mine.until(lambda: mine.ply > before and mine.table.undo is None)
    return ""
