"""Writes an edition as TOML: every figure with its mark, a line for each card, the cards in a fixed order.

The order of the cards numbers them and so is part of an edition's digest. Two owners of the same box may enter the
cards in any order, and get the same edition.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from tiefenthal.engine.components.locate import KeyPath
from tiefenthal.engine.components.reader import HOUSE, INFERRED, RULEBOOK, SOURCES

_HEADER: Final = """\
# An edition of The Taverns of Tiefenthal, with the figures of somebody's own box.
# The marks say where each figure comes from: box, rulebook, public, inferred, or house (a figure of the reference
# edition, not yet replaced by the printed one). See docs/editions.md.
"""

_COUNTED: Final = {"cost": RULEBOOK, "copies": RULEBOOK, "module": RULEBOOK}
"""How many guests there are of each cost and module is in the rulebooks."""

Marks = Mapping[KeyPath, str]
Table = Mapping[str, Any]


def write(tables: Table, marks: Marks) -> str:
    """The text of an edition; `tables` has an entry for each single card."""
    parts = [
        _HEADER + _lines({key: tables[key] for key in ("format", "name", "title")}),
        _table(("supply",), tables, marks),
        _entries(("cards",), tables, marks),
        _entries(("areas",), tables, marks),
        _regulars(tables, marks),
        _table(("noble",), tables, marks),
        _guests(tables, marks),
        _table(("monastery",), tables, marks),
        _round_track(tables, marks),
        "[entertainers]\n",
        *[_entries(("entertainers", name), tables, marks) for name in tables["entertainers"]],
        _table(("reputation",), tables, marks),
        _table(("start_cards",), tables, marks),
        _table(("guest_book",), tables, marks),
    ]
    return "\n".join(parts)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)  # texts without control characters are written alike in TOML


def _lines(table: Table) -> str:
    return "".join(f"{key} = {_value(one)}\n" for key, one in table.items())


def _at(path: KeyPath, tables: Table) -> Any:
    found: Any = tables
    for part in path:
        found = found[part]
    return found


def _mark(path: KeyPath, marks: Marks) -> str:
    """The mark of a figure; of several that share a line, the weakest."""
    if path in marks:
        return marks[path]
    below = [mark for at, mark in marks.items() if at[: len(path)] == path]
    return max(below, key=SOURCES.index, default=INFERRED)


def _marked(found: dict[str, str]) -> dict[str, Any]:
    """What is written for these marks: the commonest for the whole, the others by key."""
    common = Counter(found.values()).most_common(1)[0][0] if found else HOUSE
    others = {key: mark for key, mark in found.items() if mark != common}
    return {"source": common} | ({"sources": others} if others else {})


def _table(path: KeyPath, tables: Table, marks: Marks) -> str:
    """A table with a figure in each line."""
    table = _at(path, tables)
    found = {key: _mark((*path, key), marks) for key in table}
    return f"[{'.'.join(map(str, path))}]\n" + _lines(_marked(found)) + _lines(table)


def _entries(path: KeyPath, tables: Table, marks: Marks) -> str:
    """A table with a table in each line."""
    table = _at(path, tables)
    lines = {key: one | _marked({name: _mark((*path, key, name), marks) for name in one}) for key, one in table.items()}
    return f"[{'.'.join(map(str, path))}]\n" + _lines(lines)


def _cards(cards: Iterable[dict[str, Any]]) -> str:
    return "cards = [\n" + "".join(f"  {_value(card)},\n" for card in cards) + "]\n"


def _regulars(tables: Table, marks: Marks) -> str:
    path: KeyPath = ("regulars", "cards")
    cards = [
        card | _marked({key: _mark((*path, n, key), marks) for key in card}) for n, card in enumerate(_at(path, tables))
    ]
    cards.sort(key=lambda card: (-card["pays"], card["die"], card["points"], _value(card)))
    return "[regulars]\n" + _cards(cards)


def _guests(tables: Table, marks: Marks) -> str:
    by_cost = tables["guests"]["points_by_cost"]
    found = {cost: _mark(("guests", "points_by_cost", cost), marks) for cost in by_cost}
    cards: list[dict[str, Any]] = []
    for n, card in enumerate(tables["guests"]["cards"]):
        # points that are those of the cost, and the mark for them, come from `points_by_cost`
        usual = by_cost[str(card["cost"])]
        shown = {key: one for key, one in card.items() if key != "points" or one != usual}
        sources = {key: _mark(("guests", "cards", n, key), marks) for key in shown}
        cards.append(shown | {"sources": {key: mark for key, mark in sources.items() if mark != _COUNTED.get(key)}})
    cards.sort(key=lambda card: (card["module"], card["cost"], card["die"], card["pays"], card["bonus"], _value(card)))
    return "[guests]\n" + _lines({"sources": _COUNTED, "points_by_cost": by_cost | _marked(found)}) + _cards(cards)


def _round_track(tables: Table, marks: Marks) -> str:
    path: KeyPath = ("round_track",)
    head = {}
    for key in ("schnapps_printed", "schnapps_tiles"):
        table = _at((*path, key), tables)
        head[key] = table | _marked({number: _mark((*path, key, number), marks) for number in table})
    parts = [_table((*path, side), tables, marks) for side in ("summer", "winter")]
    return "\n".join(["[round_track]\n" + _lines(head), *parts])
