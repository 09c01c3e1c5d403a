"""Connections are accepted a few at a time, and from one address no faster than people need them."""

import asyncio
import socket
from collections.abc import Callable, Iterator

import pytest

from tiefenthal.server.http import listener
from tiefenthal.server.http.connection_limits import ConnectionLimits
from tiefenthal.server.http.listener import AT_ONCE, GOODBYE, Listener
from tiefenthal.server.limits import Limits, Rate
from tiefenthal.server.metrics import Metrics

ATTACKER, PROXY = "127.0.0.66", "127.0.0.1"


class House:
    """A listening socket, and who came in."""

    def __init__(self, burst: int) -> None:
        self.came: list[asyncio.BaseTransport] = []
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.metrics = Metrics()
        self.limits = Limits(connect=Rate(0.001, burst))
        self.out: list[socket.socket] = []

    def knock(self, address: str) -> socket.socket:
        """Somebody connects from an address of the loopback."""
        found = socket.create_connection(self.listening.getsockname(), timeout=20, source_address=(address, 0))
        self.out.append(found)
        return found

    def listener(self) -> Listener:
        """Made while the event loop runs."""

        house = self

        class Guest(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                house.came.append(transport)

        return Listener(self.listening, Guest, ConnectionLimits(metrics=self.metrics), self.limits, PROXY.__eq__)

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait for it."""
        async with asyncio.timeout(20):
            while not done():
                await asyncio.sleep(0.001)

    async def close(self, front: Listener) -> None:
        """Stop listening, and close all connections."""
        front.stop()
        for one in self.came:
            one.close()
        await asyncio.sleep(0.01)

    def sent_away(self) -> float:
        """How many connections were refused as too fast."""
        named = {"reason": "too-fast"}
        return self.metrics.registry.get_sample_value("tiefenthal_connections_ended_total", named) or 0.0


@pytest.fixture
def house() -> Iterator[House]:
    found = House(burst=3)
    yield found
    for one in (*found.out, found.listening):
        one.close()


def test_an_address_that_opens_too_many_is_told_so(house: House) -> None:
    async def flood() -> None:
        front = house.listener()
        front.start()
        lines = [house.knock(ATTACKER) for _ in range(5)]
        await house.until(lambda: len(house.came) == 3 and house.sent_away() == 2)
        for one in lines[3:]:
            assert await asyncio.to_thread(one.recv, 4096) == GOODBYE
            assert await asyncio.to_thread(one.recv, 4096) == b""
        house.knock("127.0.0.67")
        await house.until(lambda: len(house.came) == 4)
        for _ in range(6):
            house.knock(PROXY)
        await house.until(lambda: len(house.came) == 10)
        await house.close(front)

    asyncio.run(flood())
    assert house.sent_away() == 2


def test_a_few_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def crowd(all_of_them: bool) -> None:
        house.came.clear()
        for _ in range(AT_ONCE + 3):
            house.knock(PROXY)
        front = house.listener()
        front.start()
        await house.until(lambda: len(house.came) >= (AT_ONCE + 3 if all_of_them else AT_ONCE))
        await asyncio.sleep(0.02)
        assert len(house.came) == (AT_ONCE + 3 if all_of_them else AT_ONCE)
        await house.close(front)

    asyncio.run(crowd(all_of_them=True))
    monkeypatch.setattr(listener, "REST_SECONDS", 3600.0)
    asyncio.run(crowd(all_of_them=False))
