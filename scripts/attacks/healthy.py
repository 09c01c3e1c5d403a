"""A healthy table beside an attack: two people who play, in a separate process, because players and attackers use
different machines; and how long each of their moves took.
"""

import asyncio
import contextlib
import random
import sys
import time
from typing import Final, NamedTuple

from harness.server import Failure, Server, keep_to, percentile
from tiefenthal.client import (
    Client,
    CommandRefused,
    Connection,
    ConnectionLost,
    RawUpdate,
    ServerError,
    UnreachableError,
    here,
)
from tiefenthal.server.protocol.frames import Play

ADDRESS: Final = "127.0.0.50"
MOVES_A_SECOND: Final = 10.0
"""By each of them. Frames that come faster than the limits are read later, which is not to be measured here."""
MOST_SLOWED: Final = 2.0
UNNOTICED: Final = 0.020
"""Seconds: a p99 below this is well, however short it was before."""
ENOUGH: Final = 200
"""Moves that a p99 is taken of, at least, where the attack can go on for so long."""


class Noticed(Failure):
    """Moves took longer while the server was under attack."""


class Figures(NamedTuple):
    """p99 of the moves in seconds, and how many there were."""

    calm: float
    attacked: float
    calm_moves: int
    attacked_moves: int


class Healthy:
    """The table, seen by whoever attacks the server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._process: asyncio.subprocess.Process | None = None
        self._moves: list[tuple[float, float]] = []
        self._attacks: list[tuple[float, float]] = []
        self._reading: asyncio.Task[None] | None = None
        self._said = b""

    async def start(self) -> None:
        """People sit down and begin to play."""
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "scripts.attacks.healthy", self._server.url, stdout=pipe, stderr=pipe
        )
        keep_to(self._server.processors, self._process.pid)
        self._reading = asyncio.create_task(self._read(self._process))
        while not self._moves:
            self.check_alive()
            await asyncio.sleep(0.05)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        assert process.stderr is not None
        async for line in process.stdout:
            began, took = line.split()
            self._moves.append((float(began), float(took)))
        self._said = await process.stderr.read()

    def check_alive(self) -> None:
        """Raises Failure when they could not go on playing."""
        if self._reading is not None and self._reading.done():
            last = self._said.decode(errors="replace").strip().rpartition("\n")[2]
            raise Failure(f"the healthy table was disturbed: {last or 'nobody knows how'}")

    async def calm(self, moves: int) -> None:
        """Let them play when nothing happens."""
        wanted = len(self._moves) + moves
        while len(self._moves) < wanted:
            self.check_alive()
            await asyncio.sleep(0.05)

    def attacked(self, began: float, ended: float) -> None:
        """The server was under attack meanwhile (`time.monotonic`)."""
        self._attacks.append((began, ended))

    async def stop(self) -> None:
        """They go home."""
        if self._process is None or self._reading is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._reading
        await self._process.wait()

    def figures(self) -> Figures:
        """How long moves took, in calm and under attack: a move that was under way at any time of it."""
        calm: list[float] = []
        attacked: list[float] = []
        for began, took in self._moves:
            met = any(start <= began + took and began <= end for start, end in self._attacks)
            (attacked if met else calm).append(took)
        return Figures(percentile(calm, 0.99), percentile(attacked, 0.99), len(calm), len(attacked))

    def check(self) -> None:
        """The attack was hardly noticed."""
        self.check_alive()
        found = self.figures()
        if found.attacked_moves == 0:
            raise Failure("nobody at the healthy table could move during the attack")
        if found.attacked > max(UNNOTICED, found.calm * MOST_SLOWED):
            calm, attacked = found.calm * 1000, found.attacked * 1000
            raise Noticed(f"a move at the healthy table took {attacked:.0f} ms, {calm:.0f} ms in calm")


async def play(url: str) -> None:
    """Game after game, a line for each move: when it was sent, and after how many seconds it was acknowledged."""
    rng = random.Random(1)
    async with Client(url, local_address=ADDRESS) as client:
        await client.introduce("Healthy")
        while True:
            table = await client.new_table([here(), here("Other")], modules=1)
            seats = [await client.connect(table.id, seat, updates=RawUpdate) for seat in (1, 2)]
            try:
                await _game(seats, rng)
            finally:
                for seat in seats:
                    await seat.close()


async def _game(seats: list[Connection[RawUpdate]], rng: random.Random) -> None:
    while seats[0].over is None:
        for seat in seats:
            if not seat.is_asked or seat.update is None or not seat.update.legal:
                continue
            action = rng.choice(seat.update.legal).action
            began = time.monotonic()
            with contextlib.suppress(CommandRefused):
                done = await seat.command(Play(seat.ply, action))
                print(began, time.monotonic() - began, flush=True)
                for other in seats:
                    await other.reached(done)
        await asyncio.sleep(1 / MOVES_A_SECOND)


if __name__ == "__main__":
    try:
        asyncio.run(play(sys.argv[1]))
    except (ConnectionLost, ServerError, UnreachableError) as error:
        sys.exit(str(error))
