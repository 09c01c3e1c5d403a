"""The figures of an edition as columns of a row of features: those that differ between boxes and that a player minds.

What a bonus is worth is put roughly, in thalers: it is for the network to say what that comes to. Everything the
rulebooks state is the same in every box and stands in no column. Worked out once for an edition.
"""

from typing import Final

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.kinds import (
    AREA_COUNT,
    GIVES_CARD,
    GIVES_ENTERTAINER,
    GIVES_MONASTERY,
    GIVES_NOBLE,
    GIVES_REPUTATION,
    GIVES_SCHNAPPS,
    GIVES_SERVICE_DENIED,
    GIVES_THALERS,
    RING_SIGNATURE,
    bonus_amount,
    bonus_what,
)

TRACK: Final = 23  # the spaces of the monastery track
SPACES_AHEAD: Final = 8
BOOK_ROWS: Final = 3
BOOK_COLUMNS: Final = 4
CHEAPEST: Final = 3  # beer for a guest
COSTS: Final = 6
FACES: Final = 6
ENTERTAINERS: Final = 3
TENTHS: Final = 10
NOBLE_WORTH: Final = 10
DEAREST: Final = 24
"""An area that costs more counts as this dear: no network has seen more."""
MOST: Final = 255

AT_AREAS: Final = 0
AT_POINTS: Final = AT_AREAS + AREA_COUNT  # of guests by cost, in tenths
AT_PAY: Final = AT_POINTS + COSTS
AT_BONUS: Final = AT_PAY + COSTS
AT_REGULARS: Final = AT_BONUS + COSTS  # by die: how many a player has
AT_GUESTS: Final = AT_REGULARS + FACES  # by die: how many there are
AT_MONASTERY: Final = AT_GUESTS + FACES
AT_BOOK: Final = AT_MONASTERY + TRACK
AT_ARRIVALS: Final = AT_BOOK + BOOK_ROWS * BOOK_COLUMNS  # the rounds in which entertainers come
AT_SIGNATURE: Final = AT_ARRIVALS + ENTERTAINERS
FIGURES: Final = AT_SIGNATURE + 1
"""How many columns there are."""


class Figures:
    """What is read off an edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition: Edition = edition
        self.monastery: list[int] = [0] * TRACK
        """What each space is worth."""
        self.monastery_left: list[int] = [0] * TRACK
        """What all spaces after it are worth."""
        self.nobles_left: list[int] = [0] * TRACK
        self.book: list[int] = [0] * (BOOK_ROWS * BOOK_COLUMNS)
        """What each bonus of the guest book is worth, column by column."""
        self.columns: list[int] = [0] * FIGURES
        _read_tracks(self, edition)
        _fill(self, edition)


class _Newest:
    def __init__(self) -> None:
        self.figures: Figures | None = None


_newest: Final = _Newest()


def figures_of(edition: Edition) -> Figures:
    """The figures of an edition. Those asked for last are kept: games are mostly of one edition."""
    found = _newest.figures
    if found is None or found.edition is not edition:
        found = Figures(edition)
        _newest.figures = found
    return found


def worth_of(edition: Edition, code: int) -> int:
    """What a bonus is worth, roughly, in thalers."""
    what = bonus_what(code)
    amount = bonus_amount(code)
    if what == GIVES_CARD:
        return min(edition.price[amount], NOBLE_WORTH)
    if what == GIVES_THALERS:
        return amount
    if what == GIVES_NOBLE:
        return NOBLE_WORTH
    if what in (GIVES_MONASTERY, GIVES_SCHNAPPS, GIVES_REPUTATION):
        return 2 * amount
    return 2 if what == GIVES_SERVICE_DENIED else 0


def _read_tracks(figures: Figures, edition: Edition) -> None:
    spaces = edition.monastery
    for space in range(1, TRACK):
        figures.monastery[space] = worth_of(edition, spaces[space])
    for space in range(TRACK - 2, -1, -1):
        noble = 1 if bonus_what(spaces[space + 1]) == GIVES_NOBLE else 0
        figures.monastery_left[space] = _byte(figures.monastery_left[space + 1] + figures.monastery[space + 1])
        figures.nobles_left[space] = figures.nobles_left[space + 1] + noble
    for column in range(BOOK_COLUMNS):
        for row in range(BOOK_ROWS):
            figures.book[column * BOOK_ROWS + row] = worth_of(edition, edition.book[row][column])


def _fill(figures: Figures, edition: Edition) -> None:
    out = figures.columns
    for area in range(AREA_COUNT):
        out[AT_AREAS + area] = min(edition.area_price[area], DEAREST)
    copies = [0] * COSTS
    for kind in range(edition.first_guest, edition.card_count):
        number = edition.guest_copies[kind]
        cost = edition.beer[kind] - CHEAPEST
        copies[cost] += number
        out[AT_POINTS + cost] += number * edition.points[kind]
        out[AT_PAY + cost] += number * edition.pays[kind]
        out[AT_BONUS + cost] += number * worth_of(edition, edition.bonus[kind])
        out[AT_GUESTS + edition.die[kind] - 1] += number
    for cost in range(COSTS):
        for block in (AT_POINTS, AT_PAY, AT_BONUS):
            if copies[cost] > 0:
                out[block + cost] = _byte(out[block + cost] * TENTHS // copies[cost])
    for kind in edition.regulars:
        out[AT_REGULARS + edition.die[kind] - 1] += 1
    for space in range(TRACK):
        out[AT_MONASTERY + space] = figures.monastery[space]
    for n in range(BOOK_ROWS * BOOK_COLUMNS):
        out[AT_BOOK + n] = figures.book[n]
    for evening in range(len(edition.winter)):
        for code in edition.winter[evening]:
            if bonus_what(code) == GIVES_ENTERTAINER:
                out[AT_ARRIVALS + bonus_amount(code)] = evening
    for space in range(len(edition.ring_signed)):
        if bonus_what(edition.ring_signed[space]) == RING_SIGNATURE:
            out[AT_SIGNATURE] = space


def _byte(number: int) -> int:
    return number if number < MOST else MOST
