"""`tiefenthal serve`, but what it draws by lot is the same each time a test runs: dice, cards, the luck of its bots.

A game server draws what nobody can know; then a test of some screen meets, now and then, a rare moment that it is not
about. So its program is started by this one, which puts other draws in their place, waits longer for what browsers
send, and compresses its files quickly, not as far as they go; nothing else is different. The file named in TOLD holds
the name of the test that runs now, and each test has draws of its own, whichever ran before it. The daily evening is
the same on every day.
"""

import hashlib
import os
import secrets
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Final

TOLD: Final = "TIEFENTHAL_SAME_GAMES"


class Draws:
    """The first, second, ... draw of each kind in the test that runs now."""

    def __init__(self, told: Path) -> None:
        self.told = told
        self.drawn: Counter[tuple[str, str]] = Counter()

    def next(self, kind: str) -> str:
        """64 hexadecimal digits."""
        test = self.told.read_text("utf-8")
        self.drawn[test, kind] += 1
        return hashlib.sha256(f"{test}, {kind} {self.drawn[test, kind]}".encode()).hexdigest()


def put(draws: Draws) -> None:
    """In place of the draws of the server. It takes them by name when it is imported, so this comes before."""
    from tiefenthal.engine import fairness

    vars(fairness)["new_seed"] = lambda: draws.next("seed")
    from tiefenthal.server.daily import plan
    from tiefenthal.server.tables import registry

    drawn = {**vars(secrets), "token_hex": lambda size: draws.next("bots")[: 2 * size]}
    vars(registry)["secrets"] = SimpleNamespace(**drawn)
    vars(plan)["_derived"] = lambda _secret, what, _day: hashlib.sha256(what.encode()).hexdigest()
    vars(plan)["MODULES"] = (5,) * 7


def wait_for_spare_connections() -> None:
    """Browsers keep connections in stock, which the server closes when nothing comes. On a machine that stands still
    for seconds that may be the moment in which one is used, and the page complains of it."""
    from tiefenthal.server.http import limited_protocols

    vars(limited_protocols)["HEAD_SECONDS"] = 600.0


def compress_quickly() -> None:
    """Beside its work a server compresses what was asked for as far as it goes: six seconds for each of the tests'
    servers. tests/server/http/test_static.py looks at that, and tests/browser/test_size.py does it itself."""
    from tiefenthal.server.http import static

    vars(static)["squeeze"] = lambda file: None


if __name__ == "__main__":
    from tiefenthal.app.cli import main

    put(Draws(Path(os.environ[TOLD])))
    wait_for_spare_connections()
    compress_quickly()
    main()
