"""How an edition differs from another one: figures that stand in the same place, and cards that only one has."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from tiefenthal.engine.components import Edition
from tiefenthal.engine.components.boards import ENTERTAINER_SIDES, ROUNDS
from tiefenthal.engine.components.kinds import (
    AREA_NAMES,
    ENTERTAINER_NAMES,
    FIRST_REGULAR,
    MONEY,
    NOBLE,
    NOTHING,
    TAVERN_KINDS,
    TAVERN_NAMES,
)

Given = int | tuple[int, ...]
"""A number, or what a space gives: packed bonuses, several for a choice or a list, none for nothing."""


class Place(NamedTuple):
    """Where a figure stands."""

    part: str
    name: str = ""
    """Of a card, an area, an entertainer or a supply."""
    number: int = 0
    """Of a space, an evening, a start card, a row of the guest book or a side of an entertainer."""
    column: int = 0
    what: str = "space"


class Difference(NamedTuple):
    """A figure that differs."""

    place: Place
    here: Given
    usual: Given


class Face(NamedTuple):
    """A guest, or a regular (cost 0)."""

    cost: int
    die: int
    pays: int
    points: int
    bonus: int
    module: int


class CardDifference(NamedTuple):
    """A face that is on more or fewer cards."""

    face: Face
    here: int
    usual: int


_SUPPLY: Final = (
    "tavern_count", "bard_count", "nobles", "schnapps", "schnapps_kept", "signatures", "counter_guests", "colour_dice",
    "white_dice", "start_cards_revealed",
)  # fmt: skip


def differences(here: Edition, usual: Edition) -> list[Difference]:
    """The figures that differ, in the order of an edition file."""
    figures, others = dict(_figures(here)), dict(_figures(usual))
    return [
        Difference(place, figure, others.get(place, ()))
        for place, figure in figures.items()
        if figure != others.get(place)
    ]


def card_differences(here: Edition, usual: Edition) -> list[CardDifference]:
    """The regulars of a player and the guests of the box that differ."""
    ours, theirs = _faces(here), _faces(usual)
    return [
        CardDifference(face, ours[face], theirs[face])
        for face in sorted(ours.keys() | theirs.keys())
        if ours[face] != theirs[face]
    ]


def _faces(edition: Edition) -> Counter[Face]:
    found: Counter[Face] = Counter()
    for kind in range(FIRST_REGULAR, edition.card_count):
        face = Face(
            edition.beer[kind],
            edition.die[kind],
            edition.pays[kind],
            edition.points[kind],
            edition.bonus[kind],
            edition.guest_module[kind],
        )
        found[face] += edition.guest_copies[kind] or edition.regulars.count(kind)
    return found


def _codes(*codes: int) -> tuple[int, ...]:
    return tuple(code for code in codes if code != NOTHING)


def _figures(edition: Edition) -> Iterator[tuple[Place, Given]]:
    for name in _SUPPLY:
        yield Place("supply", name, what="count"), getattr(edition, name)
    for kind in TAVERN_KINDS:
        yield Place("cards", TAVERN_NAMES[kind], what="price"), edition.price[kind]
        yield Place("cards", TAVERN_NAMES[kind], what="points"), edition.points[kind]
    for area, name in enumerate(AREA_NAMES):
        yield Place("areas", name, what="price"), edition.area_price[area]
        yield Place("areas", name, what="discount"), edition.area_discount[area]
        yield Place("areas", name, what="basic"), edition.area_yield[area][0]
        yield Place("areas", name, what="upgraded"), edition.area_yield[area][1]
    yield Place("noble", what="die"), edition.die[NOBLE]
    yield Place("noble", what="pays"), edition.pays[NOBLE]
    yield Place("noble", what="points"), edition.points[NOBLE]
    for number, price in enumerate(edition.noble_price[1:], 1):
        yield Place("noble", number=number, what="beer"), price
    yield from _boards(edition)


def _boards(edition: Edition) -> Iterator[tuple[Place, Given]]:
    for number, code in enumerate(edition.monastery[1:], 1):
        yield Place("monastery", number=number), _codes(code)
    for number in range(1, ROUNDS + 1):
        yield Place("summer", number=number), _codes(*edition.summer[number])
        yield Place("winter", number=number), _codes(*edition.winter[number])
        printed = edition.schnapps_track[number]
        yield Place("winter", number=number, what="schnapps"), printed
        yield Place("winter", number=number, what="tile"), edition.schnapps_track_module_2[number] - printed
    for entertainer, name in enumerate(ENTERTAINER_NAMES):
        for side in range(len(ENTERTAINER_SIDES[entertainer])):
            yield Place("entertainers", name, side + 1, what="schnapps"), edition.entertainer_cost[entertainer][side]
            if entertainer == MONEY:
                yield Place("entertainers", name, side + 1, what="gain"), edition.entertainer_gain[entertainer][side]
    for number, code in enumerate(edition.ring_signed[1:], 1):
        yield Place("ring", number=number), _codes(code)
    for number, items in enumerate(edition.start_cards[1:], 1):
        yield Place("start", number=number), _codes(*items)
    for row, codes in enumerate(edition.book, 1):
        for column, code in enumerate(codes, 1):
            yield Place("book", number=row, column=column), _codes(code)
