"""The fields of a position document. Each key is defined here once, with how it is written and, if it depends on no
other field, how it is read. What depends on other fields is read in `seat`, `read` and `fill`.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tiefenthal.engine.components.kinds import (
    AREA_NAMES,
    BARD,
    ENTERTAINER_NAMES,
    NO_CARD,
    TAVERN_KINDS,
    TAVERN_NAMES,
)
from tiefenthal.engine.record.position.text import Document
from tiefenthal.engine.record.position.values import Thing, Values
from tiefenthal.engine.record.position.words import (
    GONE,
    choice_words,
    die_words,
    read_choice,
    read_steps,
    step_words,
)
from tiefenthal.engine.rules.invariants_seat import MOST_HELD
from tiefenthal.engine.rules.placing import helped_dice, used_spaces
from tiefenthal.engine.rules.spaces import FIRST_TABLE, SPACE_NAMES
from tiefenthal.engine.rules.state import Player, State

MOST_TOKENS: Final = 99
MOST_REPUTATION: Final = 31

Write = Callable[[State, Player, bool], object]
"""The value of a field of a seat; the last argument says whether it is for a view."""
Read = Callable[[Values, Player, object, str], None]
"""Reads a value at a path of the document into a seat; faults are noted."""


class SeatField(NamedTuple):
    """A key of a seat."""

    key: str
    write: Write
    read: Read | None = None
    """None for what depends on other fields."""
    module: int = 1
    """The first module that has it."""


class SupplyField(NamedTuple):
    """A key of the supply."""

    key: str
    count: Callable[[State], int]
    module: int = 1


# --- kinds of fields


def _number(key: str, attribute: str, most: int, module: int = 1) -> SeatField:
    def read(v: Values, p: Player, value: object, path: str) -> None:
        setattr(p, attribute, v.whole(value, path, 0, most, 0))

    return SeatField(key, lambda s, p, view: getattr(p, attribute), read, module)


def _flag(key: str, attribute: str, module: int = 1) -> SeatField:
    def read(v: Values, p: Player, value: object, path: str) -> None:
        setattr(p, attribute, 1 if v.yes_no(value, path, False) else 0)

    return SeatField(key, lambda s, p, view: getattr(p, attribute) == 1, read, module)


def _names(key: str, attribute: str, names: Sequence[str], what: Thing) -> SeatField:
    """A set of things, kept as the bits of an integer."""

    def write(s: State, p: Player, view: bool) -> object:
        bits: int = getattr(p, attribute)
        return [name for number, name in enumerate(names) if bits >> number & 1] if bits else []

    def read(v: Values, p: Player, value: object, path: str) -> None:
        setattr(p, attribute, sum([1 << number for number in v.words(value, path, names, what)]))

    return SeatField(key, write, read)


def _dice(key: str, white: bool) -> SeatField:
    def write(s: State, p: Player, view: bool) -> object:
        dice = range(p.coloured, len(p.faces)) if white else range(p.coloured)
        return [die_words(p.faces[die], p.places[die]) for die in dice]

    return SeatField(key, write)


# --- single fields


def pile_words(names: list[str], cards: list[int], known: int, view: bool) -> list[str] | Document:
    """A pile, top card first; in a view only what is known of it."""
    if not view:
        return [names[card] for card in reversed(cards)]
    unknown = len(cards) - known
    rest: dict[str, int] = {}
    for card in sorted(cards[:unknown]):
        rest[names[card]] = rest.get(names[card], 0) + 1
    return {"top": [names[card] for card in reversed(cards[unknown:])], "rest": rest}


def _deck(s: State, p: Player, view: bool) -> object:
    return pile_words(s.setup.edition.card_names, p.deck, p.known, view)


def _discard(s: State, p: Player, view: bool) -> object:
    return [s.setup.edition.card_names[card] for card in reversed(p.discard)]


def _seated(s: State, p: Player, view: bool) -> object:
    """Who sits where; of somebody removed only the face that was asked for is left."""
    names = s.setup.edition.card_names
    gone = [f"{GONE} {asked}" for asked in p.required[FIRST_TABLE:]] if p.required else [GONE] * len(p.seated)
    return [names[card] if card != NO_CARD else gone[table] for table, card in enumerate(p.seated)]


def _drawn(s: State, p: Player, view: bool) -> object:
    return {TAVERN_NAMES[kind]: p.drawn[kind] for kind in TAVERN_KINDS if p.drawn[kind]}


def _coaster(v: Values, p: Player, value: object, path: str) -> None:
    p.coaster = [v.whole(face, f"{path}[{i}]", 1, 6, 1) for i, face in enumerate(v.items(value, path), start=1)]


def _used(s: State, p: Player, view: bool) -> object:
    return [SPACE_NAMES[space] for space in used_spaces(p)]


WORKERS: Final = (("working", "dishwashers"), ("spent", "spent"), ("returned", "returned_helpers"))
"""Dishwashers of the evening: keys, and the attributes of a seat that count them."""
UNMOVED: Final = "unmoved"
WORKER_KEYS: Final = (*[key for key, _ in WORKERS], UNMOVED)


def _dishwashers(s: State, p: Player, view: bool) -> object:
    """Which dice are unmoved is written only where it is not simply all that have help."""
    workers: Document = {key: getattr(p, attribute) for key, attribute in WORKERS}
    if p.returned_helpers and p.unmoved != helped_dice(p):
        workers[UNMOVED] = [
            die_words(p.faces[die], place) for die, place in enumerate(p.places) if p.unmoved >> die & 1
        ]
    return workers


def _choice(v: Values, p: Player, value: object, path: str) -> None:
    if value is not None:
        p.choice = read_choice(v, value, path, p.choice)


def _entertainers(s: State, p: Player, view: bool) -> object:
    return {name: side for name, side in zip(ENTERTAINER_NAMES, p.entertainers, strict=True) if side}


def _read_entertainers(v: Values, p: Player, value: object, path: str) -> None:
    sides = v.table(value, path, ENTERTAINER_NAMES)
    p.entertainers = [v.integer(sides, name, path, 1, 2, 0) for name in ENTERTAINER_NAMES]


def _read_steps(v: Values, p: Player, value: object, path: str) -> None:
    p.steps = read_steps(v, value, path)


COUNTS: Final = (
    ("thalers", "thaler_count"),
    ("beer", "beer_count"),
    ("steps", "counted"),
    ("cashbox", "cash_count"),
    ("barrel", "barrel_count"),
    ("brewer", "brewer_count"),
)
"""The sums of M3-5: keys, and the attributes of a seat."""


def counts_of(p: Player) -> dict[str, int]:
    """The sums of M3-5 by their keys."""
    return {key: getattr(p, attribute) for key, attribute in COUNTS}


def _book(v: Values, p: Player, value: object, path: str) -> None:
    columns = v.items(value, path)
    if len(columns) != len(p.book):
        v.note(path, "book-columns", columns=len(p.book), count=len(columns))
    else:
        p.book = [v.whole(height, f"{path}[{i}]", 0, 99, 0) for i, height in enumerate(columns, start=1)]


# --- the tables

SEAT_FIELDS: Final = (
    SeatField("deck", _deck),
    SeatField("known", lambda s, p, view: p.known),
    SeatField("discard", _discard),
    SeatField("tables", lambda s, p, view: p.tables),
    SeatField("seated", _seated),
    SeatField("nobles", lambda s, p, view: p.nobles),
    SeatField("drawn", _drawn),
    SeatField("coaster", lambda s, p, view: p.coaster[:], _coaster),
    _dice("coloured_dice", white=False),
    _dice("white_dice", white=True),
    SeatField("used", _used),
    SeatField("dishwashers", _dishwashers),
    _number("thalers", "thalers", MOST_HELD),
    _number("beer", "beer", MOST_HELD),
    _names("upgraded", "upgraded", AREA_NAMES, "area"),
    _number("monastery", "monastery", MOST_TOKENS),
    _number("counter_guests", "counter_guests", MOST_TOKENS),
    _names("bought", "bought", TAVERN_NAMES, "tavern-card"),
    _flag("recruited", "recruited"),
    SeatField("choice", lambda s, p, view: choice_words(p.choice), _choice),
    _number("schnapps", "schnapps", MOST_HELD, module=2),
    SeatField("entertainers", _entertainers, _read_entertainers, module=2),
    _flag("juggled", "juggled", module=2),
    _number("reputation", "reputation", MOST_REPUTATION, module=3),
    SeatField("bards", lambda s, p, view: p.bards, module=3),
    SeatField("steps", lambda s, p, view: [step_words(step) for step in p.steps], _read_steps, module=3),
    SeatField("count", lambda s, p, view: counts_of(p), module=3),
    SeatField("book", lambda s, p, view: p.book[:], _book, module=5),
)


def _pile(kind: int) -> SupplyField:
    return SupplyField(TAVERN_NAMES[kind], lambda s: s.piles[kind], 3 if kind == BARD else 1)


SUPPLY_FIELDS: Final = (
    *[_pile(kind) for kind in TAVERN_KINDS],
    SupplyField("nobles", lambda s: s.nobles),
    SupplyField("counter_guests", lambda s: s.counter_guests),
    SupplyField("schnapps", lambda s: s.schnapps, module=2),
    SupplyField("signatures", lambda s: s.signatures, module=5),
)
GUESTS_KEYS: Final = ("pile", "deck", "row")
SIGNED: Final = "signed"  # from module 5 on


@functools.cache
def seat_fields(modules: int) -> list[SeatField]:
    """The fields of a seat with modules 1 to n."""
    return [field for field in SEAT_FIELDS if field.module <= modules]


@functools.cache
def supply_fields(modules: int) -> list[SupplyField]:
    """The fields of the supply with modules 1 to n."""
    return [field for field in SUPPLY_FIELDS if field.module <= modules]
