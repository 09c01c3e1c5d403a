"""Records and editions that take as long and as much memory to check as they can."""

import asyncio
import random
import time
from typing import Final

from harness.server import Failure
from scripts.attacks.base import ATTACKER, NEWCOMER, Attack, Inn, post
from tiefenthal import new_game

EACH: Final = 3
"""So many of each kind, all at once: what the rate of checks lets one address send."""
LARGEST: Final = 499_000
LONGEST_WAIT: Final = 20.0
"""Seconds within which somebody else's record must be checked, on a busy machine too."""
MOST_MEMORY: Final = 320.0
"""MB that all processes beside the server may grow by."""


class HeldChecker(Attack):
    """One address has things checked that take seconds of a processor, and others that take all memory there is."""

    name = "the checker held"

    async def run(self, inn: Inn) -> str:
        """Somebody else's record has its turn after the check that is under way."""
        game, slow = _records()
        hungry = "a." * 29_500 + "a = 1\n"
        port = inn.server.port
        before = peak = inn.server.memory()["bot workers"]
        attacks = [("/api/editions/check", {"text": hungry})] * EACH + [("/api/verify", {"record": slow})] * EACH
        attacking = [asyncio.create_task(post(port, path, body, ATTACKER)) for path, body in attacks]
        try:
            while inn.server.memory()["bot workers"] < before + 5:  # until the first is being checked
                await asyncio.sleep(0.01)
            began = time.monotonic()
            checked = asyncio.create_task(post(port, "/api/verify", {"record": game}, NEWCOMER))
            while not checked.done() and time.monotonic() - began < LONGEST_WAIT:
                peak = max(peak, inn.server.memory()["bot workers"])
                await asyncio.sleep(0.02)
            took = time.monotonic() - began
            if not checked.done():
                checked.cancel()
                await asyncio.wait([checked])
                raise Failure(
                    f"somebody else's record waits for more than {took:.0f} s; {peak - before:.0f} MB are used"
                )
            answer = checked.result()
            if b'"valid":true' not in answer:
                raise Failure(f"somebody else's record was not checked: {answer[:60]!r}")
            if peak - before > MOST_MEMORY:
                raise Failure(f"checking took {peak - before:.0f} MB")
        finally:
            for one in attacking:
                one.cancel()
            await asyncio.wait(attacking)
        return f"somebody else's record is checked in {took:.1f} s; at most {peak - before:.0f} MB"


def _records() -> tuple[str, str]:
    """A true record, and the same with as many digests to compute as there is room for."""
    game, choose = new_game(players=4, modules=5, seed=1), random.Random(1).choice
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, choose(game.legal_actions(seat)))
    true = str(game.record)
    digest = next(line for line in reversed(true.splitlines()) if line.startswith("# ")) + "\n"
    return true, true.replace(digest, digest * ((LARGEST - len(true)) // len(digest)))
