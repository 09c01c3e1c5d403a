"""`tiefenthal think`: bots on a separate machine."""

import sys
from typing import Annotated

import typer

from tiefenthal.app.cli.serve import Database, LogForm, LogLevel, address_of, log_of, missing
from tiefenthal.app.terminal.errors import CommandError, bad_option
from tiefenthal.app.terminal.plain import note


def think(
    database: Database = None,
    bot_processes: Annotated[int, typer.Option("--bot-processes", help="How many bots think at once.")] = 1,
    log: LogForm = "text",
    log_level: LogLevel = "info",
) -> None:
    """Think for the bots of all servers that use a PostgreSQL database, on this machine."""
    if not 1 <= bot_processes <= 256:
        raise bad_option("give --bot-processes 1 to 256")
    logging = log_of(log, log_level)
    try:
        from tiefenthal.server import logs
        from tiefenthal.server.store.base import StoreError
        from tiefenthal.server.think import run
    except ModuleNotFoundError as error:
        raise missing(error) from None
    address = address_of(database)
    if address is None:
        raise bad_option("name the servers' database: --database postgresql://… or $TIEFENTHAL_DATABASE")
    logs.set_up(*logging)

    def ready() -> None:
        note(f"Thinking for the servers at {address}. Ctrl-C stops it; unfinished choices are left to others.")
        sys.stdout.flush()

    try:
        run(address, bot_processes, ready)
    except StoreError as error:
        raise CommandError(str(error)) from None
