"""The search space: levers, each of which moves some house figures of an edition together, and the editions they make.

What can be moved stands in space.toml. Whatever it says, only figures marked `house` change, and an edition is made
only if the loader has nothing to say against it and it is as plausible as the edition itself.
"""

import copy
import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any, Final, NamedTuple

from tiefenthal.engine.components.edition import Edition
from tiefenthal.engine.components.loader import digest, read_tables
from tiefenthal.engine.components.locate import KeyPath
from tiefenthal.engine.components.plausible import implausible
from tiefenthal.engine.components.reader import HOUSE
from tiefenthal.lab.calibrate import CalibrationError

Tables = dict[str, Any]
Values = tuple[int, ...]
"""One whole number for each lever."""

TRIES: Final = 1000
MOVED: Final = 0.7
"""Share of the levers that are moved in an edition drawn by lot."""
KEPT: Final = 64
LEAST: Final = {"price": 1, "pays": 1}
AMOUNTS: Final = {"thalers": (2, 4), "monastery": (1, 2), "reputation": (1, 9)}
"""What bonuses of a kind can amount to, by R-4 of the rules."""
_BONUS: Final = re.compile(r"([1-9]) (\w+)")
_PART: Final = re.compile(r"([^\[]+)(?:\[(\w+)=([^\]]+)\])?")


class Lever(NamedTuple):
    """Figures that move together."""

    name: str
    low: int
    high: int
    add: tuple[str, ...]
    steps: Mapping[int, Mapping[str, Any]]

    @property
    def centre(self) -> float:
        """The middle of its range."""
        return (self.low + self.high) / 2

    @property
    def reach(self) -> float:
        """From there to either end."""
        return (self.high - self.low) / 2


def load_levers() -> tuple[Lever, ...]:
    """The levers of space.toml."""
    text = resources.files("tiefenthal.lab.calibrate").joinpath("space.toml").read_text(encoding="utf-8")
    return tuple(
        [
            Lever(
                one["name"],
                one["low"],
                one["high"],
                tuple(one.get("add", ())),
                {int(value): changed for value, changed in one.get("steps", {}).items()},
            )
            for one in tomllib.loads(text)["lever"]
        ]
    )


class Space:
    """The levers applied to one edition. Those that move none of its figures are left out: where an owner has entered
    what is printed there is nothing to look for."""

    def __init__(self, edition: Edition, levers: Sequence[Lever] | None = None) -> None:
        self.edition: Edition = edition
        self.tables: Tables = tomllib.loads(edition.text)
        page = read_tables(self.tables, {})[1]
        self._house: set[KeyPath] = {path for path, mark in page.marks if mark == HOUSE}
        wanted = load_levers() if levers is None else levers
        self.levers: tuple[Lever, ...] = tuple([lever for lever in wanted if self._moves(lever)])
        if not self.levers:
            raise CalibrationError(f"the edition {edition.name} has no house figures that could be moved")
        self.base: Values = (0,) * len(self.levers)
        self._doubts: int = len(implausible(edition))
        """An owner's box has what it has: more doubts than it there must not be."""
        self._made: dict[Values, Edition] = {}

    # --- editions

    def tables_with(self, values: Sequence[int]) -> Tables:
        """The tables of the edition with the levers at these values."""
        tables = copy.deepcopy(self.tables)
        for lever, value in zip(self.levers, values, strict=True):
            self._apply(tables, lever, value)
        return tables

    def edition_with(self, values: Sequence[int]) -> Edition | None:
        """The edition with the levers at these values; None where that is no edition."""
        tables = self.tables_with(values)
        edition, page = read_tables(tables, {})
        if page.problems or len(implausible(edition)) > self._doubts:
            return None
        edition.name = "calibrated" if any(values) else self.edition.name
        edition.text = ""
        edition.source = page.source
        edition.digest = digest(edition)
        return edition

    def kept_edition(self, values: Sequence[int]) -> Edition:
        """The same for values that make one; those made last are kept."""
        key = tuple(values)
        if key not in self._made:
            edition = self.edition_with(key)
            if edition is None:
                raise CalibrationError(f"no edition has the levers at {key}")
            if len(self._made) >= KEPT:
                self._made.pop(next(iter(self._made)))
            self._made[key] = edition
        return self._made[key]

    def nearest(self, wanted: Sequence[float]) -> Values:
        """Whole values that make an edition, as near as can be on the way back to the edition as it is."""
        scale = 1.0
        while True:
            values = tuple(
                [
                    max(lever.low, min(lever.high, round(scale * value)))
                    for lever, value in zip(self.levers, wanted, strict=True)
                ]
            )
            if not any(values) or self.edition_with(values) is not None:
                return values
            scale *= 0.9

    def draw(self, rng: random.Random, home: Values | None = None) -> tuple[Edition, Values]:
        """An edition by lot, from everywhere; with a `home` from somewhere on the way there, the levers that are not
        moved standing as they do at home."""
        start = self.base if home is None else home
        for _ in range(TRIES):
            way = 1.0 if home is None else rng.random()
            ends = [
                rng.randint(lever.low, lever.high) if rng.random() < MOVED else value
                for lever, value in zip(self.levers, start, strict=True)
            ]
            values = [round(value + way * (end - value)) for value, end in zip(start, ends, strict=True)]
            edition = self.edition_with(values)
            if edition is not None:
                return edition, tuple(values)
        raise CalibrationError(f"no plausible edition was found around {self.edition.name}")

    def values_of(self, edition: Edition) -> Values:
        """The values that come nearest to another edition, lever by lever: one that moves figures of an earlier one
        too stands for what that has left."""
        wanted = tomllib.loads(edition.text)
        tables = copy.deepcopy(self.tables)
        found: list[int] = []
        for lever in self.levers:
            found.append(self._nearest_value(lever, tables, wanted))
            self._apply(tables, lever, found[-1])
        return tuple(found)

    def _nearest_value(self, lever: Lever, before: Tables, wanted: Tables) -> int:
        values = sorted(range(lever.low, lever.high + 1), key=abs)
        return min(values, key=lambda value: self._off(lever, value, before, wanted))

    def _off(self, lever: Lever, value: int, before: Tables, wanted: Tables) -> int:
        """How many of a lever's figures are others than wanted at a value."""
        tables = copy.deepcopy(before)
        self._apply(tables, lever, value)
        selectors = [*lever.add, *[selector for changed in lever.steps.values() for selector in changed]]
        paths = {path for one in selectors for _, _, path in _found(self.tables, one.partition(":")[0])}
        return len([path for path in paths if _at(tables, path) != _at(wanted, path)])

    # --- figures

    def _moves(self, lever: Lever) -> bool:
        ends = [lever.low, lever.high]
        for value in ends:
            tables = copy.deepcopy(self.tables)
            self._apply(tables, lever, value)
            if tables != self.tables:
                return True
        return False

    def _apply(self, tables: Tables, lever: Lever, value: int) -> None:
        if value == 0:
            return
        for selector in lever.add:
            words, _, bonus = selector.partition(":")
            for holder, key, path in _found(tables, words):
                if self._is_house(path):
                    _add(holder, key, value, bonus)
        direction = 1 if value > 0 else -1
        for step in range(direction, value + direction, direction):
            for selector, figure in lever.steps.get(step, {}).items():
                for holder, key, path in list(_found(tables, selector)):
                    if self._is_house(path):
                        holder[key] = figure

    def _is_house(self, path: KeyPath) -> bool:
        return path in self._house or path[:-1] in self._house  # cells of the guest book are marked by row


