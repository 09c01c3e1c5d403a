"""What all tests of the server have."""

import pytest

from tests.server import processes


@pytest.fixture(autouse=True)
def only_ours() -> None:
    """`processes.children` tells what the test itself started."""
    processes.begin()
