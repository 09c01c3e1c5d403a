"""`tiefenthal serve`, `backup` and `restore`: the game server, a copy of what it keeps, and what it has removed."""

import math
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tiefenthal.app.cli.engine import tell_of_build
from tiefenthal.app.terminal.errors import CommandError, bad_option
from tiefenthal.app.terminal.plain import note

if TYPE_CHECKING:
    from tiefenthal.server.logs import Form, Level
    from tiefenthal.server.store.postgres.address import Address

OWNER_KEY = "TIEFENTHAL_OWNER_KEY"

Data = Annotated[
    Path | None,
    typer.Option("--data", help="The data folder. [default: $TIEFENTHAL_DATA or your own]"),
]

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        help="A PostgreSQL database to use instead, postgresql://user@host/name; "
        "with its password only in $TIEFENTHAL_DATABASE. "
        "[default: $TIEFENTHAL_DATABASE, if set]",
        show_default=False,
    ),
]

LogForm = Annotated[str, typer.Option("--log", help="text or json, on standard error.")]
LogLevel = Annotated[str, typer.Option("--log-level", help="debug, info, warning or error.")]


def serve(
    host: Annotated[str, typer.Option("--host", help="0.0.0.0 lets others on your network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="0 takes any free port.")] = 8642,
    data: Data = None,
    database: Database = None,
    public_url: Annotated[
        list[str] | None,
        typer.Option("--public-url", help="Where people reach it behind a proxy, such as https://inn.example."),
    ] = None,
    processes: Annotated[
        int, typer.Option("--processes", help="How many processes serve at this address; several need --database.")
    ] = 1,
    bot_processes: Annotated[
        int, typer.Option("--bot-processes", help="How many bots of each server process think at once.")
    ] = 1,
    bot_seconds: Annotated[
        float, typer.Option("--bot-seconds", help="The longest time a bot may think, in seconds.")
    ] = 5.0,
    address_rate: Annotated[
        float,
        typer.Option(
            "--address-rate", help="Requests and moves per second from one address; other limits scale with it."
        ),
    ] = 40.0,
    open_metrics: Annotated[bool, typer.Option("--open-metrics", help="/metrics for everyone.")] = False,
    log: LogForm = "text",
    log_level: LogLevel = "info",
) -> None:
    """Serve games: tables for people and bots, over HTTP and WebSocket."""
    if not 0 <= port <= 65535:
        raise bad_option(f"a port is a number from 0 to 65535, not {port}")
    if not 1 <= processes <= 64:
        raise bad_option("give --processes 1 to 64")
    if not 1 <= bot_processes <= 64:
        raise bad_option("give --bot-processes 1 to 64")
    if not (math.isfinite(bot_seconds) and 0.1 <= bot_seconds <= 600):
        raise bad_option("give --bot-seconds 0.1 to 600")
    if not (math.isfinite(address_rate) and 1 <= address_rate <= 1_000_000):
        raise bad_option("give --address-rate 1 or more")
    logging = log_of(log, log_level)
    try:
        known_packages()
        from tiefenthal.server import logs
        from tiefenthal.server.config import Config, limits_for, tables_for
        from tiefenthal.server.http.connection_limits import TooFewFilesError
        from tiefenthal.server.http.security import Site
        from tiefenthal.server.serve import PortError, run
        from tiefenthal.server.store.base import StoreError
        from tiefenthal.server.store.folder import default_folder
        from tiefenthal.server.supervisor import ProcessesError, run_processes
    except ModuleNotFoundError as error:
        raise missing(error) from None
    try:
        Site(*(public_url or ()))
    except ValueError as error:
        raise bad_option(f"--public-url: {error}") from None
    folder = data if data is not None else default_folder()
    config = Config(
        folder=folder,
        database=address_of(database),
        public_urls=tuple(public_url or ()),
        bot_processes=bot_processes,
        bot_seconds=bot_seconds,
        limits=limits_for(address_rate),
        tables=tables_for(address_rate),
        owner_key=owner_key(),
        open_metrics=open_metrics,
    )
    logs.set_up(*logging)

    def ready(address: str) -> None:
        note(f"Tiefenthal is open at {address}")
        note(f"Data is kept in {config.database or folder}. Ctrl-C stops the server.")
        sys.stdout.flush()  # a program that started it through a pipe waits for this
        threading.Thread(target=tell_of_build, daemon=True).start()

    try:
        if processes == 1:
            run(config, host, port, ready)
        else:
            run_processes(config, host, port, processes, ready, logging)
    except (PortError, ProcessesError, StoreError, TooFewFilesError) as error:
        raise CommandError(str(error)) from None


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    data: Data = None,
    database: Database = None,
    over: Annotated[bool, typer.Option("--replace", help="Overwrite an existing file.")] = False,
) -> None:
    """Copy everything a server keeps into one file, also while it runs."""
    try:
        import asyncio

        from tiefenthal.server.store.backup import backup_folder
        from tiefenthal.server.store.base import StoreError
        from tiefenthal.server.store.folder import default_folder
        from tiefenthal.server.store.opening import driver
    except ModuleNotFoundError as error:
        raise missing(error) from None
    folder = data if data is not None else default_folder()
    address = None if data is not None and database is None else address_of(database)
    try:
        if address is None:
            backup_folder(folder, file, replace=over)
        else:
            with driver():
                from tiefenthal.server.store.postgres.copy import copy_to_file
            asyncio.run(copy_to_file(address, file, replace=over))
    except StoreError as error:
        raise CommandError(str(error)) from None
    note(f"{file} holds everything from {address or folder}. To use it, put it into a folder as tiefenthal.sqlite3.")


def restore(
    file: Annotated[Path, typer.Argument(help="From the folder `deleted` beside the store.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Put back tables and sessions that clean-up has removed. A server that uses files must be stopped first."""
    try:
        import asyncio

        from tiefenthal.server.store import deleted
        from tiefenthal.server.store.base import Store, StoreError
        from tiefenthal.server.store.folder import default_folder
        from tiefenthal.server.store.opening import opened
    except ModuleNotFoundError as error:
        raise missing(error) from None

    async def put_back(store: Store) -> tuple[int, int]:
        try:
            return await store.restore(things)
        finally:
            await store.close()

    try:
        things = list(deleted.read(file))
        address = None if data is not None and database is None else address_of(database)
        with opened(data if data is not None else default_folder(), address) as store:
            tables, sessions = asyncio.run(put_back(store))
    except StoreError as error:
        raise CommandError(str(error)) from None
    note(f"{tables} tables and {sessions} sessions are back; existing ones were not changed.")


def owner_key() -> str | None:
    """The key of the owner's page, from the environment alone: options stand in the list of processes. The processes
    in which bots think need not inherit it."""
    from tiefenthal.server.http.owner_page import SHORTEST_KEY

    key = os.environ.pop(OWNER_KEY, "")
    if not key:
        return None
    if len(key) < SHORTEST_KEY:
        raise CommandError(
            f"${OWNER_KEY} needs at least {SHORTEST_KEY} characters, so that nobody guesses it; "
            "`openssl rand -base64 24` makes a good one"
        )
    return key


def log_of(form: str, level: str) -> "tuple[Form, Level]":
    """How the log is to be written, and how much of it."""
    forms: dict[str, Form] = {"text": "text", "json": "json"}
    levels: dict[str, Level] = {"debug": "debug", "info": "info", "warning": "warning", "error": "error"}
    if form not in forms:
        raise bad_option("give --log text or --log json")
    if level not in levels:
        raise bad_option("give --log-level debug, info, warning or error")
    return forms[form], levels[level]


def address_of(database: str | None) -> "Address | None":
    """The database from the option or the environment; only there it may have its password."""
    from tiefenthal.server.store.postgres.address import AddressError, from_command_line, from_environment

    try:
        inherited = from_environment()
        return inherited if database is None else from_command_line(database)
    except AddressError as error:
        raise bad_option(f"--database: {error}") from None


def known_packages() -> None:
    """Say so if the server does not know a package that is there."""
    from tiefenthal.server.packages import PackageVersionError, check_packages

    try:
        check_packages()
    except PackageVersionError as error:
        raise CommandError(error.words) from None


def missing(error: ModuleNotFoundError) -> CommandError:
    """What to say when a package is not there."""
    return CommandError(f"the package {error.name!r} is missing; it comes with `pip install tiefenthal`")
