"""What an owner is asked for: the figures that the rulebooks leave open, one component after the other.

Everything follows from the reference edition and its marks: asked for is what is ours (`house`) or only inferred. What
a rulebook or a review says is there already, and can be changed where a box shows something else.
"""

import functools
import tomllib
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple

from tiefenthal.engine.box import choices
from tiefenthal.engine.components.boards import (
    BOOK_COLUMNS,
    BOOK_ROWS,
    MONASTERY_SPACES,
    RING_SPACES,
    ROUNDS,
    SPECIAL_OFFERS,
)
from tiefenthal.engine.components.cards import (
    GUESTS_BY_COST,
    MOST_GUEST_PAY,
    MOST_PAY,
    MOST_POINTS,
    MOST_PRICE,
    REGULARS,
)
from tiefenthal.engine.components.kinds import AREA_NAMES, BARD, TAVERN_KINDS, TAVERN_NAMES
from tiefenthal.engine.components.loader import REFERENCE, read_edition, reference_text
from tiefenthal.engine.components.locate import KeyPath
from tiefenthal.engine.components.reader import HOUSE, INFERRED

LATE: Final = 3
"""The module with which bards and the guests with a white die join."""
MOST_SCHNAPPS: Final = 9

Figure = int | str
Tables = dict[str, Any]


class Field(NamedTuple):
    """A figure of the box, and where an edition file keeps it."""

    id: str
    what: str
    """Which figure of its component: `price`, `points`, `die` …"""
    path: KeyPath
    """Its place in an edition file that has a line for each card; empty for one that others follow."""
    source: str
    value: Figure
    """In the reference edition."""
    low: int = 0
    high: int = 0
    """The bounds of a number."""
    choices: str = ""
    """The list that words are chosen from; empty for a number."""
    follows: str = ""
    """The figure that this one is equal to as long as nobody says otherwise."""
    asked: bool = False


RowKind = Literal["card", "area", "regular", "guest", "all", "space", "evening", "way", "ring", "book"]


class Row(NamedTuple):
    """A component, or a space of a board, with its figures."""

    what: RowKind
    name: str
    """Of a card or an area."""
    number: int
    fields: list[Field]
    module: int = 1
    """The first one it is needed for."""


class Step(NamedTuple):
    """Figures that are entered together."""

    id: str
    drawing: str
    """Which component is drawn."""
    cost: int
    """Of the guests in question; 0 for everything else."""
    rows: list[Row]

    def of_module(self, module: int) -> "Step":
        """The same, said to be needed only from a module on."""
        return self._replace(rows=[row._replace(module=module) for row in self.rows])

    def fields(self) -> Iterator[Field]:
        """All figures of the step."""
        for row in self.rows:
            yield from row.fields


class Sheet(NamedTuple):
    """An edition with an entry for each single card, and where each figure comes from."""

    tables: Tables
    marks: dict[KeyPath, str]


@functools.cache
def sheet() -> Sheet:
    """The fields of the reference edition. Readers must not change it."""
    text = reference_text()
    return sheet_of(tomllib.loads(text), dict(read_edition(text, REFERENCE)[1].marks))


def sheet_of(file: Tables, marks: dict[KeyPath, str]) -> Sheet:
    """The tables of an edition file with an entry for each single card."""
    tables = _bare(file)
    single: list[tuple[Tables, int]] = []
    for i, card in enumerate(tables["guests"]["cards"]):
        face = {key: one for key, one in card.items() if key != "copies"}
        face |= {"bonus": card.get("bonus", "nothing"), "module": card.get("module", 1)}
        single += [(face, i)] * card.get("copies", 1)
    single.sort(key=lambda one: (one[0]["module"], one[0]["cost"]))
    found = {path: mark for path, mark in marks.items() if path[:2] != ("guests", "cards")}
    for n, (_, i) in enumerate(single):
        for path, mark in marks.items():
            if path[:3] == ("guests", "cards", i):
                found["guests", "cards", n, path[3]] = mark
    tables["guests"]["cards"] = [dict(face) for face, _ in single]
    for card in tables["regulars"]["cards"]:
        card.setdefault("points", 0)
    return Sheet(tables, found)


