"""A whole server in memory, with clocks a test can set and bots that think at once; and people who play there."""

import asyncio
import contextlib
import functools
import hashlib
from collections.abc import AsyncIterator, Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from harness.patience import PATIENCE
from tests.server.live.helpers import choose
from tests.server.stores import open_test_store
from tiefenthal.engine.rules.actions import Action, parse_action
from tiefenthal.engine.view import View
from tiefenthal.server.app import Server
from tiefenthal.server.bots.pool import SOMEBODY, Answer, Asker, BotPool
from tiefenthal.server.config import Config
from tiefenthal.server.daily.clock import DayClock
from tiefenthal.server.daily.plan import seed_of
from tiefenthal.server.protocol import frames
from tiefenthal.server.tables.commands import CommandRefused, decide
from tiefenthal.server.tables.live_table import LiveTable
from tiefenthal.server.tables.socket import Socket

ORIGIN = "http://127.0.0.1:8642"
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()
TODAY, TOMORROW = "2026-11-18", "2026-11-19"
HOUR = 3600.0


class Clocks:
    """The machine's clock, which can be set, the monotonic one, and the id of the machine's start."""

    def __init__(self) -> None:
        self.wall = NOON
        self.ran = 5_000.0
        self.boot = "first"

    def pass_(self, seconds: float) -> None:
        """Let time pass."""
        self.wall += seconds
        self.ran += seconds

    def day_clock(self) -> DayClock:
        return DayClock(lambda: self.wall, lambda: self.ran, self.boot)


class QuickBots(BotPool):
    """Bots that answer at once, and record their questions."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[tuple[str, str, Asker]] = []
        self.trouble: str | None = None

    async def choose(self, bot: str, seed: str, view: View, legal: list[Action], asker: Asker = SOMEBODY) -> Answer:
        await asyncio.sleep(0)
        self.asked.append((bot, seed, asker))
        text = choose([action.text for action in legal])
        if text == legal[0].text:
            text = legal[int(hashlib.sha256(seed.encode()).hexdigest(), 16) % len(legal)].text
        return Answer(parse_action(text), 0.0, self.trouble)


class House:
    """The server, and everything it has sent."""

    def __init__(self, folder: Path, clocks: Clocks) -> None:
        self.folder = folder
        self.clocks = clocks
        self.server = Server(Config(folder), open_test_store(folder), day_clock=clocks.day_clock())
        self.registry = self.server.registry
        self.daily = self.server.daily
        self.bots = QuickBots()
        self.registry.pool = self.bots
        self.registry.clock = lambda: clocks.wall
        self.database: float | None = None
        """What the clock of the store shows, if it has one."""
        self.daily._days.clock = self._clock_of_the_store  # type: ignore[method-assign]
        self.said: list[bytes] = []
        """Every answer and every frame."""

    async def _clock_of_the_store(self) -> float | None:
        return self.database

    async def secret(self) -> bytes:
        return await self.server.store.days.secret()

    async def seed(self, day: str = TODAY) -> str:
        return seed_of(await self.secret(), day)

    async def person(self, name: str = "") -> "Person":
        """Somebody, with a session if they have a name."""
        return await Person(self).called(name)

    async def masters_done(self) -> None:
        """Wait for the Master's game, if one is played."""
        if self.daily._playing is not None:
            await self.daily._playing


class Person:
    """A person with a browser."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._http = httpx.AsyncClient(
            transport=httpx.ASGITransport(house.server.app), base_url=ORIGIN, headers={"origin": ORIGIN}
        )

    async def called(self, name: str) -> "Person":
        if name:
            assert (await self._http.post("/api/session", json={"name": name})).status_code == 201
        return self

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        answer = await self._http.request(method, path, json=body)
        self.house.said.append(answer.content)
        return answer

    async def get(self, path: str) -> Any:
        answer = await self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def refused(self, status: int, code: str, method: str, path: str, body: object = None) -> None:
        answer = await self.ask(method, path, body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text

    async def begin(self) -> str:
        """Begin today's evening."""
        answer = await self.ask("POST", "/api/daily", {"pace": "instant"})
        assert answer.status_code in (200, 201), answer.text
        return str(answer.json()["table"])

    async def play(self, table: str, odd: int = 0, until: Callable[[LiveTable], bool] = lambda _: False) -> None:
        """Play the first seat to the end, or until a condition holds; the first `odd` decisions are unusual ones."""
        live = await self.house.registry.live(table)
        assert live is not None
        async with connected(live, self.house):
            while live.table.state == "playing" and not until(live):
                game = live.table.game
                assert game is not None
                if 0 not in game.to_act:
                    await asyncio.sleep(0.001)
                    continue
                legal = [action.text for action in game.legal_actions(0)]
                action = legal[-1] if odd > 0 else choose(legal)
                odd -= 1
                async with live.lock:
                    with contextlib.suppress(CommandRefused):  # the bot was quicker: try again
                        command = frames.Play(live.table.ply, action)
                        await live.change(decide(live.table, 0, command, live.circumstances))

    async def attempt(self, odd: int = 0) -> str:
        """Play today's evening from beginning to end."""
        table = await self.begin()
        await self.play(table, odd)
        return table


@contextlib.asynccontextmanager
async def connected(live: LiveTable, house: House) -> AsyncIterator[None]:
    """A person connected for the first seat; everything they are sent is kept."""
    socket = Socket(live.table.host, 0, lambda: None)

    async def send(message: Any) -> None:
        house.said.append(message.get("text", "").encode())

    writing = asyncio.create_task(socket.write_out(send))
    await live.enter(socket, None)
    try:
        yield
        for _ in range(20):
            await asyncio.sleep(0)
    finally:
        await live.leave(socket)
        writing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writing


@contextlib.asynccontextmanager
async def open_house(folder: Path, clocks: Clocks | None = None) -> AsyncIterator[House]:
    """A server that runs."""
    house = House(folder, clocks or Clocks())
    await house.daily.start()
    try:
        yield house
    finally:
        await house.server.stop()


Test = Callable[..., Coroutine[Any, Any, None]]


def asynchronous(test: Test) -> Callable[..., None]:
    """Run a test that awaits."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), PATIENCE))

    return run
