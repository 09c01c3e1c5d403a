"""Fixtures for all tests of the server."""

import pytest

from harness import server as server_tools
from tests.server import processes
from tests.server.stores import ON_POSTGRESQL, database_of

if ON_POSTGRESQL:
    server_tools.database_of = lambda folder: database_of(folder).for_driver()


@pytest.fixture(autouse=True)
def only_ours() -> None:
    """`processes.children` tells what the test itself started."""
    processes.begin()
