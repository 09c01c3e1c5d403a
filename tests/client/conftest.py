"""A real server for the client's tests."""

import asyncio
from collections.abc import Iterator

import pytest

from harness.server import Server, fresh_server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """`tiefenthal serve` in a process of its own, with an empty data folder."""
    with fresh_server(["--address-rate", "100000", "--log-level", "warning"]) as found:
        asyncio.run(found.start())
        yield found
        found.check_alive()
        found.check_log()
