"""The language of the terminal: the option's, else the system's, else English."""

import os
from contextvars import ContextVar
from typing import Annotated, Final

import typer

from tiefenthal import i18n
from tiefenthal.app.terminal.errors import wrong_option

SETTINGS: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the system says it; the first that is set counts."""

Language = Annotated[
    str | None,
    typer.Option("--language", help=f"One of {', '.join(i18n.CODES)}. [default: as your system is set, or en]"),
]


_SPOKEN: Final[ContextVar[str]] = ContextVar("spoken", default=i18n.DEFAULT)
"""What the command speaks; English until it has begun to, and in commands that speak nothing else."""


def spoken(language: str | None) -> i18n.Catalogue:
    """The words to speak in, also when something goes wrong from now on."""
    _SPOKEN.set(system_language())
    if language is not None:
        code = language.lower()
        if code not in i18n.CODES:
            raise wrong_option("language", found=repr(language[:20]), codes=", ".join(i18n.CODES))
        _SPOKEN.set(code)
    return speaking()


def speaking() -> i18n.Catalogue:
    """The words the command speaks in."""
    return i18n.catalogue(_SPOKEN.get())


def silent() -> None:
    """A new command begins, which has not said anything."""
    _SPOKEN.set(i18n.DEFAULT)


def system_language() -> str:
    """The language the system is set to, if the game speaks it."""
    setting = next((os.environ[name] for name in SETTINGS if os.environ.get(name)), "")
    code = setting[:2].lower()
    return code if code in i18n.LANGUAGES and not setting[2:3].isalnum() else i18n.DEFAULT
