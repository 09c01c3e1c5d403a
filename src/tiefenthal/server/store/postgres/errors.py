"""PostgreSQL's errors as StoreErrors: what went wrong, and what to do."""

import asyncio
import ssl
from typing import Final

import asyncpg

from tiefenthal.server.store.base import (
    BrokenStore,
    BusyStore,
    DiskError,
    DiskFull,
    StoreError,
    Unreachable,
)
from tiefenthal.server.store.postgres.address import Address

_CONFLICTS: Final = frozenset({"40001", "40P01"})
"""Two transactions were in conflict, and this one was aborted: it can simply be repeated."""

_SERVER_GONE: Final = frozenset({"57P01", "57P02", "57P03", "57P05", "25P03"})
"""The server stops, starts, or has closed the connection."""


def is_transient(error: BaseException) -> bool:
    """Whether a second try may succeed: the connection is lost, the server starts, another transaction was in conflict.
    The statement may or may not have been carried out."""
    if isinstance(error, StoreError | ValueError):  # the driver raises ValueError for invalid data
        return False
    if isinstance(error, asyncpg.PostgresError):
        code = error.sqlstate or ""
        return code.startswith("08") or code in _SERVER_GONE or code in _CONFLICTS
    if isinstance(error, asyncpg.InternalClientError):
        return True
    if isinstance(error, ssl.SSLError):
        return False
    return isinstance(error, OSError | TimeoutError | asyncpg.InterfaceError | asyncio.IncompleteReadError)


def is_data_error(error: BaseException) -> bool:
    """Whether an error is caused by the data of one operation, so that others are not affected."""
    code = getattr(error, "sqlstate", None) or ""
    return isinstance(error, ValueError) or code.startswith(("22", "23"))


def store_error(error: BaseException, address: Address) -> StoreError:
    """Say what went wrong with the database, and what to do."""
    if isinstance(error, StoreError):
        return type(error)(*error.args)
    return _kind(error, address)


def _kind(error: BaseException, where: Address) -> StoreError:
    code = getattr(error, "sqlstate", None) or ""
    said = where.redacted(" ".join(str(error).split()))
    if code in ("28P01", "28000"):
        return Unreachable(
            f"The database {where} refused the user or the password. Check both; a password can stand in the address, "
            "in ~/.pgpass or in PGPASSWORD, and pg_hba.conf of the server says who may come from where."
        )
    if code == "3D000":
        return Unreachable(f"There is no database {where}. Make it (createdb), or check its name.")
    if code.startswith("53") and code != "53100":
        return BusyStore(
            f"The database {where} has no connection or memory left ({said}). Try again, or raise its max_connections."
        )
    if code == "53100":
        return DiskFull(f"The disk of the database {where} is full. Nothing was stored; free some space and try again.")
    if code == "25006":
        return DiskError(f"The database {where} is read-only; perhaps it is a standby. Name the one that takes writes.")
    if code == "42501":
        return DiskError(
            f"The database {where} does not let this user do that ({said}). Make the user its owner, or "
            "grant it the rights."
        )
    if code in ("57014", "55P03") or code in _CONFLICTS:
        return BusyStore(f"Another program holds the database {where} and does not let go ({said}). Try again.")
    if code in ("XX001", "XX002"):
        return BrokenStore(f"The database {where} is damaged ({said}). Stop the servers and restore a backup.")
    if code.startswith("58"):
        return DiskError(f"The disk of the database {where} refused to read or write ({said}). Check it.")
    if isinstance(error, ssl.SSLError):
        return Unreachable(
            f"No secure line to the database {where} could be made ({said}). Check sslmode and certificates."
        )
    if code.startswith("08") or code in _SERVER_GONE or is_transient(error):
        why = said or type(error).__name__
        return Unreachable(
            f"No PostgreSQL answers at {where} ({why}). Start it, or check the address. Nothing is lost; it goes on by "
            "itself when the database is back."
        )
    if isinstance(error, ValueError | asyncpg.InterfaceError | asyncpg.InternalClientError):
        return StoreError(f"{where}: the driver refused this: {said}.")
    return StoreError(f"{where}: the database refused this: {said}.")
