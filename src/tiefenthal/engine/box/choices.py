"""What a space or a guest can show, as lists to choose from. The words are those of edition files."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from tiefenthal.engine.components.boards import RING_NUMBERS
from tiefenthal.engine.components.kinds import (
    BARD,
    ENTERTAINER_NAMES,
    GIVES_CARD,
    GIVES_COUNTER_GUEST,
    GIVES_DIE,
    GIVES_ENTERTAINER,
    GIVES_FREE_UPGRADE,
    GIVES_GUEST,
    GIVES_MONASTERY,
    GIVES_NOBLE,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    GIVES_SERVICE_DENIED,
    GIVES_THALERS,
    NOTHING,
    RING_CROWN,
    RING_POINTS,
    RING_SIGNATURE,
    RING_TOAST,
    TAVERN_KINDS,
    bonus,
    bonus_amount,
    bonus_what,
)
from tiefenthal.engine.components.words import UNKNOWN, bonus_words, read_bonus, read_ring_space, read_track_option

MOST_AMOUNT: Final = 9
BETWEEN: Final = " | "
"""Stands between the two sides of a choice, as in edition files."""
_AMOUNT: Final = "{n}"


class Choice(NamedTuple):
    """One thing that can be chosen."""

    words: str
    """ "{n} thalers": `{n}` is filled with the amount."""
    code: int
    """The packed bonus, with an amount of 1."""
    most: int = 0
    """The largest amount; 0 if it has no amount."""
    pair: bool = False
    """Whether two such things may share a space as a choice."""

    def filled(self, amount: int) -> str:
        """The words with an amount."""
        return self.words.replace(_AMOUNT, str(amount))


def _one(code: int, *, pair: bool = False) -> Choice:
    return Choice(bonus_words(code), code, 0, pair)


def _some(what: int, word: str, most: int = MOST_AMOUNT) -> Choice:
    return Choice(f"{_AMOUNT} {word}", bonus(what), most)


def _cards(kinds: Iterable[int], *, pair: bool = False) -> list[Choice]:
    return [_one(bonus(GIVES_CARD, kind), pair=pair) for kind in kinds]


_EARLY: Final = [kind for kind in TAVERN_KINDS if kind != BARD]
_NOTHING: Final = _one(NOTHING)
_THALERS: Final = _some(GIVES_THALERS, "thalers")
_STEPS: Final = _some(GIVES_MONASTERY, "monastery")
_NOBLE: Final = _one(bonus(GIVES_NOBLE))
_SERVICE_DENIED: Final = _one(bonus(GIVES_SERVICE_DENIED))
_LATE: Final = [
    *_cards([BARD]),
    _some(GIVES_SCHNAPPS, "schnapps"),
    _some(GIVES_REPUTATION, "reputation"),
]

GUEST: Final = "guest"
LATE_GUEST: Final = "late-guest"
MONASTERY: Final = "monastery"
WINTER: Final = "winter"
RING: Final = "ring"
BOOK: Final = "book"

_ON_GUESTS: Final = [_NOTHING, _THALERS, *_cards(_EARLY), _STEPS, _SERVICE_DENIED, _NOBLE]
LISTS: Final[dict[str, list[Choice]]] = {
    GUEST: _ON_GUESTS,
    LATE_GUEST: [*_ON_GUESTS, *_LATE],
    MONASTERY: [_NOTHING, _THALERS, *_cards(_EARLY), _SERVICE_DENIED, _NOBLE],
    WINTER: [
        _one(bonus(GIVES_COUNTER_GUEST)),
        _one(bonus(GIVES_FREE_UPGRADE)),
        *[_one(bonus(GIVES_ENTERTAINER, number)) for number in range(len(ENTERTAINER_NAMES))],
        _one(bonus(GIVES_GUEST), pair=True),
        _one(bonus(GIVES_DIE), pair=True),
        *_cards(TAVERN_KINDS, pair=True),
    ],
    RING: [
        _some(RING_POINTS, "points", RING_NUMBERS),
        _one(bonus(GIVES_SCHNAPPS)),
        _one(bonus(RING_TOAST)),
        _one(bonus(RING_SIGNATURE)),
        _one(bonus(RING_CROWN)),
    ],
    BOOK: [*_ON_GUESTS, *_LATE],
}


def read(name: str, words: str) -> int:
    """The packed bonus that these words mean in a list; UNKNOWN where they are not in it."""
    reader = {WINTER: read_track_option, RING: read_ring_space}.get(name, read_bonus)
    code = reader(words)
    for choice in LISTS[name]:
        if code == choice.code or (
            choice.most and bonus_what(code) == bonus_what(choice.code) and 1 <= bonus_amount(code) <= choice.most
        ):
            return code
    return UNKNOWN


def canonical(name: str, words: str) -> str | None:
    """The words as this list writes them, both sides of a choice; None where they are not in it."""
    found: list[str] = []
    # "schnapps | service denied" is one space of the ring, and no choice of two
    for part in words.split(BETWEEN) if name == WINTER else [words]:
        code = read(name, part)
        if code == UNKNOWN:
            return None
        found.append(next(_spelt(choice, code) for choice in LISTS[name] if _is(choice, code)))
    return BETWEEN.join(found)


def _is(choice: Choice, code: int) -> bool:
    return code == choice.code or (choice.most > 0 and bonus_what(code) == bonus_what(choice.code))


def _spelt(choice: Choice, code: int) -> str:
    return choice.filled(bonus_amount(code)) if choice.most else choice.words
