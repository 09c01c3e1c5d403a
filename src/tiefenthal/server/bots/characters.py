"""The characters of the bots: each has one name and one face everywhere. The level of a bot is chosen separately.

Names are proper names, so a table stores them as text; a language is listed here only if it spells them differently.
"""

from collections.abc import Collection
from typing import Final

from tiefenthal.server.protocol.http import CharacterInfo

CHARACTERS: Final = (
    CharacterInfo("magda", "p-bot3", {"en": "Magda", "uk": "Магда"}),
    CharacterInfo("bruno", "p-bot2", {"en": "Bruno", "uk": "Бруно"}),
    CharacterInfo("leni", "p-bot5", {"en": "Leni", "uk": "Лені"}),
    CharacterInfo("ambros", "p-bot4", {"en": "Ambros", "uk": "Амброс"}),
    CharacterInfo("toni", "p-bot1", {"en": "Toni", "uk": "Тоні"}),
)
"""In the order in which they come; one more than a table has seats."""
_BY_ID: Final = {one.id: one for one in CHARACTERS}


def character(name: str) -> CharacterInfo | None:
    """The character with this id."""
    return _BY_ID.get(name)


def choose(taken: Collection[str | None], wanted: str | None = None, called: str = "") -> CharacterInfo:
    """The character for a seat when those `taken` sit at the table already: the requested one, else the one with the
    seat's name (older tables have only names), else the next.
    """
    free = [one for one in CHARACTERS if one.id not in taken]
    for one in free:
        if one.id == wanted:
            return one
    for one in free:
        if called in one.names.values():
            return one
    return free[0]
