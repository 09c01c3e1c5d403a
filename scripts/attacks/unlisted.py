"""So many tables outside the public list that they fill the disk."""

import asyncio
import re
import time
from typing import Final

from harness.server import Failure
from scripts.attacks.base import ATTACKER, Attack, Inn, post
from scripts.attacks.tables import introduced
from tiefenthal.engine.components import load_edition

SESSIONS: Final = 8
SECONDS: Final = 170.0
"""In which one address may open 145 tables."""
MOST: Final = 120
MOST_MB: Final = 30.0
LARGEST_TEXT: Final = 60_000


class UnlistedTables(Attack):
    """One address opens games of bots alone, some with figures of its own as long as may be, as fast as it may."""

    name = "unlisted tables of bots"
    seconds = 2 * SECONDS
    again = False

    async def run(self, inn: Inn) -> str:
        """There is a ceiling, and the disk does not fill."""
        port, before = inn.server.port, _size(inn)
        cookies = [await introduced(port, ATTACKER) for _ in range(SESSIONS)]
        opened = tried = 0
        full = False
        ends = time.monotonic() + SECONDS
        while time.monotonic() < ends:
            for cookie in cookies:
                tried += 1
                answer = await _open(port, cookie, own=tried % 40 == 0)
                opened += answer.startswith(b"HTTP/1.1 201")
                full = full or b"address-playing" in answer
            await asyncio.sleep(0.5)
        grown = (_size(inn) - before) / 1e6
        if opened > MOST or not full:
            raise Failure(f"{opened} games were opened from one address, and more could be")
        if grown > MOST_MB:
            raise Failure(f"{opened} games of one address take {grown:.0f} MB")
        return f"of {tried} games tried {opened} were opened; they take {grown:.0f} MB"


def _size(inn: Inn) -> int:
    return sum(file.stat().st_size for file in inn.server.folder.rglob("*") if file.is_file())


async def _open(port: int, cookie: str, *, own: bool) -> bytes:
    body: dict[str, object] = {
        "seats": [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}], "modules": 1, "pace": "instant",
    }  # fmt: skip
    if own:
        text = load_edition().text
        body["edition_text"] = re.sub(r"^", "# " + "x" * (LARGEST_TEXT - len(text)) + "\n", text, count=1)
    return await post(port, "/api/tables", body, ATTACKER, cookie)
