"""`tiefenthal serve`, `backup` and `restore`: the game server, a copy of what it keeps, and what it has removed."""

import math
import sys
import threading
from pathlib import Path
from typing import Annotated

import typer

from tiefenthal.cli.engine import tell_of_build
from tiefenthal.terminal.errors import CommandError, bad_option
from tiefenthal.terminal.output import note

Data = Annotated[
    Path | None,
    typer.Option("--data", help="The folder with everything that is kept. [default: $TIEFENTHAL_DATA or your own]"),
]


def serve(
    host: Annotated[str, typer.Option("--host", help="0.0.0.0 lets others on your network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="0 takes any that is free.")] = 8642,
    data: Data = None,
    public_url: Annotated[
        list[str] | None,
        typer.Option("--public-url", help="Where people reach it behind a proxy, such as https://inn.example."),
    ] = None,
    bot_processes: Annotated[int, typer.Option("--bot-processes", help="How many bots think at once.")] = 1,
    bot_seconds: Annotated[float, typer.Option("--bot-seconds", help="The longest a bot may think.")] = 5.0,
    address_rate: Annotated[
        float, typer.Option("--address-rate", help="Requests and moves a second from one address; other limits follow.")
    ] = 40.0,
    open_metrics: Annotated[bool, typer.Option("--open-metrics", help="/metrics for everyone.")] = False,
    log: Annotated[str, typer.Option("--log", help="text or json, on the standard error output.")] = "text",
    log_level: Annotated[str, typer.Option("--log-level", help="debug, info, warning or error.")] = "info",
) -> None:
    """Serve games: tables for people and bots, over HTTP and WebSocket."""
    if not 0 <= port <= 65535:
        raise bad_option(f"a port is a number from 0 to 65535, not {port}")
    if not 1 <= bot_processes <= 64:
        raise bad_option("give --bot-processes 1 to 64")
    if not (math.isfinite(bot_seconds) and 0.1 <= bot_seconds <= 600):
        raise bad_option("give --bot-seconds 0.1 to 600")
    if not (math.isfinite(address_rate) and 1 <= address_rate <= 1_000_000):
        raise bad_option("give --address-rate 1 or more")
    if log not in ("text", "json"):
        raise bad_option("give --log text or --log json")
    if log_level not in ("debug", "info", "warning", "error"):
        raise bad_option("give --log-level debug, info, warning or error")
    try:
        from tiefenthal.server import logs
        from tiefenthal.server.config import Config, limits_for, tables_for
        from tiefenthal.server.http.door import TooFewFilesError
        from tiefenthal.server.http.security import Site
        from tiefenthal.server.serve import PortError, run
        from tiefenthal.server.store.base import StoreError
        from tiefenthal.server.store.folder import default_folder
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    try:
        Site(*(public_url or ()))
    except ValueError as error:
        raise bad_option(f"--public-url: {error}") from None
    folder = data if data is not None else default_folder()
    config = Config(
        folder=folder,
        public_urls=tuple(public_url or ()),
        bot_processes=bot_processes,
        bot_seconds=bot_seconds,
        limits=limits_for(address_rate),
        tables=tables_for(address_rate),
        open_metrics=open_metrics,
    )
    logs.set_up("json" if log == "json" else "text", log_level)  # type: ignore[arg-type]

    def ready(address: str) -> None:
        note(f"Tiefenthal is open at {address}")
        note(f"What is kept lies in {folder}. Ctrl-C closes the inn.")
        sys.stdout.flush()  # whoever started it through a pipe waits for this
        threading.Thread(target=tell_of_build, daemon=True).start()

    try:
        run(config, host, port, ready)
    except (PortError, StoreError, TooFewFilesError) as error:
        raise CommandError(str(error)) from None


def backup(
    file: Annotated[Path, typer.Argument(help="The copy to be written.")],
    data: Data = None,
    over: Annotated[bool, typer.Option("--replace", help="Write over a file that is there.")] = False,
) -> None:
    """Copy everything a server keeps into one file, also while it runs."""
    try:
        from tiefenthal.server.store.backup import backup_folder
        from tiefenthal.server.store.base import StoreError
        from tiefenthal.server.store.folder import default_folder
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    folder = data if data is not None else default_folder()
    try:
        backup_folder(folder, file, replace=over)
    except StoreError as error:
        raise CommandError(str(error)) from None
    note(f"{file} holds everything from {folder}. Put into a folder as tiefenthal.sqlite3, a server goes on with it.")


def restore(
    file: Annotated[Path, typer.Argument(help="From the folder `deleted` beside the store.")],
    data: Data = None,
) -> None:
    """Put back tables and sessions that clean-up has removed. The server must be stopped."""
    try:
        import asyncio

        from tiefenthal.server.store import deleted
        from tiefenthal.server.store.base import StoreError
        from tiefenthal.server.store.folder import default_folder, open_folder
        from tiefenthal.server.store.sqlite import open_sqlite
    except ModuleNotFoundError as error:
        raise _missing(error) from None

    async def put_back(folder: Path) -> tuple[int, int]:
        store = open_sqlite(folder)
        try:
            return await store.restore(things)
        finally:
            await store.close()

    try:
        things = list(deleted.read(file))
        with open_folder(data if data is not None else default_folder()) as folder:
            tables, sessions = asyncio.run(put_back(folder.path))
    except StoreError as error:
        raise CommandError(str(error)) from None
    note(f"{tables} tables and {sessions} sessions are back; what was there already stayed as it is.")


def _missing(error: ModuleNotFoundError) -> CommandError:
    return CommandError(f"the package {error.name!r} is missing; it comes with `pip install tiefenthal`")
