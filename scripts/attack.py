"""Attack a server in every known way, each time a fresh one, while people play at a healthy table (`make attack`).

Prints a table of attack and outcome; the exit status is 1 when one of them succeeded.
"""

import argparse
import asyncio
import contextlib
import sys
import time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from scripts.attacks import ATTACKS
from scripts.attacks.base import Attack, Healthy, Inn
from scripts.server_tools import Failure, fresh_server, machine
from tiefenthal.client import ConnectionLost, ServerError, UnreachableError


class Outcome(NamedTuple):
    """How an attack went."""

    attack: str
    held: bool
    words: str
    calm: float
    attacked: float
    seconds: float


async def carry_out(kind: type[Attack], calm: float) -> Outcome:
    """One attack, against a server of its own."""
    began = time.monotonic()
    healthy: Healthy | None = None
    try:
        async with asyncio.timeout(kind.seconds + 2 * calm + 30):
            with fresh_server(kind.options) as server:
                server.files = kind.files
                await server.start()
                if kind.disturbs:
                    words = await kind().run(Inn(server, Healthy(server)))
                    return Outcome(kind.name, True, words, 0.0, 0.0, time.monotonic() - began)
                healthy = Healthy(server)
                playing = asyncio.create_task(healthy.play())
                try:
                    await _calm(playing, calm)
                    healthy.under_attack = True
                    attacking = asyncio.create_task(kind().run(Inn(server, healthy)))
                    await asyncio.wait([attacking, playing], return_when=asyncio.FIRST_COMPLETED)
                    if not attacking.done():
                        attacking.cancel()
                        await asyncio.wait([attacking])
                        playing.result()  # raises what ended it
                    words = attacking.result()
                    healthy.under_attack = False
                    await _calm(playing, calm)
                    healthy.check()
                    server.check_alive()
                    server.check_log()
                finally:
                    playing.cancel()
                    await asyncio.wait([playing])
        held = True
    except TimeoutError:
        held, words = False, "the attack did not come to an end"
    except (ConnectionLost, ServerError, UnreachableError) as error:
        held, words = False, f"the healthy table was disturbed: {error}"
    except Failure as failure:
        held, words = False, str(failure)
    figures = healthy.figures() if healthy is not None else (0.0, 0.0)
    return Outcome(kind.name, held, words, *figures, time.monotonic() - began)


async def _calm(playing: "asyncio.Task[None]", seconds: float) -> None:
    """Let the healthy table play for a while when nothing happens."""
    await asyncio.wait([playing], timeout=seconds)
    if playing.done():
        playing.result()


def shown(outcomes: list[Outcome]) -> Table:
    """The outcomes, for people."""
    table = Table(title="attacks")
    for name in ("attack", "outcome", "p99 calm", "p99 attacked", "took"):
        table.add_column(name, justify="right" if name.startswith(("p99", "took")) else "left")
    for one in outcomes:
        table.add_row(
            one.attack,
            ("[green]held[/]: " if one.held else "[red]SUCCEEDED[/]: ") + one.words.replace("[", r"\["),
            f"{one.calm * 1000:.1f} ms" if one.calm else "",
            f"{one.attacked * 1000:.1f} ms" if one.attacked else "",
            f"{one.seconds:.0f} s",
        )
    return table


def main() -> int:
    """Run the attacks and report."""
    parser = argparse.ArgumentParser(description="Attack a server of one's own in every known way.")
    parser.add_argument("--only", action="append", default=[], help="attacks whose name contains this")
    parser.add_argument("--calm", type=float, default=3.0, help="seconds of play before and after each attack")
    options = parser.parse_args()
    chosen = [one for one in ATTACKS if not options.only or any(part in one.name for part in options.only)]
    if not chosen:
        parser.error("there is no such attack; there are: " + ", ".join(one.name for one in ATTACKS))
    sys.setswitchinterval(0.0005)  # attackers are threads here; those who measure must not wait for them
    outcomes: list[Outcome] = []
    with contextlib.suppress(KeyboardInterrupt):
        for kind in chosen:
            print(f"{kind.name} …", file=sys.stderr)
            outcomes.append(asyncio.run(carry_out(kind, options.calm)))
    Console().print(shown(outcomes))
    print(machine())
    return 0 if len(outcomes) == len(chosen) and all(one.held for one in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