def _bare(value: Any) -> Any:
    """The value without the marks that say where it comes from."""
    if isinstance(value, dict):
        return {key: _bare(one) for key, one in value.items() if key not in ("source", "sources")}
    return [_bare(one) for one in value] if isinstance(value, list) else value


@functools.cache
def steps() -> list[Step]:
    """Everything that is asked for, in order."""
    return [
        Step("cards", "card", 0, _cards()),
        Step("areas", "area", 0, _areas()),
        Step("regulars", "regular", 0, _regulars()),
        *[Step(f"guests-{cost}", "guest", cost, _guests(cost)) for cost in GUESTS_BY_COST],
        Step("guests-late", "late-guest", 0, _late_guests()).of_module(LATE),
        Step("monastery", "monastery", 0, _spaces("space", "monastery", MONASTERY_SPACES, choices.MONASTERY)),
        Step("winter", "winter", 0, [*_winter(), *_schnapps()]).of_module(2),
        Step("ring", "ring", 0, _spaces("ring", "reputation", RING_SPACES, choices.RING)).of_module(3),
        Step("book", "book", 0, _book()).of_module(5),
    ]


@functools.cache
def fields() -> dict[str, Field]:
    """Every figure by its id."""
    return {field.id: field for step in steps() for field in step.fields()}


def _number(what: str, path: KeyPath, low: int, high: int, ident: str = "", follows: str = "") -> Field:
    value = _value(path)
    source = _source(path)
    asked = source in (HOUSE, INFERRED) and not follows
    return Field(ident or _id(path), what, path, source, value, low, high, "", follows, asked)


def _words(what: str, path: KeyPath, name: str, ident: str = "") -> Field:
    value = choices.canonical(name, _value(path))
    assert value is not None, path
    source = _source(path)
    return Field(ident or _id(path), what, path, source, value, choices=name, asked=source in (HOUSE, INFERRED))


def _id(path: KeyPath) -> str:
    return ".".join(str(part) for part in path)


def _value(path: KeyPath) -> Any:
    found: Any = sheet().tables
    for part in path:
        found = found[part]
    return found


def _source(path: KeyPath) -> str:
    marks = sheet().marks
    # the cells of the guest book share the mark of their row
    return marks.get(path) or marks[path[:-1]]


def _cards() -> list[Row]:
    return [
        Row("card", TAVERN_NAMES[kind], 0, [
            _number("price", ("cards", TAVERN_NAMES[kind], "price"), 1, MOST_PRICE),
            _number("points", ("cards", TAVERN_NAMES[kind], "points"), 0, MOST_POINTS),
        ], LATE if kind == BARD else 1)
        for kind in TAVERN_KINDS
    ]  # fmt: skip


def _areas() -> list[Row]:
    rows: list[Row] = []
    for area, name in enumerate(AREA_NAMES):
        found = [_number("price", ("areas", name, "price"), 1, MOST_PRICE)]
        if area in SPECIAL_OFFERS:
            found.append(_number("discount", ("areas", name, "discount"), 1, MOST_PRICE))
        rows.append(Row("area", name, 0, found))
    return rows


def _regulars() -> list[Row]:
    path: KeyPath = ("regulars", "cards")
    first = _number("points", (*path, 0, "points"), 0, MOST_POINTS, "regulars.points")
    rows = [Row("all", "", 0, [first._replace(path=())])]
    for n in range(REGULARS):
        at, ident = (*path, n), f"regulars.{n + 1}"
        rows.append(
            Row("regular", "", n + 1, [
                _number("die", (*at, "die"), 1, 6, f"{ident}.die"),
                _number("pays", (*at, "pays"), 0, MOST_PAY, f"{ident}.pays"),
                _number("points", (*at, "points"), 0, MOST_POINTS, f"{ident}.points", first.id),
            ])
        )  # fmt: skip
    return rows


