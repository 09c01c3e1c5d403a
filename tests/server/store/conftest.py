"""The stores on which the contract is tested."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harness import postgres
from tiefenthal.server.store.base import Store
from tiefenthal.server.store.sqlite import open_sqlite

OpenStore = Callable[[], Store]
"""Opens the store, or the same one again."""


@contextlib.contextmanager
def new_store(kind: str, folder: Path) -> Iterator[OpenStore]:
    """A way to a new and empty store of a kind."""
    if kind == "sqlite":
        yield lambda: open_sqlite(folder)
    else:
        from tiefenthal.server.store.postgres.store import open_postgres

        with postgres.borrowed() as address:
            yield lambda: open_postgres(address)


EVERY_STORE = ["sqlite", pytest.param("postgresql", marks=postgres.needed)]


@pytest.fixture(params=EVERY_STORE)
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenStore]:
    with new_store(request.param, tmp_path) as opened:
        yield opened
