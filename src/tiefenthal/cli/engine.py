"""`tiefenthal engine`: which build of the engine runs, and making the compiled one now instead of beside a game."""

import os
import sys
import time
from typing import Annotated

import typer

from tiefenthal.cli.language import spoken
from tiefenthal.engine import background, builds, maker, switch
from tiefenthal.engine.sources import HERE
from tiefenthal.i18n import Catalogue
from tiefenthal.terminal.errors import CommandError
from tiefenthal.terminal.output import note


def engine(
    build: Annotated[bool, typer.Option("--build", help="Compile it now, in front of you.")] = False,
) -> None:
    """Say which engine plays: the compiled one, several times as fast, or the interpreted one."""
    if build:
        _build()
    for line in told():
        note(line)


def _build() -> None:
    if switch.installed_compiled():
        return
    try:
        maker.make(builds.place(), parallel=os.cpu_count() or 1)
    except maker.CannotBuild as error:
        raise CommandError(f"the engine cannot be compiled: {error}") from None
    except RuntimeError as error:  # there is no home folder
        raise CommandError(f"there is no place for a compiled engine: {error}") from None
    background.forget_failure()


def told() -> list[str]:
    """What there is to say about it."""
    if switch.installed_compiled():
        return [f"The engine is compiled; it came so with the package, in {HERE}."]
    if switch.refused():
        return [f"The engine is interpreted, because {switch.VARIABLE} says so."]
    found = builds.find()
    if found is not None:
        return [f"The engine is compiled, in {found.folder}."]
    first = "The engine is interpreted."
    if lacking := maker.missing():
        return [first, f"It cannot be compiled: {lacking}."]
    try:
        place = builds.place()
    except RuntimeError as error:
        return [first, f"There is no place for a compiled one: {error}"]
    log = place / background.LOG
    if maker.being_built(place):
        return [first, f"A compiled one is being built; {log} tells how far it is."]
    failure = background.last_failure(place)
    if failure is not None:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(failure.when))
        return [first, f"A compiled one could not be built ({when}): {failure.why}. {log} tells more."]
    return [first, "A compiled one is built beside the next game, or now: tiefenthal engine --build"]


def tell_of_build(words: Catalogue | None = None) -> None:
    """One line for whoever has just begun to play, if a build begins with that; nobody waits for it. Where nothing
    else is said, in the system's language."""
    log = background.start()
    if log is not None:
        note((words or spoken(None)).say("terminal.engine.builds", log=str(log)))
        sys.stdout.flush()