def _at(tables: Tables, path: KeyPath) -> Any:
    """The figure at a path, or None."""
    found: Any = tables
    for key in path:
        try:
            found = found[key]
        except (KeyError, IndexError, TypeError):
            return None
    return found


def _found(tables: Tables, selector: str) -> Iterator[tuple[Any, Any, KeyPath]]:
    """Where the figures of a selector stand: what holds them, under which key, and their path."""
    yield from _below(tables, selector.split("."), ())


def _below(holder: Any, parts: Sequence[str], path: KeyPath) -> Iterator[tuple[Any, Any, KeyPath]]:
    match = _PART.fullmatch(parts[0])
    assert match is not None, parts
    name, field, wanted = match.groups()
    if isinstance(holder, list):
        if name.isdecimal():
            keys: list[Any] = [int(name) - 1]
        else:  # every element of the list, itself or by a field of it
            for n, element in enumerate(holder):
                if name == "*":
                    yield from _reached(holder, n, parts[1:], (*path, n))
                else:
                    yield from _below(element, parts, (*path, n))
            return
    elif name == "*":
        keys = [key for key in holder if key not in ("source", "sources", "columns")]
    else:
        keys = [name] if name in holder else []
    for key in keys:
        value = holder[key]
        here = (*path, key)
        if field:
            for n, element in enumerate(value):
                if str(element.get(field)) == wanted:
                    yield from _below(element, parts[1:], (*here, n))
        else:
            yield from _reached(holder, key, parts[1:], here)


def _reached(holder: Any, key: Any, rest: Sequence[str], path: KeyPath) -> Iterator[tuple[Any, Any, KeyPath]]:
    value = holder[key]
    if rest:
        yield from _below(value, rest, path)
    elif isinstance(value, list):
        for n in range(len(value)):
            yield value, n, (*path, n)
    else:
        yield holder, key, path


def _add(holder: Any, key: Any, value: int, bonus: str) -> None:
    """Add to a number, or to the number in a bonus of this kind; never below what makes sense."""
    found = holder[key]
    if not bonus:
        holder[key] = max(LEAST.get(str(key), 0), found + value)
        return
    match = _BONUS.fullmatch(found) if isinstance(found, str) else None
    if match is not None and match.group(2) in (bonus, bonus.removesuffix("s")):
        low, high = AMOUNTS[bonus]
        amount = max(low, min(high, int(match.group(1)) + value))
        holder[key] = f"{amount} {bonus.removesuffix('s') if amount == 1 else bonus}"