def _guests(cost: int) -> list[Row]:
    common = _number("points", ("guests", "points_by_cost", str(cost)), 0, MOST_POINTS, f"guests.{cost}.points")
    rows = [Row("all", "", 0, [common])]
    for number, n in enumerate(_slots(1, cost), 1):
        ident = f"guests.{cost}.{number}"
        own = _own_points(n, ident, common)._replace(follows=common.id, asked=False)
        rows.append(Row("guest", "", number, [*_face(n, ident, choices.GUEST), own]))
    return rows


def _late_guests() -> list[Row]:
    rows: list[Row] = []
    costs = [cost for cost in GUESTS_BY_COST if cost > min(GUESTS_BY_COST)]
    for number, n in enumerate(_slots(LATE), 1):
        ident = f"guests.late.{number}"
        # how many guests there are of each cost is known only of the others
        cost = _number("cost", _guest(n, "cost"), costs[0], costs[-1], f"{ident}.cost")._replace(asked=True)
        usual = _number("points", ("guests", "points_by_cost", str(cost.value)), 0, MOST_POINTS)
        rows.append(
            Row("guest", "", number, [cost, *_face(n, ident, choices.LATE_GUEST), _own_points(n, ident, usual)])
        )
    return rows


def _own_points(n: int, ident: str, usual: Field) -> Field:
    """The points on one guest, which are those of its cost unless the edition says otherwise."""
    card = sheet().tables["guests"]["cards"][n]
    return usual._replace(id=f"{ident}.points", path=_guest(n, "points"), value=card.get("points", usual.value))


def _slots(module: int, cost: int = 0) -> list[int]:
    """Which entries of the list of guests these are."""
    cards = sheet().tables["guests"]["cards"]
    return [n for n, card in enumerate(cards) if card["module"] == module and cost in (0, card["cost"])]


def _guest(n: int, key: str) -> KeyPath:
    return ("guests", "cards", n, key)


def _face(n: int, ident: str, name: str) -> list[Field]:
    return [
        _number("die", _guest(n, "die"), 1, 6, f"{ident}.die"),
        _number("pays", _guest(n, "pays"), 0, MOST_GUEST_PAY, f"{ident}.pays"),
        # a bonus that one card shows in a rulebook may be on any of the cards of its cost
        _words("bonus", _guest(n, "bonus"), name, f"{ident}.bonus")._replace(asked=True),
    ]


def _spaces(what: RowKind, table: str, number: int, name: str) -> list[Row]:
    return [Row(what, "", n, [_words("space", (table, str(n)), name)]) for n in range(1, number + 1)]


def _winter() -> list[Row]:
    return [
        Row("evening", "", n, [_words("space", ("round_track", "winter", str(n)), choices.WINTER)])
        for n in range(1, ROUNDS + 1)
    ]


def _schnapps() -> list[Row]:
    """Schnapps on the way into an evening; where none is printed, that is inferred too."""
    printed = sheet().tables["round_track"]["schnapps_printed"]
    rows: list[Row] = []
    for n in range(2, ROUNDS + 1):
        path: KeyPath = ("round_track", "schnapps_printed", str(n))
        source = sheet().marks.get(path, INFERRED)
        field = Field(_id(path), "schnapps", path, source, printed.get(str(n), 0), 0, MOST_SCHNAPPS, asked=True)
        rows.append(Row("way", "", n, [field]))
    return rows


def _book() -> list[Row]:
    return [
        Row("book", "", row, [
            _words("cell", ("guest_book", str(row), column), choices.BOOK, f"guest_book.{row}.{column + 1}")
            for column in range(len(BOOK_COLUMNS))
        ])
        for row in range(1, BOOK_ROWS + 1)
    ]  # fmt: skip
