"""Which texts look alike: their skeletons by Unicode's TR39 are equal. "Anna" may be written with Cyrillic letters."""

import unicodedata
from collections.abc import Iterable
from functools import cache


def skeleton(text: str) -> str:
    """What a text is reduced to for the eye. It is compared, and never shown."""
    prototypes = _prototypes()
    plain = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join([prototypes.get(sign, sign) for sign in plain]))


def apart(name: str, taken: Iterable[str]) -> str:
    """The name, with a number if somebody at the table already has one that looks like it."""
    number, found = 1, name
    alike = {skeleton(one) for one in taken}
    while skeleton(found) in alike:
        number += 1
        found = f"{name[:20]} {number}"
    return found


@cache
def _prototypes() -> dict[str, str]:
    """What each sign looks like. The library has both directions of every pair: what many look like is their prototype,
    and of a pair that stands alone the first one."""
    from confusable_homoglyphs.confusables import confusables_data as data  # a tenth of a second

    found: dict[str, str] = {}
    for sign, alike in data.items():
        if len(sign) == 1 and len(alike) == 1:
            other: str = alike[0]["c"]
            found[sign] = other if len(data[other]) > 1 else min(sign, other)
    return found
