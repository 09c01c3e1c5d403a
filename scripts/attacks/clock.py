"""A clock that is wrong: everything looks old at once."""

import os
from typing import Final

from harness.server import Failure, insist
from scripts.attacks.base import Attack, Inn
from tiefenthal.client import Client, ServerError, here

DAYS: Final = 200
AHEAD: Final = f"""import time
_true = time.time
time.time = lambda: _true() + {DAYS} * 86400
"""
"""Python runs it at its start, when it finds it as sitecustomize.py."""


class ClockAhead(Attack):
    """The server starts with a clock 200 days ahead, and cleans up."""

    name = "a clock 200 days ahead"
    disturbs = True

    async def run(self, inn: Inn) -> str:
        """Every game is still there."""
        server = inn.server
        async with Client(server.url) as client:
            await client.introduce("Owner")
            seats = [here(), here("Other")]
            tables = [(await client.new_table(seats, modules=1)).id for _ in range(5)]
            await server.stop()
            wrong = server.folder.with_name("wrong")
            wrong.mkdir()
            (wrong / "sitecustomize.py").write_text(AHEAD, encoding="ascii")
            server.environment = {"PYTHONPATH": os.pathsep.join([str(wrong), os.environ.get("PYTHONPATH", "")])}
            await server.start()
            await insist(server, client.session, "come back")  # it cleans up as it starts, and writes in order
            await client.new_table(seats, modules=1)
            await server.stop()
            server.environment = {}
            await server.start()
            lost = 0
            for table in tables:
                try:
                    await client.table(table)
                except ServerError:
                    lost += 1
        if lost:
            raise Failure(f"{lost} of {len(tables)} running games are gone")
        return f"{len(tables)} running games are all there"
