"""The servers that the tests of this folder share: each is a process with its own data folder."""

from collections.abc import Iterator

import pytest

from harness.server import Server
from tests.server.live.helpers import SWIFT, running


@pytest.fixture(scope="session")
def swift(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits, so that tests can play fast."""
    with running(tmp_path_factory.mktemp("swift") / "data", *SWIFT) as server:
        yield server


@pytest.fixture(scope="session")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the usual limits, times three because all tests come from one address."""
    with running(tmp_path_factory.mktemp("usual") / "data", "--address-rate", "120") as server:
        yield server
