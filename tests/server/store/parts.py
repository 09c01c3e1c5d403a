"""Helpers that make the contents of stores."""

from collections.abc import Iterable
from typing import cast

from tiefenthal.server.store.base import Head, Row, Store, StoredRecord, TableState


def head(
    table: str,
    state: str = "playing",
    *,
    touched: float = 10.0,
    listed: bool = False,
    sessions: Iterable[int] = (),
    summary: bytes = b"{}",
) -> Head:
    return Head(table, cast(TableState, state), listed, 1.0, touched, summary, tuple(sessions))


def rows(first: int, count: int = 1, mark: str = "") -> list[Row]:
    return [
        Row(number, number + 0.5, f'{{"n":{number},"mark":"{mark}"}}'.encode())
        for number in range(first, first + count)
    ]


def record(table: str, *, finished: float = 20.0, sessions: Iterable[int] = (), text: str = "a game") -> StoredRecord:
    return StoredRecord(table, finished, tuple(sessions), b'{"players":2}', text)


async def put(
    store: Store, table: str, state: str = "playing", *, touched: float = 10.0, sessions: Iterable[int] = ()
) -> None:
    """Make a table with three entries."""
    await store.append(table, 0, rows(0, 3), head(table, state, touched=touched, sessions=sessions))
