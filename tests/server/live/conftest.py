"""Servers the tests of this folder share: each is one process, with a folder of its own."""

from collections.abc import Iterator

import pytest

from scripts.server_tools import Server
from tests.server.live.helpers import SWIFT, running


@pytest.fixture(scope="session")
def swift(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets tests play as fast as they can."""
    with running(tmp_path_factory.mktemp("swift") / "data", *SWIFT) as server:
        yield server


@pytest.fixture(scope="session")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with limits as they are for people, three times as wide since all of them come from one address."""
    with running(tmp_path_factory.mktemp("usual") / "data", "--address-rate", "120") as server:
        yield server
