"""Attack a server in every known way, each time a fresh one, while people play at a healthy table (`make attack`).

Prints a table of attack and outcome, with the time that moves at the healthy table took (and how many there were); the
exit status is 1 when one of them succeeded.
"""

import argparse
import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Set
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from harness.server import PATIENCE, Failure, Server, fresh_server, keep_to, machine
from scripts.attacks import ATTACKS
from scripts.attacks.base import Attack, Inn
from scripts.attacks.healthy import ENOUGH, Figures, Healthy, Noticed
from tiefenthal.client import ConnectionLost, ServerError, UnreachableError

SHORTEST: Final = 2.0
"""Seconds: an attack that ends earlier is repeated at once, before the next pause."""


def divided() -> tuple[Set[int], Set[int]]:
    """The processors of whoever attacks, and those of server and players; none named where there is only one.

    In reality attackers use other machines: their own computing slows nobody down, what they do to the server does.
    """
    if sys.platform != "linux":
        return frozenset(), frozenset()
    *others, last = sorted(os.sched_getaffinity(0))
    return (frozenset({last}), frozenset(others)) if others else (frozenset(), frozenset())


ATTACKERS, DEFENDERS = divided()


class Outcome(NamedTuple):
    """How an attack went."""

    attack: str
    held: bool
    noticed: bool
    """It did not succeed, but moves at the healthy table took longer."""
    words: str
    figures: Figures
    seconds: float


async def carry_out(kind: type[Attack], calm: int) -> Outcome:
    """One attack, against a server of its own."""
    began = time.monotonic()
    figures = Figures(0.0, 0.0, 0, 0)
    noticed = False
    try:
        async with asyncio.timeout(kind.seconds + PATIENCE):
            with fresh_server(kind.options) as server:
                server.files = kind.files
                server.processors = DEFENDERS
                await server.start()
                if kind.disturbs:
                    words = await kind().run(Inn(server))
                else:
                    healthy = Healthy(server)
                    try:
                        words = await _beside(healthy, kind, server, calm)
                    finally:
                        await healthy.stop()
                        figures = healthy.figures()
        held = True
    except TimeoutError:
        held, words = False, "the attack did not come to an end"
    except (ConnectionLost, ServerError, UnreachableError) as error:
        held, words = False, f"the attacker was disturbed: {error}"
    except Noticed as noticed_it:
        held, noticed, words = False, True, str(noticed_it)
    except Failure as failure:
        held, words = False, str(failure)
    return Outcome(kind.name, held, noticed, words, figures, time.monotonic() - began)


async def _beside(healthy: Healthy, kind: type[Attack], server: Server, calm: int) -> str:
    """Attack while others play, alternating with pauses, until enough of their moves happened during it; the results.
    It alternates, so that other load on the machine affects both.
    """
    attack, inn = kind(), Inn(server)
    await attack.prepare(inn)
    await healthy.start()
    await healthy.calm(calm)
    first = ""
    started = time.monotonic()
    while True:
        began = time.monotonic()
        while True:
            words = await attack.run(inn)
            first = first or words
            if time.monotonic() - began > SHORTEST or not attack.again:
                break
        healthy.attacked(began, time.monotonic())
        await healthy.calm(calm)
        if healthy.figures().attacked_moves >= ENOUGH or not attack.again:
            break
        if time.monotonic() - started > kind.seconds / 2:
            break
    while healthy.figures().calm_moves < ENOUGH:
        await healthy.calm(calm)
    healthy.check()
    server.check_alive()
    server.check_log()
    return first


def shown(outcomes: list[Outcome]) -> Table:
    """The outcomes, for people."""
    table = Table(title="attacks")
    for name in ("attack", "outcome", "p99 calm", "p99 attacked", "ratio", "took"):
        table.add_column(name, justify="left" if name in ("attack", "outcome") else "right")
    for one in outcomes:
        table.add_row(
            one.attack,
            ("[green]held[/]: " if one.held else "[red]SUCCEEDED[/]: ") + one.words.replace("[", r"\["),
            f"{one.figures.calm * 1000:.1f} ms ({one.figures.calm_moves})" if one.figures.calm else "",
            f"{one.figures.attacked * 1000:.1f} ms ({one.figures.attacked_moves})" if one.figures.attacked else "",
            f"{one.figures.attacked / one.figures.calm:.1f}" if one.figures.calm else "",
            f"{one.seconds:.0f} s",
        )
    return table


def main() -> int:
    """Run the attacks and report."""
    parser = argparse.ArgumentParser(description="Attack a server of your own in every known way.")
    parser.add_argument("--only", action="append", default=[], help="attacks whose name contains this")
    parser.add_argument("--calm", type=int, default=50, help="moves of play before and after each attack")
    options = parser.parse_args()
    chosen = [one for one in ATTACKS if not options.only or any(part in one.name for part in options.only)]
    if not chosen:
        parser.error("there is no such attack; there are: " + ", ".join(one.name for one in ATTACKS))
    if options.calm < 1:
        parser.error("--calm must be 1 or more: there is nothing to compare with otherwise")
    keep_to(ATTACKERS)
    outcomes: list[Outcome] = []
    with contextlib.suppress(KeyboardInterrupt):
        for kind in chosen:
            print(f"{kind.name} …", file=sys.stderr)
            outcome = asyncio.run(carry_out(kind, options.calm))
            if outcome.noticed:  # by chance, on a machine that is not alone? what an attack does, it does again
                print("  noticed; once more …", file=sys.stderr)
                outcome = asyncio.run(carry_out(kind, options.calm))
            outcomes.append(outcome)
    Console().print(shown(outcomes))
    print(machine())
    return 0 if len(outcomes) == len(chosen) and all(one.held for one in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
