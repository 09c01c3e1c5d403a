"""The stores the contract is tested on. A second database joins by another name in `STORES`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tiefenthal.server.store.base import Store
from tiefenthal.server.store.sqlite import open_sqlite

OpenStore = Callable[[], Store]
"""Opens the store, or the same one again."""

STORES: dict[str, Callable[[Path], Store]] = {"sqlite": open_sqlite}


@pytest.fixture(params=sorted(STORES))
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    make = STORES[request.param]
    return lambda: make(tmp_path)
