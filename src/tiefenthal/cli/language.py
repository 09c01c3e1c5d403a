"""In which language the terminal speaks: as the option says, else as the system is set, else in English."""

import os
from typing import Annotated, Final

import typer

from tiefenthal import i18n
from tiefenthal.terminal.errors import bad_option

SETTINGS: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the system says it; the first that is set counts."""

Language = Annotated[
    str | None,
    typer.Option("--language", help=f"One of {', '.join(i18n.CODES)}. [default: as your system is set, or en]"),
]


def spoken(language: str | None) -> i18n.Catalogue:
    """The words to speak in."""
    if language is None:
        return i18n.catalogue(system_language())
    code = language.lower()
    if code not in i18n.CODES:
        raise bad_option(f"the game has no words for {language[:20]!r}; give one of {', '.join(i18n.CODES)}")
    return i18n.catalogue(code)


def system_language() -> str:
    """The language the system is set to, if the game speaks it."""
    setting = next((os.environ[name] for name in SETTINGS if os.environ.get(name)), "")
    code = setting[:2].lower()
    return code if code in i18n.LANGUAGES and not setting[2:3].isalnum() else i18n.DEFAULT
