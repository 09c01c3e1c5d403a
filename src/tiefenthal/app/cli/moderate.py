"""`tiefenthal moderate`: what the owner of a server does to keep the peace, also while it runs."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from tiefenthal.app.cli.serve import Data, Database, address_of, missing
from tiefenthal.app.terminal.errors import CommandError, bad_option
from tiefenthal.app.terminal.plain import note
from tiefenthal.i18n import catalogue

if TYPE_CHECKING:
    from tiefenthal.server.store.base import Store
    from tiefenthal.server.store.moderation import What

T = TypeVar("T")
WAIT: Final = 5.0
"""Seconds for the server to carry something out."""
_UNITS: Final = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}

app = typer.Typer(help="Keep the peace at a server: tables, names, chat, blocks. It may be running.")

Table = Annotated[str, typer.Argument(help="The id of a table, or a link to it.")]
Session = Annotated[str, typer.Argument(help="The number of a session; `tables` and `table` show it.")]
For = Annotated[str, typer.Option("--for", help="How long: 30m, 6h, 7d, 4w.")]
Why = Annotated[str, typer.Option("--why", help="For the log alone.")]


@app.command()
def tables(data: Data = None, database: Database = None) -> None:
    """Show the tables of the public list, with the numbers of the people's sessions."""

    async def show(store: "Store") -> None:
        for head in await store.listed(1000):
            await _describe(store, head.table)

    _with_store(show, data, database)


@app.command()
def table(table: Table, data: Data = None, database: Database = None) -> None:
    """Show who sits at a table, and what was said there last."""
    _with_store(lambda store: _describe(store, table, chat=True), data, database)


@app.command()
def log(
    number: Annotated[int, typer.Option("--last", help="How many lines.")] = 50,
    data: Data = None,
    database: Database = None,
) -> None:
    """Show what was done, the newest last; `lift` ends what still holds."""

    async def show(store: "Store") -> None:
        from tiefenthal.server.tables.orders import moment, told

        for order in reversed(await store.moderation.last(number)):
            print(f"{moment(order.at)}  {order.id}  {told(order, catalogue())}")

    _with_store(show, data, database)


@app.command()
def unlist(table: Table, why: Why = "", data: Data = None, database: Database = None) -> None:
    """Take a table off the public list."""
    _order("unlist", table, why=why, data=data, database=database)


@app.command()
def close(table: Table, why: Why = "", data: Data = None, database: Database = None) -> None:
    """Close a table for everyone. What was played at it is kept."""
    _order("close", table, why=why, data=data, database=database)


@app.command()
def rename(
    session: Session,
    name: Annotated[str, typer.Argument(help="The new name.")],
    long: For = "30d",
    why: Why = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Give somebody another name, which they cannot change for a while."""
    _order("rename", session, name, long, why, data=data, database=database)


@app.command()
def mute(session: Session, long: For = "1d", why: Why = "", data: Data = None, database: Database = None) -> None:
    """Let somebody say nothing for a while."""
    _order("mute", session, "", long, why, data=data, database=database)


@app.command()
def block(
    whom: Annotated[str, typer.Argument(help="The number of a session, or an address.")],
    long: For = "1d",
    with_address: Annotated[
        bool, typer.Option("--with-address", help="Also the addresses the session is connected from.")
    ] = False,
    why: Why = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Keep a session or an address out for a while."""
    _order("block", whom, "", long, why, with_address, data=data, database=database)


@app.command()
def lift(
    order: Annotated[str, typer.Argument(help="What `log` shows before what was done.")],
    why: Why = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """End a mute, a block, or that somebody has to keep a name."""
    _order("lift", order, why=why, data=data, database=database)


def _order(
    what: "What", target: str, name: str = "", long: str = "", why: str = "", with_address: bool = False,
    *, data: Data = None, database: Database = None,
) -> None:  # fmt: skip
    """Write an order, and wait until it has been carried out."""
    from tiefenthal.server.tables.orders import WrongOrderError, order_of, told

    try:
        made = order_of(what, target, name, _seconds(long) if long else None, why, with_address)
    except WrongOrderError as error:
        raise _wrong(error) from None

    async def carry_out(store: "Store") -> None:
        await store.moderation.add(made)
        found, until = made, time.monotonic() + WAIT
        while found.outcome is None and time.monotonic() < until:
            await asyncio.sleep(0.1)
            found = await store.moderation.find(made.id) or made
        note(f"{found.id}  {told(found, catalogue())}")
        if found.outcome is None:
            note("No server has answered yet; the next one that runs does it.")

    _with_store(carry_out, data, database)


def _seconds(text: str) -> float:
    found = re.fullmatch(r"(\d{1,5})([mhdw])", text)
    if found is None:
        raise bad_option("write how long as 30m, 6h, 7d or 4w")
    return float(int(found[1]) * _UNITS[found[2]])


def _wrong(error: ValueError) -> CommandError:
    return bad_option(catalogue().say(f"owner.wrong.{error}").rstrip("."))


async def _describe(store: "Store", name: str, chat: bool = False) -> None:
    """A table in a few lines, read from its log."""
    from tiefenthal.server.tables.orders import WrongOrderError, table_id
    from tiefenthal.server.tables.table import BrokenTableError, Table

    try:
        name = table_id(name)
    except WrongOrderError as error:
        raise _wrong(error) from None
    rows = await store.read_log(name)
    if not rows:
        raise CommandError("there is no such table")
    try:
        found = Table.load(name, [(row.at, row.body) for row in rows])
    except BrokenTableError as error:
        print(f"{name}  cannot be read: {error}")
        return
    state = "closed" if found.closed else found.state
    print(f"{name}  {state}{', on the list' if found.listed else ''}")
    for place in found.places:
        if place.kind == "person":
            print(f"    {place.name}  session {', '.join(map(str, sorted(place.sessions))) or '(none)'}")
    for said in found.chat if chat else ():
        print(f"    {found.places[said.seat].name}: {said.text}")


def _with_store(work: "Callable[[Store], Awaitable[T]]", data: Data, database: Database) -> None:
    try:
        from tiefenthal.server.store.base import StoreError
        from tiefenthal.server.store.folder import default_folder
        from tiefenthal.server.store.opening import visited
    except ModuleNotFoundError as error:
        raise missing(error) from None
    address = None if data is not None and database is None else address_of(database)

    async def run(store: "Store") -> None:
        try:
            await work(store)
        finally:
            await store.close()

    try:
        with visited(data if data is not None else default_folder(), address) as store:
            asyncio.run(run(store))
    except StoreError as error:
        raise CommandError(str(error)) from None
