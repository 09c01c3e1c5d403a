"""`tiefenthal engine`: which build of the engine runs, and making the compiled one now instead of during a game."""

import os
import sys
import time
from typing import Annotated, Final

import typer

from tiefenthal.app.cli.language import Language, spoken
from tiefenthal.app.terminal.errors import CommandError
from tiefenthal.app.terminal.plain import note
from tiefenthal.engine.build import background, builds, maker, switch
from tiefenthal.engine.build.sources import HERE
from tiefenthal.i18n import Catalogue

COMMAND: Final = "tiefenthal engine --build"


def engine(
    build: Annotated[bool, typer.Option("--build", help="Compile it now, in the foreground.")] = False,
    language: Language = None,
) -> None:
    """Say which engine plays: the compiled one, several times as fast, or the interpreted one."""
    words = spoken(language)
    if build:
        _build(words)
    for line in told(words):
        note(line)


def _build(words: Catalogue) -> None:
    if switch.installed_compiled():
        return
    try:
        maker.make(builds.place(), parallel=os.cpu_count() or 1)
    except maker.CannotBuild as error:
        why = why_words(words, error.reason, error.about)
        raise CommandError(words.say("terminal.engine.cannot", why=why)) from None
    except RuntimeError:  # of `Path.home`
        raise CommandError(words.say("terminal.engine.cannot", why=why_words(words, "no-home"))) from None
    background.forget_failure()


def why_words(words: Catalogue, why: str, about: str = "") -> str:
    """Why there is no compiled engine."""
    return words.say(f"terminal.engine.why.{why}", about=about) if why in maker.REASONS else why


def told(words: Catalogue) -> list[str]:
    """What there is to say about it."""
    if switch.installed_compiled():
        return [words.say("terminal.engine.package", place=str(HERE))]
    if switch.refused():
        return [words.say("terminal.engine.refused", variable=switch.VARIABLE)]
    found = builds.find()
    if found is not None:
        return [words.say("terminal.engine.compiled", place=str(found.folder))]
    first = words.say("terminal.engine.interpreted")
    if lacking := maker.missing():
        return [first, words.say("terminal.engine.lacking", why=why_words(words, lacking))]
    try:
        place = builds.place()
    except RuntimeError:
        return [first, words.say("terminal.engine.lacking", why=why_words(words, "no-home"))]
    log = str(place / background.LOG)
    if maker.being_built(place):
        return [first, words.say("terminal.engine.being-built", log=log)]
    failure = background.last_failure(place)
    if failure is not None:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(failure.when))
        why = why_words(words, failure.why, failure.about)
        return [first, words.say("terminal.engine.failed", when=when, why=why, log=log)]
    return [first, words.say("terminal.engine.next", command=COMMAND)]


def tell_of_build(words: Catalogue | None = None) -> None:
    """One line for a player who has just begun, if a build starts with that; nobody waits for it. In the system's
    language by default.
    """
    log = background.start()
    if log is not None:
        note((words or spoken(None)).say("terminal.engine.builds", log=str(log)))
        sys.stdout.flush()
