"""Another process for the tests: `python -m tests.server.store.child WHAT FOLDER`.

`write`: append forever, a line on stdout for every acknowledged append. `open`: open and close. `open-as-nobody`: the
same as a user without rights. `hold`: keep the folder until stdin ends. `fork`: the same, with a forked child.
"""

import asyncio
import os
import sys
from pathlib import Path

from tests.server.store.parts import head, rows
from tiefenthal.server.store.base import StoreError
from tiefenthal.server.store.folder import open_folder
from tiefenthal.server.store.migrate import released_migrations
from tiefenthal.server.store.sqlite import open_sqlite

TABLES = 8
NOBODY = 65534


def say(text: str) -> None:
    """Write a whole line at once."""
    os.write(1, text.encode() + b"\n")


async def write(folder: Path) -> None:
    store = open_sqlite(folder)

    async def play(table: str) -> None:
        number = len(await store.read_log(table))
        while True:
            count = 1 + number % 3
            await store.append(table, number, rows(number, count, table), head(table, touched=float(number)))
            number += count
            say(f"{table} {number}")

    await asyncio.gather(*(play(f"t{number}") for number in range(TABLES)))


async def open_and_close(folder: Path) -> None:
    await open_sqlite(folder).close()
    say("opened")


def main(what: str, folder: Path) -> None:
    if what == "open-as-nobody":
        released_migrations()  # imports what it needs while it may: Python itself may lie where nobody can read it
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    try:
        with open_folder(folder):
            if what == "write":
                asyncio.run(write(folder))
            elif what in {"open", "open-as-nobody"}:
                asyncio.run(open_and_close(folder))
            elif what == "hold":
                say("held")
                sys.stdin.read()
            elif what == "fork":
                if os.fork() == 0:
                    say("forked")
                    sys.stdin.read()
                    os._exit(0)
                sys.stdin.read()
    except StoreError as error:
        say(f"{type(error).__name__}: {error}")
        sys.exit(3)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
