"""Real thinkers: they play for a server's bots, nothing is lost if one is killed, and without any the server thinks."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from harness import postgres
from harness.patience import PATIENCE
from tiefenthal import new_game
from tiefenthal.server.bots.pool import Answer, BotPool
from tiefenthal.server.bots.remote import RemoteThinkers
from tiefenthal.server.store.postgres.address import Address

pytestmark = postgres.needed

if postgres.missing() is None:
    from tiefenthal.server.store.postgres.store import PostgresStore


@contextlib.contextmanager
def thinker(address: Address) -> Iterator["subprocess.Popen[str]"]:
    """`tiefenthal think` in a separate process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tiefenthal", "think"],
        env={**os.environ, "TIEFENTHAL_DATABASE": address.for_driver(), "TIEFENTHAL_COMPILED": "no"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Thinking for the servers at postgresql://")
        yield process
        process.terminate()
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.communicate()


class Counting(RemoteThinkers):
    """Thinkers, and how many choices they made."""

    made = 0

    async def ask(self, *asked: Any) -> Any:
        found = await super().ask(*asked)
        self.made += found is not None
        return found


def test_bots_are_moved_by_thinkers_and_by_the_server_when_there_are_none() -> None:
    game = new_game(2, seed="thinkers")
    seat = game.to_act[0]

    async def go(address: Address) -> None:
        store, pool = PostgresStore(address), BotPool()
        remote = pool.remote = Counting(store.thinkers)
        await pool.start()

        async def choose(number: int) -> Answer:
            return await pool.choose("greedy", f"seed {number}", game.view(seat), game.legal_actions(seat))

        async def there(wanted: bool) -> None:
            while remote.available is not wanted:
                await asyncio.sleep(0.02)

        try:
            alone = [await choose(number) for number in range(3)]
            assert remote.made == 0
            with thinker(address) as first:
                await there(True)
                together = [await choose(number) for number in range(3)]
                assert remote.made == 3
                assert [one.action for one in together] == [one.action for one in alone]
                assert all(one.trouble is None for one in together)
                # It hangs, is presumed dead, and another one chooses, or the server if that is late.
                first.send_signal(signal.SIGSTOP)
                stuck = asyncio.create_task(choose(0))
                with thinker(address):
                    assert (await stuck).action == alone[0].action
                first.send_signal(signal.SIGCONT)
            await there(False)
            made = remote.made
            assert (await choose(1)).action == alone[1].action
            assert remote.made == made
        finally:
            await pool.close()
            await store.close()

    with postgres.borrowed() as address:
        asyncio.run(asyncio.wait_for(go(address), 2 * PATIENCE))


def test_without_a_database_it_says_what_to_give() -> None:
    done = subprocess.run([sys.executable, "-m", "tiefenthal", "think"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "name the servers' database" in done.stderr
