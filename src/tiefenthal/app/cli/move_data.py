"""`tiefenthal move-data`: everything a server keeps, from files into a database and back."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tiefenthal.app.cli.progress import bar
from tiefenthal.app.cli.serve import missing
from tiefenthal.app.terminal.errors import CommandError, bad_option
from tiefenthal.app.terminal.plain import note

if TYPE_CHECKING:
    from tiefenthal.server.store.postgres.address import Address

_PLACE = "A data folder, or postgresql://user@host/name; - stands for $TIEFENTHAL_DATABASE."


def move_data(
    source: Annotated[str, typer.Argument(metavar="FROM", help=f"{_PLACE} Also a backup.")],
    target: Annotated[str, typer.Argument(metavar="TO", help=f"{_PLACE} It must be empty.")],
) -> None:
    """Copy everything from files into a PostgreSQL database, or back. Stop the servers first; the source is not
    changed.
    """
    try:
        from tiefenthal.server.store.base import StoreError
        from tiefenthal.server.store.opening import driver
        from tiefenthal.server.store.postgres.address import Address
    except ModuleNotFoundError as error:
        raise missing(error) from None
    try:
        here, there = _place(source), _place(target)
        with driver():
            from tiefenthal.server.store.postgres.copy import move_to_database, move_to_folder
        with bar("rows") as show:

            def progress(table: str, done: int, wanted: int) -> None:
                show(done, wanted)

            if isinstance(here, Path) and isinstance(there, Address):
                counts = asyncio.run(move_to_database(here, there, progress))
            elif isinstance(here, Address) and isinstance(there, Path):
                counts = asyncio.run(move_to_folder(here, there, progress))
            else:
                raise bad_option(
                    "one of the two must be a folder, the other a database; `tiefenthal backup` copies files"
                )
    except StoreError as error:
        raise CommandError(str(error)) from None
    note(
        f"{counts['tables']} tables with {counts['log']} entries, {counts['records']} records and {counts['sessions']} "
        f"sessions are in {there}, each row compared. {here} was not changed."
    )


def _place(text: str) -> "Path | Address":
    from tiefenthal.server.store.postgres.address import (
        VARIABLE,
        from_command_line,
        from_environment,
        is_address,
    )

    if text == "-":
        found = from_environment()
        if found is None:
            raise bad_option(f"- is what ${VARIABLE} names, which is not set")
        return found
    if is_address(text):
        return from_command_line(text)
    return Path(text).expanduser().absolute()
